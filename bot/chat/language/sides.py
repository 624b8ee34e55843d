"""How the two sides of a match look in texts and on cards, whatever their seats are called: a sign
and a colour.
"""

from colorsys import rgb_to_hsv
from functools import cache
from typing import NamedTuple

from render.themes import Colour, sides, theme_of, with_seat_tones

_CIRCLES = "🔴🟠🟡🟢🔵🟣🟤⚫⚪"
_SQUARES = "🟥🟧🟨🟩🟦🟪🟫⬛⬜"
_HUES = (0, 30, 52, 110, 215, 285)  # of the first circles, in degrees
_BROWN = 6
_BLACK = 7
_WHITE = 8


class _Sign(NamedTuple):
    """A colour as Discord takes it, and the place of the circle that is most like it."""

    place: int
    colour: int


_USUAL = {
    "dark": _Sign(_BLACK, 0x17181A),
    "light": _Sign(_WHITE, 0xF4F1E8),
    "red": _Sign(0, 0xC8423A),
}


class SideLook(NamedTuple):
    """The sign of a side, and the colour of its cards as Discord takes it."""

    mark: str
    colour: int


@cache
def looks(seats: tuple[str, str]) -> tuple[SideLook, SideLook]:
    """How two seats look by their names, in the colours of their pieces; no two have the same
    mark.
    """
    tones = theme_of(with_seat_tones("wood", seats)).tones
    first, second = [
        _USUAL.get(side.tone) or _sign_of(tones[side.tone].face) for side in sides(seats)
    ]
    second_signs = _SQUARES if first.place == second.place else _CIRCLES
    return (
        SideLook(_CIRCLES[first.place], first.colour),
        SideLook(second_signs[second.place], second.colour),
    )


def _sign_of(face: Colour) -> _Sign:
    red, green, blue = face
    return _Sign(_nearest(face), red << 16 | green << 8 | blue)


def _nearest(face: Colour) -> int:
    """The place of the circle whose colour is the most like ``face``."""
    hue, saturation, value = rgb_to_hsv(*(part / 255 for part in face))
    if saturation < 0.2 or value < 0.2:
        return _WHITE if value > 0.6 else _BLACK
    degrees = hue * 360

    def distance(circle: int) -> float:
        difference = abs(_HUES[circle] - degrees)
        return min(difference, 360 - difference)

    nearest = min(range(len(_HUES)), key=distance)
    if nearest < 2 and value < 0.65 and degrees < 60:
        return _BROWN
    return nearest
