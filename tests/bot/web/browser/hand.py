"""A member at a page, who does what somebody does who sees or hears it."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

CELLS = "all => all.map(one => [one.dataset.cell, one.getAttribute('aria-label')])"
PLACES = "all => all.map(one => [one.dataset.cell, [one.cx.baseVal.value, one.cy.baseVal.value]])"
FOCUSED_CELL = "document.activeElement.dataset.cell || ''"
MOST_STEPS = 80  # of the keyboard on the way to something
MOST_DECISIONS = 30  # of a turn


class Size(NamedTuple):
    """The size of a window, in pixels of the page."""

    width: int
    height: int


PHONE = Size(390, 844)
LYING = Size(844, 390)
DESK = Size(1280, 900)
WIDE = Size(1600, 1000)


class Hand:
    """Uses a page by touch, mouse or keys.

    ``errors``: what the page's scripts have thrown
    """

    def __init__(self, page: Any, pointer: str) -> None:
        self.page = page
        self.pointer = pointer
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    async def cells_that(self, can: str) -> list[str]:
        """The cells of which is said what can be done: ``can be played``, ``can be used``."""
        cells = await self.page.locator(".cell").evaluate_all(CELLS)
        return [cell for cell, label in cells if f", {can}" in label]

    async def press(self, cell: str) -> None:
        """Touch a cell, click on it, or walk to it with the arrow keys and choose it."""
        if self.pointer == "keys":
            await self.walk(cell)
            await self.page.keyboard.press("Enter")
            return
        box = await self.page.locator(f'[data-cell="{cell}"]').bounding_box()
        press = self.page.touchscreen.tap if self.pointer == "touch" else self.page.mouse.click
        await press(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    async def walk(self, cell: str) -> None:
        """Reach a cell from the one in focus, by arrow keys alone."""
        places = dict(await self.page.locator(".cell").evaluate_all(PLACES))
        x, y = places[cell]
        tries = set[tuple[str, str]]()
        for _ in range(MOST_STEPS):
            current = await self.page.evaluate(FOCUSED_CELL)
            if current == cell:
                return
            if not current:
                await self.page.keyboard.press("Tab")
                continue
            right = x - places[current][0]
            down = y - places[current][1]
            ways = [
                ("ArrowRight", right),
                ("ArrowLeft", -right),
                ("ArrowDown", down),
                ("ArrowUp", -down),
            ]
            untried = [way for way in ways if (current, way[0]) not in tries]
            key, _ = max(untried, key=lambda way: way[1])
            tries.add((current, key))
            await self.page.keyboard.press(key)
        raise AssertionError(f"{cell} was not reached")

    async def come_back(self) -> None:
        """Return to the page from another tab: it looks at once whether anything has changed."""
        await self.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    def button(self, name: str, *, exact: bool = True) -> Any:
        """A button that can be pressed, wherever it is."""
        return self.page.get_by_role("button", name=name, exact=exact).first

    async def push(self, name: str, *, exact: bool = True) -> None:
        """Press a button; with the keyboard it is reached by Tab."""
        button = self.button(name, exact=exact)
        await button.wait_for()
        if self.pointer == "touch":
            await button.tap()
        elif self.pointer == "mouse":
            await button.click()
        else:
            await self._reach(button)
            await self.page.keyboard.press("Enter")

    async def _reach(self, element: Any) -> None:
        for _ in range(MOST_STEPS):
            if await element.evaluate("one => one === document.activeElement"):
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError("Tab does not lead there")

    async def position(self) -> str:
        """Names what is shown of a match."""
        return str(await self.page.locator(".table").get_attribute("data-position"))

    async def wait_for_change(self, position: str) -> None:
        """Wait until another position than this one is shown."""
        await self.page.wait_for_function(
            "old => document.querySelector('.table')?.dataset.position !== old", arg=position
        )

    async def play_turn(self, rng: random.Random) -> None:
        """Make a turn by what is said to be possible, and play it."""
        for _ in range(MOST_DECISIONS):
            position = await self.position()
            play = self.page.locator("button.play")
            if await play.is_enabled():
                await self.push("Play")
                await self.wait_for_change(position)
                return
            await self.decide(rng)
            await self.wait_for_change(position)
        raise AssertionError("a turn does not end")

    async def decide(self, rng: random.Random) -> None:
        """Make one decision: on a cell, from a stone to one, or one that touches none."""
        targets = await self.cells_that("can be played")
        if not targets:
            stones = await self.cells_that("can be used")
            if not stones:
                await self.page.locator(".turn-ways .primary:not(.play)").first.click()
                return
            await self.press(rng.choice(stones))
            targets = await self.cells_that("can be played")
        await self.press(rng.choice(targets))
        choices = self.page.locator("dialog[open] .actions button")
        if await choices.count():
            await choices.first.click()
