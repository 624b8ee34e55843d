"""What features register is whole: each press has one handler, each event one composer."""

from __future__ import annotations

from unittest.mock import AsyncMock

import pytest

from bot.chat.board.links import OpenMove
from bot.chat.discord.delivery.notices import Uncomposed, by_event
from bot.chat.discord.feature import Feature
from bot.chat.discord.press import PRESSES
from bot.chat.features import FEATURES
from bot.chat.registration import DoubledButton, by_press
from bot.domain.events import KINDS
from bot.domain.matches.events import TurnPlayed

COMPOSERS = [composer for feature in FEATURES for composer in feature.composers]


def test_each_press_has_a_handler_and_each_event_a_composer() -> None:
    assert by_press(FEATURES).keys() == set(PRESSES.values())
    assert by_event(COMPOSERS).keys() == set(KINDS.values())


def test_two_handlers_of_a_press_are_refused() -> None:
    another = Feature()
    another.on(OpenMove)(AsyncMock())
    with pytest.raises(DoubledButton, match="OpenMove"):
        by_press((*FEATURES, another))


def test_a_press_that_nobody_handles_is_refused() -> None:
    play = next(feature for feature in FEATURES if any(button.press is OpenMove for button in feature.buttons))
    with pytest.raises(DoubledButton, match="OpenMove"):
        by_press([feature for feature in FEATURES if feature is not play])


def test_two_composers_of_an_event_are_refused() -> None:
    another = Feature()
    another.composes(TurnPlayed)(AsyncMock())
    with pytest.raises(Uncomposed, match="TurnPlayed"):
        by_event([*COMPOSERS, *another.composers])


def test_an_event_that_nobody_composes_is_refused() -> None:
    with pytest.raises(Uncomposed, match="TurnPlayed"):
        by_event([composer for composer in COMPOSERS if composer.event is not TurnPlayed])
