"""Requests as no page of ours sends them, in great number and of every form: each is refused in a
sentence, changes nothing and tells nothing of a match that its sender may not see.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from typing import Any

import discord
import psutil
import pytest
import sqlalchemy as sa
from aiohttp import ClientResponse
from simcord.backend.models import Overwrite

from bot.domain.members.doors import Doors
from bot.store.tables import matches, page_links
from tests.bot.web.conftest import Inside, Tab
from tests.bot.web.test_fuzzing import FIELDS, PRESSES, VALUES

NOTE = "Zebrafinch"  # stands in the hidden match alone
HIDDEN = 1
FARTHEST = 4  # the highest number of a match that is asked for
METHODS = (
    "GET",
    "GET",
    "POST",
    "POST",
    "POST",
    "PUT",
    "DELETE",
    "PATCH",
    "HEAD",
    "OPTIONS",
    "PROPFIND",
)
POSTED = ("act", "challenge", "language", "enter", "choose", "undo", "play", "think")
MATCH_PATHS = (
    "",
    "/choose",
    "/undo",
    "/play",
    "/think",
    "/record",
    "/analysis",
    "/objection",
    "/resign",
    "/../home",
    "//",
)
PATHS = (
    "api/home",
    "api/act",
    "api/challenge",
    "api/language",
    "api/enter",
    "api/rules/loop",
    "api/rules/../home",
    "api/rules/%00",
    "api/back/00000000000000000000",
    "api/back/zz",
    "api/m/99999999999999999999",
    "api/m/-1",
    "api/m/１",
    "api/m/1%2e0",
    "a/x/main.js",
    "a/x/../../../../etc/passwd",
    "linked-roles",
    "api",
    "%ff",
)
QUERIES = (
    "",
    "ply=1",
    "ply=-1",
    "ply=99999999999999999999",
    "ply=%F0%9F%A6%93",
    "theme=../../etc",
    "flip=2&flip=0&sight=1",
    "shared=1",
    "cell=e4&from=d6",
    "cell=" + "e" * 900,
    "x=" + "y" * 1200,
    "ply",
)
FOREIGN_ORIGINS = (
    "https://elsewhere.example",
    "null",
    "http://127.0.0.1",
    "javascript:0",
    "https://board.example.org.evil.example",
)
TYPES = ("application/json", "application/json", "application/json", "text/plain", "", "json")
HEADERS = (
    {},
    {},
    {"If-None-Match": "*"},
    {"If-None-Match": '"' + "a" * 500 + '"'},
    {"Accept-Encoding": "identity"},
    {"Accept-Language": "xx-" + "y" * 300},
    {"Accept-Language": "de;q=zebra,,,;"},
    {"Upgrade": "websocket", "Connection": "Upgrade"},
    {"X-Forwarded-For": "127.0.0.1, ::1, zebra"},
    {"Range": "bytes=0-"},
    {"Cookie": "session=" + "x" * 200},
)
SENTENCE_STATUSES = range(400, 500)
REFUSED_UNHEARD = 503  # as many come in at once as may
MOST_GROWTH = 60.0  # megabytes of this process, in any number of requests


def nested(rng: random.Random, depth: int) -> Any:
    """Values in lists and objects in each other."""
    if depth == 0:
        return rng.choice(VALUES)
    if rng.random() < 0.5:
        return [nested(rng, depth - 1) for _ in range(rng.randrange(3))]
    names = rng.sample(FIELDS, 2)
    return {name: nested(rng, depth - 1) for name in names}


def body_of(rng: random.Random) -> bytes:
    """A body: of the fields that a page sends, or of anything."""
    kind = rng.random()
    if kind < 0.55:
        body: dict[str, Any] = {}
        for name in rng.sample(FIELDS, rng.randrange(len(FIELDS))):
            body[name] = nested(rng, rng.choice((0, 0, 0, 1, 3)))
        if rng.random() < 0.5:
            body["press"] = rng.choice(PRESSES)
        if rng.random() < 0.3:
            body |= {"version": rng.randrange(-1, 5), "drafted": rng.randrange(-1, 3)}
        if rng.random() < 0.1:
            body[rng.choice(FIELDS)] = rng.choice("x\u0000é🦓") * rng.choice((50, 500, 4_000))
        return json.dumps(body).encode()
    if kind < 0.7:
        return json.dumps(nested(rng, rng.randrange(6))).encode()
    return rng.choice(
        (
            b"",
            b"{",
            b"null",
            b"[]",
            b'"' + b"x" * 7_000 + b'"',
            b"[" * 3_000 + b"]" * 3_000,
            b'{"move":' * 900 + b"1" + b"}" * 900,
            b'{"version":1e999,"drafted":NaN}',
            b'{"version":' + b"9" * 400 + b"}",
            b'{"move":"e4-d6","move":["e4-d6"]}',
            b'{"code":"\\ud800"}',
            b"\xff\xfe\x00{}",
            b"x" * 9_000,
        )
    )


@dataclass
class Forger:
    """Sends requests of no sense.

    :param tokens: those of which none lets anybody in, and one of a member who may not see the
        match
    :ivar counts: how often each status was answered
    """

    tab: Tab
    tokens: list[str]
    own: str
    rng: random.Random
    counts: dict[int, int] = field(default_factory=dict)

    async def send(self) -> None:
        """Send one request, and look at the answer."""
        rng = self.rng
        token = self.own if rng.random() < 0.4 else rng.choice(self.tokens)
        path = rng.choice(PATHS)
        if rng.random() < 0.6:
            path = f"api/m/{rng.randrange(FARTHEST)}{rng.choice(MATCH_PATHS)}"
        method = "POST" if path.endswith(POSTED) else "GET"
        if rng.random() < 0.2:
            method = rng.choice(METHODS)
        headers: dict[str, str] = dict(rng.choice(HEADERS))
        if token or rng.random() < 0.5:
            scheme = rng.choice(("Bearer", "Bearer", "Bearer", "Bearer", "bearer", "Basic"))
            headers["Authorization"] = f"{scheme} {token}"
        if rng.random() < 0.1:
            headers["Origin"] = rng.choice(FOREIGN_ORIGINS)
        data = None
        if method != "GET":
            data = body_of(rng)
            headers["Content-Type"] = rng.choice(TYPES)
        address = f"/{path}?{rng.choice(QUERIES)}"
        # Not the test's client itself: it keeps all answers.
        client = self.tab.client
        url = client.make_url(address)
        request = client.session.request(
            method, url, data=data, headers=headers, allow_redirects=False
        )
        async with request as answer:
            content = await answer.read()
        self.counts[answer.status] = self.counts.get(answer.status, 0) + 1
        forgery = (method, address, headers, data)
        self.check(answer, content, forgery, has_entered=token == self.own)

    def check(
        self, answer: ClientResponse, content: bytes, forgery: object, *, has_entered: bool
    ) -> None:
        """Hold an answer against what may be answered."""
        assert NOTE.encode() not in content, forgery
        if answer.status == REFUSED_UNHEARD:
            return
        assert answer.status < 500, (answer.status, forgery)
        if answer.status in SENTENCE_STATUSES:
            if answer.method != "HEAD":
                assert sentence_in(answer, content), (answer.status, content[:200], forgery)
        elif not has_entered:
            assert not content or b'"token"' not in content, forgery
            assert f"/api/m/{HIDDEN}" not in str(answer.url), (answer.status, forgery)


def sentence_in(answer: ClientResponse, content: bytes) -> str:
    """What an answer says to its reader."""
    if answer.content_type == "application/json":
        return str(json.loads(content)["error"])
    return content.decode()


async def stored(inside: Inside) -> tuple[Any, ...]:
    """What is stored of the hidden match, and how many links there are."""
    database = inside.club.services.database
    [row] = await database.fetch(sa.select(matches).where(matches.c.id == HIDDEN))
    [links] = await database.fetch(sa.select(sa.func.count()).select_from(page_links))
    return (tuple(row), links[0])


def forged_tokens(inside: Inside, guess: str, own: str, others: str) -> list[str]:
    """Tokens that let nobody in."""
    body, _, sign = own.partition(".")
    other_body, _, other_sign = others.partition(".")
    return [
        "",
        ".",
        guess,
        f"{other_body}.{sign}",
        f"{body}.{other_sign}",
        f"{other_body[:-2]}AA.{other_sign}",
        f"{others}x",
        f"{others}.{sign}",
        "x" * 3_000,
        "%00.%00",
        "AAAA." + "A" * 43,
    ]


@pytest.mark.parametrize(
    ("seed", "count"),
    [
        (1, 100),
        *(pytest.param(seed, 4_000, marks=pytest.mark.slow) for seed in (2,)),
        *(pytest.param(seed, 10_000, marks=pytest.mark.exhaustive) for seed in range(10, 20)),
    ],
)
@pytest.mark.timeout(1200)
async def test_what_no_page_sends_is_refused_in_a_sentence(
    inside: Inside, seed: int, count: int
) -> None:
    club = inside.club
    number = await club.begun(note=NOTE)
    assert number == HIDDEN
    alice = Tab(club, inside.client)
    carol = Tab(club, inside.client)
    club.services.doors.url = ""
    await alice.act("choose", await alice.open(club.alice, number), move="e4-d6")
    await carol.enter(club.carol)
    overwrite = Overwrite(
        club.guild.default_role.id, 0, deny=discord.Permissions(view_channel=True).value
    )
    club.env.backend.set_overwrite(club.channel.id, overwrite)
    await club.env.settle()
    await club.env.advance_time(120)
    assert (await carol.ask(f"m/{number}"))[0] == 404
    guesser = Doors(b"guessed", club.services.database)
    code = await guesser.code(club.alice.id, "link", club.place, "en-US")
    guess = guesser.token((await guesser.enter(code))[0])
    tokens = forged_tokens(inside, guess, carol.token, alice.token)
    forger = Forger(carol, tokens, carol.token, random.Random(seed))
    earlier = await stored(inside)
    process = psutil.Process()
    for _ in range(count // 4):
        await forger.send()
    warm = process.memory_info().rss
    for _ in range(count - count // 4):
        await forger.send()
    growth = (process.memory_info().rss - warm) / 1e6
    print(
        f"\n{count} requests: {forger.counts}, memory {growth:+.1f} MB in the last three quarters"
    )
    assert await stored(inside) == earlier
    assert (await alice.ask(f"m/{number}"))[1]["made"] == ["e4-d6"]
    assert growth < MOST_GROWTH
