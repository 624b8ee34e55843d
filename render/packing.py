"""Items of a scene as short lists of plain values, from which a browser draws them."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from statistics import fmean

from .scene import Area, Disc, Item, Path, Piece, Point, Text

KINDS = Path, Disc, Area, Piece, Text
Packed = list[object]
Cells = Mapping[Point, int]
"""The numbers of a board's cells by their places, rounded too; of several at one place that of the
last.
"""


def thousandths(value: float) -> float | int:
    """A number in thousandths, written as briefly as can be."""
    rounded = round(value, 3)
    return int(rounded) if rounded == int(rounded) else rounded


def to_thousandths(point: Point) -> Point:
    """A place in thousandths."""
    return round(point[0], 3), round(point[1], 3)


def packed(items: Iterable[Item], cells: Cells) -> list[Packed]:
    """Items as lists: the number of their kind, where they are, then their fields, without those as
    by default.

    Neighbours that differ only in their place are one list. A place is the number of a cell, or x
    and y. A path has a form round its places, or 0 where each place is its list of points.
    """
    groups: list[Packed] = []
    last: object = None
    for item in items:
        kind = KINDS.index(type(item))
        rest = _rest(kind, item[1:])
        form: tuple[float, ...] = ()
        if isinstance(item, Area):
            joins = [_spot(point, cells) for pair in item.joins for point in pair]
            groups.append([kind, [_spot(point, cells) for point in item.points], joins, *rest[1:]])
            last = None
            continue
        if isinstance(item, Path):
            if item.closed:
                centre, round_it = _form(item.points)
                form = round_it if centre in cells else ()
            place: object = (
                _spot(centre, cells) if form else [_spot(point, cells) for point in item.points]
            )
        else:
            place = _spot(item.point, cells)
        if (kind, form, rest) == last:
            groups[-1][1].append(place)  # type: ignore[attr-defined]
        else:
            last = kind, form, rest
            groups.append([kind, [place], *([form or 0] if isinstance(item, Path) else []), *rest])
    return groups


@lru_cache(maxsize=4096)
def _form(points: tuple[Point, ...]) -> tuple[Point, tuple[float, ...]]:
    """The middle of an outline, and its points as seen from there."""
    x, y = centre = to_thousandths((fmean(x for x, _ in points), fmean(y for _, y in points)))
    return centre, tuple(
        thousandths(value) for point in points for value in (point[0] - x, point[1] - y)
    )


def _spot(point: Point, cells: Cells) -> object:
    number = cells.get(point)
    if number is not None or (number := cells.get(place := to_thousandths(point))) is not None:
        return number
    return [thousandths(place[0]), thousandths(place[1])]


@lru_cache(maxsize=4096)
def _rest(kind: int, fields: tuple[object, ...]) -> tuple[object, ...]:
    """The fields of an item after the first, without the last ones that are as by default."""
    names = KINDS[kind]._fields[1:]
    defaults = KINDS[kind]._field_defaults
    length = len(fields)
    while (
        length
        and names[length - 1] in defaults
        and fields[length - 1] == defaults[names[length - 1]]
    ):
        length -= 1
    return tuple(map(_plain, fields[:length]))


def _plain(value: object) -> object:
    if isinstance(value, bool):
        return int(value)
    return thousandths(value) if isinstance(value, float) else value
