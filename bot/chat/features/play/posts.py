"""The posts of a match: its first board, every turn, and its end; and the computer's moves."""

from collections.abc import Sequence
from dataclasses import replace

from bot.chat.board import calls, cards
from bot.chat.board.ends import after_the_end
from bot.chat.discord.components import Post
from bot.chat.discord.feature import THINKING_SECONDS, Job
from bot.chat.discord.services import Services
from bot.chat.features.play import feature, texts
from bot.chat.language import phrases
from bot.chat.language.i18n import Language
from bot.domain.events import Notice
from bot.domain.handicaps.suggestion import Suggestion
from bot.domain.matches.events import MatchEvent, MatchFinished, MatchStarted, TurnPlayed
from bot.domain.matches.history import Turn
from bot.domain.matches.match import Match
from bot.domain.values import COMPUTER, NOBODY

feature.jobs.append(
    Job(
        "what the computer has thought out",
        THINKING_SECONDS,
        lambda services: services.opponent.work(),
    )
)


async def note_post(services: Services, notice: Notice[MatchEvent], message: int) -> None:
    """Note where a turn was posted."""
    if notice.channel is None:
        return
    services.posts.turn_posted(notice, notice.event.version, notice.channel, message)
    # which is changed if the result is cancelled, however soon
    if isinstance(notice.event, MatchFinished):
        await services.posts.store_turns()


@feature.composes(MatchStarted, TurnPlayed, MatchFinished, on_posted=note_post)
async def compose(services: Services, t: Language, notice: Notice[MatchEvent]) -> Post | None:
    """The turns played and the board after them; for a new match, its first board.

    None if nothing is to be sent.
    """
    match = await cards.match_of(services, t, notice)
    plies = _plies(match, notice.event)
    if plies.stop > match.state.ply:
        return None  # taken back before this was sent
    if _has_gone_on(match, notice.event, plies.stop):
        if _is_held_back(notice):
            return None  # they have moved since they woke, or get a later turn
        match = await _as_it_was(services, match, plies.stop)
    turns = _turns_between(match, plies)
    if COMPUTER in match.seats and turns:
        if match.mover == COMPUTER:
            return None  # the post of the answer shows this turn, too
        turns = _with_answered_turn(match, turns)
    pings: Sequence[int] = ()
    if match.by_teams and notice.dm is None:
        pings = await services.teams.pings(match, notice.scope)
    return cards.turn(
        t,
        match,
        turns,
        await services.images.match(match, say=t.say),
        notice,
        lead=await _lead(services, t, match, notice, pings),
        tail=await _tail(services, t, match, notice, turns),
        page=bool(services.doors.url),
        ping=pings,
        suggestion=await _even(services, match, notice),
    )


async def _even(services: Services, match: Match, notice: Notice[MatchEvent]) -> Suggestion | None:
    """The handicap that is offered to the players after their match; none once they play again."""
    is_end = isinstance(notice.event, MatchFinished)
    if not is_end or notice.followed or match.rematch is not None:
        return None
    return await services.handicaps.offer(match)


def _plies(match: Match, event: MatchEvent) -> range:
    """The plies of which an event tells; of a new match none."""
    if isinstance(event, TurnPlayed | MatchFinished):
        return range(event.start, event.end)
    return range(match.history.given, match.history.given)


def _is_held_back(notice: Notice[MatchEvent]) -> bool:
    """Whether a notice of a turn goes to a player by direct message, which waits while they
    sleep.
    """
    if isinstance(notice.event, MatchFinished):
        return False
    return notice.dm is not None and not notice.followed


async def _lead(
    services: Services,
    t: Language,
    match: Match,
    notice: Notice[MatchEvent],
    pings: Sequence[int],
) -> str:
    """The line before all: a call to teams, else the note of a tournament's new match."""
    if match.by_teams and notice.dm is None:
        call = await _call_to_teams(services, t, match, notice.scope, pings)
        if call:
            return call
    begins = isinstance(notice.event, MatchStarted)
    if begins and match.tournament is not None and match.note:
        mover = phrases.who(t, match.mover or NOBODY)
        return t(texts.TOURNAMENT_MATCH, who=mover, note=match.note)
    return ""


async def _tail(
    services: Services,
    t: Language,
    match: Match,
    notice: Notice[MatchEvent],
    turns: list[Turn],
) -> str:
    """The lines below all: what has become of a draw offer, else what the end has led to."""
    if isinstance(notice.event, TurnPlayed) and turns:
        draw = await _about_the_draw(services, t, match, notice, notice.event, turns)
        if draw:
            return draw
    if match.status != "running":
        return await after_the_end(services, t, match)
    return ""


def _has_gone_on(match: Match, event: MatchEvent, end: int) -> bool:
    """Whether a match is no longer as it was after an event that led to ply ``end``."""
    if match.state.ply != end:
        return True
    return match.status != "running" and not isinstance(event, MatchFinished)


async def _as_it_was(services: Services, match: Match, ply: int) -> Match:
    """A match as it was at a ply, when it still ran."""
    earlier_match = await services.matches.look(match.id, ply)
    time = replace(earlier_match.time, due=None, paused=None)
    return replace(earlier_match.without_request("draw"), result=None, time=time)


async def _call_to_teams(
    services: Services, t: Language, match: Match, scope: int, pings: Sequence[int]
) -> str:
    """The line that calls the members of teams to a match in a server; empty if it calls nobody.

    :param pings: the members whom the post pings
    """
    users = pings
    template = texts.TEAM_TURN
    if match.to_move is None:
        template = texts.TEAM_OVER
    elif match.state.ply == match.history.given:
        template = texts.TEAM_BEGINS
        users = await services.teams.named(match, scope)
    return t(template, who=phrases.pinged(t, users)) if users else ""


async def _about_the_draw(
    services: Services,
    t: Language,
    match: Match,
    notice: Notice[MatchEvent],
    event: TurnPlayed,
    turns: list[Turn],
) -> str:
    """What has become of a draw offer that was made with the turn, or that the turn has ended;
    empty without one.
    """
    mover = next((turn.seat for turn in turns if turn.how != "passed"), turns[0].seat)
    if notice.message is not None and match.draw_offer is None:  # it was posted with a draw offer
        current_match = await services.matches.get(match.id)
        return calls.outcome(t, current_match, notice, "draw", match.seats[mover])
    if COMPUTER in match.seats or not (event.lapsed or event.outrun):
        return ""
    offerer = mover if event.lapsed else 1 - mover
    return t(texts.DRAW_LAPSED, who=phrases.player(t, match, offerer))


def _with_answered_turn(match: Match, turns: list[Turn]) -> list[Turn]:
    """The latest turns of a match against the computer, with the player's turn before them, which
    it answers.
    """
    if match.seats[turns[0].seat] != COMPUTER:
        return turns
    earlier_turns = match.history.whole().turns()[: -len(turns)]
    for turn in reversed(earlier_turns):
        if match.seats[turn.seat] != COMPUTER:
            return [turn, *turns]
    return turns


def _turns_between(match: Match, plies: range) -> list[Turn]:
    """The turns of a match in which its latest plies were played."""
    turns = list[Turn]()
    ply = plies.stop
    for turn in reversed(match.turns):
        if ply <= plies.start:
            break
        turns.insert(0, turn)
        ply -= len(turn.decisions)
    return turns
