"""Who can play without a person: so far, chance."""

from __future__ import annotations

import random

from ..core import Outcome, State


def playout(state: State, rng: random.Random) -> Outcome:
    """Play uniformly random decisions to the end of the match, and tell how it ended (without its cells)."""
    position = state.position()
    draw, play, chance = position.draw, position.play, rng.random
    while position.reason is None:
        play(draw(chance))
    return Outcome(position.winner, position.reason)
