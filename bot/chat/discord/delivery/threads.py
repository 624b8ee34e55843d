"""A thread or forum post for each match, where a server wants it: opened with the first board, tagged in a forum."""

import contextlib
import logging
from collections.abc import Iterable
from dataclasses import replace
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord

from bot.chat.discord.components import word
from bot.chat.discord.services import Services
from bot.chat.language import phrases, texts
from bot.chat.language.i18n import Language, heading
from bot.chat.language.texts import STATE_OF
from bot.domain.events import Event, Notice
from bot.domain.matches.match import Match

log = logging.getLogger(__name__)

ARCHIVE_MINUTES: Final = 10_080  # Discord hides a thread after a week without a message; a new post brings it back
MAX_TAGS = 20  # how many tags a forum may have
LONGEST_TAG = 20


async def opened(services: Services, notice: Notice[Event]) -> Notice[Event]:
    """``notice`` of a first board, with the match's thread or forum post as its channel if the server wants such.
    Raises FAILURES."""
    if notice.match is None or notice.channel is None:
        return notice
    match = await services.matches.get(notice.match)
    if match.thread is not None:
        return replace(notice, channel=match.thread)
    if not match.guild:
        return notice
    settings, gateway = await services.servers.settings(match.scope), services.gateway
    if notice.attempts <= 1 and not gateway.serves(match.scope, guild=True):
        raise OSError("the process that knows the server's channels sends it")
    forum = gateway.forum(match.scope, settings.forum, match.channel)
    parent = forum or (gateway.text_channel(match.channel) if settings.threads else None)
    if parent is None or (thread := await _thread(services, parent, match, notice)) is None:
        return notice
    await services.matches.move_to(match.id, match.channel, thread.id)
    return replace(notice, channel=thread.id)


async def _thread(
    services: Services, parent: discord.ForumChannel | discord.TextChannel, match: Match, notice: Notice[Event]
) -> discord.Thread | None:
    """The thread of a match, opened if there is none yet; None if the bot may not. Raises FAILURES."""
    t = await services.gateway.language(match.scope, (await services.servers.settings(match.scope)).language)
    what, who = f"{match.name} · {match.game.name}", " – ".join(match.names)
    name = heading(t.label(STATE_OF, 100, name=what, state=who))
    starters = isinstance(parent, discord.ForumChannel)

    def own(threads: Iterable[discord.Thread]) -> discord.Thread | None:
        """The oldest thread that was opened for this match. Others, such as those of an earlier database, may have the
        same name: it is newer than the interaction or, if there is none, without a message but a post's first."""
        candidates = (thread for thread in threads if thread.name == name and thread.owner_id == services.gateway.me)
        new = (
            thread
            for thread in candidates
            if (thread.id > notice.via.interaction if notice.via else thread.total_message_sent <= starters)
        )
        return min(new, key=lambda thread: thread.id, default=None)

    thread = own(parent.threads)
    if thread is None and notice.attempts > 1:
        # An earlier try may have opened it, though neither its answer nor word by the gateway arrived.
        thread = own(await parent.guild.active_threads())
    if thread is not None:
        return thread
    try:
        return await _create(services, parent, match, name)
    except (discord.Forbidden, discord.NotFound) as error:
        log.warning("no thread can be opened in channel %s: %s", parent.id, error)
        return None


async def _create(
    services: Services, parent: discord.ForumChannel | discord.TextChannel, match: Match, name: str
) -> discord.Thread:
    if isinstance(parent, discord.TextChannel):
        public = discord.ChannelType.public_thread
        return await parent.create_thread(name=name, type=public, auto_archive_duration=ARCHIVE_MINUTES)
    t = await services.gateway.language(match.scope, match.language)
    starter = word("\n".join((phrases.title(t, match), phrases.players(t, match))))
    created = await parent.create_thread(
        name=name,
        **starter.message(),
        applied_tags=await _tags(t, parent, match),
        auto_archive_duration=ARCHIVE_MINUTES,
    )
    return created.thread


async def unrepeated(_: aiohttp.ClientSession, __: SimpleNamespace, params: aiohttp.TraceRequestEndParams) -> None:
    """Raise ClientResponseError where Discord fails at opening a thread, at the end of every request of the client's:
    discord.py would ask again by itself, and Discord may have opened it."""
    if params.method == "POST" and params.url.path.endswith("/threads") and params.response.status >= 500:
        params.response.raise_for_status()


async def abandoned(services: Services, notice: Notice[Event]) -> int | None:
    """The channel in which a match goes on whose thread is gone; None if it had none."""
    if notice.match is None:
        return None
    match = await services.matches.get(notice.match)
    if match.thread is None:
        return None
    await services.matches.move_to(match.id, match.channel, None)
    return match.channel


async def tag_as_over(services: Services, notice: Notice[Event]) -> None:
    """Tag the forum post of a match that has ended; where the bot may not, its tags stay."""
    if notice.match is None or notice.dm is not None:
        return
    match = await services.matches.get(notice.match)
    guild = services.gateway.guild(match.scope)
    thread = None if match.thread is None or guild is None else guild.get_thread(match.thread)
    if thread is None or not isinstance(thread.parent, discord.ForumChannel) or thread.owner_id != services.gateway.me:
        return
    tags = await _tags(await services.gateway.language(match.scope, match.language), thread.parent, match)
    if {tag.id for tag in tags} != {tag.id for tag in thread.applied_tags}:
        with contextlib.suppress(discord.HTTPException):
            await thread.edit(applied_tags=tags)


async def _tags(t: Language, forum: discord.ForumChannel, match: Match) -> list[discord.ForumTag]:
    """The tags of a match. Those that are missing are made where the bot may manage the forum."""
    state = texts.FORUM_RUNNING if match.status == "running" else texts.FORUM_OVER
    names = (match.game.name[:LONGEST_TAG], t.label(state)[:LONGEST_TAG])
    allowed, known = forum.permissions_for(forum.guild.me), {tag.name.casefold() for tag in forum.available_tags}
    missing = [discord.ForumTag(name=name) for name in names if name.casefold() not in known][: MAX_TAGS - len(known)]
    if missing and allowed.manage_channels:
        # All at once: Discord is sent the whole list, in which those just made would be missing.
        with contextlib.suppress(discord.HTTPException):
            forum = await forum.edit(available_tags=[*forum.available_tags, *missing]) or forum
    usable = {tag.name.casefold(): tag for tag in forum.available_tags if not tag.moderated or allowed.manage_threads}
    return [usable[name.casefold()] for name in names if name.casefold() in usable]
