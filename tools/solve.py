"""Works out small boards to the end: ``python -m tools.solve SLUG [option=value …]``."""

import sys
import time
from dataclasses import dataclass
from itertools import product

from games.core import Game, GameError
from games.players.knowledge import knowledge_of
from games.registry import get
from tools.mirrors import mirrored_solver
from tools.variants import variants

# More turns than a match on a small board has.
MANY_TURNS = 40
MOST_KNOWN = 6_000_000


@dataclass(frozen=True, slots=True)
class SolvedBoard:
    """How a variant ends in best play, and what it took to work that out.

    :param winner: Who wins from the start; None: neither side can force it.
    :param turns: Within how many turns of the winner.
    :param move: The first move that wins, if the winner begins.
    :param decisions: The decisions searched.
    :param seconds: How long that took.
    """

    winner: int | None
    turns: int
    move: str
    decisions: int
    seconds: float


def solve(game: Game, options: dict[str, str], seconds: float = float("inf")) -> SolvedBoard:
    """Work out a match of ``game`` from its start. Raises OutOfTime."""
    begin = time.perf_counter()
    knowledge = knowledge_of(game)
    position = game.start(**options).position()
    solvers = [mirrored_solver(game, seat, seconds, most_known=MOST_KNOWN // 2) for seat in (0, 1)]
    if knowledge.plays_out:
        # No match is short, so ask who wins at all first, and then how soon.
        solvers = [solver for solver in solvers if solver.wins(position, MANY_TURNS)][:1]
    winner = None
    turns_needed = 0
    move = ""
    for turns, solver in product(range(1, MANY_TURNS + 1), solvers):
        if solver.wins(position, turns):
            winner = solver.seat
            turns_needed = turns
            if position.to_move == winner:
                code = solver.winners(position, turns, most=1)[0]
                move = str(position.move(code))
            break
    count = sum(solver.tried for solver in solvers)
    duration = time.perf_counter() - begin
    return SolvedBoard(winner, turns_needed, move, decisions=count, seconds=duration)


def main(arguments: list[str]) -> int:
    """Solve one board, or the named option's every choice where its value is ``*``.

    Prints a row of a table for each.
    """
    try:
        if not arguments:
            raise GameError(
                "usage: python -m tools.solve SLUG [option=value …], with * for every value"
            )
        game = get(arguments[0])
        for options in variants(game, arguments[1:]):
            print(row(game, options), flush=True)
    except GameError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def row(game: Game, options: dict[str, str]) -> str:
    """A row of a table: the variant, who wins with which first move, and what that took."""
    solution = solve(game, options)
    if solution.winner is None:
        result = "nobody can force a win"
    else:
        side = "first" if solution.winner == 0 else "second"
        result = f"{game.seats[solution.winner]} ({side}) in {solution.turns}"
    cells = (
        game.slug,
        " ".join(options.values()),
        result,
        solution.move or "–",
        f"{solution.decisions:,}",
        f"{solution.seconds:.1f}",
    )
    return "| " + " | ".join(cells) + " |"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
