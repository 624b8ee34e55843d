"""Curates puzzles: of the stock, those worth giving, spread over boards and lengths; orders and
counts them.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from games.players import Player
from games.players.knowledge import knowledge_of
from games.players.puzzles import Puzzle, puzzles
from games.players.puzzles.answers import ALL
from games.players.solver import OutOfTime
from games.registry import get

from .mine import (
    ENDINGS,
    FEWEST_CHOICES,
    MOST_AT_ONCE,
    MOST_OF_A_MATCH,
    VARIANTS,
    Collection,
    Stones,
    described,
    forms,
    is_near,
    options_of,
    solver_of,
    written,
)

# puzzles of a game
LEAST = 200
MOST = 250
# How many decisions may be tried to see that only one of a puzzle's first decisions wins.
PATIENCE = 2_000_000
TRIES = {"club": 20, "casual": 8}  # how often each level looks for a puzzle's first decision
# ratings
EASIEST = 900
HARDEST = 2100


def is_riddle(puzzle: Puzzle) -> bool:
    """Whether exactly one of enough first decisions is proved to win, and it shows an idea."""
    state = puzzle.start()
    position = state.position()
    knowledge = knowledge_of(state.game)
    if len(position.codes()) < FEWEST_CHOICES or not motif(puzzle):
        return False
    solver = solver_of(state, state.to_move or 0, PATIENCE)
    try:
        return (
            len(solver.winners(position, ALL if knowledge.plays_out else puzzle.turns, most=2)) == 1
        )
    except OutOfTime:
        return False


def motif(puzzle: Puzzle) -> tuple[str, ...]:
    """The ideas of a puzzle but for those that name its end."""
    return tuple(idea for idea in puzzle.ideas if idea not in ENDINGS)


def of_one_match(puzzle: Puzzle, other: Puzzle) -> bool:
    """Whether two puzzles are from the same match, or from different ends of it."""
    shared = min(len(puzzle.moves), len(other.moves)) // 2
    return puzzle.options == other.options and puzzle.moves[:shared] == other.moves[:shared]


def chosen(
    stock: Sequence[Puzzle], riddle: Callable[[Puzzle], bool] = is_riddle, most: int = MOST
) -> list[Puzzle]:
    """At most ``most`` puzzles of a game's stock, the better half on its default board.

    From the boards and lengths that have fewest so far one after another is taken; at most two are
    from a match, and none is nearly another, mirrored or with colours exchanged.
    """
    usual = get(stock[0].slug).options[0].default
    taken: list[Puzzle] = []
    near: dict[object, list[Stones]] = {}

    def fits(puzzle: Puzzle) -> bool:
        mates = [other for other in taken if of_one_match(puzzle, other)]
        crowded = (
            sum(of_one_match(mate, other) for other in taken) >= MOST_OF_A_MATCH for mate in mates
        )
        if len(mates) >= MOST_OF_A_MATCH or any(crowded) or not riddle(puzzle):
            return False
        start = puzzle.start()
        others = near.setdefault(options_of(start), [])
        if is_near(start, others):
            return False
        others.append(next(forms(start)))
        return True

    def take(left: list[Puzzle], room: int) -> None:
        while left and room:
            boards = Counter(map(board_of, taken))
            lengths = Counter(puzzle.turns for puzzle in taken)
            at_once = lengths[1] >= MOST_AT_ONCE * max(1, len(taken))
            left.sort(
                key=lambda puzzle: (lengths[puzzle.turns] + boards[board_of(puzzle)], puzzle.name),
                reverse=True,
            )
            puzzle = next(
                (puzzle for puzzle in reversed(left) if not (at_once and puzzle.turns == 1)), None
            )
            if puzzle is None:
                return
            left.remove(puzzle)
            if fits(puzzle):
                taken.append(puzzle)
                room -= 1

    others = [puzzle for puzzle in stock if board_of(puzzle) != usual]
    take(
        [puzzle for puzzle in stock if board_of(puzzle) == usual],
        max(most // 2, most - len(others)),
    )
    half = len(taken)
    take(others, min(most - half, max(half, LEAST - half)))
    return taken


def board_of(puzzle: Puzzle) -> str:
    """The first option of a puzzle's variant, which is its board."""
    return next(iter(puzzle.options.values()))


def ordered(given: Sequence[Puzzle], rng: random.Random) -> list[Puzzle]:
    """Puzzles from the easiest to the hardest, by how often levels find them, with ratings at equal
    distances.
    """

    def found(puzzle: Puzzle) -> list[int]:
        start = puzzle.start()
        first = start.parse(puzzle.solution[0])
        return [
            -sum(Player(level, rng).think(start).move == first for _ in range(n))
            for level, n in TRIES.items()
        ]

    hard = sorted(given, key=lambda puzzle: (found(puzzle), described(puzzle).rating))
    step = (HARDEST - EASIEST) / (len(hard) - 1)
    return [
        puzzle._replace(rating=round(EASIEST + step * place)) for place, puzzle in enumerate(hard)
    ]


def tables(slugs: Sequence[str]) -> Iterator[str]:
    """How many puzzles there are of each game by board, by turns and by idea."""
    for slug in slugs:
        given = puzzles(slug)
        yield f"{slug}: {len(given)}"
        for name, keys in (
            ("board", [board_of(puzzle) for puzzle in given]),
            ("turns", [str(puzzle.turns) for puzzle in given]),
            ("idea", [idea for puzzle in given for idea in puzzle.ideas]),
        ):
            yield f"  {name}: " + ", ".join(
                f"{key} {count}" for key, count in Counter(keys).most_common()
            )


def main(arguments: list[str]) -> int:
    """``curate [SLUG …]``: leave those worth giving in the files; ``order``: by difficulty;
    ``count``: print tables.
    """
    slugs = [get(slug).slug for slug in arguments[1:] or VARIANTS]
    if arguments[0] == "count":
        print("\n".join(tables(slugs)))
        return 0
    for slug in slugs:
        shelf = Collection(get(slug))
        kept = (
            ordered(shelf.puzzles, random.Random(1))
            if arguments[0] == "order"
            else chosen(shelf.puzzles)
        )
        shelf.path.write_text(written(kept), encoding="utf-8")
    return 0
