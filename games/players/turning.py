"""Turning points in lines that members try, all of them proved."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..core import Move, Position, State
from .claims import Claim, JudgedTurn, Prover, difference, refutation
from .claims.base import FORESIGHT
from .claims.forced import Allows
from .ideas import ideas_in
from .knowledge import knowledge_of
from .puzzles import Puzzle, defence
from .solver import OutOfTime, Solver


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turn after which the match is won or lost otherwise.

    :param refutation: How the other side wins after it; None: the turn missed a win.
    :param better: A better turn.
    :param difference: How the better turn differs from it.
    """

    refutation: Allows | None
    better: tuple[Move, ...]
    difference: Claim


def turning_point(turn: JudgedTurn, seconds: float) -> TurningPoint | None:
    """What is proved of a turn within ``seconds``.

    None where it is no turning point, or that was not proved.
    """
    prover = Prover(turn.before, seconds / 3)
    punishment = refutation(turn, seconds / 3)
    try:
        if punishment is None:
            better = _missed_win(prover, turn)
        else:
            better = safe_turn(prover, turn.before, punishment.turns)
    except OutOfTime:
        return None
    if not better:
        return None
    claim = difference(JudgedTurn.of(turn.before, better), punishment, seconds / 3)
    return None if claim is None else TurningPoint(punishment, better, claim)


def exercise(turn: JudgedTurn, decisions: Sequence[str], seconds: float) -> Puzzle | None:
    """The puzzle of a turn that missed a win or allowed one; None where nothing is proved in time.

    :param decisions: Those of the match before the turn.
    """
    prover = Prover(turn.before, seconds)
    try:
        turns = prover.soonest(turn.before.position(), turn.seat)
        if turns:
            return _exercise_to_win(prover, turn, decisions, turns, seconds)
        return _exercise_to_save(prover, turn, decisions)
    except OutOfTime:
        return None


def _exercise_to_win(
    prover: Prover, turn: JudgedTurn, decisions: Sequence[str], turns: int, seconds: float
) -> Puzzle | None:
    """The puzzle of a turn that missed a win within ``turns``; None if it missed none.

    Raises OutOfTime.
    """
    start = turn.before
    solution = _missed_win(prover, turn)
    if not solution:
        return None
    solver = Solver(knowledge_of(start.game), turn.seat, seconds)
    line = defence(start.replay(solution), turns - 1, solver)
    return _puzzle(start, decisions, turns, solution, line)


def _exercise_to_save(prover: Prover, turn: JudgedTurn, decisions: Sequence[str]) -> Puzzle | None:
    """The puzzle of a turn that allowed a win; None if it allowed none, or no turn prevents it.

    Raises OutOfTime.
    """
    position = turn.after.position()
    other = 1 - turn.seat
    saves = 1 if position.winner == other else prover.soonest(position, other)
    solution = safe_turn(prover, turn.before, saves) if saves else ()
    if not solution:
        return None
    return _puzzle(turn.before, decisions, 0, solution, saves=saves)


def _puzzle(
    start: State,
    decisions: Sequence[str],
    turns: int,
    solution: tuple[Move, ...],
    line: tuple[str, ...] = (),
    saves: int = 0,
) -> Puzzle:
    """The puzzle of a position in a match, named after how many decisions lead to it."""
    return Puzzle(
        name=str(len(decisions)),
        slug=start.game.slug,
        options=start.options,
        moves=tuple(decisions),
        turns=turns,
        solution=tuple(map(str, solution)),
        line=line,
        ideas=ideas_in(JudgedTurn.of(start, solution)),
        saves=saves,
    )


def safe_turn(prover: Prover, state: State, turns: int = 1) -> tuple[Move, ...]:
    """A turn after which the other side cannot win within ``turns``; () if there is none.

    Raises OutOfTime.
    """
    assert state.to_move is not None
    other = 1 - state.to_move
    return _turn(state, lambda position: not prover.wins(position, other, turns))


def _missed_win(prover: Prover, turn: JudgedTurn) -> tuple[Move, ...]:
    """The turn that wins by force where the one played does not any more; () if there is none.

    Raises OutOfTime.
    """
    seat = turn.seat
    outcome = turn.after.outcome
    if outcome is not None and outcome.winner == seat:
        return ()
    turns = prover.soonest(turn.before.position(), seat)
    if not turns:
        return ()
    if outcome is None and prover.wins(turn.after.position(), seat, FORESIGHT):
        return ()
    return winning_turn(
        lambda position, turns: prover.wins(position, seat, turns), turn.before, turns
    )


def winning_turn(
    wins: Callable[[Position, int], bool], state: State, turns: int
) -> tuple[Move, ...]:
    """The turn by which the seat to move forces a win within ``turns``; () if there is none.

    :param wins: Whether it wins from a position within so many turns; may raise OutOfTime.
    """
    seat = state.to_move
    # Within the turn it is still the present one, after it one fewer is left.
    return _turn(state, lambda position: wins(position, turns - (position.to_move != seat)))


def _turn(state: State, is_good: Callable[[Position], bool]) -> tuple[Move, ...]:
    """A turn all of whose decisions lead to good positions; () if there is none."""
    position = state.position()
    seat = state.to_move
    moves: list[Move] = []
    while position.reason is None and position.to_move == seat:
        code = next((code for code in position.codes() if is_good(position.after(code))), None)
        if code is None:
            return ()
        moves.append(position.move(code))
        position = position.after(code)
    return tuple(moves)
