"""The page in Chromium: each game played to its end by touch at a phone's width, one by keyboard
alone.
"""

from __future__ import annotations

import asyncio
import json
import math
import random
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from aiohttp.test_utils import TestClient

from bot.sandbox.page import Page
from tests.bot.chat.conftest import Club, Member
from tests.bot.web.conftest import Inside
from tests.bot.web.standin import POLICY

playwright = pytest.importorskip("playwright.async_api", reason="playwright is not installed")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
SMALL = {
    "veloop-square": "5x5",
    "veloop-hex": "hex3",
    "snipsnip": "hex-2-3",
    "vigilance": "square-3-adjacent",
    "loop": "mini",
    "loops-n-leaps": "base4",
}
PLACES = "all => all.map(one => [one.dataset.cell, [one.cx.baseVal.value, one.cy.baseVal.value]])"
ASKED = ".cell[aria-disabled=false], #acts .main"
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}
CLIENT_TOOLS = Path(__file__).parents[3] / ".venv" / "client" / "node_modules"
SDK = CLIENT_TOOLS / "@discord" / "embedded-app-sdk" / "output"
ORACLE = """<script type="module">
import {{ DiscordSDK }} from "/sdk/index.mjs";
const sdk = new DiscordSDK("{0}");
const ask = {{ response_type: "code", state: "", prompt: "none", scope: ["identify"] }};
await sdk.ready();
document.title = (await sdk.commands.authorize({{ client_id: "{0}", ...ask }})).code;
</script>"""
Opened = Callable[..., Awaitable["Hand"]]

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


class Hand:
    """A member at a page, who does what somebody does who sees or hears it."""

    def __init__(self, page: Any, by: str) -> None:
        self.page = page
        self.by = by
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    async def offered(self, what: str) -> list[str]:
        """The cells that are said to be ``what``."""
        cells = await self.page.locator(".cell").evaluate_all(
            "all => all.map(one => [one.dataset.cell, one.getAttribute('aria-label')])"
        )
        return [cell for cell, said in cells if f", {what}" in said]

    async def press(self, cell: str) -> None:
        """Touch a cell, click on it, or walk to it with the arrow keys and choose it."""
        if self.by != "keys":
            box = await self.page.locator(f'[data-cell="{cell}"]').bounding_box()
            press = self.page.touchscreen.tap if self.by == "touch" else self.page.mouse.click
            await press(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            return
        await self.walk(cell)
        await self.page.keyboard.press("Enter")

    async def walk(self, cell: str) -> None:
        """Reach a cell from the one in focus, by arrow keys alone."""
        places = dict(await self.page.locator(".cell").evaluate_all(PLACES))
        x, y = places[cell]
        seen = set[tuple[str, str]]()
        for _ in range(60):
            at = await self.page.evaluate("document.activeElement.dataset.cell || ''")
            if at == cell:
                return
            if not at:
                await self.page.keyboard.press("Tab")
                continue
            dx = x - places[at][0]
            dy = y - places[at][1]
            ways = [("ArrowRight", dx), ("ArrowLeft", -dx), ("ArrowDown", dy), ("ArrowUp", -dy)]
            way = max((way for way in ways if (at, way[0]) not in seen), key=lambda way: way[1])[0]
            seen.add((at, way))
            await self.page.keyboard.press(way)
        raise AssertionError(f"{cell} was not reached")

    async def button(self, label: str) -> bool:
        """Press a button if there is one."""
        found = self.page.locator("#acts").get_by_role("button", name=label, exact=True)
        if not await found.count():
            return False
        if self.by != "keys":
            await (found.first.tap() if self.by == "touch" else found.first.click())
        else:
            for _ in range(80):
                if await found.first.evaluate("one => one === document.activeElement"):
                    break
                await self.page.keyboard.press("Tab")
            await self.page.keyboard.press("Enter")
        return True

    async def changed(self, before: str) -> None:
        """Wait until another position is shown."""
        await self.page.wait_for_selector(
            f"#acts:not([data-key={json.dumps(before)}])", state="attached"
        )

    async def turn(self, rng: random.Random) -> None:
        """Make a turn by what is said to be possible, and play it."""
        for _ in range(30):
            before = await self.page.locator("#acts").get_attribute("data-key")
            targets = await self.offered("can be played")
            if targets:
                await self.press(rng.choice(targets))
            else:
                sources = await self.offered("can be used")
                if sources:
                    await self.press(rng.choice(sources))
                    continue
                if await self.button("Play"):
                    await self.changed(before)
                    return
                await self.page.locator("#acts .main").first.click()  # a pass
            if await self.page.locator("dialog[open]").count():
                await self.page.locator("dialog[open] button").first.click()
            await self.changed(before)
        raise AssertionError("a turn does not end")


@pytest.fixture
async def chromium() -> AsyncIterator[Any]:
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium)")
    async with playwright.async_playwright() as driver:
        running = await driver.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu"]
        )

        yield running
        await running.close()


