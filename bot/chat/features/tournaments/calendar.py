"""Scheduled events of a server for its tournaments: created, moved and deleted.

Nothing about an event is stored: the event of a tournament is known by its creator and its name, so
that none is created twice after a crash, and duplicates are deleted.
"""

import contextlib
import logging
from datetime import timedelta

import discord

from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.gateway.refusals import ApiRequest, passes, reason, unless_gone
from bot.chat.discord.services import Services
from bot.chat.features.tournaments import feature, texts
from bot.chat.language.i18n import Language, Markup
from bot.domain.errors import NotFound
from bot.domain.events import DomainEvent, Notice
from bot.domain.tournaments import events
from bot.domain.tournaments.contest import Contest
from bot.domain.tournaments.tournament import Tournament

log = logging.getLogger(__name__)

CHANGES = (
    events.TournamentCreated,
    events.TournamentMoved,
    events.CheckInOpened,
    events.TournamentStarted,
    events.TournamentFinished,
    events.TournamentCancelled,
)
"""After these notices the event of a tournament may have to change."""
MAKE = (events.TournamentCreated, events.TournamentMoved)
"""Only these create a missing event, so that an event deleted by somebody stays deleted."""
LONGEST_NAME = 100
SOON = timedelta(minutes=5)
"""An event is not worth creating this shortly before its start; Discord refuses events in the
past.
"""
USUAL_LENGTH = timedelta(days=1)


@feature.after(*CHANGES)
async def delivered(services: Services, notice: Notice[DomainEvent]) -> None:
    """Update the event of a tournament after a notice, now or later."""
    event = notice.event
    if not isinstance(event, CHANGES):
        return
    due = events.CalendarDue(event.tournament, make=isinstance(event, MAKE))
    with contextlib.suppress(NotFound):
        try:
            await _update(services, notice.scope, due)
        except FAILURES:
            await services.tournaments.do(event.tournament, Contest.announce, due)


@feature.composes(events.CalendarDue)
async def bring_up_to_date(
    services: Services, _: Language, notice: Notice[events.CalendarDue]
) -> None:
    """Update it for a notice without a post, which is retried while Discord fails.

    Raises FAILURES.
    """
    await _update(services, notice.scope, notice.event)


async def _update(services: Services, scope: int, due: events.CalendarDue) -> None:
    """Bring the event of a tournament up to date, if Discord lets it.

    Raises FAILURES that may pass, NotFound.
    """
    try:
        guild = _guild(services, scope)
        if guild is not None and _may_create_events(guild):
            item = await services.tournaments.get(due.tournament)
            await _bring_up_to_date(services, guild, item, make=due.make)
    except FAILURES as error:
        log.warning(
            "the event of tournament %s could not be changed: %s", due.tournament, reason(error)
        )
        if passes(error, ApiRequest.EVENT):
            raise


def _guild(services: Services, scope: int) -> discord.Guild | None:
    """The server of a tournament; None where the bot has left it. Raises OSError if it is away."""
    guild = services.gateway.guild(scope)
    if guild is None:
        if not services.gateway.serves(scope, guild=True):
            raise OSError(f"server {scope} is another process's")
        return None
    if guild.unavailable:
        raise OSError(f"server {scope} is not available")
    return guild


def _may_create_events(guild: discord.Guild) -> bool:
    permissions = guild.me.guild_permissions
    return permissions.manage_events or permissions.create_events


async def _bring_up_to_date(
    services: Services, guild: discord.Guild, item: Tournament, *, make: bool
) -> None:
    """Create, change or delete the event of a tournament. Raises FAILURES."""
    own_events = await _own_events(services, guild, item)
    # Everyone in a server can see its events, also members who can't view the tournament's channel.
    is_over = item.finished is not None or not await services.visibility.open_to_all(
        item.scope, item.channel
    )
    for extra in own_events if is_over else own_events[1:]:
        await unless_gone(extra.delete(), ApiRequest.EVENT)  # somebody may have been quicker
    if is_over:
        return
    event = own_events[0] if own_events else None
    name = (_mark(item) + item.title)[:LONGEST_NAME]
    starts = item.starts
    if starts is None or item.status == "running" or starts <= services.now() + SOON:
        if event is not None and event.name != name:
            await event.edit(name=name)
        return
    ends = starts + (timedelta(days=item.terms.days) or USUAL_LENGTH)
    link = f"https://discord.com/channels/{guild.id}/{item.channel}"
    description = await _description(services, guild, item, link)
    if event is not None:
        if (event.start_time, event.name) != (starts, name):
            await event.edit(name=name, description=description, start_time=starts, end_time=ends)
    elif make:
        await guild.create_scheduled_event(
            name=name,
            description=description,
            start_time=starts,
            end_time=ends,
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
            location=link,
        )


def _mark(item: Tournament) -> str:
    """What the name of the event begins with, by which it is known."""
    return f"{item.name} · "


async def _own_events(
    services: Services, guild: discord.Guild, item: Tournament
) -> list[discord.ScheduledEvent]:
    """The events that the bot has created for a tournament, the oldest first."""
    me = services.gateway.me
    mark = _mark(item)
    events = await guild.fetch_scheduled_events()
    own_events = [
        event for event in events if event.creator_id == me and event.name.startswith(mark)
    ]
    return sorted(own_events, key=lambda event: event.id)


async def _description(
    services: Services, guild: discord.Guild, item: Tournament, link: str
) -> str:
    settings = await services.servers.settings(item.scope)
    t = Language(settings.language or guild.preferred_locale.value)
    template = texts.EVENT_CHECK_IN if item.terms.checkin else texts.EVENT_SIGN_UP
    return str(t(template, link=Markup(link), hours=item.terms.checkin))
