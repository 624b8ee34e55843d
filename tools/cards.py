"""The card of a finished match, for the project's pages."""

from collections.abc import Sequence

from PIL import Image

from games.core import State
from render import fonts, raster
from render.geometry import box
from render.pictures import scene
from render.scene import Backdrop, Item, Path, Piece, Scene, Text
from render.themes import dressed, side, theme_of
from render.words import reason


def end_card(
    state: State,
    *,
    names: tuple[str, str],
    theme: str = "wood",
    size: int = 1200,
    turn: Sequence[State] = (),
) -> bytes:
    """The card of a finished match, ``size`` px wide, as a palette PNG: final board, names by seat, result, length."""
    theme = dressed(theme, state.game.seats)
    card = Backdrop(1.0, 0.525, ())
    canvas = raster.Canvas(theme_of(theme), card, size)
    picture = Image.new("RGB", canvas.size, canvas.theme.roles["ground"])
    room = picture.height
    shown = scene(state, coordinates="none", turn=turn)
    board = _fitting(shown, theme, round(size * 0.55), room)
    left = size - board.width - (room - board.height) // 2
    picture.paste(board, (left, (room - board.height) // 2))
    for item in _lines(state, names, left / size):
        for stamp in canvas.stamps(item):
            stamp.press(picture)
    return raster.encode(raster.quantised(picture, theme))


def _fitting(shown: Scene, theme: str, width: int, height: int) -> Image.Image:
    aspect = shown.backdrop.height / shown.backdrop.width
    return raster.flat(shown, theme, min(width, int((height - 1) / aspect))).convert("RGB")


def _lines(state: State, names: tuple[str, str], right: float) -> list[Item]:
    left, room = 0.05, right - 0.085
    outcome = state.outcome
    panel = box(0.02, 0.02, right - 0.012, 0.505)
    items: list[Item] = [
        Path(panel, fill="cell", closed=True, round=0.02),
        Text((left, 0.06), state.game.name, 0.026, "text", "lm", True),
    ]
    if outcome is None:
        headline, why = "in play", ""
    elif outcome.winner is None:
        headline, why = "Draw", reason(outcome.reason)
    else:
        headline, why = f"{names[outcome.winner]} wins", reason(outcome.reason)
    size = _fit(headline, 0.056, room)
    items.append(Text((left, 0.148), headline, size, "strong", "lm", True))
    items.append(Text((left, 0.212), why, 0.026, "text", "lm"))
    for seat in (0, 1):
        y = 0.302 + seat * 0.078
        won = outcome is not None and outcome.winner == seat
        plate = box(left - 0.012, y - 0.033, left + room, y + 0.033)
        items.append(Path(plate, fill="ground", line="win" if won else "ground", width=0.003, closed=True, round=0.012))
        tone, glyph = side(state, seat)
        items.append(Piece((left + 0.022, y), "disc", tone, 0.042, glyph=glyph))
        figures = "" if state.score is None else str(state.score[seat])
        name = _short(names[seat], 0.029, room - 0.075 - fonts.length(figures, 0.03, True))
        items.append(Text((left + 0.056, y), name, 0.029, "strong", "lm", won))
        items.append(Text((left + room - 0.014, y), figures, 0.03, "strong", "rm", True))
    items.append(Text((left, 0.47), f"{state.turn} turns", 0.024, "text", "lm"))
    return items


def _fit(text: str, size: float, room: float) -> float:
    return min(size, max(size * 0.45, size * room / max(fonts.length(text, size, True), 1e-6)))


def _short(text: str, size: float, room: float) -> str:
    while len(text) > 1 and fonts.length(text, size, True) > room:
        text = text[:-2] + "…"
    return text
