"""Claims about what a turn does on the board: what it takes, makes, gains and counts."""

from ...core import State
from ...lattice import Pyramid
from ...loop import Loop
from ..knowledge.loop import bridges
from .base import Claim, JudgedTurn, Whose


class CellsClaim(Claim):
    """A statement about these cells."""

    cells: tuple[str, ...]


class Captures(CellsClaim):
    """Enemy pieces on these cells have left the board, or were landed on."""


class Converts(CellsClaim):
    """Enemy pieces on these cells have become one's own."""


class Crowns(CellsClaim):
    """The man placed on this cell has become a double."""


class Covers(CellsClaim):
    """Enemy stones on these cells are covered by stones of one's own."""


class Breaks(CellsClaim):
    """The pillars on these cells are no longer surrounded by the other seat."""


class Surrounds(Claim):
    """These pillars are newly surrounded by the seat, which has ``now`` of them."""

    pillars: tuple[str, ...]
    now: int


class Counts(Claim):
    """What a side counts (largest group, pillars, sealed cells) changes.

    :param whose: The side that counts it.
    :param was: Its count before the turn.
    :param now: Its count after it.
    """

    whose: Whose
    was: int
    now: int


class Room(Claim):
    """The number of empty cells out of sight of every enemy stone changes.

    :param whose: The side whose enemy does not see them.
    :param was: The number before the turn.
    :param now: The number after it.
    :param cells: Of one's own side: those that the enemy saw before the turn. Of the other side:
        those that the turn has come to see.
    """

    whose: Whose
    was: int
    now: int
    cells: tuple[str, ...] = ()


class Reserve(Claim):
    """The other seat has ``stones`` more stones in hand than before, which it must place."""

    stones: int


class Bridge(Claim):
    """On each of these cells a tile would close a bridge if enemy tiles filled the feet it needs.

    :param whose: The side of the tile. Cells of one's own side are empty and new; those of the
        other side are taken by the turn.
    :param feet: Of a single cell of one's own side, those below it that are still empty.
    """

    whose: Whose
    cells: tuple[str, ...]
    feet: tuple[str, ...] = ()


def bridge_claim(turn: JudgedTurn, whose: Whose) -> Bridge | None:
    """The claim about the bridges of a side; None in other games, and where there are none."""
    cells = bridge_cells(turn, whose)
    if not cells:
        return None
    feet: tuple[str, ...] = ()
    board = turn.after.board
    if whose == "own" and len(cells) == 1 and isinstance(board, Pyramid):
        pieces = turn.after.pieces()
        feet = tuple(foot for foot in board.feet(cells[0]) if foot not in pieces)
    return Bridge(whose, cells, feet)


def bridge_cells(turn: JudgedTurn, whose: Whose) -> tuple[str, ...]:
    """The cells of a claim ``Bridge``; () in other games, and where there are none."""
    start = turn.before.position()
    end = turn.after.position()
    seat = turn.seat
    if not isinstance(start, Loop) or not isinstance(end, Loop):
        return ()
    if whose == "own":
        cells = bridges(end, seat) & ~bridges(start, seat)
    else:
        new_tiles = end.tiles[seat] & ~start.tiles[seat]
        cells = new_tiles & bridges(start, 1 - seat)
    return end.board.names(cells)


def roomier_cells(turn: JudgedTurn, whose: Whose) -> tuple[str, ...]:
    """The cells of a claim ``Room``, in a game with sight."""
    onlooker = 1 - turn.seat if whose == "own" else turn.seat
    earlier = turn.before.marks.get(f"seen{onlooker}", ())
    later = turn.after.marks.get(f"seen{onlooker}", ())
    pieces = turn.before.pieces().keys() | turn.after.pieces().keys()
    if whose == "own":
        return tuple(cell for cell in earlier if cell not in later and cell not in pieces)
    return tuple(cell for cell in later if cell not in earlier and cell not in pieces)


def room(state: State, seat: int) -> int | None:
    """The number of empty cells out of the other seat's sight; None where the game has no sight."""
    visible = state.marks.get(f"seen{1 - seat}")
    if visible is None:
        return None
    return len(state.board) - len(state.pieces()) - len(visible)
