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
    event = notice.event
    start = match.history.given
    end = match.history.given
    if isinstance(event, TurnPlayed | MatchFinished):
        start = event.start
        end = event.end
    if end > match.state.ply:
        return None  # taken back before this was sent
    if _has_gone_on(match, event, end):
        if notice.dm is not None and not notice.followed and not isinstance(event, MatchFinished):
            return None  # held until they woke: they have moved since, or get a later turn
        match = await _as_it_was(services, match, end)
    turns = _turns_between(match, start, end)
    if COMPUTER in match.seats and turns:
        if match.mover == COMPUTER:
            return None  # the post of the answer shows this turn, too
        turns = _with_answered_turn(match, turns)
    board = await services.images.match(match, say=t.say)
    tail = ""
    if match.status != "running":
        tail = await after_the_end(services, t, match)
    if isinstance(event, TurnPlayed) and turns:
        tail = await _about_the_draw(services, t, match, notice, event, turns) or tail
    lead = ""
    if isinstance(event, MatchStarted) and match.tournament is not None and match.note:
        lead = t(texts.TOURNAMENT_MATCH, who=phrases.who(t, match.mover or NOBODY), note=match.note)
    pings: Sequence[int] = ()
    if match.by_teams and notice.dm is None:
        pings = await services.teams.pings(match, notice.scope)
        lead = await _call_to_teams(services, t, match, notice.scope, pings) or lead
    return cards.turn(
        t,
        match,
        turns,
        board,
        notice,
        lead=lead,
        tail=tail,
        page=bool(services.doors.url),
        ping=pings,
    )


def _has_gone_on(match: Match, event: MatchEvent, end: int) -> bool:
    """Whether a match is no longer as it was after an event that led to ply ``end``."""
    if match.state.ply != end:
        return True
    return match.status != "running" and not isinstance(event, MatchFinished)


async def _as_it_was(services: Services, match: Match, ply: int) -> Match:
    """A match as it was at a ply, when it still ran."""
    earlier = await services.matches.look(match.id, ply)
    time = replace(earlier.time, due=None, paused=None)
    return replace(earlier.without_request("draw"), result=None, time=time)


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
    earlier = match.history.whole().turns()[: -len(turns)]
    for turn in reversed(earlier):
        if match.seats[turn.seat] != COMPUTER:
            return [turn, *turns]
    return turns


def _turns_between(match: Match, start: int, end: int) -> list[Turn]:
    """The latest turns of a match at ply ``end``, back to ply ``start``."""
    turns: list[Turn] = []
    for turn in reversed(match.turns):
        if end <= start:
            break
        turns.insert(0, turn)
        end -= len(turn.decisions)
    return turns
