"""Games whose head starts are worth what the tests say."""

import pytest

from games.core import HandicapWorth
from games.registry import GAMES
from tests.bot.head_starts import games_with

WORTHS = {
    "veloop-square": (HandicapWorth(80, 20), HandicapWorth(160, 40), HandicapWorth(220, 60)),
    "snipsnip": (HandicapWorth(-90, 20), HandicapWorth(-170, 30), HandicapWorth(-250, 35)),
}
"""Of one turn, two, and three; in SnipSnip, stones hold their side back."""


@pytest.fixture(autouse=True)
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    for slug, game in games_with(WORTHS).items():
        monkeypatch.setitem(GAMES, slug, game)
