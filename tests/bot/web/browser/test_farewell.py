"""What a browser shows once its member has deleted their data: here, in another tab, by Back."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from bot.store.tables import page_sessions
from tests.bot.chat.conftest import Club

from .conftest import PageOpener
from .hand import DESK, PHONE, Size

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
CLOSED = "open the board from Discord"


async def text_of(page: Any) -> str:
    return str(await page.locator("body").inner_text())


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
async def test_nothing_is_left_of_a_member_who_has_deleted_their_data(
    club: Club, open_page: PageOpener, size: Size
) -> None:
    match = await club.match()
    hand = await open_page(
        club.alice, match, pointer="touch" if size is PHONE else "mouse", size=size
    )
    page = hand.page
    other = await page.context.new_page()
    await other.goto(page.url)
    await other.wait_for_selector(".table")
    await page.get_by_role("link", name="Home").click()
    await page.get_by_role("link", name="All settings").click()
    await page.get_by_role("button", name="Delete my data …").click()
    await page.get_by_role("button", name="Yes, delete everything").click()
    farewell = page.get_by_text("Deleted.")
    await farewell.wait_for()
    assert await page.locator("button, a, select, dialog, .table").count() == 0
    assert await page.evaluate("localStorage.length") == 0
    assert await page.title() == "Loophole"
    assert page.url.endswith("#/")
    await other.get_by_text(CLOSED).wait_for()
    assert "alice" not in await text_of(other)
    assert await other.locator("button, a, .table").count() == 0
    await page.go_back()
    await page.wait_for_timeout(500)
    assert await page.locator("button, a, .table").count() == 0
    await page.reload()
    await page.get_by_text(CLOSED).wait_for()
    assert await club.bot.store.fetch(sa.select(page_sessions)) == []
    assert hand.errors == []
