"""A thread for each match, where a server wants it: opened with the first board, given up when it is gone."""

from __future__ import annotations

import contextlib
import logging
from dataclasses import replace

import discord

from bot.chat.discord.delivery import forums
from bot.chat.discord.delivery.ours import ARCHIVE_MINUTES, Ours
from bot.chat.discord.services import Services
from bot.chat.language.i18n import heading
from bot.domain.events import Event, Notice

log = logging.getLogger(__name__)


async def opened(services: Services, notice: Notice[Event]) -> Notice[Event]:
    """``notice`` of a first board, with the match's thread or forum post as its channel if the server wants such."""
    if notice.match is None or notice.channel is None:
        return notice
    match = await services.matches.get(notice.match)
    if match.thread is not None:
        return replace(notice, channel=match.thread)
    if not match.guild:
        return notice
    settings = await services.servers.settings(match.scope)
    name = heading(f"{match.name} · {match.game.name}: {match.names[0]} – {match.names[1]}")
    ours, again = Ours(name, services.gateway.me, notice.via), notice.attempts > 1
    thread: discord.Thread | None = None
    if (forum := services.gateway.forum(match.scope, settings.forum, match.channel)) is not None:
        thread = await forums.opened(services, forum, match, name, ours, again=again)
    elif settings.threads and (channel := services.gateway.text_channel(match.channel)) is not None:
        thread = await _thread(channel, name, ours, again=again)
    if thread is None:
        return notice
    await services.matches.move_to(match.id, match.channel, thread.id)
    return replace(notice, channel=thread.id)


async def _thread(channel: discord.TextChannel, name: str, ours: Ours, *, again: bool) -> discord.Thread | None:
    """The thread of a match in a channel; None if none can be opened. ``again``: an earlier try may have done so."""
    thread = ours.first(channel.threads)
    if thread is None and again:
        # Its answer may never have come, nor word of it by the gateway.
        thread = ours.first(await channel.guild.active_threads())
    if thread is not None:
        return thread
    try:
        created = await channel.create_thread(
            name=name, type=discord.ChannelType.public_thread, auto_archive_duration=ARCHIVE_MINUTES
        )
    except (discord.Forbidden, discord.NotFound) as error:
        log.warning("no thread can be opened in channel %s: %s", channel.id, error)
        return None
    # Where Discord does it and answers with an error all the same, discord.py asks again by itself.
    thread = ours.first(channel.threads) or created
    if thread.id != created.id:
        with contextlib.suppress(discord.HTTPException):
            await created.delete()
    return thread


async def abandoned(services: Services, notice: Notice[Event]) -> int | None:
    """The channel in which a match goes on whose thread is gone; None if it had none."""
    if notice.match is None:
        return None
    match = await services.matches.get(notice.match)
    if match.thread is None:
        return None
    await services.matches.move_to(match.id, match.channel, None)
    return match.channel
