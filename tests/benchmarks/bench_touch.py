"""How soon the page is there and follows a finger: on a phone in Chromium, with a slow processor
and network.

And what a turn takes from "your turn" to "played": by touch, by the chat's buttons or by typing,
without a pause for thought.

Times are real ones on this machine, whose slowness is printed beside them; the phone has a quarter
of the reference's speed. Inside Discord the frame's requests pass the stand-in of Discord's proxy,
which waits as the network would.
"""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

import pytest

from bot.sandbox.page import Page
from games.core.notation import exact
from tests.bot.chat.conftest import Club
from tests.bot.web.conftest import Inside, browser, inside
from tests.bot.web.test_touching import DESK, PHONE, Opened, chromium, inside_discord, opened
from tests.games.traces import FOLDER, load

from .reference import slowness

__all__ = ["browser", "chromium", "inside", "opened"]
pytestmark = [pytest.mark.bench, pytest.mark.browser, pytest.mark.timeout(900)]
RUNS = 20
TURNS = 10
RECORD = FOLDER / "veloop-square" / "8x8_double.jsonl.gz"
"""A match with turns of two decisions, each a stone and its target."""
MOMENT = 50
"""Milliseconds."""
LATENCY = 150
"""Milliseconds."""
BYTES = 1_600_000 / 8
"""A second."""
WATCH = """
const $ = (one) => document.querySelector(one), times = (window.times = {}), set = (name) => {
  times[name] ??= performance.timeOrigin + performance.now();
};
let before = "";
new MutationObserver(() => {
  if (!times.shown && $(".cell") && !$("#main").hidden) {
    set("shown");
    document.documentElement.dataset.shown = "";
  }
  if (before && !times.seen && $(".ghost use")) set("seen");
  if (before && $("#acts").dataset.key !== before) set("settled");
}).observe(document, { subtree: true, childList: true, attributes: true });
addEventListener("pointerup", () => { before = $("#acts").dataset.key; set("tapped"); }, true);
"""
TRIP = """(async () => {
  const from = performance.now();
  await (await fetch("api/matches")).text();
  return performance.now() - from;
})()"""
Figures = dict[str, list[float]]


def phone() -> float:
    """How much slower a phone is to be than this machine: a quarter of the reference."""
    return max(1.0, 4 / slowness())


async def slowed(page: Any) -> None:
    """Slow the processor and the network of a page down."""
    session = await page.context.new_cdp_session(page)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": phone()})
    network = {
        "offline": False,
        "latency": LATENCY,
        "downloadThroughput": BYTES,
        "uploadThroughput": BYTES,
    }
    await session.send("Network.emulateNetworkConditions", network)


async def moment_of(page: Any, what: str) -> float:
    """When something happened, in ms."""
    await page.wait_for_selector("html[data-shown]", state="attached")
    return float(await page.evaluate(f"times.{what}"))


