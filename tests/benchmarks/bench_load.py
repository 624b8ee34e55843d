"""How much one process carries: moves a second, its memory under them, and how soon it is there with a full store."""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp
import psutil
import pytest

from .full_store import Running, full_store
from .reference import slowness
from .small_discord import Sent, SmallDiscord, small_discord

pytestmark = pytest.mark.bench
ROOT = Path(__file__).parents[2]
TOKEN = "MTE5ODYyMjQ4MzQ3MTkyNTI0OA.Gabcde.abcdefghijklmnopqrstuvwxyz0123456789AB"
PORT = 9_187


@dataclass(slots=True)
class Served:
    """A bot that runs in a process of its own, connected with a small Discord."""

    discord: SmallDiscord
    process: psutil.Process
    seconds: float
    """From its start until it was ready."""

    @property
    def memory(self) -> float:
        """Megabytes that it holds."""
        return sum(one.memory_info().rss for one in (self.process, *self.process.children())) / 1e6

    @property
    def cpu(self) -> float:
        """Seconds of processor time that it has used."""
        times = [one.cpu_times() for one in (self.process, *self.process.children())]
        return sum(used.user + used.system for used in times)


@asynccontextmanager
async def served(database: Path) -> AsyncIterator[Served]:
    """A bot on a database, ready."""
    async with small_discord() as discord, aiohttp.ClientSession() as web:
        settings = {
            "DISCORD_TOKEN": TOKEN,
            "DATABASE_URL": f"sqlite+aiosqlite:///{database}",
            "METRICS_PORT": str(PORT),
            "LOG_LEVEL": "WARNING",
        }
        begun = time.perf_counter()
        command = [sys.executable, *os.environ.get("BENCH_PYTHON", "").split(), "-m", "tests.benchmarks.serving", discord.address]
        process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, env={**os.environ, **settings})
        try:
            while True:
                try:
                    async with web.get(f"http://127.0.0.1:{PORT}/ready") as answer:
                        if answer.status == 200:
                            break
                except aiohttp.ClientError:
                    pass
                assert process.returncode is None
                await asyncio.sleep(0.01)
            yield Served(discord, psutil.Process(process.pid), time.perf_counter() - begun)
        finally:
            if process.returncode is None:
                process.terminate()
                await process.wait()


@dataclass(slots=True)
class Load:
    """Moves of members at a steady rate, however long the bot takes to answer."""

    served: Served
    matches: deque[Running]
    milliseconds: list[float] = field(default_factory=list)
    wrong: Counter[str] = field(default_factory=Counter)

    async def run(self, rate: float, seconds: float) -> None:
        """Send ``rate`` moves a second, evenly, and wait for all answers. Each is timed from when it was due."""
        begin = time.perf_counter()
        answers = []
        for n in range(int(rate * seconds)):
            due = begin + n / rate
            if (wait := due - time.perf_counter()) > 0:
                await asyncio.sleep(wait)
            match = self.matches.popleft()
            who, typed = match.turn()
            answer = await self.served.discord.slash(who, "move", moves=typed, match=f"M{match.number}")
            answer.add_done_callback(lambda answer, match=match, due=due: self._answered(match, due, answer.result()))
            answers.append(answer)
        async with asyncio.timeout(60):
            await asyncio.gather(*answers)

    def _answered(self, match: Running, due: float, sent: Sent) -> None:
        self.milliseconds.append((sent.at - due) * 1000)
        if not sent.picture:
            self.wrong[sent.body.decode()] += 1
        del match.ahead[0]
        if match.ahead:
            self.matches.append(match)

    def percentile(self, share: float) -> float:
        return sorted(self.milliseconds)[int(len(self.milliseconds) * share)]


async def test_load(tmp_path: Path) -> None:
    rate = float(os.environ.get("BENCH_RATE", 200))
    seconds = float(os.environ.get("BENCH_SECONDS", 20))
    matches = await full_store(tmp_path / "loophole.db", running=10_000, finished=10_000)
    random.Random(2).shuffle(matches)
    async with served(tmp_path / "loophole.db") as bot:
        print(f"\nready after {bot.seconds:.2f} s, {bot.memory:.0f} MB")
        load = Load(bot, deque(matches))
        await load.run(rate / 2, 5)
        print("warm-up", f"{bot.memory:.0f} MB", load.percentile(0.5))
        load.milliseconds.clear()
        before, own, begin = bot.cpu, time.process_time(), time.perf_counter()
        await load.run(rate, seconds)
        took = time.perf_counter() - begin
        count = len(load.milliseconds)
        print(f"{count} moves in {took:.1f} s = {count / took:.0f}/s; median {load.percentile(0.5):.1f} ms 99th {load.percentile(0.99):.1f} ms")
        print(f"CPU {(bot.cpu - before) / count * 1000:.2f} ms a move, of the load {(time.process_time() - own) / count * 1000:.2f} ms, slowness {slowness():.2f}, {bot.memory:.0f} MB")
        print(load.wrong.most_common(2), bot.discord.requests)
