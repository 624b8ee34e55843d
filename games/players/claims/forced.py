"""Claims about wins: at once, by force, threatened, stopped, allowed and missed."""

from __future__ import annotations

from ...core import State
from .base import Claim, Prover, Turn


class Wins(Claim):
    """The turn ends the match, and the seat that made it wins for this reason, decided on these cells."""

    reason: str
    cells: tuple[str, ...] = ()

    def is_true(self, turn: Turn, prover: Prover) -> bool:
        outcome = turn.after.outcome
        return outcome is not None and outcome == (turn.seat, self.reason, self.cells, outcome.loops)


class Ends(Claim):
    """The turn ends the match without a win of the seat that made it: drawn, or ``lost``."""

    lost: bool

    def is_true(self, turn: Turn, prover: Prover) -> bool:
        outcome = turn.after.outcome
        return outcome is not None and outcome.winner == (1 - turn.seat if self.lost else None)


class ForcesWin(Claim):
    """After the turn the seat wins within this many more turns of its own, whatever is answered."""

    turns: int

    def is_true(self, turn: Turn, prover: Prover) -> bool:
        after = turn.after
        return after.to_move is not None and prover.wins(after.position(), turn.seat, self.turns)


class CanWin(Claim):
    """At the start of the turn the seat can force a win within this many turns, this one included."""

    turns: int

    def is_true(self, turn: Turn, prover: Prover) -> bool:
        return prover.wins(turn.before.position(), turn.seat, self.turns)


class IsLost(Claim):
    """At the start of the turn the other seat forces its win within this many of its turns, whatever is played."""

    turns: int

    def is_true(self, turn: Turn, prover: Prover) -> bool:
        return prover.wins(turn.before.position(), 1 - turn.seat, self.turns)


class Solved(Claim):
    """From the start of the turn the seat, or the other if ``lost``, wins by force, by a certificate."""

    lost: bool

    def is_true(self, turn: Turn, prover: Prover) -> bool:
        return prover.known.winner(turn.before.position()) == (1 - turn.seat if self.lost else turn.seat)


class Drawn(Claim):
    """From the start of the turn each seat can secure at least a draw, by certificates."""

    def is_true(self, turn: Turn, prover: Prover) -> bool:
        return prover.known.drawn(turn.before.position())


class Keeps(Claim):
    """After the turn the seat wins by force, whatever is answered, by a certificate."""

    def is_true(self, turn: Turn, prover: Prover) -> bool:
        return turn.after.to_move is not None and prover.known.winner(turn.after.position()) == turn.seat


class Allows(Claim):
    """After the turn the other seat can force a win within this many of its turns, beginning with ``moves``."""

    turns: int
    moves: tuple[str, ...]

    def is_true(self, turn: Turn, prover: Prover) -> bool:
        other = 1 - turn.seat
        if turn.after.to_move != other:
            return False
        end = Turn.of(turn.after, self.moves).after
        if end.outcome is not None:
            return end.outcome.winner == other
        return end.to_move == turn.seat and prover.wins(end.position(), other, self.turns - 1)


class IsSafe(Claim):
    """After the turn the other seat has no turn that wins at once."""

    def is_true(self, turn: Turn, prover: Prover) -> bool:
        after = turn.after
        return after.to_move == 1 - turn.seat and not prover.wins(after.position(), 1 - turn.seat)


class Holds(Claim):
    """After the turn the other seat cannot force a win within this many of its turns, or the seat has won already."""

    turns: int

    def is_true(self, turn: Turn, prover: Prover) -> bool:
        after, other = turn.after, 1 - turn.seat
        return after.to_move != turn.seat and not prover.wins(after.position(), other, self.turns)


class Endangered(Claim):
    """``losing`` of the ``choices`` decisions at the start let the other seat win at once or in its next turn."""

    losing: int
    choices: int

    def is_true(self, turn: Turn, prover: Prover) -> bool:
        position = turn.before.position()
        return len(position.codes()) == self.choices and len(prover.losing(position)) == self.losing


class Stops(Claim):
    """The other seat has no winning turn after this one, but ``move`` wins after ``lost`` of the ``others`` decisions.

    The others are all that could have been made instead, each a whole turn; more than half of them lose so.
    """

    move: str
    lost: int
    others: int

    def is_true(self, turn: Turn, prover: Prover) -> bool:
        if len(turn.states) != 2 or not IsSafe().is_true(turn, prover):
            return False
        before, made = turn.before, turn.after.last_move
        lost = 0
        for other in before.legal_moves():
            if other == made:
                continue
            then = before.play(other)
            if then.to_move == turn.seat:
                return False
            lost += then.to_move is not None and wins_with(then, self.move)
        return lost == self.lost and len(before.legal_moves()) - 1 == self.others and 2 * lost > self.others


class Threatens(Claim):
    """The seat wins in its next turn unless the other begins its turn with one of ``answers`` of ``choices``.

    With each of them it can keep the seat from that. ``move``, if not empty, wins at once after every other answer;
    every answer is a whole turn then.
    """

    answers: tuple[str, ...]
    choices: int
    move: str = ""

    def is_true(self, turn: Turn, prover: Prover) -> bool:
        after, seat = turn.after, turn.seat
        if after.to_move != 1 - seat or len(after.legal_moves()) != self.choices:
            return False
        position = after.position()
        for code in position.codes():
            parries = str(position.move(code)) in self.answers
            if prover.wins(position.after(code), seat) == parries:
                return False
            if self.move and not parries:
                then = after.play(position.move(code))
                if then.to_move != seat or not wins_with(then, self.move):
                    return False
        return True


class Estimated(Claim):
    """A search of ``lines`` lines, not a proof, puts the chances of the seat at ``percent``."""

    percent: int
    lines: int

    def is_true(self, turn: Turn, prover: Prover) -> bool:
        return self.lines > 0 and 0 <= self.percent <= 100


def wins_with(state: State, move: str) -> bool:
    """Whether a decision is legal and wins the match at once."""
    legal = next((legal for legal in state.legal_moves() if str(legal) == move), None)
    outcome = None if legal is None else state.play(legal).outcome
    return outcome is not None and outcome.winner == state.to_move
