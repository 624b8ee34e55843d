"""Puzzles: positions from self-play in which a win can be forced within a few turns.

The first ``FIRST`` of a game are for its beginners: few pieces, one idea.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib import resources
from typing import Any

from ... import core
from ...registry import get, replay
from ..claims import JudgedTurn
from ..ideas import idea, ideas_in
from ..knowledge import knowledge_of
from ..solver import Solver

# How many puzzles of a game are for its beginners, and come in the order of its file.
FIRST = 30
# How many winning ways of a defence are counted, and of how many defences.
MOST_WAYS = 4
MOST_COMPARED = 12


@dataclass(frozen=True)
class Puzzle:
    """A position, as the moves that led to it, and a turn that forces a win.

    Other turns may win as well.

    :param name: Never changes.
    :param turns: Within how many turns the win is forced, the fewest possible.
    :param solution: The decisions of the turn.
    :param line: Goes on from the solution, with the other side's longest defence, to the end of the
        match; empty where the solution ends the match.
    :param ideas: Those that the winner's turns show.
    :param rating: A guess before anybody has tried it.
    :param saves: If not 0, nothing is to be won: the other side is to be kept from forcing a win
        within so many turns.
    """

    name: str
    slug: str
    options: Mapping[str, str]
    moves: tuple[str, ...]
    turns: int
    solution: tuple[str, ...]
    line: tuple[str, ...] = ()
    ideas: tuple[str, ...] = ()
    rating: int = 1500
    saves: int = 0

    def start(self) -> core.State:
        """The position to be solved."""
        return replay(self.slug, self.options, self.moves)

    def turn_before(self) -> tuple[core.State, ...]:
        """The states of the turn that leads to the position, from before its first decision."""
        states = [replay(self.slug, self.options, ())]
        for text in self.moves:
            states.append(states[-1].play(states[-1].parse(text)))
        first = len(states) - 1
        while first > 0 and states[first - 1].turn == states[-2].turn:
            first -= 1
        return tuple(states[first:])


@cache
def puzzles(slug: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game; () if it has none."""
    source = resources.files(__package__) / f"{slug}.json"
    if not source.is_file():
        return ()
    return tuple(from_data(slug, data) for data in json.loads(source.read_text(encoding="utf-8")))


def number_of(puzzle: Puzzle) -> int:
    """The number by which members know a puzzle: its place among those of its game, from 1.

    0 for one that is not among them, such as an exercise.
    """
    return _numbers(puzzle.slug).get(puzzle.name, 0)


@cache
def _numbers(slug: str) -> dict[str, int]:
    """The number of each puzzle of a game, by its name."""
    return {puzzle.name: number for number, puzzle in enumerate(puzzles(slug), 1)}


def main_idea(puzzle: Puzzle) -> str:
    """The slug of the idea that a puzzle is named by: the rarest one in its game's puzzles.

    One that decides comes before quiet ones, which only go with it. "" for a puzzle without ideas.
    """
    frequencies = _idea_frequencies(puzzle.slug)
    slugs = _deciding(puzzle.slug, puzzle.ideas)
    if not slugs and puzzle.turns == 1 and not puzzle.saves:
        slugs = _deciding(puzzle.slug, ideas_in(_solving_turn(puzzle)))
    return min(slugs or puzzle.ideas, key=lambda slug: frequencies[slug], default="")


def _deciding(game: str, slugs: Iterable[str]) -> list[str]:
    """Those of some ideas of a game that are not quiet."""
    deciding = []
    for slug in slugs:
        found_idea = idea(game, slug)
        if found_idea is not None and not found_idea.is_quiet:
            deciding.append(slug)
    return deciding


def _solving_turn(puzzle: Puzzle) -> JudgedTurn:
    return JudgedTurn.of(puzzle.start(), puzzle.solution)


@cache
def _idea_frequencies(slug: str) -> Counter[str]:
    """In how many puzzles of a game each idea occurs."""
    return Counter(idea for puzzle in puzzles(slug) for idea in puzzle.ideas)


TEXTS = ("moves", "solution", "line", "ideas")
"""The fields that stand in a file as words with spaces between."""


def from_data(slug: str, data: Mapping[str, Any]) -> Puzzle:
    """A puzzle as it stands in the file of its game."""
    values = dict(data)
    for name in TEXTS:
        values[name] = tuple(data.get(name, "").split())
    values["options"] = get(slug).complete(data["options"])
    return Puzzle(**{**values, "slug": slug})


def to_data(puzzle: Puzzle) -> dict[str, object]:
    """What ``from_data`` reads, in plain values."""
    data: dict[str, object] = {}
    for field in fields(puzzle):
        value = getattr(puzzle, field.name)
        data[field.name] = " ".join(value) if field.name in TEXTS else value
    data["options"] = dict(puzzle.options)
    return data


def defence(state: core.State, turns: int, solver: Solver | None = None) -> tuple[str, ...]:
    """How a won match goes on after a winning turn, up to its end, if the loser delays it as long
    as possible.

    It is the loser's turn in ``state``; the other seat forces its win within ``turns`` of its
    turns. Raises OutOfTime.
    """
    loser = state.to_move
    if loser is None:
        return ()
    solver = solver or Solver(knowledge_of(state.game), 1 - loser)
    position = state.position()
    line = []
    while position.reason is None:
        codes = position.codes()
        if position.to_move == loser:
            code = toughest(solver, position, codes, turns)
        else:
            turns = fewest(solver, position, turns)
            code = solver.winners(position, turns, most=1)[0]
        line.append(str(position.move(code)))
        position.play(code)
    return tuple(line)


def fewest(solver: Solver, position: core.Position, most: int) -> int:
    """Within how few turns of its own the solver's seat forces its win.

    :param most: Within how many it is known to.
    """
    return next((turns for turns in range(most) if solver.wins(position, turns)), most)


def toughest(solver: Solver, position: core.Position, codes: list[int], most: int) -> int:
    """The loser's decision after which the win takes the most turns.

    Of several, that with the fewest winning ways.
    """
    turns = {code: fewest(solver, position.after(code), most) for code in codes}
    longest = max(turns.values())
    hardest = [code for code in codes if turns[code] == longest]
    if not longest or len(hardest) == 1:
        return hardest[0]

    def winning_ways(code: int) -> int:
        next_position = position.after(code)
        if next_position.to_move != solver.seat:
            return 0
        return len(solver.winners(next_position, longest, most=MOST_WAYS))

    return min(hardest[:MOST_COMPARED], key=winning_ways)
