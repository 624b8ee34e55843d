"""A thread or forum post for each match, where a server wants it: opened with the first board,
tagged in a forum.
"""

import logging
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord

from bot.chat.discord.components import Post, word
from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.gateway.refusals import (
    NO_LEAVE,
    ApiRequest,
    Cause,
    Meaning,
    ThreadTrouble,
    cause,
    meaning,
    passes,
    reason,
    unless_refused,
)
from bot.chat.discord.services import Services
from bot.chat.language import phrases, texts
from bot.chat.language.i18n import Language, Markup, heading
from bot.chat.language.texts import STATE_OF
from bot.domain.events import DomainEvent, Notice
from bot.domain.matches.events import Answered
from bot.domain.matches.match import Match
from bot.domain.servers.settings import ServerSettings
from games.core import Sentence

log = logging.getLogger(__name__)

# Discord hides a thread after a week without a message; a new post brings it back
ARCHIVE_MINUTES: Final = 10_080
MAX_TAGS = 20  # how many tags a forum may have
LONGEST_TAG = 20
Parent = discord.ForumChannel | discord.TextChannel


@dataclass(frozen=True, slots=True)
class Words:
    """What a thread is called, and in a forum its first post."""

    title: str
    starter: Post


@dataclass(frozen=True, slots=True)
class ThreadOpening:
    """How a thread is asked for.

    :param plain: words without names, should Discord refuse the others
    :param tags: in a forum
    :param type: elsewhere than in a forum
    """

    words: Words
    plain: Words
    tags: tuple[discord.ForumTag, ...]
    type: discord.ChannelType
    eased_causes: frozenset[Cause] = frozenset()
    """What was left out or changed because Discord had refused it."""


async def opened(
    services: Services, notice: Notice[DomainEvent], *, patient: bool
) -> Notice[DomainEvent]:
    """``notice`` of a first board, with the match's thread or forum post as its channel if the
    server wants such.

    :param patient: errors that may pass are raised (FAILURES); else the match stays in its channel
    """
    if notice.match is None or notice.channel is None:
        return notice
    match = await services.matches.get(notice.match)
    if match.thread is not None:
        return replace(notice, channel=match.thread)
    if not match.guild:
        return notice
    settings = await services.servers.settings(match.scope)
    if notice.attempts <= 1 and not services.gateway.serves(match.scope, guild=True):
        raise OSError("the process that knows the server's channels sends it")
    parent = _parent(services, match, settings)
    if parent is None:
        return notice
    try:
        thread = await _thread(services, parent, match, notice, settings)
    except FAILURES as error:
        if patient:
            raise
        log.warning("no thread can be opened in channel %s: %s", parent.id, reason(error))
        return notice
    if thread is None:
        return notice
    await services.matches.move_to(match.id, match.channel, thread.id)
    return replace(notice, channel=thread.id)


def _parent(services: Services, match: Match, settings: ServerSettings) -> Parent | None:
    """Where the thread of a match is to be opened; None: the match is played in its channel."""
    forum = services.gateway.forum(match.scope, settings.forum)
    if forum is not None:
        return forum
    return services.gateway.text_channel(match.channel) if settings.threads else None


async def _thread(
    services: Services,
    parent: Parent,
    match: Match,
    notice: Notice[DomainEvent],
    settings: ServerSettings,
) -> discord.Thread | None:
    """The thread of a match, opened if there is none yet; None if there can be none.

    Raises FAILURES that may pass.
    """
    t = await services.gateway.language(match.scope, settings.language)
    name = f"{match.name} · {match.game.name}"
    plain_title = heading(name)
    title = heading(t.label(STATE_OF, 100, name=name, state=" – ".join(match.names)))

    def oldest(threads: Iterable[discord.Thread]) -> discord.Thread | None:
        """The oldest thread that was opened for this match."""
        me = services.gateway.me
        same_title = [thread for thread in threads if thread.name in (title, plain_title)]
        own_threads = [thread for thread in same_title if thread.owner_id == me]
        of_match = [thread for thread in own_threads if _is_of(notice, parent, thread)]
        return min(of_match, key=lambda thread: thread.id, default=None)

    thread = oldest(parent.threads)
    if thread is None and notice.attempts > 1:
        # An earlier try may have opened it, though neither its answer nor word by the gateway
        # arrived.
        thread = oldest(await unless_refused(parent.guild.active_threads(), ApiRequest.LOOK) or ())
    if thread is not None:
        return thread
    language = await services.gateway.language(match.scope, match.language)
    heading_line = phrases.title(language, match)
    players = phrases.players(language, match)
    words = Words(title, word(f"{heading_line}\n{players}"))
    return await _open(
        services, parent, match, language, words, Words(plain_title, word(heading_line))
    )


