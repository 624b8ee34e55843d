"""What open homes cost: the server's processor time while members' browsers ask for them as the
page does, which send what they have, and browsers that do not. ``BENCH_SECONDS`` (30): for how
long each.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from typing import Any

import pytest
from aiohttp.test_utils import TestClient

from bot.domain.values import Person
from tests.bot.chat.conftest import Club
from tests.bot.web.conftest import browser

from .reference import slowness

__all__ = ["browser"]
pytestmark = [pytest.mark.bench, pytest.mark.timeout(900)]

HOMES = 200
SECONDS = int(os.environ.get("BENCH_SECONDS", 30))
POLL_SECONDS = 2.0
FIRST_MEMBER = 5_000
MATCHES = 2  # of each member

# Sends a request for each home every POLL_SECONDS, spread over that time; in a process of its own.
BROWSERS = """
import asyncio, json, sys
import aiohttp
order = json.load(sys.stdin)
async def main():
    waits = []
    async def poll(session, number, token):
        tag = ""
        await asyncio.sleep(order["pause"] * number / len(order["tokens"]))
        for _ in range(round(order["seconds"] / order["pause"])):
            headers = {"Authorization": f"Bearer {token}"}
            if tag and order["tags"]:
                headers["If-None-Match"] = tag
            begin = asyncio.get_running_loop().time()
            async with session.get(order["address"], headers=headers) as answer:
                await answer.read()
                assert answer.status in (200, 304), answer.status
                tag = answer.headers.get("ETag", tag)
            seconds = asyncio.get_running_loop().time() - begin
            waits.append(seconds)
            await asyncio.sleep(max(0, order["pause"] - seconds))
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        await asyncio.gather(*(poll(session, *item) for item in enumerate(order["tokens"])))
    waits.sort()
    print(json.dumps({"requests": len(waits), "median": waits[len(waits) // 2]}))
asyncio.run(main())
"""


async def with_matches(club: Club) -> None:
    """Let members play, each ``MATCHES`` with their neighbours."""
    challenges = club.services.challenges
    people = [Person(FIRST_MEMBER + number, f"m{number}") for number in range(HOMES)]
    for number, person in enumerate(people):
        for distance in range(1, MATCHES // 2 + 1):
            other = people[(number + distance) % HOMES]
            offer = await challenges.make(club.place, person, "veloop-square", opponent=other)
            await challenges.accept(offer.challenge.id, other)


async def tokens(club: Club, browser: TestClient[Any, Any]) -> list[str]:
    """Tokens of members whose pages show home."""
    tokens_found = list[str]()
    for number in range(HOMES):
        user = FIRST_MEMBER + number
        code = await club.services.doors.code(user, "link", club.place, "en-US", 0, f"m{number}")
        response = await browser.post("/api/enter", json={"code": code})
        tokens_found.append((await response.json())["token"])
    return tokens_found


async def measure(title: str, order: dict[str, Any]) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", BROWSERS, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    processor = time.process_time()
    begin = time.perf_counter()
    output, _ = await process.communicate(json.dumps(order).encode())
    processor = time.process_time() - processor
    seconds = time.perf_counter() - begin
    result = json.loads(output)
    print(
        f"\n{title}: {HOMES} homes, {result['requests']} requests in {seconds:.0f} s: "
        f"{processor / seconds:.0%} of a processor, "
        f"{1000 * processor / result['requests']:.1f} ms each, median answer "
        f"{1000 * result['median']:.0f} ms; machine {slowness():.1f} times slower"
    )


async def test_open_homes(club: Club, browser: TestClient[Any, Any]) -> None:
    club.quiet()
    await club.services.servers.change(club.place, matches=100)
    await with_matches(club)
    order: dict[str, Any] = {
        "address": str(browser.make_url("/api/home")),
        "tokens": await tokens(club, browser),
        "seconds": SECONDS,
        "pause": POLL_SECONDS,
    }
    await measure("sent anew each time", {**order, "tags": False})
    await measure("sent anew when changed", {**order, "tags": True})
