"""The strip above a board: who plays, what they have, whose turn it is, how it ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.core import Outcome, State

from . import fonts
from .geometry import box
from .layout import Layout
from .scene import Item, Path, Piece, Text
from .sides import side
from .words import CALLED_OFF


def strip(state: State, layout: Layout, say: Callable[[str], str], ending: Outcome | None = None) -> Iterable[Item]:
    """A chip for each seat, the one to move or the winner on a plate of its own, and between them what else is so.

    ``ending``: how the players have ended what the rules have not.
    """
    outcome = state.outcome or ending
    unit = layout.unit
    middle = layout.strip * 0.5
    free = []  # the inner ends of the chips
    for seat in (0, 1):
        items, wide = _chip(state, seat, outcome, layout, middle, say)
        yield from items
        free.append(layout.left + wide if seat == 0 else layout.right - wide)
    words, size, role, bold = "", unit * 0.03, "text", False
    if outcome is not None and outcome.reason not in CALLED_OFF:
        if outcome.winner is None:
            words, size, role, bold = say("draw"), unit * 0.033, "win", True
    elif any(event.kind == "passed" for event in state.events):
        words, role, bold = say("passed"), "accent", True
    elif state.ply:
        words = say("turn {number}").format(number=state.turn)
    if words and fonts.length(words, size, bold) + unit * 0.04 < free[1] - free[0]:
        centre = min(max(unit / 2, free[0] + unit * 0.07), free[1] - unit * 0.07)
        yield Text((centre, middle), words, size, role, bold=bold)


def _chip(
    state: State, seat: int, outcome: Outcome | None, layout: Layout, middle: float, say: Callable[[str], str]
) -> tuple[list[Item], float]:
    """A seat's chip, and how far it reaches from its side of the picture."""
    unit = layout.unit
    won = outcome is not None and outcome.winner == seat
    bold = won or (outcome is None and state.to_move == seat)
    words = say(state.game.seats[seat])
    if bold:
        words = (say("{side} wins") if won else say("{side} to move")).format(side=words)
    figures = "" if state.score is None else str(state.score[seat])
    stock = f"×{state.reserve[seat]}" if state.reserve[seat] else ""
    piece, gap = unit * 0.04, unit * 0.014

    def widths(size: float) -> tuple[float, float, float]:
        return (
            fonts.length(words, size, bold),
            fonts.length(figures, size, True) + gap * 1.4 if figures else 0.0,
            piece * 0.66 + fonts.length(stock, size * 0.85, True) + gap * 1.5 if stock else 0.0,
        )

    # Two chips must fit, in any language.
    size = unit * 0.033
    size *= min(1.0, unit * 0.4 / sum(widths(size)))
    wide, figures_wide, stock_wide = widths(size)
    total = piece + gap + wide + figures_wide + stock_wide
    x = layout.left + gap if seat == 0 else layout.right - gap - total
    items: list[Item] = []
    role = "strong" if bold else "text"
    if bold:
        shape = box(x - gap, middle - unit * 0.0285, x + total + gap, middle + unit * 0.0285)
        line = "win" if won else "accent"
        items.append(Path(shape, fill="cell", line=line, width=unit * 0.0035, closed=True, round=gap))
    tone, glyph = side(state, seat)
    items.append(Piece((x + piece / 2, middle), "disc", tone, piece, glyph=glyph))
    x += piece + gap
    items.append(Text((x, middle), words, size, role, "lm", bold))
    x += wide + figures_wide
    if figures:
        items.append(Text((x, middle), figures, size, "strong", "rm", True))
    if stock:
        items.append(Piece((x + gap * 1.4 + piece * 0.3, middle), "disc", tone, piece * 0.6))
        items.append(Text((x + stock_wide, middle), stock, size * 0.85, role, "rm", True))
    return items, total + 2 * gap
