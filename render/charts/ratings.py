"""Charts: a rating over time, with how sure it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from math import ceil, floor
from typing import NamedTuple

from .. import fonts
from ..scene import Disc, Item, Path, Text
from .sheets import BOTTOM, HEIGHT, INNER, RIGHT, SMALL, TOP, drawn, heading, note

MOST = 100
"""Points that are drawn, at most; of longer courses the last of each stretch."""
_LEFT = 0.145
_STEPS = (10, 20, 25, 50, 100, 200, 250, 500, 1000)


class Rated(NamedTuple):
    """A rating after a match, with its deviation."""

    at: datetime
    rating: float
    deviation: float


def rating_chart(
    points: Sequence[Rated],
    *,
    title: str,
    subtitle: str = "",
    theme: str = "wood",
    size: int = 800,
    say: Callable[[str], str] = str,
) -> bytes:
    """The course of a rating as a palette PNG ``size`` px wide: the line, one deviation about it, its peak and its end.

    Raises ValueError without points, and for a theme that does not exist.
    """
    if not points:
        raise ValueError("a chart needs at least one point")
    shown = _thinned(points)
    low, high, step = _scale(shown)
    first, last = shown[0].at, shown[-1].at
    span = (last - first).total_seconds()

    def place(at: datetime, rating: float) -> tuple[float, float]:
        across = (at - first).total_seconds() / span if span else 0.5
        return _LEFT + (RIGHT - _LEFT) * across, BOTTOM - (BOTTOM - TOP) * (rating - low) / (high - low)

    now = Text((1 - INNER, 0.085), f"{points[-1].rating:.0f}", 0.075, "strong", "rm", True)
    items: list[Item] = [*heading(title, subtitle, right=fonts.length(now.text, now.size, True) + 0.04), now]
    for value in range(ceil(low / step) * step, floor(high) + 1, step):
        y = place(first, value)[1]
        items.append(Path(((_LEFT, y), (RIGHT, y)), line="grid", width=0.0025, alpha=0.5))
        items.append(Text((_LEFT - 0.018, y), str(value), SMALL, "text", "rm"))
    line = [place(point.at, point.rating) for point in shown]
    if len(shown) > 1:
        upper = [place(point.at, min(point.rating + point.deviation, high)) for point in shown]
        lower = [place(point.at, max(point.rating - point.deviation, low)) for point in shown]
        items.append(Path((*upper, *reversed(lower)), fill="accent", closed=True, alpha=0.25))
        items.append(Path(tuple(line), line="accent", width=0.0075))
    best = max(shown, key=lambda point: point.rating)
    if best is not shown[-1]:
        x, y = place(best.at, best.rating)
        items.append(Disc((x, y), 0.011, fill="cell", line="win", width=0.005))
        words = say("best {rating}").format(rating=f"{best.rating:.0f}")
        items.append(note(_LEFT, (x, y - 0.036), words, "win"))
    items.append(Disc(line[-1], 0.014, fill="accent", line="casing", width=0.004))
    dates = [first] if first.date() == last.date() else [first, last]
    for moment, (x, anchor) in zip(dates, ((_LEFT, "lm"), (RIGHT, "rm")), strict=False):
        items.append(Text((x, BOTTOM + 0.042), f"{moment:%Y-%m-%d}", SMALL, "text", anchor))
    return drawn(items, HEIGHT, theme, size)


def _thinned(points: Sequence[Rated]) -> list[Rated]:
    """At most MOST points: the last of each stretch, and the best of all."""
    if len(points) <= MOST:
        return list(points)
    best = max(range(len(points)), key=lambda index: points[index].rating)
    kept = {len(points) * (index + 1) // (MOST - 2) - 1 for index in range(MOST - 2)} | {0, best}
    return [points[index] for index in sorted(kept)]


def _scale(points: Sequence[Rated]) -> tuple[float, float, int]:
    """The lowest and highest value of the axis, and the step between its lines.

    Deviations count up to 120 points, so that an unsure start does not flatten all that follows.
    """
    low = min(point.rating - min(point.deviation, 120) for point in points)
    high = max(point.rating + min(point.deviation, 120) for point in points)
    step = next((step for step in _STEPS if (high - low) / step <= 5), _STEPS[-1])
    return floor(low / step) * step, ceil(high / step) * step, step
