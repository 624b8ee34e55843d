"""What a picture shows, without a pixel: items in board units, coloured by role, drawn in order.

A scene's origin is the top left corner of the picture; x runs right, y down; neighbouring cells are
1 from each other. Colours are names of roles (``cell``, ``accent`` …) that a theme gives a value.
"""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]


class Path(NamedTuple):
    """A polygon or a line.

    ``round`` is the radius of its corners, ``head`` the length of an arrow head at its end.
    ``width`` is that of the line; ``casing`` a role for a wider line beneath, which lifts it off
    what it crosses.
    """

    points: tuple[Point, ...]
    fill: str = ""
    line: str = ""
    width: float = 0.0
    closed: bool = False
    round: float = 0.0
    head: float = 0.0
    dash: float = 0.0
    casing: str = ""
    alpha: float = 1.0


class Disc(NamedTuple):
    """A circle, filled, outlined or both; the outline lies within ``radius``."""

    point: Point
    radius: float
    fill: str = ""
    line: str = ""
    width: float = 0.0
    casing: str = ""
    alpha: float = 1.0


class Area(NamedTuple):
    """A tinted region: discs round ``points``, and bands as wide as the discs along ``joins``
    (pairs of points).
    """

    points: tuple[Point, ...]
    joins: tuple[tuple[Point, Point], ...]
    radius: float
    fill: str
    alpha: float = 1.0


class Piece(NamedTuple):
    """A piece seen from above: ``shape`` and ``tone`` are names that themes and sprites know,
    ``size`` its width.

    ``level`` lights it: higher pieces are brighter and throw a longer shadow. ``ghost`` pieces have
    left the board.
    """

    point: Point
    shape: str
    tone: str
    size: float
    level: int = 0
    glyph: str = ""
    ghost: bool = False


class Text(NamedTuple):
    """A line of text, ``size`` the height of its letters' body; ``anchor`` as Pillow's: l, m, r
    then m.
    """

    point: Point
    text: str
    size: float
    role: str = "text"
    anchor: str = "mm"
    bold: bool = False
    casing: str = ""
    alpha: float = 1.0


Item: TypeAlias = Path | Disc | Area | Piece | Text


def shifted(item: Item, right: float, down: float) -> Item:
    """An item in another place."""

    def there(point: Point) -> Point:
        return point[0] + right, point[1] + down

    match item:
        case Path():
            return item._replace(points=tuple(map(there, item.points)))
        case Area():
            joins = tuple((there(one), there(other)) for one, other in item.joins)
            return item._replace(points=tuple(map(there, item.points)), joins=joins)
        case _:
            return item._replace(point=there(item.point))


@dataclass(frozen=True, eq=False)
class Backdrop:
    """The board, compared by identity as each is made once and kept.

    ``rows``: the heights between rows of cells.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    rows: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """A backdrop and what lies on it now."""

    backdrop: Backdrop
    items: tuple[Item, ...]
