"""What a picture shows, without a pixel: items in board units, coloured by role, drawn in order.

A scene's origin is the top left corner of the picture; x runs right, y down; neighbouring cells are
1 from each other. Colours are names of roles (``cell``, ``accent`` …) that a theme gives a value.
"""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]


class Path(NamedTuple):
    """A polygon or a line.

    :param fill: the role of its area; empty: none
    :param line: the role of its line; empty: none
    :param round: the radius of its corners
    :param head: the length of an arrow head at its end
    :param dash: the length of the line's dashes
    :param casing: the role of a wider line beneath, which lifts it off what it crosses
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
    """A tinted region: discs round ``points``, and bands as wide between the pairs of ``joins``."""

    points: tuple[Point, ...]
    joins: tuple[tuple[Point, Point], ...]
    radius: float
    fill: str
    alpha: float = 1.0


class Piece(NamedTuple):
    """A piece seen from above.

    :param shape: a name that sprites know
    :param tone: a name that themes know
    :param size: its width
    :param level: how high it stands: higher pieces are brighter and throw a longer shadow
    :param glyph: the mark on it
    :param ghost: whether it has left the board
    """

    point: Point
    shape: str
    tone: str
    size: float
    level: int = 0
    glyph: str = ""
    ghost: bool = False


class Text(NamedTuple):
    """A line of text.

    :param size: the height of its letters' body
    :param anchor: as Pillow's: l, m or r for left, middle or right of the point, then m
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


def shifted(item: Item, dx: float, dy: float) -> Item:
    """An item in another place."""

    def moved(point: Point) -> Point:
        return point[0] + dx, point[1] + dy

    match item:
        case Path():
            return item._replace(points=tuple(map(moved, item.points)))
        case Area():
            joins = tuple((moved(one), moved(other)) for one, other in item.joins)
            return item._replace(points=tuple(map(moved, item.points)), joins=joins)
        case _:
            return item._replace(point=moved(item.point))


@dataclass(frozen=True, eq=False)
class Backdrop:
    """The board without what lies on it; compared by identity, as each is made once and kept.

    ``rows`` are the heights between rows of cells.
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
