"""Charts over time: a rating with how sure it is, and who stood better in a match turn by turn."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from math import ceil, floor

from .. import fonts
from ..geometry import offset
from ..scene import Disc, Item, Path, Piece, Point, Text
from ..themes import sides, with_seat_tones
from .sheets import BOTTOM, INNER, RIGHT, SMALL, TOP, draw_panel, note

_COURSE_LEFT = 0.13
_MIDDLE = (TOP + BOTTOM) / 2
_TURN_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)


def course_chart(
    values: Sequence[float],
    turning_points: Sequence[int],
    seats: tuple[str, str],
    *,
    title: str,
    subtitle: str = "",
    theme: str = "wood",
) -> bytes:
    """Who stood better in a match turn by turn, as a palette PNG.

    :param values: what the match was worth to the first of ``seats``, from -1 to 1, at first and
        after each turn
    :param turning_points: numbers of turns to point out, 1 the first

    Raises ValueError without turns.
    """
    turns = len(values) - 1
    if turns < 1:
        raise ValueError("a chart needs at least one turn")

    def place(turn: float, value: float) -> Point:
        x = _COURSE_LEFT + (RIGHT - _COURSE_LEFT) * turn / turns
        visible_value = max(-1.0, min(1.0, value))
        y = _MIDDLE - (BOTTOM - TOP) / 2 * visible_value
        return x, y

    items: list[Item] = []
    line = _crossed([(float(turn), value) for turn, value in enumerate(values)])
    for seat, (tone, glyph) in enumerate(sides(seats)):
        edge = [place(turn, _lead(value, seat)) for turn, value in line]
        area = (place(0, 0), *edge, place(turns, 0))
        items.append(Path(area, fill=tone, closed=True, alpha=0.85))
        y = (TOP + 0.03, BOTTOM - 0.03)[seat]
        items.append(Piece((_COURSE_LEFT - 0.05, y), "disc", tone, 0.05, glyph=glyph))
    for y, width in ((TOP, 0.002), (_MIDDLE, 0.004), (BOTTOM, 0.002)):
        items.append(Path(((_COURSE_LEFT, y), (RIGHT, y)), line="grid", width=width))
    points = tuple(place(turn, value) for turn, value in line)
    items.append(Path(points, line="accent", width=0.0065, casing="casing"))
    step = _step(_TURN_STEPS, turns, 10)
    for turn in range(step, turns + 1, step):
        x, _ = place(turn, 0)
        items.append(Text((x, BOTTOM + 0.042), str(turn), SMALL, "text"))
    for number, turn in enumerate(turning_points, 1):
        items += _turn_mark(place(turn, values[turn]), number)
    return draw_panel(title, subtitle, items, with_seat_tones(theme, seats))


def _turn_mark(point: Point, number: int) -> Iterator[Item]:
    """A dot on the line of a course, and its number above it where there is room."""
    x, y = point
    yield Disc(point, 0.016, fill="loss", line="casing", width=0.004)
    label_y = y - 0.04 if y > TOP + 0.06 else y + 0.045
    yield note(_COURSE_LEFT, (x, label_y), str(number), "strong")


def _lead(value: float, seat: int) -> float:
    """A value where it is good for a seat, else 0."""
    return min(value, 0.0) if seat else max(value, 0.0)


def _crossed(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points of a line, x and y, and those at which it crosses zero."""
    line = [points[0]]
    for (x0, y0), (x1, y1) in pairwise(points):
        if y0 * y1 < 0:
            x = x0 + (x1 - x0) * y0 / (y0 - y1)
            line.append((x, 0.0))
        line.append((x1, y1))
    return line