def _is_of(notice: Notice[DomainEvent], parent: Parent, thread: discord.Thread) -> bool:
    """Whether a thread of the right name was opened for a notice.

    Others, such as those of an earlier database, may have the same name: it is newer than the
    interaction or, if there is none, without a message but a post's first.
    """
    if notice.interaction is not None:
        return thread.id > notice.interaction.id
    first_messages = 1 if isinstance(parent, discord.ForumChannel) else 0
    return thread.total_message_sent <= first_messages


async def _open(
    services: Services,
    parent: Parent,
    match: Match,
    language: Language,
    words: Words,
    plain_words: Words,
) -> discord.Thread | None:
    """Open a thread: as it should be, else as Discord lets it be opened, with one warning.

    Raises FAILURES that may pass; None where there can be none.

    :param language: of its tags
    :param plain_words: words without names, should Discord refuse the others
    """
    tags = Tags((), complete=True)
    if isinstance(parent, discord.ForumChannel):
        tags = await _tags(language, parent, match)
    opening: ThreadOpening | None = ThreadOpening(words, plain_words, tags.selection, _type(parent))
    trouble = None if tags.complete else ThreadTrouble(parent.id, Cause.TAG_REQUIRED.name)
    why = "there is no tag for matches that the bot may set"
    while opening is not None:
        try:
            thread = await _request(parent, opening)
        except discord.HTTPException as error:
            if passes(error, ApiRequest.THREAD):
                raise
            why = reason(error)
            trouble = _trouble(parent, error)
            opening = _eased(parent, opening, error)
        else:
            outcome = f"{why}; its thread is opened as far as that is possible"
            _note(services, parent, match, trouble, outcome)
            return thread
    _note(services, parent, match, trouble, f"{why}; it is played in its channel")
    return None


def _type(parent: Parent) -> discord.ChannelType:
    """The type of threads in a text channel."""
    if isinstance(parent, discord.TextChannel) and parent.is_news():
        return discord.ChannelType.news_thread
    return discord.ChannelType.public_thread


async def _request(parent: Parent, opening: ThreadOpening) -> discord.Thread:
    if isinstance(parent, discord.TextChannel):
        return await parent.create_thread(
            name=opening.words.title, type=opening.type, auto_archive_duration=ARCHIVE_MINUTES
        )
    creation = await parent.create_thread(
        name=opening.words.title,
        **opening.words.starter.message(),
        applied_tags=opening.tags,
        auto_archive_duration=ARCHIVE_MINUTES,
    )
    return creation.thread


def _eased(
    parent: Parent, opening: ThreadOpening, error: discord.HTTPException
) -> ThreadOpening | None:
    """How else to ask for a thread whose opening was refused; None: not at all.

    Each cause is eased once.
    """
    if meaning(error, ApiRequest.THREAD) is not Meaning.NOT_POSSIBLE:
        return None
    why = cause(error)
    if why in opening.eased_causes:
        return None
    eased_opening = replace(opening, eased_causes=opening.eased_causes | {why})
    if why is Cause.TAG_REQUIRED and not opening.tags:
        other_tags = _usable(parent)
        return replace(eased_opening, tags=tuple(other_tags[:1])) if other_tags else None
    if why is Cause.TAGS and opening.tags:
        requires_tag = isinstance(parent, discord.ForumChannel) and parent.flags.require_tag
        other_tags = [tag for tag in _usable(parent) if tag not in opening.tags]
        return replace(eased_opening, tags=tuple(other_tags[:1]) if requires_tag else ())
    if why is Cause.TYPE and isinstance(parent, discord.TextChannel):
        return replace(eased_opening, type=_other_type(opening.type))
    if why is Cause.WORDS:
        return replace(eased_opening, words=opening.plain)
    if why is Cause.FORM:
        # Discord does not say by a code what it is that it refuses.
        tags = () if opening.tags else tuple(_usable(parent)[:1])
        causes = opening.eased_causes | {Cause.FORM, Cause.WORDS, Cause.TYPE}
        return replace(
            opening,
            words=opening.plain,
            tags=tags,
            type=_other_type(opening.type),
            eased_causes=causes,
        )
    return None


