"""Strangers at the page: whatever they send, from as many connections as they like, members come in
and play.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import logging
import random
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Callable
from functools import cache
from typing import Any

import aiohttp
import orjson
import pytest

from bot.ops import listening
from bot.web import fields
from bot.web.activity import Activity
from bot.web.linked_roles import COOKIE
from bot.web.server import served
from tests.bot.chat.conftest import Club
from tests.bot.chat.hostile.watchdog import watched
from tests.bot.web.conftest import Inside
from tests.bot.web.standin import SECRET, TOKEN

pytestmark = pytest.mark.slow

MEBIBYTE = 1 << 20
INSTANCE = "i-1-gc-2-3"
INSTANCE_PATH = "/api/v10/applications/{}/activity-instances"


class Site:
    """The page as a host serves it, on a port of this machine, with the door inside Discord."""

    def __init__(self, inside: Inside, port: int) -> None:
        self.inside = inside
        self.club = inside.club
        self.discord = inside.discord
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.seconds = 0.0  # that have passed

    async def raw(self, data: bytes, *, seconds: float = 5.0) -> bytes:
        """What comes back for bytes, until the page closes the connection or says no more."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(data)
            answer = b""
            async with asyncio.timeout(seconds):
                answer += await reader.readuntil(b"\r\n\r\n")
                answer += await reader.read(MEBIBYTE)
            return answer
        except (TimeoutError, ConnectionError, asyncio.IncompleteReadError):
            return answer
        finally:
            writer.close()

    async def status(self, data: bytes) -> int:
        answer = await self.raw(data)
        return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/") else 0

    async def enter(
        self, session: aiohttp.ClientSession, claims: dict[str, Any], **headers: str
    ) -> int:
        headers["Origin"] = self.discord.origin
        async with session.post(f"{self.url}/api/enter", json=claims, headers=headers) as answer:
            await answer.read()
            return answer.status

    def bogus(self, number: int, instance: str = INSTANCE) -> dict[str, Any]:
        return {"door": "activity", "code": f"bogus-code-{number}", "instance": instance}


def request(
    body: bytes = b"", *headers: str, method: str = "POST", path: str = "/api/enter"
) -> bytes:
    """A request as bytes."""
    lines = [f"{method} {path} HTTP/1.1", "Host: x", *headers]
    if not any(
        line.lower().startswith(("content-length", "transfer-encoding")) for line in headers
    ):
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogateescape") + body


JSON = "Content-Type: application/json"
HOME = "Origin: https://board.example.org"


@pytest.fixture
async def site(inside: Inside, unused_tcp_port: int) -> AsyncIterator[Site]:
    site = Site(inside, unused_tcp_port)
    activity = Activity(inside.discord.application, SECRET, TOKEN, lambda: site.seconds)
    async with served(inside.club.bot.handling, "127.0.0.1", unused_tcp_port, activity):
        inside.discord.asked.clear()
        yield site


# ------------------------------------------------------------------- what Discord is asked for them


async def flooded(
    site: Site, connections: int, *, instance: str = INSTANCE, requests: int = 40
) -> Counter[int]:
    """The statuses of bogus codes at the Activity's door, sent from so many connections at once."""
    statuses: Counter[int] = Counter()

    async def send(start: int) -> None:
        async with aiohttp.ClientSession() as session:
            for number in range(requests):
                bogus = site.bogus(start + number, instance)
                statuses[await site.enter(session, bogus)] += 1

    await asyncio.gather(*(send(1000 * n) for n in range(connections)))
    return statuses


