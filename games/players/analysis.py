"""A finished match gone over: what it was worth turn by turn, and where it turned."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..core import Move, Sentence, State
from .claims import Allows, Claim, ForcesWin, Holds, IsSafe, Prover, Solved, Story, claims, parting, refuted, sentences
from .claims.forced import follow
from .knowledge import knowledge_of
from .levels import LEVELS
from .player import Player
from .puzzles import defence
from .puzzles.answers import path
from .solved import known_of
from .solver import OutOfTime, Solver
from .turning import safe_turn, thrown_away

TURNING_POINTS = 3
# A turn that loses less than this is no turning point.
LEAST_LOSS = 0.1


class Judged(NamedTuple):
    """A turn as it was played: what the match was worth before and after it, from -1 to 1 for seat 0.

    ``at`` is where it starts in the states that were analysed. ``better`` are the decisions that would have been
    better, as far as they were thought of; () where none were. Of a turning point ``punished`` is how the other side
    wins after it, if that is proved, ``parting`` the claim that sets the better turn apart from it, likewise, and
    ``reasons`` say what holds of the better turn, that claim first. ``refutation`` goes on from the punishing turn to
    the end of the match, against the longest defence, as far as that was found. ``paths`` are the better turn and the
    refutation as short texts (``puzzles.answers.path``).
    """

    at: int
    turn: int
    seat: int
    moves: tuple[Move, ...]
    before: float
    after: float
    better: tuple[Move, ...]
    punished: Allows | None = None
    parting: Claim | None = None
    reasons: tuple[Sentence, ...] = ()
    refutation: tuple[str, ...] = ()
    paths: tuple[str, str] = ("", "")

    @property
    def loss(self) -> float:
        """What the turn cost the seat that played it, from 0 to 2."""
        fell = self.before - self.after
        return max(0.0, -fell if self.seat else fell)


class Analysis(NamedTuple):
    """All turns in order, and the three that cost most, in order as well (fewer if fewer cost anything)."""

    turns: tuple[Judged, ...]
    turning_points: tuple[Judged, ...]

    def values(self, seat: int = 0) -> tuple[float, ...]:
        """What the match was worth to ``seat``, from -1 to 1: before the first turn, then after each."""
        if not self.turns:
            return ()
        found = (self.turns[0].before, *(turn.after for turn in self.turns))
        return tuple(-value for value in found) if seat else found


def analyse(
    states: Sequence[State],
    seconds: float = 30.0,
    rng: random.Random | None = None,
    progress: Callable[[float], None] = lambda share: None,
) -> Analysis:
    """Go over a match, given as all its states from the first to the last, in about so many seconds.

    ``progress(share)``, of what is to be done from 0 to 1, is called after each turn that has been looked at.
    """
    starts = [n for n, state in enumerate(states) if n == 0 or state.turn != states[n - 1].turn]
    starts = [n for n in starts if states[n].to_move is not None]
    ends = [*starts[1:], len(states) - 1]
    # Half the time goes into a first look at every turn, half into a second one at those that may have cost most.
    share = seconds / 2 / max(1, len(starts))
    player = Player(LEVELS["strong"], rng)
    values: list[float] = []
    bests: list[tuple[Move, ...]] = []
    for number, at in enumerate(starts):
        value, best = _look(player, states[at], share)
        values.append(value)
        bests.append(best)
        progress(0.5 * (number + 1) / len(starts))
    values.append(_last_value(states[-1], values))
    turns = _judged(states, starts, ends, values, bests)
    doubtful = sorted(turns, key=lambda turn: -turn.loss)[: 2 * TURNING_POINTS]
    again = {
        n
        for turn in doubtful
        if turn.loss >= LEAST_LOSS
        for n in (starts.index(turn.at), starts.index(turn.at) + 1)
        if n < len(starts)
    }
    for number, n in enumerate(sorted(again), 1):
        values[n], bests[n] = _look(player, states[starts[n]], seconds / 2 / len(again))
        progress(0.5 + 0.5 * number / len(again))
    turns = _judged(states, starts, ends, values, bests)
    # What is proved to have thrown a match away comes before what was only estimated.
    blunders = _blunders(states, turns, ends, seconds / 4)
    turns = [blunders.get(turn.at, turn) for turn in turns]
    worst = sorted(
        (turn for turn in turns if turn.moves and turn.better and (turn.at in blunders or turn.loss >= LEAST_LOSS)),
        key=lambda turn: (turn.at not in blunders, -turn.loss),
    )
    points = sorted(worst[:TURNING_POINTS], key=lambda turn: turn.at)
    told = {turn.at: _explained(states, turn, seconds / 8 / TURNING_POINTS) for turn in points}
    return Analysis(tuple(told.get(turn.at, turn) for turn in turns), tuple(told.values()))


def _blunders(
    states: Sequence[State], turns: Sequence[Judged], ends: Sequence[int], seconds: float
) -> dict[int, Judged]:
    """The turns after which the other side could win at once though another turn would have kept it from that,

    and those that threw away a win that a certificate tells. By where they start, with such a turn as the better one.
    Proved, as far as time goes.
    """
    found: dict[int, Judged] = {}
    share = seconds / max(1, len(turns))
    for turn, end in zip(turns, ends, strict=True):
        after = states[end]
        if after.to_move != 1 - turn.seat:
            continue
        won = thrown_away(Story((states[turn.at], *_after(states[turn.at], turn.moves))), share)
        prover = Prover(after, share)
        try:
            if not prover.wins(after.position(), 1 - turn.seat):
                if won:
                    found[turn.at] = turn._replace(better=won, before=-1.0 if turn.seat else 1.0)
                continue
            better = won or (
                turn.better if _is_safe(prover, states[turn.at], turn.better) else safe_turn(prover, states[turn.at])
            )
        except OutOfTime:
            continue
        if better and better != turn.moves:
            lost = 1.0 if turn.seat else -1.0
            found[turn.at] = turn._replace(better=better, after=lost)
    return found


def _is_safe(prover: Prover, state: State, moves: Sequence[Move]) -> bool:
    """Whether a turn has a whole, and the other side cannot win in its next one. Raises OutOfTime."""
    seat, end = state.to_move, state.forward(moves)
    if not moves or seat is None:
        return False
    if end.to_move is None:
        return end.position().winner == seat
    return end.to_move == 1 - seat and not prover.wins(end.position(), 1 - seat)


def _explained(states: Sequence[State], turn: Judged, seconds: float) -> Judged:
    """A turning point with the line that punishes it, and what holds of the better turn."""
    start = states[turn.at]
    punished = refuted(Story((start, *_after(start, turn.moves))), seconds)
    after = _after(start, turn.moves)[-1]
    refutation: tuple[str, ...] = ()
    if punished is not None:
        refutation = _refutation(after, punished, seconds)
    paths = path(start, [str(move) for move in turn.better]), path(after, refutation)
    turn = turn._replace(refutation=refutation, paths=paths)
    better = Story((start, *_after(start, turn.better)))
    if better.after.to_move == start.to_move:
        return turn._replace(punished=punished)
    apart = parting(better, punished, seconds)
    others = [claim for claim in claims(better, None, seconds) if not _says_less(claim, apart)]
    said = sentences(others if apart is None else [apart, *others], better)
    return turn._replace(punished=punished, parting=apart, reasons=said[:2])


def _refutation(state: State, punished: Allows, seconds: float) -> tuple[str, ...]:
    """How the match ends after a punished turn; only the punishing turn where the rest was not found in time."""
    winner = state.to_move
    assert winner is not None
    try:
        rest = defence(
            follow(state, punished.moves), punished.turns - 1, Solver(knowledge_of(state.game), winner, seconds)
        )
    except OutOfTime:
        rest = ()
    return (*punished.moves, *rest)


def _says_less(claim: Claim, apart: Claim | None) -> bool:
    """Whether a claim tells nothing beyond the one that sets a turn apart."""
    return (
        claim == apart
        or isinstance(claim, Solved)
        or (isinstance(claim, IsSafe) and isinstance(apart, Holds | ForcesWin))
    )


def _after(state: State, moves: Sequence[Move]) -> list[State]:
    states = []
    for move in moves:
        state = state.play(move)
        states.append(state)
    return states


def _look(player: Player, state: State, seconds: float) -> tuple[float, tuple[Move, ...]]:
    """What a state at the start of a turn is worth to seat 0, and the best decisions of the turn."""
    seat = state.to_move
    proved = _solved_value(state)
    player.forget()
    best: list[Move] = []
    value = 0.0
    while state.to_move == seat:
        thought = player.think(state, seconds * (0.6 if not best else 0.2))
        if not best:
            value = -thought.value if seat else thought.value
        best.append(thought.move)
        state = state.play(thought.move)
        player.observe(state)
    return value if proved is None else proved, tuple(best)


def _solved_value(state: State) -> float | None:
    """What certificates tell that a state is worth to seat 0; None where they tell nothing."""
    known, position = known_of(state.game.slug, state.options), state.position()
    winner = known.winner(position)
    if winner is not None:
        return 1.0 - 2.0 * winner
    return 0.0 if known.drawn(position) else None


def _last_value(state: State, values: list[float]) -> float:
    """What the last state is worth to seat 0; where the match was broken off, what it was thought to be."""
    if state.outcome is None:
        return values[-1] if values else 0.0
    return 0.0 if state.outcome.winner is None else 1.0 - 2.0 * state.outcome.winner


def _judged(
    states: Sequence[State],
    starts: Sequence[int],
    ends: Sequence[int],
    values: Sequence[float],
    bests: Sequence[tuple[Move, ...]],
) -> list[Judged]:
    turns = []
    for number, (at, end) in enumerate(zip(starts, ends, strict=True)):
        state = states[at]
        assert state.to_move is not None
        moves = tuple(move for after in states[at + 1 : end + 1] if (move := after.last_move) is not None)
        better = bests[number] if bests[number] != moves else ()
        turns.append(Judged(at, state.turn, state.to_move, moves, values[number], values[number + 1], better))
    return turns
