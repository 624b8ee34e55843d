"""What an open page costs a bot in a process of its own: a choice, and what 200 that play take from
everybody else.

Both sides of each match have a page: whose turn it is chooses as a member does, the other one asks
whether it has moved. Others use commands, ten a second together, in slices of ``BENCH_SECONDS`` (8)
with and without the pages.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import socket
import time
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import Any

import aiohttp
import psutil
import pytest

from bot.chat.board.links import OpenPage

from .bench_limits import Everybody, medians
from .bench_load import Served, served
from .full_store import Running, full_store
from .machine import others
from .reference import processor

pytestmark = pytest.mark.bench
PAGES = int(os.environ.get("BENCH_PAGES", 200))
SECONDS = float(os.environ.get("BENCH_SECONDS", 8))
SLICES = 3
# of which so many fill caches
CHOICES = 300
FIRST = 200
CHOOSING = 3.0
ASKING = 2.5
"""Seconds between a member's choices, and between a page's questions while the other side
thinks.
"""


class Page:
    """A match's page as both players see it. ``times``: milliseconds of each kind of request."""

    def __init__(
        self, web: aiohttp.ClientSession, url: str, match: Running, times: dict[str, list[float]]
    ) -> None:
        self.web = web
        self.url = url
        self.match = match
        self.times = times
        self.tokens: dict[int, str] = {}
        self.shown: dict[str, Any] = {}

    async def enter(self, bot: Served) -> None:
        """Press for a link in the chat as each player, and follow it."""
        for who in self.match.seats:
            answer = await (await bot.discord.press(who, str(OpenPage(self.match.number))))
            code = re.search(rb"/#([\w-]{22})", answer.body)
            assert code is not None, answer.body
            entered = await self._asked("enter", {"code": code[1].decode()})
            self.tokens[who] = entered["token"]

    async def look(self, who: int, tag: str = "") -> None:
        """See the match as a player does."""
        self.shown = (
            await self._asked(f"m/{self.match.number}", None, self.tokens[who], tag) or self.shown
        )

    async def act(self, who: int, what: str, **more: object) -> None:
        """Choose, undo or play on the board as it was shown."""
        shown = self.shown
        seen = {
            "version": shown["version"],
            "drafted": len(shown["made"]),
            "ply": shown["ply"],
            "made": shown["made"],
        }
        self.shown = await self._asked(
            f"m/{self.match.number}/{what}", {**seen, **more}, self.tokens[who]
        )

    def move(self, rng: random.Random) -> str:
        """A decision that is offered."""
        move = rng.choice([*self.shown["moves"], *self.shown["specials"]])
        return move if isinstance(move, str) else str(move[0])

    async def play(self, seconds: float, rng: random.Random) -> None:
        """Choose and play at a member's pace, while the other side's page asks for news."""
        end = time.perf_counter() + seconds
        await asyncio.sleep(rng.random() * CHOOSING)
        for who in self.match.seats:
            await self.look(who)
            if self.shown["mine"]:
                break
        while (left := end - time.perf_counter()) > 0 and self.shown["mine"]:
            if self.shown["whole"]:
                await self.act(who, "play")
                who = next(other for other in self.match.seats if other != who)
                await self.look(who)
            else:
                await self.act(who, "choose", move=self.move(rng))
            other = next(other for other in self.match.seats if other != who)
            mine = self.shown
            self.shown = {}
            await self.look(other, f'"{mine["id"]}.{mine["revision"]}.x"')
            self.shown = mine
            await asyncio.sleep(min(left, CHOOSING * (0.5 + rng.random())))

    async def _asked(self, path: str, body: object, token: str = "", tag: str = "") -> Any:
        headers = {"Authorization": f"Bearer {token}"} | ({"If-None-Match": tag} if tag else {})
        begin = time.perf_counter()
        method = "GET" if body is None else "POST"
        async with self.web.request(
            method, f"{self.url}/api/{path}", json=body, headers=headers
        ) as answer:
            assert answer.status in (200, 304), await answer.text()
            content = None if answer.status == 304 else await answer.json()
        self.times[path.rpartition("/")[2] if "/" in path and body else "look"].append(
            (time.perf_counter() - begin) * 1000
        )
        return content


