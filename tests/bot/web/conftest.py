"""The club of the tests of the chat, whose matches the page shows, and browsers of its members."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer

from bot.web.server import Server
from tests.bot.chat import conftest
from tests.bot.chat.conftest import Club, Member

club, limits = conftest.club, conftest.limits


class Tab:
    """A browser of one member, come in by a link."""

    def __init__(self, club: Club, client: TestClient[Any, Any]) -> None:
        self.club, self.client, self.token = club, client, ""

    async def enter(self, member: Member, match: int = 0) -> dict[str, Any]:
        """Come in by a new code; what the page is shown first."""
        code = self.club.services.doors.code(member.id, "link", self.club.place, "en-US", match)
        status, entered = await self.ask("enter", {"code": code})
        assert status == 200, entered
        self.token = entered["token"]
        return dict(entered)

    async def ask(self, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        """The status of an answer, and its content."""
        if self.token:
            headers.setdefault("Authorization", f"Bearer {self.token}")
        method = "GET" if body is None else "POST"
        async with self.client.request(method, f"/api/{path}", json=body, headers=headers) as answer:
            self.headers = answer.headers
            return answer.status, await answer.json() if answer.content_type == "application/json" else None

    async def act(self, what: str, state: dict[str, Any], **more: Any) -> tuple[int, Any]:
        """Do something on the board as it was shown."""
        seen = {"version": state["version"], "drafted": len(state["made"]), "ply": state["ply"], "made": state["made"]}
        return await self.ask(f"m/{state['id']}/{what}", {**seen, **more})


@pytest.fixture
async def browser(club: Club) -> AsyncIterator[TestClient[Any, Any]]:
    async with TestClient(TestServer(Server(club.bot.handling).app())) as client:
        yield client


@pytest.fixture
def tab(club: Club, browser: TestClient[Any, Any]) -> Callable[[], Tab]:
    """Opens another tab."""
    return lambda: Tab(club, browser)