MOST = 100  # points that are drawn, at most; of longer courses the last of each stretch
_RATING_LEFT = 0.145
_RATING_STEPS = (10, 20, 25, 50, 100, 200, 250, 500, 1000)


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating after a match, with its deviation."""

    played_at: datetime
    rating: float
    deviation: float


def rating_chart(
    points: Sequence[Rated],
    *,
    title: str,
    subtitle: str = "",
    theme: str = "wood",
    say: Callable[[str], str] = str,
) -> bytes:
    """A rating over time as a palette PNG, one deviation about it, its peak.

    Raises ValueError without points.
    """
    if not points:
        raise ValueError("a chart needs at least one point")
    sample = _thinned(points)
    scale = _scale(sample)
    first = sample[0].played_at
    last_time = sample[-1].played_at
    span = (last_time - first).total_seconds()

    def place(moment: datetime, rating: float) -> Point:
        share = (moment - first).total_seconds() / span if span else 0.5
        x = _RATING_LEFT + (RIGHT - _RATING_LEFT) * share
        height = rating - scale.low
        scale_height = scale.high - scale.low
        y = BOTTOM - (BOTTOM - TOP) * height / scale_height
        return x, y

    latest_rating = f"{points[-1].rating:.0f}"
    latest_label = Text((1 - INNER, 0.085), latest_rating, 0.075, "strong", "rm", True)
    items: list[Item] = [latest_label]
    for value in range(scale.low, scale.high + 1, scale.step):
        _, y = place(first, value)
        items += _level(y, value)
    line = [place(point.played_at, point.rating) for point in sample]
    if len(sample) > 1:
        band = _band(sample, scale, place)
        items.append(Path(band, fill="accent", closed=True, alpha=0.25))
        items.append(Path(tuple(line), line="accent", width=0.0075))
    best_point = max(sample, key=lambda point: point.rating)
    if best_point is not sample[-1]:
        words = say("best {rating}").format(rating=f"{best_point.rating:.0f}")
        items += _peak(place(best_point.played_at, best_point.rating), words)
    items.append(Disc(line[-1], 0.014, fill="accent", line="casing", width=0.004))
    items.append(_date(first, _RATING_LEFT, "lm"))
    if last_time.date() != first.date():
        items.append(_date(last_time, RIGHT, "rm"))
    free_width = fonts.length(latest_label.text, latest_label.size, True) + 0.04
    return draw_panel(title, subtitle, items, theme, right=free_width)


def _level(y: float, value: int) -> Iterator[Item]:
    """A line across the chart at the height of a rating, and the rating beside it."""
    line = ((_RATING_LEFT, y), (RIGHT, y))
    yield Path(line, line="grid", width=0.0025, alpha=0.5)
    yield Text((_RATING_LEFT - 0.018, y), str(value), SMALL, "text", "rm")


def _peak(point: Point, words: str) -> Iterator[Item]:
    """A dot on the best rating, and words above it."""
    yield Disc(point, 0.011, fill="cell", line="win", width=0.005)
    yield note(_RATING_LEFT, offset(point, 0, -0.036), words, "win")


def _band(
    points: Sequence[Rated], scale: "_Scale", place: Callable[[datetime, float], Point]
) -> tuple[Point, ...]:
    """The outline of all that lies within a deviation of the ratings."""
    upper: list[Point] = []
    lower: list[Point] = []
    for point in points:
        highest = min(point.rating + point.deviation, scale.high)
        lowest = max(point.rating - point.deviation, scale.low)
        upper.append(place(point.played_at, highest))
        lower.append(place(point.played_at, lowest))
    return (*upper, *reversed(lower))


def _date(moment: datetime, x: float, anchor: str) -> Text:
    """A date below the chart."""
    return Text((x, BOTTOM + 0.042), f"{moment:%Y-%m-%d}", SMALL, "text", anchor)


def _thinned(points: Sequence[Rated]) -> list[Rated]:
    """At most MOST points: the last of each stretch, and the best of all."""
    if len(points) <= MOST:
        return list(points)
    best_index = max(range(len(points)), key=lambda index: points[index].rating)
    stretches = MOST - 2
    numbers = range(1, stretches + 1)
    ends = {len(points) * number // stretches - 1 for number in numbers}
    return [points[index] for index in sorted(ends | {0, best_index})]


@dataclass(frozen=True, slots=True)
class _Scale:
    """An axis: its lowest and highest value, and the step between its lines."""

    low: int
    high: int
    step: int


def _scale(points: Sequence[Rated]) -> _Scale:
    """The axis of ratings; deviations count up to 120 points, lest one flatten the rest."""
    low = min(point.rating - min(point.deviation, 120) for point in points)
    high = max(point.rating + min(point.deviation, 120) for point in points)
    step = _step(_RATING_STEPS, high - low, 5)
    first_line = floor(low / step) * step
    last_line = ceil(high / step) * step
    return _Scale(first_line, last_line, step)


def _step(steps: Sequence[int], length: float, most: int) -> int:
    """The first of some steps that divides a length into ``most`` parts or fewer; else the last."""
    return next((step for step in steps if length / step <= most), steps[-1])
