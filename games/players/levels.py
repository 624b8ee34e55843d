"""The levels of computer players, from beginners to those that think for seconds."""

from dataclasses import dataclass

from ..core import GameError, nearest
from ..core.errors import brief


@dataclass(frozen=True, slots=True)
class Level:
    """How a player of one level thinks. Every level takes a win in one turn.

    :param seconds: For a decision, at most.
    :param playouts: The most that it makes for a decision; None: as many as its time allows.
    :param width: How many decisions it searches, most of them near the last move; None: all.
    :param prefers: Whether it prefers decisions that look good before it searches them.
    :param careful: Whether it avoids every avoidable loss in one turn that it can see.
    :param uses_knowledge: Whether it uses all knowledge of the game.
    :param free: Whether it does all it can when it is given a time.
    :param proves: Whether it tries to solve the end of the match.
    """

    name: str
    seconds: float
    playouts: int | None = None
    width: int | None = None
    prefers: bool = True
    careful: bool = True
    uses_knowledge: bool = True
    free: bool = False
    proves: bool = False


LEVELS: dict[str, Level] = {
    level.name: level
    for level in (
        Level(
            "novice",
            0.4,
            playouts=4,
            width=3,
            prefers=False,
            careful=False,
            uses_knowledge=False,
        ),
        Level("casual", 0.7, playouts=24, width=8, uses_knowledge=False),
        Level("regular", 0.8, playouts=40),
        Level("club", 0.95, playouts=200),
        Level("strong", 2.5, playouts=3000, free=True),
        Level("master", 7.5, free=True, proves=True),
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
