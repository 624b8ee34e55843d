"""How soon the page is there and follows a finger: on a phone in Chromium, with a slow processor
and network.

Times are real ones on this machine, whose slowness is printed beside them; the phone has a quarter
of the reference's speed. A link is opened through nginx as `deploy/nginx.conf` has it, over HTTP/2,
and without it, over HTTP/1.1. Inside Discord the frame's requests pass the stand-in of Discord's
proxy, which waits as the network would. ``BENCH_RUNS`` (20): how often each is done.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from bot.web.server import served
from tests.bot.chat.conftest import Club
from tests.bot.web.browser.conftest import PageOpener, chromium, open_page
from tests.bot.web.browser.hand import PHONE
from tests.bot.web.browser.test_inside_discord import Line, inside_discord
from tests.bot.web.conftest import Inside, browser, inside
from tests.bot.web.test_proxies import START_SECONDS, free_port, listening, nginx

from .reference import slowness

__all__ = ["browser", "chromium", "inside", "open_page"]
pytestmark = [pytest.mark.bench, pytest.mark.browser, pytest.mark.timeout(1800)]

RUNS = int(os.environ.get("BENCH_RUNS", 20))
BOARD = ("hex-4-5", "snipsnip")
LATENCY_MILLISECONDS = 150
BYTES_A_SECOND = 1_600_000 / 8
POLL_SECONDS = 2.0  # between a page's questions
# In which nothing is asked of a page: it would read the scripts of who asks, and have less time for
# itself.
OPENING_SECONDS = 3.0
TAP_SECONDS = 4 * LATENCY_MILLISECONDS / 1000
VIEWPORT = {"width": PHONE.width, "height": PHONE.height}

# Notes when the board is there, when it was tapped, when the stone is seen, and when the server's
# answer is shown, in milliseconds since 1970.
WATCH = """
const times = (window.times = {});
const find = (selector) => document.querySelector(selector);
const position = () => find(".table")?.dataset.position ?? "";
let tappedPosition = "";
function note(name) {
  if (times[name]) return;
  times[name] = performance.timeOrigin + performance.now();
  document.documentElement.dataset[name] = "";
}
function look() {
  if (find(".layer-back > *") && find(".cell[aria-disabled=false]")) note("shown");
  if (!tappedPosition) return;
  if (find(".layer-ghost > *")) note("seen");
  if (position() !== tappedPosition && !find(".layer-ghost > *")) note("settled");
}
function tap() {
  tappedPosition = position();
  note("tapped");
}
const what = { subtree: true, childList: true, attributes: true };
new MutationObserver(look).observe(document, what);
addEventListener("pointerup", tap, true);
"""
ROUND_TRIP = """async () => {
  const begin = performance.now();
  await (await fetch("a/none")).text();
  return performance.now() - begin;
}"""
START = "performance.timeOrigin"
Figures = dict[str, list[float]]


def phone_slowdown() -> float:
    """How much slower a phone is than this machine: it has a quarter of the reference's speed."""
    return max(1.0, 4 / slowness())


async def slow_down(page: Any) -> None:
    """Give a page a phone's processor and network."""
    session = await page.context.new_cdp_session(page)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": phone_slowdown()})
    network = {
        "offline": False,
        "latency": LATENCY_MILLISECONDS,
        "downloadThroughput": BYTES_A_SECOND,
        "uploadThroughput": BYTES_A_SECOND,
    }
    await session.send("Network.emulateNetworkConditions", network)


async def moment(page: Any, name: str) -> float:
    """When something was noted, in milliseconds since 1970; waits until it is."""
    await page.wait_for_selector(f"html[data-{name}]", state="attached")
    return float(await page.evaluate(f"times.{name}"))