@pytest.fixture
def opened(club: Club, browser: TestClient[Any, Any], chromium: Any) -> Opened:
    """Opens the page for a member, as on a phone or at a desk."""

    async def open_(member: Member, match: int = 0, *, by: str = "touch") -> Hand:
        phone = by == "touch"
        context = await chromium.new_context(
            viewport=PHONE if phone else DESK, has_touch=phone, is_mobile=phone
        )
        hand = Hand(await context.new_page(), by)
        code = await club.services.doors.code(member.id, "link", club.place, "en-US", match)
        await hand.page.goto(f"{browser.make_url('/')}#{code}")
        await hand.page.wait_for_selector("#main:not([hidden])", state="attached")
        return hand

    return open_


async def inside_discord(
    inside: Inside,
    chromium: Any,
    member: Member,
    page: str = "",
    *,
    script: str = "",
    waits: tuple[float, float, float] = (0, math.inf, 1),
    **more: str,
) -> Any:
    """A window of Discord's client, with an Activity in a frame, that reaches its server through
    Discord's proxy.

    ``script``: runs first. ``waits``: seconds of a round trip, bytes a second, how much slower the
    processor.
    """
    context = await chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    said = inside.said(member)
    discord = inside.discord
    source = discord.source(said["instance"], "frame", **more).replace("/?", f"/{page}?")
    around = discord.client(source, said["code"], "frame")

    async def proxy(route: Any) -> None:
        path = route.request.url.removeprefix(discord.origin).removeprefix("/.proxy")
        if path.startswith("/sdk/"):
            file = SDK / path.removeprefix("/sdk/").partition("?")[0]
            await route.fulfill(
                path=file,
                content_type="text/javascript",
                headers={"Content-Security-Policy": POLICY},
            )
        elif path.startswith("/sdk.html"):
            await route.fulfill(body=ORACLE.format(discord.application), content_type="text/html")
        else:
            answer = await route.fetch(url=str(inside.client.make_url("")).rstrip("/") + path)
            await asyncio.sleep(waits[0] + int(answer.headers.get("content-length", 0)) / waits[1])
            policies = ", ".join(
                filter(None, (answer.headers.get("content-security-policy"), POLICY))
            )
            await route.fulfill(
                response=answer, headers={**answer.headers, "content-security-policy": policies}
            )

    await context.route(
        "https://discord.com/**", lambda route: route.fulfill(body=around, content_type="text/html")
    )
    await context.route(f"{discord.origin}/**", proxy)
    window = await context.new_page()
    if script:
        await window.add_init_script(script)
        session = await context.new_cdp_session(window)
        await session.send("Emulation.setCPUThrottlingRate", {"rate": waits[2]})
    await window.goto("https://discord.com/channels/@me")
    return window


