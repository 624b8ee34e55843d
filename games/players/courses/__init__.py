"""Positions for each idea of a game, found in the matches of the puzzles; ``python -m games.players.courses`` anew."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from ...core import Move, State
from ...registry import catalog, get
from ..claims.base import Story
from ..ideas import Idea, idea, ideas_of
from ..puzzles import Puzzle, puzzles

FILE = Path(__file__).parent / "examples.json"
# How many positions an idea has; more where fewer ideas show in a single decision.
EACH, CHOICES = {"snipsnip": 3, "vigilance": 3}, 4
# How many of the last decisions of a match are looked at, and how many decisions are tried in each position.
LATE, TRIED = 30, 16


class IdeaExample(NamedTuple):
    """A position, as the moves that lead to it, and decisions of which only the ``right`` one shows an idea."""

    slug: str
    idea: str
    options: Mapping[str, str]
    moves: tuple[str, ...]
    choices: tuple[str, ...]
    right: str

    def start(self) -> State:
        """The position."""
        state = get(self.slug).start(**self.options)
        for move in self.moves:
            state = state.play(state.parse(move))
        return state


def occurs(name: str, state: State, move: Move) -> bool:
    """Whether a decision shows an idea of its game."""
    known = idea(state.game.slug, name)
    return known is not None and known.occurs(Story((state, state.play(move))))


@cache
def examples(slug: str) -> tuple[IdeaExample, ...]:
    """The examples of a game, in the order of its ideas."""
    data = json.loads((resources.files(__package__) / FILE.name).read_text(encoding="utf-8"))
    return tuple(
        IdeaExample(
            slug, one["idea"], one["options"], tuple(one["moves"].split()), tuple(one["choices"].split()), one["right"]
        )
        for one in data.get(slug, ())
    )


def finds(slug: str, rng: random.Random) -> Iterator[IdeaExample]:
    """Examples of a game: as many for each idea as are wanted, as far as its puzzles have them."""
    wanted = {one.slug: EACH.get(slug, 2) for one in ideas_of(slug)}
    matches = sorted(puzzles(slug), key=lambda puzzle: (len(puzzle.start().board), rng.random()))
    for puzzle in matches:
        fresh = [one for one in ideas_of(slug) if wanted[one.slug]]
        if not fresh:
            return
        for found in _in_match(puzzle, fresh, rng):
            if wanted[found.idea]:
                wanted[found.idea] -= 1
                yield found


def _in_match(puzzle: Puzzle, fresh: list[Idea], rng: random.Random) -> Iterator[IdeaExample]:
    """One example at most of each idea in a match."""
    line = (*puzzle.moves, *puzzle.solution, *puzzle.line)
    state = get(puzzle.slug).start(**puzzle.options)
    seen: set[str] = set()
    for number, text in enumerate(line):
        legal = state.legal_moves()
        if number >= len(line) - LATE and len(legal) >= CHOICES:
            tried = [Story((state, state.play(move))) for move in rng.sample(legal, min(TRIED, len(legal)))]
            for one in fresh:
                if one.slug not in seen and (found := _example(puzzle, one, tried, line[:number], rng)):
                    seen.add(one.slug)
                    yield found
        state = state.play(state.parse(text))


def _example(
    puzzle: Puzzle, one: Idea, tried: list[Story], moves: tuple[str, ...], rng: random.Random
) -> IdeaExample | None:
    """An example of an idea among the decisions tried in a position, if one shows it and enough others do not."""
    right = wrong = 0
    choices: list[str] = []
    answer = ""
    for told in tried:
        move = str(told.after.last_move)
        if one.occurs(told):
            right += 1
            answer = answer or move
        elif wrong < CHOICES - 1:
            wrong += 1
            choices.append(move)
        if right > len(tried) // 3:
            return None
    if not answer or wrong < CHOICES - 1:
        return None
    choices.insert(rng.randrange(CHOICES), answer)
    return IdeaExample(puzzle.slug, one.slug, puzzle.options, moves, tuple(choices), answer)


def main() -> int:
    """Write the file anew."""
    rng = random.Random(20)
    data = {}
    for game in catalog():
        order = [one.slug for one in ideas_of(game.slug)]
        found = sorted(finds(game.slug, rng), key=lambda one: order.index(one.idea))
        data[game.slug] = [
            {
                "idea": one.idea,
                "options": dict(one.options),
                "moves": " ".join(one.moves),
                "choices": " ".join(one.choices),
                "right": one.right,
            }
            for one in found
        ]
        print(
            game.slug,
            len(found),
            "examples of",
            len({one.idea for one in found}),
            "of",
            len(order),
            "ideas",
            flush=True,
        )
    FILE.write_text(json.dumps(data, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    return 0
