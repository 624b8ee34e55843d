"""The compiled solver with what mining alone needs: wins within a number of turns, and decisions in
self-play.
"""

import ctypes
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from games.core import Position, State
from games.players.knowledge import Knowledge
from games.players.solved import build, native
from games.players.solved.native import NoSolver, Rules
from games.players.solver import OutOfTime, Solver
from games.registry import get

FOLDERS = (build.SOURCES, Path(__file__).parent / "native")
MEGABYTES = 16
MOST_TURNS = 250  # the compiled search counts turns in a byte


@cache
def library() -> ctypes.CDLL:
    """The compiled solver, built now if it is not yet.

    Raises NoSolver where there is no compiler.
    """
    path = build.library_of(*FOLDERS)
    if not path.exists():
        try:
            build.build(*FOLDERS)
        except FileNotFoundError as error:
            raise NoSolver(str(error)) from error
    loaded = native.load(path)
    loaded.turns_new.restype = ctypes.c_void_p
    return loaded


def rules_of(state: State) -> Rules | None:
    """The compiled rules of a match; None where there are none."""
    return _rules(state.game.slug, tuple(state.options.items()))


@lru_cache(maxsize=16)
def _rules(slug: str, options: tuple[tuple[str, str], ...]) -> Rules | None:
    try:
        return Rules(get(slug).start(**dict(options)).position(), library())
    except NoSolver:
        return None


class CompiledSolver(Solver):
    """Answers like ``Solver``, sooner; Python proves its answers again before a puzzle is kept."""

    def __init__(self, knowledge: Knowledge[Any], seat: int, rules: Rules, most: int) -> None:
        super().__init__(knowledge, seat)
        self.rules = rules
        self.most = most
        self.address = ctypes.c_void_p(rules.library.turns_new(rules.address, seat, MEGABYTES))

    def __del__(self) -> None:
        self.rules.library.turns_free(self.address)

    def wins(self, position: Position, turns: int) -> bool:
        at = self.rules.at(position)
        limits = min(turns, MOST_TURNS), ctypes.c_uint64(self.most)
        answer: int = self.rules.library.turns_run(self.address, ctypes.byref(at), *limits)
        if answer < 0:
            raise OutOfTime
        return bool(answer)


def decision(rules: Rules, position: Position, playouts: int, seed: int) -> int:
    """The decision that a tree search with this number of playouts prefers, as a code."""
    at = rules.at(position)
    return rules.outward(
        at, rules.library.selfplay(rules.address, ctypes.byref(at), playouts, ctypes.c_uint64(seed))
    )
