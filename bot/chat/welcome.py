"""The first word in a server: what this is and how to begin, posted once when the bot comes in."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

import games
from bot.chat.kit.components import Post
from bot.chat.kit.language.i18n import Tongue
from bot.chat.kit.match import cards
from bot.chat.kit.transport.failures import FAILURES

if TYPE_CHECKING:
    from .client import Bot

log = logging.getLogger(__name__)


def place(guild: discord.Guild) -> discord.TextChannel | None:
    """Where a first word may be said: the server’s own channel for news, or the first that the bot may post in."""
    for channel in (guild.system_channel, *guild.text_channels):
        if channel is not None:
            may = channel.permissions_for(guild.me)
            if may.view_channel and may.send_messages:
                return channel
    return None


async def welcome(bot: Bot, guild: discord.Guild) -> None:
    """Say what this is and how to begin, where the bot may post at all."""
    channel = place(guild)
    if channel is None:
        return
    card = card_for(bot, Tongue(guild.preferred_locale.value))
    try:
        await channel.send(view=card.view, allowed_mentions=card.mentions())
    except FAILURES as error:
        log.info("no word of welcome in channel %s: %s", channel.id, error)


def card_for(bot: Bot, t: Tongue) -> Post:
    """What is said."""
    return cards.help_card(t, games.catalog(), bot.commands_named())
