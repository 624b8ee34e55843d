"""Chooses the first puzzles of each game, and says what they show."""

import json
import random
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from games.players.puzzles import FIRST, Puzzle, from_data, main_idea, puzzles, to_data
from games.registry import get

from .curate import EASIEST as LEAST_LATER, board_of, of_one_match
from .fit import (
    FOUND,
    TRIES,
    by_difficulty,
    finders,
    ideas_of_key_turn,
    is_first,
    is_on_usual_board,
    share_found,
)
from .mine import Collection, Stones, described, file_text, forms, is_like_another, options_of
from .short_matches import VARIANTS, find

MOST_OF_AN_IDEA = 14
AT_ONCE = 27  # of the first puzzles, if there are as many, are won in one turn
# ratings
EASIEST = 600
STEP = 10

USAGE = """\
usage: python -m tools.puzzles first find FILE MINUTES SLUG
       python -m tools.puzzles first choose FILE SLUG
       python -m tools.puzzles first table [SLUG …]"""


class Selection:
    """First puzzles of a game, chosen one after another; no two are nearly alike."""

    def __init__(self, rng: random.Random) -> None:
        self.taken: list[Puzzle] = []
        self._rng = rng
        self._ideas: Counter[tuple[str, ...]] = Counter()
        self._forms: dict[object, list[Stones]] = {}

    def take(self, candidates: Sequence[Puzzle], count: int, most_of_an_idea: int) -> None:
        """Take candidates until there are ``count``, if as many are fit: first those on the usual
        board, of these first the easiest.
        """

        def rank(puzzle: Puzzle) -> tuple[bool, tuple[float, ...]]:
            return not is_on_usual_board(puzzle), by_difficulty(puzzle)

        for puzzle in sorted(candidates, key=rank):
            if len(self.taken) >= count:
                return
            if self._ideas[puzzle.ideas] < most_of_an_idea and self._is_fit(puzzle):
                self.taken.append(puzzle)
                self._ideas[puzzle.ideas] += 1
                start = puzzle.start()
                self._forms.setdefault(options_of(start), []).append(next(forms(start)))

    def _is_fit(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle is of a match of its own, like none so far, and found by many."""
        if any(of_one_match(puzzle, other) for other in self.taken):
            return False
        start = puzzle.start()
        if is_like_another(start, self._forms.get(options_of(start), [])):
            return False
        return share_found(puzzle, finders(puzzle), self._rng) >= FOUND


def chosen(candidates: Sequence[Puzzle], rng: random.Random) -> list[Puzzle]:
    """A game's first puzzles out of some, most of them won at once if there are as many.

    At the end so few may be fit that an idea is shown more often.
    """
    fit = [puzzle for puzzle in candidates if is_first(puzzle)]
    selection = Selection(rng)
    selection.take([puzzle for puzzle in fit if puzzle.turns == 1], AT_ONCE, MOST_OF_AN_IDEA)
    selection.take([puzzle for puzzle in fit if puzzle.turns > 1], FIRST, MOST_OF_AN_IDEA)
    selection.take(fit, FIRST, MOST_OF_AN_IDEA)
    selection.take(fit, FIRST, FIRST)
    return rated(sorted(selection.taken, key=by_difficulty))


def rated(first_puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """First puzzles with ratings that rise by equal steps, all below those of other puzzles."""
    return [
        replace(puzzle, rating=EASIEST + STEP * place) for place, puzzle in enumerate(first_puzzles)
    ]


def _later(puzzle: Puzzle) -> Puzzle:
    """A puzzle that is not among the first, or no longer: then it is rated as when it was mined."""
    return puzzle if puzzle.rating >= LEAST_LATER else described(puzzle)


def table(slug: str, rng: random.Random) -> Iterator[str]:
    """What a game's first puzzles show: ideas, turns, pieces, choices, and who finds them."""
    first_puzzles = puzzles(slug)[:FIRST]
    starts = [puzzle.start() for puzzle in first_puzzles]
    choices = [len(state.legal_moves()) for state in starts]
    yield f"{slug}: {len(first_puzzles)}"
    yield f"  turns: {_counts(puzzle.turns for puzzle in first_puzzles)}"
    yield f"  ideas: {_counts(main_idea(puzzle) for puzzle in first_puzzles)}"
    yield f"  boards: {_counts(board_of(puzzle) for puzzle in first_puzzles)}"
    yield f"  pieces: {_range([len(state.pieces()) for state in starts])}"
    yield f"  first decisions: {_range(choices)}, of which one wins"
    for level in TRIES:
        shares = [share_found(puzzle, level, rng) for puzzle in first_puzzles]
        often = sum(share >= FOUND for share in shares)
        mean = sum(shares) / len(shares)
        yield f"  {level}: {mean:.0%} found, {often} of them in at least {FOUND:.0%} of tries"


def _counts(values: Iterable[object]) -> str:
    """How often each value occurs, the most frequent first."""
    return ", ".join(f"{value} {count}" for value, count in Counter(values).most_common())


def _range(numbers: Sequence[int]) -> str:
    """The least, the middle and the greatest of some numbers."""
    return f"{min(numbers)} to {max(numbers)}, median {statistics.median_low(numbers)}"


def main(arguments: list[str]) -> int:
    """``find FILE MINUTES SLUG`` adds candidates to a file, one a line.

    ``choose FILE SLUG`` puts the first puzzles chosen from it at the head of the game's file,
    ``table [SLUG …]`` prints what they show.
    """
    match arguments:
        case ["find", path, minutes, slug]:
            with Path(path).open("a", encoding="utf-8") as file:
                for puzzle in find(slug, float(minutes), random.Random()):
                    print(json.dumps(to_data(puzzle)), file=file, flush=True)
        case ["choose", path, slug]:
            lines = Path(path).read_text(encoding="utf-8").splitlines()
            new_puzzles = [from_data(slug, json.loads(line)) for line in lines]
            collection = Collection(get(slug))
            candidates = [
                replace(puzzle, ideas=ideas_of_key_turn(puzzle))
                for puzzle in (*new_puzzles, *collection.puzzles)
            ]
            first_puzzles = chosen(candidates, random.Random(1))
            names = {puzzle.name for puzzle in first_puzzles}
            later_puzzles = [
                _later(puzzle) for puzzle in collection.puzzles if puzzle.name not in names
            ]
            collection.path.write_text(file_text(first_puzzles + later_puzzles), encoding="utf-8")
        case ["table", *slugs]:
            for slug in slugs or VARIANTS:
                print("\n".join(table(slug, random.Random(1))), flush=True)
        case _:
            print(USAGE, file=sys.stderr)
            return 2
    return 0
