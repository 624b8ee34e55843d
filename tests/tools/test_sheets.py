"""Sheets of boards, of every game."""

import pytest

import games
from render import contact_sheet
from tests.render.conftest import opened, played


def test_a_sheet_shows_up_to_thirty_boards() -> None:
    states = [played(game.slug)[5] for game in games.catalog()]
    for count in (1, 2, 4, 9, 14, 30):
        shown = [states[n % len(states)] for n in range(count)]
        assert opened(contact_sheet(shown, size=600, captions=["M1 · Ålesund 二人" * 9])).width == 600
    for count in (0, 31):
        with pytest.raises(ValueError, match="1 to 30 boards"):
            contact_sheet(states[:1] * count)
