"""A post for each match in a forum channel, where a server wants it: tagged by its game and by how it stands."""

from __future__ import annotations

import contextlib
import logging

import discord

from bot.chat.discord.components import word
from bot.chat.discord.delivery.ours import ARCHIVE_MINUTES, Ours
from bot.chat.discord.services import Services
from bot.chat.language import phrases, texts
from bot.chat.language.i18n import Language
from bot.domain.events import Event, Notice
from bot.domain.matches.match import Match

log = logging.getLogger(__name__)

MOST_TAGS = 20
"""How many tags a forum may have."""
LONGEST_TAG = 20


async def opened(
    services: Services, forum: discord.ForumChannel, match: Match, name: str, ours: Ours, *, again: bool
) -> discord.Thread | None:
    """The post of a match in a forum; None if none can be made. ``again``: an earlier try may have made it."""
    thread = ours.first(forum.threads)
    if thread is None and again:
        thread = ours.first(await forum.guild.active_threads())
    if thread is not None:
        return thread
    t = await _language(services, match)
    starter = word("\n".join((phrases.title(t, match), phrases.players(t, match))))
    try:
        created = await forum.create_thread(
            name=name,
            view=starter.view,
            allowed_mentions=starter.mentions(),
            applied_tags=await _tags(t, forum, match),
            auto_archive_duration=ARCHIVE_MINUTES,
        )
    except (discord.Forbidden, discord.NotFound) as error:
        log.warning("no post can be made in forum %s: %s", forum.id, error)
        return None
    return created.thread


async def delivered(services: Services, notice: Notice[Event]) -> None:
    """After the end of a match, tag its post as over; where that cannot be, it stays as it is."""
    if notice.match is None or notice.dm is not None:
        return
    match = await services.matches.get(notice.match)
    guild = services.gateway.guild(match.scope)
    if match.thread is None or guild is None:
        return
    thread = guild.get_thread(match.thread)
    if thread is None or not isinstance(thread.parent, discord.ForumChannel) or thread.owner_id != services.gateway.me:
        return
    tags = await _tags(await _language(services, match), thread.parent, match)
    if {tag.id for tag in tags} != {tag.id for tag in thread.applied_tags}:
        with contextlib.suppress(discord.HTTPException):
            await thread.edit(applied_tags=tags)


async def _tags(t: Language, forum: discord.ForumChannel, match: Match) -> list[discord.ForumTag]:
    """The tags of a match. Those that are missing are made where the bot may manage the forum."""
    state = texts.FORUM_RUNNING if match.status == "running" else texts.FORUM_OVER
    found: list[discord.ForumTag] = []
    allowed = forum.permissions_for(forum.guild.me)
    known = list(forum.available_tags)
    for name in (match.game.name[:LONGEST_TAG], t.label(state)[:LONGEST_TAG]):
        tag = next((one for one in known if one.name.casefold() == name.casefold()), None)
        if tag is None and allowed.manage_channels and len(known) < MOST_TAGS:
            with contextlib.suppress(discord.HTTPException):
                tag = await forum.create_tag(name=name)
                known.append(tag)
        if tag is not None and (not tag.moderated or allowed.manage_threads):
            found.append(tag)
    return found


async def _language(services: Services, match: Match) -> Language:
    guild = services.gateway.guild(match.scope)
    return Language(match.language or (guild.preferred_locale.value if guild else "en-US"))
