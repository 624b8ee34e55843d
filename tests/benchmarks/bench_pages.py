"""What an open page costs a bot in a process of its own: a choice, and what 200 that play take from
everybody else.

Both sides of each match have a page in a third process, which asks every two seconds whether
anything has changed, as the page in a browser does; whose turn it is chooses and plays at a
member's pace, a decision in ``BENCH_DECIDING`` (10) seconds. Or each has home open.
Others play in the chat and look at boards, ten a second together, in slices of ``BENCH_SECONDS``
(10) with and without the pages.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import shutil
import socket
import sys
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import aiohttp
import psutil
import pytest
from sqlalchemy.engine import make_url

from bot.chat.board.links import OpenPage, ShowBoard
from bot.ops.copies.move import move
from tests.bot.postgres import PostgresServer

from .bench_load import ROOT, Served, served, serving
from .full_store import Running, full_store
from .machine import others
from .paging import Page
from .reference import processor
from .small_discord import Answer, small_discord
from .steady import SteadyMembers

pytestmark = pytest.mark.bench
PAGES = int(os.environ.get("BENCH_PAGES", 200))
SECONDS = float(os.environ.get("BENCH_SECONDS", 10))
SLICES = int(os.environ.get("BENCH_SLICES", 4))
RUNNING = 1_000
MOST_RISE = 40.0  # milliseconds by which the 99th percentile of everybody else may rise
QUIET = 0.1
# of which so many fill caches
CHOICES = 300
FIRST = 200


@dataclass(slots=True)
class Players(SteadyMembers):
    """Members who look at boards and play in the chat, in turn."""

    async def interact(self, number: int) -> asyncio.Future[Answer]:
        return await (self._move() if number % 2 else self._look())

    def _match(self) -> Running:
        """The next match that still goes on."""
        while True:
            match = self.next_match()
            if match.ahead:
                return match

    async def _move(self) -> asyncio.Future[Answer]:
        match = self._match()
        who, moves = match.turn()
        del match.ahead[0]
        return await self.discord.slash(who, "move", moves=moves, match=f"M{match.number}")

    async def _look(self) -> asyncio.Future[Answer]:
        match = self._match()
        who, _ = match.turn()
        return await self.discord.press(who, str(ShowBoard(match.number, 1)))


def address() -> tuple[str, dict[str, str]]:
    """Where a bot's page can be reached in this machine, and the bot's settings for that."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    return f"http://127.0.0.1:{port}", {"WEB_URL": "https://board.example.org", "WEB_PORT": port}


async def token_of(
    bot: Served, web: aiohttp.ClientSession, url: str, match: Running, player: int
) -> str:
    """Press for a link in the chat, and follow it: the token of the page that it opens."""
    pressed = await bot.discord.press(player, str(OpenPage(match.number)))
    answer = await pressed
    code = re.search(rb"/#([\w-]{44})", answer.body)
    assert code is not None, answer.body
    async with web.post(f"{url}/api/enter", json={"code": code[1].decode()}) as response:
        content = await response.json()
    return str(content["token"])


async def test_a_choice(copied_database: Path) -> None:
    matches = await full_store(copied_database, running=60, finished=1)
    rng = random.Random(5)
    url, settings = address()
    async with served(copied_database, **settings) as bot, aiohttp.ClientSession() as web:
        times = defaultdict[str, list[float]](list)
        pages = []
        for match in matches[:30]:
            token = await token_of(bot, web, url, match, match.turn()[0])
            pages.append(Page(web, url, match.number, token, times))
        for page in pages:
            await page.look()
            await page.act("choose", move=page.move(rng))

        async def choose(count: int) -> None:
            for n in range(count // 2):
                page = pages[n % len(pages)]
                draft = page.shown["made"]
                await page.act("undo")
                await page.act("choose", move=draft[len(page.shown["made"])])

        await choose(FIRST)
        times.clear()
        costs = bot.spent
        machine = psutil.cpu_times()
        own = time.process_time()
        begin = time.perf_counter()
        await choose(CHOICES)
        costs = bot.spent.since(costs)
        own = time.process_time() - own
        took = time.perf_counter() - begin
        busy = others(machine, psutil.cpu_times(), sum(costs) + own, took)
        pace = processor()
    loop, threads = (part / CHOICES * 1000 / pace for part in costs[:2])
    print(
        f"\na choice, its request included: {loop + threads:.2f} ms of processor time on the "
        "reference machine (loop "
        f"{loop:.2f}, database's thread {threads:.2f}); answered after "
        f"{median(times['choose']):.1f} ms on this one, "
        f"{pace:.1f} times slower, its disk included; others had {busy:.0%} of it"
    )


class Browsers:
    """The open pages, in a process of their own."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._program = psutil.Process(process.pid)

    @property
    def cpu(self) -> float:
        """Seconds of processor time that they have used."""
        times = self._program.cpu_times()
        return float(times.user + times.system)

    async def use(self, seconds: float) -> dict[str, list[float]]:
        """Use all pages for so long; milliseconds by kind of request."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{seconds}\n".encode())
        line = await self._process.stdout.readline()
        return dict(json.loads(line))