async def played(club: Club, hands: dict[int, Hand], match: int, seed: int) -> None:
    """Play a match to its end, each side at its own page."""
    rng = random.Random(seed)
    while True:
        mover = (await club.services.matches.get(match)).mover
        if mover is None:
            break
        hand = hands[mover]
        await hand.page.evaluate(f"window.postMessage({{open: {match}}}, location.origin)")
        await hand.page.wait_for_selector(ASKED, state="attached")
        await hand.turn(rng)
    for hand in hands.values():
        assert hand.errors == []


@pytest.mark.parametrize("by", ["touch", "mouse"])
@pytest.mark.parametrize(("slug", "board"), SMALL.items())
async def test_a_game_is_played_to_its_end(
    club: Club, opened: Opened, slug: str, board: str, by: str
) -> None:
    await club.match(board, slug)
    match = (await club.services.matches.of(club.alice.id))[0].id
    hands = {member.id: await opened(member, match, by=by) for member in (club.alice, club.bob)}
    await played(club, hands, match, 7)
    width = await hands[club.alice.id].page.evaluate("document.documentElement.scrollWidth")
    assert width <= (PHONE if by == "touch" else DESK)["width"]
    await club.env.settle()


async def test_a_game_is_played_by_keyboard_alone(club: Club, opened: Opened) -> None:
    await club.match("hex-2-3", "snipsnip")
    match = (await club.services.matches.of(club.alice.id))[0].id
    hands = {member.id: await opened(member, match, by="keys") for member in (club.alice, club.bob)}
    await played(club, hands, match, 3)
    said = await hands[club.bob.id].page.locator("#said").text_content()
    assert "SnipSnip" in said
    await club.env.settle()


async def test_a_choice_is_undone_and_done_again_and_a_stale_page_catches_up(
    club: Club, opened: Opened
) -> None:
    await club.match("5x5")
    match = (await club.services.matches.of(club.alice.id))[0].id
    phone = await opened(club.alice, match)
    desk = await opened(club.alice, match, by="keys")
    (source,), page = await phone.offered("chosen"), phone.page  # the only stone that can be used
    (target, *others) = await phone.offered("can be played")
    await phone.press(target)
    await page.get_by_role("button", name="Undo").wait_for()
    await desk.press(others[0])
    await desk.page.get_by_text("This board has moved on").wait_for()
    assert (await club.services.matches.get(match)).draft.decisions == (f"{source}-{target}",)
    await page.get_by_role("button", name="Undo").tap()
    await page.get_by_role("button", name="Redo").tap()
    await page.get_by_role("button", name="Undo").wait_for()
    assert (await club.services.matches.get(match)).draft.decisions == (f"{source}-{target}",)


async def test_a_line_that_is_dragged_out_becomes_a_conditional_move(
    club: Club, opened: Opened
) -> None:
    await club.match("5x5, single turns")
    hand = await opened(club.bob, 1, by="mouse")  # alice is to move
    page = hand.page
    await hand.button("Think board")
    while not await page.get_by_role("button", name="Add conditional move").count():
        before = await page.locator("#acts").get_attribute("data-key")
        targets = await hand.offered("can be played")
        if targets:
            await hand.press(targets[0])
            await hand.changed(before)
        else:
            await hand.press((await hand.offered("can be used"))[0])
    assert not await page.locator("#plans p").count()
    await page.locator("#tree button").last.drag_to(page.locator("#plans"))
    await page.locator("#plans p").wait_for()
    (planned,) = (
        await club.services.explorations.begin(await club.services.matches.get(1), club.bob.id)
    ).tree.planned
    assert planned
    await page.locator("#plans").get_by_role("button", name="Remove conditional move").click()
    await page.locator("#plans p").wait_for(state="detached")
    assert hand.errors == []


