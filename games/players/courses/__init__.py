"""Positions for each idea of a game, found in the matches of the puzzles; ``python -m games.players.courses`` anew."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from ...core import Move, State
from ...registry import catalog, get
from ..claims.base import Story
from ..ideas import Idea, idea, ideas_of
from ..puzzles import puzzles

FILE = Path(__file__).parent / "examples.json"
# Between the decisions of a turn that is one answer.
ONWARD = "+"
# How many positions an idea has; more where fewer ideas show in a single decision.
EACH, CHOICES = {"snipsnip": 3, "vigilance": 3}, 4
# How many of the last decisions of a match are looked at, and how many decisions are tried in each position.
LATE, TRIED = 30, 16
# So many random matches are looked at for what no puzzle has.
RANDOM_MATCHES, SMALL, MOST_PLIES = 2000, 61, 300
# A turn with more decisions is no answer that fits on a button.
MOST_DECISIONS = 4


class IdeaExample(NamedTuple):
    """A position, as the moves that lead to it, and answers of which only the ``right`` one shows an idea.

    An answer is a decision, or a whole turn of several.
    """

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


def exemplifies(name: str, states: Sequence[State]) -> bool:
    """Whether decisions show an idea of their game, or do what it warns of."""
    known = idea(states[0].game.slug, name)
    return known is not None and _test(known)(Story(tuple(states)))


def _test(one: Idea) -> Callable[[Story], bool]:
    return one.warns or one.occurs


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
    """Examples of a game: as many for each idea as are wanted, as far as matches have them."""
    wanted = {one.slug: EACH.get(slug, 2) for one in ideas_of(slug)}
    for start, line in _matches(slug, rng):
        fresh = [one for one in ideas_of(slug) if wanted[one.slug]]
        if not fresh:
            return
        for found in _in_match(start, line, fresh, rng):
            if wanted[found.idea]:
                wanted[found.idea] -= 1
                yield found


def _matches(slug: str, rng: random.Random) -> Iterator[tuple[State, Sequence[str]]]:
    """The matches of the puzzles, those on small boards first, then random ones on the smallest boards."""
    for puzzle in sorted(puzzles(slug), key=lambda puzzle: (len(puzzle.start().board), rng.random())):
        yield get(slug).start(**puzzle.options), (*puzzle.moves, *puzzle.solution, *puzzle.line)
    game = get(slug)
    starts = [
        game.start(**{option.name: choice})
        for option in game.options
        for choice in option.choices
        if len(game.start(**{option.name: choice}).board) <= SMALL
    ]
    for _ in range(RANDOM_MATCHES):
        states = [rng.choice(starts)]
        while states[-1].to_move is not None and states[-1].ply < MOST_PLIES:
            states.append(states[-1].play(rng.choice(states[-1].legal_moves())))
        yield states[0], [str(state.last_move) for state in states[1:]]


def _in_match(state: State, line: Sequence[str], fresh: list[Idea], rng: random.Random) -> Iterator[IdeaExample]:
    """One example at most of each idea in a match, from its last decisions or from its start."""
    seen: set[str] = set()
    for number, text in enumerate(line):
        if number >= len(line) - LATE or not number:
            for tried in (_decisions(state, rng), _whole_turns(state, rng)):
                for one in fresh:
                    if one.slug not in seen and (found := _example(one, tried, line[:number], rng)):
                        seen.add(one.slug)
                        yield found
        state = state.play(state.parse(text))


def _decisions(state: State, rng: random.Random) -> list[Story]:
    """Some of the legal decisions."""
    legal = state.legal_moves()
    return [Story((state, state.play(move))) for move in rng.sample(legal, min(TRIED, len(legal)))]


def _whole_turns(state: State, rng: random.Random) -> list[Story]:
    """Some of the turns of several decisions, each differing from the others."""
    found: dict[str, Story] = {}
    for _ in range(2 * TRIED):
        states = [state]
        while states[-1].to_move == state.to_move and len(states) <= MOST_DECISIONS:
            states.append(states[-1].play(rng.choice(states[-1].legal_moves())))
        if 2 < len(states) <= MOST_DECISIONS:
            found[_answer(states)] = Story(tuple(states))
    return list(found.values())


def _answer(states: Sequence[State]) -> str:
    return ONWARD.join(str(state.last_move) for state in states[1:])


def _example(one: Idea, tried: list[Story], moves: Sequence[str], rng: random.Random) -> IdeaExample | None:
    """An example of an idea among the answers tried in a position, if one shows it and others do not."""
    if len(tried) < 2:
        return None
    shows = _test(one)
    right = [told for told in tried if shows(told)]
    wrong = [_answer(told.states) for told in tried if told not in right][: CHOICES - 1]
    state = tried[0].before
    if right and not wrong and len(tried[0].states) == 2:
        # Whatever is legal shows it: what is not is told from it.
        wrong = _illegal(state, rng)
    elif len(right) > max(1, len(tried) // 3):
        return None
    # Few answers are enough where there are no more.
    if not right or len(wrong) < min(CHOICES - 1, max(1, len(tried) - len(right))):
        return None
    answer = _answer(right[0].states)
    choices = [*wrong]
    choices.insert(rng.randrange(len(choices) + 1), answer)
    return IdeaExample(state.game.slug, one.slug, state.options, tuple(moves), tuple(choices), answer)


def _illegal(state: State, rng: random.Random) -> list[str]:
    """Steps of stones of the side to move that are not legal."""
    position, legal, seat = state.position(), state.legal_moves(), state.to_move
    if {move.kind for move in legal} != {"step"}:
        return []
    own = [cell for cell, stack in state.pieces().items() if stack[-1] == seat]
    steps = (Move("step", target, source) for source in own for target in state.board.cells if target != source)
    found = [str(step) for step in steps if step not in legal and position.code(step) is not None]
    return rng.sample(found, min(CHOICES - 1, len(found)))


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