@asynccontextmanager
async def browsers(
    bot: Served, url: str, matches: list[Running], *, homes: bool
) -> AsyncIterator[Browsers]:
    """Both sides of each match have its page open, or home."""
    pages = []
    async with aiohttp.ClientSession() as web:
        for match in matches:
            for player in match.seats:
                token = await token_of(bot, web, url, match, player)
                pages.append((0 if homes else match.number, token))
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.benchmarks.paging"),
        cwd=ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=1 << 24,
    )
    try:
        assert process.stdin is not None
        process.stdin.write(json.dumps({"url": url, "pages": pages}).encode() + b"\n")
        yield Browsers(process)
    finally:
        process.terminate()
        await process.wait()


async def measure(bot: Served, url: str, matches: list[Running], *, homes: bool) -> None:
    """Time everybody else's answers without and with the pages, in turn, and print the figures."""
    players = Players(bot.discord, matches[PAGES:])
    answers: dict[str, list[float]] = {"without": [], "with": []}
    shares: dict[str, list[float]] = {"without": [], "with": []}
    times = defaultdict[str, list[float]](list)
    async with browsers(bot, url, matches[: PAGES // 2], homes=homes) as pages:

        async def part(kind: str) -> None:
            earlier = bot.cpu
            using = None
            if kind == "with":
                using = asyncio.create_task(pages.use(SECONDS))
            begin = time.perf_counter()
            await players.ask(SECONDS)
            shares[kind].append((bot.cpu - earlier) / (time.perf_counter() - begin))
            if using is not None:
                for what, milliseconds in (await using).items():
                    times[what] += milliseconds
            bot.discord.answers.clear()
            await asyncio.sleep(1)
            answers[kind] += players.take_milliseconds()

        await part("with")  # caches fill
        times.clear()
        answers["with"].clear()
        shares["with"].clear()
        machine = psutil.cpu_times()
        own = bot.cpu + pages.cpu + time.process_time()
        begin = time.perf_counter()
        for _ in range(SLICES):
            await part("without")
            await part("with")
        took = time.perf_counter() - begin
        own = bot.cpu + pages.cpu + time.process_time() - own
        busy = others(machine, psutil.cpu_times(), own, took)
    calm = sorted(answers["without"])
    loud = sorted(answers["with"])
    calm_tail = calm[int(len(calm) * 0.99)]
    loud_tail = loud[int(len(loud) * 0.99)]
    rise = loud_tail - calm_tail
    each = ", ".join(f"{name} {len(ms)} of {median(ms):.0f} ms" for name, ms in times.items())
    print(
        f"\n{PAGES} {'homes' if homes else 'pages'}: everybody else's median {median(calm):.1f} to "
        f"{median(loud):.1f} ms, 99th percentile {calm_tail:.1f} to {loud_tail:.1f} ms "
        f"({rise:+.1f}), {players.refusals} refused; the bot takes "
        f"{median(shares['without']):.0%} of a core without and {median(shares['with']):.0%} with "
        f"them; the pages' own: {each}; others had {busy:.0%} of the machine"
    )
    assert busy > QUIET or rise <= MOST_RISE


@pytest.mark.timeout(900)
@pytest.mark.parametrize("homes", [False, True], ids=["matches", "homes"])
async def test_what_open_pages_take_from_everybody_else(
    copied_database: Path, *, homes: bool
) -> None:
    matches = await full_store(copied_database, running=RUNNING, finished=1)
    url, settings = address()
    async with served(copied_database, **settings) as bot:
        await measure(bot, url, matches, homes=homes)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("homes", [False, True], ids=["matches", "homes"])
async def test_what_open_pages_take_from_everybody_else_on_postgres(
    postgres: PostgresServer, tmp_path: Path, empty_database: Path, *, homes: bool
) -> None:
    database = Path(shutil.copy(empty_database, tmp_path / "loophole.db"))
    matches = await full_store(database, running=RUNNING, finished=0)
    url, settings = address()
    async with AsyncExitStack() as stack:
        target = await stack.enter_async_context(postgres.database())
        await move(make_url(f"sqlite+aiosqlite:///{database}"), make_url(target), anyway=True)
        discord = await stack.enter_async_context(small_discord())
        bot = await stack.enter_async_context(serving(discord, target, **settings))
        await measure(bot, url, matches, homes=homes)
