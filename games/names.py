"""What players call boards whose own names, which records keep, nobody would say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from .core import Sentence

Labels: TypeAlias = tuple[tuple[str, Sentence], ...]


def hexagons(sizes: Mapping[str, object]) -> Labels:
    """Hexagons by their names, each with its size: a side, two sides that alternate, or a word."""
    return tuple((name, Sentence("hexagon {size}", size=size)) for name, size in sizes.items())


def squares(sizes: Mapping[str, int]) -> Labels:
    """Squares by their names, each with the cells on its side."""
    return tuple((name, Sentence("square {size}x{size}", size=size)) for name, size in sizes.items())


def diamonds(sizes: Mapping[str, int]) -> Labels:
    """Diamonds by their names, each with the points on its side."""
    return tuple((name, Sentence("diamond {size}", size=size)) for name, size in sizes.items())


def squares_with_holes(names: Iterable[str]) -> Labels:
    """The square boards of Vigilance, whose sides have twice as many cells as their names say."""
    sides = {name: 2 * int(name.removeprefix("square-")) for name in names}
    eight = ((f"{name}-adjacent", Sentence("{size}x{size} in 8 directions", size=sides[name])) for name in sides)
    four = ((f"{name}-orthogonal", Sentence("{size}x{size} in 4 directions", size=sides[name])) for name in sides)
    return (*eight, *four)
