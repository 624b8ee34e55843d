"""What tables, charts and brackets share: a titled panel in a theme, lines of text that fit, and
the way to bytes.
"""

from collections.abc import Sequence

from .. import fonts, raster
from ..geometry import box
from ..scene import Backdrop, Item, Path, Point, Text
from ..themes import theme_of

# All is in widths of the picture. At 400 px, the least that is shown, the smallest letters are 12
# px.
EDGE = 0.02
INNER = 0.055
TITLE = 0.046
SMALL = 0.031
HEAD = 0.15
# where a chart plots; it begins where its own labels end
RIGHT = 0.945
TOP = 0.185
BOTTOM = 0.565
HEIGHT = 0.66  # how high a chart is
SIZE = 800  # px


def drawn(
    title: str,
    subtitle: str,
    items: Sequence[Item],
    theme: str,
    height: float = HEIGHT,
    right: float = 0.0,
) -> bytes:
    """A palette PNG SIZE px wide: items on a panel ``height`` widths high, below titles that leave
    ``right`` free.
    """
    room = 1 - 2 * INNER - right
    size = max(0.034, min(TITLE, TITLE * room / max(fonts.length(title, TITLE, True), 1e-6)))
    shown = (
        Path(box(EDGE, EDGE, 1 - EDGE, height - EDGE), fill="cell", closed=True, round=0.025),
        Text((INNER, 0.065), short(title, size, room, bold=True), size, "strong", "lm", True),
        Text((INNER, 0.113), short(subtitle, SMALL, room), SMALL, "text", "lm"),
        *items,
    )
    canvas = raster.Canvas(theme_of(theme), Backdrop(1.0, height, ()), SIZE)
    return raster.encode(raster.quantise(canvas.paint(shown), theme))


def note(left: float, point: Point, words: str, role: str) -> Text:
    """Bold words at a point of a chart, moved to the side so that they lie between ``left`` and
    RIGHT.
    """
    half = fonts.length(words, SMALL, True) / 2
    return Text(
        (min(max(point[0], left + half), RIGHT - half), point[1]),
        words,
        SMALL,
        role,
        bold=True,
        casing="cell",
    )


def short(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """A line of text, cut where it would be longer than there is room."""
    if fonts.length(text, size, bold) <= room:
        return text
    while text and fonts.length(text + "…", size, bold) > room:
        text = text[:-1].rstrip()
    return text + "…"
