"""What the seats of a game look like: the material of their pieces, and a mark that differs."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from PIL import ImageColor

from games.core import State

from .themes import bright, theme_of

COLOURLESS = ("dark", "light")
_TONES = {"black": "dark", "white": "light", "red": "red"}


class Side(NamedTuple):
    """A seat's look: ``tone`` names the material of its pieces in a theme, ``glyph`` the mark on them."""

    tone: str
    glyph: str


def side(state: State, seat: int) -> Side:
    """The look of a seat."""
    return sides(state.game.seats)[seat]


@cache
def sides(seats: tuple[str, str]) -> tuple[Side, Side]:
    """The looks of two seats by their names; no two have the same tone or glyph.

    A seat that is named after a colour has it. Others are dark or light, whichever differs from their opponent.
    """
    first, second = map(_named_after, seats)
    first = first or ("dark" if second is None else ink(second))
    second = second if second and second != first else ink(first)
    glyphs = ["ring" if bright(tone) else "glint" for tone in (first, second)]
    if glyphs[0] == glyphs[1]:
        glyphs[1] = "glint" if glyphs[0] == "ring" else "ring"
    return Side(first, glyphs[0]), Side(second, glyphs[1])


def ink(tone: str) -> str:
    """The role of what is written on a piece: the opposite of its brightness."""
    return "dark" if bright(tone) else "light"


def dressed(theme: str, *games: tuple[str, str]) -> str:
    """The name of a theme with the tones that the seats of some games need. Raises ValueError for an unknown theme."""
    worn = {side.tone for seats in games for side in sides(seats)}
    return theme if worn <= theme_of(theme).tones.keys() else "+".join((theme, *sorted(worn)))


def _named_after(name: str) -> str | None:
    """The tone that a seat's name stands for, as ``Red`` and ``Dark Blue`` do."""
    name = name.replace(" ", "").lower()
    try:
        ImageColor.getrgb(name)
    except ValueError:
        return None
    return _TONES.get(name, name)
