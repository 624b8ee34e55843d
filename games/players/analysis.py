"""A finished match analysed: what it was worth turn by turn, and where it turned."""

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice, pairwise
from typing import NamedTuple

from ..core import Move, Sentence, State
from .claims import Claim, Prover, Turn, claims, parting, refuted, sentences
from .claims.forced import Allows
from .knowledge import knowledge_of
from .knowledge.base import value_of
from .levels import LEVELS
from .plans.saying import Comparison, others as others_of
from .player import Player
from .praise import WITHIN, Worth, worth
from .puzzles import Puzzle, defence
from .puzzles.answers import path
from .solver import OutOfTime, Solver
from .turning import exercise, safe_turn

TURNING_POINTS = 3
MOST_REASONS = 2
LEAST_LOSS = 0.1  # of a turning point
TRIED = 4_000  # decisions for each proof that a better turn does not lose


class Judged(NamedTuple):
    """A turn as it was played: what the match was worth before and after it, from -1 to 1 for seat
    0.

    ``at`` is where it starts in the analysed states, ``better`` a better turn, () where none is
    known. Of a turning point ``punished`` is how the other side wins after it, ``parting`` the
    claim by which the better turn differs from it, each None if not proved; ``reasons`` say what is
    true of the better turn. ``paths`` are, as short texts (``puzzles.answers.path``), the better
    turn, and the line from the punishing turn to the end of the match, against the longest defence,
    as far as it is known.
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
    paths: tuple[str, str] = ("", "")

    @property
    def loss(self) -> float:
        """What the turn cost the seat that played it, from 0 to 2."""
        fell = self.before - self.after
        return max(0.0, -fell if self.seat else fell)


class Analysis(NamedTuple):
    """All turns in order, the three that cost most, in order as well (fewer if fewer cost
    anything), and what of these is proved enough to be an exercise.
    """

    turns: tuple[Judged, ...]
    turning_points: tuple[Judged, ...]
    exercises: tuple[Puzzle, ...] = ()

    def values(self, seat: int = 0) -> tuple[float, ...]:
        """What the match was worth to ``seat``, from -1 to 1: before the first turn, then after
        each.
        """
        if not self.turns:
            return ()
        values = (self.turns[0].before, *(turn.after for turn in self.turns))
        return tuple(-value for value in values) if seat else values


def analyse(
    states: Sequence[State],
    seconds: float = 30.0,
    rng: random.Random | None = None,
    progress: Callable[[float], None] = lambda share: None,
) -> Analysis:
    """Analyse a match, all its states, in about ``seconds``; ``progress(share)``, 0 to 1, is called
    after each turn.
    """
    starts = [n for n, state in enumerate(states) if n == 0 or state.turn != states[n - 1].turn]
    starts = [n for n in starts if states[n].to_move is not None]
    played = [
        Turn(tuple(states[at : end + 1]))
        for at, end in zip(starts, [*starts[1:], len(states) - 1], strict=False)
    ]
    # Half the time goes into a first look at every turn, half into a second one at those that may
    # have cost most.
    share = seconds / 2 / max(1, len(starts))
    player = Player(LEVELS["strong"], rng)
    values: list[float] = []
    bests: list[tuple[Move, ...]] = []
    for number, turn in enumerate(played, 1):
        value, best = _search(player, turn.before, share)
        values.append(value)
        bests.append(best)
        progress(0.5 * number / len(played))
    outcome = states[-1].outcome
    # A match that was broken off is worth what it was before the last turn.
    values.append((values or [0.0])[-1] if outcome is None else 2 * value_of(outcome.winner) - 1)
    costly = sorted(_judged(starts, played, values, bests), key=lambda judged: -judged.loss)[
        : 2 * TURNING_POINTS
    ]
    doubtful = {starts.index(judged.at) for judged in costly if judged.loss >= LEAST_LOSS}
    again = sorted(n for n in doubtful | {n + 1 for n in doubtful} if n < len(starts))
    for number, n in enumerate(again, 1):
        values[n], bests[n] = _search(player, played[n].before, seconds / 2 / len(again))
        progress(0.5 + 0.5 * number / len(again))
    turns = _judged(starts, played, values, bests)
    # What is proved to have thrown a match away comes before what was only estimated.
    blunders = _blunders(turns, played, seconds / 4)
    turns = [blunders.get(judged.at, judged) for judged in turns]
    worst = sorted(
        (
            judged
            for judged in turns
            if judged.better and (judged.at in blunders or judged.loss >= LEAST_LOSS)
        ),
        key=lambda judged: (judged.at not in blunders, -judged.loss),
    )
    share = seconds / 8 / TURNING_POINTS
    # A turn that loses at once stays a turning point even if the better one only loses later.
    tried = (
        _praised(states[judged.at], judged, share) or (judged.at in blunders and judged)
        for judged in worst
    )
    praised = (judged for judged in tried if judged)
    explained = {
        judged.at: _explained(states[judged.at], judged, share)
        for judged in sorted(islice(praised, TURNING_POINTS), key=lambda judged: judged.at)
    }
    made = [str(state.last_move) for state in states[1:]]
    tasks = (
        exercise(Turn.of(states[at], judged.moves), made[:at], share)
        for at, judged in explained.items()
    )
    return Analysis(
        tuple(explained.get(judged.at, judged) for judged in turns),
        tuple(explained.values()),
        tuple(filter(None, tasks)),
    )


def _judged(
    starts: Sequence[int],
    played: Sequence[Turn],
    values: Sequence[float],
    bests: Sequence[tuple[Move, ...]],
) -> list[Judged]:
    return [
        Judged(
            at,
            turn.before.turn,
            turn.seat,
            turn.moves,
            before,
            after,
            best if best != turn.moves else (),
        )
        for at, turn, (before, after), best in zip(
            starts, played, pairwise(values), bests, strict=True
        )
    ]


def _blunders(turns: Sequence[Judged], played: Sequence[Turn], seconds: float) -> dict[int, Judged]:
    """The turns that threw a match away, by where they start, each with a better turn.

    Proved, as far as time goes.

    After them the other side could win at once though another turn prevented that.
    """
    blunders: dict[int, Judged] = {}
    share = seconds / max(1, len(turns))
    for judged, turn in zip(turns, played, strict=True):
        after = turn.after
        other = 1 - turn.seat
        if after.to_move != other:
            continue
        prover = Prover(after, share)
        try:
            if not prover.wins(after.position(), other):
                continue
            safe = judged.better if _is_safe(prover, turn.before, judged.better) else ()
            better = safe or safe_turn(prover, turn.before)
        except OutOfTime:
            continue
        if better and better != turn.moves:
            blunders[judged.at] = judged._replace(better=better, after=1.0 if turn.seat else -1.0)
    return blunders


def _is_safe(prover: Prover, state: State, moves: Sequence[Move]) -> bool:
    """Whether moves are a whole turn, and the other side cannot win in its next turn.

    Raises OutOfTime.
    """
    seat = state.to_move
    end = state.replay(moves)
    if not moves or seat is None:
        return False
    if end.to_move is None:
        return end.position().winner == seat
    return end.to_move == 1 - seat and not prover.wins(end.position(), 1 - seat)


def _praised(start: State, judged: Judged, seconds: float) -> Judged | None:
    """A turning point whose better turn is not proved to lose, too; None where no such turn is
    known.
    """
    if worth(Turn.of(start, judged.better), tried=TRIED) is not Worth.LOSES:
        return judged
    with suppress(OutOfTime):
        better = safe_turn(Prover(start, seconds), start, WITHIN)
        if better:
            return judged._replace(better=better)
    return None


def _explained(start: State, judged: Judged, seconds: float) -> Judged:
    """A turning point with the line that punishes it, and what is true of the better turn."""
    turn = Turn.of(start, judged.moves)
    better = Turn.of(start, judged.better)
    punished = refuted(turn, seconds)
    refutation = () if punished is None else _refutation(turn.after, punished, seconds)
    paths = path(start, [str(move) for move in judged.better]), path(turn.after, refutation)
    judged = judged._replace(punished=punished, paths=paths)
    if better.after.to_move == start.to_move:
        return judged
    difference = parting(better, punished, seconds)
    # The others are those that say more than it.
    others = [claim for claim in claims(better, seconds) if claim != difference]
    said = sentences(others if difference is None else [difference, *others], better)
    # Where little is proved, a plan is said that the better turn serves more than the one played.
    plans = (
        Comparison(better, others_of(better)).than(turn.after) if len(said) < MOST_REASONS else ()
    )
    return judged._replace(parting=difference, reasons=(*said, *plans)[:MOST_REASONS])


def _refutation(state: State, punished: Allows, seconds: float) -> tuple[str, ...]:
    """How the match ends after a punished turn; only the punishing turn where the rest is not
    proved in time.
    """
    winner = state.to_move
    assert winner is not None
    after = Turn.of(state, punished.moves).after
    with suppress(OutOfTime):
        return punished.moves + defence(
            after, punished.turns - 1, Solver(knowledge_of(state.game), winner, seconds)
        )
    return punished.moves


def _search(player: Player, state: State, seconds: float) -> tuple[float, tuple[Move, ...]]:
    """What a state at the start of a turn is worth to seat 0, from -1 to 1, and the best turn."""
    seat = state.to_move
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
    return value, tuple(best)