async def test_the_page_opens_inside_discord_and_talks_to_it_as_its_own_kit_does(
    inside: Inside, chromium: Any
) -> None:
    inside.discord.locale = "en-US"
    await inside.club.match("5x5")
    window = await inside_discord(inside, chromium, inside.club.alice, custom_id="m1")
    frame = window.frame_locator("#activity")
    await frame.get_by_text("Veloop").first.wait_for()
    (target, *_) = await frame.locator(".cell[aria-disabled=false]:not([aria-label*=chosen])").all()
    await target.tap()
    await frame.get_by_role("button", name="Undo").wait_for()
    assert (await inside.club.services.matches.get(1)).draft is not None
    if not SDK.exists():
        pytest.skip("Discord's kit is not installed: make .venv/client/stamp")
    kit = await inside_discord(inside, chromium, inside.club.alice, "sdk.html")
    await kit.wait_for_function("said.length > 1 && said[1][1].cmd")
    ours, theirs = [await page.evaluate("said") for page in (window, kit)]
    for _, content in (*ours, *theirs):
        content.pop("sdk_version", "")
        content.pop("nonce", "")
        content.pop("transfer", "")
    assert ours == theirs[:2]


async def test_a_resting_finger_gets_a_loupe_and_two_enlarge_a_board_whose_cells_are_small(
    club: Club, opened: Opened
) -> None:
    await club.match("base10", "loops-n-leaps")
    hand = await opened(club.alice)
    wide = "document.querySelector('.cell').getBoundingClientRect().width"
    before = await hand.page.evaluate(wide)
    assert before < 22
    box = await hand.page.locator("#board").bounding_box()
    x = box["x"] + box["width"] / 2
    y = box["y"] + box["height"] / 2
    touch = await hand.page.context.new_cdp_session(hand.page)
    await touch.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    await hand.page.locator("#loupe").wait_for()
    await touch.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
    await hand.page.locator("#loupe").wait_for(state="hidden")
    for kind, gap in (
        ("touchStart", 30),
        *(("touchMove", gap) for gap in range(30, 100, 10)),
        ("touchEnd", 0),
    ):
        points = (
            [{"x": x + side * gap, "y": y, "id": number} for number, side in enumerate((-1, 1))]
            if gap
            else []
        )
        await touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert await hand.page.evaluate(wide) >= 2.5 * before
    boxes = "all => all.map(one => [one.dataset.cell, one.getBoundingClientRect()])"
    cells = await hand.page.locator(".cell[aria-disabled=false]").evaluate_all(boxes)
    places = {cell: (at["x"] + at["width"] / 2, at["y"] + at["height"] / 2) for cell, at in cells}
    cell = min(places, key=lambda cell: math.dist(places[cell], (x, y)))
    await hand.page.touchscreen.tap(*places[cell])
    await hand.page.get_by_role("button", name="Undo").wait_for()
    assert (await club.services.matches.get(1)).draft.decisions == (cell,)
    assert hand.errors == []


# The list of channels takes its time to be read, so that somebody is chosen meanwhile.
SLOWLY_READ = """const json = Response.prototype.json; Response.prototype.json = async function () {
  if (this.url.endsWith("/channels.json")) await new Promise((done) => setTimeout(done, 500));
  return json.call(this); };"""


async def test_the_sandbox_opens_the_board_only_for_what_is_pressed_from_now_on(
    club: Club, chromium: Any
) -> None:
    await club.match()
    sandbox = Page(club.env, club.channel, "secret", "UTC")
    await sandbox.open([club.alice.actor, club.bob.actor], 0)
    sandbox.wanted[club.alice.id] = 1, 1
    window = await (await chromium.new_context(viewport=PHONE)).new_page()
    await window.add_init_script(SLOWLY_READ)
    await window.goto(f"{sandbox.url}.{club.channel.id}.{club.alice.id}")
    await window.locator(f"#viewer-picker option[value='{club.alice.id}']:checked").wait_for(
        state="attached"
    )
    await window.wait_for_timeout(2000)  # in which the page asks twice
    assert not await window.locator("body.with-board").count()
    sandbox.wanted[club.alice.id] = 1, 2
    await window.locator("body.with-board").wait_for()
    await sandbox.close()
