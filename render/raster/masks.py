"""Shapes as masks: drawn large, shrunk, and placed to a quarter of a pixel.

A shape is a value by which its mask can be cached. Its lengths are in quarters of a pixel, and its
points are relative to the pixel that the mask belongs to.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, ceil, cos, dist, floor, sin
from typing import TypeAlias

from PIL import Image, ImageDraw

from .. import fonts, geometry
from ..mask import Mask
from ..scene import Point
from .sprites import STEPS

Pixel: TypeAlias = tuple[int, int]
"""A point in quarters of a pixel."""

GRID = 4  # parts of a pixel that positions are rounded to
_LARGE = 250_000  # px; masks larger than this are drawn at twice the size instead of four times


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled shape whose corners are rounded off by ``corner``."""

    points: tuple[Pixel, ...]
    corner: int
    alpha: float

    def draw(self) -> Mask:
        """Its mask."""
        stage = _Stage(self.points, 0)
        outline: Sequence[Point] = self.points
        if self.corner:
            outline = geometry.rounded(self.points, self.corner)
        stage.pen.polygon(stage.enlarged(outline), fill=round(255 * self.alpha))
        return stage.mask()


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line, ``width`` wide and ``border`` more on either side.

    :param corner: the radius of its corners
    :param head: the length of an arrow head at its end; 0: none
    :param dash: the length of its dashes; 0: none
    :param round_ends: whether its ends are round
    """

    points: tuple[Pixel, ...]
    corner: int
    closed: bool
    width: int
    head: int
    dash: int
    border: int
    alpha: float
    round_ends: bool = True

    def draw(self) -> Mask:
        """Its mask."""
        line: list[Point] = list(self.points)
        if self.corner:
            line = geometry.rounded(self.points, self.corner, self.closed)
        stage = _Stage(line, self.width / 2 + self.border + self.head)
        value = round(255 * self.alpha)
        full_width = self.width + 2 * self.border
        width = max(1, round(full_width * stage.factor))
        if self.closed:
            line = [*line, line[0]]
        if self.head:
            arrow = _arrow(line, self.head)
            line = arrow.shaft
            self._draw_head(stage, arrow.corners, value)
        for part in geometry.dashes(line, self.dash) if self.dash else [line]:
            points = stage.enlarged(part)
            stage.pen.line(points, value, width, joint="curve")
            if self.round_ends or self.closed:
                _draw_joints(stage.pen, points, width, value)
        return stage.mask()

    def _draw_head(self, stage: "_Stage", corners: Sequence[Point], value: int) -> None:
        points = stage.enlarged(corners)
        stage.pen.polygon(points, fill=value)
        # A line round the head gives it soft corners, and its casing.
        full_edge = 2 * self.border + self.head * 0.12
        edge = max(2, round(full_edge * stage.factor))
        stage.pen.line([*points, points[0], points[1]], value, edge, joint="curve")


@dataclass(frozen=True, slots=True)
class Circle:
    """A disc about ``centre``, or a ring ``width`` wide within it."""

    centre: Pixel
    radius: int
    width: int
    alpha: float

    def draw(self) -> Mask:
        """Its mask."""
        stage = _Stage([self.centre], self.radius)
        ((x, y),) = stage.enlarged([self.centre])
        radius = self.radius / GRID * stage.scale
        box = (x - radius, y - radius, x + radius, y + radius)
        value = round(255 * self.alpha)
        if self.width:
            width = max(1, round(self.width / GRID * stage.scale))
            stage.pen.ellipse(box, outline=value, width=width)
        else:
            stage.pen.ellipse(box, fill=value)
        return stage.mask()


@dataclass(frozen=True, slots=True)
class Letters:
    """A line of text, ``pixels`` px high, with ``border`` px added all round."""

    text: str
    pixels: int
    bold: bool
    anchor: str
    border: int
    alpha: float

    def draw(self) -> Mask:
        """Its mask."""
        mask = fonts.mask(self.text, self.pixels, self.bold, self.anchor, self.border)
        image = in_steps(mask.image)
        if self.alpha < 1:
            image = image.point([round(value * self.alpha) for value in range(256)])
        return Mask(mask.left, mask.top, image)


Shape: TypeAlias = Polygon | Stroke | Circle | Letters


def in_steps(picture: Image.Image) -> Image.Image:
    """A mask with few degrees of cover."""
    return picture.point(STEPS)


class _Stage:
    """An empty mask, enlarged, with room for points and ``reach`` about them, and its pen.

    ``scale`` is how much larger it is than the mask, ``factor`` than the grid of points.
    """

    def __init__(self, points: Sequence[Point], reach: float) -> None:
        left, top, right, bottom = geometry.bounds(points)
        self.left = floor((left - reach) / GRID) - 1
        self.top = floor((top - reach) / GRID) - 1
        width = ceil((right + reach) / GRID) + 1 - self.left
        height = ceil((bottom + reach) / GRID) + 1 - self.top
        self.scale = 2 if width * height > _LARGE else 4
        self.factor = self.scale / GRID
        size = (width * self.scale, height * self.scale)
        self.picture = Image.new("L", size, 0)
        self.pen = ImageDraw.Draw(self.picture)

    def enlarged(self, points: Sequence[Point]) -> list[Point]:
        """Where points are on the stage."""
        points_outside = []
        for x, y in points:
            stage_x = (x / GRID - self.left) * self.scale
            stage_y = (y / GRID - self.top) * self.scale
            points_outside.append((stage_x, stage_y))
        return points_outside

    def mask(self) -> Mask:
        """What has been drawn."""
        return Mask(self.left, self.top, in_steps(self.picture.reduce(self.scale)))


def _draw_joints(pen: ImageDraw.ImageDraw, points: Sequence[Point], width: int, value: int) -> None:
    """Round the ends of a line, and the corners of a short one."""
    radius = width / 2
    if len(points) >= 8:
        points = (points[0], points[-1])
    for x, y in points:
        box = (x - radius, y - radius, x + radius, y + radius)
        pen.ellipse(box, value)


@dataclass(frozen=True, slots=True)
class _Arrow:
    """The corners of an arrow's head, and its line, which ends in the head."""

    corners: list[Point]
    shaft: list[Point]


def _arrow(line: list[Point], head: int) -> _Arrow:
    """The arrow along ``line`` whose head is so long."""
    tip = line[-1]
    # The head points along the line as it comes in, which on a curve is not its last short segment.
    points_behind = (point for point in reversed(line) if dist(point, tip) >= head * 0.8)
    way_x, way_y = geometry.vector(next(points_behind, line[0]), tip)
    angle = atan2(way_y, way_x)
    dx = cos(angle)
    dy = sin(angle)
    half = head * 0.58
    base = geometry.offset(tip, -dx * head, -dy * head)
    one_barb = geometry.offset(base, -dy * half, dx * half)
    notch = geometry.offset(base, dx * head * 0.18, dy * head * 0.18)
    other_barb = geometry.offset(base, dy * half, -dx * half)
    corners = [tip, one_barb, notch, other_barb]
    within_head = head * 0.75
    shaft = [point for point in line[:-1] if dist(point, tip) >= within_head]
    if not shaft:
        shaft = line[:1]
    end = geometry.offset(tip, -dx * head * 0.7, -dy * head * 0.7)
    return _Arrow(corners, [*shaft, end])
