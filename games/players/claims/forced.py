"""Claims about wins: at once, by force, threatened, stopped, allowed and missed."""

from __future__ import annotations

from dataclasses import dataclass

from ...core import State
from ..solver import played
from .base import Claim, Prover, Story


@dataclass(frozen=True)
class Wins(Claim):
    """The turn ends the match, and the seat that made it wins for this reason, decided on these cells."""

    reason: str
    cells: tuple[str, ...] = ()

    def holds(self, told: Story, prover: Prover) -> bool:
        outcome = told.after.outcome
        return outcome is not None and outcome == (told.seat, self.reason, self.cells, outcome.loops)


@dataclass(frozen=True)
class Ends(Claim):
    """The turn ends the match without a win of the seat that made it: drawn, or ``lost``."""

    lost: bool

    def holds(self, told: Story, prover: Prover) -> bool:
        outcome = told.after.outcome
        return outcome is not None and outcome.winner == (1 - told.seat if self.lost else None)


@dataclass(frozen=True)
class ForcesWin(Claim):
    """After the turn the seat wins within so many more turns of its own, whatever is answered."""

    turns: int

    def holds(self, told: Story, prover: Prover) -> bool:
        after = told.after
        return after.to_move is not None and prover.wins(after.position(), told.seat, self.turns)


@dataclass(frozen=True)
class CanWin(Claim):
    """At the start of the turn the seat can force a win within so many turns, this one included."""

    turns: int

    def holds(self, told: Story, prover: Prover) -> bool:
        return prover.wins(told.before.position(), told.seat, self.turns)


@dataclass(frozen=True)
class IsLost(Claim):
    """At the start of the turn the other seat forces its win within so many of its turns, whatever is played."""

    turns: int

    def holds(self, told: Story, prover: Prover) -> bool:
        return prover.wins(told.before.position(), 1 - told.seat, self.turns)


@dataclass(frozen=True)
class Solved(Claim):
    """From the start of the turn a certificate tells the seat, or the other if ``lost``, how to win by force."""

    lost: bool

    def holds(self, told: Story, prover: Prover) -> bool:
        return prover.known.winner(told.before.position()) == (1 - told.seat if self.lost else told.seat)


@dataclass(frozen=True)
class Drawn(Claim):
    """From the start of the turn certificates tell both seats how to hold at least a draw."""

    def holds(self, told: Story, prover: Prover) -> bool:
        return prover.known.drawn(told.before.position())


@dataclass(frozen=True)
class Keeps(Claim):
    """After the turn a certificate tells the seat how to win by force, whatever is answered."""

    def holds(self, told: Story, prover: Prover) -> bool:
        return told.after.to_move is not None and prover.known.winner(told.after.position()) == told.seat


@dataclass(frozen=True)
class Allows(Claim):
    """After the turn the other seat can force a win within so many of its turns, beginning with ``moves``."""

    turns: int
    moves: tuple[str, ...]

    def holds(self, told: Story, prover: Prover) -> bool:
        state, other = told.after, 1 - told.seat
        if state.to_move != other:
            return False
        end = follow(state, self.moves)
        if end.outcome is not None:
            return end.outcome.winner == other
        return end.to_move == told.seat and prover.wins(end.position(), other, self.turns - 1)


@dataclass(frozen=True)
class IsSafe(Claim):
    """After the turn the other seat has no turn that wins at once."""

    def holds(self, told: Story, prover: Prover) -> bool:
        after = told.after
        return after.to_move == 1 - told.seat and not prover.wins(after.position(), 1 - told.seat)


@dataclass(frozen=True)
class Holds(Claim):
    """After the turn the other seat cannot force a win within so many of its turns, or the seat has won already."""

    turns: int

    def holds(self, told: Story, prover: Prover) -> bool:
        after, other = told.after, 1 - told.seat
        return after.to_move != told.seat and not prover.wins(after.position(), other, self.turns)


@dataclass(frozen=True)
class Endangered(Claim):
    """``losing`` of the ``choices`` decisions at the start let the other seat win at once or in its next turn,

    however the turn goes on after them.
    """

    losing: int
    choices: int

    def holds(self, told: Story, prover: Prover) -> bool:
        position = told.before.position()
        codes = position.codes()
        return len(codes) == self.choices and sum(prover.loses(position, code) for code in codes) == self.losing


@dataclass(frozen=True)
class Stops(Claim):
    """The other seat has no turn that wins after this one, but ``move`` wins at once after ``lost`` of the ``others``

    decisions that could have been made instead, and these are more than half. Each of them is a whole turn.
    """

    move: str
    lost: int
    others: int

    def holds(self, told: Story, prover: Prover) -> bool:
        if len(told.states) != 2 or not IsSafe().holds(told, prover):
            return False
        before, made = told.before, told.after.last_move
        lost = 0
        for other in before.legal_moves():
            if other == made:
                continue
            then = before.play(other)
            if then.to_move == told.seat:
                return False
            lost += then.to_move is not None and wins_with(then, self.move)
        return lost == self.lost and len(before.legal_moves()) - 1 == self.others and 2 * lost > self.others


@dataclass(frozen=True)
class Threatens(Claim):
    """The seat wins in its next turn unless the other seat begins its turn with one of ``answers`` of ``choices``.

    With each of them it can keep the seat from that. ``move``, if one is named, wins at once after every other answer;
    every answer is a whole turn then.
    """

    answers: tuple[str, ...]
    choices: int
    move: str = ""

    def holds(self, told: Story, prover: Prover) -> bool:
        after, seat = told.after, told.seat
        if after.to_move != 1 - seat or len(after.legal_moves()) != self.choices:
            return False
        position = after.position()
        for code in position.codes():
            parries = str(position.move(code)) in self.answers
            if prover.wins(played(position, code), seat) == parries:
                return False
            if self.move and not parries:
                then = after.play(position.move(code))
                if then.to_move != seat or not wins_with(then, self.move):
                    return False
        return True


@dataclass(frozen=True)
class Estimated(Claim):
    """A search of ``lines`` lines, not a proof, puts the chances of the seat at ``percent``."""

    percent: int
    lines: int

    def holds(self, told: Story, prover: Prover) -> bool:
        return self.lines > 0 and 0 <= self.percent <= 100


def follow(state: State, moves: tuple[str, ...]) -> State:
    """The state after decisions given as text."""
    for move in moves:
        state = state.play(state.parse(move))
    return state


def wins_with(state: State, move: str) -> bool:
    """Whether a decision is legal and wins the match at once."""
    meant = next((legal for legal in state.legal_moves() if str(legal) == move), None)
    if meant is None:
        return False
    outcome = state.play(meant).outcome
    return outcome is not None and outcome.winner == state.to_move
