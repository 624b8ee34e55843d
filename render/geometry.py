"""Curves and polygons as lists of points, in whatever unit the caller uses."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import atan2, cos, dist, pi, sin

from .scene import Point


def rounded(
    points: Sequence[Point], radius: float, closed: bool = True, steps: int = 5
) -> list[Point]:
    """``points`` with each corner replaced by a curve that leaves the sides ``radius`` away from
    it, or half-way.
    """
    count = len(points)
    out: list[Point] = []
    for index, corner in enumerate(points):
        if not closed and index in (0, count - 1):
            out.append(corner)
            continue
        one, other = (
            along(corner, side, min(radius / (dist(corner, side) or 1.0), 0.5))
            for side in (points[index - 1], points[(index + 1) % count])
        )
        for step in range(steps + 1):
            t = step / steps
            a = (1 - t) * (1 - t)
            b = 2 * t * (1 - t)
            c = t * t
            out.append(
                (
                    a * one[0] + b * corner[0] + c * other[0],
                    a * one[1] + b * corner[1] + c * other[1],
                )
            )
    return out


def along(one: Point, other: Point, share: float = 0.5) -> Point:
    """The point at a share of the way: 0 is ``one``, 1 ``other``."""
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def between(one: Point, other: Point, start: float, end: float) -> tuple[Point, Point]:
    """The part of a segment that begins ``start`` after its first point and stops ``end`` before
    its last.
    """
    length = dist(one, other) or 1.0
    return along(one, other, start / length), along(other, one, end / length)


def off_segment(point: Point, one: Point, other: Point) -> float:
    """How far a point is from a segment."""
    dx = other[0] - one[0]
    dy = other[1] - one[1]
    share = ((point[0] - one[0]) * dx + (point[1] - one[1]) * dy) / ((dx * dx + dy * dy) or 1.0)
    return dist(point, along(one, other, min(max(share, 0.0), 1.0)))


def apart(one: Sequence[Point], other: Sequence[Point]) -> float:
    """How far two segments are from each other; 0 where they cross."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = *one, *other

    def side(px: float, py: float, qx: float, qy: float, x: float, y: float) -> float:
        return (qx - px) * (y - py) - (qy - py) * (x - px)

    if (
        side(ax, ay, bx, by, cx, cy) * side(ax, ay, bx, by, dx, dy) < 0
        and side(cx, cy, dx, dy, ax, ay) * side(cx, cy, dx, dy, bx, by) < 0
    ):
        return 0.0
    ends = [(point, other) for point in one] + [(point, one) for point in other]
    return min(off_segment(point, *line) for point, line in ends)


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
    arcs = (
        (centre, start + pi * step / steps)
        for centre, start in ((other, ahead - pi / 2), (one, ahead + pi / 2))
        for step in range(steps + 1)
    )
    return tuple((x + radius * cos(angle), y + radius * sin(angle)) for (x, y), angle in arcs)


def dashes(points: Sequence[Point], dash: float) -> list[list[Point]]:
    """A line cut into dashes of that length with gaps a little shorter."""
    out: list[list[Point]] = []
    current = [points[0]]
    left = dash
    drawing = True
    for one, other in pairwise(points):
        length = dist(one, other)
        done = 0.0
        while length - done > left:
            done += left
            here = (
                one[0] + (other[0] - one[0]) * done / length,
                one[1] + (other[1] - one[1]) * done / length,
            )
            if drawing:
                out.append([*current, here])
            current = [here]
            drawing = not drawing
            left = dash if drawing else dash * 0.8
        left -= length - done
        if drawing:
            current.append(other)
    if drawing and len(current) > 1:
        out.append(current)
    return out


def bounds(points: Iterable[Point]) -> tuple[float, float, float, float]:
    """The least and greatest x and y: left, top, right, bottom."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
