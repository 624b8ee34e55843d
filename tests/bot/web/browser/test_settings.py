"""What a member sets shows on the open page at once: set there, among all settings, or in the chat;
and reloading sets nothing again.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.chat.conftest import Club

from .conftest import PageOpener
from .hand import Hand

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


async def ground(hand: Hand) -> Any:
    """The colour of the board."""
    return await hand.page.locator(".board-ground").first.get_attribute("fill")


async def until_ground_changes(hand: Hand, colour: str) -> None:
    await hand.page.wait_for_selector(f'.board-ground:not([fill="{colour}"])')


async def choose(hand: Hand, setting: str, value: str) -> None:
    """Choose a value in the menu of a setting among all settings."""
    menu = hand.page.locator("select.card-menu").filter(has_text=setting)
    await menu.first.select_option(value=value)


async def test_language_and_theme_set_in_the_chat(club: Club, open_page: PageOpener) -> None:
    hand = await open_page(club.alice, await club.match())
    colour = await ground(hand)
    await club.services.members.change(club.alice.id, language="de", theme="slate")
    await hand.page.get_by_role("button", name="Spielen").first.wait_for()
    await until_ground_changes(hand, colour)


async def test_language_and_theme_among_all_settings(club: Club, open_page: PageOpener) -> None:
    match = await club.match()
    hand = await open_page(club.alice, match)
    colour = await ground(hand)
    await hand.page.get_by_role("link", name="Home").tap()
    await hand.page.get_by_role("link", name="All settings").tap()
    await choose(hand, "Theme", "slate")
    await hand.page.wait_for_timeout(300)
    await choose(hand, "Language", "de")
    await hand.page.get_by_role("link", name="Start").wait_for()  # the way home
    await hand.page.reload()
    await hand.page.get_by_role("link", name="Start").wait_for()
    settings = await club.services.members.settings(club.alice.id)
    assert (settings.language, settings.theme) == ("de", "slate")
    await hand.page.evaluate(f"location.hash = '#/m/{match}'")
    await hand.page.wait_for_selector(".table")
    await until_ground_changes(hand, colour)
