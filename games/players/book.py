"""First moves known by heart: made by exhaustive search where a board is small enough, looked up in play."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path

from ..core import Game, GameError, Move, Position, State
from ..registry import get
from .knowledge import knowledge_of
from .knowledge.symmetry import symmetries
from .solver import Solver, played

# A book goes on for so many decisions; after them players can work out the rest by themselves.
DEPTH = 4
MANY_TURNS = 40
MOST_KNOWN = 12_000_000


def advice(state: State) -> Move | None:
    """What the book says of a state; None if it is not in it."""
    if state.ply >= DEPTH:
        return None
    entries = _books(state.game.slug).get(" ".join(state.options.values()))
    if not entries:
        return None
    cell = state.board.cell
    for table, key in _images(state.position()):
        if move := entries.get(key):
            index = state.board.index[move]
            return Move("place", cell[next(one for one, other in table.items() if other == index)])
    return None


@cache
def _books(slug: str) -> Mapping[str, Mapping[str, str]]:
    """By variant: positions in one of their orientations, and the cell to place on."""
    source = resources.files(__package__) / "books" / f"{slug}.json"
    found: Mapping[str, Mapping[str, str]] = {}
    if source.is_file():
        found = json.loads(source.read_text(encoding="utf-8"))
    return found


def _images(position: Position) -> Iterator[tuple[Mapping[int, int], str]]:
    """Every symmetry of the board, and what the position looks like under it."""
    board = position.board
    pieces = [(board.index[cell], seats) for cell, seats in position.pieces().items()]
    for table in symmetries(board):
        yield table, " ".join(sorted(f"{board.cell[table[index]]}:{seats[-1]}" for index, seats in pieces))


def written(game: Game, options: dict[str, str]) -> dict[str, str]:
    """The book of a variant of ``game`` whose first decisions are placements, for the side that wins in best play.

    For the other side it has the first decision only: the one that leaves the fewest right answers.
    """
    position = game.start(**options).position()
    solver = Solver(knowledge_of(game), 1, most_known=MOST_KNOWN, symmetric=True)
    book: dict[str, str] = {}
    ahead = solver.seat if solver.wins(position, MANY_TURNS) else 1 - solver.seat
    for seat in (1, 0):
        _write(position, seat, solver, book, DEPTH if seat == ahead else 1)
    return book


def _write(position: Position, seat: int, solver: Solver, book: dict[str, str], depth: int) -> None:
    """Enter what ``seat`` is to do in a position and in those that may follow within ``depth`` decisions."""
    if not depth or position.reason is not None:
        return
    images = [key for _, key in _images(position)]
    if any(key in book for key in images):
        return
    codes = position.codes()
    if position.to_move == seat:
        if min(codes) < 0:
            return
        code = _choice(position, seat, solver)
        book[images[0]] = str(position.move(code))
        print(f"{len(book)}: {images[0] or 'start'} -> {book[images[0]]}", flush=True)
        codes = [code]
    for code in codes:
        _write(played(position, code), seat, solver, book, depth - 1)


def _choice(position: Position, seat: int, solver: Solver) -> int:
    right: dict[int, int] = {}
    for code in position.codes():
        after = played(position, code)
        if _wins(after, seat, solver):
            return code
        if after.to_move != seat:
            right[code] = sum(not _wins(played(after, answer), seat, solver) for answer in after.codes())
    return min(right, key=right.__getitem__)


def _wins(position: Position, seat: int, solver: Solver) -> bool:
    return solver.wins(position, MANY_TURNS) == (seat == solver.seat)


def main(arguments: list[str]) -> int:
    """``SLUG [option=value …]``: write the book of a variant."""
    try:
        if not arguments:
            raise GameError("usage: python -m games.players.books SLUG [option=value …]")
        game = get(arguments[0])
        options = game.complete(dict(word.partition("=")[::2] for word in arguments[1:]))
        path = Path(__file__).parent / "books" / f"{game.slug}.json"
        books = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        books[" ".join(options.values())] = written(game, options)
        path.write_text(json.dumps(books, indent=1) + "\n", encoding="utf-8")
    except GameError as error:
        print(error, file=sys.stderr)
        return 2
    return 0
