"""Random matches a second, for every default board, scaled to the reference machine."""

import random
import time

import pytest

import games

from .reference import slowness

pytestmark = pytest.mark.bench
SECONDS = 2.0
LUDII: dict[str, dict[str, float | None]] = {
    "veloop-square": {"8x8 double": 67.1, "12x12 double": 6.66},
    "veloop-hex": {"hex34 single": 955.9, "hex45 single": 260.0},
    "snipsnip": {
        "hex-2-4 group-misere diagonal": 3438.0,
        "hex-4-5 group-misere diagonal": 333.0,
        "hex-5-7 group-misere diagonal": 71.5,
        "hex-2-4 linked diagonal": 51.4,
    },
    "vigilance": {"square-4-adjacent on": 28.1, "hex-m on": 17.5},
    "loop": {"main draw": None},
    "loops-n-leaps": {"base8": None},
}
"""Random matches a second of Ludii 1.3.13 (Java) on the reference machine, one thread."""
CASES = [(game, variant) for game in games.catalog() for variant in LUDII.get(game.slug, ())]


@pytest.mark.parametrize(
    ("game", "variant"), CASES, ids=[f"{game.slug} {variant}" for game, variant in CASES]
)
def test_random_matches_a_second(game: games.Game, variant: str) -> None:
    names = [option.name for option in game.options]
    state = game.start(**dict(zip(names, variant.split(), strict=True)))
    rng = random.Random(7)
    slower = slowness()
    games.players.playout(state, rng)
    matches = 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < SECONDS:
        games.players.playout(state, rng)
        matches += 1
    rate = matches / (time.perf_counter() - begin) * slower
    ludii = LUDII[game.slug][variant]
    comparison = f" = {rate / ludii:.1f} times Ludii" if ludii else ""
    print(f"\n{game.slug} {variant}: {rate:,.0f} random matches a second{comparison}")
    assert matches
