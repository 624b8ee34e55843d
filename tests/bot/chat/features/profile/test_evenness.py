"""What makes two even, on their head-to-head card and on the leaderboard."""

from datetime import date

import pytest

from bot.chat.features.profile.evenness import closing_in
from bot.chat.language.i18n import Language
from bot.domain.handicaps.suggestion import MonthOfMatches
from bot.domain.matches import endings
from games.core import Handicap
from games.registry import GAMES
from tests.bot.chat.acting import rated, started
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import USER_MENU, parts, says, stored, words
from tests.bot.domain.matches.helpers import after_turns
from tests.bot.head_starts import games_with

BOB = 7


def month(number: int, handicap: Handicap | None, weaker_user: int = BOB) -> MonthOfMatches:
    return MonthOfMatches(date(2026, number, 1), handicap, weaker_user, 1, 1, 0)


@pytest.mark.parametrize(
    ("months", "line"),
    [
        ([], None),
        ([month(5, None)], None),
        ([month(5, Handicap("turns", 3)), month(6, Handicap("turns", 3))], None),
        (
            [month(5, Handicap("turns", 3)), month(8, Handicap("turns", 1))],
            "bob needed 3 extra turns in May, 1 extra turn now",
        ),
        (
            [month(4, None), month(5, Handicap("hints", 3)), month(9, None)],
            "bob needed 3 hints in May, no handicap now",
        ),
        ([month(5, Handicap("turns", 1)), month(6, Handicap("turns", 1), 8)], None),
        ([month(5, Handicap("turns", 1)), month(6, Handicap("turns", 2), 8)], None),
    ],
)
def test_how_one_has_closed_in_is_told_once_it_has_changed(
    months: list[MonthOfMatches], line: str | None
) -> None:
    t = Language()
    t.names = {BOB: "bob"}
    assert closing_in(t, months) == line


async def test_two_members_read_what_makes_them_even(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    for slug, game in games_with({}).items():
        monkeypatch.setitem(GAMES, slug, game)
    for _number in range(5):
        match = await started(club, "veloop-square", club.bob, side="first")
        await after_turns(club.services, match.id, 2)
        await club.services.matches.act(match.id, club.bob.id, endings.resign)
    profile = await club.alice.slash("profile", member=club.bob)
    says(await club.alice.click(profile, "Against me"), f"Even with 3 hints for <@{club.bob.id}>")
    await rated(club, club.alice, club.bob)
    board = await club.alice.slash("leaderboard", game="veloop-square")
    assert "Even with" not in words(board)
    (menu,) = parts(board, USER_MENU)
    answer = await club.alice.actor.select(
        stored(board), [club.bob.actor], custom_id=menu["custom_id"]
    )
    says(answer, f"Even with 3 hints for <@{club.bob.id}>")
