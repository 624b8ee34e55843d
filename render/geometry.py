"""Curves and polygons as lists of points, in whatever unit the caller uses."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import atan2, cos, dist, pi, sin

from .scene import Point


def rounded(
    points: Sequence[Point], radius: float, is_closed: bool = True, steps: int = 5
) -> list[Point]:
    """``points`` with each corner replaced by a curve of ``steps`` segments.

    The curve leaves the sides ``radius`` away from the corner, or half-way.
    """
    count = len(points)
    curve: list[Point] = []
    for index, corner in enumerate(points):
        if not is_closed and index in (0, count - 1):
            curve.append(corner)
            continue
        one = _start_of_curve(corner, points[index - 1], radius)
        other = _start_of_curve(corner, points[(index + 1) % count], radius)
        for step in range(steps + 1):
            curve.append(_on_curve(one, corner, other, step / steps))
    return curve


def _start_of_curve(corner: Point, neighbour: Point, radius: float) -> Point:
    length = dist(corner, neighbour) or 1.0
    return along(corner, neighbour, min(radius / length, 0.5))


def _on_curve(start: Point, corner: Point, end: Point, share: float) -> Point:
    """The point at a share of a quadratic Bézier curve, which bends towards its corner."""
    rest = 1 - share
    to_start = rest * rest
    to_corner = 2 * share * rest
    to_end = share * share
    start_x, start_y = start
    corner_x, corner_y = corner
    end_x, end_y = end
    x = to_start * start_x + to_corner * corner_x + to_end * end_x
    y = to_start * start_y + to_corner * corner_y + to_end * end_y
    return x, y


def offset(point: Point, dx: float, dy: float) -> Point:
    """The point that lies so far to the right of, and below, another."""
    return point[0] + dx, point[1] + dy


def vector(start: Point, end: Point) -> Point:
    """How far to the right and down it is from one point to another."""
    return end[0] - start[0], end[1] - start[1]


def polar(centre: Point, radius: float, angle: float) -> Point:
    """The point at a distance from a centre, ``angle`` radians clockwise from its right."""
    return offset(centre, radius * cos(angle), radius * sin(angle))


def along(one: Point, other: Point, share: float = 0.5) -> Point:
    """The point at a share of the way: 0 is ``one``, 1 ``other``."""
    dx, dy = vector(one, other)
    return offset(one, dx * share, dy * share)


def between(one: Point, other: Point, start: float, end: float) -> tuple[Point, Point]:
    """The part of a segment from ``start`` after its first point to ``end`` before its last."""
    length = dist(one, other) or 1.0
    return along(one, other, start / length), along(other, one, end / length)


def off_segment(point: Point, one: Point, other: Point) -> float:
    """How far a point is from a segment."""
    dx, dy = vector(one, other)
    point_dx, point_dy = vector(one, point)
    square = (dx * dx + dy * dy) or 1.0
    share = (point_dx * dx + point_dy * dy) / square
    nearest = along(one, other, min(max(share, 0.0), 1.0))
    return dist(point, nearest)


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
    dx, dy = vector(start, end)
    point_dx, point_dy = vector(start, point)
    return dx * point_dy - dy * point_dx


def regular(centre: Point, radius: float, corners: int, turn: float = 0.0) -> tuple[Point, ...]:
    """A regular polygon, its first corner ``turn`` radians from straight up."""
    points = []
    for corner in range(corners):
        angle = turn + 2 * pi * corner / corners
        dx = radius * sin(angle)
        dy = -radius * cos(angle)
        points.append(offset(centre, dx, dy))
    return tuple(points)


def box(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    """The corners of a rectangle."""
    return (left, top), (right, top), (right, bottom), (left, bottom)


def box_about(centre: Point, half_width: float, half_height: float) -> tuple[Point, ...]:
    """The corners of a rectangle round a point."""
    x, y = centre
    return box(x - half_width, y - half_height, x + half_width, y + half_height)


def capsule(one: Point, other: Point, radius: float) -> tuple[Point, ...]:
    """The outline of a band of half-width ``radius`` round a segment, with round ends."""
    dx, dy = vector(one, other)
    direction = atan2(dy, dx)
    steps = 20
    outline: list[Point] = []
    for end, start in ((other, direction - pi / 2), (one, direction + pi / 2)):
        for step in range(steps + 1):
            angle = start + pi * step / steps
            outline.append(polar(end, radius, angle))
    return tuple(outline)


def dashes(points: Sequence[Point], dash: float) -> list[list[Point]]:
    """A line cut into dashes of that length with gaps a little shorter."""
    pieces: list[list[Point]] = []
    current_dash = [points[0]]
    rest = dash
    drawing = True
    for one, other in pairwise(points):
        dx, dy = vector(one, other)
        length = dist(one, other)
        distance = 0.0
        while length - distance > rest:
            distance += rest
            gone_x = dx * distance / length
            gone_y = dy * distance / length
            point = offset(one, gone_x, gone_y)
            if drawing:
                pieces.append([*current_dash, point])
            current_dash = [point]
            drawing = not drawing
            rest = dash if drawing else dash * 0.8
        rest -= length - distance
        if drawing:
            current_dash.append(other)
    if drawing and len(current_dash) > 1:
        pieces.append(current_dash)
    return pieces


def bounds(points: Iterable[Point]) -> tuple[float, float, float, float]:
    """The least and greatest x and y: left, top, right, bottom."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
