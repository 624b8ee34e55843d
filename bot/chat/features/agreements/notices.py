"""Posts about requests and answers, the clock, and players who left, and what is due by the
clock.
"""

from typing import cast

from bot.chat.board import calls, cards
from bot.chat.board.links import (
    Agreement,
    AnswerAgreement,
    AskPause,
    OpenMove,
    ShowMore,
    WithdrawRequest,
)
from bot.chat.discord.components import Asks, Button, Post, button
from bot.chat.discord.feature import CHORES_SECONDS
from bot.chat.discord.services import Services
from bot.chat.features.agreements import feature, texts
from bot.chat.language import phrases
from bot.chat.language.i18n import Language, moment
from bot.chat.language.texts import (
    ACCEPT,
    ASKED,
    ASKED_TAKEBACK,
    CLOSED_OVER,
    DECLINE,
    MORE,
    MOVE,
    RESUME,
    WITHDRAW,
)
from bot.domain.events import Event, Notice
from bot.domain.matches import agreements, endings, events
from bot.domain.matches.match import Match
from bot.domain.tournaments import verdicts
from bot.domain.values import COMPUTER, NOBODY

LEFT_SECONDS = 300.0  # interval in which players are asked for who left a day ago


@feature.composes(events.Asked)
async def compose_asked(
    services: Services, t: Language, notice: Notice[events.Asked]
) -> Post | None:
    """A request with buttons to answer it; once it is answered, how; None if outdated."""
    match = await cards.match_of(services, t, notice)
    event = notice.event
    says = {"who": phrases.who(t, event.by), "match": match.name}
    lead = None
    if event.request == "takeback":
        asked = t.count(
            *ASKED_TAKEBACK, event.turns, moves=phrases.moves(t, event.moves.split()), **says
        )
    else:
        asked = t(ASKED[event.request], **says)
    what = cast(Agreement, event.request)
    by = event.by
    if await _asked_again(services, notice):
        return None
    if agreements.is_open(match, what, by, event.version) and notice.answer is None:
        first = (
            answers(t, match, what) if calls.answers_here(match, notice, match.opponent(by)) else []
        )
        withdraw = button(t.label(WITHDRAW), WithdrawRequest(match.id, match.version, what))
        own = [withdraw] if notice.dm is None and calls.answers_here(match, notice, by) else []
        lead = phrases.called(t, notice.ping, asked)
        floor = phrases.takeback_floor(t, match.clock) if what == "takeback" else None
        return await calls.call(
            services, t, match, notice, lead, floor, first=first, more=own, asks="open"
        )
    declined = notice.answer is not None and not notice.answer[0] and notice.answer[1] != by
    if notice.message is None or (notice.dm is None and declined):
        return None  # the post that says that it was declined is the only one
    closed = calls.outcome(t, match, notice, what, by)
    if what == "pause" and match.paused and notice.answer is not None and notice.answer[0]:
        go_on = button(t.label(RESUME), AskPause(match.id, match.version))
        return await calls.call(
            services, t, match, notice, asked, first=(go_on,), closed=closed, asks="live"
        )
    return await calls.call(services, t, match, notice, asked, closed=closed)


async def _asked_again(services: Services, notice: Notice[events.Asked]) -> bool:
    """Whether a request that was held back was withdrawn and made again meanwhile: the later notice
    asks it.
    """
    if notice.message is not None or (notice.via is not None and notice.attempts <= 1):
        return False
    return any(
        later.request == notice.event.request for later in await services.outbox.later(notice)
    )


def answers(t: Language, match: Match, what: Agreement) -> list[Button]:
    """The buttons by which a request is answered; that a pause ends cannot be declined."""
    yes = button(t.label(ACCEPT), AnswerAgreement(match.id, match.version, what, True), "success")
    no = button(t.label(DECLINE), AnswerAgreement(match.id, match.version, what, False))
    return [yes] if what == "resume" else [yes, no]


@feature.composes(events.Answered)
async def compose_answered(
    services: Services, t: Language, notice: Notice[events.Answered]
) -> Post | None:
    """An answer; after a takeback, with the board."""
    match = await cards.match_of(services, t, notice)
    event = notice.event
    if event.by is None:
        line = t(texts.RESUMED, match=match.name)
    elif event.request == "takeback" and event.yes:
        line = t.count(
            *texts.TAKEN_BACK, event.turns, who=phrases.who(t, event.by), match=match.name
        )
    else:
        template = (texts.ANSWERED_YES if event.yes else texts.ANSWERED_NO)[event.request]
        if event.request == "draw" and event.by == COMPUTER and not event.yes:
            template = texts.COMPUTER_DRAW_NO
        line = t(template, who=phrases.who(t, event.by), match=match.name)
    words = phrases.called(t, notice.ping, line)
    if event.request in ("takeback", "take_up") and event.yes and match.status == "running":
        board = await services.images.match(match, say=t.say)
        mover = match.mover or NOBODY
        pings = await services.teams.pings(match, notice.scope, (mover,)) if match.by_teams else ()
        lead = "\n".join(filter(None, (words, t.listed([phrases.who(t, each) for each in pings]))))
        return cards.turn(
            t, match, (), board, notice, lead=lead, page=bool(services.doors.url), ping=pings
        )
    return await calls.call(services, t, match, notice, words)


