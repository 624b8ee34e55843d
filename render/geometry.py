"""Curves and polygons as lists of points, in whatever unit the caller uses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin

from .scene import Point


def rounded(points: Sequence[Point], radius: float, closed: bool = True, steps: int = 5) -> list[Point]:
    """``points`` with each corner replaced by a curve that leaves the sides ``radius`` away from it, or half-way."""
    count = len(points)
    out: list[Point] = []
    for index, corner in enumerate(points):
        if not closed and index in (0, count - 1):
            out.append(corner)
            continue
        one = _towards(corner, points[index - 1], radius)
        other = _towards(corner, points[(index + 1) % count], radius)
        for step in range(steps + 1):
            t = step / steps
            a, b, c = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
            out.append((a * one[0] + b * corner[0] + c * other[0], a * one[1] + b * corner[1] + c * other[1]))
    return out


def _towards(start: Point, goal: Point, distance: float) -> Point:
    length = hypot(goal[0] - start[0], goal[1] - start[1]) or 1.0
    share = min(distance / length, 0.5)
    return start[0] + (goal[0] - start[0]) * share, start[1] + (goal[1] - start[1]) * share


def between(one: Point, other: Point, start: float, end: float) -> tuple[Point, Point]:
    """The part of a segment that begins ``start`` after its first point and stops ``end`` before its last."""
    length = hypot(other[0] - one[0], other[1] - one[1]) or 1.0
    dx, dy = (other[0] - one[0]) / length, (other[1] - one[1]) / length
    return (one[0] + dx * start, one[1] + dy * start), (other[0] - dx * end, other[1] - dy * end)


def off_segment(point: Point, one: Point, other: Point) -> float:
    """How far a point is from a segment."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    along = ((point[0] - one[0]) * dx + (point[1] - one[1]) * dy) / ((dx * dx + dy * dy) or 1.0)
    share = min(max(along, 0.0), 1.0)
    return hypot(point[0] - one[0] - dx * share, point[1] - one[1] - dy * share)


def regular(centre: Point, radius: float, corners: int, turn: float = 0.0) -> tuple[Point, ...]:
    """A regular polygon, its first corner ``turn`` radians from straight up."""
    return tuple(
        (
            centre[0] + radius * sin(turn + 2 * pi * corner / corners),
            centre[1] - radius * cos(turn + 2 * pi * corner / corners),
        )
        for corner in range(corners)
    )


def box(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    """The corners of a rectangle."""
    return (left, top), (right, top), (right, bottom), (left, bottom)


def capsule(one: Point, other: Point, radius: float, steps: int = 20) -> tuple[Point, ...]:
    """The outline of a band of half-width ``radius`` round a segment, with round ends."""
    length = hypot(other[0] - one[0], other[1] - one[1]) or 1.0
    dx, dy = (other[0] - one[0]) / length, (other[1] - one[1]) / length
    out = []
    for centre, turn in ((other, 0.0), (one, pi)):
        for step in range(steps + 1):
            angle = turn - pi / 2 + pi * step / steps
            out.append(
                (
                    centre[0] + radius * (cos(angle) * dx - sin(angle) * dy),
                    centre[1] + radius * (cos(angle) * dy + sin(angle) * dx),
                )
            )
    return tuple(out)


def dashes(points: Sequence[Point], dash: float) -> list[list[Point]]:
    """A line cut into dashes of that length with gaps a little shorter."""
    out: list[list[Point]] = []
    current = [points[0]]
    left, drawing = dash, True
    for one, other in pairwise(points):
        length = hypot(other[0] - one[0], other[1] - one[1])
        done = 0.0
        while length - done > left:
            done += left
            here = (one[0] + (other[0] - one[0]) * done / length, one[1] + (other[1] - one[1]) * done / length)
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
