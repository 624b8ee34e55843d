"""What tables, charts and brackets share: a titled panel in a theme, and lines of text that fit."""

from collections.abc import Sequence

from .. import fonts, raster
from ..geometry import box
from ..scene import Backdrop, Item, Path, Point, Text
from ..themes import theme_of

# All is in widths of the picture. At 400 px, the least that is shown, the smallest letters are
# 12 px.
EDGE = 0.02
INNER = 0.055
TITLE = 0.046
SMALL = 0.031
HEAD = 0.15
# Where a chart plots; it begins where its own labels end.
RIGHT = 0.945
TOP = 0.185
BOTTOM = 0.565
HEIGHT = 0.66  # how high a chart is
SIZE = 800  # px


def draw_panel(
    title: str,
    subtitle: str,
    items: Sequence[Item],
    theme: str,
    height: float = HEIGHT,
    right: float = 0.0,
) -> bytes:
    """Items on a panel below titles, as a palette PNG SIZE px wide.

    :param height: of the panel, in widths
    :param right: how much the titles leave free at the right, in widths
    """
    room = 1 - 2 * INNER - right
    title_width = max(fonts.length(title, TITLE, True), 1e-6)
    size = max(0.034, min(TITLE, TITLE * room / title_width))
    panel = box(EDGE, EDGE, 1 - EDGE, height - EDGE)
    title = short(title, size, room, bold=True)
    subtitle = short(subtitle, SMALL, room)
    plate = Path(panel, fill="cell", closed=True, round=0.025)
    title_line = Text((INNER, 0.065), title, size, "strong", "lm", True)
    subtitle_line = Text((INNER, 0.113), subtitle, SMALL, "text", "lm")
    canvas = raster.Canvas(theme_of(theme), Backdrop(1.0, height, ()), SIZE)
    picture = canvas.paint((plate, title_line, subtitle_line, *items))
    return raster.encode(raster.quantise(picture, theme))


def note(left: float, point: Point, words: str, role: str) -> Text:
    """Bold words at a point of a chart, moved aside so that they lie between ``left`` and RIGHT."""
    half = fonts.length(words, SMALL, True) / 2
    x = min(max(point[0], left + half), RIGHT - half)
    return Text((x, point[1]), words, SMALL, role, bold=True, casing="cell")


def short(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """A line of text, cut where it would be longer than there is room."""
    if fonts.length(text, size, bold) <= room:
        return text
    while text and fonts.length(text + "…", size, bold) > room:
        text = text[:-1].rstrip()
    return text + "…"