@pytest.mark.parametrize("real", [False, True])
async def test_bogus_codes_become_a_few_requests_to_discord_whatever_the_flood(
    site: Site, real: bool
) -> None:
    """``real``: somebody who is in an Activity sends them."""
    launched = site.discord.launched(site.club.channel.id, site.club.guild.id, site.club.alice.id)
    instance = launched if real else INSTANCE
    for most, seconds in ((15, 60), (8, 600), (15, 0)):
        start = Counter(site.discord.asked)
        statuses = await flooded(site, 8, instance=instance)
        assert set(statuses) <= {401, 503}
        assert statuses[503] > 280
        count = Counter(site.discord.asked) - start
        refusals = (
            "/api/v10/oauth2/token"
            if real
            else f"{INSTANCE_PATH.format(site.discord.application)}/{INSTANCE}"
        )
        assert 0 < count[refusals] <= most
        about_instance = f"{INSTANCE_PATH.format(site.discord.application)}/{instance}"
        assert set(count) <= {refusals, about_instance}
        assert count[about_instance] <= (5 if real else most)
        site.seconds += seconds


async def test_while_discord_asks_for_patience_nothing_is_asked_at_any_door(site: Site) -> None:
    club = site.club
    discord = site.discord
    discord.trouble = {"/token": 429}
    discord.retry_after = "60"
    async with aiohttp.ClientSession() as session:
        assert await site.enter(session, site.inside.said(club.alice)) == 503
        count = len(discord.asked)
        site.seconds += 59
        for _ in range(5):
            assert await site.enter(session, site.inside.said(club.alice)) == 503
        state = "s" * 22
        cookies = {COOKIE: "s" * 22}
        async with session.get(
            f"{site.url}/linked-roles", params={"code": "x" * 30, "state": state}, cookies=cookies
        ) as answer:
            assert (answer.status, answer.headers["Retry-After"]) == (503, "60")
        assert len(discord.asked) == count
        discord.trouble = {}
        site.seconds += 2
        assert await site.enter(session, site.inside.said(club.alice)) == 200


@pytest.mark.parametrize(
    "waits", ["", "soon", "-1", "nan", "inf", "1e9", "Wed, 21 Oct 2026 07:28:00 GMT"]
)
async def test_a_wait_that_is_no_number_of_seconds_is_a_minute_or_a_day(
    site: Site, waits: str
) -> None:
    site.discord.trouble, site.discord.retry_after = {"/token": 429}, waits
    async with aiohttp.ClientSession() as session:
        assert await site.enter(session, site.inside.said(site.club.alice)) == 503
        site.discord.trouble = {}
        site.seconds += 50
        assert await site.enter(session, site.inside.said(site.club.alice)) == 503
        site.seconds += 86_400
        assert await site.enter(session, site.inside.said(site.club.alice)) == 200


FORMS = {
    "instance": (
        ".",
        "..",
        "../../users/@me",
        "i-1-gc-2-3/..",
        "i-1-gc-2-3?x",
        "i-1-gc-2-3\n",
        "i-1-gc-2-3#",
        "%2e%2e",
        "i-١-gc-2-3",
        "i-1-gc-2-3-4",
        "",
        None,
        5,
        ["i-1-gc-2-3"],
        "i-" + "1" * 30 + "-gc-1-1",
    ),
    "code": (
        "",
        "..",
        "a b c d e f g h",
        "x" * 101,
        "code&client_id=1",
        "code\r\nHost: x",
        "ｃｏｄｅｃｏｄｅｃｏｄｅ",
        None,
        7,
    ),
}


@pytest.mark.parametrize("field", FORMS)
async def test_what_has_not_the_form_of_a_code_or_an_instance_is_not_asked_about(
    site: Site, field: str
) -> None:
    async with aiohttp.ClientSession() as session:
        for value in FORMS[field]:
            assert await site.enter(session, {**site.bogus(1), field: value}) == 401, value
    assert site.discord.asked == []


async def test_a_picture_on_any_site_links_nothing_and_asks_nothing(site: Site) -> None:
    code = site.discord.code(site.club.alice.id)
    async with aiohttp.ClientSession() as session:
        tries: list[tuple[dict[str, str], dict[str, str]]] = [
            ({"code": code}, {}),
            ({"code": code, "state": ""}, {COOKIE: ""}),
            ({"code": code, "state": "s" * 22}, {}),
            ({"code": code, "state": "s" * 22}, {COOKIE: "t" * 22}),
            ({"code": code, "state": "é" * 22}, {COOKIE: "e" * 22}),
            ({"error": "access_denied", "state": "s" * 22}, {COOKIE: "s" * 22}),
        ]
        for params, cookies in tries:
            async with session.get(
                f"{site.url}/linked-roles", params=params, cookies=cookies
            ) as answer:
                assert answer.status == 401, params
                assert (await answer.text()).startswith("Start again from Discord")
    assert site.discord.asked == []
    assert site.discord.connected == {}


