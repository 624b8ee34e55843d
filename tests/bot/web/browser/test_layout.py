"""What can be done is in sight, in every window."""

from __future__ import annotations

import random
from functools import partial

import pytest

from bot.domain.matches import agreements, endings
from tests.bot.chat.conftest import Club
from tests.bot.domain.matches.helpers import played

from .conftest import PageOpener
from .hand import DESK, LYING, PHONE, Size

IS_IN_SIGHT = """() => {
  const turn = document.querySelector(".move-list [aria-current]").getBoundingClientRect();
  const list = document.querySelector(".move-list").getBoundingClientRect();
  return turn.top >= list.top && turn.bottom <= list.bottom;
}"""
"""Whether the turn that is shown is seen in the list."""

ENDLESS = """() => document.getAnimations()
  .filter((one) => one.effect.getTiming().iterations === Infinity)
  .map((one) => one.animationName)"""
"""What moves without end."""

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


def lies_in(box: dict[str, float], frame: dict[str, float]) -> bool:
    """Whether a box is wholly inside another."""
    is_beside = box["x"] < frame["x"] or box["y"] < frame["y"]
    is_beyond = box["x"] + box["width"] > frame["x"] + frame["width"]
    is_below = box["y"] + box["height"] > frame["y"] + frame["height"]
    return not (is_beside or is_beyond or is_below)


async def test_a_desk_has_nothing_to_scroll_to(club: Club, open_page: PageOpener) -> None:
    hand = await open_page(club.alice, await club.match(), pointer="mouse")
    height = await hand.page.evaluate("document.documentElement.scrollHeight")
    assert height == DESK.height


@pytest.mark.parametrize("size", [PHONE, LYING, DESK], ids=["phone", "lying", "desk"])
async def test_no_link_of_home_is_beside_the_window(
    club: Club, open_page: PageOpener, size: Size
) -> None:
    hand = await open_page(club.alice, size=size)
    links = hand.page.locator(".home-menu > *")
    count = await links.count()
    assert count >= 6
    for number in range(count):
        box = await links.nth(number).bounding_box()
        assert lies_in(box, {"x": 0, "y": 0, **size._asdict()})


async def test_the_vote_of_a_team_is_beside_its_board(club: Club, open_page: PageOpener) -> None:
    await club.alice.slash("team start", game="loop", variant="small", against="novice")
    hand = await open_page(club.alice, 1)
    await hand.page.get_by_text("Team 1 votes on the next turn.").first.wait_for()
    await hand.push("Team")
    await hand.page.get_by_text("No lines yet.").first.wait_for()
    assert hand.errors == []


@pytest.mark.parametrize("size", [PHONE, LYING, DESK], ids=["phone", "lying", "desk"])
@pytest.mark.parametrize("turns", [9, 60], ids=["running", "over"])
async def test_what_leads_through_the_turns_does_not_move(
    club: Club, open_page: PageOpener, size: Size, turns: int
) -> None:
    if turns == 60:
        await club.match("hex-2-3", "snipsnip")
    else:
        await club.match("8x8", clock="3d")
    await played(club.services, 1, turns, 5)
    hand = await open_page(club.alice, 1, pointer="mouse", size=size)
    back = hand.button("One turn back")
    await back.click(trial=True)  # it may have to be scrolled to
    places = list[float]()
    for _ in range(4):
        places.append((await back.bounding_box())["y"])
        position = await hand.position()
        await back.click()
        await hand.wait_for_change(position)
    assert places == pytest.approx([places[0]] * len(places), abs=0.5)


async def test_a_seat_says_when_its_time_is_over(club: Club, open_page: PageOpener) -> None:
    await club.match("8x8", clock="3d")
    hand = await open_page(club.alice, 1)
    match = await club.services.matches.get(1)
    clock = hand.page.get_by_role("timer")
    assert await clock.text_content() == "2 d 23 h"
    seat = await hand.page.locator(".seat:has([role=timer])").text_content()
    assert match.due is not None
    assert f"{match.due:%a}" in seat


async def test_nothing_moves_for_who_wants_no_motion(club: Club, open_page: PageOpener) -> None:
    await club.match("8x8, double turns")
    await played(club.services, 1, 6)
    hand = await open_page(club.alice, 1)
    await hand.page.route("**/api/m/1/choose", lambda route: None)  # it stays on its way
    await hand.press((await hand.cells_that("can be used"))[0])
    await hand.press((await hand.cells_that("can be played"))[0])
    await hand.page.locator(".sending").wait_for(state="attached")
    names = await hand.page.evaluate(ENDLESS)
    assert names == []


async def test_the_turn_that_is_shown_stays_in_sight_when_a_phone_is_turned(
    club: Club, open_page: PageOpener
) -> None:
    match = await club.match("5x5, single turns")
    await played(club.services, match, 24)
    hand = await open_page(club.alice, match, pointer="mouse")
    current = hand.page.locator(".move-list [aria-current]")
    await current.wait_for()
    await hand.page.set_viewport_size(PHONE._asdict())
    await hand.page.wait_for_function(IS_IN_SIGHT)


