"""Claims about wins: at once, by force, threatened, stopped, allowed and missed."""

from .base import Claim, JudgedTurn, Whose


class Wins(Claim):
    """The turn ends the match, and the seat that made it wins.

    :param reason: Why it wins, as the outcome says.
    :param cells: Where that was decided.
    """

    reason: str
    cells: tuple[str, ...] = ()


class Ends(Claim):
    """The turn ends the match without a win of the seat that made it.

    :param opponent_wins: Whether the other seat wins; else the match is drawn.
    """

    opponent_wins: bool


class ForcesWin(Claim):
    """After the turn the seat wins within this many more turns of its own, whatever is answered."""

    turns: int


class CanWin(Claim):
    """The seat can force a win within this many turns, this turn included."""

    turns: int


class IsLost(Claim):
    """Whatever the turn is, the other seat forces its win within this many of its turns."""

    turns: int


class Solved(Claim):
    """The turn begins a match of a solved variant that the seat wins with best play.

    :param opponent_wins: Whether the other seat wins.
    """

    opponent_wins: bool


class Drawn(Claim):
    """The turn begins a match of a solved variant, which is a draw with best play."""


class Allows(Claim):
    """After the turn the other seat can force a win within this many of its turns.

    :param moves: How it begins.
    """

    turns: int
    moves: tuple[str, ...]


class StillToFind(Claim):
    """After the turn the other seat can force a win within this many of its turns.

    As ``Allows``, where every other turn loses, too.

    :param moves: How one such win begins.
    """

    turns: int
    moves: tuple[str, ...]


class Holds(Claim):
    """After the turn the other seat cannot force a win within this many of its turns.

    Also where the seat has won already.
    """

    turns: int


class Endangered(Claim):
    """Some decisions at the start let the other seat win at once or in its next turn.

    :param losing: How many of the ``choices`` do.
    """

    losing: int
    choices: int


class Stops(Claim):
    """The other seat has no winning turn after this one, but would have had one after most others.

    :param move: Its decision that would win.
    :param lost: After how many of the others it would win; more than half of them.
    :param others: How many decisions, each a whole turn, could have been made instead.
    """

    move: str
    lost: int
    others: int


class Threatens(Claim):
    """The seat wins in its next turn unless the other seat begins its turn with the right answer.

    :param answers: The decisions with which the other seat can keep it from that.
    :param choices: How many decisions it has.
    :param move: If not empty, it wins at once after every other answer, and every answer is a whole
        turn.
    """

    answers: tuple[str, ...]
    choices: int
    move: str = ""


class GoesOn(Claim):
    """After the turn and an answer to it the seat forces its win by another turn.

    :param turns: Within so many turns of its own, that one included.
    :param threat: If not empty, a turn of it that wins at once after more than half of the other
        seat's turns, but not after ``answer``.
    :param answer: A turn of the other seat; empty where the threat wins after every one.
    :param moves: The seat's turn after it.
    """

    turns: int
    threat: tuple[str, ...] = ()
    answer: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()


class EndInSight(Claim):
    """Played out as ``line`` from where the turn begins, the match is won.

    :param whose: By the seat whose turn it is, or by the other one.
    :param line: Decisions of both seats.
    :param moves: The last of them, a turn of the winner.
    :param slip: The first of them, a turn that lets the other seat win; empty where more than half
        of the decisions do, each a whole turn.
    :param reason: Why it is won, as the outcome says.
    :param cells: Where that is decided, as many as are named.
    """

    whose: Whose
    line: tuple[str, ...]
    moves: tuple[str, ...]
    slip: tuple[str, ...]
    reason: str
    cells: tuple[str, ...]


class Only(Claim):
    """The turn starts with the one legal decision."""


class Searched(Claim):
    """What the start of the turn is worth by a search to the end of the match.

    :param value: For the seat: 1 won, 0 drawn, -1 lost.
    """

    value: int


class Estimated(Claim):
    """A search of ``lines`` lines, not a proof, puts the chances of the seat at ``percent``."""

    percent: int
    lines: int


def ending(turn: JudgedTurn) -> Wins | Ends:
    """How a turn has ended the match."""
    outcome = turn.after.outcome
    assert outcome is not None
    if outcome.winner == turn.seat:
        return Wins(outcome.reason, outcome.cells)
    return Ends(outcome.winner is not None)
