"""What features register is whole: each press has one handler, each event one composer."""

from unittest.mock import AsyncMock

import pytest

from bot.chat.board.links import OpenMove
from bot.chat.discord.feature import Feature
from bot.chat.discord.press import PRESSES
from bot.chat.features import FEATURES
from bot.chat.registration import Misregistered, by_kind
from bot.domain.events import KINDS
from bot.domain.matches.events import TurnPlayed

HANDLERS = [(button.press, button) for feature in FEATURES for button in feature.buttons]
COMPOSERS = [(composer.event, composer) for feature in FEATURES for composer in feature.composers]


def test_each_press_has_a_handler_and_each_event_a_composer() -> None:
    assert by_kind(HANDLERS, PRESSES.values()).keys() == set(PRESSES.values())
    assert by_kind(COMPOSERS, KINDS.values()).keys() == set(KINDS.values())


def test_two_handlers_of_a_press_are_refused() -> None:
    another = Feature()
    another.on(OpenMove)(AsyncMock())
    with pytest.raises(Misregistered, match="OpenMove"):
        by_kind([*HANDLERS, *((button.press, button) for button in another.buttons)], PRESSES.values())


def test_a_press_that_nobody_handles_is_refused() -> None:
    with pytest.raises(Misregistered, match="OpenMove"):
        by_kind([handler for handler in HANDLERS if handler[0] is not OpenMove], PRESSES.values())


def test_two_composers_of_an_event_are_refused() -> None:
    another = Feature()
    another.composes(TurnPlayed)(AsyncMock())
    with pytest.raises(Misregistered, match="TurnPlayed"):
        by_kind([*COMPOSERS, *((composer.event, composer) for composer in another.composers)], KINDS.values())


def test_an_event_that_nobody_composes_is_refused() -> None:
    with pytest.raises(Misregistered, match="TurnPlayed"):
        by_kind([handler for handler in COMPOSERS if handler[0] is not TurnPlayed], KINDS.values())
