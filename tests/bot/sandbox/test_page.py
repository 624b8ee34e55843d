"""The page of the offline Discord: every channel can be opened and played in, by those who may see
it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from aiohttp import ClientSession

from bot.sandbox.page import SECRET, SandboxPage
from tests.bot.chat.conftest import Club


class Tab:
    """A tab of a browser on one channel, in which one member looks; asks as SimCord's script
    does.
    """

    def __init__(self, page: SandboxPage, session: ClientSession, place: str = "") -> None:
        self.base, _, self.secret = page.url.partition("/#")
        self.session = session
        self.place = place
        self.state: dict[str, Any] = {}
        self.acts = 0

    async def ask(self, method: str, path: str, **more: Any) -> Any:
        """The answer to a request, as JSON or as bytes."""
        headers = {SECRET: self.secret + self.place}
        if self.state:
            headers["X-Simcord-Context"] = self.state["context"]["id"]
        url = self.base + path
        async with self.session.request(method, url, headers=headers, **more) as answer:
            assert answer.status == 200, (path, answer.status)
            if answer.content_type == "application/json":
                return await answer.json()
            return await answer.read()

    async def open(self) -> Tab:
        self.state = await self.ask("POST", "/api/pages", json={})
        return self

    async def act(self, kind: str, **body: Any) -> None:
        self.state = await self.ask("GET", "/api/state")
        self.acts += 1
        envelope = {
            "protocol_version": 3,
            "sequence": self.acts,
            "request_id": f"r{self.acts}",
            "generation": self.state["context"]["generation"],
            "bot_generation": self.state["botGeneration"],
            "published_revision": self.state["publishedRevision"],
        }
        receipt = await self.ask("POST", "/api/action", json={"kind": kind, **envelope, **body})
        assert not receipt["rejected"], receipt
        assert receipt["settlement"] == "settled", receipt
        self.state = await self.ask("GET", "/api/state")

    async def click(self, label: str) -> None:
        """Press the last button of that name."""
        buttons = []
        for message in self.state["timeline"]:
            for part in _parts(self.state["messages"][message]["components"]):
                if part.get("label") == label:
                    buttons.append((message, part["control_key"]))
        message, key = buttons[-1]
        await self.act("click", target_id=message, control_key=key)

    async def revision(self) -> int:
        """The number of what is shown now."""
        state = await self.ask("GET", "/api/state")
        return state["publishedRevision"]

    @property
    def text(self) -> str:
        """All that the messages say."""
        return str([self.state["messages"][message] for message in self.state["timeline"]])


def _parts(value: Any) -> Iterator[dict[str, Any]]:
    """All dictionaries in a value, however deep."""
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from _parts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _parts(inner)


@pytest.fixture
async def session() -> AsyncIterator[ClientSession]:
    async with ClientSession() as session:
        yield session


@pytest.fixture
async def page(club: Club) -> AsyncIterator[SandboxPage]:
    """The page, where matches have threads and bob wants direct messages."""
    await club.services.servers.change(club.place, threads=True)
    await club.services.members.change(club.bob.id, notices="dm")
    await club.match()
    await club.alice.slash("move", moves="e4-d6")
    await club.env.advance_time(5)
    page = SandboxPage(club.env, club.channel, "secret", "UTC")
    await page.open([member.actor for member in (club.alice, club.bob, club.carol)], 0)
    yield page
    await page.close()


@dataclass
class Tabs:
    """Carol in the games channel, and Bob in the match's thread and in his direct messages."""

    lobby: Tab
    thread: Tab
    direct: Tab


@pytest.fixture
async def tabs(club: Club, page: SandboxPage, session: ClientSession) -> Tabs:
    answer = await Tab(page, session).ask("GET", "/channels.json")
    lobby, thread, direct = [place["id"] for place in answer["places"]]
    carol = club.carol.id
    bob = club.bob.id
    return Tabs(
        await Tab(page, session, f".{lobby}.{carol}").open(),
        await Tab(page, session, f".{thread}.{bob}").open(),
        await Tab(page, session, f".{direct}.{bob}").open(),
    )