async def test_a_flood_at_one_door_keeps_nobody_from_another(site: Site) -> None:
    club = site.club
    site.discord.slow = 0.05
    state = {"state": "s" * 22}

    async def link(session: aiohttp.ClientSession, number: int) -> None:
        params = {**state, "code": f"bogus-code-{number}"}
        async with session.get(
            f"{site.url}/linked-roles", params=params, cookies={COOKIE: "s" * 22}
        ) as answer:
            await answer.read()

    async def comes(session: aiohttp.ClientSession, number: int) -> int:
        if number % 2:
            code = await club.services.doors.code(club.bob.id, "link", club.place, "de")
            return await site.enter(session, {"code": code})
        return await site.enter(session, site.inside.said(club.alice))

    async with (
        aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as strangers,
        aiohttp.ClientSession() as own,
    ):
        flood = [asyncio.create_task(link(strangers, number)) for number in range(300)]
        assert [await comes(own, number) for number in range(20)] == [200] * 20
        await asyncio.gather(*flood)


async def test_a_flood_of_instances_keeps_no_member_from_one_that_runs(site: Site) -> None:
    instance = site.inside.said(site.club.alice)["instance"]
    site.discord.instances[instance]["users"].append(str(site.club.bob.id))
    async with aiohttp.ClientSession() as session:
        claims = {"door": "activity", "instance": instance}
        assert (
            await site.enter(session, {**claims, "code": site.discord.code(site.club.alice.id)})
            == 200
        )
        statuses = await flooded(site, 8)
        assert statuses[503] > 280
        assert (
            await site.enter(session, {**claims, "code": site.discord.code(site.club.bob.id)})
            == 200
        )


async def test_who_floods_from_one_address_is_limited_alone_behind_the_web_server(
    site: Site,
) -> None:
    async with aiohttp.ClientSession() as session:
        for number in range(15):
            await site.enter(session, site.bogus(number), **{"X-Forwarded-For": "198.51.100.7"})
        assert (
            await site.enter(session, site.bogus(0), **{"X-Forwarded-For": "198.51.100.7"}) == 503
        )
        claims = site.inside.said(site.club.alice)
        assert await site.enter(session, claims, **{"X-Forwarded-For": "198.51.100.8"}) == 200


# ------------------------------------------------------------------------------- what is sent to it


@cache
def packed_spaces(pack: Callable[[bytes], bytes]) -> bytes:
    """A body that would be 64 MiB long if somebody unpacked it."""
    return pack(b'{"code": "' + b" " * (64 * MEBIBYTE) + b'"}')


@pytest.mark.parametrize(
    "coding", ["gzip", "deflate", "br", "zstd", "identity, gzip", "GZIP", "x-gzip", "nonsense"]
)
async def test_nothing_compressed_is_read(site: Site, coding: str) -> None:
    bomb = packed_spaces(zlib.compress if coding == "deflate" else gzip.compress)
    with watched() as longest:
        statuses = await asyncio.gather(
            *(site.status(request(bomb, JSON, f"Content-Encoding: {coding}")) for _ in range(20))
        )
    assert set(statuses) == {415}
    assert longest.seconds < 0.5, longest.step


