"""Whether the values of matches are steady: ``python -m tools.curves [SLUG …]``."""

import argparse
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import mean

import games
from games.core import Game, State
from games.players import LEVELS, ComputerPlayer
from games.players.analysis import analyse

UNVARIED = {"loops-n-leaps"}
"""Games whose players leave nothing but their first decisions to chance: here the first of all is
random.
"""
DECIDED = 0.8
"""From this value on a match counts as decided."""


@dataclass(frozen=True, slots=True)
class Steadiness:
    """How a match's value goes from turn to turn.

    :param turns_back: The share of steps that go another way than the one before.
    :param change: The mean change, from 0 to 2, while nothing is decided.
    :param steps: How many steps that rests on.
    """

    turns_back: float
    change: float
    steps: int

    @classmethod
    def of(cls, values: Sequence[float]) -> "Steadiness":
        """The steadiness of the values before the first turn and after each."""
        changes = [later - earlier for earlier, later in pairwise(values)]
        reversals = [one * other < 0 for one, other in pairwise(changes)]
        sizes = []
        for earlier, later in pairwise(values):
            if max(abs(earlier), abs(later)) < DECIDED:
                sizes.append(abs(later - earlier))
        return cls(
            turns_back=mean(reversals) if reversals else 0.0,
            change=mean(sizes) if sizes else 0.0,
            steps=len(sizes),
        )


def self_play(game: Game, turns: int, rng: random.Random) -> list[State]:
    """The states of a match of ``club`` at its best against itself, at most so many turns."""
    level = replace(LEVELS["club"], seconds=60.0)
    players = [ComputerPlayer(level, rng), ComputerPlayer(level, rng)]
    states = [game.start()]
    if game.slug in UNVARIED:
        states.append(states[-1].play(rng.choice(states[-1].legal_moves())))
    while states[-1].to_move is not None and states[-1].turn <= turns:
        state = states[-1]
        state = state.play(players[state.to_move or 0].think(state).move)
        states.append(state)
        for player in players:
            player.observe(state)
    return states


def main(arguments: Sequence[str] | None = None) -> int:
    """Play matches, analyse them, and print a row of a table for each."""
    parser = argparse.ArgumentParser(prog="python -m tools.curves", description=__doc__)
    parser.add_argument("slugs", nargs="*", metavar="SLUG", help="games (default: all)")
    parser.add_argument("--seconds", type=float, default=30.0, help="for an analysis")
    parser.add_argument("--turns", type=int, default=20, help="of a match")
    parser.add_argument("--matches", type=int, default=1, help="of each game")
    parser.add_argument("--seed", type=int, default=0, help="of the first match")
    options = parser.parse_args(arguments)
    slugs = options.slugs or [game.slug for game in games.catalog()]
    for slug in slugs:
        for seed in range(options.seed, options.seed + options.matches):
            rng = random.Random(f"{slug} {seed}")
            states = self_play(games.get(slug), options.turns, rng)
            values = analyse(states, options.seconds, rng).values()
            steady = Steadiness.of(values)
            print(
                f"| {slug} | {seed} | {steady.turns_back:.0%} | {steady.change:.3f} "
                f"| {' '.join(f'{value:+.2f}' for value in values)} |",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
