"""Claims about wins: at once, by force, threatened, stopped, allowed and missed."""

from .base import Claim, Turn


class Wins(Claim):
    """The turn ends the match, and the seat that made it wins for this reason, decided on these
    cells.
    """

    reason: str
    cells: tuple[str, ...] = ()


class Ends(Claim):
    """The turn ends the match without a win of the seat that made it: drawn, or ``lost``."""

    lost: bool


class ForcesWin(Claim):
    """After the turn the seat wins within this many more turns of its own, whatever is answered."""

    turns: int


class CanWin(Claim):
    """At the start of the turn the seat can force a win within this many turns, including this
    turn.
    """

    turns: int


class IsLost(Claim):
    """At the start of the turn the other seat forces its win within this many of its turns,
    whatever is played.
    """

    turns: int


class Solved(Claim):
    """The turn begins a match of a solved variant: with best play the seat wins, or the other if
    ``lost``.
    """

    lost: bool


class Drawn(Claim):
    """The turn begins a match of a solved variant, which is a draw with best play."""


class Allows(Claim):
    """After the turn the other seat can force a win within this many of its turns, beginning with
    ``moves``.
    """

    turns: int
    moves: tuple[str, ...]


class Holds(Claim):
    """After the turn the other seat cannot force a win within this many of its turns, or the seat
    has won already.
    """

    turns: int


class Endangered(Claim):
    """``losing`` of the ``choices`` decisions at the start let the other seat win at once or in its
    next turn.
    """

    losing: int
    choices: int


class Stops(Claim):
    """The other seat has no winning turn after this one, but ``move`` wins after ``lost`` of the
    ``others`` decisions.

    The others are all that could have been made instead, each a whole turn; more than half of them
    lose so.
    """

    move: str
    lost: int
    others: int


class Threatens(Claim):
    """The seat wins in its next turn unless the other begins its turn with one of ``answers`` of
    ``choices``.

    With each of them it can keep the seat from that. ``move``, if not empty, wins at once after
    every other answer; every answer is a whole turn then.
    """

    answers: tuple[str, ...]
    choices: int
    move: str = ""


class Only(Claim):
    """The turn starts with the one legal decision."""


class Searched(Claim):
    """By a search to the end of the match, the start of the turn is worth this to the seat: 1 won,
    0 drawn, -1 lost.
    """

    value: int


class Estimated(Claim):
    """A search of ``lines`` lines, not a proof, puts the chances of the seat at ``percent``."""

    percent: int
    lines: int


def ending(turn: Turn) -> Wins | Ends:
    """How a turn has ended the match."""
    outcome = turn.after.outcome
    assert outcome is not None
    if outcome.winner == turn.seat:
        return Wins(outcome.reason, outcome.cells)
    return Ends(outcome.winner is not None)