DEEP = b"[" * 3000 + b"]" * 3000
BODIES = {
    "no JSON": b"{",
    "not UTF-8": b'{"code": "\xff\xfe"}',
    "half a character": b'{"code": "\\ud800"}',
    "NUL": b'{"code": "a\\u0000b"}',
    "deep": b'{"code": ' + DEEP + b"}",
    "a huge number": b'{"code": ' + b"9" * 4000 + b"}",
    "a float": b'{"code": 1e308}',
    "no number": b'{"code": NaN}',
    "a list": b"[1, 2]",
    "a text": b'"code"',
    "nothing": b"",
    "an object": b'{"code": {"a": 1}}',
}
MALFORMED = {
    "no HTTP": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 50 + b"\r\n\r\n",
    "a bad line": b"GET\r\n\r\n",
    "a long line": b"GET /" + b"x" * 10_000 + b" HTTP/1.1\r\n\r\n",
    "a long header": request(b"", "X: " + "x" * 10_000),
    "many headers": request(b"", *(f"X-{n}: 1" for n in range(500))),
    "a bad header": request(b"", "no colon"),
    "a bad length": request(b"", "Content-Length: x"),
    "a negative length": request(b"", "Content-Length: -5"),
    "two lengths": request(b"", "Content-Length: 5", "Content-Length: 6"),
    "length and chunks": request(
        b"0\r\n\r\n", JSON, "Content-Length: 5", "Transfer-Encoding: chunked"
    ),
    "bad chunks": request(b"zz\r\n{}\r\n0\r\n\r\n", JSON, "Transfer-Encoding: chunked"),
    "an unknown coding": request(b"{}", JSON, "Transfer-Encoding: gzip"),
    "an upgrade": request(b"", "Connection: Upgrade", "Upgrade: websocket", method="GET", path="/"),
    "the preface of HTTP 2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "a version": b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
    "NUL in a header": request(b"", "X: a\0b"),
}


