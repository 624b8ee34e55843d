"""The page begins by a script within it, and without one."""

from __future__ import annotations

from typing import Any

import pytest
from aiohttp.test_utils import TestClient

from tests.bot.chat.conftest import Club

from .hand import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
STRICT = "script-src 'self'"  # of a proxy, beside the page's own policy


@pytest.mark.parametrize("policy", ["", STRICT])
async def test_the_page_opens_by_a_link_whatever_a_proxy_forbids(
    club: Club, browser: TestClient[Any, Any], chromium: Any, policy: str
) -> None:
    match = await club.match()
    viewport = {"width": PHONE.width, "height": PHONE.height}
    page = await (await chromium.new_context(viewport=viewport)).new_page()
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url))

    async def forbid(route: Any) -> None:
        answer = await route.fetch()
        own = answer.headers["content-security-policy"]
        headers = {**answer.headers, "content-security-policy": f"{own}, {policy}"}
        await route.fulfill(response=answer, headers=headers)

    address = str(browser.make_url("/"))
    if policy:
        await page.route(address, forbid)
    code = await club.services.doors.code(club.alice.id, "link", club.place, "en-US", match)
    await page.goto(f"{address}#{code}")
    await page.locator(".cell").first.wait_for()
    assert any(url.endswith("/arrival.js") for url in asked) == bool(policy)
    assert sum(url.endswith("/api/enter") for url in asked) == 1
    assert page.url.endswith(f"#/m/{match}")
    await page.reload()
    await page.locator(".cell").first.wait_for()
