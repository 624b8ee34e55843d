"""The fast layer of a game's rules: a mutable position that decisions, coded as integers, are
played on.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from itertools import count
from typing import Self, TypeAlias

from ..lattice import Lattice
from .errors import Sentence
from .moves import PASS, SWAP, Event, Move, Outcome

Random: TypeAlias = Callable[[], float]
Form: TypeAlias = tuple[tuple[int, ...], int]
_FRESH = count()

# Lower than the index of any cell.
PASS_CODE = 0
SWAP_CODE = 1


class Position(ABC):
    """The rules of one game at work: a mutable position that decisions, coded as integers, are
    played on.

    Search and random playouts use it directly; it trusts its callers. ``State`` wraps it for all
    other code. ``to_move`` is the seat that decides. Once ``reason`` is set, the game is over, and
    ``winner`` is a seat or None.
    """

    __slots__ = ("board", "reason", "to_move", "winner")

    board: Lattice
    to_move: int
    winner: int | None
    reason: str | None

    def __init__(self, board: Lattice) -> None:
        self.board = board
        self.to_move = 0
        self.winner = None
        self.reason = None

    @abstractmethod
    def copy(self) -> Self:
        """An independent, equal position."""

    def _twin(self) -> Self:
        """A position of the same class with the fields that all games share, for ``copy`` to
        complete.
        """
        twin = object.__new__(type(self))
        twin.board = self.board
        twin.to_move = self.to_move
        twin.winner = self.winner
        twin.reason = self.reason
        return twin

    def form(self) -> Form:
        """Sets of cells and a number, equal for positions of one match with the same future; by
        default for none.
        """
        return (), next(_FRESH)

    def after(self, code: int) -> Self:
        """The position after a legal decision."""
        after = self.copy()
        after.play(code)
        return after

    @abstractmethod
    def codes(self) -> list[int]:
        """All legal decisions, in the order of the board. Only while the game is on."""

    @abstractmethod
    def draw(self, random: Random) -> int:
        """A legal decision, each as likely as any other; ``random()`` gives floats in [0, 1)."""

    @abstractmethod
    def play(self, code: int) -> None:
        """Make a legal decision, in place; afterwards it is the next decider's turn or the game is
        over.
        """

    def move(self, code: int) -> Move:
        """The decision of a code; by default PASS_CODE, SWAP_CODE, a cell's index, or source * size
        + target.
        """
        if code <= SWAP_CODE:
            return SWAP if code == SWAP_CODE else PASS
        source, target = divmod(code, self.board.size)
        cell = self.board.cell
        return Move("step", cell[target], cell[source]) if source else Move("place", cell[target])

    def code(self, move: Move) -> int | None:
        """The code of a decision, legal or not; None if no position could ever have it."""
        cells = [self.board.index[cell] for cell in move.cells]
        if move.kind == "step":
            return cells[0] * self.board.size + cells[1]
        return cells[0] if move.kind == "place" else {PASS: PASS_CODE, SWAP: SWAP_CODE}.get(move)

    @abstractmethod
    def objection(self, move: Move) -> Sentence:
        """Why a decision that is not legal here is not.

        Cells in it are known to be on the board.
        """

    @abstractmethod
    def pieces(self) -> dict[str, tuple[int, ...]]:
        """Occupied cells and the seats of their pieces, bottom to top."""

    @abstractmethod
    def events(self, before: Self, move: Move) -> tuple[Event, ...]:
        """What ``move``, played on ``before``, did to make this position."""

    @abstractmethod
    def outcome(self, before: Self | None, move: Move | None) -> Outcome:
        """The outcome with its cells, once the game is over."""

    @property
    def reserve(self) -> tuple[int, int]:
        """Stones in hand, by seat."""
        return (0, 0)

    @property
    def score(self) -> tuple[int, int] | None:
        """What the players count, by seat; None where they count nothing."""
        return None

    def marks(self) -> dict[str, tuple[str, ...]]:
        """Cells worth showing beside the pieces, by what they are; each game names its own
        kinds.
        """
        return {}

    def turned(self) -> Self | None:
        """This position at the start of a turn of the other seat; None where that makes no
        sense.
        """
        return None

    def replies(self) -> Iterator[tuple[int, Self]]:
        """Each decision of the other seat if it were its turn, with the position after it."""
        turned = self.turned()
        if turned is not None:
            for code in turned.codes():
                yield code, turned.after(code)

    def threats(self) -> tuple[str, ...]:
        """Cells that the other seat could win, take or close if it were its turn; by default those
        where it wins.
        """
        wins = {
            self.move(code).target
            for code, after in self.replies()
            if after.winner == 1 - self.to_move
        }
        return tuple(cell for cell in self.board.cells if cell in wins)

    def threatens_win(self) -> bool:
        """Whether the other seat would win by one decision if it were its turn."""
        return any(after.winner == 1 - self.to_move for _, after in self.replies())
