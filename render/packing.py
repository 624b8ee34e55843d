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
    value_to_places = round(value, 3)
    if value_to_places == int(value_to_places):
        return int(value_to_places)
    return value_to_places


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
    last: object = None  # what items of the latest group have in common
    for item in items:
        kind = KINDS.index(type(item))
        rest = _rest(kind, item[1:])
        outline: tuple[float, ...] = ()
        if isinstance(item, Area):
            points = [_spot(point, cells) for point in item.points]
            joins = [_spot(point, cells) for join in item.joins for point in join]
            groups.append([kind, points, joins, *rest[1:]])
            last = None
            continue
        if isinstance(item, Path):
            outline = _outline_round_cell(item, cells)
            if outline:
                place = _spot(_shape(item.points).middle, cells)
            else:
                place = [_spot(point, cells) for point in item.points]
        else:
            place = _spot(item.point, cells)
        if (kind, outline, rest) == last:
            groups[-1][1].append(place)  # type: ignore[attr-defined]
            continue
        last = kind, outline, rest
        if isinstance(item, Path):
            groups.append([kind, [place], outline or 0, *rest])
        else:
            groups.append([kind, [place], *rest])
    return groups


@dataclass(frozen=True, slots=True)
class _Shape:
    """The middle of an outline, and its points as seen from there, x and y in turn."""

    middle: Point
    outline: tuple[float, ...]


@lru_cache(maxsize=4096)
def _shape(points: tuple[Point, ...]) -> _Shape:
    """The shape of an outline."""
    middle_x = fmean(x for x, _ in points)
    middle_y = fmean(y for _, y in points)
    middle = to_thousandths((middle_x, middle_y))
    outline: list[float] = []
    for x, y in points:
        outline.append(thousandths(x - middle[0]))
        outline.append(thousandths(y - middle[1]))
    return _Shape(middle, tuple(outline))


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
    pairs = list(zip(KINDS[kind]._fields[1:], fields, strict=True))
    while pairs and pairs[-1][0] in defaults and defaults[pairs[-1][0]] == pairs[-1][1]:
        pairs.pop()
    return tuple(_plain(value) for _, value in pairs)


def _plain(value: object) -> object:
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, float):
        return thousandths(value)
    return value
