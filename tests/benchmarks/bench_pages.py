"""What an open page costs a bot in a process of its own: a choice, and what 200 that play take from
everybody else.

Both sides of each match have a page, which asks every two seconds whether anything has changed, as
the page in a browser does; whose turn it is chooses and plays at a member's pace. Others use
commands, ten a second together, in slices of ``BENCH_SECONDS`` (8) with and without the pages.
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
ASKING = 2.0
PAUSE = 0.5
"""Seconds between a member's choices, between a page's questions, and until it asks again."""
NOT_CHANGED = 304
STALE = 409  # the turn was played a moment ago
UNAVAILABLE = 503


class Page:
    """A match as one of its players sees it in a browser.

    :param times: milliseconds of each kind of request
    :ivar shown: the match as it was shown last; ``tag`` says which that is
    """

    def __init__(
        self,
        web: aiohttp.ClientSession,
        url: str,
        match: Running,
        player: int,
        times: dict[str, list[float]],
    ) -> None:
        self.web = web
        self.url = url
        self.match = match
        self.player = player
        self.times = times
        self.token = ""
        self.tag = ""
        self.shown: dict[str, Any] = {}

    async def enter(self, bot: Served) -> None:
        """Press for a link in the chat, and follow it."""
        press = await bot.discord.press(self.player, str(OpenPage(self.match.number)))
        answer = await press
        code = re.search(rb"/#([\w-]{44})", answer.body)
        assert code is not None, answer.body
        entered = await self._ask("enter", {"code": code[1].decode()})
        self.token = entered["token"]

    async def look(self) -> None:
        """See the match, if anything has changed in it."""
        page_state = await self._ask(f"m/{self.match.number}")
        if page_state is not None:
            self.shown = page_state

    async def act(self, what: str, **more: object) -> None:
        """Choose, undo or play on the board as it was shown."""
        page_state = self.shown
        values = {
            "version": page_state["version"],
            "drafted": len(page_state["made"]),
            "ply": page_state["ply"],
            "made": page_state["made"],
        }
        self.shown = await self._ask(f"m/{self.match.number}/{what}", {**values, **more})

    def move(self, rng: random.Random) -> str:
        """A decision that is offered."""
        move = rng.choice([*self.shown["moves"], *self.shown["specials"]])
        return move if isinstance(move, str) else str(move[0])

    async def use(self, seconds: float, rng: random.Random) -> None:
        """Be open, and be played on while it is the player's turn."""
        end = time.perf_counter() + seconds
        questions = asyncio.create_task(self._keep_asking(rng))
        try:
            await asyncio.sleep(rng.random() * CHOOSING)
            while time.perf_counter() < end:
                if self.shown and self.shown["mine"]:
                    await self._decide(rng)
                seconds_left = end - time.perf_counter()
                await asyncio.sleep(min(max(0, seconds_left), CHOOSING * (0.5 + rng.random())))
        finally:
            questions.cancel()

    async def _keep_asking(self, rng: random.Random) -> None:
        await asyncio.sleep(rng.random() * ASKING)
        while True:
            await self.look()
            await asyncio.sleep(ASKING)

    async def _decide(self, rng: random.Random) -> None:
        """Play the turn, or choose the next decision of it."""
        if self.shown["whole"]:
            await self.act("play")
        else:
            await self.act("choose", move=self.move(rng))

    async def _ask(self, path: str, body: object = None) -> Any:
        """The content of an answer; None where nothing has changed. As the page does, it asks again
        where the bot has no time.
        """
        headers = {}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if body is None and self.tag:
            headers["If-None-Match"] = self.tag
        method = "GET" if body is None else "POST"
        what = "look" if body is None else path.rpartition("/")[2]
        while True:
            begin = time.perf_counter()
            request = self.web.request(method, f"{self.url}/api/{path}", json=body, headers=headers)
            async with request as answer:
                content = None if answer.status == NOT_CHANGED else await answer.json()
            duration = (time.perf_counter() - begin) * 1000
            if answer.status != UNAVAILABLE:
                break
            self.times["unavailable"].append(duration)
            await asyncio.sleep(PAUSE)
        assert answer.status in (200, NOT_CHANGED, STALE), content
        self.times[what].append(duration)
        self.tag = answer.headers.get("ETag", self.tag)
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
        pages = [Page(web, url, match, match.turn()[0], times) for match in matches[:30]]
        for page in pages:
            await page.enter(bot)
            await page.look()
            await page.act("choose", move=page.move(rng))

        async def choose(count: int) -> None:
            for n in range(count // 2):
                page = pages[n % len(pages)]
                moves = page.shown["made"]
                await page.act("undo")
                await page.act("choose", move=moves[len(page.shown["made"])])

        await choose(FIRST)
        times.clear()
        spent = bot.spent
        machine = psutil.cpu_times()
        own = time.process_time()
        begin = time.perf_counter()
        await choose(CHOICES)
        spent = bot.spent.since(spent)
        own = time.process_time() - own
        seconds = time.perf_counter() - begin
        busy = others(machine, psutil.cpu_times(), sum(spent) + own, seconds)
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
        pages = [
            Page(web, url, match, player, times)
            for match in matches[: PAGES // 2]
            for player in match.seats
        ]
        for page in pages:
            await page.enter(bot)
        everybody = Everybody(bot.discord, matches[PAGES:])

        async def part(*playing: Page) -> None:
            tasks = [
                asyncio.create_task(page.use(SECONDS, random.Random(n)))
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
        seconds = time.perf_counter() - begin
        busy = others(machine, psutil.cpu_times(), bot.cpu + time.process_time() - own, seconds)
    alone = medians(calm)
    with_pages = medians(loud)
    each = ", ".join(f"{name} {len(ms)} of {median(ms):.0f} ms" for name, ms in times.items())
    print(
        f"\n{PAGES} pages: everybody else's median {alone.median:.1f} to "
        f"{with_pages.median:.1f} ms, 99th percentile {alone.tail:.1f} to {with_pages.tail:.1f} ms "
        f"({with_pages.tail - alone.tail:+.1f}), {with_pages.refusals} refused; "
        f"the pages' own: {each}; others had {busy:.0%}"
    )
