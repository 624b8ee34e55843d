"""A whole match played by what a screen reader reads: roles, names and what is said by itself."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from tests.bot.chat.conftest import Club

from .conftest import PageOpener
from .hand import PHONE, Hand

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

MOST_TURNS = 200
MOST_DECISIONS = 10  # of a turn
TARGET = re.compile(r", can be played\b")
STONE = re.compile(r", can be used\b")
CHOSEN = re.compile(r", chosen\b")
# What a screen reader does to press something: there is no pointer, and no key.
PRESS = "one => one.dispatchEvent(new MouseEvent('click', { bubbles: true }))"


class Listener:
    """Plays at a page of which nothing is known but what is read aloud."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.page = hand.page
        self.board = self.page.get_by_role("group", name=re.compile("^The board"))

    async def said(self) -> str:
        """What the page has said by itself."""
        text = await self.page.locator("[aria-live=polite]").text_content()
        return str(text)

    async def wait_until_said(self, words: str) -> str:
        """Wait until the page says something; all that it says then."""
        await (
            self.page.locator("[aria-live=polite]")
            .filter(has_text=words)
            .wait_for(state="attached")
        )
        return await self.said()

    async def press(self, element: Any) -> None:
        await element.evaluate(PRESS)

    async def cells(self, name: re.Pattern[str]) -> list[Any]:
        """The cells of the board whose names have this in them."""
        return list(await self.board.get_by_role("button", name=name).all())

    async def play_turn(self, rng: random.Random) -> None:
        """Make a turn, and play it."""
        play = self.page.get_by_role("button", name="Play", exact=True)
        for _ in range(MOST_DECISIONS):
            if await play.is_enabled():
                break
            words = await self.said()
            await self.decide(rng)
            await self.hear_more(words)
        words = await self.said()
        await self.press(play)
        await self.hear_more(words)

    async def decide(self, rng: random.Random) -> None:
        """Choose a stone, if one is needed, and a cell."""
        targets = await self.cells(TARGET)
        if not targets:
            await self.press(rng.choice(await self.cells(STONE)))
            [stone] = await self.cells(CHOSEN)
            assert await stone.get_attribute("aria-pressed") == "true"
            targets = await self.cells(TARGET)
        await self.press(rng.choice(targets))

    async def hear_more(self, earlier: str) -> None:
        """Wait until the page says something else than it did."""
        await self.page.wait_for_function(
            "old => document.querySelector('[aria-live=polite]').textContent !== old", arg=earlier
        )


@pytest.mark.parametrize(
    ("slug", "board"), [("snipsnip", "hex-2-3"), ("veloop-square", "5x5, single turns")]
)
async def test_a_match_is_played_by_what_is_read_aloud(
    club: Club, open_page: PageOpener, slug: str, board: str
) -> None:
    await club.match(board, slug)
    listeners = {}
    for member in (club.alice, club.bob):
        listeners[member.id] = Listener(await open_page(member, 1, size=PHONE))
    rng = random.Random(7)
    for _ in range(MOST_TURNS):
        match = await club.services.matches.get(1)
        if match.mover is None:
            break
        mover = listeners[match.mover]
        side = match.game.seats[match.to_move]
        await mover.wait_until_said(f"{side} to move.")
        await mover.play_turn(rng)
    else:
        raise AssertionError("the match does not end")
    assert match.winner is not None
    winner = listeners[match.seats[match.winner]]
    loser = listeners[match.seats[1 - match.winner]]
    side = match.game.seats[match.winner]
    for listener in (winner, loser):
        await listener.wait_until_said(f"{side} won on turn")
    await winner.page.get_by_role("heading", name="You won").wait_for()
    assert [listener.hand.errors for listener in listeners.values()] == [[], []]
    await club.env.settle()


async def test_what_is_to_be_done_and_what_is_asked_is_said(
    club: Club, open_page: PageOpener
) -> None:
    await club.match("hex-2-3", "snipsnip")
    alice = Listener(await open_page(club.alice, 1, size=PHONE))
    bob = Listener(await open_page(club.bob, 1, size=PHONE))
    await alice.page.get_by_role("heading", name="SnipSnip · M1").wait_for()
    assert await alice.page.get_by_role("link", name="Rules").count() == 1
    await alice.wait_until_said("White to move. Score: White 0, Black 0. Place a stone on a free")
    [cell] = await alice.cells(re.compile("^a2, empty, can be played$"))
    await alice.press(cell)
    await alice.wait_until_said("Last: a2. Score: White 1, Black 0. Turn complete: play it")
    await alice.press(alice.page.get_by_role("button", name="Play", exact=True))
    await alice.wait_until_said(
        "Black to move. Last: a2. Score: White 1, Black 0. Waiting for bob."
    )
    await bob.wait_until_said("After turn 1, Black to move. Last: a2.")

    [stone] = await bob.cells(re.compile("^a2, White$"))
    await bob.press(stone)
    alert = bob.page.get_by_role("alert")
    await alert.wait_for()
    assert "a2" in str(await alert.text_content())

    await bob.press(bob.page.get_by_role("button", name="More"))
    dialog = bob.page.get_by_role("dialog", name="More")
    await dialog.wait_for()
    assert await dialog.evaluate("one => one.contains(document.activeElement)")
    await bob.press(dialog.get_by_role("button", name="Offer draw"))
    await alice.wait_until_said("draw")
