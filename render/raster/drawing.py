"""The one rasteriser: draws any scene in any theme, anti-aliased, on backdrops drawn once and kept.

Colours are kept as indices into the theme's palette as long as possible, as in a PNG or GIF. Of
what is kept in a process, at 900 px a backdrop weighs about 0.9 MB, the bands of a picture 35 KB.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise
from random import Random
from typing import TypeAlias

from PIL import Image

from ..scene import Backdrop, Scene
from ..themes import palette
from .cache import Cache
from .canvas import Canvas, canvas
from .encoding import QUICK, TIGHT, EncodedRows, assembled, compressed
from .planning import DrawingPlan, Tile, plan_of

LEAST = 36
MOST = 72
"""Rows of pixels that are compressed together.

In narrower bands files grow, in wider ones more is drawn anew.
"""

FEW = 44  # items up to which a picture stays small even if it is compressed quickly

Span: TypeAlias = tuple[int, int]
"""Rows of pixels: the first one, and the one after the last."""


@dataclass(frozen=True, slots=True)
class _TilePicture:
    """A piece with the ground around it, and the mask of what it covers.

    There is no mask where all of the picture is to be laid.
    """

    picture: Image.Image
    mask: Image.Image | None


def _weigh_picture(picture: Image.Image) -> int:
    return picture.width * picture.height


def _weigh_tile(tile: _TilePicture) -> int:
    layers = 1 if tile.mask is None else 2
    return tile.picture.width * tile.picture.height * layers + 2500


_backdrops: Cache[Image.Image] = Cache("backdrops", 40 << 20, _weigh_picture)
_tiles: Cache[_TilePicture] = Cache("tiles", 12 << 20, _weigh_tile)
_bands: Cache[EncodedRows] = Cache("bands", 4 << 20, lambda band: len(band.data) + 1000)


def flat(scene: Scene, theme: str, width: int) -> Image.Image:
    """The scene as an image in the theme's palette, ``width`` px wide.

    Raises ValueError for an unknown theme. Pieces alone on the backdrop are ready tiles; rectangles
    where items overlap are turned to RGB and back.
    """
    plan = plan_of(scene, canvas(theme, scene.backdrop, width))
    return _draw(scene, plan, theme, width, 0)


def png(scene: Scene, theme: str, width: int) -> bytes:
    """``flat`` as a PNG.

    Only those bands of rows are drawn and compressed that were not seen lately.
    """
    board = canvas(theme, scene.backdrop, width)
    plan = plan_of(scene, board)
    spans = bands_of(scene.backdrop, board.scale, board.size[1])
    level = QUICK if len(scene.items) <= FEW else TIGHT
    keys = []
    for number, contents in enumerate(_contents(plan, spans)):
        keys.append((number, scene.backdrop, theme, width, level, *contents))
    bands = {number: _bands.find(key) for number, key in enumerate(keys)}
    misses = [number for number, band in bands.items() if band is None]
    if misses:
        dirty_spans = [spans[number] for number in misses]
        picture = _draw(scene, plan, theme, width, 1, dirty_spans)
        rows = _rows_of(picture, width + 1, dirty_spans)
        for number, band in zip(misses, compressed(rows, level), strict=True):
            bands[number] = band
            _bands.keep(keys[number], band)
    colours = _colours(theme).ljust(768, b"\0")
    ready = [band for band in bands.values() if band is not None]
    return assembled(board.size, colours, ready)


def _rows_of(picture: Image.Image, width: int, spans: Sequence[Span]) -> list[memoryview]:
    """The pixels of some spans of rows, from top to bottom."""
    first = spans[0][0]
    last_end = spans[-1][1]
    pixels = memoryview(picture.crop((0, first, width, last_end)).tobytes())
    rows = []
    for top, bottom in spans:
        start = (top - first) * width
        end = (bottom - first) * width
        rows.append(pixels[start:end])
    return rows


@lru_cache(maxsize=256)
def bands_of(board: Backdrop, scale: float, height: int) -> Sequence[Span]:
    """The rows of pixels of each band; a row of cells lies in one, where it can.

    :param scale: pixels from cell to cell
    :param height: of the picture, in pixels
    """
    cuts = [0]
    for row in (*(round(row * scale) for row in board.rows), height):
        while row - cuts[-1] > MOST:
            half = (row - cuts[-1]) // 2
            cuts.append(cuts[-1] + min(MOST, half))
        if row - cuts[-1] >= LEAST and height - row >= LEAST:
            cuts.append(row)
    return tuple(pairwise((*cuts, height)))


def _contents(plan: DrawingPlan, spans: Sequence[Span]) -> list[list[Hashable]]:
    """All that the pixels of each band follow from, but for the backdrop."""
    contents: list[list[Hashable]] = [[] for _ in spans]
    starts = [top for top, _ in spans]
    ends = [bottom for _, bottom in spans]
    for rows in plan.rows:
        first = bisect_right(ends, rows.top)
        for band in contents[first : bisect_left(starts, rows.bottom)]:
            band.append(rows.number)
    for region in plan.regions:
        left, top, right, bottom = region.box
        for index in range(bisect_right(ends, top), bisect_left(starts, bottom)):
            part = (left, max(top, starts[index]), right, min(bottom, ends[index]))
            contents[index].append(part)
    return contents


def _draw(
    scene: Scene,
    plan: DrawingPlan,
    theme: str,
    width: int,
    margin: int,
    spans: Collection[Span] | None = None,
) -> Image.Image:
    """The scene with an empty ``margin`` of pixels at its left.

    With ``spans``, only those rows are right.
    """
    board = backdrop(scene.backdrop, theme, width)
    picture = board.crop((-margin, 0, *board.size))
    dirty = bytearray(board.height)  # 1 for each row of pixels that has to be right
    for top, bottom in [(0, board.height)] if spans is None else spans:
        dirty[top:bottom] = b"\1" * (bottom - top)
    for tile in plan.tiles:
        left, top, _, bottom = tile.stamp.box
        if 1 in dirty[max(0, top) : max(0, bottom)]:
            ready = _ready(tile, board, theme)
            picture.paste(ready.picture, (left + margin, top), ready.mask)
    for region in plan.regions:
        left, top, right, bottom = region.box
        if 1 in dirty[top:bottom]:
            box = left + margin, top, right + margin, bottom
            ground = picture.crop(box).convert("RGB")
            for stamp in region.stamps:
                stamp.paste(ground, left, top)
            picture.paste(quantise(ground, theme), box)
    # At the edge of an enlarged part pieces reach over the margin.
    picture.paste(0, (0, 0, margin, board.height))
    return picture


def _ready(tile: Tile, board: Image.Image, theme: str) -> _TilePicture:
    """A sprite on the backdrop in the theme's palette, with a mask unless it stands clear."""

    def make() -> _TilePicture:
        stamp = tile.stamp
        ground = board.crop(stamp.box).convert("RGB")
        stamp.paste(ground, *stamp.box[:2])
        mask = None
        if not tile.clear:
            cover = stamp.image.getchannel("A")
            mask = cover.point([0, *[255] * 255]).convert("1")
        return _TilePicture(quantise(ground, theme), mask)

    return _tiles.get((tile.number, tile.clear), make)


