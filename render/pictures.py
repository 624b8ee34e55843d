"""A state becomes a scene: the board's backdrop, its game's view of it, and the strip above; and
that a picture.
"""

from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import replace
from types import ModuleType
from typing import NamedTuple, TypedDict, Unpack

from games.core import Outcome, State
from games.registry import module_about

from . import fonts, raster, views
from .choices import Choices, choices as pressable, names_fit, tints
from .geometry import box
from .layout import CAPTION, STRIP, Layout, enlarged, layout
from .scene import Item, Path, Piece, Scene, Text
from .themes import side, with_seat_tones
from .views import default, loop
from .views.common import View, decisions, lowered, pincers, uncovered
from .views.loop import map_levels
from .words import CALLED_OFF

COORDINATES = ("edge", "cells", "none")


class Shown(TypedDict, total=False):
    """What a picture of a board shows; see ``scene``."""

    flip: bool
    coordinates: str
    legal: bool | Set[str]
    highlight: bool
    threats: bool
    sight: bool
    choices: Choices | None
    preview: bool
    ending: Outcome | None
    say: Callable[[str], str]


class Look(Shown, total=False):
    """How a board is drawn; see ``scene`` and ``drawing``."""

    theme: str
    size: int


class Drawing(NamedTuple):
    """A picture that is to be drawn: what it shows, in which theme, how many pixels wide."""

    scene: Scene
    theme: str
    size: int

    def png(self) -> bytes:
        """The picture as a palette PNG."""
        return raster.png(self.scene, self.theme, self.size)


def png(state: State, *, turn: Sequence[State] = (), **look: Unpack[Look]) -> bytes:
    """A picture of the board as a palette PNG; see ``drawing``."""
    return drawing(state, turn=turn, **look).png()


def drawing(
    state: State,
    *,
    theme: str = "wood",
    size: int = 900,
    turn: Sequence[State] = (),
    **shown: Unpack[Shown],
) -> Drawing:
    """The ``scene`` of a state, ``size`` px wide, not drawn yet.

    Safe in threads. Raises ValueError for a theme.
    """
    return Drawing(scene(state, turn=turn, **shown), with_seat_tones(theme, state.game.seats), size)


def _view(state: State) -> ModuleType:
    """The view of a game: the module of ``views`` that is named after it, else the default for its
    kind of board.
    """
    return module_about(state.game, views.__name__) or (
        loop if state.board.kind == "pyramid" else default
    )


def has_sight(state: State) -> bool:
    """Whether a game has sight lines to show."""
    return getattr(_view(state), "HAS_SIGHT", False)


def scene(
    state: State,
    *,
    flip: bool = False,
    coordinates: str = "edge",
    legal: bool | Set[str] = False,
    highlight: bool = True,
    threats: bool = True,
    sight: bool = False,
    choices: Choices | None = None,
    preview: bool = False,
    turn: Sequence[State] = (),
    ending: Outcome | None = None,
    say: Callable[[str], str] = str,
    caption: str = "",
    levels: int | None = None,
    bare: bool = False,
) -> Scene:
    """What a picture of ``state`` shows.

    ``flip`` turns the board half round, ``coordinates`` is one of COORDINATES, ``legal`` shows
    legal destinations (of a set of cells: those in it), ``sight`` sight lines, ``choices`` what can
    be pressed, ``highlight`` the last turn: all of it if ``turn`` gives the states from the turn's
    start on, else its last decision, and with ``threats`` what the side to move may lose or win at
    once. ``preview``: that turn is not yet made, so it is not said whose turn follows. ``ending``
    tells how the players have ended what the rules have not, such as by resigning. ``say``
    translates the few words in the strip, ``caption`` is written below; ``levels`` is of how many
    levels of a pyramid there are maps: else of those in play. ``bare``: without the strip above.
    Raises ValueError for coordinates that do not exist.
    """
    if coordinates == "cells" and not names_fit(state.board):
        coordinates = "edge"
    place = layout_of(state, flip, coordinates, bool(caption), levels)
    marked = decisions(state, turn) if highlight else ()
    shown = Choices() if choices is None else choices
    if shown.within:
        place = enlarged(place, shown.within)
    pressed = frozenset(mark.cell for mark in shown.marks)
    view = View(state, place, marked, coordinates, legal, sight, say, pressed)
    view = replace(view, decisions=uncovered(view))
    head = [] if bare else [*strip(state, place, say, ending, preview)]
    items = [*_view(state).items(view), *(pincers(view) if highlight and threats else ())]
    if coordinates == "cells":
        below = [*lowered(view, items)]
        again = {text.text for text in below}
        items = [
            *(item for item in items if not (isinstance(item, Text) and item.text in again)),
            *below,
        ]
    areas = [*tints(place, shown)]
    items = [*items, *areas] if state.board.kind == "pyramid" else [*areas, *items]
    items += pressable(place, shown, state.pieces())
    if shown.within:  # what reaches up from the part of the board that is shown
        items.append(
            Path(box(0, 0, place.unit, STRIP * place.unit * 0.96), fill="ground", closed=True)
        )
    items = [*items, *head] if shown.within else [*head, *items]
    if caption:
        unit = place.unit
        while fonts.length(caption, unit * 0.034, True) > unit * 0.94:
            caption = caption[:-2].rstrip(" …") + "…"
        point = unit / 2, place.backdrop.height - CAPTION * unit * 0.52
        items.append(Text(point, caption, unit * 0.034, "strong", bold=True))
    return Scene(place.backdrop, tuple(items))


