"""The items of a scene as stamps: masks to lay a colour through, and sprites, each at its pixel;
all of them cached.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from itertools import count
from math import ceil, floor
from typing import NamedTuple

from PIL import Image

from .. import fonts, geometry
from ..scene import Area, Backdrop, Disc, Item, Path, Piece, Point, Text
from ..themes import Colour, Theme, theme_of
from . import masks, sprites
from .cache import Cache
from .masks import GRID, Mask

mask_cache: Cache[Mask] = Cache("masks", 8 << 20, lambda mask: mask[2].width * mask[2].height + 200)
sprite_cache: Cache[Mask] = Cache(
    "sprites", 8 << 20, lambda sprite: sprite[2].width * sprite[2].height * 4 + 200
)


class Stamp(NamedTuple):
    """An image and its left, top, right and bottom in pixels: a mask for a colour, or a sprite,
    which has none.
    """

    box: tuple[int, int, int, int]
    image: Image.Image
    colour: Colour | None

    def press(self, picture: Image.Image, left: int = 0, top: int = 0) -> None:
        """Put it on an RGB image whose top left corner is at a pixel."""
        source = self.image if self.colour is None else self.colour
        picture.paste(source, (self.box[0] - left, self.box[1] - top), self.image)


class Laid(NamedTuple):
    """What an item is on a canvas: stamps, and a number that stands for it in this process, as do
    the next two.
    """

    number: int
    stamps: tuple[Stamp, ...]


_numbers = count(0, 3)
# Pieces come again and again, lines and areas seldom. With its number a piece would lose its ready
# tiles, too.
piece_cache: Cache[Laid] = Cache("pieces", 2 << 20, lambda laid: 600)
laid_cache: Cache[Laid] = Cache(
    "items",
    6 << 20,
    lambda laid: sum(stamp.image.width * stamp.image.height for stamp in laid.stamps) + 600,
)


class Canvas:
    """How the items of scenes on a board become stamps on a picture ``width`` px wide."""

    def __init__(self, theme: Theme, board: Backdrop, width: int) -> None:
        self.theme = theme
        # A whole, even number of pixels from cell to cell: equal cells look equal, and PNG finds
        # them so.
        scale = width / board.width
        self.scale = floor(scale / 2) * 2 if scale >= 12 else scale
        self.shift = (width - board.width * self.scale) / 2
        self.size = width, round(board.height * self.scale)

    def pixels(self, point: Point) -> Point:
        """Where a point of the scene is, in pixels."""
        return point[0] * self.scale + self.shift, point[1] * self.scale

    def laid(self, item: Item) -> Laid:
        """What an item is here; the same one as before, if that was lately."""
        kept = piece_cache if isinstance(item, Piece) else laid_cache
        return kept.get(
            (self, type(item), item), lambda: Laid(next(_numbers), tuple(self.stamps(item)))
        )

    def painted(self, items: Iterable[Item]) -> Image.Image:
        """Items on the theme's plain ground, as an RGB image."""
        picture = Image.new("RGB", self.size, self.theme.roles["ground"])
        for item in items:
            for stamp in self.stamps(item):
                stamp.press(picture)
        return picture

    def stamps(self, item: Item) -> Iterator[Stamp]:
        """An item's stamps, to be pressed in order."""
        match item:
            case Path():
                return self._path(item)
            case Disc():
                return self._disc(item)
            case Area():
                return self._area(item)
            case Piece():
                return self._piece(item)
            case Text():
                return self._text(item)

    def _stamp(self, mask: Mask, x: int, y: int, role: str) -> Stamp:
        return _stamp(x + mask[0], y + mask[1], mask[2], self.theme.roles[role])

    def _path(self, item: Path) -> Iterator[Stamp]:
        scale = self.scale
        placed = tuple(map(self.pixels, item.points))
        x = floor(placed[0][0])
        y = floor(placed[0][1])
        # Relative to the pixel that the first point lies in, in quarters of a pixel, so that equal
        # shapes share masks.
        points = tuple((round((px - x) * GRID), round((py - y) * GRID)) for px, py in placed)
        corner = round(item.round * scale * GRID)
        if item.fill:
            shape = (points, corner, item.alpha)
            yield self._stamp(mask_cache.get(shape, lambda: masks.filled(*shape)), x, y, item.fill)
        if item.line:
            width, head, dash = (
                round(size * scale * GRID) for size in (item.width, item.head, item.dash)
            )
            layers = [(item.line, max(width, GRID), 0)]
            if item.casing:
                layers.insert(
                    0,
                    (
                        item.casing,
                        width,
                        max(round(scale * GRID * item.width * 0.5), GRID * 3 // 2),
                    ),
                )
            for role, wide, border in layers:
                line = (points, corner, item.closed, wide, head, dash, border, item.alpha)
                yield self._stamp(mask_cache.get(line, partial(masks.stroked, *line)), x, y, role)

    def _disc(self, item: Disc) -> Iterator[Stamp]:
        px, py = self.pixels(item.point)
        x = floor(px)
        y = floor(py)
        phase = round((px - x) * GRID), round((py - y) * GRID)
        radius = round(item.radius * self.scale * GRID)
        if item.fill:
            yield self._stamp(_round(phase, radius, 0, item.alpha), x, y, item.fill)
        if item.line:
            width = max(round(item.width * self.scale * GRID), GRID)
            if item.casing:
                border = max(round(width * 0.45), GRID)
                yield self._stamp(
                    _round(phase, radius + border, width + 2 * border, item.alpha),
                    x,
                    y,
                    item.casing,
                )
            yield self._stamp(_round(phase, radius, width, item.alpha), x, y, item.line)

    def _area(self, item: Area) -> Iterator[Stamp]:
        # Its discs and bands are gathered in one mask, so that none counts twice.
        scale = self.scale
        left, top, right, bottom = geometry.bounds(map(self.pixels, item.points))
        reach = ceil(item.radius * scale) + 2
        x0 = floor(left) - reach
        y0 = floor(top) - reach
        gathered = Image.new("L", (ceil(right) + reach - x0, ceil(bottom) + reach - y0), 0)
        radius = round(item.radius * scale * GRID)
        value = round(255 * item.alpha)
        disc = _round((0, 0), radius, 0, 1.0)
        for px, py in map(self.pixels, item.points):
            gathered.paste(value, (round(px) - x0 + disc[0], round(py) - y0 + disc[1]), disc[2])
        for start, end in item.joins:
            px, py = self.pixels(start)
            span = (
                round((end[0] - start[0]) * scale) * GRID,
                round((end[1] - start[1]) * scale) * GRID,
            )
            line = (((0, 0), span), 0, False, radius * 2, 0, 0, 0, 1.0, False)
            band = mask_cache.get(line, partial(masks.stroked, *line))
            gathered.paste(value, (round(px) - x0 + band[0], round(py) - y0 + band[1]), band[2])
        yield _stamp(x0, y0, gathered, self.theme.roles[item.fill])

    def _piece(self, item: Piece) -> Iterator[Stamp]:
        pixels = max(4, round(item.size * self.scale))
        key = (self.theme.name, item.shape, item.tone, pixels, item.level, item.glyph, item.ghost)
        sprite = sprite_cache.get(key, lambda: sprites.draw(self.theme, *key[1:]))
        x, y = self.pixels(item.point)
        yield _stamp(round(x) + sprite[0], round(y) + sprite[1], sprite[2], None)

    def _text(self, item: Text) -> Iterator[Stamp]:
        pixels = max(6, round(item.size * self.scale))
        px, py = self.pixels(item.point)
        layers = (
            [(item.casing, max(1, pixels // 9)), (item.role, 0)]
            if item.casing
            else [(item.role, 0)]
        )
        for role, border in layers:
            line = (item.text, pixels, item.bold, item.anchor, border)
            mask = mask_cache.get((*line, item.alpha), partial(_letters, line, item.alpha))
            yield self._stamp(mask, round(px), round(py), role)


def _stamp(x: int, y: int, image: Image.Image, colour: Colour | None) -> Stamp:
    return Stamp((x, y, x + image.width, y + image.height), image, colour)


@lru_cache(maxsize=256)
def canvas(theme: str, board: Backdrop, width: int) -> Canvas:
    """The canvas of a board in a theme, made once and kept.

    Raises ValueError for an unknown theme.
    """
    return Canvas(theme_of(theme), board, width)


def _round(phase: tuple[int, int], radius: int, width: int, alpha: float) -> Mask:
    return mask_cache.get(
        (phase, radius, width, alpha), lambda: masks.round_(phase, radius, width, alpha)
    )


def _letters(line: tuple[str, int, bool, str, int], alpha: float) -> Mask:
    x, y, picture = fonts.mask(*line)
    picture = masks.stepped(picture)
    return (
        x,
        y,
        picture if alpha >= 1 else picture.point([round(value * alpha) for value in range(256)]),
    )
