"""What a variant means for the sides: how many matches among equals the first and the second side
win.
"""

import os
import random
import time

import pytest

import games
from bot.domain import variants

from .bench_players import at_share, winner

pytestmark = [pytest.mark.bench, pytest.mark.slow]
MATCHES = int(os.environ.get("SIDES_MATCHES", "4"))
LEVEL = os.environ.get("SIDES_LEVEL", "club")
SHARE = float(os.environ.get("SIDES_SHARE", "1"))
"""Of the playouts of ``LEVEL``, for both."""
CHOICES = {
    "veloop-square": (
        "5x5",
        "5x5 single",
        "8x8",
        "8x8 single",
        "12x12",
        "12x12 single",
    ),
    "veloop-hex": ("hex4", "hex4 double", "hex45", "hex45 double"),
    "snipsnip": ("hex-5", "hex-5 group", "hex-4-5", "hex-4-5 group"),
    "vigilance": ("hex-xs", "hex-xs off", "square-4-adjacent", "square-4-adjacent off"),
    "loop": ("mini", "main", "hex37"),
    "loops-n-leaps": ("base4", "base6", "base8"),
}
"""The choices that stand beside the defaults of their game."""
VARIANTS = [(slug, choices) for slug, several in CHOICES.items() for choices in several]


@pytest.mark.timeout(0)
@pytest.mark.parametrize(("slug", "choices"), VARIANTS, ids=map(" ".join, VARIANTS))
def test_sides_among_equals(slug: str, choices: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "perf_counter", time.thread_time)
    game = games.get(slug)
    options = variants.parse(game, choices)
    variant = " ".join(options.values())
    winners = []
    for number in range(MATCHES):
        rng = random.Random(f"{slug} {variant} {number}")
        state = game.start(**options)
        players = [at_share(LEVEL, SHARE, rng), at_share(LEVEL, SHARE, rng)]
        winners.append(winner(state, players))
    first = winners.count(0)
    second = winners.count(1)
    draws = winners.count(None)
    print(f"\n| {slug} | `{variant}` | {first} | {second} | {draws} | {MATCHES} |", flush=True)
    assert len(winners) == MATCHES
