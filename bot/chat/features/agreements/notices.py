"""Posts about requests and answers, the clock, and players who left, and what is due by the clock."""

from collections.abc import Mapping
from typing import TypeAlias, cast

from bot.chat.board import cards
from bot.chat.board.links import Agreement, AnswerAgreement, OpenMove, ShowBoard
from bot.chat.discord.components import AMBER, BLURPLE, Button, Post, button, post, row, text, word
from bot.chat.discord.feature import CHORES_SECONDS
from bot.chat.discord.services import Services
from bot.chat.features.agreements import feature, texts
from bot.chat.language import phrases
from bot.chat.language.i18n import Language, moment
from bot.chat.language.texts import ACCEPT, ASKED, ASKED_TAKEBACK, BOARD, DECLINE, MOVE
from bot.domain.events import Event, Notice
from bot.domain.matches import endings
from bot.domain.matches.events import (
    Answered,
    Asked,
    MatchEvent,
    MoreTimeGiven,
    Nudged,
    PlayerLeft,
    QuietAsked,
    QuietReminder,
    TimeRanOut,
    TimeRunsShort,
    TurnPlayed,
)
from bot.domain.matches.match import Match
from bot.domain.values import COMPUTER

LEFT_SECONDS = 300.0  # interval in which players are asked for who left a day ago
TimeEvent: TypeAlias = TimeRunsShort | TimeRanOut | MoreTimeGiven | PlayerLeft
SAID: Mapping[type[TimeEvent], str] = {
    TimeRunsShort: texts.REMINDER,
    TimeRanOut: texts.OVERDUE,
    MoreTimeGiven: texts.MORE_TIME,
    PlayerLeft: texts.LEFT,
}


@feature.composes(Asked)
async def compose_asked(services: Services, t: Language, notice: Notice[Asked]) -> Post | None:
    """A request with buttons to answer it."""
    match, event = await cards.match_of(services, t, notice), notice.event
    says = {"who": phrases.who(t, event.by), "match": match.name}
    takeback = event.request == "takeback"
    asked = t.count(*ASKED_TAKEBACK, event.turns, **says) if takeback else t(ASKED[event.request], **says)
    line = phrases.called(t, notice.ping) + asked
    what = cast(Agreement, event.request)
    yes = button(t.label(ACCEPT), AnswerAgreement(match.id, match.version, what, True), "success")
    no = button(t.label(DECLINE), AnswerAgreement(match.id, match.version, what, False))
    return post(text(line), row(yes, no, _board(t, match)), colour=BLURPLE, notice=notice)


@feature.composes(Answered)
async def compose_answered(services: Services, t: Language, notice: Notice[Answered]) -> Post | None:
    """An answer; after a takeback, with the board."""
    match, event = await cards.match_of(services, t, notice), notice.event
    if event.by is None:
        line = t(texts.RESUMED, match=match.name)
    elif event.request == "takeback" and event.yes:
        line = t.count(*texts.TAKEN_BACK, event.turns, who=phrases.who(t, event.by), match=match.name)
    else:
        template = (texts.ANSWERED_YES if event.yes else texts.ANSWERED_NO)[event.request]
        if event.request == "draw" and event.by == COMPUTER and not event.yes:
            template = texts.COMPUTER_DRAW_NO
        line = t(template, who=phrases.who(t, event.by), match=match.name)
    words = phrases.called(t, notice.ping) + line
    if event.request in ("takeback", "take_up") and event.yes and match.status == "running":
        return cards.turn(t, match, (), await services.images.match(match, say=t.say), notice, lead=words)
    return word(words, notice=notice) if match.status != "running" else _reminder(t, match, words, notice)


@feature.composes(*SAID)
async def compose_time(services: Services, t: Language, notice: Notice[TimeEvent]) -> Post | None:
    """A reminder, or the claims of a player whose opponent is out of time or gone; None if outdated."""
    match, event = await cards.match_of(services, t, notice), notice.event
    left, due = isinstance(event, PlayerLeft), match.due
    if match.status != "running" or (due is None and not left):
        return None  # the match has ended
    if isinstance(event, TimeRunsShort | TimeRanOut) and match.version != event.version:
        return None  # the turn has been played
    reader = notice.ping
    if reader is None:
        # A player who gets a direct message is named in the channel, but not pinged.
        reader = event.by if isinstance(event, TimeRunsShort) else match.opponent(event.by)
    if left:
        due = (match.gone_since or notice.created) + endings.GRACE
    when = {} if due is None else {"when": moment(due), "left": moment(due, "R")}
    template = SAID[type(event)]
    if isinstance(event, PlayerLeft) and event.banned:
        template = texts.LEFT_BANNED
    elif left and endings.counts_when_left(match):
        template = texts.LEFT_RATED
    line = t(template, who=phrases.who(t, reader), match=match.name, **when)
    if left or isinstance(event, TimeRanOut):
        early = match.rated and not match.counts_for_rating and match.tournament is None
        words = text(line, t(texts.CLAIM_EARLY) if early else None)
        return post(words, row(*cards.claims(t, match, left=left), _board(t, match)), colour=AMBER, notice=notice)
    return _reminder(t, match, line, notice)


def _board(t: Language, match: Match) -> Button:
    return button(t.label(BOARD), ShowBoard(match.id, match.version))


def _reminder(t: Language, match: Match, line: str, notice: Notice[MatchEvent]) -> Post:
    """A sentence about a match, with buttons for the board and, if it is the reader's turn, a move."""
    waits = match.mover == notice.ping and not match.paused
    move = button(t.label(MOVE), OpenMove(match.id, match.version), "primary") if waits else None
    return post(text(line), row(move, _board(t, match)), colour=AMBER, notice=notice)


@feature.job("what was due in matches", CHORES_SECONDS)
async def work(services: Services) -> None:
    """Credit an outage, then do what is due: reminders, deadlines, ends of pauses, expired challenges."""
    shards, count = services.gateway.connected(), services.gateway.shard_count
    await services.heartbeat.beat(shards, count)
    await services.matches.wake_due(shards, count)
    await services.challenges.expire()


@feature.job("rated matches whose player has left", LEFT_SECONDS)
async def end_left(services: Services) -> None:
    """End rated matches that count as lost for a player who left a day ago and, as Discord says, is not back."""
    shards, count = services.gateway.connected(), services.gateway.shard_count
    for id in await services.matches.long_gone(services.now() - endings.GRACE, shards, count):
        match = await services.matches.get(id)
        counts = match.gone is not None and endings.counts_when_left(match)
        if counts and await services.presence.look(match, match.seats[match.gone or 0]):
            await services.matches.do(id, endings.left)


CALLS = (TimeRunsShort, TimeRanOut, Nudged, QuietReminder, QuietAsked)
"""Events for a player who has not moved for a while."""


@feature.after(Asked, TurnPlayed, *CALLS)
async def delivered(services: Services, notice: Notice[Event]) -> None:
    """Check that the player whose action the match waits for is still in the server."""
    match, event = await services.matches.match_of(notice), notice.event
    if isinstance(event, Asked):
        if match.status == "running":
            await services.presence.queue(match, match.opponent(event.by))
    elif match.mover is not None and (isinstance(event, CALLS) or match.gone is not None):
        await services.presence.queue(match, match.mover)
