"""Chromium at the page, and members who use it."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from aiohttp.test_utils import TestClient

from tests.bot.chat.conftest import Club, Member
from tests.bot.web import conftest

from .hand import DESK, PHONE, Hand, Size

playwright = pytest.importorskip("playwright.async_api", reason="playwright is not installed")

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
PageOpener = Callable[..., Awaitable[Hand]]

club = conftest.club
limits = conftest.limits
browser = conftest.browser
inside = conftest.inside


@pytest.fixture
async def chromium() -> AsyncIterator[Any]:
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium)")
    async with playwright.async_playwright() as driver:
        browser_process = await driver.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser_process
        await browser_process.close()


@pytest.fixture
def open_page(club: Club, browser: TestClient[Any, Any], chromium: Any) -> PageOpener:
    """Opens the page for a member by a link, as on a phone or at a desk."""

    async def open_(
        member: Member, match: int = 0, *, pointer: str = "touch", size: Size | None = None
    ) -> Hand:
        is_phone = pointer == "touch"
        if size is None:
            size = PHONE if is_phone else DESK
        context = await chromium.new_context(
            viewport={"width": size.width, "height": size.height},
            has_touch=is_phone,
            is_mobile=is_phone,
            reduced_motion="reduce",
        )
        hand = Hand(await context.new_page(), pointer)
        code = await club.services.doors.code(
            member.id, "link", club.place, "en-US", match, member.name
        )
        await hand.page.goto(f"{browser.make_url('/')}#{code}")
        await hand.page.wait_for_selector("main .table, main .home")
        return hand

    return open_
