"""The spots in the menu of lines are read as they were written."""

import pytest

from bot.chat.features.explore.lines import MenuSpot
from bot.domain.explorations.tree import Spot


@pytest.mark.parametrize(
    ("spot", "written"),
    [
        (MenuSpot(Spot(0)), "0.0"),
        (MenuSpot(Spot(4, 7)), "4.7"),
        (MenuSpot(Spot(4, 7), 123), "4.7.123"),
    ],
)
def test_a_spot_is_read_as_it_was_written(spot: MenuSpot, written: str) -> None:
    assert str(spot) == written
    assert MenuSpot.parse(written) == spot


@pytest.mark.parametrize("chosen", ["", "note", "4", "4.x", "4.7.1.2", "-1.0"])
def test_other_options_are_no_spots(chosen: str) -> None:
    assert MenuSpot.parse(chosen) is None
