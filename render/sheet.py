"""A sheet of several boards."""

from collections.abc import Sequence

from PIL import Image

from games.core import State

from . import fonts, raster
from .layout import STRIP
from .pictures import scene
from .scene import Backdrop, Point, Text
from .themes import theme_of, with_seat_tones

MOST = 30
LETTERS = 0.024  # the height of a caption's letters, in widths of the sheet


def contact_sheet(
    states: Sequence[State], *, captions: Sequence[str] = (), theme: str = "wood", size: int = 1200
) -> bytes:
    """Up to thirty boards in one palette PNG ``size`` px wide, each with its line of text below.

    Where there is no caption, the name of the game stands. Raises ValueError for more boards or
    none, and for an unknown theme.
    """
    if not 1 <= len(states) <= MOST:
        raise ValueError(f"a sheet shows 1 to {MOST} boards, not {len(states)}")
    theme = with_seat_tones(theme, *(state.game.seats for state in states))
    roles = theme_of(theme).roles
    columns = _columns(len(states))
    gap = size // 60
    width = (size - gap * (columns + 1)) // columns
    line = round(size * LETTERS * 1.8)
    names = [state.game.name for state in states]
    captions = [*captions[: len(states)], *names[len(captions) :]]
    boards = [_board(state, theme, width) for state in states]
    numbers = range(len(states))
    row_starts = range(0, len(states), columns)
    rows = [numbers[start : start + columns] for start in row_starts]
    heights = [max(boards[number].height for number in row) for row in rows]
    height = gap + sum(row_height + line + gap for row_height in heights)
    sheet = Image.new("RGB", (size, height), roles["line"])
    canvas = raster.Canvas(theme_of(theme), Backdrop(1.0, height / size, ()), size)
    top = gap
    for row, row_height in zip(rows, heights, strict=True):
        row_width = len(row) * (width + gap) - gap
        left = (size - row_width) // 2
        bottom = top + row_height
        for number in row:
            board = boards[number]
            sheet.paste(roles["ground"], (left, top, left + width, bottom + line))
            sheet.paste(board, (left, top + (row_height - board.height) // 2))
            x = (left + width / 2) / size
            y = (bottom + line * 0.42) / size
            point = (x, y)
            for stamp in canvas.stamps(_caption(captions[number], point, 0.94 * width / size)):
                stamp.paste(sheet)
            left += width + gap
        top = bottom + line + gap
    return raster.encode(raster.quantise(sheet, theme))


def _columns(boards: int) -> int:
    """How many boards stand side by side."""
    if boards == 1:
        return 1
    if boards in (2, 4):
        return 2
    return 3 if boards <= 9 else 4


def _caption(text: str, point: Point, room: float) -> Text:
    """A caption, smaller where it would be wider than ``room``."""
    length = max(fonts.length(text, LETTERS, True), 1e-6)
    letters = min(LETTERS, LETTERS * room / length)
    return Text(point, text, letters, "strong", bold=True)


def _board(state: State, theme: str, width: int) -> Image.Image:
    """A board; before the first move without the strip that says who is to move."""
    board = raster.flat(scene(state, coordinates="none"), theme, width).convert("RGB")
    top = 0 if state.ply else round(STRIP * 0.93 * width)
    return board.crop((0, top, *board.size))
