"""Writes the opening book of a variant: ``python -m tools.books SLUG [option=value …]``."""

import json
import sys
from pathlib import Path

import games.players.books
from games.core import Game, GameError, Position
from games.players.book import DEPTH, images
from games.players.solver import Solver
from games.registry import get
from tools.mirrors import mirrored_solver

FOLDER = Path(games.players.books.__file__).parent
MANY_TURNS = 40  # more than a match on a small board has
MOST_KNOWN = 12_000_000  # positions


def written(game: Game, options: dict[str, str]) -> dict[str, str]:
    """The book of a variant of ``game`` whose first decisions are placements, for the side that
    wins in best play.

    For the other side it has the first decision only: the one that leaves the fewest right answers.
    """
    position = game.start(**options).position()
    solver = mirrored_solver(game, 1, most_known=MOST_KNOWN)
    book: dict[str, str] = {}
    ahead = solver.seat if solver.wins(position, MANY_TURNS) else 1 - solver.seat
    for seat in (1, 0):
        _write(position, seat, solver, book, DEPTH if seat == ahead else 1)
    return book


def _write(position: Position, seat: int, solver: Solver, book: dict[str, str], depth: int) -> None:
    """Enter what ``seat`` is to do in a position and in those that may follow within ``depth``
    decisions.
    """
    if not depth or position.reason is not None:
        return
    looks = [key for _, key in images(position)]
    if any(key in book for key in looks):
        return
    codes = position.codes()
    if position.to_move == seat:
        if min(codes) < 0:
            return
        code = _choice(position, seat, solver)
        book[looks[0]] = str(position.move(code))
        print(f"{len(book)}: {looks[0] or 'start'} -> {book[looks[0]]}", flush=True)
        codes = [code]
    for code in codes:
        _write(position.after(code), seat, solver, book, depth - 1)


def _choice(position: Position, seat: int, solver: Solver) -> int:
    right: dict[int, int] = {}
    for code in position.codes():
        after = position.after(code)
        if _wins(after, seat, solver):
            return code
        if after.to_move != seat:
            right[code] = sum(
                not _wins(after.after(answer), seat, solver) for answer in after.codes()
            )
    return min(right, key=right.__getitem__)


def _wins(position: Position, seat: int, solver: Solver) -> bool:
    return solver.wins(position, MANY_TURNS) == (seat == solver.seat)


def main(arguments: list[str]) -> int:
    """``SLUG [option=value …]``: write the book of a variant."""
    try:
        if not arguments:
            raise GameError("usage: python -m tools.books SLUG [option=value …]")
        game = get(arguments[0])
        options = game.complete(dict(word.partition("=")[::2] for word in arguments[1:]))
        path = FOLDER / f"{game.slug}.json"
        books = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        books[" ".join(options.values())] = written(game, options)
        path.write_text(json.dumps(books, indent=1) + "\n", encoding="utf-8")
    except GameError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
