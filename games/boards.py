"""Shapes of boards as data: which coordinates a board has, what its cells are called and where they lie."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from .lattice import Vector

FILES = "abcdefghijklmnopqrstuvwxyz"
ROW_HEIGHT = sqrt(3) / 2


def square(side: int) -> list[Vector]:
    """The coordinates of ``side`` by ``side`` squares."""
    return [(i, j) for j in range(side) for i in range(side)]


def hexagon(bottom: int, side: int) -> list[Vector]:
    """A hexagon whose sides have ``bottom`` and ``side`` cells in turn, in axial coordinates."""
    widest = bottom + side - 1
    return [(i, j) for j in range(widest) for i in range(max(0, side - 1 - j), min(widest, widest + side - 1 - j))]


def named(sites: Iterable[Vector]) -> dict[str, Vector]:
    """Cells by name, file letter then rank number: ``c4`` for (2, 3)."""
    return {f"{FILES[site[0]]}{site[1] + 1}": site for site in sites}


def square_centre(site: Vector) -> tuple[float, float]:
    """The centre of a cell of the square lattice."""
    return float(site[0]), float(site[1])


def hexagonal_centre(site: Vector) -> tuple[float, float]:
    """The centre of a cell of the hexagonal lattice, whose files lean to the right going up."""
    return site[0] + site[1] / 2, site[1] * ROW_HEIGHT
