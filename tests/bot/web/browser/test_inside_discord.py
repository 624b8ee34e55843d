"""The page inside Discord's client, and beside the offline Discord's chat."""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.sandbox.page import SandboxPage
from tests.bot.chat.conftest import Club, Member
from tests.bot.web.conftest import Inside
from tests.bot.web.standin import POLICY

from .hand import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

CLIENT_TOOLS = Path(__file__).parents[4] / ".venv" / "client" / "node_modules"
SDK = CLIENT_TOOLS / "@discord" / "embedded-app-sdk" / "output"
ORACLE = """<script type="module">
import {{ DiscordSDK }} from "/sdk/index.mjs";
const sdk = new DiscordSDK("{0}");
const ask = {{ response_type: "code", state: "", prompt: "none", scope: ["identify"] }};
await sdk.ready();
document.title = (await sdk.commands.authorize({{ client_id: "{0}", ...ask }})).code;
</script>"""
VIEWPORT = {"width": PHONE.width, "height": PHONE.height}


@dataclass(frozen=True, slots=True)
class Line:
    """How slow a connection and a processor are.

    :param seconds: of a round trip
    :param bytes_a_second: that come through
    :param slowdown: how much slower the processor is
    """

    seconds: float = 0
    bytes_a_second: float = math.inf
    slowdown: float = 1


async def inside_discord(
    inside: Inside,
    chromium: Any,
    member: Member,
    page: str = "",
    *,
    script: str = "",
    line: Line | None = None,
    **more: str,
) -> Any:
    """A window of Discord's client, with an Activity in a frame, that reaches its server through
    Discord's proxy.

    :param script: runs first
    """
    line = line or Line()
    context = await chromium.new_context(viewport=VIEWPORT, has_touch=True, is_mobile=True)
    claims = inside.said(member)
    discord = inside.discord
    source = discord.source(claims["instance"], "frame", **more).replace("/?", f"/{page}?")
    frame = discord.client(source, claims["code"], "frame")

    async def show_client(route: Any) -> None:
        await route.fulfill(body=frame, content_type="text/html")

    async def proxy(route: Any) -> None:
        path = route.request.url.removeprefix(discord.origin).removeprefix("/.proxy")
        if path.startswith("/sdk/"):
            await _send_kit(route, path)
        elif path.startswith("/sdk.html"):
            await route.fulfill(body=ORACLE.format(discord.application), content_type="text/html")
        else:
            await _pass_on(inside, route, path, line)

    await context.route("https://discord.com/**", show_client)
    await context.route(f"{discord.origin}/**", proxy)
    window = await context.new_page()
    if script:
        await window.add_init_script(script)
        session = await context.new_cdp_session(window)
        await session.send("Emulation.setCPUThrottlingRate", {"rate": line.slowdown})
    await window.goto("https://discord.com/channels/@me")
    return window


async def _send_kit(route: Any, path: str) -> None:
    """Send a file of Discord's own kit."""
    file = SDK / path.removeprefix("/sdk/").partition("?")[0]
    headers = {"Content-Security-Policy": POLICY}
    await route.fulfill(path=file, content_type="text/javascript", headers=headers)


async def _pass_on(inside: Inside, route: Any, path: str, line: Line) -> None:
    """Pass a request on to the page's server, and its answer back with Discord's policy."""
    answer = await route.fetch(url=str(inside.client.make_url("")).rstrip("/") + path)
    size = int(answer.headers.get("content-length", 0))
    await asyncio.sleep(line.seconds + size / line.bytes_a_second)
    policies = filter(None, (answer.headers.get("content-security-policy"), POLICY))
    headers = {**answer.headers, "content-security-policy": ", ".join(policies)}
    await route.fulfill(response=answer, headers=headers)


async def test_the_page_opens_inside_discord_and_talks_to_it_as_its_own_kit_does(
    inside: Inside, chromium: Any
) -> None:
    inside.discord.locale = "en-US"
    await inside.club.match("5x5")
    window = await inside_discord(inside, chromium, inside.club.alice, custom_id="m1")
    frame = window.frame_locator("#activity")
    await frame.get_by_text("Veloop").first.wait_for()
    await frame.locator(".cell").first.wait_for()
    targets = frame.locator(".cell[aria-disabled=false]:not([aria-label*=chosen])")
    await targets.first.tap(force=True)
    await frame.get_by_role("button", name="Undo").wait_for()
    assert (await inside.club.services.matches.get(1)).draft is not None
    if not SDK.exists():
        pytest.skip("Discord's kit is not installed: make .venv/client/stamp")
    kit = await inside_discord(inside, chromium, inside.club.alice, "sdk.html")
    await kit.wait_for_function("said.length > 1 && said[1][1].cmd")
    ours = await window.evaluate("said")
    theirs = await kit.evaluate("said")
    for _, content in (*ours, *theirs):
        content.pop("sdk_version", "")
        content.pop("nonce", "")
        content.pop("transfer", "")
    assert ours == theirs[:2]


# The list of channels takes its time to be read, so that somebody is chosen meanwhile.
SLOWLY_READ = """const json = Response.prototype.json; Response.prototype.json = async function () {
  if (this.url.endsWith("/channels.json")) await new Promise((done) => setTimeout(done, 500));
  return json.call(this); };"""


async def test_the_sandbox_opens_the_board_only_for_what_is_pressed_from_now_on(
    club: Club, chromium: Any
) -> None:
    await club.match()
    sandbox = SandboxPage(club.env, club.channel, "secret", "UTC")
    await sandbox.open([club.alice.actor, club.bob.actor], 0)
    sandbox.targets[club.alice.id] = 1, 1
    window = await (await chromium.new_context(viewport=VIEWPORT)).new_page()
    await window.add_init_script(SLOWLY_READ)
    await window.goto(f"{sandbox.url}.{club.channel.id}.{club.alice.id}")
    option = window.locator(f"#viewer-picker option[value='{club.alice.id}']:checked")
    await option.wait_for(state="attached")
    await window.wait_for_timeout(2000)  # in which the page asks twice
    assert not await window.locator("body.with-board").count()
    sandbox.targets[club.alice.id] = 1, 2
    await window.locator("body.with-board").wait_for()
    await sandbox.close()
