"""The club of the tests of the chat, whose matches the page shows, and browsers of its members."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import cache
from http.cookies import SimpleCookie
from itertools import accumulate
from typing import Any

import pytest
from aiohttp import DummyCookieJar
from aiohttp.test_utils import TestClient, TestServer
from discord.http import Route
from simcord.http import router

from bot.web.activity import Activity
from bot.web.browser_sessions import COOKIE
from bot.web.client_files import ClientFiles, read_client
from bot.web.server import PageServer
from render.packing import KINDS
from render.scene import Area, Path
from tests.bot.chat import conftest, discord_api
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.reading import words
from tests.bot.web.page_words import require_words_of_the_page
from tests.bot.web.standin import SECRET, TOKEN, Discord

MOST_WAITS = 60
MOST_LOOKS = 10
POLL_SECONDS = 0.01  # of this machine, which may be busy

club = conftest.club
limits = conftest.limits


def _decision(move: Any) -> list[str]:
    """A decision's text, source and target, as the page reads it."""
    if not isinstance(move, str):
        return list(move)
    source, dash, target = move.rpartition("-")
    return [move, source, target if dash else move]


def opened(back: dict[str, Any]) -> dict[str, Any]:
    """A board as the page reads it: its cells (name, x, y, level) and its items."""
    if "at" not in back:
        return back
    x, y = ([total / 1000 for total in accumulate(axis)] for axis in back["at"])
    names = back["names"].split()
    levels = back["levels"] or [1] * len(names)
    back["cells"] = [list(cell) for cell in zip(names, x, y, levels, strict=True)]
    back["items"] = unpacked(back["items"], back["cells"])
    return back


def unpacked(groups: list[list[Any]], cells: list[list[Any]]) -> list[list[Any]]:
    """Items as the page reads them: each with its kind, its points in one flat list, its other
    fields.
    """
    items = []
    for kind, places, *fields in groups:
        if KINDS[kind] is Area:
            joins, *others = fields
            items.append([kind, _points(places, cells), _points(joins, cells), *others])
            continue
        for place in places:
            if KINDS[kind] is not Path:
                items.append([kind, _points([place], cells), *fields])
                continue
            form, *others = fields
            points = _moved(form, place, cells) if form else _points(place, cells)
            items.append([kind, points, *others])
    return items


def _points(places: list[Any], cells: list[list[Any]]) -> list[float]:
    """Places in one flat list; each is a point, or the number of a cell."""
    points = []
    for place in places:
        points += place if isinstance(place, list) else cells[place][1:3]
    return points