@pytest.mark.parametrize("name", [*BODIES, *MALFORMED])
async def test_a_bad_request_is_400_one_line_and_no_error_of_the_bot(
    site: Site, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    data = request(BODIES[name], JSON) if name in BODIES else MALFORMED[name]
    with caplog.at_level(logging.DEBUG, "bot"), caplog.at_level(logging.DEBUG, "aiohttp"):
        caplog.clear()
        assert await site.status(data) == 400
    lines = [
        record
        for record in caplog.records
        if record.name.startswith(("bot.web", "bot.ops", "aiohttp"))
    ]
    assert [(record.levelno, record.exc_info) for record in lines] == [(logging.DEBUG, None)]
    assert len(lines[0].getMessage()) < 200


async def test_a_body_that_is_too_long_comes_slowly_or_stops_is_refused(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert await site.status(request(b"x" * 20_000, JSON)) == 413
    chunks = b"".join(b"1000\r\n" + b"x" * 0x1000 + b"\r\n" for _ in range(50))
    assert await site.status(request(chunks, JSON, "Transfer-Encoding: chunked")) == 413
    monkeypatch.setattr(fields, "BODY_SECONDS", 0.3)
    assert await site.status(request(b"{", JSON, "Content-Length: 100")) == 408
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    writer.write(request(b"{", JSON, "Content-Length: 100"))
    await writer.drain()
    writer.close()
    del reader
    await asyncio.sleep(0.5)
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_forms_files_and_other_kinds_of_bodies_are_not_read(site: Site) -> None:
    part = (
        b'--x\r\nContent-Disposition: form-data; name="code"; filename="a"\r\n\r\n'
        + b"a" * 4000
        + b"\r\n--x--\r\n"
    )
    for kind in (
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded",
        "text/plain",
        "nonsense",
        "",
    ):
        assert await site.status(request(part, f"Content-Type: {kind}")) == 415, kind
    for method in ("PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"):
        assert await site.status(request(b"{}", JSON, method=method)) == 405, method


async def test_strange_headers_are_nobodys(site: Site) -> None:
    token, view = await entered(site)
    path = f"/api/m/{view['id']}"
    for header in (
        "Authorization: Bearer é.ü",
        "Authorization: Bearer \udcff\udcfe.x",
        "Authorization: Bearer ..",
        "Authorization: Basic \u0430",
        "Authorization:",
    ):
        assert await site.status(request(b"", header, method="GET", path=path)) == 401, header
    own = f"Authorization: Bearer {token}"
    for header in (
        "Accept-Language: \udcff, *;q=zz",
        "Accept-Language: " + "x" * 4000,
        "If-None-Match: \udcff",
        "X-Forwarded-For: \udcff, 1.2.3.4, ::1%x, [::1]:80," + "1," * 2000,
        "Range: bytes=0-0,0-1",
        "Cookie: \udcff=\udcff; ;;==",
    ):
        assert await site.status(request(b"", own, header, method="GET", path=path)) in (
            200,
            304,
        ), header
    for cookie in ("\udcff", "x" * 4000, ".", "é.ü", '"', "a.b; loophole=c.d", "\\042"):
        headers = (HOME, f"Cookie: loophole={cookie}")
        assert await site.status(request(b'{"door": "browser"}', JSON, *headers)) == 401, cookie
    for path in (
        "/api/m/١٢",
        "/api/m/99999999999999999999",
        "/api/m/0x1",
        "/api/m/1%00",
        "/%ff",
        "/a/%2e%2e/%2e%2e",
        "/a/../../etc/passwd",
        "/api/back/" + "0" * 20 + "?game=%ff&sign=%ff&sign=x",
    ):
        assert await site.status(request(b"", own, method="GET", path=path)) in (400, 404), path


async def entered(site: Site) -> tuple[str, dict[str, Any]]:
    """A member's token, and the match that they are shown."""
    club = site.club
    await club.begun()
    code = await club.services.doors.code(club.alice.id, "link", club.place, "en-US", 1)
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{site.url}/api/enter", json={"code": code}) as answer,
    ):
        content = orjson.loads(await answer.read())
        return content["token"], content["match"]


async def test_a_board_is_made_for_nobody_who_has_no_address_of_it(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, view = await entered(site)
    path = f"/api/back/{view['back']}"
    assert await site.status(request(method="GET", path=path)) == 200
    forged = (
        path.replace("8x8", "12x12"),
        path.replace("flip=0", "flip=1"),
        path.partition("&sign")[0],
        f"{path}x",
        path.replace("?", "?game=loop&"),
        f"{path}&game=loop",
    )
    for other in forged:
        other_address = other.replace(view["back"][:20], "0" * 20)
        assert await site.status(request(method="GET", path=other_address)) == 404, other_address


async def test_more_connections_than_the_page_has_room_for_cost_the_bot_no_files(
    inside: Inside, unused_tcp_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "MOST_CONNECTIONS", 20)
    async with served(inside.club.bot.handling, "127.0.0.1", unused_tcp_port, None):
        connections = [
            await asyncio.open_connection("127.0.0.1", unused_tcp_port) for _ in range(40)
        ]

        def closed() -> list[asyncio.StreamReader]:
            readers = (reader for reader, _ in connections)
            return [reader for reader in readers if reader.at_eof() or reader.exception()]

        async with asyncio.timeout(10):
            while len(closed()) < 20:  # noqa: ASYNC110  # nothing tells of it
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        assert len(closed()) == 20
        for _, writer in connections:
            writer.close()
        await asyncio.sleep(0.1)
        assert await Site(inside, unused_tcp_port).status(request(method="GET", path="/")) == 200


async def test_connections_that_send_nothing_or_half_a_request_are_closed(
    inside: Inside, unused_tcp_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "IDLE_SECONDS", 0.3)
    async with served(inside.club.bot.handling, "127.0.0.1", unused_tcp_port, None):
        for data in (b"", b"GET / HTTP/1.1\r\nHost"):
            reader, writer = await asyncio.open_connection("127.0.0.1", unused_tcp_port)
            writer.write(data)
            async with asyncio.timeout(5):
                assert await reader.read() == b""
            writer.close()


async def test_the_sandbox_takes_a_secret_of_other_letters_for_a_wrong_one(club: Club) -> None:
    from bot.sandbox.page import SECRET as HEADER, SandboxPage

    page = SandboxPage(club.env, club.channel, "secret", "UTC")
    await page.open([club.alice.actor], 0)
    port = int(page.url.split(":")[2].split("/")[0])
    try:
        for secret in ("ключ", "\udcff", "é.1.2", "", "secret\u0430"):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(
                request(
                    b"",
                    f"{HEADER}: {secret}",
                    "Connection: close",
                    method="GET",
                    path="/channels.json",
                )
            )
            assert (await reader.read()).startswith(b"HTTP/1.1 401 "), secret
            writer.close()
    finally:
        await page.close()


def mutated(rng: random.Random, data: bytes) -> bytes:
    """A request with something of it changed, cut, doubled or put elsewhere."""
    for _ in range(rng.randint(1, 4)):
        start = rng.randrange(len(data) + 1)
        end = min(len(data), start + rng.randrange(40))
        part = rng.choice((*PARTS, data[start:end] * 2))
        data = data[:start] + part + data[end:]
    return data


PARTS = (b"", b"\0", b"\r\n", b"\xff\xfe", b": ", b"{", b"9" * 30, b"\r\n\r\n", bytes(range(256)))


@pytest.mark.parametrize("requests", [300, pytest.param(20_000, marks=pytest.mark.slow)])
@pytest.mark.timeout(1200)
async def test_whatever_bytes_are_sent_the_bot_has_no_error_and_serves(
    site: Site, requests: int, caplog: pytest.LogCaptureFixture
) -> None:
    token, view = await entered(site)
    own = f"Authorization: Bearer {token}"
    rng = random.Random(requests)
    state = {
        "version": view["version"],
        "drafted": 0,
        "move": "e4-d6",
        "made": [],
        "spot": "0.0",
        "do": "walk",
    }
    body = orjson.dumps(state)
    link = "/linked-roles?code=" + "x" * 30 + "&state=" + "s" * 22
    valid = (
        request(body, JSON, own, path=f"/api/m/{view['id']}/choose"),
        request(body, JSON, own, path=f"/api/m/{view['id']}/think"),
        request(b'{"press": "lh:resign:1", "written": {"a": "b"}}', JSON, own, path="/api/act"),
        request(b'{"game": "loop", "side": "first"}', JSON, own, path="/api/challenge"),
        request(b'{"door": "browser"}', JSON, own, "Cookie: loophole=a.b", HOME),
        request(b"", own, method="GET", path="/api/home"),
        request(b"", own, method="GET", path=f"/api/m/{view['id']}/objection?cell=e4&from=a1"),
        request(b'{"door": "activity", "code": "bogus-code", "instance": "i-1-gc-2-3"}', JSON),
        request(
            b'{"code": "bogus"}', JSON, "Accept-Language: de, en;q=0.5", "X-Forwarded-For: 1.2.3.4"
        ),
        request(
            b"11\r\n" + b'{"code": "bogus"}' + b"\r\n0\r\n\r\n", JSON, "Transfer-Encoding: chunked"
        ),
        request(b"", own, method="GET", path=f"/api/m/{view['id']}?ply=1&theme=slate&flip=1"),
        request(b"", method="GET", path=f"/api/back/{view['back']}"),
        request(b"", f"Cookie: {COOKIE}=" + "s" * 22, method="GET", path=link),
    )
    site.discord.trouble, site.discord.retry_after = {"/token": 400}, ""

    async def send(count: int) -> None:
        for _ in range(count):
            data = mutated(rng, rng.choice(valid))
            reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
            writer.write(data)
            writer.write_eof()
            with contextlib.suppress(ConnectionError):
                answer = await reader.read()
                if answer.startswith(b"HTTP/"):
                    assert int(answer.split(b" ", 2)[1]) in (*range(100, 500), 503), data
            writer.close()

    async with asyncio.TaskGroup() as tasks:
        for _ in range(10):
            tasks.create_task(send(requests // 10))
    trouble = [record for record in caplog.records if record.levelno > logging.INFO]
    assert [
        record.getMessage()
        for record in trouble
        if record.name.startswith(("bot", "aiohttp", "asyncio"))
    ] == []
    assert await site.status(request(method="GET", path="/")) == 200