def _other_type(kind: discord.ChannelType) -> discord.ChannelType:
    """The type of thread for a channel that was made one for announcements meanwhile, or is none
    any more.
    """
    if kind is discord.ChannelType.news_thread:
        return discord.ChannelType.public_thread
    return discord.ChannelType.news_thread


def _trouble(parent: Parent, error: discord.HTTPException) -> ThreadTrouble | None:
    """What a refusal says about a channel; None where the channel is gone."""
    means = meaning(error, ApiRequest.THREAD)
    if means is Meaning.GONE:
        return None
    key = cause(error).name if means is Meaning.NOT_POSSIBLE else NO_LEAVE
    return ThreadTrouble(parent.id, key)


def _note(
    services: Services, parent: Parent, match: Match, trouble: ThreadTrouble | None, outcome: str
) -> None:
    """Log once that a match has no thread as it should be, with what to change, and keep that for
    the managers.
    """
    if trouble is None:
        services.thread_troubles.pop(match.scope, None)
        return
    services.thread_troubles[match.scope] = trouble
    advice = Language().as_sentence(_advice(trouble))
    log.warning(
        "no thread as wanted for %s in channel %s: %s. %s", match.name, parent.id, outcome, advice
    )


def _advice(trouble: ThreadTrouble) -> Sentence:
    """What a server's managers read about trouble with its threads: what is wrong, and what to
    change.
    """
    return Sentence(texts.THREAD_TROUBLE[trouble.key], channel=Markup(f"<#{trouble.parent}>"))


def troubles(
    services: Services, scope: int, settings: ServerSettings, current_channel: int
) -> list[Sentence]:
    """What keeps matches from having their threads or posts in a server, and what to change.

    :param current_channel: looked at where the server has chosen no channel for its matches
    """
    guild = services.gateway.guild(scope)
    if guild is None:
        return []
    problems = list[ThreadTrouble]()
    parents = list[Parent]()
    forum = services.gateway.forum(scope, settings.forum)
    if forum is not None:
        parents.append(forum)
        if _lacks_tags(forum):
            problems.append(ThreadTrouble(forum.id, Cause.TAG_REQUIRED.name))
    elif settings.threads:
        ids = settings.channels or (current_channel,)
        channels = [guild.get_channel(id) for id in ids]
        parents += [channel for channel in channels if isinstance(channel, discord.TextChannel)]
    for parent in parents:
        if not _may_open_threads(parent):
            problems.append(ThreadTrouble(parent.id, NO_LEAVE))
    latest_trouble = services.thread_troubles.get(scope)
    if latest_trouble is not None and (settings.threads or latest_trouble.parent == settings.forum):
        problems.append(latest_trouble)
    return [_advice(trouble) for trouble in dict.fromkeys(problems)]


def _lacks_tags(forum: discord.ForumChannel) -> bool:
    """Whether each post of a forum needs a tag, and the bot can neither set nor make one."""
    tag_names = {tag.name.casefold() for tag in forum.available_tags}
    permissions = forum.permissions_for(forum.guild.me)
    can_add = permissions.manage_channels and len(tag_names) < MAX_TAGS
    return forum.flags.require_tag and not can_add and not _usable(forum)


def _may_open_threads(parent: Parent) -> bool:
    """Whether the bot has all permissions that the thread of a match needs."""
    permissions = parent.permissions_for(parent.guild.me)
    flags = texts.THREAD_PERMISSIONS
    if isinstance(parent, discord.ForumChannel):
        flags = texts.FORUM_PERMISSIONS
    return all(getattr(permissions, flag) for flag in flags)


async def unrepeated(
    _: aiohttp.ClientSession, __: SimpleNamespace, params: aiohttp.TraceRequestEndParams
) -> None:
    """Raise ClientResponseError where Discord fails at opening a thread, at the end of every
    request of the client's: discord.py would ask again by itself, and Discord may have opened it.
    """
    if (
        params.method == "POST"
        and params.url.path.endswith("/threads")
        and params.response.status >= 500
    ):
        params.response.raise_for_status()


