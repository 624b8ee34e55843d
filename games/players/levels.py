"""The levels of computer players, from one that searches near the last move to one that thinks for
seconds.
"""

from typing import NamedTuple

from ..core import GameError, nearest
from ..core.errors import brief


class Level(NamedTuple):
    """How a player of one level thinks.

    It makes at most ``playouts`` for a decision, within ``seconds`` on a slow machine; it searches
    ``width`` decisions, preferring those near the last move (None: all). Every level takes a win in
    one turn; a ``careful`` one avoids every avoidable loss in one that it can see. With ``sight``
    it uses all knowledge of the game; one that ``proves`` tries to solve the end of the match; a
    ``free`` one does all it can when it is given a time. One that ``slips`` decides, as often as a
    game says of its level, like a casual player, or at random if it has no ``sight``.
    """

    name: str
    seconds: float
    playouts: int | None = None
    width: int | None = None
    careful: bool = True
    slips: bool = True
    sight: bool = True
    free: bool = False
    proves: bool = False


LEVELS: dict[str, Level] = {
    level.name: level
    for level in (
        Level("novice", 0.4, playouts=4, width=3, careful=False, sight=False),
        Level("casual", 0.7, playouts=24, width=8, sight=False),
        Level("club", 0.95, playouts=200),
        Level("strong", 2.5, playouts=3000, free=True),
        Level("master", 7.5, playouts=24000, free=True, proves=True),
    )
}


class UnknownLevel(GameError):
    """There is no level of that name."""


def level_of(name: str) -> Level:
    """The level of that name. Raises UnknownLevel, naming the nearest."""
    try:
        return LEVELS[name]
    except KeyError:
        text = brief(name)
        raise UnknownLevel(
            "there’s no level “{name}”; did you mean {nearest}?",
            name=text,
            nearest=nearest(text, tuple(LEVELS)),
        ) from None
