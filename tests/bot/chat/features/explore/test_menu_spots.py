"""The spots in the menu of lines are read as they were written."""

import pytest

from bot.chat.features.explore.lines import MenuSpot
from bot.domain.explorations.tree import Spot


@pytest.mark.parametrize(
    ("spot", "text"),
    [
        (MenuSpot(Spot(0)), "0.0"),
        (MenuSpot(Spot(4, 7)), "4.7"),
        (MenuSpot(Spot(4, 7), 123), "4.7.123"),
    ],
)
def test_a_spot_is_read_as_it_was_written(spot: MenuSpot, text: str) -> None:
    assert str(spot) == text
    assert MenuSpot.parse(text) == spot


@pytest.mark.parametrize("option", ["", "note", "4", "4.x", "4.7.1.2", "-1.0"])
def test_other_options_are_no_spots(option: str) -> None:
    assert MenuSpot.parse(option) is None
