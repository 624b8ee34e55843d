"""Scheduled events of a server for its tournaments, if the bot may create them: created, moved and
deleted.

Nothing about an event is stored: the event of a tournament is known by its creator and its name, so
that none is created twice after a crash, and duplicates are deleted.
"""

import contextlib
import logging
from datetime import timedelta

import discord

from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.gateway.refusals import Request, passes, reason, unless_gone
from bot.chat.discord.services import Services
from bot.chat.features.tournaments import feature, texts
from bot.chat.language.i18n import Language, Markup
from bot.domain.errors import NotFound
from bot.domain.events import Event, Notice
from bot.domain.tournaments import events
from bot.domain.tournaments.contest import Contest

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
async def delivered(services: Services, notice: Notice[Event]) -> None:
    """Update the event of a tournament after a notice, now or later."""
    event = notice.event
    if isinstance(event, CHANGES):
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
        await _bring_up_to_date(services, scope, due.tournament, make=due.make)
    except FAILURES as error:
        log.warning(
            "the event of tournament %s could not be changed: %s", due.tournament, reason(error)
        )
        if passes(error, Request.EVENT):
            raise


async def _bring_up_to_date(services: Services, scope: int, tournament: int, *, make: bool) -> None:
    """Create, change or delete the event of a tournament. Raises FAILURES, NotFound."""
    guild = services.gateway.guild(scope)
    if guild is None and not services.gateway.serves(scope, guild=True):
        raise OSError(f"server {scope} is another process's")
    if guild is None:
        return
    if guild.unavailable:
        raise OSError(f"server {scope} is not available")
    allowed = guild.me.guild_permissions
    if not (allowed.manage_events or allowed.create_events):
        return
    item = await services.tournaments.get(tournament)
    me = services.gateway.me
    mark = f"{item.name} · "
    existing = await guild.fetch_scheduled_events()
    mine = [event for event in existing if event.creator_id == me and event.name.startswith(mark)]
    mine.sort(key=lambda event: event.id)
    # Everyone in a server can see its events, also members who can't view the tournament's channel.
    over = item.finished is not None or not await services.visibility.open_to_all(
        item.scope, item.channel
    )
    for event in mine if over else mine[1:]:
        await unless_gone(event.delete(), Request.EVENT)  # somebody may have been quicker
    if over:
        return
    starts = item.starts
    name = (mark + item.title)[:LONGEST_NAME]
    if starts is None or item.status == "running" or starts <= services.now() + SOON:
        if mine and mine[0].name != name:
            await mine[0].edit(name=name)
        return
    settings = await services.servers.settings(item.scope)
    t = Language(settings.language or guild.preferred_locale.value)
    link = f"https://discord.com/channels/{guild.id}/{item.channel}"
    about = texts.EVENT_CHECK_IN if item.terms.checkin else texts.EVENT_SIGN_UP
    ends = starts + (timedelta(days=item.terms.days) or USUAL_LENGTH)
    description = str(t(about, link=Markup(link), hours=item.terms.checkin))
    if not mine and make:
        await guild.create_scheduled_event(
            name=name,
            description=description,
            start_time=starts,
            end_time=ends,
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
            location=link,
        )
    elif mine and (mine[0].start_time, mine[0].name) != (starts, name):
        await mine[0].edit(name=name, description=description, start_time=starts, end_time=ends)
