"""A sheet of several boards."""

from collections.abc import Sequence

from PIL import Image

from games.core import State

from . import fonts, raster
from .layout import STRIP
from .pictures import scene
from .scene import Backdrop, Text
from .themes import theme_of, with_seat_tones

MOST = 30
LETTERS = 0.024  # the height of a caption's letters, in widths of the sheet


def contact_sheet(
    states: Sequence[State], *, captions: Sequence[str] = (), theme: str = "wood", size: int = 1200
) -> bytes:
    """Up to thirty boards in one palette PNG ``size`` px wide, each with its line of text below.

    Raises ValueError.
    """
    if not 1 <= len(states) <= MOST:
        raise ValueError(f"a sheet shows 1 to {MOST} boards, not {len(states)}")
    theme = with_seat_tones(theme, *(state.game.seats for state in states))
    roles = theme_of(theme).roles
    count = len(states)
    columns = 1 if count == 1 else 2 if count in (2, 4) else 3 if count <= 9 else 4
    gap = size // 60
    width = (size - gap * (columns + 1)) // columns
    boards = [_board(state, theme, width) for state in states]
    rows = [boards[first : first + columns] for first in range(0, count, columns)]
    line = round(size * LETTERS * 1.8)
    height = gap + sum(max(board.height for board in row) + line + gap for row in rows)
    sheet = Image.new("RGB", (size, height), roles["line"])
    canvas = raster.Canvas(theme_of(theme), Backdrop(1.0, height / size, ()), size)
    top = gap
    for number, row in enumerate(rows):
        tall = max(board.height for board in row)
        left = (size - len(row) * (width + gap) + gap) // 2
        for column, board in enumerate(row):
            index = number * columns + column
            x = left + column * (width + gap)
            sheet.paste(roles["ground"], (x, top, x + width, top + tall + line))
            sheet.paste(board, (x, top + (tall - board.height) // 2))
            caption = captions[index] if index < len(captions) else states[index].game.name
            room = 0.94 * width / size
            letters = min(LETTERS, LETTERS * room / max(fonts.length(caption, LETTERS, True), 1e-6))
            point = (x + width / 2) / size, (top + tall + line * 0.42) / size
            for stamp in canvas.stamps(Text(point, caption, letters, "strong", bold=True)):
                stamp.paste(sheet)
        top += tall + line + gap
    return raster.encode(raster.quantise(sheet, theme))


def _board(state: State, theme: str, width: int) -> Image.Image:
    """A board; before the first move without the strip that says who is to move."""
    board = raster.flat(scene(state, coordinates="none"), theme, width).convert("RGB")
    return board.crop((0, 0 if state.ply else round(STRIP * 0.93 * width), *board.size))
