"""A finished match analysed: what it was worth turn by turn, and where it turned."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from ..core import Move, Sentence, State
from .claims import Claim, Prover, Turn, claims, difference, refutation, sentences
from .claims.forced import Allows
from .knowledge import knowledge_of
from .knowledge.base import value_of
from .levels import LEVELS
from .plans.saying import Comparison, alternatives
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
# Shares of the time that a turn's search gives to its first decision, and to each further one.
FIRST_DECISION = 0.6
FURTHER_DECISION = 0.2

Values = list[float]
"""What a match was worth to seat 0 before each turn and at its end, from -1 to 1."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn as it was played: what the match was worth before and after it, from -1 to 1 for seat
    0.

    :param start: Where the turn starts in the analysed states.
    :param better: A better turn; () where none is known.
    :param refutation: Of a turning point, how the other side wins after it; None if not proved.
    :param difference: The claim by which the better turn differs from it; None if not proved.
    :param reasons: What is true of the better turn.
    :param better_path: The better turn as a short text (``puzzles.answers.path``).
    :param refuting_path: The line from the punishing turn to the end of the match, against the
        longest defence, as far as it is known; a short text, too.
    """

    start: int
    turn: int
    seat: int
    moves: tuple[Move, ...]
    value_before: float
    value_after: float
    better: tuple[Move, ...]
    refutation: Allows | None = None
    difference: Claim | None = None
    reasons: tuple[Sentence, ...] = ()
    better_path: str = ""
    refuting_path: str = ""

    @property
    def loss(self) -> float:
        """What the turn cost the seat that played it, from 0 to 2."""
        fall = self.value_before - self.value_after
        if self.seat == 1:
            fall = -fall
        return max(0.0, fall)


@dataclass(frozen=True, slots=True)
class Analysis:
    """All turns of a match, in order.

    :param turning_points: The three turns that cost most, in order as well; fewer if fewer cost
        anything.
    :param exercises: What of the turning points is proved enough to be an exercise.
    """

    turns: tuple[Judged, ...]
    turning_points: tuple[Judged, ...]
    exercises: tuple[Puzzle, ...] = ()

    def values(self, seat: int = 0) -> tuple[float, ...]:
        """What the match was worth before the first turn and after each.

        From -1 to 1, for ``seat``.
        """
        if not self.turns:
            return ()
        values = (self.turns[0].value_before, *(turn.value_after for turn in self.turns))
        return tuple(-value for value in values) if seat else values


def analyse(
    states: Sequence[State],
    seconds: float = 30.0,
    rng: random.Random | None = None,
    progress: Callable[[float], None] = lambda share: None,
) -> Analysis:
    """Analyse a match.

    :param states: All its states.
    :param seconds: About how long it may take.
    :param progress: Called with the share that is done, 0 to 1, after each turn.
    """
    starts = _turn_starts(states)
    turns = _turns(states, starts)
    player = Player(LEVELS["strong"], rng)
    judged = _searched(player, states, starts, turns, seconds, progress)
    # What is proved to have thrown a match away comes before what was only estimated.
    blunders = _blunders(judged, turns, seconds / 4)
    judged = [blunders.get(turn.start, turn) for turn in judged]
    share = seconds / 8 / TURNING_POINTS
    worst = islice(_worst(states, judged, blunders, share), TURNING_POINTS)
    explained: dict[int, Judged] = {}
    for turn in sorted(worst, key=lambda turn: turn.start):
        explained[turn.start] = _explained(states[turn.start], turn, share)
    decisions = [str(state.last_move) for state in states[1:]]
    exercises = []
    for start, judged_turn in explained.items():
        turning_point = Turn.of(states[start], judged_turn.moves)
        exercises.append(exercise(turning_point, decisions[:start], share))
    return Analysis(
        turns=tuple(explained.get(turn.start, turn) for turn in judged),
        turning_points=tuple(explained.values()),
        exercises=tuple(filter(None, exercises)),
    )


def _turn_starts(states: Sequence[State]) -> list[int]:
    """Where turns start in the states of a match."""
    starts = []
    for number, state in enumerate(states):
        begins = number == 0 or state.turn != states[number - 1].turn
        if begins and state.to_move is not None:
            starts.append(number)
    return starts


def _turns(states: Sequence[State], starts: Sequence[int]) -> list[Turn]:
    """The turns of a match as they were played, by where they start."""
    turns = []
    for start, end in pairwise([*starts, len(states) - 1]):
        turns.append(Turn(tuple(states[start : end + 1])))
    return turns


def _searched(
    player: Player,
    states: Sequence[State],
    starts: Sequence[int],
    turns: Sequence[Turn],
    seconds: float,
    progress: Callable[[float], None],
) -> list[Judged]:
    """The turns of a match as a player's search judges them.

    Half the time goes into a first look at every turn, half into a second one at those that may
    have cost most.
    """
    share = seconds / 2 / max(1, len(starts))
    values: Values = []
    bests: list[tuple[Move, ...]] = []
    for number, turn in enumerate(turns, 1):
        value, best = _search(player, turn.before, share)
        values.append(value)
        bests.append(best)
        progress(0.5 * number / len(turns))
    values.append(_final_value(states[-1], values))
    doubtful = _doubtful(_judged(starts, turns, values, bests))
    for number, index in enumerate(doubtful, 1):
        value, best = _search(player, turns[index].before, seconds / 2 / len(doubtful))
        values[index] = value
        bests[index] = best
        progress(0.5 + 0.5 * number / len(doubtful))
    return _judged(starts, turns, values, bests)


def _final_value(end: State, values: Values) -> float:
    """What a match was worth at its end.

    A match that was broken off is worth what it was before its last turn.
    """
    if end.outcome is not None:
        return 2 * value_of(end.outcome.winner) - 1
    return values[-1] if values else 0.0


def _doubtful(turns: Sequence[Judged]) -> list[int]:
    """The numbers of the turns to be searched once more.

    These are the turns that cost most, and those after them.
    """
    by_loss = sorted(range(len(turns)), key=lambda index: -turns[index].loss)
    costly = {index for index in by_loss[: 2 * TURNING_POINTS] if turns[index].loss >= LEAST_LOSS}
    following = {index + 1 for index in costly if index + 1 < len(turns)}
    return sorted(costly | following)


def _judged(
    starts: Sequence[int],
    turns: Sequence[Turn],
    values: Values,
    bests: Sequence[tuple[Move, ...]],
) -> list[Judged]:
    judged = []
    rows = zip(starts, turns, pairwise(values), bests, strict=True)
    for start, turn, (value_before, value_after), best in rows:
        # Where a match was resigned, its last turn has no moves: nothing would have been better.
        better = best if turn.moves and best != turn.moves else ()
        judged.append(
            Judged(
                start=start,
                turn=turn.before.turn,
                seat=turn.seat,
                moves=turn.moves,
                value_before=value_before,
                value_after=value_after,
                better=better,
            )
        )
    return judged


def _blunders(
    judged_turns: Sequence[Judged], turns: Sequence[Turn], seconds: float
) -> dict[int, Judged]:
    """The turns that threw a match away, by where they start, each with a better turn.

    Proved, as far as time goes: after them the other side could win at once though another turn
    prevented that.
    """
    blunders: dict[int, Judged] = {}
    share = seconds / max(1, len(judged_turns))
    for judged, turn in zip(judged_turns, turns, strict=True):
        if turn.after.to_move != 1 - turn.seat:
            continue
        try:
            better = _prevention(judged, turn, Prover(turn.after, share))
        except OutOfTime:
            continue
        if better and better != turn.moves:
            loss_value = 1.0 if turn.seat else -1.0
            blunders[judged.start] = replace(judged, better=better, value_after=loss_value)
    return blunders


def _prevention(judged: Judged, turn: Turn, prover: Prover) -> tuple[Move, ...]:
    """The turn that keeps the other side from winning at once as it can after the one played.

    () where it cannot, or where no turn prevents it. Raises OutOfTime.
    """
    if not prover.wins(turn.after.position(), 1 - turn.seat):
        return ()
    if _is_safe(prover, turn.before, judged.better):
        return judged.better
    return safe_turn(prover, turn.before)


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
    if end.to_move == seat:
        return False
    return not prover.wins(end.position(), 1 - seat)


def _worst(
    states: Sequence[State], turns: Sequence[Judged], blunders: Mapping[int, Judged], seconds: float
) -> Iterator[Judged]:
    """The turns that cost most, blunders first, each with a better turn.

    :param seconds: For the search for another better turn where the first is proved to lose.
    """
    costly = []
    for turn in turns:
        is_costly = turn.start in blunders or turn.loss >= LEAST_LOSS
        if turn.better and is_costly:
            costly.append(turn)
    costly.sort(key=lambda turn: (turn.start not in blunders, -turn.loss))
    for turn in costly:
        praised = _praised(states[turn.start], turn, seconds)
        if praised is not None:
            yield praised
        elif turn.start in blunders:
            # A turn that loses at once stays a turning point even if the better one loses later.
            yield turn


def _praised(start: State, judged: Judged, seconds: float) -> Judged | None:
    """A turning point whose better turn is not proved to lose, too.

    None where no such turn is known.
    """
    if worth(Turn.of(start, judged.better), most_tried=TRIED) is not Worth.LOSES:
        return judged
    with suppress(OutOfTime):
        better = safe_turn(Prover(start, seconds), start, WITHIN)
        if better:
            return replace(judged, better=better)
    return None


def _explained(start: State, judged: Judged, seconds: float) -> Judged:
    """A turning point with the line that punishes it, and what is true of the better turn."""
    turn = Turn.of(start, judged.moves)
    better = Turn.of(start, judged.better)
    punishment = refutation(turn, seconds)
    refuting_line = () if punishment is None else _refuting_line(turn.after, punishment, seconds)
    judged = replace(
        judged,
        refutation=punishment,
        better_path=path(start, [str(move) for move in judged.better]),
        refuting_path=path(turn.after, refuting_line),
    )
    if better.after.to_move == start.to_move:
        return judged
    unlike = difference(better, punishment, seconds)
    reasons = _reasons(better, unlike, seconds)
    if len(reasons) < MOST_REASONS:
        # Where little is proved, a plan is said that the better turn serves more than the one
        # played.
        compared = Comparison(better, alternatives(better))
        reasons = (*reasons, *compared.than(turn.after))
    return replace(judged, difference=unlike, reasons=reasons[:MOST_REASONS])


def _reasons(better: Turn, unlike: Claim | None, seconds: float) -> tuple[Sentence, ...]:
    """What is proved of a better turn: how it differs, then what says more than that."""
    others = [claim for claim in claims(better, seconds) if claim != unlike]
    if unlike is not None:
        others.insert(0, unlike)
    return sentences(others, better)


def _refuting_line(state: State, punishment: Allows, seconds: float) -> tuple[str, ...]:
    """How the match ends after a turn that is refuted.

    Only the punishing turn where the rest is not proved in time.
    """
    winner = state.to_move
    assert winner is not None
    next_state = Turn.of(state, punishment.moves).after
    solver = Solver(knowledge_of(state.game), winner, seconds)
    with suppress(OutOfTime):
        return punishment.moves + defence(next_state, punishment.turns - 1, solver)
    return punishment.moves


def _search(player: Player, state: State, seconds: float) -> tuple[float, tuple[Move, ...]]:
    """What a state at the start of a turn is worth to seat 0, from -1 to 1, and the best turn."""
    seat = state.to_move
    player.forget()
    best: list[Move] = []
    value = 0.0
    while state.to_move == seat:
        share = FURTHER_DECISION if best else FIRST_DECISION
        thought = player.think(state, share * seconds)
        if not best:
            value = -thought.value if seat else thought.value
        best.append(thought.move)
        state = state.play(thought.move)
        player.observe(state)
    return value, tuple(best)