async def moved_out(
    services: Services, notice: Notice[DomainEvent], *, is_gone: bool
) -> int | None:
    """The channel in which a notice of a match goes whose thread takes none; None if it is for no
    thread.

    :param is_gone: the thread does not exist any more, and the match goes on in the channel.
    """
    if notice.match is None:
        return None
    match = await services.matches.get(notice.match)
    if notice.channel in {side.channel for side in match.sides} or not match.channel:
        return None
    if is_gone and match.thread == notice.channel:
        await services.matches.move_to(match.id, match.channel, None)
    return match.channel


async def bring_back(services: Services, scope: int, thread: int) -> None:
    """Take a thread out of the archive, in which no message can be changed.

    Raises FAILURES that may pass.
    """
    guild = services.gateway.guild(scope)
    target = None if guild is None else await services.gateway.thread(guild, thread)
    if target is not None:
        await unless_refused(target.edit(archived=False), ApiRequest.THREAD)


async def update_tags(services: Services, notice: Notice[DomainEvent]) -> None:
    """Tag the forum post of a match that has ended, or that is resumed after it was shelved; where
    the bot may not, its tags stay.

    Raises FAILURES that may pass.
    """
    event = notice.event
    if notice.match is None or notice.dm is not None:
        return
    if isinstance(event, Answered) and event.request != "take_up":
        return
    match = await services.matches.get(notice.match)
    guild = services.gateway.guild(match.scope)
    if match.thread is None or guild is None:
        return
    thread = guild.get_thread(match.thread)
    if thread is None:
        # One that was archived is in no cache, though the last post may just have brought it back.
        thread = await services.gateway.thread(guild, match.thread)
    if (
        thread is None
        or not isinstance(thread.parent, discord.ForumChannel)
        or thread.owner_id != services.gateway.me
    ):
        return
    language = await services.gateway.language(match.scope, match.language)
    tags = await _tags(language, thread.parent, match)
    tag_ids = {tag.id for tag in tags.selection}
    if not tags.complete or tag_ids == {tag.id for tag in thread.applied_tags}:
        return
    if thread.archived:
        edit = thread.edit(applied_tags=tags.selection, archived=False)
    else:
        edit = thread.edit(applied_tags=tags.selection)
    await unless_refused(edit, ApiRequest.THREAD)


@dataclass(frozen=True, slots=True)
class Tags:
    """The tags of a match's post.

    :param complete: else another was taken, or none, as the forum has none of the match
    """

    selection: tuple[discord.ForumTag, ...]
    complete: bool


async def _tags(t: Language, forum: discord.ForumChannel, match: Match) -> Tags:
    """The tags of a match. Those that are missing are made where the bot may manage the forum."""
    state = texts.FORUM_RUNNING if match.status == "running" else texts.FORUM_OVER
    names = (match.game.name[:LONGEST_TAG], t.label(state)[:LONGEST_TAG])
    permissions = forum.permissions_for(forum.guild.me)
    tag_names = {tag.name.casefold() for tag in forum.available_tags}
    new_tags = [discord.ForumTag(name=name) for name in names if name.casefold() not in tag_names]
    new_tags = new_tags[: MAX_TAGS - len(tag_names)]
    if new_tags and permissions.manage_channels:
        # All at once: Discord is sent the whole list, in which those just made would be missing.
        forum = await _with_tags(forum, new_tags)
    usable = {tag.name.casefold(): tag for tag in _usable(forum)}
    own_tags = [usable[name.casefold()] for name in names if name.casefold() in usable]
    if own_tags or not forum.flags.require_tag:
        return Tags(tuple(own_tags), complete=True)
    return Tags(tuple(_usable(forum)[:1]), complete=False)


async def _with_tags(
    forum: discord.ForumChannel, new_tags: Collection[discord.ForumTag]
) -> discord.ForumChannel:
    """A forum with tags added to it; as it was where Discord does not take them now: no post waits
    for a tag.
    """
    try:
        return await forum.edit(available_tags=[*forum.available_tags, *new_tags]) or forum
    except FAILURES as error:
        log.info("no tags can be added to forum %s: %s", forum.id, reason(error))
        return forum


def _usable(parent: Parent) -> list[discord.ForumTag]:
    """The tags of a forum that the bot may set, those that everybody may set first."""
    if not isinstance(parent, discord.ForumChannel):
        return []
    free_tags = [tag for tag in parent.available_tags if not tag.moderated]
    if not parent.permissions_for(parent.guild.me).manage_threads:
        return free_tags
    return free_tags + [tag for tag in parent.available_tags if tag.moderated]
