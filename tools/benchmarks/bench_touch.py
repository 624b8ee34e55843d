"""How soon the page is there and follows a finger: on a phone in Chromium, with a slow processor and network.

Times are real ones on this machine, whose slowness is printed beside them. Inside Discord the frame's requests pass the
stand-in of Discord's proxy, which waits as the network would.
"""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.bot.chat.conftest import Club
from tests.bot.web.conftest import Inside, browser, inside
from tests.bot.web.test_touching import PHONE, chromium, inside_discord

from .reference import slowness

__all__ = ["browser", "chromium", "inside"]
pytestmark = [pytest.mark.bench, pytest.mark.browser]
RUNS = 20
LATENCY, BYTES = 150, 1_600_000 / 8  # ms, and bytes a second
WATCH = """
const $ = (one) => document.querySelector(one), set = (name) => {
  document.documentElement.dataset[name] ??= performance.timeOrigin + performance.now();
};
let before = "";
new MutationObserver(() => {
  if ($(".cell") && !$("#main").hidden) set("shown");
  if (before && $(".ghost use")) set("seen");
  if (before && $("#acts").dataset.key !== before) set("settled");
}).observe(document, { subtree: true, childList: true, attributes: true });
addEventListener("pointerup", () => { before = $("#acts").dataset.key; set("tapped"); }, true);
"""
TRIP = """(async () => {
  const from = performance.now();
  await fetch("api/matches");
  return performance.now() - from;
})()"""
Figures = dict[str, list[float]]


async def slowed(page: Any) -> None:
    session = await page.context.new_cdp_session(page)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    network = {"offline": False, "latency": LATENCY, "downloadThroughput": BYTES, "uploadThroughput": BYTES}
    await session.send("Network.emulateNetworkConditions", network)


async def at(page: Any, what: str) -> float:
    """When something happened, in ms."""
    await page.wait_for_selector(f"html[data-{what}]", state="attached")
    return float(await page.evaluate(f"document.documentElement.dataset.{what}"))


def printed(what: str, figures: Figures) -> None:
    ordered = {name: sorted(times)[len(times) * 3 // 4] for name, times in figures.items()}
    print(f"\n{what}: ms, 75th percentile of {RUNS}, machine {slowness():.1f} times slower:", *(
        f"{name} {time:.0f}" for name, time in ordered.items()
    ))  # fmt: skip


async def test_by_link(club: Club, browser: Any, chromium: Any) -> None:
    figures: Figures = {"first board": [], "stone seen": [], "settled": [], "round trip": []}
    await club.match("hex-4-5", "snipsnip")
    for _ in range(RUNS):
        context = await chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
        page = await context.new_page()
        await page.add_init_script(WATCH)
        await slowed(page)
        code = club.services.doors.code(club.alice.id, "link", club.place, "en-US")
        await page.goto(f"{browser.make_url('/')}#{code}")
        figures["first board"].append(await at(page, "shown") - await page.evaluate("performance.timeOrigin"))
        figures["round trip"].append(await page.evaluate(TRIP))
        box = await page.locator(".cell[aria-disabled=false]").first.bounding_box()
        await page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        figures["settled"].append(await at(page, "settled") - await at(page, "tapped"))
        figures["stone seen"].append(await at(page, "seen") - await at(page, "tapped"))
        undo = page.get_by_role("button", name="Undo")
        await undo.tap()
        await undo.wait_for(state="detached")
        await context.close()
    printed("by link", figures)


async def test_inside_discord(inside: Inside, chromium: Any) -> None:
    figures: Figures = {"first board": []}
    inside.discord.locale = "en-US"
    await inside.club.match("hex-4-5", "snipsnip")
    for _ in range(RUNS):
        opening: Callable[..., Awaitable[Any]] = inside_discord
        window = await opening(
            inside, chromium, inside.club.alice, script=WATCH, waits=(LATENCY / 1000, BYTES), custom_id="m1"
        )
        frame = await (await window.wait_for_selector("#activity")).content_frame()
        figures["first board"].append(await at(frame, "shown") - await window.evaluate("performance.timeOrigin"))
        await window.context.close()
    printed("inside Discord", figures)
