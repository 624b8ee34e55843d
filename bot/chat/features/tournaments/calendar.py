"""Tournaments among the events of a server in Discord, where the bot may make them: made, moved and taken away.

Nothing about an event is stored: which one is of a tournament is told by its maker and its name, so that after a crash
none is made twice, and one that was doubled is taken away.
"""

from __future__ import annotations

import contextlib
import logging
from datetime import timedelta

import discord

from bot.chat.discord.gateway.failures import FAILURES, may_pass
from bot.chat.discord.services import Services
from bot.chat.features.tournaments import feature, texts
from bot.chat.language.i18n import Language, Markup
from bot.domain.errors import NotFound
from bot.domain.events import Event, Notice
from bot.domain.tournaments import events

log = logging.getLogger(__name__)

CHANGES = (
    events.TournamentCreated,
    events.TournamentMoved,
    events.CheckInOpened,
    events.TournamentStarted,
    events.TournamentFinished,
    events.TournamentCancelled,
)
"""What is told when the event of a tournament may have to change."""
MAKE = (events.TournamentCreated, events.TournamentMoved)
"""What makes an event where there is none; one that somebody has taken away does not come back by anything else."""
LONGEST_NAME = 100
SOON = timedelta(minutes=5)
"""Discord makes no events in the past; one that is nearly there is not worth making."""
USUAL_LENGTH = timedelta(days=1)


@feature.after(*CHANGES)
async def delivered(services: Services, notice: Notice[Event]) -> None:
    """Bring the event of a tournament up to date with what has just been told of it, or have that done later."""
    event = notice.event
    if not isinstance(event, CHANGES):
        return
    make = isinstance(event, MAKE)
    try:
        await _bring_up_to_date(services, notice.scope, event.tournament, make=make)
    except FAILURES as error:
        log.warning("the event of tournament %s could not be changed: %s", event.tournament, error)
        if may_pass(error):
            await services.tournaments.calendar_due(event.tournament, make=make)
    except NotFound:
        return


@feature.composes(events.CalendarDue)
async def bring_up_to_date(services: Services, _: Language, notice: Notice[events.CalendarDue]) -> None:
    """The same for a notice without a post, which is tried again while Discord is in trouble. Raises FAILURES."""
    try:
        await _bring_up_to_date(services, notice.scope, notice.event.tournament, make=notice.event.make)
    except FAILURES as error:
        if may_pass(error):
            raise
        log.warning("the event of tournament %s could not be changed: %s", notice.event.tournament, error)


async def _bring_up_to_date(services: Services, scope: int, tournament: int, *, make: bool) -> None:
    """Make, change or take away the event of a tournament. Raises FAILURES, NotFound."""
    guild = services.gateway.guild(scope)
    if guild is None:
        return
    if guild.unavailable:
        raise OSError(f"server {scope} is not available")
    allowed = guild.me.guild_permissions
    if not (allowed.manage_events or allowed.create_events):
        return
    item = await services.tournaments.get(tournament)
    me, mark = services.gateway.me, f"{item.name} · "
    mine = [one for one in await guild.fetch_scheduled_events() if one.creator_id == me and one.name.startswith(mark)]
    mine.sort(key=lambda one: one.id)
    # Everyone in a server can see its events, also those who can't view the channel that one is about.
    over = item.finished is not None or not await services.visibility.open_to_all(item.scope, item.channel)
    for one in mine if over else mine[1:]:
        with contextlib.suppress(discord.NotFound):  # somebody was quicker
            await one.delete()
    if over:
        return
    starts, name = item.starts, (mark + item.title)[:LONGEST_NAME]
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