def _moved(form: list[float], place: Any, cells: list[list[Any]]) -> list[float]:
    """The points of a form round a place."""
    shift = _points([place], cells) * (len(form) // 2)
    return [value + offset for value, offset in zip(form, shift, strict=True)]


class Tab:
    """A browser of one member, come in by a link.

    ``cookie``: what it keeps to come in again. ``sent``: the last answer as it was sent.
    """

    def __init__(self, club: Club, client: TestClient[Any, Any]) -> None:
        self.club = club
        self.client = client
        self.token = ""
        self.cookie = ""
        self.cookies = SimpleCookie()  # of the last answer
        self.sent: Any = None
        self.moved = 0  # bytes of the last answer as it was sent, and of its headers

    @property
    def origin(self) -> str:
        """Where the page itself is."""
        public_url = self.club.services.doors.url
        return public_url or str(self.client.make_url("")).rstrip("/")

    async def enter(self, member: Member, match: int = 0) -> dict[str, Any]:
        """Come in by a new code; what the page is shown first."""
        code = await self.club.services.doors.code(
            member.id, "link", self.club.place, "en-US", match, member.name
        )
        status, session = await self.ask("enter", {"code": code})
        assert status == 200, session
        self.token = session["token"]
        return dict(session)

    async def enter_again(self, **headers: str) -> tuple[int, Any]:
        """Come in by what this browser has kept."""
        headers.setdefault("Origin", self.origin)
        status, session = await self.ask("enter", {"door": "browser"}, **headers)
        if status == 200:
            self.token = session["token"]
        return status, session

    async def open(self, member: Member, match: int) -> dict[str, Any]:
        """Come in by a new link to a match; the match as it is shown."""
        return dict((await self.enter(member, match))["match"])

    async def ask(self, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        """The status of an answer, and its content."""
        if self.token:
            headers.setdefault("Authorization", f"Bearer {self.token}")
        if self.cookie:
            headers.setdefault("Cookie", f"{COOKIE}={self.cookie}")
        method = "GET" if body is None else "POST"
        async with self.client.request(
            method, f"/api/{path}", json=body, headers=headers
        ) as answer:
            self.headers = answer.headers
            self._keep_cookie(answer.cookies)
            size = int(answer.headers.get("Content-Length", 0))
            self.moved = size + sum(
                len(name) + len(value) + 4 for name, value in answer.raw_headers
            )
            is_json = answer.content_type == "application/json"
            self.sent = await answer.json() if is_json else None
            content = await answer.json() if is_json else None
        require_words_of_the_page(content)
        for view in _boards_of(content):
            view["moves"] = [_decision(move) for move in view["moves"]]
        return answer.status, opened(content) if "/back/" in f"/{path}" and content else content

    def _keep_cookie(self, cookies: SimpleCookie) -> None:
        self.cookies = cookies
        if COOKIE in cookies:
            self.cookie = cookies[COOKIE].value

    async def act(self, what: str, state: dict[str, Any], **more: Any) -> tuple[int, Any]:
        """Do something on the board as it was shown."""
        versions = {
            "version": state["version"],
            "drafted": len(state["made"]),
            "ply": state["ply"],
            "made": state["made"],
        }
        return await self.ask(f"m/{state['id']}/{what}", {**versions, **more})

    async def press(self, press: str, **more: Any) -> tuple[int, Any]:
        """Press what an action, a menu or a form of the page says."""
        return await self.ask("act", {"press": press, **more})


def _boards_of(content: Any) -> list[dict[str, Any]]:
    """The documents in an answer that have a board which can be touched."""
    if not isinstance(content, dict):
        return []
    documents = (content, content.get("match"), content.get("board"))
    return [view for view in documents if isinstance(view, dict) and "moves" in view]


def action(document: dict[str, Any], name: str) -> str:
    """The press of what a document offers by that name, wherever in it that stands."""
    hits = [entry["press"] for entry in actions(document) if entry["name"] == name]
    assert hits, f"no {name!r} among {[entry['name'] for entry in actions(document)]}"
    return str(hits[0])


def labelled(document: dict[str, Any], label: str) -> str:
    """The press of what a document offers under a label that begins so."""
    hits = [entry["press"] for entry in actions(document) if entry["label"].startswith(label)]
    assert hits, f"no {label!r} among {[entry['label'] for entry in actions(document)]}"
    return str(hits[0])


def actions(document: dict[str, Any]) -> list[dict[str, Any]]:
    """All that a document offers to press."""
    hits = list[dict[str, Any]](document.get("actions", ()))
    for part in (*document.get("requests", ()), *document.get("blocks", ())):
        hits += part.get("actions", ())
    return hits


def lines(document: dict[str, Any]) -> list[str]:
    """The texts of what an act is answered with: a card's, a question's, a sentence."""
    texts = [document[name] for name in ("title", "text") if document.get(name)]
    texts += document.get("lines", ())
    for block in document.get("blocks", ()):
        texts += block.get("lines", ())
    return texts


async def soon(club: Club, holds: Callable[[], bool]) -> None:
    """Wait until something holds in the chat, while a few seconds pass there."""
    for _ in range(MOST_WAITS):
        if holds():
            return
        await club.env.advance_time(1)
        for _ in range(MOST_LOOKS):
            if holds():
                return
            await asyncio.sleep(POLL_SECONDS)
    assert holds(), [words(post) for post in club.posts()[-2:]]


def page_server(club: Club, activity: Activity | None = None) -> PageServer:
    """A server of the club's page."""
    return PageServer(club.bot.handling, _client(), activity)


@cache
def _client() -> ClientFiles:
    return read_client()


@pytest.fixture
async def browser(club: Club) -> AsyncIterator[TestClient[Any, Any]]:
    host = TestServer(page_server(club).app())
    async with TestClient(host, cookie_jar=DummyCookieJar()) as client:
        yield client


@pytest.fixture
def tab(club: Club, browser: TestClient[Any, Any]) -> Callable[[], Tab]:
    """Opens another browser."""
    return lambda: Tab(club, browser)


class Inside:
    """A club whose bot has the door inside Discord, and Discord round it.

    ``launched``: who was shown the Activity.
    """

    def __init__(self, club: Club, discord: Discord, client: TestClient[Any, Any]) -> None:
        self.club = club
        self.discord = discord
        self.client = client
        self.launched = list[int]()
        self.activity: Activity

    def said(self, member: Member, **more: Any) -> dict[str, Any]:
        """What the page says of a member who has opened it in the channel."""
        instance = self.discord.launched(self.club.channel.id, self.club.guild.id, member.id)
        return {
            "door": "activity",
            "code": self.discord.code(member.id),
            "instance": instance,
            **more,
        }

    async def enter(self, tab: Tab, **claims: Any) -> tuple[int, Any]:
        status, session = await tab.ask("enter", claims, Origin=self.discord.origin)
        tab.token = session.get("token", "")
        return status, session


@pytest.fixture
async def inside(club: Club, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Inside]:
    discord = Discord(club.env.backend.application_id)
    dispatch = router.dispatch
    async with TestServer(discord.app()) as api:
        activity = Activity(discord.application, SECRET, TOKEN, club.monotonic)
        club.services.doors.url = "https://board.example.org"
        host = TestServer(page_server(club, activity).app())
        async with TestClient(host, cookie_jar=DummyCookieJar()) as client:
            inside = Inside(club, discord, client)
            inside.activity = activity

            def launching(backend: Any, method: str, path: str, **more: Any) -> Any:
                """SimCord's answers, and that to an interaction which launches the Activity."""
                if not path.endswith("/callback") or more["json"]["type"] != 12:
                    return dispatch(backend, method, path, **more)
                discord_api.check(method, path, more["json"])
                record = backend.interactions[int(path.split("/")[2])]
                if discord.trouble.get("callback"):
                    raise router.BackendError(
                        400, 50234, "This application does not have a launchable activity"
                    )
                record.pong()
                inside.launched.append(record.user_id)
                return {"interaction": {"id": str(record.id), "type": record.type}}

            monkeypatch.setattr(router, "dispatch", launching)
            monkeypatch.setattr(Route, "BASE", str(api.make_url("/api/v10")))
            yield inside
