"""The one rasteriser: draws any scene in any theme, anti-aliased, on backdrops that are drawn once and kept.

Colours are kept as indices into the theme's palette for as long as can be: that is what a PNG or GIF holds.

Memory: backdrops are kept up to 40 MB and tiles up to 16 MB in a process, with masks and sprites (see ``canvas``)
80 MB in all; ``clear`` empties them. At 900 px a backdrop weighs about 0.9 MB.
"""

from __future__ import annotations

from random import Random
from threading import Lock
from typing import TypeAlias

from PIL import Image

from ..scene import Backdrop, Piece, Scene
from ..themes import palette, theme_of
from .cache import Cache
from .canvas import Canvas, Stamp, mask_cache, sprite_cache

Box: TypeAlias = tuple[int, int, int, int]

_COARSE = 64  # px; about the size of a piece
_MOST = 0.6  # with more of the picture to be blended than this, all of it is

_backdrops: Cache[Image.Image] = Cache(40 << 20, lambda image: image.width * image.height)
_tiles: Cache[tuple[Image.Image, Image.Image]] = Cache(16 << 20, lambda tile: tile[0].width * tile[0].height * 2 + 400)
_palettes: dict[str, Image.Image] = {}
_palette_lock = Lock()
CACHES: dict[str, Cache[Image.Image] | Cache[tuple[Image.Image, Image.Image]] | Cache[tuple[int, int, Image.Image]]] = {
    "backdrops": _backdrops,
    "tiles": _tiles,
    "masks": mask_cache,
    "sprites": sprite_cache,
}


def clear() -> None:
    """Forget all that is cached."""
    for cache in CACHES.values():
        cache.clear()


def image(scene: Scene, theme: str, width: int) -> Image.Image:
    """The scene as an RGB image ``width`` px wide. Raises ValueError for a theme that does not exist."""
    picture = backdrop(scene.backdrop, theme, width).convert("RGB")
    canvas = Canvas(theme_of(theme), scene.backdrop, width)
    for item in scene.items:
        for stamp in canvas.stamps(item):
            stamp.press(picture)
    return picture


def flat(scene: Scene, theme: str, width: int) -> Image.Image:
    """The scene as an image in the theme's palette, ``width`` px wide. Raises ValueError for an unknown theme.

    A piece that stands alone on the backdrop is a ready tile, edges blended. Where items overlap, the rectangles they
    lie in are turned to RGB and back.
    """
    board = backdrop(scene.backdrop, theme, width)
    canvas = Canvas(theme_of(theme), scene.backdrop, width)
    picture = board.copy()
    alone = _Alone()
    blended: list[Stamp] = []
    for item in scene.items:
        for stamp in canvas.stamps(item):
            if isinstance(item, Piece) and (clear := alone.add(stamp)) is not None:
                tile, mask = _tile(stamp, board, theme, (scene.backdrop, width))
                picture.paste(tile, (stamp.x, stamp.y), None if clear else mask)
            else:
                alone.bar(stamp.box)
                blended.append(stamp)
    regions = _regions(blended, picture.size)
    if (
        sum((right - left) * (bottom - top) for (left, top, right, bottom), _ in regions)
        > _MOST * board.width * board.height
    ):
        return quantised(image(scene, theme, width), theme)
    for box, stamps in regions:
        region = picture.crop(box).convert("RGB")
        for stamp in stamps:
            stamp.press(region, box[0], box[1])
        picture.paste(quantised(region, theme), box)
    return picture


class _Alone:
    """Tells which pieces stand clear of what was drawn before them."""

    def __init__(self) -> None:
        self._barred: list[Box] = []
        self._places: dict[tuple[int, int], list[Box]] = {}

    def bar(self, box: Box) -> None:
        """Something else has been drawn here."""
        self._barred.append(box)

    def add(self, stamp: Stamp) -> bool | None:
        """Whether a piece stands clear: True, False if for a pixel or two of shadow only, None if it does not.

        It is in the way of others from now on.
        """
        left, top, right, bottom = box = stamp.box
        for other in self._barred:
            if _meet(box, other):
                return None
        across, down = (right - left) // 8, (bottom - top) // 8
        inner = left + across, top + down, right - across, bottom - down
        clear = True
        # Pieces are noted in every square of a coarse grid that they touch.
        squares = [
            (column, row)
            for row in range(top // _COARSE, (bottom - 1) // _COARSE + 1)
            for column in range(left // _COARSE, (right - 1) // _COARSE + 1)
        ]
        for square in squares:
            for other in self._places.get(square, ()):
                if _meet(box, other):
                    clear = False
                    if _meet(inner, other):
                        return None
        for square in squares:
            self._places.setdefault(square, []).append(box)
        return clear


def _tile(stamp: Stamp, board: Image.Image, theme: str, where: tuple[Backdrop, int]) -> tuple[Image.Image, Image.Image]:
    """A sprite on the backdrop in the theme's palette, and the mask of what it covers."""

    def make() -> tuple[Image.Image, Image.Image]:
        ground = board.crop(stamp.box).convert("RGB")
        stamp.press(ground, stamp.x, stamp.y)
        covered = stamp.image.getchannel("A").point([0, *[255] * 255])
        return quantised(ground, theme), covered.convert("1")

    return _tiles.get((stamp.key, stamp.x, stamp.y, *where), make)


def _regions(stamps: list[Stamp], size: tuple[int, int]) -> list[tuple[Box, list[Stamp]]]:
    """Rectangles apart from each other, and the stamps that lie in each, in order."""
    regions: list[tuple[Box, list[int]]] = []
    for number, stamp in enumerate(stamps):
        left, top, right, bottom = stamp.box
        box, members = (max(0, left), max(0, top), min(size[0], right), min(size[1], bottom)), [number]
        apart = False
        while not apart:
            apart = True
            for other in regions:
                if _meet(box, other[0]):
                    regions.remove(other)
                    a, b = box, other[0]
                    box = min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])
                    members += other[1]
                    apart = False
                    break
        regions.append((box, members))
    return [(box, [stamps[number] for number in sorted(members)]) for box, members in regions]


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def backdrop(board: Backdrop, theme: str, width: int) -> Image.Image:
    """The board without pieces, in the theme's palette. Not to be changed."""

    def make() -> Image.Image:
        canvas = Canvas(theme_of(theme), board, width)
        picture = Image.new("RGB", canvas.size, canvas.theme.roles["ground"])
        for item in board.items:
            for stamp in canvas.stamps(item):
                stamp.press(picture)
        # On boards of many small cells grain would be noise, for the eye and in bytes.
        if canvas.theme.grain and board.width < 14:
            _grain(picture, canvas.theme.grain)
        return quantised(picture, theme)

    return _backdrops.get((board, theme, width), make)


def quantised(picture: Image.Image, theme: str) -> Image.Image:
    """An RGB image in the palette of a theme, each colour its nearest."""
    with _palette_lock:
        if theme not in _palettes:
            holder = Image.new("P", (1, 1))
            holder.putpalette([part for colour in palette(theme) for part in colour])
            _palettes[theme] = holder
    return picture.quantize(palette=_palettes[theme], dither=Image.Dither.NONE)


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
