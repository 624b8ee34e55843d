"""What the bot is and how to begin: for members who ask, and as its first post in a server."""

import logging

import discord

import games
from bot.chat.board.links import PlayComputer, ShowRulesPage
from bot.chat.discord.commands import slash
from bot.chat.discord.components import (
    BLURPLE,
    Item,
    Post,
    button,
    picture,
    post,
    row,
    rows,
    rule,
    text,
)
from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.reply import Reply
from bot.chat.discord.services import Services
from bot.chat.features.help import feature, texts
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Command, Language, Markup
from bot.chat.pictures.jobs import SheetBoard
from bot.chat.pictures.picture import Picture
from render import THEMES

PICTURE_SIZE = 900  # pixels of the picture of all games
log = logging.getLogger(__name__)

NAMED = {
    "play": Command("play"),
    "move": Command("move"),
    "board": Command("board"),
    "matches": Command("matches"),
    "rules": Command("rules"),
    "puzzle": Command("puzzle"),
    "hint": Command("hint"),
    "analyse": Command("analyse"),
    "profile": Command("profile"),
    "leaderboard": Command("leaderboard"),
    "resign": Command("match resign"),
    "tournament": Command("tournament create"),
}
"""The commands in the texts, by their placeholders."""


@feature.command
@slash("help", texts.ABOUT_HELP)
async def help_command(reply: Reply) -> None:
    """Show what the bot is, and how to start a match."""
    services = reply.services
    boards = await _boards(services, reply.t, reply.user, reply.look().get("theme"))
    await reply.private(card(reply.t, boards, hosted_by=services.hosted_by))


@feature.when_joined
async def joined(services: Services, guild: discord.Guild) -> None:
    """Post what the bot is and how to begin in a server that it has joined, if it may post."""
    channel = _first_channel(guild)
    if channel is None:
        return
    t = Language(guild.preferred_locale.value)
    welcome = card(t, await _boards(services, t, guild.id), brief=True)
    try:
        await channel.send(**welcome.message())
    except FAILURES as error:
        log.info("no welcome in channel %s: %s", channel.id, error)


async def _boards(services: Services, t: Language, owner: int, theme: str | None = None) -> Picture:
    """The boards of all games in one picture."""
    boards = [SheetBoard(game.slug, {}, game.name) for game in games.catalog()]
    theme = theme or next(iter(THEMES))
    return await services.heavy.sheet(owner, boards, theme=theme, size=PICTURE_SIZE, say=t.say)


def card(t: Language, boards: Picture, *, brief: bool = False, hosted_by: str = "") -> Post:
    """What the bot is, and three steps to a first match.

    :param brief: leave out what else it does and the games’ aims.
    :param hosted_by: the host's name and contact; empty: not shown.
    """
    rules = [button(game.name, ShowRulesPage(0, game.slug)) for game in games.catalog()]
    computer = button(t.label(shared.PLAY_COMPUTER), PlayComputer(""), "primary")
    more_items = [text(t(texts.HELP_MORE, help=Command("help")))] if brief else _all_else(t)
    host = None
    if hosted_by:
        host = text(t(shared.HOSTED_BY, host=Markup(hosted_by)))
    return post(
        text(t(texts.HELP)),
        picture(boards),
        text(t(texts.HELP_STEPS, **NAMED)),
        text(t(texts.HELP_RULES)),
        *rows(rules),
        row(computer),
        *more_items,
        host,
        colour=BLURPLE,
    )


def _all_else(t: Language) -> list[Item]:
    """What else there is, and the aim of each game."""
    parts = (texts.HELP_COMMANDS, texts.HELP_ALONE, texts.HELP_CONTESTS)
    paragraphs = [text(t(part, **NAMED)) for part in parts]
    aims = [t(texts.HELP_GAME, game=game.name, aim=t(game.aim())) for game in games.catalog()]
    return [*paragraphs, rule(), text(t(texts.HELP_GAMES), *aims)]


def _first_channel(guild: discord.Guild) -> discord.TextChannel | None:
    """The server’s own channel for news, or the first that the bot may post in."""
    for channel in (guild.system_channel, *guild.text_channels):
        if channel is None:
            continue
        permissions = channel.permissions_for(guild.me)
        if permissions.view_channel and permissions.send_messages:
            return channel
    return None
