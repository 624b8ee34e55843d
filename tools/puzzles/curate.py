"""Curates puzzles: those of the stock worth giving, spread over boards and lengths."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from games.players import ComputerPlayer
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
    file_text,
    forms,
    is_like_another,
    options_of,
    solver_of,
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
    choices = len(puzzle.start().position().codes())
    return choices >= FEWEST_CHOICES and bool(motif(puzzle)) and has_one_first_decision(puzzle)


def has_one_first_decision(puzzle: Puzzle) -> bool:
    """Whether exactly one first decision is proved to win within the turns asked for."""
    state = puzzle.start()
    position = state.position()
    horizon = ALL if knowledge_of(state.game).plays_out else puzzle.turns
    solver = solver_of(state, state.to_move or 0, PATIENCE)
    try:
        return len(solver.winners(position, horizon, most=2)) == 1
    except OutOfTime:
        return False


def motif(puzzle: Puzzle) -> tuple[str, ...]:
    """The ideas of a puzzle but for those that name its end."""
    return tuple(idea for idea in puzzle.ideas if idea not in ENDINGS)


def of_one_match(puzzle: Puzzle, other: Puzzle) -> bool:
    """Whether two puzzles are from the same match, or from different ends of it."""
    half = min(len(puzzle.moves), len(other.moves)) // 2
    return puzzle.options == other.options and puzzle.moves[:half] == other.moves[:half]


def chosen(
    stock: Sequence[Puzzle], is_good: Callable[[Puzzle], bool] = is_riddle, most: int = MOST
) -> list[Puzzle]:
    """At most ``most`` puzzles of a game's stock, the better half on its default board.

    From the boards and lengths that have fewest so far one after another is taken; at most two are
    from a match, and none is nearly another, mirrored or with colours exchanged.
    """
    usual_board = get(stock[0].slug).options[0].default
    usual_puzzles = [puzzle for puzzle in stock if board_of(puzzle) == usual_board]
    other_puzzles = [puzzle for puzzle in stock if board_of(puzzle) != usual_board]
    choice = PuzzleSelection(is_good)
    choice.take(usual_puzzles, max(most // 2, most - len(other_puzzles)))
    half = len(choice.taken)
    choice.take(other_puzzles, min(most - half, max(half, LEAST - half)))
    return choice.taken


class PuzzleSelection:
    """The puzzles of a game that are chosen so far."""

    def __init__(self, is_good: Callable[[Puzzle], bool]) -> None:
        self.taken: list[Puzzle] = []
        self._is_good = is_good
        self._forms: dict[object, list[Stones]] = {}

    def take(self, stock: list[Puzzle], count: int) -> None:
        """Take so many puzzles of a stock, if as many fit."""
        rest = list(stock)
        while rest and count:
            puzzle = self._next(rest)
            if puzzle is None:
                return
            rest.remove(puzzle)
            if self._fits(puzzle):
                self.taken.append(puzzle)
                count -= 1

    def _next(self, stock: list[Puzzle]) -> Puzzle | None:
        """The puzzle whose board and length have fewest so far.

        None if all are won at once and enough of these are taken.
        """
        boards = Counter(map(board_of, self.taken))
        lengths = Counter(puzzle.turns for puzzle in self.taken)
        if lengths[1] >= MOST_AT_ONCE * max(1, len(self.taken)):
            stock = [puzzle for puzzle in stock if puzzle.turns != 1]

        def rank(puzzle: Puzzle) -> tuple[int, str]:
            return lengths[puzzle.turns] + boards[board_of(puzzle)], puzzle.name

        return min(stock, key=rank, default=None)

    def _fits(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle is good, not one too many of its match, and like none so far."""
        mates = [other for other in self.taken if of_one_match(puzzle, other)]
        if len(mates) >= MOST_OF_A_MATCH or any(map(self._has_enough_mates, mates)):
            return False
        if not self._is_good(puzzle):
            return False
        start = puzzle.start()
        other_forms = self._forms.setdefault(options_of(start), [])
        if is_like_another(start, other_forms):
            return False
        other_forms.append(next(forms(start)))
        return True

    def _has_enough_mates(self, puzzle: Puzzle) -> bool:
        mates = sum(of_one_match(puzzle, other) for other in self.taken)
        return mates >= MOST_OF_A_MATCH


def board_of(puzzle: Puzzle) -> str:
    """The first option of a puzzle's variant, which is its board."""
    return next(iter(puzzle.options.values()))


def ordered(stock: Sequence[Puzzle], rng: random.Random) -> list[Puzzle]:
    """Puzzles from the easiest to the hardest, with ratings at equal distances.

    By how often levels find them.
    """
    by_difficulty = sorted(
        stock, key=lambda puzzle: (times_found(puzzle, rng), described(puzzle).rating)
    )
    step = (HARDEST - EASIEST) / (len(by_difficulty) - 1)
    return [
        replace(puzzle, rating=round(EASIEST + step * place))
        for place, puzzle in enumerate(by_difficulty)
    ]


def times_found(puzzle: Puzzle, rng: random.Random) -> list[int]:
    """How often each level finds a puzzle's first decision, negative for the order."""
    start = puzzle.start()
    first = start.parse(puzzle.solution[0])
    counts = []
    for level, tries in TRIES.items():
        moves = [ComputerPlayer(level, rng).think(start).move for _ in range(tries)]
        counts.append(-moves.count(first))
    return counts


def tables(slugs: Sequence[str]) -> Iterator[str]:
    """How many puzzles there are of each game by board, by turns and by idea."""
    for slug in slugs:
        stock = puzzles(slug)
        yield f"{slug}: {len(stock)}"
        yield f"  board: {_counts(map(board_of, stock))}"
        yield f"  turns: {_counts(str(puzzle.turns) for puzzle in stock)}"
        yield f"  idea: {_counts(idea for puzzle in stock for idea in puzzle.ideas)}"


def _counts(names: Iterable[str]) -> str:
    """How often each name occurs, the most frequent first."""
    return ", ".join(f"{name} {count}" for name, count in Counter(names).most_common())


def main(arguments: list[str]) -> int:
    """``curate [SLUG …]`` leaves those worth giving in the files, ``order`` sorts them by
    difficulty; the first puzzles stay as they are. ``count`` prints tables.
    """
    slugs = [get(slug).slug for slug in arguments[1:] or VARIANTS]
    if arguments[0] == "count":
        print("\n".join(tables(slugs)))
        return 0
    for slug in slugs:
        collection = Collection(get(slug))
        first_puzzles = [puzzle for puzzle in collection.puzzles if puzzle.rating < EASIEST]
        later_puzzles = [puzzle for puzzle in collection.puzzles if puzzle.rating >= EASIEST]
        if arguments[0] == "order":
            stock = ordered(later_puzzles, random.Random(1))
        else:
            stock = chosen(later_puzzles)
        collection.path.write_text(file_text(first_puzzles + stock), encoding="utf-8")
    return 0
