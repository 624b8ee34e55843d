"""Posts about requests and answers, the clock, and players who left; what is due by the clock."""

from collections.abc import Sequence
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
from bot.chat.board.requests import claims, too_early
from bot.chat.discord.components import Button, Post, button
from bot.chat.discord.feature import CHORES_SECONDS
from bot.chat.discord.services import Services
from bot.chat.features.agreements import feature, texts
from bot.chat.language import phrases
from bot.chat.language.i18n import Language, Markup, moment
from bot.chat.language.texts import (
    ACCEPT,
    ANSWERED_NO,
    ASKED,
    ASKED_TAKEBACK,
    CLOSED_OVER,
    DECLINE,
    MORE,
    MOVE,
    RESUME,
    WITHDRAW,
)
from bot.domain.events import DomainEvent, Notice
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
    request = cast(Agreement, event.request)
    if await _asked_again(services, notice):
        return None
    line = _request_line(t, match, event)
    is_open = agreements.is_open(match, request, event.by, event.version)
    if is_open and notice.answer is None:
        return await _open_request(services, t, match, notice, line)
    if notice.message is None:
        return None
    if notice.dm is None and _is_declined(notice):
        return None  # the post that says that it was declined is the only one
    outcome = calls.outcome(t, match, notice, request, event.by)
    is_agreed = notice.answer is not None and notice.answer.agreed
    if request == "pause" and match.paused and is_agreed:
        resume = button(t.label(RESUME), AskPause(match.id, match.version))
        return await calls.call(
            services, t, match, notice, line, first=(resume,), outcome=outcome, asks="live"
        )
    return await calls.call(services, t, match, notice, line, outcome=outcome)


def _request_line(t: Language, match: Match, event: events.Asked) -> Markup:
    """Who asks for what."""
    who = phrases.who(t, event.by)
    if event.request != "takeback":
        return t(ASKED[event.request], who=who, match=match.name)
    moves = phrases.moves(t, event.moves.split())
    return t.count(*ASKED_TAKEBACK, event.turns, moves=moves, who=who, match=match.name)


async def _open_request(
    services: Services, t: Language, match: Match, notice: Notice[events.Asked], line: Markup
) -> Post:
    """A request that waits for its answer, with the buttons of those who read it here."""
    request = cast(Agreement, notice.event.request)
    asker = notice.event.by
    to_answer = list[Button]()
    if calls.answers_here(match, notice, match.opponent(asker)):
        to_answer = answers(t, match, request)
    to_withdraw = list[Button]()
    if notice.dm is None and calls.answers_here(match, notice, asker):
        withdraw = WithdrawRequest(match.id, match.version, request)
        to_withdraw = [button(t.label(WITHDRAW), withdraw)]
    return await calls.call(
        services,
        t,
        match,
        notice,
        phrases.called(t, notice.ping, line),
        phrases.takeback_floor(t, match.clock) if request == "takeback" else None,
        first=to_answer,
        more=to_withdraw,
        asks="open",
    )


def _is_declined(notice: Notice[events.Asked]) -> bool:
    """Whether a request was declined, and not withdrawn by who asked."""
    answer = notice.answer
    if answer is None or answer.agreed:
        return False
    return answer.user != notice.event.by


async def _asked_again(services: Services, notice: Notice[events.Asked]) -> bool:
    """Whether a request that was held back was withdrawn and made again meanwhile.

    Then the later notice asks it.
    """
    if notice.message is not None:
        return False
    if notice.interaction is not None and notice.attempts <= 1:
        return False
    for later_event in await services.outbox.later(notice):
        if later_event.request == notice.event.request:
            return True
    return False


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
    line = phrases.called(t, notice.ping, _answer_line(t, match, event))
    board_changes = event.request in ("takeback", "take_up") and event.yes
    if not board_changes or match.status != "running":
        return await calls.call(services, t, match, notice, line)
    board = await services.images.match(match, say=t.say)
    pings: Sequence[int] = ()
    if match.by_teams:
        pings = await services.teams.pings(match, notice.scope, (match.mover or NOBODY,))
    people = t.listed([phrases.who(t, user) for user in pings])
    lead = f"{line}\n{people}" if people else line
    has_page = bool(services.doors.url)
    return cards.turn(t, match, (), board, notice, lead=lead, page=has_page, ping=pings)


def _answer_line(t: Language, match: Match, event: events.Answered) -> Markup:
    """Who answered, and how."""
    if event.by is None:
        return t(texts.RESUMED, match=match.name)
    who = phrases.who(t, event.by)
    if event.request == "takeback" and event.yes:
        return t.count(*texts.TAKEN_BACK, event.turns, who=who, match=match.name)
    template = (texts.ANSWERED_YES if event.yes else ANSWERED_NO)[event.request]
    if event.request == "draw" and event.by == COMPUTER and not event.yes:
        template = texts.COMPUTER_DRAW_NO
    return t(template, who=who, match=match.name)


@feature.composes(events.TimeRunsShort, events.MoreTimeGiven)
async def compose_time(
    services: Services, t: Language, notice: Notice[events.MatchEvent]
) -> Post | None:
    """A reminder, or the time that the opponent has given; None if outdated."""
    match = await cards.match_of(services, t, notice)
    event = notice.event
    if match.status != "running" or match.version != event.version:
        return None
    if match.due is None or match.mover is None:
        return None
    template = texts.REMINDER if isinstance(event, events.TimeRunsShort) else texts.MORE_TIME
    # A player who gets a direct message is named in the channel, but not pinged.
    names = calls.both(t, match, match.mover)
    deadline = match.deadline or match.due
    line = t(template, when=moment(deadline), left=moment(deadline, "R"), **names)
    return await calls.call(services, t, match, notice, line)


