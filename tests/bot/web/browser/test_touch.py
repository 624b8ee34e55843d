"""Fingers on the board: the loupe, two fingers, and what keys and screen readers find."""

from __future__ import annotations

import asyncio
import math
from typing import Any

import pytest

from tests.bot.chat.conftest import Club

from .conftest import PageOpener
from .hand import Hand

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

CELL_WIDTH = "document.querySelector('.cell').getBoundingClientRect().width"
BOXES = "all => all.map(one => [one.dataset.cell, one.getBoundingClientRect()])"


async def test_a_resting_finger_gets_a_loupe_and_two_enlarge_a_board_whose_cells_are_small(
    club: Club, open_page: PageOpener
) -> None:
    await club.match("base10", "loops-n-leaps")
    hand = await open_page(club.alice, 1)
    page = hand.page
    width = await page.evaluate(CELL_WIDTH)
    assert width < 22
    box = await page.locator(".board-drawing").bounding_box()
    x = box["x"] + box["width"] / 2
    y = box["y"] + box["height"] / 2
    session = await page.context.new_cdp_session(page)

    async def touch(kind: str, *points: dict[str, float]) -> None:
        await session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [*points]})

    def two(gap: float) -> list[dict[str, float]]:
        return [{"x": x - gap, "y": y, "id": 0}, {"x": x + gap, "y": y, "id": 1}]

    await touch("touchStart", {"x": x, "y": y})
    await page.locator(".board-loupe").wait_for()
    await touch("touchCancel")
    await page.locator(".board-loupe").wait_for(state="hidden")

    await touch("touchStart", *two(30))
    for gap in range(30, 100, 10):
        await touch("touchMove", *two(gap))
    await touch("touchEnd")
    assert await page.evaluate(CELL_WIDTH) >= 2.5 * width

    cells = await page.locator(".cell[aria-disabled=false]").evaluate_all(BOXES)
    places = {
        cell: (area["x"] + area["width"] / 2, area["y"] + area["height"] / 2)
        for cell, area in cells
    }
    nearest = min(places, key=lambda cell: math.dist(places[cell], (x, y)))
    await page.touchscreen.tap(*places[nearest])
    await hand.button("Undo", exact=False).wait_for()
    match = await club.services.matches.get(1)
    assert match.draft.decisions == (nearest,)

    await hand.push("Whole board")
    assert await page.evaluate(CELL_WIDTH) == pytest.approx(width, rel=0.02)
    assert hand.errors == []


class Gate:
    """Holds requests back until it is opened."""

    def __init__(self) -> None:
        self.opened = asyncio.Event()
        self.reached = asyncio.Event()

    async def pass_on(self, route: Any) -> None:
        self.reached.set()
        await self.opened.wait()
        await route.continue_()


async def drafted(hand: Hand, club: Club, count: int) -> tuple[str, ...]:
    """The decisions of the turn that is made in the first match, once there are so many."""
    await hand.page.wait_for_function(
        "count => document.querySelector('.table').dataset.position.split('+').length >= count",
        arg=count,
    )
    match = await club.services.matches.get(1)
    return tuple(match.draft.decisions)


@pytest.mark.parametrize("pointer", ["touch", "mouse"])
async def test_a_tap_before_the_board_listens_to_fingers_is_done_once_it_does(
    club: Club, open_page: PageOpener, pointer: str
) -> None:
    await club.match("hex-4-5", "snipsnip")
    hand = await open_page(club.alice, pointer=pointer)
    gate = Gate()
    await hand.page.route("**/board/pointer.js", gate.pass_on)
    await hand.page.evaluate("location.hash = '#/m/1'")
    await hand.page.locator(".cell[aria-disabled=false]").first.wait_for()
    await gate.reached.wait()
    cell = (await hand.cells_that("can be played"))[20]
    await hand.press(cell)
    await hand.press(cell)  # an impatient finger's
    gate.opened.set()
    await hand.button("Undo", exact=False).wait_for()
    assert await drafted(hand, club, 1) == (cell,)
    assert hand.errors == []


async def test_a_finger_that_is_down_when_the_board_begins_to_listen_is_heard(
    club: Club, open_page: PageOpener
) -> None:
    await club.match("hex-4-5", "snipsnip")
    hand = await open_page(club.alice)
    gate = Gate()
    await hand.page.route("**/board/pointer.js", gate.pass_on)
    await hand.page.evaluate("location.hash = '#/m/1'")
    await hand.page.locator(".cell[aria-disabled=false]").first.wait_for()
    cell = (await hand.cells_that("can be played"))[20]
    box = await hand.page.locator(f'[data-cell="{cell}"]').bounding_box()
    place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session = await hand.page.context.new_cdp_session(hand.page)
    await session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})
    gate.opened.set()
    await hand.page.locator(".board-loupe").wait_for(state="attached")
    await session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    await hand.button("Undo", exact=False).wait_for()
    assert await drafted(hand, club, 1) == (cell,)
    assert hand.errors == []


async def test_taps_while_a_decision_is_on_its_way_are_done_after_it(
    club: Club, open_page: PageOpener
) -> None:
    await club.match("", "vigilance")
    hand = await open_page(club.alice, 1)
    gate = Gate()
    await hand.page.route("**/api/m/1/choose", gate.pass_on)
    await hand.press("h2")
    await gate.reached.wait()
    for cell in ("h2", "h2", "c3", "d3"):
        await hand.press(cell)
    gate.opened.set()
    assert await drafted(hand, club, 3) == ("h2", "c3", "d3")
    assert hand.errors == []


async def test_a_tap_is_not_done_in_another_position_than_it_was_meant_for(
    club: Club, open_page: PageOpener
) -> None:
    await club.match("", "vigilance")
    hand = await open_page(club.alice, 1)
    other = await open_page(club.alice, 1)
    gate = Gate()
    await hand.page.route("**/api/m/1/choose", gate.pass_on)
    await hand.press("h2")
    await gate.reached.wait()
    await hand.press("c3")
    await other.press("e2")
    await other.button("Undo", exact=False).wait_for()
    gate.opened.set()
    position = await other.position()
    await hand.page.wait_for_function(
        "now => document.querySelector('.table').dataset.position === now", arg=position
    )
    await hand.page.wait_for_timeout(500)
    match = await club.services.matches.get(1)
    assert match.draft.decisions == ("e2",)
    assert hand.errors == []


async def test_one_tab_reaches_the_board_and_the_next_leaves_it(
    club: Club, open_page: PageOpener
) -> None:
    await club.match("hex3", "veloop-hex")
    hand = await open_page(club.alice, 1, pointer="keys")
    await hand.page.locator(".cell").first.wait_for()
    for _ in range(8):
        await hand.page.keyboard.press("Tab")
        if await hand.page.evaluate("document.activeElement.classList.contains('cell')"):
            break
    else:
        raise AssertionError("Tab does not lead to the board")
    await hand.page.keyboard.press("Tab")
    assert not await hand.page.evaluate("document.activeElement.classList.contains('cell')")


async def test_up_on_hexagons_goes_to_a_neighbour_and_down_comes_back(
    club: Club, open_page: PageOpener
) -> None:
    await club.match("hex3", "veloop-hex")
    hand = await open_page(club.alice, 1, pointer="keys")
    focused = "document.activeElement.dataset.cell"
    await hand.walk("c3")
    await hand.page.keyboard.press("ArrowUp")
    neighbour = await hand.page.evaluate(focused)
    assert neighbour in ("c4", "d4", "b4")
    await hand.page.keyboard.press("ArrowDown")
    assert await hand.page.evaluate(focused) == "c3"
