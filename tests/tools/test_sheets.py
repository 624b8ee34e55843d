"""Pictures for the project's pages: sheets of boards and cards of finished matches, of every game."""

import pytest

import games
from render import contact_sheet
from tests.render.conftest import opened, played
from tools.cards import end_card


def test_a_sheet_shows_up_to_thirty_boards() -> None:
    states = [played(game.slug)[5] for game in games.catalog()]
    for count in (1, 2, 4, 9, 14, 30):
        shown = [states[n % len(states)] for n in range(count)]
        assert opened(contact_sheet(shown, size=600, captions=["M1 · Ålesund 二人" * 9])).width == 600
    for count in (0, 31):
        with pytest.raises(ValueError, match="1 to 30 boards"):
            contact_sheet(states[:1] * count)


@pytest.mark.parametrize("slug", [game.slug for game in games.catalog()])
def test_a_card_is_made_of_every_finished_match(slug: str) -> None:
    state = played(slug)[-1]
    card = opened(end_card(state, names=("A name that is far too long for any card 😀", "山田太郎"), size=600))
    assert card.size == (600, 315)
