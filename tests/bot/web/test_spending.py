"""What is asked for on the page is paid for as in the chat, whatever it is: what is let through at
once is begun a little at a time, and who asks for little goes before.
"""

import asyncio
import base64
import random
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest

from bot.chat.discord.gateway.spending import PROCESS
from bot.chat.discord.gateway.turns import IN_SERVER, LONGEST_SECONDS
from bot.chat.pictures.heavy import HeavyWork
from bot.chat.pictures.picture import File
from bot.web import challenging, home, server, thinking
from bot.web.home import MOST_PICTURED
from tests.bot.chat.conftest import Club
from tests.bot.chat.hostile.watchdog import HOLD_SECONDS, watched
from tests.bot.web.conftest import Tab

Tabs = Callable[[], Tab]
DEAR_SECONDS = 0.5  # of the processor
WORK_SECONDS = 0.2  # in which all requests have arrived
BOARD_SECONDS = 0.01
AT_ONCE = 20
MOST_AT_ONCE = PROCESS.member.burst / DEAR_SECONDS + IN_SERVER


@pytest.fixture
def limits() -> float:
    return 100


class Dear:
    """Makes something expensive; ``begun``: by whom it was begun, in order."""

    def __init__(self, patch: pytest.MonkeyPatch, module: Any, name: str) -> None:
        self.begun = list[int]()
        function = getattr(module, name)

        async def spend(*args: Any, **more: Any) -> Any:
            visit = next(arg for arg in args if hasattr(arg, "visitor"))
            self.begun.append(visit.user)
            await asyncio.sleep(WORK_SECONDS)
            visit.account.in_process(DEAR_SECONDS)
            return await function(*args, **more)

        patch.setattr(module, name, spend)


@pytest.mark.parametrize(
    ("module", "name", "path", "body"),
    [
        (home, "home_view", "home", None),
        pytest.param(server, "read_match", "m/1", None, marks=pytest.mark.slow),
        pytest.param(thinking, "find_position", "m/1/think", None, marks=pytest.mark.slow),
        pytest.param(
            challenging, "challenge", "challenge", {"game": "loop"}, marks=pytest.mark.slow
        ),
    ],
)
async def test_of_what_is_dear_a_member_gets_no_more_at_once_than_they_may_spend(
    club: Club,
    tab: Tabs,
    monkeypatch: pytest.MonkeyPatch,
    module: Any,
    name: str,
    path: str,
    body: Any,
) -> None:
    await club.begun()
    alice = tab()
    bob = tab()
    await alice.enter(club.alice)
    await bob.enter(club.bob)
    dear = Dear(monkeypatch, module, name)
    requests = [asyncio.create_task(alice.ask(path, body)) for _ in range(AT_ONCE)]
    await asyncio.sleep(WORK_SECONDS / 2)
    _, (status, _) = await asyncio.gather(asyncio.gather(*requests), bob.ask(path, body))
    assert status != 429
    assert dear.begun.count(club.alice.id) <= MOST_AT_ONCE
    assert dear.begun.index(club.bob.id) <= 2 * IN_SERVER
    assert [task.result()[0] for task in requests].count(429) >= AT_ONCE - MOST_AT_ONCE


async def test_a_page_that_asks_in_vain_waits_for_no_turn_and_takes_none(
    club: Club, tab: Tabs
) -> None:
    match = await club.match()
    page = tab()
    await page.enter(club.alice)
    gate = club.services.gate
    for path in ("home", f"m/{match}"):
        await page.ask(path)
        tag = page.headers["ETag"]
        async with AsyncExitStack() as stack:
            for number in range(IN_SERVER):
                await stack.enter_async_context(gate.turn(number, club.place.scope))
            async with asyncio.timeout(LONGEST_SECONDS / 2):
                status, _ = await page.ask(path, **{"If-None-Match": tag})
            assert status == 304


@pytest.mark.slow
@pytest.mark.parametrize("coding", ["gzip", "identity"])
async def test_an_export_of_megabytes_holds_nobody_up(
    club: Club, tab: Tabs, monkeypatch: pytest.MonkeyPatch, coding: str
) -> None:
    part = File("data.zip", random.Random(1).randbytes(2_000_000))

    async def packed(*_: Any) -> list[File]:
        return [part]

    page = tab()
    await page.enter(club.alice)
    monkeypatch.setattr(HeavyWork, "file", packed)
    with watched() as longest:
        request = await page.client.post(
            "/api/act",
            json={"press": "/privacy export"},
            headers={"Authorization": f"Bearer {page.token}", "Accept-Encoding": coding},
        )
        assert longest.seconds <= HOLD_SECONDS, longest
    answer = await request.json()
    (attachment,) = answer["files"]
    assert base64.b64decode(attachment["data"]) == part.data


async def test_between_the_boards_of_home_others_are_served(
    club: Club, tab: Tabs, monkeypatch: pytest.MonkeyPatch
) -> None:
    club.quiet()
    challenges = club.services.challenges
    for _ in range(MOST_PICTURED):
        await challenges.play_computer(
            club.place, club.alice.person, "loop", 1, variant="mini", side="first"
        )
    page = tab()
    await page.enter(club.alice)
    draw = home.position

    def slowly(*args: Any, **more: Any) -> Any:
        end = time.thread_time() + BOARD_SECONDS
        while time.thread_time() < end:
            pass
        return draw(*args, **more)

    monkeypatch.setattr(home, "position", slowly)
    with watched() as longest:
        status, view = await page.ask("home?theme=slate&flip=1")  # of which none is kept
        assert longest.seconds < MOST_PICTURED * BOARD_SECONDS, longest
    assert (status, len(view["waiting"])) == (200, MOST_PICTURED)
