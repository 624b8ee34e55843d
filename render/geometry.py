"""Curves and polygons as lists of points, in whatever unit the caller uses."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import atan2, cos, dist, pi, sin

from .scene import Point


def rounded(
    points: Sequence[Point], radius: float, closed: bool = True, steps: int = 5
) -> list[Point]:
    """``points`` with each corner replaced by a curve of ``steps`` segments.

    The curve leaves the sides ``radius`` away from the corner, or half-way.
    """
    count = len(points)
    out: list[Point] = []
    for index, corner in enumerate(points):
        if not closed and index in (0, count - 1):
            out.append(corner)
            continue
        one = _start_of_curve(corner, points[index - 1], radius)
        other = _start_of_curve(corner, points[(index + 1) % count], radius)
        for step in range(steps + 1):
            t = step / steps
            a = (1 - t) * (1 - t)
            b = 2 * t * (1 - t)
            c = t * t
            x = a * one[0] + b * corner[0] + c * other[0]
            y = a * one[1] + b * corner[1] + c * other[1]
            out.append((x, y))
    return out


def _start_of_curve(corner: Point, neighbour: Point, radius: float) -> Point:
    length = dist(corner, neighbour) or 1.0
    return along(corner, neighbour, min(radius / length, 0.5))


def along(one: Point, other: Point, share: float = 0.5) -> Point:
    """The point at a share of the way: 0 is ``one``, 1 ``other``."""
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def between(one: Point, other: Point, start: float, end: float) -> tuple[Point, Point]:
    """The part of a segment from ``start`` after its first point to ``end`` before its last."""
    length = dist(one, other) or 1.0
    return along(one, other, start / length), along(other, one, end / length)


def off_segment(point: Point, one: Point, other: Point) -> float:
    """How far a point is from a segment."""
    dx = other[0] - one[0]
    dy = other[1] - one[1]
    square = (dx * dx + dy * dy) or 1.0
    share = ((point[0] - one[0]) * dx + (point[1] - one[1]) * dy) / square
    return dist(point, along(one, other, min(max(share, 0.0), 1.0)))


def apart(one: Sequence[Point], other: Sequence[Point]) -> float:
    """How far two segments are from each other; 0 where they cross."""
    a, b = one
    c, d = other
    if _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0:
        return 0.0
    ends = [(point, other) for point in one] + [(point, one) for point in other]
    return min(off_segment(point, *line) for point, line in ends)


def _side(start: Point, end: Point, point: Point) -> float:
    """On which side of a line a point is, by its sign."""
    along_x = end[0] - start[0]
    along_y = end[1] - start[1]
    return along_x * (point[1] - start[1]) - along_y * (point[0] - start[0])


def regular(centre: Point, radius: float, corners: int, turn: float = 0.0) -> tuple[Point, ...]:
    """A regular polygon, its first corner ``turn`` radians from straight up."""
    angles = (turn + 2 * pi * corner / corners for corner in range(corners))
    return tuple(
        (centre[0] + radius * sin(angle), centre[1] - radius * cos(angle)) for angle in angles
    )


def box(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    """The corners of a rectangle."""
    return (left, top), (right, top), (right, bottom), (left, bottom)


def capsule(one: Point, other: Point, radius: float) -> tuple[Point, ...]:
    """The outline of a band of half-width ``radius`` round a segment, with round ends."""
    ahead = atan2(other[1] - one[1], other[0] - one[0])
    steps = 20
    outline: list[Point] = []
    for (x, y), start in ((other, ahead - pi / 2), (one, ahead + pi / 2)):
        for step in range(steps + 1):
            angle = start + pi * step / steps
            outline.append((x + radius * cos(angle), y + radius * sin(angle)))
    return tuple(outline)


def dashes(points: Sequence[Point], dash: float) -> list[list[Point]]:
    """A line cut into dashes of that length with gaps a little shorter."""
    out: list[list[Point]] = []
    current = [points[0]]
    rest = dash
    drawing = True
    for one, other in pairwise(points):
        length = dist(one, other)
        distance = 0.0
        while length - distance > rest:
            distance += rest
            x = one[0] + (other[0] - one[0]) * distance / length
            y = one[1] + (other[1] - one[1]) * distance / length
            point = (x, y)
            if drawing:
                out.append([*current, point])
            current = [point]
            drawing = not drawing
            rest = dash if drawing else dash * 0.8
        rest -= length - distance
        if drawing:
            current.append(other)
    if drawing and len(current) > 1:
        out.append(current)
    return out


def bounds(points: Iterable[Point]) -> tuple[float, float, float, float]:
    """The least and greatest x and y: left, top, right, bottom."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
