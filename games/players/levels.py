"""The levels of computer players, from one who looks about the last move to one who thinks for seconds."""

from __future__ import annotations

from typing import NamedTuple

from ..core import GameError, nearest


class Level(NamedTuple):
    """How a player of one level thinks.

    ``playouts`` are the most it makes for a decision, ``seconds`` the most it takes where a machine is too slow for
    them. ``width`` is to how many decisions it gives a thought, preferring those near the last move; None: to all.
    Everyone takes a win in one turn. Who is ``careful`` avoids every loss in one that can be avoided. One with
    ``sight`` knows what is to be known of the game. One that ``proves`` tries to work out the end of the match.
    Whoever is ``free`` does all it can when it is given a time.
    """

    name: str
    seconds: float
    playouts: int | None = None
    width: int | None = None
    careful: bool = True
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
        text = " ".join(name.split())[:40]
        raise UnknownLevel(
            "there’s no level “{name}”; did you mean {nearest}?", name=text, nearest=nearest(text, tuple(LEVELS))
        ) from None
