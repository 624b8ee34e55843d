"""A thread for each match, where a server wants it: opened with the first board, given up when it is gone."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

import discord

from bot.chat.kit.language.i18n import one_line
from bot.chat.kit.services import Services
from bot.domain.events import Event, Notice
from bot.domain.matches.events import MatchStarted
from bot.domain.values import Via

log = logging.getLogger(__name__)

ARCHIVE_MINUTES: Final = 10_080
"""Discord hides a thread after a week without a message; a new post brings it back."""


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
    ours = Ours(name, services.gateway.me, notice.via)
    thread = ours.first(channel.threads)
    if thread is None and notice.attempts > 1:
        # An earlier try may have opened it though its answer never came, nor word of it by the gateway.
        thread = ours.first(await channel.guild.active_threads())
    if thread is None:
        try:
            created = await channel.create_thread(
                name=name, type=discord.ChannelType.public_thread, auto_archive_duration=ARCHIVE_MINUTES
            )
        except (discord.Forbidden, discord.NotFound) as error:
            log.warning("no thread can be opened in channel %s: %s", channel.id, error)
            return notice
        # Where Discord does it and answers with an error all the same, discord.py asks again by itself.
        thread = ours.first(channel.threads) or created
        if thread.id != created.id:
            with contextlib.suppress(discord.HTTPException):
                await created.delete()
    await services.matches.move_to(match.id, match.channel, thread.id)
    return replace(notice, channel=thread.id)


@dataclass(frozen=True, slots=True)
class Ours:
    """Tells the thread that was opened for a match from others of its name, such as one of an earlier database.

    It is younger than the interaction by which the match began or, where it began by none, nothing was written in it.
    """

    name: str
    me: int | None
    via: Via | None

    def first(self, threads: Iterable[discord.Thread]) -> discord.Thread | None:
        """The oldest such thread."""
        return min(filter(self._opened, threads), key=lambda thread: thread.id, default=None)

    def _opened(self, thread: discord.Thread) -> bool:
        new = not thread.total_message_sent if self.via is None else thread.id > self.via.interaction
        return new and thread.name == self.name and thread.owner_id == self.me


async def abandoned(services: Services, notice: Notice[Event]) -> int | None:
    """The channel in which a match goes on whose thread is gone; None if it had none."""
    if notice.match is None:
        return None
    match = await services.matches.get(notice.match)
    if match.thread is None:
        return None
    await services.matches.move_to(match.id, match.channel, None)
    return match.channel
