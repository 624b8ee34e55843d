"""A thread for each match, where a server wants it: opened with the first board, given up when it is gone."""

from __future__ import annotations

import contextlib
import dataclasses
import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

import discord

from bot.domain.matches.views import Notice

from .tongue import one_line

if TYPE_CHECKING:
    from .client import Bot

log = logging.getLogger(__name__)

ARCHIVE_MINUTES: Final = 10_080
"""Discord hides a thread after a week without a word; a new post brings it back."""
SKEW = timedelta(minutes=1)
"""So far the clock of this machine may be from Discord's."""


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
    thread = _already(bot, channel, name, notice.created)
    if thread is None:
        try:
            opened = await channel.create_thread(
                name=name, type=discord.ChannelType.public_thread, auto_archive_duration=ARCHIVE_MINUTES
            )
        except (discord.Forbidden, discord.NotFound) as error:
            log.warning("no thread can be opened in channel %s: %s", channel.id, error)
            return notice
        # Where Discord does it and answers with an error all the same, discord.py asks again by itself.
        thread = _already(bot, channel, name, notice.created) or opened
        if thread.id != opened.id:
            with contextlib.suppress(discord.HTTPException):
                await opened.delete()
    await bot.matches.move_to(match.id, match.channel, thread.id)
    return dataclasses.replace(notice, channel=thread.id)


def _already(bot: Bot, channel: discord.TextChannel, name: str, since: datetime) -> discord.Thread | None:
    """The first thread of that name that was opened by us ``since`` then, whether we learned of it or not."""
    me, first = bot.user.id if bot.user is not None else None, discord.utils.time_snowflake(since - SKEW)
    ours = [one for one in channel.threads if one.name == name and one.owner_id == me and one.id >= first]
    return min(ours, key=lambda thread: thread.id, default=None)


async def abandoned(bot: Bot, notice: Notice) -> int | None:
    """The channel in which a match goes on whose thread is gone; None if it had none."""
    if notice.match is None:
        return None
    match = await bot.matches.get(notice.match)
    if match.thread is None:
        return None
    await bot.matches.move_to(match.id, match.channel, None)
    return match.channel
