"""The one rasteriser: draws any scene in any theme, anti-aliased, on backdrops that are drawn once
and kept.

Colours are kept as indices into the theme's palette as long as possible, as in a PNG or GIF. Of
what is kept in a process, at 900 px a backdrop weighs about 0.9 MB, the bands of a picture 35 KB.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, pairwise
from random import Random
from typing import NamedTuple, TypeAlias

from PIL import Image

from ..scene import Backdrop, Piece, Scene
from ..themes import palette
from .cache import Cache
from .canvas import Canvas, Stamp, canvas
from .encoding import QUICK, TIGHT, Band, assembled, compressed

LEAST = 36
MOST = 72
"""Rows of pixels that are compressed together: in narrower bands files grow, in wider ones more is
drawn anew.
"""

FEW = 44  # items up to which a picture stays small even if it is compressed quickly

Covered: TypeAlias = tuple[Image.Image, Image.Image | None]
"""A piece with the ground around it, and the mask of what it covers where the rest is not to be
laid.
"""

_backdrops: Cache[Image.Image] = Cache(
    "backdrops", 40 << 20, lambda image: image.width * image.height
)
_tiles: Cache[Covered] = Cache(
    "tiles", 12 << 20, lambda tile: tile[0].width * tile[0].height * (2 if tile[1] else 1) + 2500
)
_bands: Cache[Band] = Cache("bands", 4 << 20, lambda band: len(band.data) + 1000)


def flat(scene: Scene, theme: str, width: int) -> Image.Image:
    """The scene as an image in the theme's palette, ``width`` px wide.

    Raises ValueError for an unknown theme. Pieces alone on the backdrop are ready tiles; rectangles
    where items overlap are turned to RGB and back.
    """
    return _drawn(scene, planned(scene, canvas(theme, scene.backdrop, width)), theme, width, 0)


def png(scene: Scene, theme: str, width: int) -> bytes:
    """``flat`` as a PNG, of which only those bands of rows are drawn and compressed that were not
    seen lately.
    """
    board = canvas(theme, scene.backdrop, width)
    plan = planned(scene, board)
    bands = bands_of(scene.backdrop, board.scale, board.size[1])
    level = QUICK if len(scene.items) <= FEW else TIGHT
    where = scene.backdrop, theme, width, level
    keys = [(number, *where, *seen) for number, seen in enumerate(_by_band(plan, bands))]
    parts = [_bands.find(key) for key in keys]
    missing = [number for number, band in enumerate(parts) if band is None]
    if missing:
        picture = _drawn(scene, plan, theme, width, 1, [bands[number] for number in missing])
        first = bands[missing[0]][0]
        last = bands[missing[-1]][1]
        pixels = memoryview(picture.crop((0, first, width + 1, last)).tobytes())
        rows = (bands[number] for number in missing)
        data = (
            pixels[(top - first) * (width + 1) : (bottom - first) * (width + 1)]
            for top, bottom in rows
        )
        for number, band in zip(missing, compressed(data, level), strict=True):
            parts[number] = band
            _bands.keep(keys[number], band)
    return assembled(
        board.size, _colours(theme).ljust(768, b"\0"), [band for band in parts if band is not None]
    )


@lru_cache(maxsize=256)
def bands_of(board: Backdrop, scale: float, height: int) -> Sequence[tuple[int, int]]:
    """The first row of pixels of each band, and the one after its last; a row of cells lies in one,
    where it can.
    """
    cuts = [0]
    for wanted in (*(round(row * scale) for row in board.rows), height):
        while wanted - cuts[-1] > MOST:
            cuts.append(cuts[-1] + min(MOST, (wanted - cuts[-1]) // 2))
        if wanted - cuts[-1] >= LEAST and height - wanted >= LEAST:
            cuts.append(wanted)
    return tuple(pairwise((*cuts, height)))


def _by_band(plan: "Plan", bands: Sequence[tuple[int, int]]) -> list[list[Hashable]]:
    """All that the pixels of each band follow from, but for the backdrop."""
    seen: list[list[Hashable]] = [[] for _ in bands]
    starts = [top for top, _ in bands]
    ends = [bottom for _, bottom in bands]
    for top, bottom, number in plan.drawn:
        for band in seen[bisect_right(ends, top) : bisect_left(starts, bottom)]:
            band.append(number)
    for (left, top, right, bottom), _ in plan.regions:
        for index in range(bisect_right(ends, top), bisect_left(starts, bottom)):
            seen[index].append((left, max(top, starts[index]), right, min(bottom, ends[index])))
    return seen


def _drawn(
    scene: Scene,
    plan: "Plan",
    theme: str,
    width: int,
    margin: int,
    bands: Collection[tuple[int, int]] | None = None,
) -> Image.Image:
    """The scene with an empty ``margin`` of pixels at its left.

    With ``bands``, only those rows are right.
    """
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
    # over which pieces reach at the edge of an enlarged part
    picture.paste(0, (0, 0, margin, board.height))
    return picture


def _tile(tile: "Tile", board: Image.Image, theme: str) -> Covered:
    """A sprite on the backdrop in the theme's palette, and the mask of what it covers where it does
    not stand clear.
    """

    def make() -> Covered:
        stamp = tile.stamp
        ground = board.crop(stamp.box).convert("RGB")
        stamp.press(ground, *stamp.box[:2])
        mask = (
            None
            if tile.clear
            else stamp.image.getchannel("A").point([0, *[255] * 255]).convert("1")
        )
        return quantised(ground, theme), mask

    return _tiles.get((tile.number, tile.clear), make)


def backdrop(board: Backdrop, theme: str, width: int) -> Image.Image:
    """The board without pieces, in the theme's palette. Not to be changed."""

    def make() -> Image.Image:
        ground = canvas(theme, board, width)
        picture = ground.painted(board.items)
        # On boards of many small cells grain would be noise, for the eye and in bytes.
        if ground.theme.grain and board.width < 14:
            _grain(picture, ground.theme.grain)
        return quantised(picture, theme)

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


