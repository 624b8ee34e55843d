"""What a match's page says beside the board: its tournament, and an opponent who has left."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from email.utils import parsedate_to_datetime
from functools import partial

from bot.domain.matches import agreements, endings
from tests.bot.chat.conftest import Club
from tests.bot.chat.features.tournaments.test_tournaments import joined
from tests.bot.domain.matches.helpers import played
from tests.bot.web.conftest import Tab

Tabs = Callable[[], Tab]


async def test_a_match_names_its_tournament_and_leads_to_it(club: Club, tab: Tabs) -> None:
    await joined(club, "round-robin", club.alice, club.bob, club.carol)
    page = tab()
    await page.enter(club.alice)
    _, match = await page.ask("m/1")
    tournament = await club.services.tournaments.get(1)
    assert match["tournament"]["label"] == f"T1 · {tournament.title}"
    _, card = await page.press(match["tournament"]["press"], **{"as": "card"})
    assert tournament.title in card["title"]


async def test_a_match_of_no_tournament_names_none(club: Club, tab: Tabs) -> None:
    await club.begun()
    page = tab()
    await page.enter(club.alice)
    _, match = await page.ask("m/1")
    assert match["tournament"] is None


async def test_a_match_says_that_the_opponent_has_left(club: Club, tab: Tabs) -> None:
    await club.begun()
    page = tab()
    await page.enter(club.alice)
    leave = partial(endings.presence, user=club.bob.id, absent=True)
    await club.services.matches.do(1, leave)
    _, match = await page.ask("m/1")
    notes = "\n".join(match["notes"])
    assert "bob has left the server." in notes
    assert "You can end the match from <t:" in notes
    watcher = tab()
    await watcher.enter(club.carol)
    _, match = await watcher.ask("m/1")
    notes = "\n".join(match["notes"])
    assert "bob has left the server." in notes
    assert "You can end" not in notes


async def test_who_asked_reads_that_it_was_declined_until_the_turn_is_over(
    club: Club, tab: Tabs
) -> None:
    await club.begun("6x6, single turns")
    page = tab()
    await page.enter(club.alice)
    await club.services.matches.do(1, partial(agreements.offer_draw, user=club.alice.id))
    decline = partial(agreements.answer, "draw", user=club.bob.id, yes=False)
    await club.services.matches.do(1, decline)
    _, match = await page.ask("m/1")
    assert "bob declined the draw in M1." in match["notes"]
    await played(club.services, 1, 1)
    _, match = await page.ask("m/1")
    assert "bob declined the draw in M1." not in match["notes"]


async def test_an_answer_tells_the_time_by_the_bots_own_clock(club: Club, tab: Tabs) -> None:
    page = tab()
    club.env.backend.advance_clock(timedelta(hours=1).total_seconds())
    await page.enter(club.alice)
    answer_time = parsedate_to_datetime(page.headers["Date"])
    assert abs(answer_time - club.services.now()) < timedelta(minutes=1)
