"""Handicaps on the page: chosen in the form, seen at the seat, and offered unasked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.domain.matches import endings
from tests.bot.chat.acting import started
from tests.bot.chat.conftest import Club
from tests.bot.domain.matches.helpers import after_turns, played
from tests.bot.web.conftest import Tab

Tabs = Callable[[], Tab]
GAME = "veloop-square"


async def challenged(club: Club, page: Tab, **terms: Any) -> None:
    """Alice challenges bob from the page, and he accepts."""
    usual_terms = {"game": GAME, "opponent": str(club.bob.id), "side": "random", "clock": ""}
    status, answer = await page.ask("challenge", {**usual_terms, **terms})
    assert status == 200, answer
    (challenge, *_others) = await club.services.challenges.concerning(club.bob.id, limit=5)
    await club.services.challenges.accept(challenge.id, club.bob.person)


async def test_a_head_start_is_chosen_in_the_form_and_told_at_the_board(
    club: Club, tab: Tabs
) -> None:
    page = tab()
    await page.enter(club.alice)
    await challenged(club, page, options={"handicap": "turns-2"})
    _, match = await page.ask("m/1")
    assert match["seats"][0]["me"], "the opponent has it where nobody says who"
    assert "White has already made 2 turns; Black moves first." in match["notes"]
    assert "2 extra turns for White" in match["terms"]
    assert "White has already made 2 turns" in match["said"]
    _, rules = await page.ask(f"rules/{GAME}?match=1")
    assert "White has already made 2 turns" in str(rules)
    status, refusal = await page.ask(
        "challenge",
        {
            "game": GAME,
            "opponent": str(club.bob.id),
            "side": "random",
            "clock": "",
            "options": {"board": "5x5", "handicap": "turns-2"},
        },
    )
    assert status != 200
    assert "no extra turns on this board" in refusal["error"]


async def test_the_form_offers_extra_turns_on_boards_that_have_them(club: Club, tab: Tabs) -> None:
    page = tab()
    await page.enter(club.alice)
    _, terms = await page.ask(f"terms/{GAME}")
    *_options, handicap = terms["options"]
    needs = {choice["value"]: choice.get("needs") for choice in handicap["choices"]}
    assert needs["none"] is needs["hints-3"] is None, "these always are"
    assert needs["turns-2"] == [
        {"board": "8x8", "turns": "double"},
        {"board": "12x12", "turns": "double"},
    ]


async def test_how_many_hints_are_left_stands_at_the_seat(club: Club, tab: Tabs) -> None:
    alice = tab()
    await alice.enter(club.alice)
    await challenged(club, alice, options={"handicap": "hints-3"})
    _, match = await alice.ask("m/1")
    assert [seat["hints"] for seat in match["seats"]] == ["", "3 hints left"]
    assert match["can"]["hint"] == "", "the hints are bob’s"
    await played(club.services, 1, 1)
    bob = tab()
    await bob.enter(club.bob)
    _, match = await bob.ask("m/1")
    assert match["can"]["hint"]


async def test_a_hint_that_was_given_is_shown_again_and_counts_once(club: Club, tab: Tabs) -> None:
    alice = tab()
    await alice.enter(club.alice)
    await challenged(club, alice, options={"handicap": "hints-3"})
    bob = tab()
    await bob.enter(club.bob)
    hints_left = []
    for _ in range(3):
        await played(club.services, 1, 1)
        _, match = await bob.ask("m/1")
        _, first = await bob.press(match["can"]["hint"])
        _, second = await bob.press(match["can"]["hint"])
        assert first["title"] == second["title"]
        assert first["blocks"] == second["blocks"]
        _, match = await bob.ask("m/1")
        hints_left.append(match["seats"][1]["hints"])
        assert match["can"]["hint"], "it may be looked at again"
        assert match["can"]["hint_again"]
        await played(club.services, 1, 1)
    assert hints_left == ["2 hints left", "1 hint left", "0 hints left"]
    await played(club.services, 1, 1)
    _, match = await bob.ask("m/1")
    assert match["can"]["hint"] == ""


async def all_won(club: Club, page: Tab) -> dict[str, Any]:
    """What alice, who has won five matches against bob, is asked above the board of the last."""
    club.quiet()
    await page.enter(club.alice)
    for _number in range(5):
        match = await started(club, GAME, club.bob, side="first")
        await after_turns(club.services, match.id, 2)
        await club.services.matches.act(match.id, club.bob.id, endings.resign)
    (request,) = await even_requests(page)
    return request


async def even_requests(page: Tab) -> list[dict[str, Any]]:
    """What is asked about playing even above the board of the fifth match."""
    _, match = await page.ask("m/5")
    return [request for request in match["requests"] if request["kind"] == "even"]


@pytest.mark.slow
async def test_what_makes_two_even_is_not_asked_again_after_no(club: Club, tab: Tabs) -> None:
    page = tab()
    request = await all_won(club, page)
    status, _ = await page.ask("act", {"press": request["actions"][1]["press"]})
    assert status == 200
    assert not await even_requests(page)


async def test_what_makes_two_even_is_offered_above_the_board_and_at_home(
    club: Club, tab: Tabs
) -> None:
    page = tab()
    request = await all_won(club, page)
    assert request["text"].startswith("Even with ")
    assert "for bob" in request["text"]
    assert [action["label"] for action in request["actions"]] == ["Play it even", "Not now"]

    stranger = tab()
    await stranger.enter(club.carol)
    assert not await even_requests(stranger)

    status, _ = await page.ask("act", {"press": request["actions"][0]["press"]})
    assert status == 200
    (challenge,) = await club.services.challenges.concerning(club.bob.id, limit=5)
    assert challenge.rematch_of is not None
    assert not await even_requests(page)
    bob = tab()
    await bob.enter(club.bob)
    _, home = await bob.ask("home")
    assert "bob: " in home["challenges"][0]["fair"]
