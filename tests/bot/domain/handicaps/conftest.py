"""Games whose head starts are worth what the tests say."""

import pytest

from games.core import Worth
from games.registry import GAMES
from tests.bot.head_starts import games_with

WORTHS = {
    "veloop-square": (Worth(80, 20), Worth(160, 40), Worth(220, 60)),
    "snipsnip": (Worth(-90, 20), Worth(-170, 30), Worth(-250, 35)),
}
"""Of one turn, two, and three; in SnipSnip, stones hold their side back."""


@pytest.fixture(autouse=True)
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    for slug, game in games_with(WORTHS).items():
        monkeypatch.setitem(GAMES, slug, game)