def layout_of(
    state: State,
    flip: bool = False,
    coordinates: str = "edge",
    caption: bool = False,
    levels: int | None = None,
) -> Layout:
    """Where things are in the ``scene`` of a state.

    Raises ValueError for coordinates that do not exist.
    """
    if coordinates not in COORDINATES:
        raise ValueError(
            f"coordinates cannot be {coordinates!r}; they may be {', '.join(COORDINATES)}"
        )
    levels = map_levels(state) if levels is None else levels
    return layout(state.board, flip, coordinates == "edge", caption, levels, coordinates != "none")


def strip(
    state: State,
    layout: Layout,
    say: Callable[[str], str],
    ending: Outcome | None = None,
    preview: bool = False,
) -> Iterable[Item]:
    """A chip for each seat, on a plate for who is to move or has won; between them what else is
    so.
    """
    outcome = state.outcome or ending
    unit = layout.unit
    middle = STRIP * unit * 0.5
    free = []  # the inner ends of the chips
    for seat in (0, 1):
        bold = (
            outcome.winner == seat if outcome is not None else state.to_move == seat and not preview
        )
        items, wide = _chip(state, seat, outcome, layout, middle, say, bold)
        yield from items
        free.append(layout.left + wide if seat == 0 else layout.right - wide)
    words = ""
    size = unit * 0.03
    role = "text"
    bold = False
    if outcome is not None and outcome.reason not in CALLED_OFF:
        if outcome.winner is None:
            words = say("draw")
            size = unit * 0.033
            role = "win"
            bold = True
    elif any(event.kind == "passed" for event in state.events):
        words = say("passed")
        role = "accent"
        bold = True
    elif state.turns and not preview:
        words = say("turn {number}").format(number=state.turns)
    if words and fonts.length(words, size, bold) + unit * 0.04 < free[1] - free[0]:
        centre = min(max(unit / 2, free[0] + unit * 0.07), free[1] - unit * 0.07)
        yield Text((centre, middle), words, size, role, bold=bold)


def _chip(
    state: State,
    seat: int,
    outcome: Outcome | None,
    layout: Layout,
    middle: float,
    say: Callable[[str], str],
    bold: bool,
) -> tuple[list[Item], float]:
    """A seat's chip, ``bold`` for who has won or is to move, and how far it reaches from its side
    of the picture.
    """
    unit = layout.unit
    won = outcome is not None and outcome.winner == seat
    words = say(state.game.seats[seat])
    if bold:
        words = (say("{side} wins") if won else say("{side} to move")).format(side=words)
    figures = "" if state.score is None else say(state.game.scored).format(count=state.score[seat])
    stock = f"×{state.reserve[seat]}" if state.reserve[seat] else ""
    piece = unit * 0.04
    gap = unit * 0.014

    def widths(size: float) -> tuple[float, float, float]:
        return (
            fonts.length(words, size, bold),
            fonts.length(figures, size) + gap * 1.4 if figures else 0.0,
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
        items.append(
            Path(shape, fill="cell", line=line, width=unit * 0.0035, closed=True, round=gap)
        )
    tone, glyph = side(state, seat)
    items.append(Piece((x + piece / 2, middle), "disc", tone, piece, glyph=glyph))
    x += piece + gap
    items.append(Text((x, middle), words, size, role, "lm", bold))
    x += wide + figures_wide
    if figures:
        items.append(Text((x, middle), figures, size, "strong", "rm"))
    if stock:
        items.append(Piece((x + gap * 1.4 + piece * 0.3, middle), "disc", tone, piece * 0.6))
        items.append(Text((x + stock_wide, middle), stock, size * 0.85, role, "rm", True))
    return items, total + 2 * gap
