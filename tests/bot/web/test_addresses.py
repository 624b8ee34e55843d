"""The address of a card shows it and does nothing: whoever reloads the page, goes back or opens a
link presses nothing again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
import sqlalchemy as sa

from bot.chat.board.links import OpenSettings, ShowLobby
from bot.chat.discord.press import PRESSES, Press, read
from bot.store.tables.columns import metadata
from tests.bot.chat.conftest import Club
from tests.bot.web.conftest import Tab, actions, labelled
from tests.bot.web.test_all_of_the_chat import menu_of

Tabs = Callable[[], Tab]
GONE = 404
MOST_PRESSED = 250  # buttons, menus and forms in one walk through the page


def some(kind: type[Press]) -> Press:
    """A press of a kind, about what comes first."""
    hints = get_type_hints(kind)
    values = dict[str, Any]()
    for field in fields(kind):
        type_ = hints[field.name]
        if get_origin(type_) is Literal:
            values[field.name] = get_args(type_)[-1]
        elif type_ is bool:
            values[field.name] = True
        elif type_ is str:
            values[field.name] = "loop" if field.name == "game" else ""
        else:
            values[field.name] = 1
    return kind(**values)


async def test_what_acts_is_no_address(club: Club, tab: Tabs) -> None:
    """As nothing changes, one match serves for all presses, and it is looked once at the end."""
    await club.match()
    page = tab()
    await page.enter(club.alice)
    rows_before = await everything_stored(club)
    for kind in PRESSES.values():
        status, answer = await page.press(str(some(kind)), **{"as": "card"})
        if not club.bot.handling.buttons[kind].address:
            assert status == GONE, (kind, answer)
        if answer.get("kind") == "card" and answer["address"]:
            assert_address(club, answer["address"])
    assert await everything_stored(club) == rows_before


def assert_address(club: Club, custom_id: str) -> None:
    press = read(custom_id)
    assert press is not None, custom_id
    assert club.bot.handling.buttons[type(press)].address, press


async def everything_stored(club: Club) -> dict[str, list[Any]]:
    """All rows of all tables, but for those by which requests are counted."""
    rows = dict[str, list[Any]]()
    async with club.services.database.read() as connection:
        for table in metadata.sorted_tables:
            result = await connection.execute(sa.select(table))
            rows[table.name] = sorted(map(repr, result.all()))
    for counter in COUNTED:
        rows.pop(counter, None)
    return rows


COUNTED = ("tallies",)


def pressed_of(answer: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """All that can be pressed, chosen or sent in an answer."""
    for entry in actions(answer):
        yield entry["press"], {}
    for block in answer.get("blocks", ()):
        for menu in block.get("menus", ()):
            if menu["choices"]:
                yield menu["press"], {"value": menu["choices"][-1]["value"]}
    if answer.get("kind") == "form":
        yield answer["press"], {"written": {one["name"]: one["value"] for one in answer["fields"]}}
    if answer.get("board"):
        for move in answer["board"]["moves"][:1]:
            yield answer["press"] + move[0], {}


@pytest.mark.slow
@pytest.mark.timeout(900)
async def test_the_address_of_each_card_shows_it_again(club: Club, tab: Tabs) -> None:
    """A walk through all that can be pressed from home: whatever it answers with, what stands in
    the address then changes nothing.
    """
    await club.match()
    page = tab()
    home = (await page.enter(club.alice))["home"]
    starts = list[dict[str, Any]]()
    for entry in home["menu"]:
        press = read(entry["press"])
        is_address = press is not None and club.bot.handling.buttons[type(press)].address
        form = {"as": "card"} if is_address else {}
        starts.append({"press": entry["press"], **form})
    starts += [{"what": "lesson", "game": "loop"}, {"what": "puzzle", "game": "snipsnip"}]
    queue = starts
    kinds = set[str]()
    addresses = set[str]()
    while queue and len(kinds) < MOST_PRESSED:
        body = queue.pop(0)
        kind = str(body)
        if "press" in body:
            press = read(body["press"])
            kind = f"{type(press).__name__} {body.get('value', '')}"
        ends_the_walk = kind.startswith("EndSession")  # its own
        if kind in kinds or ends_the_walk:
            continue
        kinds.add(kind)
        status, answer = await page.ask("act", body)
        if status != 200:
            continue
        queue += [{"press": press, **more} for press, more in pressed_of(answer)]
        address = answer.get("address")
        if not address or address in addresses:
            continue
        addresses.add(address)
        assert_address(club, address)
        rows_before = await everything_stored(club)
        status, repeat = await page.press(address, **{"as": "card"})
        assert (status, repeat["kind"], repeat["address"]) == (200, "card", address), repeat
        assert await everything_stored(club) == rows_before, address
    assert len(addresses) > 10, addresses


async def test_a_setting_that_was_chosen_is_not_chosen_again(club: Club, tab: Tabs) -> None:
    page = tab()
    menu = await menu_of(page, club)
    _, view = await page.press(menu["All settings"], **{"as": "card"})
    assert view["address"] == str(OpenSettings())
    menus = [each for block in view["blocks"] for each in block.get("menus", ())]
    coordinates = next(each for each in menus if "hidden" in str(each["choices"]))
    _, view = await page.press(coordinates["press"], value="none")
    assert view["address"] == ""
    assert (await page.press(coordinates["press"], **{"as": "card"}))[0] == GONE
    assert (await club.services.members.settings(club.alice.id)).coordinates == "none"


async def test_an_offer_in_the_lobby_is_not_made_again(club: Club, tab: Tabs) -> None:
    page = tab()
    menu = await menu_of(page, club)
    _, lobby = await page.press(menu["Lobby"], **{"as": "card"})
    assert lobby["address"] == str(ShowLobby(0))
    _, form = await page.press(labelled(lobby, "New offer"))
    fields = {field["name"]: field["value"] for field in form["fields"]}
    _, lobby = await page.press(form["press"], written={**fields, "game": "loop"})
    assert lobby["address"] == ""
    assert (await page.press(form["press"], **{"as": "card"}))[0] == GONE


async def test_a_puzzle_stays_where_its_solver_is(club: Club, tab: Tabs) -> None:
    page = tab()
    await page.enter(club.alice)
    _, view = await page.ask("act", {"what": "puzzle", "game": "snipsnip"})
    assert_address(club, view["address"])
    for _ in range(2):
        moves = view["board"]["moves"]
        _, view = await page.press(view["press"] + moves[-1][0])
        if view["board"] is None:
            break
        assert_address(club, view["address"])
        _, repeat = await page.press(view["address"], **{"as": "card"})
        assert repeat["board"]["held"] == view["board"]["held"]
