"""Tables: leaderboards and standings, with one's own line and the leaders marked."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from .. import fonts
from ..geometry import box
from ..scene import Disc, Item, Path, Text
from .sheets import EDGE, HEAD, INNER, SMALL, draw_panel, short

MOST = 16  # lines of a table, at most
# In widths of the picture.
_LINE = 0.074  # the height of a line
_BODY = 0.037  # letters of names
_RANK = 0.034  # letters of places
_GAP = 0.028  # between columns
_PLACE = 0.075  # the width of the column of places
# The medals of the first three places: the roles of their disc, its edge and its number.
_MEDALS = {
    "1": ("strong", "", "cell"),
    "2": ("text", "", "cell"),
    "3": ("cell", "strong", "strong"),
}


@dataclass(frozen=True, slots=True)
class TableLine:
    """A line of a table: a place, a name, and a text for each column.

    :param place: empty for none
    :param own: whether it is the line of the one who looks
    :param faint: whether it does not quite count, as a provisional rating, or a member who has left
    """

    place: str
    name: str
    cells: tuple[str, ...]
    own: bool = False
    faint: bool = False


def table(
    lines: Sequence[TableLine],
    *,
    columns: Sequence[str],
    title: str,
    subtitle: str = "",
    footer: str = "",
    theme: str = "wood",
    medals: bool = True,
    say: Callable[[str], str] = str,
) -> bytes:
    """A table as a palette PNG: places, names and ``columns``.

    :param medals: whether the first three places stand out
    :param say: translates the names of columns

    Raises ValueError for more than MOST lines, for lines with other than one cell a column, and for
    an unknown theme.
    """
    if len(lines) > MOST:
        raise ValueError(f"a table shows at most {MOST} lines, not {len(lines)}")
    if any(len(line.cells) != len(columns) for line in lines):
        raise ValueError(f"each line needs {len(columns)} cells")
    names = INNER + _PLACE
    rights, names_end = _columns(lines, columns)
    items: list[Item] = []
    top = HEAD
    for right, label in zip(rights, columns, strict=True):
        items.append(Text((right, top + 0.018), say(label), SMALL, "text", "rm"))
    top += 0.045
    for index, line in enumerate(lines):
        line_top = top + index * _LINE
        items += _background(line, line_top, first=index == 0)
        items += _line(line, line_top + _LINE / 2, rights, names, names_end - names, medals)
    if not lines:
        middle = (0.5, top + _LINE / 2)
        items.append(Text(middle, say("no players yet"), _BODY, "text"))
    top += max(len(lines), 1) * _LINE
    if footer:
        footer = short(footer, SMALL, 1 - 2 * INNER)
        items.append(Text((INNER, top + 0.032), footer, SMALL, "text", "lm"))
        top += 0.055
    return draw_panel(title, subtitle, items, theme, top + EDGE + 0.012)


def _columns(lines: Sequence[TableLine], columns: Sequence[str]) -> tuple[list[float], float]:
    """Where each column ends at the right, and where the names may end."""
    rights: list[float] = []
    edge = 1 - INNER
    for index in reversed(range(len(columns))):
        rights.insert(0, edge)
        widths = [fonts.length(line.cells[index], _BODY, index == 0) for line in lines]
        edge -= max([fonts.length(columns[index], SMALL), *widths]) + _GAP
    return rights, edge


def _background(line: TableLine, top: float, first: bool) -> Iterator[Item]:
    """A plate beneath one's own line, a thin line above others but the first."""
    if line.own:
        edge = INNER - 0.022
        plate = box(edge, top + 0.004, 1 - edge, top + _LINE - 0.004)
        yield Path(plate, fill="ground", line="accent", width=0.004, closed=True, round=0.016)
    elif not first:
        rule = ((INNER, top), (1 - INNER, top))
        yield Path(rule, line="grid", width=0.002, alpha=0.5)


def _line(
    line: TableLine,
    middle: float,
    rights: Sequence[float],
    names: float,
    room: float,
    medals: bool,
) -> Iterator[Item]:
    """The texts of a line at the height ``middle``; ``room`` is that for the name."""
    rank = line.place.strip("=")
    point = (INNER + 0.022, middle)
    if medals and rank in _MEDALS and not line.faint:
        fill, edge, role = _MEDALS[rank]
        yield Disc(point, 0.026, fill=fill, line=edge, width=0.004)
        yield Text(point, line.place, _RANK, role, bold=True)
    elif line.place:
        yield Text(point, line.place, _RANK, "text")
    role = "text" if line.faint else "strong"
    bold = line.own or (rank == "1" and medals and not line.faint)
    name = short(line.name, _BODY, room - 0.01, bold=bold)
    yield Text((names, middle), name, _BODY, role, "lm", bold)
    for index, (right, cell) in enumerate(zip(rights, line.cells, strict=True)):
        strong = index == 0 and not line.faint
        role = "strong" if strong else "text"
        yield Text((right, middle), cell, _BODY, role, "rm", strong)
