"""What mining needs many times, where the solver is compiled: wins within so many turns, and decisions in matches."""

from __future__ import annotations

import ctypes
from typing import Any

from ...core import Position
from ..knowledge import Knowledge
from ..solved.native import Rules
from ..solver import OutOfTime, Solver

MEGABYTES = 16
# More turns than a match is worth looking ahead, for the compiled search counts them in a byte.
MOST_TURNS = 250


class CompiledSolver(Solver):
    """Says the same as ``Solver``, sooner. What it says is proved again in Python before a puzzle is kept."""

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
        found: int = self.rules.library.turns_run(self.address, ctypes.byref(at), *limits)
        if found < 0:
            raise OutOfTime
        return bool(found)


def chosen(rules: Rules, position: Position, playouts: int, chance: int) -> int:
    """The decision that so many playouts prefer."""
    at = rules.at(position)
    number = rules.library.selfplay(rules.address, ctypes.byref(at), playouts, ctypes.c_uint64(chance))
    return rules.outward(at, number)