async def test_each_channel_is_listed_and_opened_as_its_viewer(
    club: Club, page: SandboxPage, session: ClientSession, tabs: Tabs
) -> None:
    answer = await Tab(page, session).ask("GET", "/channels.json")
    places = answer["places"]
    names = [place["mark"] + place["name"] for place in places]
    assert names == ["#games", "🧵M1 · Veloop: alice – bob", "✉bob"]
    assert places[2]["viewers"] == [str(club.bob.id)]
    for place in places:
        assert place["last"] != "0"

    assert tabs.lobby.state["viewerId"] == str(club.carol.id)
    assert tabs.thread.state["viewerId"] == str(club.bob.id)
    assert [viewer["id"] for viewer in tabs.direct.state["viewers"]] == [str(club.bob.id)]
    assert "M1" in tabs.direct.text


async def test_pictures_are_for_those_who_may_see_them(tabs: Tabs) -> None:
    assets = tabs.thread.state["assets"]
    keys = [key for key, asset in assets.items() if asset["available"]]
    downloads = [await tabs.thread.ask("GET", f"/api/assets/{key}?download=1") for key in keys]
    assert downloads
    # Not made anew, which takes SimCord a process for each.
    assert [await tabs.thread.ask("GET", f"/api/assets/{key}") for key in keys] == downloads
    with pytest.raises(AssertionError, match="404"):
        await tabs.lobby.ask("GET", f"/api/assets/{keys[0]}")


async def test_members_press_and_write_and_a_tab_is_redrawn_when_there_is_something_new(
    page: SandboxPage, tabs: Tabs
) -> None:
    await tabs.thread.click("Move")
    assert "M1 · your turn" in tabs.thread.text
    await tabs.direct.click("Board")
    await tabs.lobby.act("send_message", content="hello")
    assert "hello" in tabs.lobby.text
    assert "hello" not in tabs.thread.text

    first = await tabs.direct.revision()
    await tabs.thread.act("send_message", content="my turn")
    async with page.turn:
        await page.refresh()
    second = await tabs.direct.revision()
    assert second > first
    async with page.turn:
        await page.refresh()
    assert await tabs.direct.revision() == second


async def test_a_lost_session_leads_to_the_first_channel(
    page: SandboxPage, session: ClientSession
) -> None:
    tab = await Tab(page, session, ".12345.67").open()
    assert tab.state["channel"]["name"] == "games"
    close = {
        "kind": "close",
        "protocol_version": 3,
        "sequence": 1,
        "request_id": "r",
        "generation": 1,
        "bot_generation": tab.state["botGeneration"],
    }
    await tab.ask("POST", "/api/action", json=close)
    opened_again = await Tab(page, session).open()
    assert opened_again.state["channel"]["name"] == "games"


async def text_of(session: ClientSession, page: SandboxPage, path: str) -> str:
    """A file of the page, which anybody gets."""
    base, _, _ = page.url.partition("/#")
    async with session.get(base + path) as answer:
        assert answer.status == 200
        return await answer.text()


async def test_anybody_gets_the_page_but_only_who_knows_the_secret_what_members_see(
    page: SandboxPage, session: ClientSession
) -> None:
    index = await text_of(session, page, "/")
    assert index.count("/page.js") == 1
    assert index.count("/page.css") == 1
    # What the script joins on to.
    assert 'id="toolbar"' in index
    assert 'id="viewer-picker"' in index
    commands = await text_of(session, page, "/commands.js")
    for name in ("command-chip", "command-suggestion", "command-option-input", "command-empty"):
        assert f'"{name}' in commands
    for path in ("/page.js", "/page.css", "/app.js"):
        assert await text_of(session, page, path)

    base, _, _ = page.url.partition("/#")
    for path in ("/channels.json", "/api/state"):
        async with session.get(base + path, headers={SECRET: "guess"}) as answer:
            assert answer.status == 401