def third_quartile(times: list[float]) -> float:
    return sorted(times)[len(times) * 3 // 4]


def print_figures(title: str, figures: Figures) -> None:
    parts = [f"{name} {third_quartile(times):.0f}" for name, times in figures.items()]
    print(
        f"\n{title}: ms, 75th percentile of {RUNS}, machine {slowness():.1f} times slower: "
        + ", ".join(parts)
    )


@asynccontextmanager
async def behind_nginx(club: Club, folder: Path) -> AsyncIterator[str]:
    """The address of the page behind nginx, over TLS, as the example has it."""
    port = free_port()
    inner_port = free_port()
    address = f"https://localhost:{port}"
    club.services.doors.url = address
    async with served(club.bot.handling, "127.0.0.1", inner_port):
        command = nginx(folder, port, inner_port)
        process = await asyncio.create_subprocess_exec(*command, cwd=folder)
        try:
            await listening(process, port)
            yield address
        finally:
            process.terminate()
            await asyncio.wait_for(process.wait(), START_SECONDS)


async def open_and_tap(club: Club, chromium: Any, address: str, figures: Figures) -> None:
    """Open the page by a link, tap a cell, and take the step back."""
    context = await chromium.new_context(
        viewport=VIEWPORT, has_touch=True, is_mobile=True, ignore_https_errors=True
    )
    page = await context.new_page()
    await page.add_init_script(WATCH)
    await slow_down(page)
    code = await club.services.doors.code(club.alice.id, "link", club.place, "en-US", 1)
    await page.goto(f"{address}/#{code}", wait_until="commit")
    await asyncio.sleep(OPENING_SECONDS)
    seconds = await moment(page, "shown") - await page.evaluate(START)
    round_trip = await page.evaluate(ROUND_TRIP)
    box = await page.locator(".cell[aria-disabled=false]").first.bounding_box()
    await page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    await asyncio.sleep(TAP_SECONDS)
    tap_time = await moment(page, "tapped")
    figures["first board"].append(seconds)
    figures["stone seen"].append(await moment(page, "seen") - tap_time)
    figures["settled less the round trip"].append(
        await moment(page, "settled") - tap_time - round_trip
    )
    figures["round trip"].append(round_trip)
    undo = page.get_by_role("button", name="Undo")
    await undo.tap()
    await undo.wait_for(state="detached")
    await context.close()


def no_figures() -> Figures:
    return {
        "first board": [],
        "stone seen": [],
        "settled less the round trip": [],
        "round trip": [],
    }


@pytest.mark.skipif(not shutil.which("nginx"), reason="nginx is not installed")
async def test_by_link_through_nginx(club: Club, chromium: Any, tmp_path: Path) -> None:
    figures = no_figures()
    await club.match(*BOARD)
    async with behind_nginx(club, tmp_path) as address:
        for _ in range(RUNS):
            await open_and_tap(club, chromium, address, figures)
    print_figures("by link, through nginx over HTTP/2", figures)


async def test_by_link_without_a_proxy(club: Club, browser: Any, chromium: Any) -> None:
    figures = no_figures()
    await club.match(*BOARD)
    address = str(browser.make_url("")).rstrip("/")
    for _ in range(RUNS):
        await open_and_tap(club, chromium, address, figures)
    print_figures("by link, without a proxy over HTTP/1.1", figures)


async def test_inside_discord(inside: Inside, chromium: Any) -> None:
    figures: Figures = {"first board": []}
    inside.discord.locale = "en-US"
    await inside.club.match(*BOARD)
    line = Line(LATENCY_MILLISECONDS / 1000, BYTES_A_SECOND, phone_slowdown())
    for _ in range(RUNS):
        window = await inside_discord(
            inside, chromium, inside.club.alice, script=WATCH, line=line, custom_id="m1"
        )
        await asyncio.sleep(OPENING_SECONDS)
        element = await window.wait_for_selector("#activity")
        frame = await element.content_frame()
        begin = await window.evaluate(START)
        figures["first board"].append(await moment(frame, "shown") - begin)
        await window.context.close()
    print_figures("inside Discord", figures)


async def test_what_happens_in_the_chat_shows_on_an_open_page(
    club: Club, open_page: PageOpener
) -> None:
    """Both sides play in the chat, while a page is open."""
    await club.match("8x8, single turns")
    hand = await open_page(club.alice, 1)
    await hand.page.locator(".cell").first.wait_for()
    rng = random.Random(5)
    seconds = []
    for run in range(RUNS):
        member = (club.alice, club.bob)[run % 2]
        match = await club.services.matches.get(1)
        move = str(rng.choice(match.state.legal_moves()))
        position = await hand.position()
        await hand.page.wait_for_timeout(rng.random() * POLL_SECONDS * 1000)
        await member.slash("move", moves=move)
        begin = time.perf_counter()
        await hand.wait_for_change(position)
        seconds.append(time.perf_counter() - begin)
    print(
        f"\nwhat happens in the chat, on an open page: median {median(seconds):.2f} s, longest "
        f"{max(seconds):.2f} s of {RUNS}, {slowness():.1f} times slower"
    )


async def test_a_challenge_in_the_chat_shows_on_an_open_home(
    club: Club, open_page: PageOpener
) -> None:
    club.quiet()
    hand = await open_page(club.alice)
    await hand.page.locator(".home").wait_for()
    asked = hand.page.locator(".asked")
    rng = random.Random(5)
    seconds = []
    challenges = club.services.challenges
    for _ in range(RUNS):
        await hand.page.wait_for_timeout(rng.random() * POLL_SECONDS * 1000)
        begin = time.perf_counter()
        offer = await challenges.make(club.place, club.bob.person, "loop")
        await asked.wait_for()
        seconds.append(time.perf_counter() - begin)
        await challenges.withdraw(offer.challenge.id, club.bob.person)
        await asked.wait_for(state="detached")
    print(
        f"\na challenge in the chat, on an open home: median {median(seconds):.2f} s, longest "
        f"{max(seconds):.2f} s of {RUNS}, {slowness():.1f} times slower"
    )
