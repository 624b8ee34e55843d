"""The one rasteriser: draws any scene in any theme, anti-aliased, on backdrops that are drawn once and kept.

Colours are kept as indices into the theme's palette as long as possible, as in a PNG or GIF.

Memory: backdrops are kept up to 40 MB, tiles up to 12 MB, regions and compressed bands up to 4 MB each in a process,
with masks and sprites (see ``canvas``) 84 MB in all; ``clear`` empties them. At 900 px a backdrop weighs about 0.9 MB,
the bands of a picture 35 KB.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Hashable, Sequence
from functools import lru_cache
from itertools import pairwise
from random import Random
from threading import Lock
from typing import Any, TypeAlias

from PIL import Image

from ..scene import Backdrop, Scene
from ..themes import palette, theme_of
from .cache import Cache
from .canvas import Canvas, canvas, laid_cache, mask_cache, piece_cache, sprite_cache
from .encoding import QUICK, TIGHT, Band, assembled, compressed
from .plan import Plan, Tile, planned

LEAST, MOST = 36, 72
"""Rows of pixels that are compressed together: in narrower bands files grow, in wider ones more is drawn anew."""

FEW = 44
"""Items up to which a picture stays small even if it is compressed quickly."""

Covered: TypeAlias = tuple[Image.Image, Image.Image | None]
"""A piece with the ground around it, and the mask of what it covers where the rest is not to be laid."""

_backdrops: Cache[Image.Image] = Cache(40 << 20, lambda image: image.width * image.height)
_tiles: Cache[Covered] = Cache(12 << 20, lambda tile: tile[0].width * tile[0].height * (2 if tile[1] else 1) + 2500)
_bands: Cache[Band] = Cache(4 << 20, lambda band: len(band.data) + 1000)
_palettes: dict[str, Image.Image] = {}
_palette_lock = Lock()
CACHES: dict[str, Cache[Any]] = {
    "backdrops": _backdrops,
    "tiles": _tiles,
    "bands": _bands,
    "masks": mask_cache,
    "sprites": sprite_cache,
    "pieces": piece_cache,
    "items": laid_cache,
}


def clear() -> None:
    """Forget all that is cached."""
    for cache in CACHES.values():
        cache.clear()


def image(scene: Scene, theme: str, width: int) -> Image.Image:
    """The scene as an RGB image ``width`` px wide. Raises ValueError for a theme that does not exist."""
    picture = backdrop(scene.backdrop, theme, width).convert("RGB")
    board = canvas(theme, scene.backdrop, width)
    for item in scene.items:
        for stamp in board.laid(item).stamps:
            stamp.press(picture)
    return picture


def flat(scene: Scene, theme: str, width: int) -> Image.Image:
    """The scene as an image in the theme's palette, ``width`` px wide. Raises ValueError for an unknown theme.

    A piece that stands alone on the backdrop is a ready tile, edges blended. Where items overlap, the rectangles they
    lie in are turned to RGB and back.
    """
    return _drawn(scene, planned(scene, canvas(theme, scene.backdrop, width)), theme, width, 0)


def png(scene: Scene, theme: str, width: int) -> bytes:
    """``flat`` as a PNG, of which only those bands of rows are drawn and compressed that were not seen lately."""
    board = canvas(theme, scene.backdrop, width)
    plan = planned(scene, board)
    bands = bands_of(scene.backdrop, board.scale, board.size[1])
    level = QUICK if len(scene.items) <= FEW else TIGHT
    where = scene.backdrop, theme, width, level
    keys = [(number, *where, *seen) for number, seen in enumerate(_by_band(plan, bands))]
    parts = [_bands.find(key) for key in keys]
    if missing := [number for number, band in enumerate(parts) if band is None]:
        picture = _drawn(scene, plan, theme, width, 1, [bands[number] for number in missing])
        first, last = bands[missing[0]][0], bands[missing[-1]][1]
        pixels = memoryview(picture.crop((0, first, width + 1, last)).tobytes())
        rows = (bands[number] for number in missing)
        data = (pixels[(top - first) * (width + 1) : (bottom - first) * (width + 1)] for top, bottom in rows)
        for number, band in zip(missing, compressed(data, level), strict=True):
            parts[number] = band
            _bands.keep(keys[number], band)
    return assembled(board.size, _colours(theme), [band for band in parts if band is not None])


@lru_cache(maxsize=256)
def bands_of(board: Backdrop, scale: float, height: int) -> Sequence[tuple[int, int]]:
    """The first row of pixels of each band, and the one after its last; a row of cells lies in one, where it can."""
    cuts = [0]
    for wanted in (*(round(row * scale) for row in board.rows), height):
        while wanted - cuts[-1] > MOST:
            cuts.append(cuts[-1] + min(MOST, (wanted - cuts[-1]) // 2))
        if wanted - cuts[-1] >= LEAST and height - wanted >= LEAST:
            cuts.append(wanted)
    return tuple(pairwise((*cuts, height)))


def _by_band(plan: Plan, bands: Sequence[tuple[int, int]]) -> list[list[Hashable]]:
    """All that the pixels of each band follow from, but for the backdrop."""
    seen: list[list[Hashable]] = [[] for _ in bands]
    starts, ends = [top for top, _ in bands], [bottom for _, bottom in bands]
    for top, bottom, number in plan.drawn:
        for band in seen[bisect_right(ends, top) : bisect_left(starts, bottom)]:
            band.append(number)
    for (left, top, right, bottom), _ in plan.regions:
        for index in range(bisect_right(ends, top), bisect_left(starts, bottom)):
            seen[index].append((left, max(top, starts[index]), right, min(bottom, ends[index])))
    return seen


def _drawn(
    scene: Scene, plan: Plan, theme: str, width: int, margin: int, bands: Collection[tuple[int, int]] | None = None
) -> Image.Image:
    """The scene with an empty ``margin`` of pixels at its left. With ``bands``, only those rows are right."""
    board = backdrop(scene.backdrop, theme, width)
    picture = board.crop((-margin, 0, *board.size))
    asked = bytearray(board.height)  # of each row of pixels, whether it lies in one of these bands
    for top, bottom in [(0, board.height)] if bands is None else bands:
        asked[top:bottom] = b"\1" * (bottom - top)
    for tile in plan.tiles:
        left, top, _, bottom = tile.stamp.box
        if 1 in asked[max(0, top) : max(0, bottom)]:
            covered, mask = _tile(tile, board, theme)
            picture.paste(covered, (left + margin, top), mask)
    for (left, top, right, bottom), stamps in plan.regions:
        if 1 in asked[top:bottom]:
            box = left + margin, top, right + margin, bottom
            ground = picture.crop(box).convert("RGB")
            for stamp in stamps:
                stamp.press(ground, left, top)
            picture.paste(quantised(ground, theme), box)
    return picture


def _tile(tile: Tile, board: Image.Image, theme: str) -> Covered:
    """A sprite on the backdrop in the theme's palette, and the mask of what it covers where it does not stand clear."""

    def make() -> Covered:
        stamp = tile.stamp
        ground = board.crop(stamp.box).convert("RGB")
        stamp.press(ground, *stamp.box[:2])
        mask = None if tile.clear else stamp.image.getchannel("A").point([0, *[255] * 255]).convert("1")
        return quantised(ground, theme), mask

    return _tiles.get((tile.number, tile.clear), make)


def backdrop(board: Backdrop, theme: str, width: int) -> Image.Image:
    """The board without pieces, in the theme's palette. Not to be changed."""

    def make() -> Image.Image:
        ground = Canvas(theme_of(theme), board, width)
        picture = Image.new("RGB", ground.size, ground.theme.roles["ground"])
        for item in board.items:
            for stamp in ground.stamps(item):
                stamp.press(picture)
        # On boards of many small cells grain would be noise, for the eye and in bytes.
        if ground.theme.grain and board.width < 14:
            _grain(picture, ground.theme.grain)
        return quantised(picture, theme)

    return _backdrops.get((board, theme, width), make)


@lru_cache
def _colours(theme: str) -> bytes:
    """The palette of a theme as in a PNG: 256 colours of three bytes."""
    return bytes(part for colour in palette(theme) for part in colour).ljust(768, b"\0")


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
