"""Tables: leaderboards and standings, with one's own line and the leaders marked."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .. import fonts
from ..geometry import box
from ..scene import Disc, Item, Path, Text
from .sheets import EDGE, HEAD, INNER, SMALL, drawn, short

MOST = 16  # lines of a table, at most
_LINE = 0.074
_BODY = 0.037
_GAP = 0.028
_PLACE = 0.075


class Line(NamedTuple):
    """A line: ``place`` (empty: none), a name, and a text for each column.

    ``own``: of the one who looks. ``faint`` lines are of those who do not quite count, such as
    provisional ratings or members who have left.
    """

    place: str
    name: str
    cells: tuple[str, ...]
    own: bool = False
    faint: bool = False


def table(
    lines: Sequence[Line],
    *,
    columns: Sequence[str],
    title: str,
    subtitle: str = "",
    footer: str = "",
    theme: str = "wood",
    medals: bool = True,
    say: Callable[[str], str] = str,
) -> bytes:
    """A table as a palette PNG: places, names and ``columns``; ``medals``: the first three places
    stand out.

    Raises ValueError for more than MOST lines, for lines with other than one cell a column, and for
    an unknown theme.
    """
    if len(lines) > MOST:
        raise ValueError(f"a table shows at most {MOST} lines, not {len(lines)}")
    if any(len(line.cells) != len(columns) for line in lines):
        raise ValueError(f"each line needs {len(columns)} cells")
    rights: list[float] = []
    edge = 1 - INNER
    for index in reversed(range(len(columns))):
        rights.insert(0, edge)
        texts = [fonts.length(line.cells[index], _BODY, index == 0) for line in lines]
        edge -= max([fonts.length(columns[index], SMALL), *texts]) + _GAP
    names = INNER + _PLACE
    items: list[Item] = []
    top = HEAD
    for right, label in zip(rights, columns, strict=True):
        items.append(Text((right, top + 0.018), say(label), SMALL, "text", "rm"))
    top += 0.045
    for index, line in enumerate(lines):
        items += _line(line, top + index * _LINE, rights, names, edge - names, medals, index)
    if not lines:
        items.append(Text((0.5, top + _LINE / 2), say("no players yet"), _BODY, "text"))
    top += max(len(lines), 1) * _LINE
    if footer:
        items.append(
            Text((INNER, top + 0.032), short(footer, SMALL, 1 - 2 * INNER), SMALL, "text", "lm")
        )
        top += 0.055
    return drawn(title, subtitle, items, theme, top + EDGE + 0.012)


def _line(
    line: Line,
    top: float,
    rights: Sequence[float],
    names: float,
    room: float,
    medals: bool,
    index: int,
) -> list[Item]:
    middle = top + _LINE / 2
    items: list[Item] = []
    if line.own:
        plate = box(INNER - 0.022, top + 0.004, 1 - INNER + 0.022, top + _LINE - 0.004)
        items.append(
            Path(
                plate,
                fill="ground",
                line="accent",
                width=0.004,
                closed=True,
                round=0.016,
                alpha=1.0,
            )
        )
    elif index:
        items.append(Path(((INNER, top), (1 - INNER, top)), line="grid", width=0.002, alpha=0.5))
    rank = line.place.strip("=")
    if medals and rank in ("1", "2", "3") and not line.faint:
        fill, role = {"1": ("strong", "cell"), "2": ("text", "cell"), "3": ("cell", "strong")}[rank]
        edge = "strong" if rank == "3" else ""
        items.append(Disc((INNER + 0.022, middle), 0.026, fill=fill, line=edge, width=0.004))
        items.append(Text((INNER + 0.022, middle), line.place, 0.034, role, bold=True))
    elif line.place:
        items.append(Text((INNER + 0.022, middle), line.place, 0.034, "text"))
    role = "text" if line.faint else "strong"
    bold = line.own or (rank == "1" and medals and not line.faint)
    items.append(
        Text(
            (names, middle),
            short(line.name, _BODY, room - 0.01, bold=bold),
            _BODY,
            role,
            "lm",
            bold,
        )
    )
    for right, cell in zip(rights, line.cells, strict=True):
        items.append(Text((right, middle), cell, _BODY, role, "rm", role == "strong"))
        role = "text"  # of all columns but the first
    return items