@feature.composes(events.TimeRunsShort, events.MoreTimeGiven)
async def compose_time(
    services: Services, t: Language, notice: Notice[events.MatchEvent]
) -> Post | None:
    """A reminder, or the time that the opponent has given; None if outdated."""
    match = await cards.match_of(services, t, notice)
    event = notice.event
    if (
        match.status != "running"
        or match.due is None
        or match.mover is None
        or match.version != event.version
    ):
        return None
    template = texts.REMINDER if isinstance(event, events.TimeRunsShort) else texts.MORE_TIME
    # A player who gets a direct message is named in the channel, but not pinged.
    says = calls.both(t, match, match.mover)
    until = match.until or match.due
    line = t(template, when=moment(until), left=moment(until, "R"), **says)
    return await calls.call(services, t, match, notice, line)


@feature.composes(events.TimeRanOut)
async def compose_out_of_time(
    services: Services, t: Language, notice: Notice[events.TimeRanOut]
) -> Post | None:
    """The claims of a player whose opponent is out of time, and a last move for that opponent; None
    if outdated.
    """
    match = await cards.match_of(services, t, notice)
    event = notice.event
    says = calls.both(t, match, claimant := match.opponent(event.by))
    late = notice.dm == event.by or not calls.answers_here(match, notice, claimant)
    alone = COMPUTER in match.seats  # against which only teams play with a clock
    line = t(texts.OVERDUE_TEAM if alone else texts.OVERDUE_LATE if late else texts.OVERDUE, **says)
    if match.status == "running" and match.version == event.version and match.overdue:
        early = t(texts.CLAIM_EARLY, match=match.name) if cards.too_early(match) else None
        rule = await _rule(services, t, match)
        move = button(t.label(MOVE), OpenMove(match.id, match.version))
        if late or alone:
            own = [] if alone or notice.dm is not None else [move]
            return await calls.call(services, t, match, notice, line, first=own, asks="open")
        here = event.by in event.pings and calls.answers_here(match, notice, event.by)
        yet, more = (t(texts.OVERDUE_MOVE, **says), [move]) if here else (None, [])
        first = cards.claims(t, match, left=False)
        return await calls.call(
            services, t, match, notice, line, early, rule, yet, first=first, more=more, asks="open"
        )
    if notice.message is None:
        return None
    closed = t(CLOSED_OVER if match.status != "running" else texts.CLOSED_TIME, match=match.name)
    return await calls.call(services, t, match, notice, line, closed=closed)


async def _rule(services: Services, t: Language, match: Match) -> str | None:
    """How a tournament's match that is out of time ends by itself, and when; None for others."""
    paired = await services.tournaments.of_match(match.id) if match.tournament is not None else None
    if paired is None or match.due is None:
        return None
    return t(texts.OVERDUE_RULE[paired[0].terms.late], when=moment(match.due + verdicts.GRACE, "R"))


@feature.composes(events.PlayerLeft)
async def compose_left(
    services: Services, t: Language, notice: Notice[events.PlayerLeft]
) -> Post | None:
    """From when a player whose opponent has left can end the match; None if outdated."""
    match = await cards.match_of(services, t, notice)
    event = notice.event
    gone = (
        match.status == "running"
        and match.absence is not None
        and match.seats[match.absence.seat] == event.by
    )
    if (event.banned and notice.dm is None) or (notice.message is None and not gone):
        return None
    when = moment((match.absence.since if match.absence else notice.created) + endings.GRACE)
    template = texts.LEFT_RATED if endings.counts_when_left(match) else texts.LEFT
    if event.banned:
        template = texts.LEFT_BANNED
    line = t(template, when=when, **calls.both(t, match, match.opponent(event.by)))
    # where the claims are from then on
    more = button(t.label(MORE), ShowMore(match.id, match.version))
    closed = (
        ""
        if gone
        else t(CLOSED_OVER if match.status != "running" else texts.CLOSED_TIME, match=match.name)
    )
    asks: Asks = "open" if gone else ""
    return await calls.call(
        services, t, match, notice, line, more=(more,) * gone, closed=closed, asks=asks
    )


@feature.job("what was due in matches", CHORES_SECONDS)
async def work(services: Services) -> None:
    """Credit an outage, then do what is due: reminders, deadlines, ends of pauses, expired
    challenges.
    """
    shards = services.gateway.connected()
    count = services.gateway.shard_count
    await services.heartbeat.beat(shards, count)
    await services.matches.wake_due(shards, count)
    await services.challenges.expire()


@feature.job("rated matches whose player has left", LEFT_SECONDS)
async def end_left(services: Services) -> None:
    """End rated matches that count as lost for a player who left a day ago and, as Discord says, is
    not back.
    """
    shards = services.gateway.connected()
    count = services.gateway.shard_count
    for id in await services.matches.long_absent(services.now() - endings.GRACE, shards, count):
        match = await services.matches.get(id)
        counts = match.absent_seat is not None and endings.counts_when_left(match)
        if counts and await services.presence.look(match, match.seats[match.absent_seat or 0]):
            await services.matches.do(id, endings.left)


CALLS = (
    events.TimeRunsShort,
    events.TimeRanOut,
    events.Nudged,
    events.QuietReminder,
    events.QuietAsked,
)
"""Events for a player who has not moved for a while."""


@feature.after(events.Asked, events.TurnPlayed, *CALLS)
async def delivered(services: Services, notice: Notice[Event]) -> None:
    """Check that the player whose action the match waits for is still in the server."""
    match = await services.matches.match_of(notice)
    event = notice.event
    if isinstance(event, events.Asked):
        if match.status == "running":
            await services.presence.queue(match, match.opponent(event.by))
    elif match.mover is not None and (isinstance(event, CALLS) or match.absence is not None):
        await services.presence.queue(match, match.mover)
