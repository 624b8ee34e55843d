"""What something between the bot and Discord answers is not Discord's word: it passes, whatever its
status.
"""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from aiohttp import web

from bot.chat.discord.delivery.notices import PLACE_PATIENCE

from ....sampling import only
from ...conftest import Clock, sqlite_only
from .address import as_json
from .gateway import Gateway
from .scene import scene


def claimed_json(body: bytes, status: int, **headers: str) -> Callable[[], web.Response]:
    """Answers with a body that claims to be JSON."""
    headers = {"Content-Type": "application/json", **headers}
    return lambda: web.Response(body=body, status=status, headers=headers)


HTML = "<html><title>Just a moment ...</title></html>"
BLOCKED = {"code": 40333, "message": "Cloudflare is blocking your request"}
ANSWERS: dict[str, Callable[[], web.Response]] = {
    "a page of HTML, 200": lambda: web.Response(text=HTML, content_type="text/html"),
    "a page of HTML, 400": lambda: web.Response(status=400, text=HTML, content_type="text/html"),
    "a page of HTML, 403": lambda: web.Response(status=403, text=HTML, content_type="text/html"),
    "a page of HTML, 404": lambda: web.Response(status=404, text=HTML, content_type="text/html"),
    "a page of HTML, 429": lambda: web.Response(status=429, text=HTML, content_type="text/html"),
    "a page of HTML, 503": lambda: web.Response(status=503, text=HTML, content_type="text/html"),
    "40333": lambda: as_json(BLOCKED, 403),
    "an unknown code, 400": lambda: as_json({"code": 59999, "message": "?"}, 400),
    "an unknown code, 404": lambda: as_json({"code": 19999, "message": "?"}, 404),
    "no code, 403": lambda: as_json({"message": "?"}, 403),
    "a code that is no number": lambda: as_json({"code": ["?"], "message": "?"}, 400),
    "JSON that is no object": lambda: as_json(["?"], 403),
    "cut JSON, 200": claimed_json(b'{"id": "12', 200),
    "cut JSON, 403": claimed_json(b'{"code": 5', 403),
    "cut JSON, 502": claimed_json(b"<html>", 502),
    "no JSON, 200": claimed_json(b"", 200),
    "an empty object, 200": claimed_json(b"{}", 200),
    "an empty list, 200": claimed_json(b"[]", 200),
    "null, 200": claimed_json(b"null", 200),
    "somebody else's object, 200": claimed_json(b'{"status": "blocked"}', 200),
    "an error, 200": claimed_json(b'{"code": 0, "message": "502: Bad Gateway"}', 200),
    "no content": lambda: web.Response(status=204),
    "errors that are a list, 400": claimed_json(
        b'{"code": 59999, "message": "?", "errors": [1]}', 400
    ),
    "no message, 403": claimed_json(b'{"code": 59999, "message": null}', 403),
    "letters of another alphabet, 403": lambda: web.Response(
        status=403, body=b"\xff\xfe<", content_type="text/html"
    ),
    "patience without a time, 429": claimed_json(b'{"message": "?"}', 429, Via="1.1 somebody"),
    "patience that is no object, 429": claimed_json(b"[]", 429, Via="1.1 somebody"),
    "JSON with a character set, 200": lambda: web.json_response({"id": "1"}),
}


@dataclass
class Wall:
    """Answers in Discord's place while it is ``up``; ``requests``: how many it has answered."""

    answer: Callable[[], web.Response]
    up: bool = False
    requests: int = 0


@pytest.fixture
def wall(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Wall:
    """A wall before all that posts something or opens a place to post it in."""
    new_wall = Wall(ANSWERS[request.param])
    answer_well = Gateway.api

    async def api(server: Gateway, request: web.Request) -> web.StreamResponse:
        posts = request.path.endswith(("/messages", "/users/@me/channels", "/threads"))
        if new_wall.up and posts:
            new_wall.requests += 1
            return new_wall.answer()
        return await answer_well(server, request)

    monkeypatch.setattr(Gateway, "api", api)
    return new_wall


@pytest.mark.some_cases(1)
@sqlite_only
@pytest.mark.parametrize(
    "wall",
    only(ANSWERS, "40333", "a page of HTML, 200", "a page of HTML, 403", "an error, 200"),
    indirect=True,
)
async def test_a_turn_follows_in_its_thread(
    database_url: str, clock: Clock, wall: Wall, caplog: pytest.LogCaptureFixture
) -> None:
    async with scene(database_url, clock) as one:
        place = one.places[0]
        await (await one.start()).services.servers.change(place, threads=True)
        await one.match(place)
        thread = (await one.matches.get(1)).thread
        assert thread is not None
        wall.up = True
        await one.matches.play(1, one.alice.id, "e4-d6")
        await one.passes(seconds=25)
        assert wall.requests
        wall.up = False
        await one.passes(seconds=PLACE_PATIENCE / 2)
        posts = one.discord.posts(thread)
        assert sum("played **e4-d6**" in post for post in posts) == 1
        assert not one.told(place, "played **e4-d6**")
        assert (await one.matches.get(1)).thread == thread
    assert not [record.getMessage() for record in caplog.records if record.exc_info]


@sqlite_only
@pytest.mark.parametrize("wall", only(ANSWERS, "40333"), indirect=True)
async def test_the_first_board_follows_in_its_thread(
    database_url: str, clock: Clock, wall: Wall
) -> None:
    async with scene(database_url, clock) as one:
        place = one.places[0]
        await (await one.start()).services.servers.change(place, threads=True)
        wall.up = True
        await one.match(place)
        await one.passes(seconds=25)
        assert wall.requests
        wall.up = False
        await one.passes(seconds=PLACE_PATIENCE / 2)
        threads = [
            channel for channel in one.discord.backend.channels.values() if channel.is_thread
        ]
        assert len(threads) == 1
        assert len(one.discord.posts(threads[0].id)) == 1
