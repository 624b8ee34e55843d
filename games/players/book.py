"""Opening books: first moves worked out by exhaustive search (``tools/books.py``)."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources

from ..core import Move, Position, State
from .knowledge.symmetry import symmetries

DEPTH = 4  # decisions in a book; after them players work out the rest by themselves


def advice(state: State) -> Move | None:
    """The book's move in a state; None if the state is not in it."""
    if state.ply >= DEPTH:
        return None
    entries = _books(state.game.slug).get(state.variant)
    if not entries:
        return None
    board = state.board
    for table, key in images(state.position()):
        entry = entries.get(key)
        if entry:
            image = board.index[entry]
            index = next(index for index in table if table[index] == image)
            return Move("place", board.cell[index])
    return None


@cache
def _books(slug: str) -> Mapping[str, Mapping[str, str]]:
    """By variant: positions in one of their orientations, and the cell to place on."""
    source = resources.files(__package__) / "books" / f"{slug}.json"
    if not source.is_file():
        return {}
    books: Mapping[str, Mapping[str, str]] = json.loads(source.read_text("utf-8"))
    return books


def images(position: Position) -> Iterator[tuple[Mapping[int, int], str]]:
    """Every symmetry of the board, and what the position looks like under it."""
    board = position.board
    tops = {board.index[cell]: seats[-1] for cell, seats in position.pieces().items()}
    for table in symmetries(board):
        pieces = [f"{board.cell[table[index]]}:{seat}" for index, seat in tops.items()]
        yield table, " ".join(sorted(pieces))
