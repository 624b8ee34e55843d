"""The strip above a board: who plays, what they have, whose turn it is, how it ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.core import State

from . import fonts
from .geometry import box
from .layout import Layout
from .scene import Item, Path, Piece, Text

GLYPHS = {"light": "ring", "dark": "glint", "red": "glint"}
TONES = {"Black": "dark", "White": "light", "Red": "red"}


def tone(state: State, seat: int) -> str:
    """The material of a seat's pieces."""
    return TONES[state.game.seats[seat]]


def strip(state: State, layout: Layout, say: Callable[[str], str]) -> Iterable[Item]:
    """A chip for each seat, the one to move or the winner on a plate of its own, and the turn's number between."""
    unit = layout.unit
    middle = layout.strip * 0.5
    outcome = state.outcome
    size = unit * 0.033
    for seat in (0, 1):
        active = state.to_move == seat
        won = outcome is not None and outcome.winner == seat
        words = say(state.game.seats[seat])
        if active:
            words = say("{side} to move").format(side=words)
        elif won:
            words = say("{side} wins").format(side=words)
        figures = _figures(state, seat)
        bold = active or won
        wide = fonts.length(words, size, bold)
        extra = fonts.length(figures, size, True) + unit * 0.02 if figures else 0.0
        piece = unit * 0.04
        total = piece + unit * 0.014 + wide + extra
        x = layout.left + unit * 0.008 if seat == 0 else layout.right - unit * 0.008 - total
        if bold:
            pad = unit * 0.014
            top, bottom = middle - unit * 0.0285, middle + unit * 0.0285
            shape = box(x - pad, top, x + total + pad, bottom)
            yield Path(
                shape,
                fill="cell",
                line="win" if won else "accent",
                width=unit * 0.0035,
                closed=True,
                round=unit * 0.014,
            )
        yield Piece((x + piece / 2, middle), "disc", tone(state, seat), piece, glyph=GLYPHS[tone(state, seat)])
        yield Text((x + piece + unit * 0.014, middle), words, size, "strong" if bold else "text", "lm", bold)
        if figures:
            yield Text((x + total, middle), figures, size, "strong", "rm", True)
    if outcome is None:
        if state.ply:
            yield Text((unit / 2, middle), say("turn {number}").format(number=state.turn), unit * 0.026)
    elif outcome.winner is None:
        yield Text((unit / 2, middle), say("draw"), size, "win", bold=True)


def _figures(state: State, seat: int) -> str:
    if state.score is not None:
        return str(state.score[seat])
    return ""
