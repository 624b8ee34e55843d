"""States from the last part of random matches, to try players and proofs on."""

import random
from collections.abc import Iterator

import games


def positions(
    slug: str, options: dict[str, str], rng: random.Random, last: int
) -> Iterator[games.State]:
    """For ever: states from random matches, up to ``last`` decisions before their end, with a
    choice in them.
    """
    while True:
        states = [games.get(slug).start(**options)]
        while states[-1].to_move is not None and len(states) <= 600:
            position = states[-1].position()
            move = position.move(position.random_code(rng.random))
            states.append(states[-1].play(move))
        place = len(states) - 1 - rng.randint(1, last)
        state = states[max(0, place)]
        if len(state.legal_moves()) > 1:
            yield state


def random_move(state: games.State, rng: random.Random) -> games.State:
    """The state after any legal decision."""
    return state.play(rng.choice(state.legal_moves()))
