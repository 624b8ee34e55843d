"""What of a scene is laid on its backdrop as ready tiles, and what has to be blended, before a pixel is drawn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from ..scene import Piece, Scene
from .canvas import Canvas, Stamp

Box: TypeAlias = tuple[int, int, int, int]

_COARSE = 128  # px; pieces are smaller


class Tile(NamedTuple):
    """A piece that stands clear of what was drawn before it; ``clear``: of the shadows of others, too.

    ``number`` stands for it.
    """

    stamp: Stamp
    clear: bool
    number: int


class Region(NamedTuple):
    """A rectangle that meets no other one, and the stamps that are blended in it, in order."""

    box: Box
    stamps: list[Stamp]


@dataclass(slots=True)
class Plan:
    """Tiles are laid first, then each region is blended.

    ``drawn`` has of every stamp its first row, the row after its last, and a number for its item and for how it is
    drawn: equal numbers in equal order on equal backdrops give equal pixels, except in ``regions``.
    """

    tiles: list[Tile] = field(default_factory=list)
    regions: list[Region] = field(default_factory=list)
    drawn: list[tuple[int, int, int]] = field(default_factory=list)


def planned(scene: Scene, canvas: Canvas) -> Plan:
    """How a scene is drawn on a canvas."""
    plan = Plan()
    alone = _Alone()
    blended: list[Stamp] = []
    for item in scene.items:
        number, stamps = canvas.laid(item)
        for stamp in stamps:
            box = stamp.box
            clear = alone.add(box) if isinstance(item, Piece) else None
            if clear is None:
                alone.barred.append(box)
                blended.append(stamp)
                plan.drawn.append((box[1], box[3], number))
            else:
                plan.tiles.append(Tile(stamp, clear, number))
                plan.drawn.append((box[1], box[3], number + 1 + clear))
    plan.regions = _regions(blended, canvas.size)
    return plan


class _Alone:
    """Tells which pieces stand clear of what was drawn before them."""

    def __init__(self) -> None:
        self.barred: list[Box] = []  # where something else has been drawn
        self._places: dict[tuple[int, int], list[Box]] = {}

    def add(self, box: Box) -> bool | None:
        """Whether a piece stands clear: True, False if for a pixel or two of shadow only, None if it does not.

        It is in the way of others from now on.
        """
        left, top, right, bottom = box
        for from_x, from_y, to_x, to_y in self.barred:
            if from_x < right and left < to_x and from_y < bottom and top < to_y:
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
                if meet(box, other):
                    clear = False
                    if meet(inner, other):
                        return None
        for square in squares:
            self._places.setdefault(square, []).append(box)
        return clear


def _regions(blended: list[Stamp], size: tuple[int, int]) -> list[Region]:
    """Rectangles that do not meet, and the stamps that lie in each, in order."""
    regions: list[tuple[Box, list[int]]] = []
    for number, stamp in enumerate(blended):
        left, top, right, bottom = stamp.box
        box, members = (max(0, left), max(0, top), min(size[0], right), min(size[1], bottom)), [number]
        while other := next((region for region in regions if meet(box, region[0])), None):
            regions.remove(other)
            a, b = box, other[0]
            box = min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])
            members += other[1]
        regions.append((box, members))
    return [Region(box, [blended[member] for member in sorted(members)]) for box, members in regions]


def meet(one: Box, other: Box) -> bool:
    """Whether two rectangles have pixels in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
