"""Turning points in lines that members try: turns after which the match is won or lost otherwise,
all of it proved.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..core import Move, Position, State
from .claims import Claim, Prover, Turn, parting, refuted
from .claims.base import FORESIGHT
from .claims.forced import Allows
from .ideas import shown
from .knowledge import knowledge_of
from .puzzles import Puzzle, defence
from .solver import OutOfTime, Solver


class TurningPoint(NamedTuple):
    """How the other side wins after a turn (None: the turn missed a win), a better turn, and how
    that one differs.
    """

    punished: Allows | None
    better: tuple[Move, ...]
    parting: Claim


def turning_point(turn: Turn, seconds: float) -> TurningPoint | None:
    """What is proved of a turn within ``seconds``; None where it is no turning point, or that was
    not proved.
    """
    prover = Prover(turn.before, seconds / 3)
    punished = refuted(turn, seconds / 3)
    try:
        if punished is None:
            better = _missed(prover, turn)
        else:
            better = safe_turn(prover, turn.before, punished.turns)
    except OutOfTime:
        return None
    if not better:
        return None
    claim = parting(Turn.of(turn.before, better), punished, seconds / 3)
    return None if claim is None else TurningPoint(punished, better, claim)


def exercise(turn: Turn, made: Sequence[str], seconds: float) -> Puzzle | None:
    """The puzzle of a turn after ``made`` that missed a win or allowed one; None where nothing is
    proved in time.
    """
    prover = Prover(turn.before, seconds)
    seat = turn.seat
    before = turn.before
    after = turn.after.position()
    line: tuple[str, ...] = ()
    saves = 0
    try:
        turns = prover.soonest(before.position(), seat)
        if turns:
            right = _missed(prover, turn)
            if right:
                line = defence(
                    before.replay(right),
                    turns - 1,
                    Solver(knowledge_of(before.game), seat, seconds),
                )
        else:
            saves = 1 if after.winner == 1 - seat else prover.soonest(after, 1 - seat)
            right = safe_turn(prover, before, saves) if saves else ()
    except OutOfTime:
        return None
    if not right:
        return None
    about = str(len(made)), before.game.slug, before.options, tuple(made), turns
    return Puzzle(*about, tuple(map(str, right)), line, shown(Turn.of(before, right)), saves=saves)


def safe_turn(prover: Prover, state: State, turns: int = 1) -> tuple[Move, ...]:
    """A turn after which the other side cannot win within ``turns``; () if there is none.

    Raises OutOfTime.
    """
    assert state.to_move is not None
    other = 1 - state.to_move
    return _turn(state, lambda position: not prover.wins(position, other, turns))


def _missed(prover: Prover, turn: Turn) -> tuple[Move, ...]:
    """The turn that wins by force where the one made does not any more; () if there is none.

    Raises OutOfTime.
    """
    seat = turn.seat
    outcome = turn.after.outcome
    if outcome is not None and outcome.winner == seat:
        return ()
    start = turn.before.position()
    turns = prover.soonest(start, seat)
    if not turns or (outcome is None and prover.wins(turn.after.position(), seat, FORESIGHT)):
        return ()
    # Within the turn it is still the present one, after it one fewer is left.
    return _turn(
        turn.before,
        lambda position: prover.wins(position, seat, turns - (position.to_move != seat)),
    )


def _turn(state: State, good: Callable[[Position], bool]) -> tuple[Move, ...]:
    """A turn all of whose decisions lead to good positions; () if there is none."""
    position = state.position()
    seat = state.to_move
    moves: list[Move] = []
    while position.reason is None and position.to_move == seat:
        code = next((code for code in position.codes() if good(position.after(code))), None)
        if code is None:
            return ()
        moves.append(position.move(code))
        position = position.after(code)
    return tuple(moves)