@feature.composes(events.TimeRanOut)
async def compose_out_of_time(
    services: Services, t: Language, notice: Notice[events.TimeRanOut]
) -> Post | None:
    """The claims against a player who is out of time, and their last move; None if outdated."""
    match = await cards.match_of(services, t, notice)
    event = notice.event
    claimant = match.opponent(event.by)
    by_computer = COMPUTER in match.seats  # against which only teams play with a clock
    # Whether those who read it are the ones who are out of time.
    is_late = notice.dm == event.by or not calls.answers_here(match, notice, claimant)
    template = texts.OVERDUE
    if by_computer:
        template = texts.OVERDUE_TEAM
    elif is_late:
        template = texts.OVERDUE_LATE
    line = t(template, **calls.both(t, match, claimant))
    if match.status == "running" and match.version == event.version and match.overdue:
        if by_computer or is_late:
            offers_move = is_late and not by_computer and notice.dm is None
            first = [_move_button(t, match)] if offers_move else []
            return await calls.call(services, t, match, notice, line, first=first, asks="open")
        return await _offer_claims(services, t, match, notice, line)
    if notice.message is None:
        return None
    outcome = _closed_by_time(t, match)
    return await calls.call(services, t, match, notice, line, outcome=outcome)


def _move_button(t: Language, match: Match) -> Button:
    return button(t.label(MOVE), OpenMove(match.id, match.version))


async def _offer_claims(
    services: Services, t: Language, match: Match, notice: Notice[events.TimeRanOut], line: Markup
) -> Post:
    """The claims against a player who is out of time, who may still move where they read it."""
    late = notice.event.by
    early = t(texts.CLAIM_EARLY, match=match.name) if too_early(match) else None
    rule = await _rule(services, t, match)
    can_move = None
    last_move = list[Button]()
    if late in notice.event.pings and calls.answers_here(match, notice, late):
        can_move = t(texts.OVERDUE_MOVE, **calls.both(t, match, match.opponent(late)))
        last_move = [_move_button(t, match)]
    return await calls.call(
        services,
        t,
        match,
        notice,
        line,
        early,
        rule,
        can_move,
        first=claims(t, match, opponent_left=False),
        more=last_move,
        asks="open",
    )


def _closed_by_time(t: Language, match: Match) -> Markup:
    """What has become of claims that are no longer open: the match is over, or goes on."""
    template = texts.CLOSED_TIME if match.status == "running" else CLOSED_OVER
    return t(template, match=match.name)


async def _rule(services: Services, t: Language, match: Match) -> str | None:
    """How a tournament's match that is out of time ends by itself, and when; None for others."""
    if match.tournament is None or match.due is None:
        return None
    tournament_game = await services.tournaments.of_match(match.id)
    if tournament_game is None:
        return None
    tournament, _ = tournament_game
    ends = moment(match.due + verdicts.GRACE, "R")
    return t(texts.OVERDUE_RULE[tournament.terms.late], when=ends)


@feature.composes(events.PlayerLeft)
async def compose_left(
    services: Services, t: Language, notice: Notice[events.PlayerLeft]
) -> Post | None:
    """From when a player whose opponent has left can end the match; None if outdated."""
    match = await cards.match_of(services, t, notice)
    event = notice.event
    is_gone = match.status == "running" and _has_left(match, event.by)
    if event.banned and notice.dm is None:
        return None
    if notice.message is None and not is_gone:
        return None
    template = texts.LEFT
    if event.banned:
        template = texts.LEFT_BANNED
    elif endings.counts_when_left(match):
        template = texts.LEFT_RATED
    absence_start = notice.created_at if match.absence is None else match.absence.start
    when = moment(absence_start + endings.GRACE)
    line = t(template, when=when, **calls.both(t, match, match.opponent(event.by)))
    if not is_gone:
        outcome = _closed_by_time(t, match)
        return await calls.call(services, t, match, notice, line, outcome=outcome)
    # where the claims are from then on
    more_button = button(t.label(MORE), ShowMore(match.id, match.version))
    return await calls.call(services, t, match, notice, line, more=(more_button,), asks="open")


def _has_left(match: Match, user: int) -> bool:
    return match.absence is not None and match.seats[match.absence.seat] == user


@feature.job("what was due in matches", CHORES_SECONDS)
async def work(services: Services) -> None:
    """Credit an outage, then do what is due: reminders, deadlines, pauses, expired challenges."""
    shards = services.gateway.connected()
    count = services.gateway.shard_count
    await services.heartbeat.beat(shards, count)
    await services.matches.wake_due(shards, count)
    await services.challenges.expire()


@feature.job("rated matches whose player has left", LEFT_SECONDS)
async def end_left(services: Services) -> None:
    """End rated matches that a player lost by leaving.

    That is a day ago and, as Discord says, they are not back.
    """
    shards = services.gateway.connected()
    count = services.gateway.shard_count
    left_before = services.now() - endings.GRACE
    for id in await services.matches.long_absent(left_before, shards, count):
        match = await services.matches.get(id)
        if match.absence is None or not endings.counts_when_left(match):
            continue
        if await services.presence.look(match, match.seats[match.absence.seat]):
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
async def delivered(services: Services, notice: Notice[DomainEvent]) -> None:
    """Check that the player whose action the match waits for is still in the server."""
    match = await services.matches.match_of(notice)
    event = notice.event
    if isinstance(event, events.Asked):
        if match.status == "running":
            await services.presence.queue(match, match.opponent(event.by))
    elif match.mover is not None and (isinstance(event, CALLS) or match.absence is not None):
        await services.presence.queue(match, match.mover)
