"""The course of a match: who stood better turn by turn, with the turns at which it turned."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..scene import Disc, Item, Path, Piece, Point, Text
from ..sides import dressed, sides
from .sheets import BOTTOM, HEIGHT, RIGHT, SMALL, TOP, drawn, heading, note

_LEFT = 0.13
_MIDDLE = (TOP + BOTTOM) / 2
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)


def course_chart(
    values: Sequence[float],
    marked: Sequence[int],
    seats: tuple[str, str],
    *,
    title: str,
    subtitle: str = "",
    theme: str = "wood",
    size: int = 800,
) -> bytes:
    """A palette PNG ``size`` px wide. ``values``: what the match was worth to the first of ``seats``, from -1 to 1,

    before the first turn and after each; the line is higher where that side stood better. ``marked`` are the numbers of
    turns to point out, 1 the first. Raises ValueError without turns, and for a theme that does not exist.
    """
    turns = len(values) - 1
    if turns < 1:
        raise ValueError("a chart needs at least one turn")

    def place(turn: float, value: float) -> Point:
        return _LEFT + (RIGHT - _LEFT) * turn / turns, _MIDDLE - (BOTTOM - TOP) / 2 * max(-1.0, min(1.0, value))

    items: list[Item] = list(heading(title, subtitle))
    line = _crossed([(float(turn), value) for turn, value in enumerate(values)])
    for seat, (tone, glyph) in enumerate(sides(seats)):
        sign = 1 - 2 * seat
        edge = [place(turn, value if value * sign > 0 else 0.0) for turn, value in line]
        area = (place(0, 0), *edge, place(turns, 0))
        items.append(Path(area, fill=tone, closed=True, alpha=0.85))
        y = (TOP + 0.03, BOTTOM - 0.03)[seat]
        items.append(Piece((_LEFT - 0.05, y), "disc", tone, 0.05, glyph=glyph))
    for y, width in ((TOP, 0.002), (_MIDDLE, 0.004), (BOTTOM, 0.002)):
        items.append(Path(((_LEFT, y), (RIGHT, y)), line="grid", width=width))
    items.append(Path(tuple(place(*point) for point in line), line="accent", width=0.0065, casing="casing"))
    step = next((step for step in _STEPS if turns / step <= 10), _STEPS[-1])
    for turn in range(step, turns + 1, step):
        items.append(Text((place(turn, 0)[0], BOTTOM + 0.042), str(turn), SMALL, "text"))
    for number, turn in enumerate(marked, 1):
        x, y = place(turn, values[turn])
        items.append(Disc((x, y), 0.016, fill="loss", line="casing", width=0.004))
        items.append(note(_LEFT, (x, y - 0.04 if y > TOP + 0.06 else y + 0.045), str(number), "strong"))
    return drawn(items, HEIGHT, dressed(theme, seats), size)


def _crossed(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points of a line, and those at which it crosses zero."""
    line = [points[0]]
    for (x0, y0), (x1, y1) in pairwise(points):
        if y0 * y1 < 0:
            line.append((x0 + (x1 - x0) * y0 / (y0 - y1), 0.0))
        line.append((x1, y1))
    return line