def address() -> tuple[str, dict[str, str]]:
    """Where a bot's page can be reached in this machine, and the bot's settings for that."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    return f"http://127.0.0.1:{port}", {"WEB_URL": "https://board.example.org", "WEB_PORT": port}


async def test_a_choice(copied_database: Path) -> None:
    matches = await full_store(copied_database, running=60, finished=1)
    rng = random.Random(5)
    url, settings = address()
    async with served(copied_database, **settings) as bot, aiohttp.ClientSession() as web:
        times = defaultdict[str, list[float]](list)
        pages = [Page(web, url, match, times) for match in matches[:30]]
        for page in pages:
            await page.enter(bot)
            who = page.match.turn()[0]
            await page.look(who)
            await page.act(who, "choose", move=page.move(rng))

        async def choose(count: int) -> None:
            for n in range(count // 2):
                page = pages[n % len(pages)]
                who = page.match.turn()[0]
                made = page.shown["made"]
                await page.act(who, "undo")
                await page.act(who, "choose", move=made[len(page.shown["made"])])

        await choose(FIRST)
        times.clear()
        spent = bot.spent
        machine = psutil.cpu_times()
        own = time.process_time()
        begin = time.perf_counter()
        await choose(CHOICES)
        spent = bot.spent.since(spent)
        own = time.process_time() - own
        took = time.perf_counter() - begin
        busy = others(machine, psutil.cpu_times(), sum(spent) + own, took)
        pace = processor()
    loop, threads = (part / CHOICES * 1000 / pace for part in spent[:2])
    print(
        f"\na choice, its request included: {loop + threads:.2f} ms of processor time on the "
        "reference machine (loop "
        f"{loop:.2f}, database's thread {threads:.2f}); answered after "
        f"{median(times['choose']):.1f} ms on this one, "
        f"{pace:.1f} times slower, its disk included; others had {busy:.0%} of it"
    )


@pytest.mark.timeout(900)
async def test_what_open_pages_take_from_everybody_else(copied_database: Path) -> None:
    matches = await full_store(copied_database, running=1000, finished=1)
    url, settings = address()
    many = aiohttp.TCPConnector(limit=0)
    async with (
        served(copied_database, **settings) as bot,
        aiohttp.ClientSession(connector=many) as web,
    ):
        times = defaultdict[str, list[float]](list)
        pages = [Page(web, url, match, times) for match in matches[: PAGES // 2]]
        for page in pages:
            await page.enter(bot)
        everybody = Everybody(bot.discord, matches[PAGES:])

        async def part(*playing: Page) -> None:
            tasks = [
                asyncio.create_task(page.play(SECONDS, random.Random(n)))
                for n, page in enumerate(playing)
            ]
            await everybody.ask(SECONDS)
            await asyncio.gather(*tasks)
            bot.discord.answers.clear()
            await asyncio.sleep(1)

        await part(*pages)
        everybody.figures()
        times.clear()
        calm = []
        loud = []
        machine = psutil.cpu_times()
        own = bot.cpu + time.process_time()
        begin = time.perf_counter()
        for _ in range(SLICES):
            await part()
            calm.append(everybody.figures())
            await part(*pages)
            loud.append(everybody.figures())
        took = time.perf_counter() - begin
        busy = others(machine, psutil.cpu_times(), bot.cpu + time.process_time() - own, took)
    (usual, slow, _), (median_, slower, refused) = medians(calm), medians(loud)
    each = ", ".join(f"{name} {len(ms)} of {median(ms):.0f} ms" for name, ms in times.items())
    print(
        f"\n{PAGES} pages: everybody else's median {usual:.1f} to {median_:.1f} ms, 99th "
        f"percentile {slow:.1f} to "
        f"{slower:.1f} ms ({slower - slow:+.1f}), {refused} refused; the pages' own: {each}; "
        f"others had {busy:.0%}"
    )
