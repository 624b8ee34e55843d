"""A member deletes their data while the page does what they have just asked for: nothing of them is
stored.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import count
from typing import TypeAlias
from unittest.mock import MagicMock

import pytest
from aiohttp import StreamReader, web
from aiohttp.test_utils import make_mocked_request

from bot.chat.board.links import AskDraw
from games.core import GameError
from tests.bot.chat.conftest import Club
from tests.bot.chat.features.settings.test_leaving_amid import Deletion
from tests.bot.domain.privacy.test_on_its_way import where_found
from tests.bot.interrupting import Interrupted, OpenTransactions
from tests.bot.web.conftest import Tab, page_server
from tests.sampling import Parameters

pytestmark = pytest.mark.slow

MOST = 13  # transactions of a request, with what follows it
STEPS = 4
"""Each request is tried at every fourth transaction by the slow tests, at all by the exhaustive
ones; together the requests begin at each.
"""

Tabs = Callable[[], Tab]
Act: TypeAlias = Callable[[], Awaitable[object]]


async def enter(club: Club, page: Tab) -> Act:
    code = await club.services.doors.code(
        club.alice.id, "link", club.place, "en-US", 0, club.alice.name
    )
    page.token = ""
    return lambda: page.ask("enter", {"code": code})


async def challenge(club: Club, page: Tab) -> Act:
    body = {
        "game": "loop",
        "opponent": str(club.carol.id),
        "side": "random",
        "clock": "",
        "message": "hello",
    }
    return lambda: page.ask("challenge", body)


async def play_computer(club: Club, page: Tab) -> Act:
    body = {"game": "loop", "opponent": "computer", "side": "first", "level": "novice"}
    return lambda: page.ask("challenge", body)


async def draw(club: Club, page: Tab) -> Act:
    return lambda: page.press(str(AskDraw(1, 1)))


async def choose(club: Club, page: Tab) -> Act:
    return lambda: page.ask("m/1/choose", {"version": 1, "drafted": 0, "move": "e4-d6"})


async def play(club: Club, page: Tab) -> Act:
    body = {"version": 1, "drafted": 0}
    await page.ask("m/1/choose", {**body, "move": "e4-d6"})
    return lambda: page.ask("m/1/play", {**body, "drafted": 1, "ply": 0, "made": ["e4-d6"]})


async def note(club: Club, page: Tab) -> Act:
    return lambda: page.ask("m/1/think", {"do": "note", "spot": "0.0", "text": "a thought"})


async def language(club: Club, page: Tab) -> Act:
    return lambda: page.ask("language", {"language": "de"})


async def team(club: Club, page: Tab) -> Act:
    written = {"game": "loop", "side": f"<@{club.carol.id}>"}
    return lambda: page.press("/team start", written=written)


ACTS = (enter, challenge, play_computer, draw, choose, play, note, language, team)


def cases() -> Iterator[Parameters]:
    """Each request at each of its transactions."""
    for number, ready in enumerate(ACTS):
        for step in range(1, MOST):
            is_tested = (step + number) % STEPS == 0 or (ready is enter and step <= STEPS)
            marks = [pytest.mark.slow if is_tested else pytest.mark.exhaustive]
            yield pytest.param(ready, step, marks=marks, id=f"{ready.__name__}-{step}")


@pytest.mark.parametrize(("ready", "step"), list(cases()))
async def test_nothing_is_left_of_who_leaves_amid_a_request(
    club: Club,
    tab: Tabs,
    ready: Callable[[Club, Tab], Awaitable[Act]],
    step: int,
) -> None:
    await club.match()
    page = tab()
    await page.enter(club.alice)
    act = await ready(club, page)
    deletion = Deletion(club, club.alice, step)
    with deletion.counting():
        await act()
        await club.env.settle()
        for _ in range(3):
            await club.env.advance_time(25)
        await asyncio.sleep(0)
    if deletion.deleting is not None:
        await deletion.deleting
        assert await where_found(club.bot.store, str(club.alice.id)) == []


def entering(code: str) -> web.Request:
    """A request to enter."""
    payload = StreamReader(MagicMock(_reading_paused=False), limit=1 << 16)
    payload.feed_data(json.dumps({"code": code}).encode())
    payload.feed_eof()
    headers = {"Content-Type": "application/json"}
    return make_mocked_request("POST", "/api/enter", headers=headers, payload=payload)


async def test_no_session_is_left_of_who_leaves_at_any_await_while_they_enter(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = club.services
    server = page_server(club)
    transactions = OpenTransactions(services.database.store, monkeypatch)
    person = club.alice.person
    delete = partial(services.privacy.delete, person.id)
    for step in count(1):
        code = await services.doors.code(person.id, "link", club.place, "en-US", 0, person.name)

        async def enter() -> None:
            with suppress(GameError):
                await server._enter(entering(code))  # noqa: B023

        run = Interrupted(enter(), step, delete, transactions)
        await asyncio.create_task(_of(run))
        await run.ended()
        if not run.reached:
            break
        assert await where_found(services.database.store, str(person.id)) == [], f"await {step}"
    assert step > 5


async def _of(run: Interrupted[None]) -> None:
    await run