async def test_an_analysis_is_read_on_a_phone_and_shared_at_a_turn(
    club: Club, open_page: PageOpener
) -> None:
    match = await club.match("hex-2-3", "snipsnip")
    await played(club.services, match, 60, 5)
    club.services.pace = 0.3  # enough to find the turning points
    hand = await open_page(club.alice, match)
    await hand.push("Analyse")
    await hand.page.locator(".analysis").wait_for(timeout=60_000)
    points = hand.page.locator(".points button")
    await points.last.tap()
    choice = await hand.button("better").bounding_box()
    ways = await hand.page.locator(".ways").bounding_box()
    assert choice["y"] + choice["height"] <= ways["y"], "the better turn is hidden"
    dots = hand.page.locator(".turning-point")
    graph = await hand.page.locator(".chance-graph").bounding_box()
    for number in range(await dots.count()):
        dot = await dots.nth(number).bounding_box()
        assert lies_in(dot, graph)
    turn = await hand.page.locator(".step-now").inner_text()
    await hand.push("Try moves from here")
    await hand.page.locator(".think").wait_for()
    await hand.page.go_back()
    await hand.page.locator(".analysis").wait_for()
    assert await hand.page.locator(".step-now").inner_text() == turn
    number, _, _ = turn.partition(".")
    assert hand.page.url.endswith(f"#/m/{match}/analysis/{number}")
    assert hand.errors == []


async def test_the_way_out_of_a_pause_stands_where_a_turn_is_played(
    club: Club, open_page: PageOpener
) -> None:
    match = await club.match("5x5, single turns", clock="2d")
    await played(club.services, match, 2)
    for member in (club.alice, club.bob):
        await club.services.matches.act(match, member.id, agreements.ask_pause)
    hand_to_move = await open_page(club.alice, match)
    await hand_to_move.button("Resume").wait_for()
    hand = await open_page(club.bob, match)
    assert await hand.page.locator("button.play").count() == 0
    assert await hand.page.get_by_role("button", name="Hint").count() == 0
    await hand.push("Ask to resume")
    await hand.page.get_by_text("You asked alice to resume").first.wait_for()
    await hand_to_move.push("Accept")
    await hand_to_move.page.locator("button.play").wait_for()
    await hand.page.locator("button.play").wait_for()


async def test_times_are_told_as_the_reader_writes_them(club: Club, open_page: PageOpener) -> None:
    match = await club.match("5x5, single turns")
    await played(club.services, match, 4)
    shelve = partial(endings.ended, winner=None, reason="adjourned", actor=None)
    await club.services.matches.do(match, shelve)
    hand = await open_page(club.alice, match)
    outcome = await hand.page.locator(".outcome").inner_text()
    assert "No move since " in outcome
    assert "<t:" not in outcome
    await hand.push("Ask to resume")
    await hand.page.get_by_text("You asked bob to resume").first.wait_for()
    await hand.page.get_by_role("button", name="Ask to resume").wait_for(state="detached")


async def test_a_menu_of_what_is_done_once_is_ready_again(
    club: Club, open_page: PageOpener
) -> None:
    hand = await open_page(club.alice)
    await open_page(club.alice)  # another browser
    await hand.page.get_by_role("link", name="All settings").tap()
    menu = hand.page.locator("select.card-menu").filter(has_text="Sign out of")
    await menu.wait_for()
    all_options = await hand.page.locator("select.card-menu option").count()
    await menu.select_option(index=await menu.locator("option").count() - 1)
    await hand.page.wait_for_function(
        "count => document.querySelectorAll('select.card-menu option').length < count",
        arg=all_options,
    )
    assert await menu.input_value() == ""


async def test_the_board_stays_under_the_finger_when_a_turn_comes_in(
    club: Club, open_page: PageOpener
) -> None:
    match = await club.match("5x5, double turns")
    played_match = await played(club.services, match, 9, 7)
    mover = club.alice if played_match.mover == club.alice.id else club.bob
    hand = await open_page(mover, match)
    rng = random.Random(3)
    while not await hand.page.locator("button.play").is_enabled():
        position = await hand.position()
        await hand.decide(rng)
        await hand.wait_for_change(position)
    await hand.page.evaluate("scrollTo(0, 1000)")
    position = await hand.position()
    await hand.page.locator("button.play").dispatch_event("click")
    await hand.wait_for_change(position)
    await hand.page.wait_for_timeout(700)
    scrolled = await hand.page.evaluate("scrollY")
    assert scrolled > 0
    position = await hand.position()
    await played(club.services, match, 1, 2)
    await hand.wait_for_change(position)
    await hand.page.wait_for_timeout(300)
    assert await hand.page.evaluate("scrollY") == scrolled
