"""A state becomes a scene: the board's backdrop, its game's view of it, and the strip above."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from types import ModuleType
from typing import TypeAlias

from games.core import Outcome, State
from games.registry import module_about

from . import fonts, views
from .choices import Choices, names_fit
from .choices import choices as pressable
from .layout import CAPTION, Layout, layout
from .scene import Scene, Text
from .strip import strip
from .views import default, loop
from .views.common import View, decisions, lowered, threats
from .views.loop import maps

Say: TypeAlias = Callable[[str], str]


def _view(state: State) -> ModuleType:
    """The view of a game: the module of ``views`` that is named after it, else the default for its kind of board."""
    return module_about(state.game, views.__name__) or (loop if state.board.kind == "pyramid" else default)


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
    sight: bool = False,
    choices: Choices | None = None,
    turn: Sequence[State] = (),
    ending: Outcome | None = None,
    say: Say = str,
    caption: str = "",
    levels: int | None = None,
) -> Scene:
    """What a picture of ``state`` shows; the options are those of ``render.png``.

    ``caption`` is written below; ``levels`` is of how many levels of a pyramid there are maps: else of those in play.
    """
    if coordinates == "cells" and not names_fit(state.board):
        coordinates = "edge"
    levels = maps(state) if levels is None else levels
    place = layout(state.board, flip, coordinates == "edge", bool(caption), levels, coordinates != "none")
    marked = decisions(state, turn) if highlight else ()
    pressed = frozenset(mark.cell for mark in choices.marks) if choices is not None else frozenset()
    view = View(state, place, marked, coordinates, legal, sight, say, pressed)
    items = [*strip(state, place, say, ending), *_view(state).items(view), *(threats(view) if highlight else ())]
    if coordinates == "cells":
        below = [*lowered(view, items)]
        again = {text.text for text in below}
        items = [*(item for item in items if not (isinstance(item, Text) and item.text in again)), *below]
    if choices is not None:
        items += pressable(place, choices)
    if caption:
        items.append(caption_line(place, caption))
    return Scene(place.backdrop, tuple(items))


def caption_line(place: Layout, caption: str) -> Text:
    """A line of text below the board, shortened to the picture's width."""
    size = place.unit * 0.034
    room = place.unit * 0.94
    while fonts.length(caption, size, True) > room:
        caption = caption[:-2].rstrip(" …") + "…"
    return Text(
        (place.unit / 2, place.backdrop.height - CAPTION * place.unit * 0.52), caption, size, "strong", bold=True
    )
