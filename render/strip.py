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
    for seat in (0, 1):
        yield from _chip(state, seat, layout, middle, say)
    if outcome is not None:
        if outcome.winner is None:
            yield Text((unit / 2, middle), say("draw"), unit * 0.033, "win", bold=True)
    elif any(event.kind == "passed" for event in state.events):
        yield Text((unit / 2, middle), say("passed"), unit * 0.026, "accent", bold=True)
    elif state.ply and not any(state.reserve):
        yield Text((unit / 2, middle), say("turn {number}").format(number=state.turn), unit * 0.026)


def _chip(state: State, seat: int, layout: Layout, middle: float, say: Callable[[str], str]) -> Iterable[Item]:
    unit = layout.unit
    won = state.outcome is not None and state.outcome.winner == seat
    bold = won or state.to_move == seat
    words = say(state.game.seats[seat])
    if bold:
        words = say("{side} wins" if won else "{side} to move").format(side=words)
    size, piece, gap = unit * 0.033, unit * 0.04, unit * 0.014
    figures = "" if state.score is None else str(state.score[seat])
    reserve = state.reserve[seat]
    stock = f"×{reserve}" if reserve else ""
    wide = fonts.length(words, size, bold)
    figures_wide = fonts.length(figures, size, True) + gap * 1.4 if figures else 0.0
    stock_wide = piece * 0.66 + fonts.length(stock, size * 0.85, True) + gap * 1.5 if stock else 0.0
    total = piece + gap + wide + figures_wide + stock_wide
    x = layout.left + gap if seat == 0 else layout.right - gap - total
    if bold:
        shape = box(x - gap, middle - unit * 0.0285, x + total + gap, middle + unit * 0.0285)
        line = "win" if won else "accent"
        yield Path(shape, fill="cell", line=line, width=unit * 0.0035, closed=True, round=gap)
    kind = tone(state, seat)
    yield Piece((x + piece / 2, middle), "disc", kind, piece, glyph=GLYPHS[kind])
    x += piece + gap
    yield Text((x, middle), words, size, "strong" if bold else "text", "lm", bold)
    x += wide
    if figures:
        yield Text((x + figures_wide, middle), figures, size, "strong", "rm", True)
        x += figures_wide
    if stock:
        yield Piece((x + gap * 1.4 + piece * 0.3, middle), "disc", kind, piece * 0.6)
        yield Text((x + stock_wide, middle), stock, size * 0.85, "strong" if bold else "text", "rm", True)
