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
from .bench_load import Served, free_port, served
from .full_store import Running, full_store
from .machine import others
from .reference import processor

pytestmark = pytest.mark.bench
PAGES = int(os.environ.get("BENCH_PAGES", 200))
SECONDS = float(os.environ.get("BENCH_SECONDS", 8))
SLICES = 3
CHOICES = 300
"""Choices that are timed."""
FIRST = 200
"""Choices before those, in which caches fill."""
CHOOSING = 3.0
"""Seconds between a member's choices."""


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
        self.view: dict[str, Any] = {}
        """The match as the server last showed it."""

    async def enter(self, bot: Served) -> None:
        """Press for a link in the chat as each player, and follow it."""
        for who in self.match.seats:
            answer = await (await bot.discord.press(who, str(OpenPage(self.match.number))))
            code = re.search(rb"/#([\w-]+)", answer.body)
            assert code is not None, answer.body
            entry = await self._ask("enter", {"code": code[1].decode()})
            self.tokens[who] = entry["token"]

    async def look(self, who: int, tag: str = "") -> None:
        """See the match as a player does."""
        view = await self._ask(f"m/{self.match.number}", None, self.tokens[who], tag)
        if view is not None:
            self.view = view

    async def act(self, who: int, what: str, **more: object) -> None:
        """Choose, undo or play on the board as it was shown."""
        body = {
            "version": self.view["version"],
            "drafted": len(self.view["made"]),
            "ply": self.view["ply"],
            "made": self.view["made"],
            **more,
        }
        self.view = await self._ask(f"m/{self.match.number}/{what}", body, self.tokens[who])

    def move(self, rng: random.Random) -> str:
        """A decision that is offered."""
        move = rng.choice([*self.view["moves"], *self.view["specials"]])
        if isinstance(move, str):
            return move
        return str(move[0])

    async def play(self, seconds: float, rng: random.Random) -> None:
        """Choose and play at a member's pace, while the other side's page asks for news."""
        end = time.perf_counter() + seconds
        await asyncio.sleep(rng.random() * CHOOSING)
        for who in self.match.seats:
            await self.look(who)
            if self.view["mine"]:
                break
        while time.perf_counter() < end and self.view["mine"]:
            if self.view["whole"]:
                await self.act(who, "play")
                who = self.opponent_of(who)
                await self.look(who)
            else:
                await self.act(who, "choose", move=self.move(rng))
            await self.look_as_opponent(who)
            remaining = end - time.perf_counter()
            await asyncio.sleep(min(remaining, CHOOSING * (0.5 + rng.random())))

    def opponent_of(self, who: int) -> int:
        """The other player."""
        return next(other for other in self.match.seats if other != who)

    async def look_as_opponent(self, who: int) -> None:
        """The other player's page asks whether anything has changed since."""
        view = self.view
        await self.look(self.opponent_of(who), f'"{view["id"]}.{view["revision"]}.x"')
        self.view = view

    async def _ask(self, path: str, body: object, token: str = "", tag: str = "") -> Any:
        """A request's answer; None where nothing has changed."""
        headers = {"Authorization": f"Bearer {token}"}
        if tag:
            headers["If-None-Match"] = tag
        method = "GET" if body is None else "POST"
        url = f"{self.url}/api/{path}"
        begin = time.perf_counter()
        async with self.web.request(method, url, json=body, headers=headers) as answer:
            assert answer.status in (200, 304), await answer.text()
            content = None if answer.status == 304 else await answer.json()
        is_look = body is None or "/" not in path
        kind = "look" if is_look else path.rpartition("/")[2]
        self.times[kind].append((time.perf_counter() - begin) * 1000)
        return content


def address() -> tuple[str, dict[str, str]]:
    """Where a bot's page can be reached in this machine, and the bot's settings for that."""
    port = str(free_port())
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
                who, _ = page.match.turn()
                decisions = page.view["made"]
                await page.act(who, "undo")
                last = decisions[len(page.view["made"])]
                await page.act(who, "choose", move=last)

        await choose(FIRST)
        times.clear()
        spent_at_start = bot.spent
        own_at_start = time.process_time()
        machine = psutil.cpu_times()
        begin = time.perf_counter()
        await choose(CHOICES)
        duration = time.perf_counter() - begin
        spent = bot.spent.since(spent_at_start)
        own = time.process_time() - own_at_start
        busy = others(machine, psutil.cpu_times(), sum(spent) + own, duration)
        pace = processor()
    loop = spent.loop / CHOICES * 1000 / pace
    threads = spent.threads / CHOICES * 1000 / pace
    print(
        f"\na choice, its request included: {loop + threads:.2f} ms of processor time on the "
        f"reference machine (loop {loop:.2f}, database's thread {threads:.2f}); "
        f"answered after {median(times['choose']):.1f} ms on this one, {pace:.1f} times slower, "
        f"its disk included; others had {busy:.0%} of it"
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
            tasks = []
            for number, page in enumerate(playing):
                play = page.play(SECONDS, random.Random(number))
                tasks.append(asyncio.create_task(play))
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
        duration = time.perf_counter() - begin
        own = bot.cpu + time.process_time() - own
        busy = others(machine, psutil.cpu_times(), own, duration)
    alone = medians(calm)
    with_pages = medians(loud)
    each = ", ".join(f"{name} {len(ms)} of {median(ms):.0f} ms" for name, ms in times.items())
    print(
        f"\n{PAGES} pages: everybody else's median {alone.median:.1f} to "
        f"{with_pages.median:.1f} ms, 99th percentile {alone.tail:.1f} to {with_pages.tail:.1f} ms "
        f"({with_pages.tail - alone.tail:+.1f}), {with_pages.refusals} refused; "
        f"the pages' own: {each}; others had {busy:.0%}"
    )
