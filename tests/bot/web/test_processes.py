"""Several processes serve the page, and the proxy asks whichever it likes: a member does not
notice.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from itertools import cycle
from typing import Any

import aiohttp
import discord
import pytest
from simcord.backend.models import Overwrite

from bot.domain.values import Person, Place
from bot.web.browser_sessions import COOKIE
from bot.web.server import served
from tests.bot.chat.network.scene import Scene, impatient, two, until  # noqa: F401  # fixtures

pytestmark = pytest.mark.slow

ADDRESS = "https://board.example.org"


class Proxied:
    """A page whose requests go to one process after the other."""

    def __init__(self, scene: Scene, session: aiohttp.ClientSession, ports: Iterator[int]) -> None:
        self.scene = scene
        self.session = session
        self.ports = ports
        self.token = ""
        self.cookie = ""

    async def ask(self, path: str, body: object = None) -> tuple[int, Any]:
        headers = {"Origin": ADDRESS} if body is not None else {}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if self.cookie:
            headers["Cookie"] = f"{COOKIE}={self.cookie}"
        url = f"http://127.0.0.1:{next(self.ports)}/api/{path}"
        method = "GET" if body is None else "POST"
        async with self.session.request(method, url, json=body, headers=headers) as answer:
            if COOKIE in answer.cookies:
                self.cookie = answer.cookies[COOKIE].value
            return answer.status, await answer.json()

    async def enter(self, link: str) -> dict[str, Any]:
        status, session = await self.ask("enter", {"code": link.partition("#")[2]})
        assert status == 200, session
        self.token = session["token"]
        return dict(session)

    async def act(self, what: str, view: dict[str, Any], **more: Any) -> dict[str, Any]:
        state = {
            "version": view["version"],
            "drafted": len(view["made"]),
            "ply": view["ply"],
            "made": view["made"],
        }
        status, new_view = await self.ask(f"m/{view['id']}/{what}", {**state, **more})
        assert status == 200, new_view
        return dict(new_view)


@pytest.fixture
async def page(two: Scene, unused_tcp_port_factory: Any) -> AsyncIterator[Proxied]:  # noqa: F811
    async with AsyncExitStack() as stack:
        ports = [unused_tcp_port_factory() for _ in two.bots]
        for bot, port in zip(two.bots, ports, strict=True):
            bot.services.doors.url = ADDRESS
            await stack.enter_async_context(served(bot.handling, "127.0.0.1", port))
        session = await stack.enter_async_context(aiohttp.ClientSession())
        yield Proxied(two, session, cycle(ports))


async def link(page: Proxied, process: int, who: Person, place: Place, match: int) -> str:
    """A link as a button gives it, in one of the processes."""
    return await page.scene.bots[process].services.doors.link(who, place, "en-US", match)


@pytest.mark.parametrize("shard", [0, 1])
async def test_a_turn_is_played_on_the_page_whichever_processes_are_asked(
    page: Proxied, shard: int
) -> None:
    scene = page.scene
    place = scene.places[shard]
    match = await scene.match(place, variant="12x12, single turns")
    for _ in range(2):  # whichever process comes first
        address = await link(page, 0, scene.alice, place, match)
        view = (await page.enter(address))["match"]
        status, _ = await page.ask("enter", {"code": address.partition("#")[2]})
        assert status == 401, "it was used in the other process"
        next(page.ports)
    for _ in range(2):
        for name in (view["back"], view["theme"]):
            assert (await page.ask(f"back/{name}"))[0] == 200
        next(page.ports)
    move = view["moves"][0]
    move_text = move if isinstance(move, str) else move[0]
    draft = await page.act("choose", view, move=move_text)
    empty_draft = await page.act("undo", draft)
    draft = await page.act("choose", empty_draft, move=move_text)
    answer = await page.act("play", draft)
    assert (answer["last"], answer["mine"]) == (1, False)
    assert (await scene.matches.get(match)).state.ply == 1
    await until(lambda: scene.told(place, "Turn 1: "))
    await scene.flush()
    assert scene.told(place, "Turn 1: ") == 1, "posted once"


async def test_a_browser_comes_in_again_whichever_process_is_asked_until_its_session_is_ended(
    page: Proxied,
) -> None:
    scene = page.scene
    place = scene.places[0]
    match = await scene.match(place)
    for _ in range(2):
        page.token = ""
        page.cookie = ""
        await page.enter(await link(page, 0, scene.alice, place, match))
        for _ in range(4):
            page.token = ""
            status, entered = await page.ask("enter", {"door": "browser"})
            assert (status, entered["me"]) == (200, "alice")
            page.token = entered["token"]
            assert (await page.ask(f"m/{match}"))[0] == 200
        next(page.ports)
    for session in await scene.bots[0].services.doors.sessions.of(scene.alice.id):
        await scene.bots[0].services.doors.sessions.end(scene.alice.id, session.id)
    statuses = [(await page.ask(f"m/{match}"))[0] for _ in range(2)]
    assert sorted(statuses) == [200, 401], "elsewhere a token lasts some minutes"
    page.token = ""
    for _ in range(2):
        assert (await page.ask("enter", {"door": "browser"}))[0] == 401


async def test_who_watches_sees_what_its_channel_lets_them_in_every_process(page: Proxied) -> None:
    scene = page.scene
    backend = scene.discord.backend
    match = await scene.match(scene.places[1])
    carol = Person(backend.make_user("carol").id, "carol")
    backend.add_member(scene.places[1].scope, carol.id)
    stranger = Person(backend.make_user("stranger").id, "stranger")
    await page.enter(await link(page, 1, carol, scene.places[1], match))
    assert [(await page.ask(f"m/{match}"))[0] for _ in range(4)] == [200] * 4
    overwrite = Overwrite(
        scene.places[1].scope, 0, deny=discord.Permissions(view_channel=True).value
    )
    backend.set_overwrite(scene.places[1].channel, overwrite)
    scene.clock.move(minutes=2)
    assert [(await page.ask(f"m/{match}"))[0] for _ in range(4)] == [404] * 4
    page.token = ""
    code = await link(page, 1, stranger, scene.places[1], match)
    assert (await page.ask("enter", {"code": code.partition("#")[2]}))[0] == 404