def quantised(picture: Image.Image, theme: str) -> Image.Image:
    """An RGB image in the palette of a theme, each colour its nearest."""
    return picture.quantize(palette=_palette(theme), dither=Image.Dither.NONE)


def _grain(picture: Image.Image, strength: int) -> None:
    """Lay a wood grain over a picture: streaks along it, a little darker and a little lighter, the
    same every time.
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


Box: TypeAlias = tuple[int, int, int, int]

_COARSE = 128  # px; pieces are smaller


class Tile(NamedTuple):
    """A piece, with the number of its item, clear of what was drawn before; ``clear``: of others'
    shadows, too.
    """

    stamp: Stamp
    clear: bool
    number: int


@dataclass(slots=True)
class Plan:
    """Tiles are laid first, then ``regions`` are blended: rectangles that do not meet, with their
    stamps in order.

    ``drawn`` has of every stamp its first row, the row after its last, and a number for its item
    and for how it is drawn: equal numbers in equal order on equal backdrops give equal pixels,
    except in ``regions``.
    """

    tiles: list[Tile] = field(default_factory=list)
    regions: list[tuple[Box, list[Stamp]]] = field(default_factory=list)
    drawn: list[tuple[int, int, int]] = field(default_factory=list)


def planned(scene: Scene, canvas: Canvas) -> Plan:
    """How a scene is drawn on a canvas."""
    plan = Plan()
    blended: list[Stamp] = []
    barred: list[Box] = []
    pieces: defaultdict[tuple[int, int], list[Box]] = defaultdict(list)
    for item in scene.items:
        number, stamps = canvas.laid(item)
        for stamp in stamps:
            if not _meet(stamp.box, (0, 0, *canvas.size)):
                continue  # outside an enlarged part of a board
            clear = _clear(stamp.box, barred, pieces) if isinstance(item, Piece) else None
            if clear is None:
                blended.append(stamp)
                barred.append(stamp.box)
            else:
                plan.tiles.append(Tile(stamp, clear, number))
                number += 1 + clear
            plan.drawn.append((stamp.box[1], stamp.box[3], number))
    plan.regions = _regions(blended, canvas.size)
    return plan


def _clear(
    box: Box, barred: list[Box], pieces: defaultdict[tuple[int, int], list[Box]]
) -> bool | None:
    """Whether a piece stands clear: True, False if for a pixel or two of shadow only, None if it
    does not.

    If it does, it is noted among ``pieces``, in every square of a coarse grid that it touches.
    """
    left, top, right, bottom = box
    for from_x, from_y, to_x, to_y in barred:
        if from_x < right and left < to_x and from_y < bottom and top < to_y:
            return None
    across = (right - left) // 8
    down = (bottom - top) // 8
    inner = left + across, top + down, right - across, bottom - down
    squares = [
        pieces[column, row]
        for row in range(top // _COARSE, (bottom - 1) // _COARSE + 1)
        for column in range(left // _COARSE, (right - 1) // _COARSE + 1)
    ]
    met = [
        other
        for square in squares
        for other in square
        if other[0] < right and left < other[2] and other[1] < bottom and top < other[3]
    ]
    if met and any(_meet(inner, other) for other in met):
        return None
    for square in squares:
        square.append(box)
    return not met


def _regions(blended: list[Stamp], size: tuple[int, int]) -> list[tuple[Box, list[Stamp]]]:
    regions: list[tuple[Box, list[int]]] = []
    for number, stamp in enumerate(blended):
        left, top, right, bottom = stamp.box
        box = (max(0, left), max(0, top), min(size[0], right), min(size[1], bottom))
        members = [number]
        while other := next((region for region in regions if _meet(box, region[0])), None):
            regions.remove(other)
            a = box
            b = other[0]
            box = min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])
            members += other[1]
        regions.append((box, members))
    return [(box, [blended[member] for member in sorted(members)]) for box, members in regions]


def _meet(one: Box, other: Box) -> bool:
    """Whether two rectangles have pixels in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
