"""Shapes as masks: drawn large, shrunk, and placed to a quarter of a pixel."""

from collections.abc import Sequence
from math import atan2, ceil, cos, dist, floor, sin
from typing import TypeAlias

from PIL import Image, ImageDraw

from .. import geometry
from ..scene import Point
from .sprites import STEPS

# A mask or sprite, and where its top left corner lies from the pixel it belongs to.
Mask: TypeAlias = tuple[int, int, Image.Image]
Pair: TypeAlias = tuple[int, int]

GRID = 4  # masks are drawn for positions rounded to a quarter of a pixel
_LARGE = 250_000  # px; masks larger than this are drawn at twice the size instead of four times


def stepped(picture: Image.Image) -> Image.Image:
    """A mask with few degrees of cover."""
    return picture.point(STEPS)


def _stage(
    points: Sequence[Point], reach: float
) -> tuple[int, int, int, Image.Image, ImageDraw.ImageDraw]:
    """Room for points given in quarter pixels: left, top, how much larger to draw, and an empty
    mask with its pen.
    """
    left, top, right, bottom = geometry.bounds(points)
    x0 = floor((left - reach) / GRID) - 1
    y0 = floor((top - reach) / GRID) - 1
    width = ceil((right + reach) / GRID) + 1 - x0
    height = ceil((bottom + reach) / GRID) + 1 - y0
    scale = 2 if width * height > _LARGE else 4
    picture = Image.new("L", (width * scale, height * scale), 0)
    return x0, y0, scale, picture, ImageDraw.Draw(picture)


def filled(points: Sequence[Point], corner: int, alpha: float) -> Mask:
    x0, y0, scale, picture, pen = _stage(points, 0)
    outline = geometry.rounded(points, corner) if corner else points
    grown = [((x / GRID - x0) * scale, (y / GRID - y0) * scale) for x, y in outline]
    pen.polygon(grown, fill=round(255 * alpha))
    return x0, y0, stepped(picture.reduce(scale))


def stroked(
    points: Sequence[Point],
    corner: int,
    closed: bool,
    width: int,
    head: int,
    dash: int,
    border: int,
    alpha: float,
    ends: bool = True,
) -> Mask:
    """A line, ``width`` wide and ``border`` more on either side; all in quarter pixels."""
    line = geometry.rounded(points, corner, closed) if corner else list(points)
    x0, y0, scale, picture, pen = _stage(line, width / 2 + border + head)
    value = round(255 * alpha)
    factor = scale / GRID
    wide = max(1, round((width + 2 * border) * factor))

    def grown(x: float, y: float) -> Point:
        return (x / GRID - x0) * scale, (y / GRID - y0) * scale

    if closed:
        line = [*line, line[0]]
    if head:
        corners, line = _arrow(line, head)
        placed = [grown(*point) for point in corners]
        pen.polygon(placed, fill=value)
        # A line round the head gives it soft corners, and its casing.
        soft = max(2, round((2 * border + head * 0.12) * factor))
        pen.line([*placed, placed[0], placed[1]], value, soft, joint="curve")
    for part in geometry.dashes(line, dash) if dash else [line]:
        placed = [grown(*point) for point in part]
        pen.line(placed, value, wide, joint="curve")
        if ends or closed:
            for x, y in placed if len(placed) < 8 else (placed[0], placed[-1]):
                pen.ellipse((x - wide / 2, y - wide / 2, x + wide / 2, y + wide / 2), value)
    return x0, y0, stepped(picture.reduce(scale))


def _arrow(line: list[Point], head: int) -> tuple[list[Point], list[Point]]:
    """The corners of an arrow's head, and its line shortened to end in it."""
    tip = line[-1]
    # The head points along the line as it comes in, which on a curve is not its last short segment.
    back = next((point for point in reversed(line) if dist(point, tip) >= head * 0.8), line[0])
    angle = atan2(tip[1] - back[1], tip[0] - back[0])
    dx = cos(angle)
    dy = sin(angle)
    half = head * 0.58
    base = tip[0] - dx * head, tip[1] - dy * head
    corners = [
        tip,
        (base[0] - dy * half, base[1] + dx * half),
        (base[0] + dx * head * 0.18, base[1] + dy * head * 0.18),
        (base[0] + dy * half, base[1] - dx * half),
    ]
    kept = [point for point in line[:-1] if dist(point, tip) >= head * 0.75]
    return corners, [*(kept or line[:1]), (tip[0] - dx * head * 0.7, tip[1] - dy * head * 0.7)]


def round_(phase: Pair, radius: int, width: int, alpha: float) -> Mask:
    """A disc, or a ring ``width`` wide within it; all in quarter pixels."""
    x0, y0, scale, picture, pen = _stage([phase], radius)
    x = (phase[0] / GRID - x0) * scale
    y = (phase[1] / GRID - y0) * scale
    size = radius / GRID * scale
    box = (x - size, y - size, x + size, y + size)
    if width:
        pen.ellipse(box, outline=round(255 * alpha), width=max(1, round(width / GRID * scale)))
    else:
        pen.ellipse(box, fill=round(255 * alpha))
    return x0, y0, stepped(picture.reduce(scale))
