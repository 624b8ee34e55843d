"""A thread for each match, where a server wants it: opened with the first board, given up when it is gone."""

from __future__ import annotations

import dataclasses
import logging
from typing import TYPE_CHECKING, Final

import discord

from bot.matches.views import Notice

from .tongue import one_line

if TYPE_CHECKING:
    from .client import Bot

log = logging.getLogger(__name__)

ARCHIVE_MINUTES: Final = 10_080
"""Discord hides a thread after a week without a word; a new post brings it back."""


async def opened(bot: Bot, notice: Notice) -> Notice:
    """``notice``, with the match's thread as its channel if it is a first board and the server wants threads."""
    if notice.kind != "started" or notice.match is None or notice.channel is None:
        return notice
    match = await bot.matches.get(notice.match)
    if match.thread is not None or not match.guild or not (await bot.matches.people.server(match.scope)).threads:
        return notice if match.thread is None else dataclasses.replace(notice, channel=match.thread)
    channel = bot.get_channel(match.channel)
    if not isinstance(channel, discord.TextChannel):
        return notice
    name = one_line(f"{match.name} · {match.game.name}: {match.names[0]} – {match.names[1]}")
    thread = _opened_before(bot, channel, name) if notice.attempts > 1 else None
    if thread is None:
        try:
            thread = await channel.create_thread(
                name=name, type=discord.ChannelType.public_thread, auto_archive_duration=ARCHIVE_MINUTES
            )
        except (discord.Forbidden, discord.NotFound) as error:
            log.warning("no thread can be opened in channel %s: %s", channel.id, error)
            return notice
    await bot.matches.move_to(match.id, match.channel, thread.id)
    return dataclasses.replace(notice, channel=thread.id)


def _opened_before(bot: Bot, channel: discord.TextChannel, name: str) -> discord.Thread | None:
    """The thread of that name which an earlier try did open though we never learned of it."""
    me = bot.user.id if bot.user is not None else None
    return next((thread for thread in channel.threads if thread.name == name and thread.owner_id == me), None)


async def abandoned(bot: Bot, notice: Notice) -> int | None:
    """The channel in which a match goes on whose thread is gone; None if it had none."""
    if notice.match is None:
        return None
    match = await bot.matches.get(notice.match)
    if match.thread is None:
        return None
    await bot.matches.move_to(match.id, match.channel, None)
    return match.channel
