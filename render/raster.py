"""The one rasteriser: draws any scene in any theme, anti-aliased, from cached masks, sprites and backdrops.

Memory: backdrops are kept up to 64 MB, masks up to 16 MB and sprites up to 8 MB in a process, 88 MB in all; ``clear``
empties them. Each thread that draws keeps one picture besides. At 900 px a backdrop or picture weighs about 3.4 MB.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import atan2, ceil, cos, floor, hypot, sin
from random import Random
from threading import Lock, local
from typing import TypeAlias

from PIL import Image, ImageDraw

from . import fonts, geometry, sprites
from .cache import Cache
from .scene import Area, Backdrop, Disc, Item, Path, Piece, Point, Scene, Text
from .themes import THEMES, Colour, Theme, palette

# A mask or sprite, and where its top left corner lies from the pixel it belongs to.
Mask: TypeAlias = tuple[int, int, Image.Image]

GRID = 4  # masks are drawn for positions rounded to a quarter of a pixel
_LARGE = 250_000  # px; masks larger than this are drawn at twice the size instead of four times

_backdrops: Cache[Image.Image] = Cache(64 << 20, lambda image: image.width * image.height * 4)
_masks: Cache[Mask] = Cache(16 << 20, lambda mask: mask[2].width * mask[2].height + 200)
_sprites: Cache[Mask] = Cache(8 << 20, lambda sprite: sprite[2].width * sprite[2].height * 4 + 200)
_palettes: dict[str, Image.Image] = {}
_palette_lock = Lock()
_threads = local()


def clear() -> None:
    """Forget all that is cached."""
    for cache in (_backdrops, _masks, _sprites):
        cache.clear()


def image(scene: Scene, theme: str, width: int) -> Image.Image:
    """The scene as an RGB image ``width`` px wide. Raises KeyError for a theme that does not exist."""
    board = backdrop(scene.backdrop, theme, width)
    canvas = Canvas(THEMES[theme], scene.backdrop, width, board.copy())
    canvas.draw(scene.items)
    return canvas.image


def flat(scene: Scene, theme: str, width: int) -> Image.Image:
    """The scene as a palette image ``width`` px wide. Raises KeyError for a theme that does not exist.

    The RGB image that it is drawn in is kept by each thread: fresh memory costs more than the drawing.
    """
    board = backdrop(scene.backdrop, theme, width)
    sheet: Image.Image | None = getattr(_threads, "sheet", None)
    if sheet is None or sheet.size != board.size:
        sheet = _threads.sheet = board.copy()
    else:
        sheet.paste(board)
    Canvas(THEMES[theme], scene.backdrop, width, sheet).draw(scene.items)
    return quantised(sheet, theme)


def backdrop(board: Backdrop, theme: str, width: int) -> Image.Image:
    """The board without pieces, as RGB. Not to be changed."""

    def make() -> Image.Image:
        canvas = Canvas(THEMES[theme], board, width)
        canvas.draw(board.items)
        # On boards of many small cells grain would be noise, for the eye and in bytes.
        if canvas.theme.grain and board.width < 14:
            _grain(canvas.image, canvas.theme.grain)
        return canvas.image

    return _backdrops.get((board, theme, width), make)


def quantised(picture: Image.Image, theme: str) -> Image.Image:
    """An RGB image in the palette of a theme, each colour its nearest."""
    with _palette_lock:
        if theme not in _palettes:
            holder = Image.new("P", (1, 1))
            holder.putpalette([part for colour in palette(theme) for part in colour])
            _palettes[theme] = holder
    return picture.quantize(palette=_palettes[theme], dither=Image.Dither.NONE)


class Canvas:
    """An image being drawn, and how board units become its pixels."""

    def __init__(self, theme: Theme, board: Backdrop, width: int, image: Image.Image | None = None) -> None:
        self.theme = theme
        # A whole, even number of pixels from cell to cell: equal cells look equal, and PNG finds them so.
        scale = width / board.width
        self.scale = floor(scale / 2) * 2 if scale >= 12 else scale
        self.shift = (width - board.width * self.scale) / 2
        size = width, round(board.height * self.scale)
        self.image = image or Image.new("RGB", size, theme.roles["ground"])

    def pixels(self, at: Point) -> Point:
        """Where a point of the scene is, in pixels."""
        return at[0] * self.scale + self.shift, at[1] * self.scale

    def draw(self, items: Sequence[Item]) -> None:
        """Draw items over what is there, in order."""
        for item in items:
            _PENS[type(item)](self, item)

    def paint(self, mask: Mask, x: int, y: int, colour: Colour) -> None:
        """Lay a colour through a mask that belongs to a pixel."""
        self.image.paste(colour, (x + mask[0], y + mask[1]), mask[2])

    def path(self, item: Path) -> None:
        """Fill, then outline, a polygon or line."""
        scale = self.scale
        placed = tuple(map(self.pixels, item.points))
        x, y = floor(placed[0][0]), floor(placed[0][1])
        # Relative to the pixel that the first point lies in, in quarters of a pixel, so that equal shapes share masks.
        points = tuple((round((px - x) * GRID), round((py - y) * GRID)) for px, py in placed)
        corner = round(item.round * scale * GRID)
        if item.fill:
            filled = ("fill", points, corner, item.alpha)
            self.paint(
                _masks.get(filled, lambda: _filled(points, corner, item.alpha)), x, y, self.theme.roles[item.fill]
            )
        if item.line:
            width, head, dash = (round(size * scale * GRID) for size in (item.width, item.head, item.dash))
            lines = [(item.line, max(width, GRID), 0)]
            if item.casing:
                border = max(round(scale * GRID * item.width * 0.5), GRID * 3 // 2)
                lines.insert(0, (item.casing, width, border))
            for role, wide, border in lines:
                key = ("line", points, corner, item.closed, wide, head, dash, border, item.alpha)
                mask = _masks.get(
                    key,
                    lambda wide=wide, border=border: _stroked(  # type: ignore[misc]
                        points, corner, item.closed, wide, head, dash, border, item.alpha
                    ),
                )
                self.paint(mask, x, y, self.theme.roles[role])

    def disc(self, item: Disc) -> None:
        """Fill, then outline, a circle."""
        scale = self.scale
        px, py = self.pixels(item.at)
        x, y = floor(px), floor(py)
        phase = round((px - x) * GRID), round((py - y) * GRID)
        radius = round(item.radius * scale * GRID)
        if item.fill:
            self.paint(_round(phase, radius, 0, item.alpha), x, y, self.theme.roles[item.fill])
        if item.line:
            width = max(round(item.width * scale * GRID), GRID)
            if item.casing:
                border = max(round(width * 0.45), GRID)
                mask = _round(phase, radius + border, width + 2 * border, item.alpha)
                self.paint(mask, x, y, self.theme.roles[item.casing])
            self.paint(_round(phase, radius, width, item.alpha), x, y, self.theme.roles[item.line])

    def area(self, item: Area) -> None:
        """Tint a region: its discs and bands are gathered in one mask, so that none counts twice."""
        scale = self.scale
        left, top, right, bottom = geometry.bounds(map(self.pixels, item.points))
        reach = ceil(item.radius * scale) + 2
        x0, y0 = floor(left) - reach, floor(top) - reach
        size = ceil(right) + reach - x0, ceil(bottom) + reach - y0
        gathered = Image.new("L", size, 0)
        radius = round(item.radius * scale * GRID)
        value = round(255 * item.alpha)
        for px, py in map(self.pixels, item.points):
            mask = _round((0, 0), radius, 0, 1.0)
            gathered.paste(value, (round(px) - x0 + mask[0], round(py) - y0 + mask[1]), mask[2])
        for one, other in item.joins:
            px, py = self.pixels(one)
            x, y = round(px), round(py)
            end = (round((other[0] - one[0]) * scale) * GRID, round((other[1] - one[1]) * scale) * GRID)
            key = ("band", end, radius)
            mask = _masks.get(
                key,
                lambda end=end: _stroked(((0, 0), end), 0, False, radius * 2, 0, 0, 0, 1.0, False),  # type: ignore[misc]
            )
            gathered.paste(value, (x - x0 + mask[0], y - y0 + mask[1]), mask[2])
        self.image.paste(self.theme.roles[item.fill], (x0, y0), gathered)

    def piece(self, item: Piece) -> None:
        """Set down a piece."""
        pixels = max(4, round(item.size * self.scale))
        key = (self.theme.name, *item[1:3], pixels, *item[4:])
        sprite = _sprites.get(
            key,
            lambda: sprites.draw(self.theme, item.shape, item.tone, pixels, item.level, item.glyph, item.ghost),
        )
        x, y = self.pixels(item.at)
        self.image.paste(sprite[2], (round(x) + sprite[0], round(y) + sprite[1]), sprite[2])

    def text(self, item: Text) -> None:
        """Write a line of text."""
        pixels = max(6, round(item.size * self.scale))
        px, py = self.pixels(item.at)
        x, y = round(px), round(py)
        borders = [(item.casing, max(1, pixels // 9)), (item.role, 0)] if item.casing else [(item.role, 0)]
        for role, border in borders:
            key = ("text", item.text, pixels, item.bold, item.anchor, border, item.alpha)
            mask = _masks.get(
                key,
                lambda border=border: _faded(  # type: ignore[misc]
                    fonts.mask(item.text, pixels, item.bold, item.anchor, border), item.alpha
                ),
            )
            self.paint(mask, x, y, self.theme.roles[role])


_PENS: dict[type, Callable[[Canvas, Item], None]] = {
    Path: Canvas.path,  # type: ignore[dict-item]
    Disc: Canvas.disc,  # type: ignore[dict-item]
    Area: Canvas.area,  # type: ignore[dict-item]
    Piece: Canvas.piece,  # type: ignore[dict-item]
    Text: Canvas.text,  # type: ignore[dict-item]
}


def _faded(mask: Mask, alpha: float) -> Mask:
    if alpha >= 1:
        return mask
    return mask[0], mask[1], mask[2].point([round(value * alpha) for value in range(256)])


def _stepped(picture: Image.Image) -> Image.Image:
    return picture.point(sprites.STEPS)


def _stage(points: Sequence[Point], reach: float) -> tuple[int, int, int, int, int]:
    """Room for points given in quarter pixels: left, top, width and height in px, and how much larger to draw."""
    left, top, right, bottom = geometry.bounds(points)
    x0, y0 = floor((left - reach) / GRID) - 1, floor((top - reach) / GRID) - 1
    width, height = ceil((right + reach) / GRID) + 1 - x0, ceil((bottom + reach) / GRID) + 1 - y0
    return x0, y0, width, height, 2 if width * height > _LARGE else 4


def _filled(points: Sequence[Point], corner: int, alpha: float) -> Mask:
    x0, y0, width, height, scale = _stage(points, 0)
    picture = Image.new("L", (width * scale, height * scale), 0)
    outline = geometry.rounded(points, corner) if corner else points
    grown = [((x / GRID - x0) * scale, (y / GRID - y0) * scale) for x, y in outline]
    ImageDraw.Draw(picture).polygon(grown, fill=round(255 * alpha))
    return x0, y0, _stepped(picture.reduce(scale))


def _stroked(
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
    x0, y0, across, down, scale = _stage(line, width / 2 + border + head)
    picture = Image.new("L", (across * scale, down * scale), 0)
    pen = ImageDraw.Draw(picture)
    value = round(255 * alpha)
    factor = scale / GRID
    wide = max(1, round((width + 2 * border) * factor))

    def grown(x: float, y: float) -> Point:
        return (x / GRID - x0) * scale, (y / GRID - y0) * scale

    if closed:
        line = [*line, line[0]]
    if head:
        line = _arrow(pen, line, head, border, grown, value, factor)
    for part in geometry.dashes(line, dash) if dash else [line]:
        placed = [grown(*point) for point in part]
        pen.line(placed, value, wide, joint="curve")
        if ends or closed:
            for x, y in placed if len(placed) < 8 else (placed[0], placed[-1]):
                pen.ellipse((x - wide / 2, y - wide / 2, x + wide / 2, y + wide / 2), value)
    return x0, y0, _stepped(picture.reduce(scale))


def _arrow(
    pen: ImageDraw.ImageDraw,
    line: list[Point],
    head: int,
    border: int,
    grown: Callable[[float, float], Point],
    value: int,
    factor: float,
) -> list[Point]:
    """Draw the head of an arrow and return the line shortened to end in it."""
    tip = line[-1]
    # The head points along the line as it comes in, which on a curve is not its last short segment.
    back = next((p for p in reversed(line) if hypot(p[0] - tip[0], p[1] - tip[1]) >= head * 0.8), line[0])
    angle = atan2(tip[1] - back[1], tip[0] - back[0])
    dx, dy = cos(angle), sin(angle)
    half = head * 0.58
    base = tip[0] - dx * head, tip[1] - dy * head
    corners = [
        tip,
        (base[0] - dy * half, base[1] + dx * half),
        (base[0] + dx * head * 0.18, base[1] + dy * head * 0.18),
        (base[0] + dy * half, base[1] - dx * half),
    ]
    placed = [grown(*point) for point in corners]
    pen.polygon(placed, fill=value)
    # A line round the head gives it soft corners, and its casing.
    soft = max(2, round((2 * border + head * 0.12) * factor))
    pen.line([*placed, placed[0], placed[1]], value, soft, joint="curve")
    kept = [p for p in line[:-1] if hypot(p[0] - tip[0], p[1] - tip[1]) >= head * 0.75]
    return [*(kept or line[:1]), (tip[0] - dx * head * 0.7, tip[1] - dy * head * 0.7)]


def _round(phase: tuple[int, int], radius: int, width: int, alpha: float) -> Mask:
    """A disc, or a ring ``width`` wide; all in quarter pixels."""

    def make() -> Mask:
        x0, y0, across, down, scale = _stage([phase], radius)
        picture = Image.new("L", (across * scale, down * scale), 0)
        x, y = (phase[0] / GRID - x0) * scale, (phase[1] / GRID - y0) * scale
        size = radius / GRID * scale
        box = (x - size, y - size, x + size, y + size)
        pen = ImageDraw.Draw(picture)
        if width:
            pen.ellipse(box, outline=round(255 * alpha), width=max(1, round(width / GRID * scale)))
        else:
            pen.ellipse(box, fill=round(255 * alpha))
        return x0, y0, _stepped(picture.reduce(scale))

    return _masks.get(("round", phase, radius, width, alpha), make)


def _grain(picture: Image.Image, strength: int) -> None:
    """Lay a wood grain over a picture: streaks along it, a little darker and a little lighter, the same every time."""
    width, height = picture.size
    random = Random(11)
    # Straight grain costs a PNG little: tone changes from row to row, and along a row only here and there.
    rows = height // 9
    noise = Image.frombytes("L", (2, rows), random.randbytes(2 * rows))
    streaks = noise.resize((width, height), Image.Resampling.BICUBIC)
    for colour, low, high in (((0, 0, 0), 0, 60), ((255, 255, 255), 195, 256)):
        steps = [strength if low <= value < high else 0 for value in range(256)]
        picture.paste(colour, (0, 0), streaks.point(steps))
