"""What a turn takes from "your turn" to "played": by touch, by the chat's buttons or by typing,
without a pause for thought.

A recorded match is played again in Chromium. Times are real ones on this machine, whose slowness
is printed beside them.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

import pytest

from bot.sandbox.page import SandboxPage
from games.core.notation import exact
from tests.bot.chat.conftest import Club
from tests.bot.web.browser.conftest import PageOpener, chromium, open_page
from tests.bot.web.browser.hand import DESK, Hand
from tests.bot.web.conftest import browser
from tests.games.traces import FOLDER, load

from .reference import slowness

__all__ = ["browser", "chromium", "open_page"]
pytestmark = [pytest.mark.bench, pytest.mark.browser, pytest.mark.timeout(900)]

TURNS = 10
# a turn: two decisions, each a stone and its target
RECORD = FOLDER / "veloop-square" / "8x8_double.jsonl.gz"
POLL_MILLISECONDS = 50
Wait = Callable[[], Awaitable[None]]


class Turns:
    """The turns of alice in a recorded match, which bob answers as recorded.

    :ivar presses: in the current turn
    :ivar figures: of each turn that was played, the presses and seconds it took
    """

    def __init__(self, club: Club, wait: Wait) -> None:
        self.club = club
        self.wait = wait
        self.presses = 0
        self.figures = list[tuple[int, float]]()
        _, (record, *_) = load(RECORD)
        self.moves = tuple(record["moves"])

    async def play(self) -> AsyncIterator[Sequence[str]]:
        """The decisions of each turn; when the next is asked for, the turn has been played with
        ``presses``.
        """
        alice = self.club.alice.id
        matches = self.club.services.matches
        for _ in range(TURNS):
            self.presses = 0
            begin = time.perf_counter()
            yield await self._next_turn()
            while (await matches.get(1)).mover == alice:
                await self.wait()
            self.figures.append((self.presses, time.perf_counter() - begin))
            await asyncio.sleep(1)  # until it is posted, too
            answer = " ".join(await self._next_turn())
            await matches.play(1, self.club.bob.id, answer)
            await self.club.env.advance_time(3)

    async def _next_turn(self) -> Sequence[str]:
        """The recorded decisions of whose turn it is."""
        match = await self.club.services.matches.get(1)
        begin = len(match.decisions)
        end = begin
        state = match.state
        seat = state.to_move
        while state.to_move == seat:
            state = state.play(state.parse(self.moves[end]))
            end += 1
        return self.moves[begin:end]

    async def count_drafted(self) -> int:
        """How many decisions of the turn have been made."""
        draft = (await self.club.services.matches.get(1)).draft_of(self.club.alice.id)
        return len(draft.decisions) if draft else 0

    def print_figures(self, way: str) -> None:
        presses = sum(count for count, _ in self.figures)
        seconds = sorted(duration for _, duration in self.figures)
        print(
            f"\n{way}: {presses / TURNS:.1f} a turn, median {seconds[TURNS // 2]:.2f} s, "
            f"machine {slowness():.1f} times slower"
        )


async def touch_decision(hand: Hand, decision: str) -> int:
    """Make a decision by touch; how many taps it took."""
    move = exact(decision)
    cells = [move.target]
    if move.source and move.source not in await hand.cells_that("chosen"):
        cells.insert(0, move.source)
    position = await hand.position()
    for cell in cells:
        await hand.press(cell)
    await hand.wait_for_change(position)
    return len(cells)


async def test_a_turn_by_touch(club: Club, open_page: PageOpener) -> None:
    await club.match()
    hand = await open_page(club.alice, 1)
    turns = Turns(club, lambda: hand.page.wait_for_timeout(POLL_MILLISECONDS))
    async for decisions in turns.play():
        # The page asks every two seconds, and sees by itself that it is alice's turn.
        await hand.page.locator(".cell[aria-disabled=false]").first.wait_for(state="attached")
        for decision in decisions:
            turns.presses += await touch_decision(hand, decision)
        await hand.push("Play")
        turns.presses += 1
    turns.print_figures("a turn by touch, taps")


async def by_buttons(window: Any, turns: Turns, decisions: Sequence[str]) -> None:
    await window.get_by_role("button", name="Move", exact=True).last.click()
    turns.presses += 1
    for number, decision in enumerate(decisions, 1):
        move = exact(decision)
        presses = list[str]()
        while await turns.count_drafted() < number:
            for label in (decision, move.target, move.source):
                button = window.get_by_role("button", name=re.compile(rf"^{label}( |$)")).last
                if label not in presses and await button.count():
                    await button.click()
                    presses.append(label)
                    break
            await turns.wait()
        turns.presses += len(presses)
    await window.get_by_role("button", name=re.compile("^Play ")).last.click()
    turns.presses += 1


async def by_typing(window: Any, turns: Turns, decisions: Sequence[str]) -> None:
    await window.locator("#channel-composer-input").click()
    text = " ".join(decisions)
    for typed_text, next_text in (
        ("/move", "+3 optional"),
        ("", "+3 options"),
        (text, f"Options matching {text}"),
    ):
        await window.keyboard.type(typed_text)
        await window.get_by_text(next_text).last.wait_for()
        await window.keyboard.press("Enter")
        turns.presses += len(typed_text) + 1


@pytest.mark.parametrize("way", [by_buttons, by_typing])
async def test_a_turn_in_the_chat(
    club: Club, chromium: Any, way: Callable[..., Awaitable[None]]
) -> None:
    await club.match()
    page = SandboxPage(club.env, club.channel, "secret", "UTC")
    await page.open([member.actor for member in (club.alice, club.bob)], 0)
    window = await (
        await chromium.new_context(viewport={"width": DESK.width, "height": DESK.height})
    ).new_page()
    window.set_default_timeout(120_000)
    await window.goto(f"{page.url}.{club.channel.id}.{club.alice.id}", wait_until="commit")
    await window.get_by_role("button", name="Move", exact=True).last.wait_for()
    turns = Turns(club, lambda: window.wait_for_timeout(POLL_MILLISECONDS))
    async for decisions in turns.play():
        await way(window, turns, decisions)
    turns.print_figures(f"a turn in the chat, {way.__name__}, presses")
    await page.close()
