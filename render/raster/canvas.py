"""The items of a scene as stamps: masks to lay a colour through, and sprites; all are cached."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from math import ceil, floor

from PIL import Image

from .. import geometry
from ..mask import Mask
from ..scene import Area, Backdrop, Disc, Item, Path, Piece, Point, Text
from ..themes import Colour, Theme, theme_of
from .cache import Cache
from .masks import GRID, Circle, Letters, Pixel, Polygon, Shape, Stroke
from .sprites import Sprite


def _weigh_mask(mask: Mask) -> int:
    return mask.image.width * mask.image.height + 200


def _weigh_sprite(sprite: Mask) -> int:
    return sprite.image.width * sprite.image.height * 4 + 200


mask_cache: Cache[Mask] = Cache("masks", 8 << 20, _weigh_mask)
sprite_cache: Cache[Mask] = Cache("sprites", 8 << 20, _weigh_sprite)


@dataclass(frozen=True, slots=True)
class Stamp:
    """An image and its left, top, right and bottom in pixels.

    It is a mask for a colour, or a sprite, which has none.
    """

    box: tuple[int, int, int, int]
    image: Image.Image
    colour: Colour | None

    def paste(self, picture: Image.Image, left: int = 0, top: int = 0) -> None:
        """Put it on an RGB image whose top left corner is at a pixel."""
        source = self.image if self.colour is None else self.colour
        x, y, _, _ = self.box
        picture.paste(source, (x - left, y - top), self.image)


@dataclass(frozen=True, slots=True)
class CachedStamps:
    """The stamps of an item on a canvas.

    ``number``, + 1 and + 2 identify in this process the ways in which the item is drawn.
    """

    number: int
    stamps: tuple[Stamp, ...]


def _weigh_stamps(entry: CachedStamps) -> int:
    pixels = sum(stamp.image.width * stamp.image.height for stamp in entry.stamps)
    return pixels + 600


_numbers = count(0, 3)
# Pieces come again and again, lines and areas seldom. With its number a piece would lose its ready
# tiles, too.
piece_cache: Cache[CachedStamps] = Cache("pieces", 2 << 20, lambda entry: 600)
item_cache: Cache[CachedStamps] = Cache("items", 6 << 20, _weigh_stamps)


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

    def cached(self, item: Item) -> CachedStamps:
        """The stamps of an item here; with the same number as before, if that was lately."""
        cache = piece_cache if isinstance(item, Piece) else item_cache

        def stamps() -> CachedStamps:
            return CachedStamps(next(_numbers), tuple(self.stamps(item)))

        return cache.get((self, type(item), item), stamps)

    def paint(self, items: Iterable[Item]) -> Image.Image:
        """Items on the theme's plain ground, as an RGB image."""
        picture = Image.new("RGB", self.size, self.theme.roles["ground"])
        for item in items:
            for stamp in self.stamps(item):
                stamp.paste(picture)
        return picture

    def stamps(self, item: Item) -> Iterator[Stamp]:
        """An item's stamps, to be pasted in order."""
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

    def _stamp(self, shape: Shape, x: int, y: int, role: str) -> Stamp:
        """The stamp of a shape about a pixel, in the colour of a role."""
        mask = mask_cache.get(shape, shape.draw)
        left = x + mask.left
        top = y + mask.top
        return _stamp(left, top, mask.image, self.theme.roles[role])

    def _quarters(self, length: float) -> int:
        """A length of the scene in quarters of a pixel."""
        return round(length * self.scale * GRID)

    def _path(self, item: Path) -> Iterator[Stamp]:
        points = tuple(map(self.pixels, item.points))
        x = floor(points[0][0])
        y = floor(points[0][1])
        # Relative to the pixel that the first point lies in, so that equal shapes share masks.
        spots = tuple(_spot(point, x, y) for point in points)
        corner = self._quarters(item.round)
        if item.fill:
            yield self._stamp(Polygon(spots, corner, item.alpha), x, y, item.fill)
        if not item.line:
            return
        width = self._quarters(item.width)
        head = self._quarters(item.head)
        dash = self._quarters(item.dash)

        def stroke(width: int, border: int) -> Stroke:
            return Stroke(
                spots,
                corner=corner,
                closed=item.closed,
                width=width,
                head=head,
                dash=dash,
                border=border,
                alpha=item.alpha,
            )

        if item.casing:
            half = self._quarters(item.width * 0.5)
            border = max(half, GRID * 3 // 2)
            yield self._stamp(stroke(width, border), x, y, item.casing)
        yield self._stamp(stroke(max(width, GRID), 0), x, y, item.line)

    def _disc(self, item: Disc) -> Iterator[Stamp]:
        px, py = self.pixels(item.point)
        x = floor(px)
        y = floor(py)
        centre = _spot((px, py), x, y)
        radius = self._quarters(item.radius)
        if item.fill:
            yield self._stamp(Circle(centre, radius, 0, item.alpha), x, y, item.fill)
        if not item.line:
            return
        width = max(self._quarters(item.width), GRID)
        if item.casing:
            border = max(round(width * 0.45), GRID)
            casing = Circle(centre, radius + border, width + 2 * border, item.alpha)
            yield self._stamp(casing, x, y, item.casing)
        yield self._stamp(Circle(centre, radius, width, item.alpha), x, y, item.line)

    def _area(self, item: Area) -> Iterator[Stamp]:
        # Its discs and bands are gathered in one mask, so that none counts twice.
        left, top, right, bottom = geometry.bounds(map(self.pixels, item.points))
        reach = ceil(item.radius * self.scale) + 2
        x = floor(left) - reach
        y = floor(top) - reach
        width = ceil(right) + reach - x
        height = ceil(bottom) + reach - y
        size = (width, height)
        image = Image.new("L", size, 0)
        value = round(255 * item.alpha)
        radius = self._quarters(item.radius)

        def add(shape: Shape, point: Point) -> None:
            px, py = self.pixels(point)
            mask = mask_cache.get(shape, shape.draw)
            column = round(px) - x + mask.left
            row = round(py) - y + mask.top
            image.paste(value, (column, row), mask.image)

        disc = Circle((0, 0), radius, 0, 1.0)
        for point in item.points:
            add(disc, point)
        for start, end in item.joins:
            add(self._band(start, end, radius), start)
        yield _stamp(x, y, image, self.theme.roles[item.fill])

    def _band(self, start: Point, end: Point, radius: int) -> Stroke:
        """A band from one disc to another, with straight ends."""
        dx, dy = geometry.vector(start, end)
        goal_x = round(dx * self.scale) * GRID
        goal_y = round(dy * self.scale) * GRID
        goal = (goal_x, goal_y)
        line: tuple[Pixel, ...] = ((0, 0), goal)
        return Stroke(
            line,
            corner=0,
            closed=False,
            width=radius * 2,
            head=0,
            dash=0,
            border=0,
            alpha=1.0,
            round_ends=False,
        )

    def _piece(self, item: Piece) -> Iterator[Stamp]:
        pixels = max(4, round(item.size * self.scale))
        sprite = Sprite(
            theme=self.theme.name,
            shape=item.shape,
            tone=item.tone,
            pixels=pixels,
            level=item.level,
            glyph=item.glyph,
            ghost=item.ghost,
        )
        mask = sprite_cache.get(sprite, sprite.draw)
        px, py = self.pixels(item.point)
        x = round(px) + mask.left
        y = round(py) + mask.top
        yield _stamp(x, y, mask.image, None)

    def _text(self, item: Text) -> Iterator[Stamp]:
        pixels = max(6, round(item.size * self.scale))
        px, py = self.pixels(item.point)
        x = round(px)
        y = round(py)

        def letters(border: int) -> Letters:
            return Letters(
                item.text,
                pixels=pixels,
                bold=item.bold,
                anchor=item.anchor,
                border=border,
                alpha=item.alpha,
            )

        if item.casing:
            border = max(1, pixels // 9)
            yield self._stamp(letters(border), x, y, item.casing)
        yield self._stamp(letters(0), x, y, item.role)


def _spot(point: Point, x: int, y: int) -> Pixel:
    """A point of the picture as seen from the corner of a pixel, in quarters of a pixel."""
    from_left = point[0] - x
    from_top = point[1] - y
    return round(from_left * GRID), round(from_top * GRID)


def _stamp(x: int, y: int, image: Image.Image, colour: Colour | None) -> Stamp:
    right = x + image.width
    bottom = y + image.height
    return Stamp((x, y, right, bottom), image, colour)


@lru_cache(maxsize=256)
def canvas(theme: str, board: Backdrop, width: int) -> Canvas:
    """The canvas of a board in a theme, made once and kept.

    Raises ValueError for an unknown theme.
    """
    return Canvas(theme_of(theme), board, width)
