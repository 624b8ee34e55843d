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
"""Gives floats in [0, 1), as ``random.random``."""
PositionKey: TypeAlias = tuple[tuple[int, ...], int]
"""What identifies a position of a match: sets of cells as bits, and a number for all else."""
_FRESH = count()

# Codes of decisions without a cell, lower than the index of any cell.
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

    def key(self) -> PositionKey:
        """Sets of cells and a number, equal for positions of one match with the same future.

        By default no two positions have the same key.
        """
        return (), next(_FRESH)

    def after(self, code: int) -> Self:
        """The position after a legal decision."""
        position = self.copy()
        position.play(code)
        return position

    @abstractmethod
    def codes(self) -> list[int]:
        """All legal decisions, in the order of the board. Only while the game is on."""

    @abstractmethod
    def random_code(self, random: Random) -> int:
        """A legal decision, each as likely as any other; ``random()`` gives floats in [0, 1)."""

    @abstractmethod
    def play(self, code: int) -> None:
        """Make a legal decision, in place.

        Afterwards it is the next decider's turn, or the game is over.
        """

    def move(self, code: int) -> Move:
        """The decision of a code.

        By default a code is PASS_CODE, SWAP_CODE, the index of a cell to place on, or for a step
        ``source * board.size + target``.
        """
        if code == SWAP_CODE:
            return SWAP
        if code == PASS_CODE:
            return PASS
        source, target = divmod(code, self.board.size)
        cell = self.board.cell
        if source:
            return Move("step", cell[target], cell[source])
        return Move("place", cell[target])

    def code(self, move: Move) -> int | None:
        """The code of a decision, legal or not; None if no position could ever have it."""
        index = self.board.index
        if move.kind == "step":
            return index[move.source] * self.board.size + index[move.target]
        if move.kind == "place":
            return index[move.target]
        if move == PASS:
            return PASS_CODE
        if move == SWAP:
            return SWAP_CODE
        return None

    @abstractmethod
    def objection(self, move: Move) -> Sentence:
        """Why a decision is not legal here; its cells are known to be on the board."""

    @abstractmethod
    def pieces(self) -> dict[str, tuple[int, ...]]:
        """Occupied cells and the seats of their pieces, bottom to top."""

    @abstractmethod
    def events(self, previous: Self, move: Move) -> tuple[Event, ...]:
        """What ``move``, played on ``previous``, did to make this position."""

    @abstractmethod
    def outcome(self, previous: Self | None, move: Move | None) -> Outcome:
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
        """Cells worth showing beside the pieces, by what they are.

        Each game names its own kinds.
        """
        return {}

    def with_other_to_move(self) -> Self | None:
        """This position at the start of a turn of the other seat, to try what it threatens.

        None where that makes no sense, as in the middle of a turn.
        """
        return None

    def replies(self) -> Iterator[tuple[int, Self]]:
        """Each decision of the other seat if it were its turn, with the position after it."""
        position = self.with_other_to_move()
        if position is not None:
            for code in position.codes():
                yield code, position.after(code)

    def threats(self) -> tuple[str, ...]:
        """Cells that the other seat could win, take or close if it were its turn.

        By default those where it wins.
        """
        opponent = 1 - self.to_move
        wins = [code for code, position in self.replies() if position.winner == opponent]
        targets = {self.move(code).target for code in wins}
        return tuple(cell for cell in self.board.cells if cell in targets)

    def threatens_win(self) -> bool:
        """Whether the other seat would win by one decision if it were its turn."""
        opponent = 1 - self.to_move
        return any(position.winner == opponent for _, position in self.replies())