def backdrop(board: Backdrop, theme: str, width: int) -> Image.Image:
    """The board without pieces, in the theme's palette. Not to be changed."""

    def make() -> Image.Image:
        ground: Canvas = canvas(theme, board, width)
        picture = ground.paint(board.items)
        # On boards of many small cells grain would be noise, for the eye and in bytes.
        if ground.theme.grain and board.width < 14:
            _grain(picture, ground.theme.grain)
        return quantise(picture, theme)

    return _backdrops.get((board, theme, width), make)


@lru_cache
def _colours(theme: str) -> bytes:
    """The palette of a theme, three bytes a colour."""
    return bytes(chain(*palette(theme)))


@lru_cache
def _palette(theme: str) -> Image.Image:
    holder = Image.new("P", (1, 1))
    holder.putpalette(_colours(theme))
    return holder


def quantise(picture: Image.Image, theme: str) -> Image.Image:
    """An RGB image in the palette of a theme, each colour its nearest."""
    return picture.quantize(palette=_palette(theme), dither=Image.Dither.NONE)


def _grain(picture: Image.Image, strength: int) -> None:
    """Lay a wood grain over a picture: streaks along it, some darker and some lighter.

    They are the same every time.
    """
    width, height = picture.size
    random = Random(11)
    # Straight grain costs a PNG little: tone changes from row to row, and along a row only here and
    # there.
    rows = height // 9
    noise = Image.frombytes("L", (2, rows), random.randbytes(2 * rows))
    streaks = noise.resize((width, height), Image.Resampling.BICUBIC)
    for colour, low, high in (((0, 0, 0), 0, 60), ((255, 255, 255), 195, 256)):
        steps = [strength if low <= value < high else 0 for value in range(256)]
        picture.paste(colour, (0, 0), streaks.point(steps))
