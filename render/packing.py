"""Items of a scene as short lists of plain values, from which a browser draws them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean

from .scene import Area, Disc, Item, Path, Piece, Point, Text

KINDS = Path, Disc, Area, Piece, Text
Packed = list[object]
Cells = Mapping[Point, int]
"""The numbers of a board's cells by their points, rounded too.

Where several cells have one point it is the number of the last.
"""


def thousandths(value: float) -> float | int:
    """A number in thousandths, written as briefly as can be."""
    short_value = round(value, 3)
    if short_value == int(short_value):
        return int(short_value)
    return short_value


def to_thousandths(point: Point) -> Point:
    """A point in thousandths."""
    return round(point[0], 3), round(point[1], 3)


def packed(items: Iterable[Item], cells: Cells) -> list[Packed]:
    """Items as lists: the number of their kind, where they are, then their other fields.

    The last fields that are as by default are left out. Neighbours that differ only in their place
    are one list. A place is the number of a cell, or x and y. A path has an outline round its
    places, or 0 where each place is its list of points.
    """
    groups: list[Packed] = []
    places: list[object] = []  # of the latest group
    latest_look: _ItemLook | None = None
    for item in items:
        if isinstance(item, Area):
            groups.append(_packed_area(item, cells))
            latest_look = None
            continue
        look = _look(item, cells)
        if look != latest_look:
            places = []
            groups.append(look.group(places))
            latest_look = look
        places.append(_place(item, look, cells))
    return groups


def _packed_area(area: Area, cells: Cells) -> Packed:
    """An area, which is a list by itself."""
    kind = KINDS.index(Area)
    points = [_spot(point, cells) for point in area.points]
    ends = [_spot(point, cells) for join in area.joins for point in join]
    other_fields = _rest(kind, area[1:])[1:]
    return [kind, points, ends, *other_fields]


@dataclass(frozen=True, slots=True)
class _ItemLook:
    """All of an item but its place.

    :param outline: of a path round a cell, as seen from the cell's centre; else empty
    :param rest: the other fields
    """

    kind: int
    outline: tuple[float, ...]
    rest: tuple[object, ...]

    def group(self, places: list[object]) -> Packed:
        """The list of items that look so, at some places."""
        if KINDS[self.kind] is Path:
            return [self.kind, places, self.outline or 0, *self.rest]
        return [self.kind, places, *self.rest]


def _look(item: Path | Disc | Piece | Text, cells: Cells) -> _ItemLook:
    """What an item has in common with others that differ only in their place."""
    kind = KINDS.index(type(item))
    outline: tuple[float, ...] = ()
    if isinstance(item, Path):
        outline = _outline_round_cell(item, cells)
    return _ItemLook(kind, outline, _rest(kind, item[1:]))


def _place(item: Path | Disc | Piece | Text, look: _ItemLook, cells: Cells) -> object:
    """Where an item is: a spot, or of a path without an outline the spots of its points."""
    if not isinstance(item, Path):
        return _spot(item.point, cells)
    if look.outline:
        return _spot(_shape(item.points).middle, cells)
    return [_spot(point, cells) for point in item.points]


@dataclass(frozen=True, slots=True)
class _CentredOutline:
    """The middle of an outline, and its points as seen from there, x and y in turn."""

    middle: Point
    outline: tuple[float, ...]


@lru_cache(maxsize=4096)
def _shape(points: tuple[Point, ...]) -> _CentredOutline:
    """The shape of an outline."""
    middle_x = fmean(x for x, _ in points)
    middle_y = fmean(y for _, y in points)
    middle = to_thousandths((middle_x, middle_y))
    outline: list[float] = []
    for x, y in points:
        outline.append(thousandths(x - middle[0]))
        outline.append(thousandths(y - middle[1]))
    return _CentredOutline(middle, tuple(outline))


def _outline_round_cell(path: Path, cells: Cells) -> tuple[float, ...]:
    """The outline of a closed path round the centre of a cell; else ()."""
    if not path.closed:
        return ()
    shape = _shape(path.points)
    return shape.outline if shape.middle in cells else ()


def _spot(point: Point, cells: Cells) -> object:
    """The number of the cell at a point, or else x and y."""
    number = cells.get(point)
    if number is not None:
        return number
    point_in_thousandths = to_thousandths(point)
    number = cells.get(point_in_thousandths)
    if number is not None:
        return number
    return [thousandths(point_in_thousandths[0]), thousandths(point_in_thousandths[1])]


@lru_cache(maxsize=4096)
def _rest(kind: int, fields: tuple[object, ...]) -> tuple[object, ...]:
    """The fields of an item after the first, without the last ones that are as by default."""
    defaults = KINDS[kind]._field_defaults
    names = KINDS[kind]._fields[1:]
    count = len(fields)
    while count and names[count - 1] in defaults:
        if fields[count - 1] != defaults[names[count - 1]]:
            break
        count -= 1
    return tuple(_plain(value) for value in fields[:count])


def _plain(value: object) -> object:
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, float):
        return thousandths(value)
    return value