def report(what: str, figures: Figures) -> None:
    """Print the third quartile of each figure."""
    words = []
    for name, times in figures.items():
        quartile = sorted(times)[len(times) * 3 // 4]
        words.append(f"{name} {quartile:.0f}")
    print(
        f"\n{what}: ms, 75th percentile of {RUNS}, machine {slowness():.1f} times slower:",
        *words,
    )


async def test_by_link(club: Club, browser: Any, chromium: Any) -> None:
    figures: Figures = {"first board": [], "stone seen": [], "settled": [], "round trip": []}
    await club.match("hex-4-5", "snipsnip")
    for _ in range(RUNS):
        context = await chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
        page = await context.new_page()
        await page.add_init_script(WATCH)
        await slowed(page)
        code = await club.services.doors.code(club.alice.id, "link", club.place, "en-US")
        await page.goto(f"{browser.make_url('/')}#{code}")
        begin = await page.evaluate("performance.timeOrigin")
        figures["first board"].append(await moment_of(page, "shown") - begin)
        figures["round trip"].append(await page.evaluate(TRIP))
        box = await page.locator(".cell[aria-disabled=false]").first.bounding_box()
        await page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        # a page that is asked all the time has less for itself
        await page.wait_for_timeout(4 * LATENCY)
        tap = await moment_of(page, "tapped")
        figures["settled"].append(await moment_of(page, "settled") - tap)
        figures["stone seen"].append(await moment_of(page, "seen") - tap)
        undo = page.get_by_role("button", name="Undo")
        await undo.tap()
        await undo.wait_for(state="detached")
        await context.close()
    report("by link", figures)


async def test_inside_discord(inside: Inside, chromium: Any) -> None:
    figures: Figures = {"first board": []}
    inside.discord.locale = "en-US"
    await inside.club.match("hex-4-5", "snipsnip")
    for _ in range(RUNS):
        opening: Callable[..., Awaitable[Any]] = inside_discord
        window = await opening(
            inside,
            chromium,
            inside.club.alice,
            script=WATCH,
            waits=(LATENCY / 1000, BYTES, phone()),
            custom_id="m1",
        )
        frame = await (await window.wait_for_selector("#activity")).content_frame()
        begin = await window.evaluate("performance.timeOrigin")
        figures["first board"].append(await moment_of(frame, "shown") - begin)
        await window.context.close()
    report("inside Discord", figures)


class Turns:
    """The turns of alice in a recorded match, which bob answers as recorded; how many presses and
    seconds each took.
    """

    def __init__(self, club: Club) -> None:
        self.club = club
        self.done = list[tuple[int, float]]()
        self.presses = 0
        self.wait: Callable[[], Awaitable[None]]

    async def each(self) -> AsyncIterator[Sequence[str]]:
        """The decisions of each turn; when the next is asked for, the turn has been played with
        ``presses``.
        """
        _, (record, *_) = load(RECORD)
        moves = tuple(record["moves"])
        matches = self.club.services.matches
        for _ in range(TURNS):
            match = await matches.get(1)
            ply = len(match.decisions)
            own = await self._turn(moves, ply)
            self.presses = 0
            begin = time.perf_counter()
            yield own
            while (await matches.get(1)).mover == self.club.alice.id:
                await self.wait()
            self.done.append((self.presses, time.perf_counter() - begin))
            await asyncio.sleep(1)  # until it is posted, too
            answer = await self._turn(moves, ply + len(own))
            await matches.play(1, self.club.bob.id, " ".join(answer))
            await self.club.env.advance_time(3)

    async def _turn(self, moves: Sequence[str], start: int) -> Sequence[str]:
        """The decisions of the turn that begins with a decision of the record."""
        state = (await self.club.services.matches.get(1)).state
        seat = state.to_move
        end = start
        while state.to_move == seat:
            state = state.play(state.parse(moves[end]))
            end += 1
        return moves[start:end]

    async def drafted(self) -> int:
        """How many decisions of her turn alice has made."""
        draft = (await self.club.services.matches.get(1)).draft_of(self.club.alice.id)
        return len(draft.decisions) if draft else 0

    def report(self, way: str) -> None:
        """Print how many presses and seconds a turn took."""
        presses = sum(count for count, _ in self.done)
        seconds = sorted(duration for _, duration in self.done)
        print(
            f"\n{way}: {presses / TURNS:.1f} a turn, median {seconds[TURNS // 2]:.2f} s, "
            f"{slowness():.1f} times slower"
        )


async def test_a_turn_by_touch(club: Club, opened: Opened) -> None:
    await club.match()
    turns = Turns(club)
    hand = await opened(club.alice, 1)
    turns.wait = lambda: hand.page.wait_for_timeout(MOMENT)
    async for decisions in turns.each():
        await hand.page.evaluate("window.postMessage({open: 1}, location.origin)")
        await hand.page.locator(".cell[aria-disabled=false]").first.wait_for(state="attached")
        for decision in decisions:
            key = await hand.page.locator("#acts").get_attribute("data-key")
            move = exact(decision)
            cells = [move.target]
            if move.source not in await hand.offered("chosen"):
                cells.insert(0, move.source)
            for cell in cells:
                await hand.press(cell)
                turns.presses += 1
            await hand.changed(key)
        await hand.button("Play")
        turns.presses += 1
    turns.report("a turn by touch, taps")


async def by_buttons(window: Any, turns: Turns, decisions: Sequence[str]) -> None:
    """Play a turn with the buttons below a post."""
    await window.get_by_role("button", name="Move", exact=True).last.click()
    turns.presses += 1
    for number, decision in enumerate(decisions, 1):
        move = exact(decision)
        labels = [decision, move.target, move.source]
        while await turns.drafted() < number:
            for label in labels:
                button = window.get_by_role("button", name=re.compile(rf"^{label}( |$)")).last
                if await button.count():
                    await button.click()
                    labels.remove(label)
                    turns.presses += 1
                    break
            await turns.wait()
    await window.get_by_role("button", name=re.compile("^Play ")).last.click()
    turns.presses += 1


async def by_typing(window: Any, turns: Turns, decisions: Sequence[str]) -> None:
    """Play a turn with ``/move``, each time that what is offered has come into sight."""
    await window.locator("#channel-composer-input").click()
    text = " ".join(decisions)
    for keys, offer in (
        ("/move", "+3 optional"),
        ("", "+3 options"),
        (text, f"Options matching {text}"),
    ):
        await window.keyboard.type(keys)
        await window.get_by_text(offer).last.wait_for()
        await window.keyboard.press("Enter")
        turns.presses += len(keys) + 1


@pytest.mark.parametrize("way", [by_buttons, by_typing])
async def test_a_turn_in_the_chat(
    club: Club, chromium: Any, way: Callable[..., Awaitable[None]]
) -> None:
    await club.match()
    page = Page(club.env, club.channel, "secret", "UTC")
    await page.open([member.actor for member in (club.alice, club.bob)], 0)
    window = await (await chromium.new_context(viewport=DESK)).new_page()
    window.set_default_timeout(120_000)
    await window.goto(f"{page.url}.{club.channel.id}.{club.alice.id}", wait_until="commit")
    await window.get_by_role("button", name="Move", exact=True).last.wait_for()
    turns = Turns(club)
    turns.wait = lambda: window.wait_for_timeout(MOMENT)
    async for decisions in turns.each():
        await way(window, turns, decisions)
    turns.report(f"a turn in the chat, {way.__name__}, presses")
    await page.close()
