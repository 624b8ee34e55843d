"""A thread for each match, where a server wants it: opened with the first board, given up when it is gone."""

from __future__ import annotations

import contextlib
import logging
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.chat.kit.gateway.gateway import Gateway
from bot.chat.kit.language.i18n import one_line
from bot.chat.kit.services import Services
from bot.domain.events import Event, Notice
from bot.domain.matches.events import MatchStarted

log = logging.getLogger(__name__)

ARCHIVE_MINUTES: Final = 10_080
"""Discord hides a thread after a week without a message; a new post brings it back."""
SKEW = timedelta(minutes=1)
"""How far the clock of this machine may be from Discord's."""


async def opened(services: Services, notice: Notice[Event]) -> Notice[Event]:
    """``notice``, with the match's thread as its channel if it is a first board and the server wants threads."""
    if not isinstance(notice.event, MatchStarted) or notice.match is None or notice.channel is None:
        return notice
    match = await services.matches.get(notice.match)
    if match.thread is not None:
        return replace(notice, channel=match.thread)
    if not match.guild or not (await services.servers.settings(match.scope)).threads:
        return notice
    channel = services.gateway.text_channel(match.channel)
    if channel is None:
        return notice
    name = one_line(f"{match.name} · {match.game.name}: {match.names[0]} – {match.names[1]}")
    thread = _already(services.gateway, channel, name, notice.created)
    if thread is None:
        try:
            created = await channel.create_thread(
                name=name, type=discord.ChannelType.public_thread, auto_archive_duration=ARCHIVE_MINUTES
            )
        except (discord.Forbidden, discord.NotFound) as error:
            log.warning("no thread can be opened in channel %s: %s", channel.id, error)
            return notice
        # Where Discord does it and answers with an error all the same, discord.py asks again by itself.
        thread = _already(services.gateway, channel, name, notice.created) or created
        if thread.id != created.id:
            with contextlib.suppress(discord.HTTPException):
                await created.delete()
    await services.matches.move_to(match.id, match.channel, thread.id)
    return replace(notice, channel=thread.id)


def _already(gateway: Gateway, channel: discord.TextChannel, name: str, since: datetime) -> discord.Thread | None:
    """The first thread of that name that was opened by us ``since`` then, whether we learned of it or not."""
    first = discord.utils.time_snowflake(since - SKEW)
    ours = [one for one in channel.threads if one.name == name and one.owner_id == gateway.me and one.id >= first]
    return min(ours, key=lambda thread: thread.id, default=None)


async def abandoned(services: Services, notice: Notice[Event]) -> int | None:
    """The channel in which a match goes on whose thread is gone; None if it had none."""
    if notice.match is None:
        return None
    match = await services.matches.get(notice.match)
    if match.thread is None:
        return None
    await services.matches.move_to(match.id, match.channel, None)
    return match.channel
