"""Computer players, from random playouts to searches that prove their wins, and their uses."""

import random

from ..core import Move, Outcome, State
from .levels import LEVELS, Level, UnknownLevel, level_of
from .player import ComputerPlayer, Thought


def playout(state: State, rng: random.Random) -> Outcome:
    """Play uniformly random decisions to the end of the match.

    Gives how it ended, without the cells.
    """
    position = state.position()
    draw = position.random_code
    play = position.play
    chance = rng.random
    while position.reason is None:
        play(draw(chance))
    return Outcome(position.winner, position.reason)


def choose(
    state: State,
    level: str = "club",
    seconds: float | None = None,
    rng: random.Random | None = None,
) -> Move:
    """The decision of a level in a state that is not over, within its time or ``seconds``.

    Raises UnknownLevel.
    """
    return ComputerPlayer(level, rng).think(state, seconds).move
