"""Turning points in lines that somebody has tried: turns after which the match stands otherwise, all of it proved."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..core import Move, Position, State
from .claims import Allows, Claim, Prover, Story, parting, refuted
from .claims.proposing import FORESIGHT
from .solved import turn as certified
from .solver import OutOfTime, played


class TurningPoint(NamedTuple):
    """What is proved of a turn: how the other side wins after it (None: the turn missed a win of its own side),

    a turn that would have been better, and the claim that sets that one apart.
    """

    punished: Allows | None
    better: tuple[Move, ...]
    parting: Claim


def turning_point(told: Story, seconds: float) -> TurningPoint | None:
    """What is proved of a turn within so many seconds; None where it is no turning point, or that was not proved."""
    prover = Prover(told.before, seconds / 3)
    punished = refuted(told, seconds / 3)
    try:
        better = thrown_away(told, seconds / 3) or (
            _missed(prover, told) if punished is None else safe_turn(prover, told.before, punished.turns)
        )
    except OutOfTime:
        return None
    if not better:
        return None
    states = [told.before]
    for move in better:
        states.append(states[-1].play(move))
    claim = parting(Story(tuple(states)), punished, seconds / 3)
    return None if claim is None else TurningPoint(punished, better, claim)


def safe_turn(prover: Prover, state: State, turns: int = 1) -> tuple[Move, ...]:
    """A turn after which the other side cannot win within so many turns; () if there is none. Raises OutOfTime."""
    assert state.to_move is not None
    other = 1 - state.to_move
    return _turn(state, lambda position: not prover.wins(position, other, turns))


def thrown_away(told: Story, seconds: float) -> tuple[Move, ...]:
    """The turn with which a certificate wins, after a turn that wins no more; () if it is none, or not proved so."""
    better, after = certified(told.before), told.after
    if not better or after.to_move == told.seat:
        return ()
    try:
        return () if Prover(after, seconds).forces(after.position(), told.seat) else better
    except OutOfTime:
        return ()


def _missed(prover: Prover, told: Story) -> tuple[Move, ...]:
    """The turn that wins by force where the one made does not any more; () if there is none. Raises OutOfTime."""
    seat, outcome = told.seat, told.after.outcome
    if outcome is not None and outcome.winner == seat:
        return ()
    start = told.before.position()
    turns = next((one for one in range(1, FORESIGHT + 1) if prover.wins(start, seat, one)), 0)
    if not turns or (outcome is None and prover.wins(told.after.position(), seat, FORESIGHT)):
        return ()
    # Within the turn it is still the present one, after it one fewer is left.
    return _turn(told.before, lambda position: prover.wins(position, seat, turns - (position.to_move != seat)))


def _turn(state: State, good: Callable[[Position], bool]) -> tuple[Move, ...]:
    """A turn all of whose decisions lead to good positions; () if there is none."""
    position, seat = state.position(), state.to_move
    moves: list[Move] = []
    while position.reason is None and position.to_move == seat:
        code = next((code for code in position.codes() if good(played(position, code))), None)
        if code is None:
            return ()
        moves.append(position.move(code))
        position = played(position, code)
    return tuple(moves)
