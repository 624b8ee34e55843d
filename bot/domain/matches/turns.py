"""Playing: a turn, typed or pressed, drafted until it is whole, then played with all that it leads to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bot.domain.errors import Refused, Stale, Unplayable
from bot.domain.explorations.prepared import Tree
from bot.domain.explorations.tree import Exploration
from bot.domain.matches import endings
from bot.domain.matches.agreements import may_ask
from bot.domain.matches.events import TurnPlayed
from bot.domain.matches.history import MOST_DECISIONS, Entry, How, follow
from bot.domain.matches.match import Addressed, Changed, Draft, Match
from bot.domain.matches.timing import MatchClock
from games.core import PASS, Sentence, State, either


def play(
    match: Match,
    user: int,
    text: str,
    *,
    version: int | None = None,
    drafted: int | None = None,
    confirm: bool = False,
    draw: bool = False,
) -> Changed:
    """Play the decisions that ``text`` means, one or several; whole or not at all.

    Until the turn is whole they are a draft that only the mover sees. ``version`` and ``drafted`` (how many decisions
    the draft has) are what the caller has seen. ``confirm``: keep a whole turn as a draft until ``confirm`` is called.
    ``draw``: offer a draw with the turn.
    """
    seat = match.moving(user, version)
    draft = _seen(match, drafted)
    if draft.complete:
        raise Refused("your turn is complete; confirm it, or undo the last move")
    states = (*draft.states, *_with_forced(understood(draft.state, text), seat))
    if draw:
        may_ask(match, seat, "draw")
    draft = Draft.of(states, draft.draw or draw)
    if not draft.complete or confirm:
        return Changed(match.drafting(draft))
    return _commit(match, seat, draft)


def confirm(
    match: Match, user: int, *, version: int | None = None, drafted: int | None = None, draw: bool = False
) -> Changed:
    """Play the whole turn that waits in the draft; ``draw``: offer a draw with it."""
    seat = match.moving(user, version)
    draft = _seen(match, drafted)
    if not draft.complete:
        raise Refused("your turn isn’t finished yet")
    if draw:
        may_ask(match, seat, "draw")
    return _commit(match, seat, replace(draft, draw=draft.draw or draw))


def undo(
    match: Match, user: int, *, version: int | None = None, drafted: int | None = None, everything: bool = False
) -> Changed:
    """Take the last decision out of the draft (a forced one goes with that before it), or all of them."""
    match.moving(user, version)
    draft = _seen(match, drafted)
    if len(draft.states) == 1:
        raise Refused("there’s nothing to undo; ask for a takeback to undo a played turn")
    left = 0 if everything else len(draft.decisions) - len(last_choice(draft))
    return Changed(match.drafting(Draft.of(draft.states[: left + 1], draft.draw)))


def last_choice(draft: Draft) -> tuple[str, ...]:
    """The last decision of a draft that was a choice, and the forced ones that followed it: what an undo takes back."""
    left = len(draft.decisions) - 1
    while left > 0 and len(draft.states[left].legal_moves()) == 1:
        left -= 1
    return draft.decisions[max(left, 0) :]


def understood(state: State, text: str) -> tuple[State, ...]:
    """The states after each of the decisions meant by ``text``, all of one turn. Raises Unplayable, saying why not."""
    reading = state.read(text)
    if reading.status == "complete":
        return reading.states
    if reading.sentence is not None:
        raise Unplayable(reading.sentence)
    listed = either([str(move) for move in reading.following[:4]])
    if not text.strip():
        raise Unplayable("that isn’t a move; write it like {moves}", moves=listed)
    short = " ".join(text.split())
    raise Unplayable(
        Sentence(
            "“{text}” isn’t a complete move; did you mean {moves}?",
            text=short if len(short) <= 40 else short[:39] + "…",
            moves=listed,
        )
    )


def own_turn(state: State, text: str) -> tuple[State, ...]:
    """The states after the decisions meant by ``text`` and those forced in the same turn. Raises Unplayable."""
    assert state.to_move is not None
    return _with_forced(understood(state, text), state.to_move)


def _with_forced(states: tuple[State, ...], seat: int) -> tuple[State, ...]:
    """States with those after the decisions that ``seat`` must then make in the same turn, having no choice."""
    while states[-1].to_move == seat and len(legal := states[-1].legal_moves()) == 1:
        states = (*states, states[-1].play(legal[0]))
    return states


def _with_passes(states: tuple[State, ...], seat: int) -> tuple[State, ...]:
    """States with those after the passes that ``seat`` is then forced to make in the same turn."""
    while states[-1].to_move == seat and states[-1].legal_moves() == (PASS,):
        states = (*states, states[-1].play(PASS))
    return states


def _seen(match: Match, drafted: int | None) -> Draft:
    """The draft, if it is as long as the caller has seen it. Raises Stale."""
    if drafted is not None and drafted != len(match.draft.states) - 1:
        raise Stale("your turn in {name} has moved on; here it is", name=match.name)
    return match.draft


@dataclass(slots=True)
class _Run:
    """What a turn grows into: states, in segments of one seat each, the clock, and what is left of the answers."""

    states: list[State]
    time: MatchClock
    prepared: list[Tree]
    segments: list[tuple[int, How]] = field(default_factory=list)

    @property
    def state(self) -> State:
        """How it stands now."""
        return self.states[-1]

    @property
    def full(self) -> bool:
        """Whether the match has had as many decisions as it may have."""
        return self.state.ply >= MOST_DECISIONS

    def add(self, states: Sequence[State], how: How) -> None:
        """Append a segment, cut where the match has had its most decisions."""
        states = states[: MOST_DECISIONS - self.state.ply]
        if states:
            self.states += states
            self.segments.append((len(states), how))

    def pass_on(self) -> None:
        """Play every pass that is forced."""
        while not self.full and self.state.legal_moves() == (PASS,):
            seat = self.state.to_move
            assert seat is not None
            self.add(_with_passes((self.state.play(PASS),), seat), "passed")

    def answer(self) -> None:
        """Play the answers that the players have prepared, for as long as they fit what was played."""
        done = start = 0
        while done < len(self.segments):
            # One turn at a time: the planner whose opponent has just played looks it up.
            count, how = self.segments[done]
            first, start, done = start, start + count, done + 1
            player = self.states[first].to_move
            assert player is not None
            planner = 1 - player
            if how == "passed" or not self.prepared[planner]:
                continue
            played = " ".join(str(state.last_move) for state in self.states[first + 1 : start + 1])
            answer = self.prepared[planner].get(played)
            self.prepared[planner] = {}
            if answer is None or self.full or self.state.to_move != planner:
                continue
            self.add(_with_passes(follow(self.state, answer["reply"].split())[1:], planner), "prepared")
            self.time = self.time.answered(planner)
            self.prepared[planner] = answer["then"]
            self.pass_on()


def _commit(match: Match, seat: int, draft: Draft) -> Changed:
    """Play a whole turn, the forced passes and prepared answers that follow; who is to move then is told."""
    run = _Run([match.state], match.time.played(seat, match.now), list(match.prepared))
    run.prepared[seat] = match.after_my_turn.get(" ".join(draft.decisions), {})
    run.add(draft.states[1:], "passed" if {state.last_move for state in draft.states[1:]} == {PASS} else "played")
    run.pass_on()
    run.answer()
    state, at = run.state, int(match.now.timestamp())
    played = replace(
        match,
        history=match.history.extended(run.states, [Entry(count, how, at) for count, how in run.segments]),
        draft=Draft((state,)),
        explorations=(_gone_on(match, 0, run), _gone_on(match, 1, run)),
        time=run.time,
        moved=match.now,
        quiet=match.quiet.heard(match.now),
        snoozed=(None, match.snoozed[1]) if seat == 0 else (match.snoozed[0], None),
        takeback_asked=None,
        abandon_asked=None,
        gone=None if match.gone == seat else match.gone,
        gone_since=None if match.gone == seat else match.gone_since,
    )
    user, start = match.seats[seat], match.state.ply
    if state.outcome is not None or run.full:
        winner, reason = (state.outcome.winner, state.outcome.reason) if state.outcome is not None else (None, "limit")
        return endings.ended(played, winner=winner, reason=reason, by=user, start=start)
    following = state.to_move
    assert following is not None
    played = replace(
        played,
        version=match.version + 1,
        time=run.time.started(following, match.now, match.vacations[following], match.hours[following]),
        draw_offer=seat if draft.draw or match.draw_offer == seat else None,
    )
    event = TurnPlayed(version=played.version, start=start, end=state.ply, draw=draft.draw)
    return Changed(played, (Addressed(event, played.seats[following] if following != seat else None),))


def _gone_on(match: Match, seat: int, run: _Run) -> Exploration:
    """The tree of a seat after what was played."""
    tree, played = match.explorations[seat], tuple(str(state.last_move) for state in run.states[1:])
    return tree if tree.empty else tree.at((*match.decisions, *played), match.begin)


def advisable(match: Match, user: int) -> None:
    """Raises Refused where a member may have no hint: others' matches, rated ones, and when they are not to move."""
    if match.seat_of(user) is None:
        raise Refused("{name} isn’t your match, so there are no hints for you", name=match.name)
    if match.status != "running":
        raise Refused("{name} is over; it can be analysed now", name=match.name)
    if match.rated:
        raise Refused("{name} is rated, so hints are off", name=match.name)
    if match.mover != user:
        raise Refused("it’s not your turn in {name}; hints are for the player to move", name=match.name)


def advised(match: Match, user: int, version: int) -> Match:
    """The match, if it stands as it did when a hint was asked for. Raises Refused, Stale."""
    if match.version != version:
        raise Stale("{name} has moved on since you asked; ask for a new hint", name=match.name)
    advisable(match, user)
    return match


def hinted(match: Match, user: int, version: int) -> Changed:
    """Note that the player to move was given a hint. Raises Refused, Stale."""
    seat = advised(match, user, version).playing(user)
    first, second = match.hints
    return Changed(replace(match, hints=(first + 1, second) if seat == 0 else (first, second + 1)))
