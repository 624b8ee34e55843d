"""What the bot is and how to begin: for members who ask, and as its first post in a server."""

import logging

import discord

import games
from bot.chat.discord.commands import slash
from bot.chat.discord.components import BLURPLE, Item, Post, post, rule, text
from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.reply import Reply
from bot.chat.discord.services import Services
from bot.chat.features.help import feature, texts
from bot.chat.language.i18n import Command, Language

log = logging.getLogger(__name__)

NAMED = {
    **{name: Command(name) for name in ("play", "move", "board", "matches", "rules", "puzzle", "hint", "analyse")},
    **{name: Command(name) for name in ("profile", "leaderboard")},
    "resign": Command("match resign"),
    "tournament": Command("tournament create"),
}
"""The commands in the texts, by their placeholders."""


@feature.command
@slash("help", texts.ABOUT_HELP)
async def help_command(reply: Reply) -> None:
    await reply.private(card(reply.t))


@feature.when_joined
async def joined(services: Services, guild: discord.Guild) -> None:
    """Post what the bot is and how to begin in a server that it has joined, if it may post there."""
    channel = _first_channel(guild)
    if channel is None:
        return
    shown = card(Language(guild.preferred_locale.value), brief=True)
    try:
        await channel.send(**shown.message())
    except FAILURES as error:
        log.info("no welcome in channel %s: %s", channel.id, error)


def card(t: Language, *, brief: bool = False) -> Post:
    """What the bot is and three steps to a first match; unless ``brief``, what else it does, and the games."""
    more: list[Item] = [text(t(texts.HELP_MORE, help=Command("help")))]
    if not brief:
        parts = texts.HELP_COMMANDS, texts.HELP_ALONE, texts.HELP_CONTESTS
        aims = [t(texts.HELP_GAME, game=game.name, aim=t(game.aim)) for game in games.catalog()]
        more = [*(text(t(part, **NAMED)) for part in parts), rule(), text(t(texts.HELP_GAMES), *aims)]
    return post(text(t(texts.HELP)), text(t(texts.HELP_STEPS, **NAMED)), *more, colour=BLURPLE)


def _first_channel(guild: discord.Guild) -> discord.TextChannel | None:
    """The server’s own channel for news, or the first that the bot may post in."""
    for channel in filter(None, (guild.system_channel, *guild.text_channels)):
        may = channel.permissions_for(guild.me)
        if may.view_channel and may.send_messages:
            return channel
    return None
