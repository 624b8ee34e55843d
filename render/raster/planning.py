"""How a scene is drawn: which pieces are ready tiles, and which parts of the board are blended."""

from collections import defaultdict
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TypeAlias

from ..scene import Piece, Scene
from .canvas import Canvas, Stamp

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels."""

_COARSE = 128  # px; pieces are smaller


class _Overlap(Enum):
    """How a piece stands to what was drawn before."""

    CLEAR = auto()
    IN_SHADOW = auto()  # it meets other pieces by a pixel or two of shadow only
    COVERED = auto()


@dataclass(frozen=True, slots=True)
class Tile:
    """A piece that meets nothing drawn before, but perhaps other pieces' shadows.

    ``number`` is that of its item; ``clear`` tells that it meets no shadows either.
    """

    stamp: Stamp
    clear: bool
    number: int


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle in which stamps are blended in order."""

    box: Box
    stamps: list[Stamp]


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of pixels that a stamp covers, from ``top`` to before ``bottom``.

    ``number`` stands for its item and for how it is drawn.
    """

    top: int
    bottom: int
    number: int


@dataclass(slots=True)
class DrawingPlan:
    """Tiles are laid first, then ``regions`` are blended, which do not meet.

    ``rows`` has the rows of every stamp: equal numbers in equal order on equal backdrops give equal
    pixels, except in ``regions``.
    """

    tiles: list[Tile] = field(default_factory=list)
    regions: list[Region] = field(default_factory=list)
    rows: list[Rows] = field(default_factory=list)


def plan_of(scene: Scene, canvas: Canvas) -> DrawingPlan:
    """How a scene is drawn on a canvas."""
    plan = DrawingPlan()
    picture = (0, 0, *canvas.size)
    blends: list[Stamp] = []
    pieces = _Pieces()
    for item in scene.items:
        entry = canvas.cached(item)
        number = entry.number
        for stamp in entry.stamps:
            if not _meet(stamp.box, picture):
                continue  # outside an enlarged part of a board
            standing = _Overlap.COVERED
            if isinstance(item, Piece):
                standing = pieces.add(stamp.box)
            if standing is _Overlap.COVERED:
                blends.append(stamp)
                pieces.bar(stamp.box)
            else:
                clear = standing is _Overlap.CLEAR
                plan.tiles.append(Tile(stamp, clear, number))
                number += 2 if clear else 1
            plan.rows.append(Rows(stamp.box[1], stamp.box[3], number))
    plan.regions = _regions(blends, canvas.size)
    return plan


class _Pieces:
    """Where pieces stand, by the squares of a coarse grid, and boxes where none may be a tile."""

    def __init__(self) -> None:
        self._barred: list[Box] = []
        self._squares: defaultdict[tuple[int, int], list[Box]] = defaultdict(list)

    def bar(self, box: Box) -> None:
        """No piece over ``box`` may be a tile from now on."""
        self._barred.append(box)

    def add(self, box: Box) -> _Overlap:
        """How a piece stands; unless it is covered, it is noted."""
        left, top, right, bottom = box
        for from_x, from_y, to_x, to_y in self._barred:
            if from_x < right and left < to_x and from_y < bottom and top < to_y:
                return _Overlap.COVERED
        squares = self._squares_of(box)
        neighbours = [other for square in squares for other in square if _meet(box, other)]
        inset_x = (right - left) // 8
        inset_y = (bottom - top) // 8
        inner = (left + inset_x, top + inset_y, right - inset_x, bottom - inset_y)
        if any(_meet(inner, other) for other in neighbours):
            return _Overlap.COVERED
        for square in squares:
            square.append(box)
        return _Overlap.IN_SHADOW if neighbours else _Overlap.CLEAR

    def _squares_of(self, box: Box) -> list[list[Box]]:
        """The squares that a box lies on."""
        left, top, right, bottom = box
        columns = range(left // _COARSE, (right - 1) // _COARSE + 1)
        rows = range(top // _COARSE, (bottom - 1) // _COARSE + 1)
        return [self._squares[column, row] for row in rows for column in columns]


def _regions(stamps: list[Stamp], size: tuple[int, int]) -> list[Region]:
    """Rectangles that do not meet and that hold all of ``stamps``."""
    groups: list[tuple[Box, list[int]]] = []
    width, height = size
    for number, stamp in enumerate(stamps):
        left, top, right, bottom = stamp.box
        left = max(0, left)
        top = max(0, top)
        right = min(width, right)
        bottom = min(height, bottom)
        box = (left, top, right, bottom)
        members = [number]
        other = _first_that_meets(box, groups)
        while other is not None:
            groups.remove(other)
            box = _hull(box, other[0])
            members += other[1]
            other = _first_that_meets(box, groups)
        groups.append((box, members))
    regions = []
    for box, members in groups:
        regions.append(Region(box, [stamps[member] for member in sorted(members)]))
    return regions


def _first_that_meets(
    box: Box, groups: list[tuple[Box, list[int]]]
) -> tuple[Box, list[int]] | None:
    return next((group for group in groups if _meet(box, group[0])), None)


def _hull(one: Box, other: Box) -> Box:
    """The smallest rectangle with both in it."""
    left = min(one[0], other[0])
    top = min(one[1], other[1])
    right = max(one[2], other[2])
    bottom = max(one[3], other[3])
    return left, top, right, bottom


def _meet(one: Box, other: Box) -> bool:
    """Whether two rectangles have pixels in common."""
    left, top, right, bottom = one
    other_left, other_top, other_right, other_bottom = other
    if left >= other_right or other_left >= right:
        return False
    return top < other_bottom and other_top < bottom
