"""Games whose head starts are worth what the tests say."""

from dataclasses import replace

import pytest

from games.core import Worth
from games.registry import GAMES

WORTHS = {
    "veloop-square": (Worth(80, 20), Worth(160, 40), Worth(220, 60)),
    "snipsnip": (Worth(-90, 20), Worth(-170, 30), Worth(-250, 35)),
}
"""Of one turn, two, and three; in SnipSnip, stones hold their side back."""


@pytest.fixture(autouse=True)
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    for slug, worths in WORTHS.items():
        game = GAMES[slug]
        starts = []
        for variant, head_start in game.head_starts:
            starts.append((variant, replace(head_start, worths=worths)))
        monkeypatch.setitem(GAMES, slug, replace(game, head_starts=tuple(starts)))
    loop = GAMES["loop"]
    unmeasured = [(variant, replace(start, worths=())) for variant, start in loop.head_starts]
    monkeypatch.setitem(GAMES, "loop", replace(loop, head_starts=tuple(unmeasured)))
