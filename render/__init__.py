"""A state becomes a picture, an animation, and words."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from typing import NamedTuple, TypedDict, Unpack

from games.core import Outcome, State

from . import raster
from .choices import Choices, Mark, names_fit
from .pictures import has_sight
from .pictures import scene as _scene
from .replays import replay
from .scene import Scene
from .sides import dressed
from .themes import THEMES
from .words import alt_text

__all__ = [
    "COORDINATES",
    "THEMES",
    "Choices",
    "Drawing",
    "Look",
    "Mark",
    "alt_text",
    "drawing",
    "has_sight",
    "names_fit",
    "png",
    "replay",
]

COORDINATES = ("edge", "cells", "none")


class Drawing(NamedTuple):
    """A picture that is to be drawn: what it shows, in which theme, how many pixels wide."""

    scene: Scene
    theme: str
    size: int

    def png(self) -> bytes:
        """The picture as a palette PNG."""
        return raster.png(self.scene, self.theme, self.size)


class Look(TypedDict, total=False):
    """How a board is drawn; see ``drawing``."""

    theme: str
    size: int
    flip: bool
    coordinates: str
    legal: bool | Set[str]
    highlight: bool
    sight: bool
    choices: Choices | None
    ending: Outcome | None
    say: Callable[[str], str]


def png(state: State, *, turn: Sequence[State] = (), **look: Unpack[Look]) -> bytes:
    """A picture of the board as a palette PNG; see ``drawing``."""
    return drawing(state, turn=turn, **look).png()


def drawing(
    state: State,
    *,
    theme: str = "wood",
    size: int = 900,
    flip: bool = False,
    coordinates: str = "edge",
    legal: bool | Set[str] = False,
    highlight: bool = True,
    sight: bool = False,
    choices: Choices | None = None,
    turn: Sequence[State] = (),
    ending: Outcome | None = None,
    say: Callable[[str], str] = str,
) -> Drawing:
    """A picture of the board, ``size`` px wide, that is composed and not drawn yet.

    ``theme`` is one of THEMES, ``coordinates`` one of COORDINATES. ``flip`` turns the board half round, ``legal``
    shows legal destinations (of a set of cells: those in it), ``sight`` sight lines, ``choices`` what can be pressed,
    ``highlight`` the last turn: all of it if ``turn`` gives the states from the turn's start on, else its last
    decision. ``ending`` tells how the players have ended what the rules have not, such as by resigning. ``say``
    translates the few words in the strip. Safe in threads. Raises ValueError for a way of coordinates that does not
    exist, and its ``png`` for such a theme.
    """
    if coordinates not in COORDINATES:
        raise ValueError(f"coordinates cannot be {coordinates!r}; they may be {', '.join(COORDINATES)}")
    shown = _scene(
        state,
        flip=flip,
        coordinates=coordinates,
        legal=legal,
        highlight=highlight,
        sight=sight,
        choices=choices,
        turn=turn,
        ending=ending,
        say=say,
    )
    return Drawing(shown, dressed(theme, state.game.seats), size)
