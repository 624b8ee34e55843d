"""Puzzles: positions from self-play with one winning turn, or one turn that forces a win with the next."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from ... import core
from ...registry import replay
from ..knowledge import knowledge_of
from ..solver import OutOfTime, Solver, played


class Puzzle(NamedTuple):
    """A position, as the moves that led to it, and its solution: the one turn that forces a win within ``turns``.

    ``line`` goes on from the solution, with the other side's longest defence, to the end of the match; it is empty
    where the solution ends the match. ``name`` is the same for ever.
    """

    name: str
    slug: str
    options: Mapping[str, str]
    moves: tuple[str, ...]
    turns: int
    solution: tuple[str, ...]
    line: tuple[str, ...] = ()

    def start(self) -> core.State:
        """The position to be solved."""
        return replay(self.slug, self.options, self.moves)


@cache
def puzzles(slug: str) -> tuple[Puzzle, ...]:
    """All puzzles of a game, in the order in which they were found; none if it has none."""
    source = resources.files(__package__) / f"{slug}.json"
    if not source.is_file():
        return ()
    return tuple(from_data(slug, data) for data in json.loads(source.read_text(encoding="utf-8")))


def from_data(slug: str, data: Mapping[str, Any]) -> Puzzle:
    """A puzzle as it stands in the file of its game."""
    return Puzzle(
        data["name"],
        slug,
        data["options"],
        tuple(data["moves"].split()),
        data["turns"],
        tuple(data["solution"].split()),
        tuple(data["line"].split()),
    )


def to_data(puzzle: Puzzle) -> dict[str, Any]:
    """The entry for the file of the puzzle's game."""
    return {
        "name": puzzle.name,
        "options": dict(puzzle.options),
        "turns": puzzle.turns,
        "moves": " ".join(puzzle.moves),
        "solution": " ".join(puzzle.solution),
        "line": " ".join(puzzle.line),
    }


def solution_of(state: core.State, turns: int, seconds: float = float("inf")) -> tuple[str, ...] | None:
    """The only turn that forces a win within so many turns; None if none does, several do, or one does sooner.

    Decided by exhaustive search. Every decision of the turn must be the only one of its kind, too. Raises OutOfTime.
    """
    seat = state.to_move
    if seat is None:
        return None
    solver = Solver(knowledge_of(state.game), seat, seconds)
    position = state.position()
    if not solver.wins(position, turns) or (turns > 1 and solver.wins(position, turns - 1)):
        return None
    solution = []
    while position.reason is None and position.to_move == seat:
        codes = solver.winners(position, turns, most=2)
        if len(codes) != 1:
            return None
        solution.append(str(position.move(codes[0])))
        position.play(codes[0])
    return tuple(solution)


def defence(state: core.State, turns: int) -> tuple[str, ...]:
    """How a won match goes on after the solution, up to its end: the loser holds out as long as he can.

    It is the loser's turn in ``state``; the other seat forces its win within ``turns`` of its turns.
    """
    loser = state.to_move
    if loser is None:
        return ()
    solver = Solver(knowledge_of(state.game), 1 - loser)
    position = state.position()
    line = []
    while position.reason is None:
        seat, codes = position.to_move, position.codes()
        if seat == loser:
            # Rather not a decision that loses at once.
            longer = [code for code in codes if played(position, code).reason is None]
            code = (longer or codes)[0]
        else:
            code = solver.winners(position, turns, most=1)[0]
        line.append(str(position.move(code)))
        position.play(code)
        if seat != loser and position.to_move == loser:
            turns -= 1
    return tuple(line)


def refutation(state: core.State, turns: int, seconds: float) -> tuple[str, ...]:
    """A turn with which the side to move keeps the other from forcing a win within ``turns``; () if none is found."""
    mover = state.to_move
    if mover is None:
        return ()
    solver = Solver(knowledge_of(state.game), 1 - mover, seconds)
    position = state.position()
    line: list[str] = []
    try:
        while position.reason is None and position.to_move == mover:
            code = next(code for code in position.codes() if not solver.wins(played(position, code), turns))
            line.append(str(position.move(code)))
            position.play(code)
    except (OutOfTime, StopIteration):
        return ()
    return tuple(line)
