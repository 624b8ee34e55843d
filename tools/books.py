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
from tools.variants import variants

FOLDER = Path(games.players.books.__file__).parent
MANY_TURNS = 40  # more than a match on a small board has
MOST_KNOWN = 12_000_000  # positions


def book_of(game: Game, options: dict[str, str]) -> dict[str, str]:
    """The book of a variant for the side that wins in best play.

    First decisions are placements in the ``game``. For the other side it has the first decision
    only: the one that leaves the fewest right answers.
    """
    position = game.start(**options).position()
    solver = mirrored_solver(game, 1, most_known=MOST_KNOWN)
    book: dict[str, str] = {}
    for seat in (1, 0):
        depth = DEPTH if _wins(position, seat, solver) else 1
        _write(position, seat, solver, book, depth)
    return book


def _write(position: Position, seat: int, solver: Solver, book: dict[str, str], depth: int) -> None:
    """Enter what ``seat`` is to do in a position and in those that may follow.

    :param depth: Within how many decisions.
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
        key = looks[0]
        book[key] = str(position.move(code))
        print(f"{len(book)}: {key or 'start'} -> {book[key]}", flush=True)
        codes = [code]
    for code in codes:
        _write(position.after(code), seat, solver, book, depth - 1)


def _choice(position: Position, seat: int, solver: Solver) -> int:
    """The decision that wins in best play, else the one that leaves the fewest right answers."""
    right_answers: dict[int, int] = {}
    for code in position.codes():
        next_position = position.after(code)
        if _wins(next_position, seat, solver):
            return code
        if next_position.to_move != seat:
            ends = [next_position.after(answer) for answer in next_position.codes()]
            results = [_wins(end, seat, solver) for end in ends]
            right_answers[code] = results.count(False)
    return min(right_answers, key=right_answers.__getitem__)


def _wins(position: Position, seat: int, solver: Solver) -> bool:
    """Whether a seat wins in best play, of which the solver decides who does."""
    solver_wins = solver.wins(position, MANY_TURNS)
    return solver_wins if seat == solver.seat else not solver_wins


def main(arguments: list[str]) -> int:
    """``SLUG [option=value …]``: write the book of a variant."""
    try:
        if not arguments:
            raise GameError("usage: python -m tools.books SLUG [option=value …]")
        game = get(arguments[0])
        (options,) = variants(game, arguments[1:])
        path = FOLDER / f"{game.slug}.json"
        books = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        books[" ".join(options.values())] = book_of(game, options)
        path.write_text(json.dumps(books, indent=1) + "\n", encoding="utf-8")
    except GameError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
