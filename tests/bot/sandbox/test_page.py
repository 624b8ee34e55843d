"""The page of the offline Discord: every channel can be opened and played in, by those who may see
it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import ClientSession

from bot.sandbox.page import SECRET, Page
from tests.bot.chat.conftest import Club


class Tab:
    """A tab of a browser on one channel, in which one member looks; asks as SimCord's script
    does.
    """

    def __init__(self, page: Page, session: ClientSession, place: str = "") -> None:
        self.base, _, self.secret = page.url.partition("/#")
        self.session = session
        self.place = place
        self.state: dict[str, Any] = {}
        self.acts = 0

    async def ask(self, method: str, path: str, **more: Any) -> Any:
        headers = {SECRET: self.secret + self.place}
        if self.state:
            headers["X-Simcord-Context"] = self.state["context"]["id"]
        async with self.session.request(
            method, self.base + path, headers=headers, **more
        ) as answer:
            assert answer.status == 200, (path, answer.status)
            return await (
                answer.json() if answer.content_type == "application/json" else answer.read()
            )

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
        buttons = [
            (identity, part["control_key"])
            for identity in self.state["timeline"]
            for part in _parts(self.state["messages"][identity]["components"])
            if part.get("label") == label
        ]
        await self.act("click", target_id=buttons[-1][0], control_key=buttons[-1][1])

    @property
    def text(self) -> str:
        return str([self.state["messages"][identity] for identity in self.state["timeline"]])


def _parts(value: Any) -> Any:
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from _parts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _parts(inner)


@pytest.fixture
async def session() -> AsyncIterator[ClientSession]:
    async with ClientSession() as opened:
        yield opened


@pytest.fixture
async def page(club: Club) -> AsyncIterator[Page]:
    """The page, where matches have threads and bob wants direct messages."""
    await club.services.servers.change(club.place, threads=True)
    await club.services.members.change(club.bob.id, notices="dm")
    await club.match()
    await club.alice.slash("move", moves="e4-d6")
    await club.env.advance_time(5)
    opened = Page(club.env, club.channel, "secret", "UTC")
    await opened.open([member.actor for member in (club.alice, club.bob, club.carol)], 0)
    yield opened
    await opened.close()


async def test_each_channel_is_opened_as_its_viewer_and_played_in(
    club: Club, page: Page, session: ClientSession
) -> None:
    listed = (await Tab(page, session).ask("GET", "/channels.json"))["places"]
    assert [place["mark"] + place["name"] for place in listed] == [
        "#games",
        "🧵M1 · Veloop: alice – bob",
        "✉bob",
    ]
    assert listed[2]["viewers"] == [str(club.bob.id)]
    assert all(place["last"] != "0" for place in listed)
    games, thread, direct = listed
    lobby = await Tab(page, session, f".{games['id']}.{club.carol.id}").open()
    mine = await Tab(page, session, f".{direct['id']}.{club.bob.id}").open()
    match = await Tab(page, session, f".{thread['id']}.{club.bob.id}").open()
    assert lobby.state["viewerId"] == str(club.carol.id)
    assert [viewer["id"] for viewer in mine.state["viewers"]] == [str(club.bob.id)]
    assert "M1" in mine.text
    assert match.state["viewerId"] == str(club.bob.id)
    pictures = [key for key, asset in match.state["assets"].items() if asset["available"]]
    posted = [await match.ask("GET", f"/api/assets/{key}?download=1") for key in pictures]
    assert posted
    # Not made anew, which takes SimCord a process for each.
    assert [await match.ask("GET", f"/api/assets/{key}") for key in pictures] == posted
    with pytest.raises(AssertionError, match="404"):
        await lobby.ask("GET", f"/api/assets/{pictures[0]}")
    await match.click("Move")
    assert "M1 · your turn" in match.text
    await mine.click("Board")
    await lobby.act("send_message", content="hello")
    assert "hello" in lobby.text
    assert "hello" not in match.text
    revision = (await mine.ask("GET", "/api/state"))["publishedRevision"]
    await match.act("send_message", content="my turn")
    async with page.turn:
        await page.refresh()
    drawn = (await mine.ask("GET", "/api/state"))["publishedRevision"]
    assert drawn > revision
    async with page.turn:
        await page.refresh()
    assert (await mine.ask("GET", "/api/state"))["publishedRevision"] == drawn, (
        "nothing new, so nothing is redrawn"
    )


async def test_a_lost_session_leads_to_the_first_channel_and_only_its_own_browser_gets_anything(
    page: Page, session: ClientSession
) -> None:
    lost = await Tab(page, session, ".12345.67").open()
    assert lost.state["channel"]["name"] == "games"
    await lost.ask(
        "POST",
        "/api/action",
        json={
            "kind": "close",
            "protocol_version": 3,
            "sequence": 1,
            "request_id": "r",
            "generation": 1,
            "bot_generation": lost.state["botGeneration"],
        },
    )
    assert (await Tab(page, session).open()).state["channel"]["name"] == "games"
    base = page.url.partition("/#")[0]
    async with session.get(f"{base}/") as index:
        text = await index.text()
    assert text.count("/page.js") == text.count("/page.css") == 1
    # What the script joins on to.
    assert 'id="toolbar"' in text
    assert 'id="viewer-picker"' in text
    async with session.get(f"{base}/commands.js") as commands:
        script = await commands.text()
    for name in ("command-chip", "command-suggestion", "command-option-input", "command-empty"):
        assert f'"{name}' in script
    for path in ("/page.js", "/page.css", "/app.js"):
        async with session.get(base + path) as file:
            assert file.status == 200
    for path in ("/channels.json", "/api/state"):
        async with session.get(base + path, headers={SECRET: "guess"}) as refused:
            assert refused.status == 401
