"""What members who ask for far too much take from everybody else: one of them, then fifty, here or
each elsewhere.

Others of the same server ask for boards and for help, ten a second together, and their answers are
timed, in slices of ``BENCH_SECONDS`` (4), in turn with nobody pressing and with ``BENCH_PRESSES``
(20) interactions a second of one kind by each of those who ask for too much. What counts is by how
much the median of the slices' 99th percentiles rises: what else goes on on the machine is in both
kinds of slices alike.
"""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

import games
from games.records import Record, RecordedTurn, to_text

from .bench_load import QUIET, Served, served
from .full_store import Running, full_store
from .machine import others
from .small_discord import Answer, SmallDiscord
from .steady import RATE, SteadyMembers

pytestmark = pytest.mark.bench
PRESSES = float(os.environ.get("BENCH_PRESSES", 20))
SECONDS = float(os.environ.get("BENCH_SECONDS", 4))
SLICES = int(os.environ.get("BENCH_SLICES", 3))
"""Of either kind, for each kind of work."""
MANY = 50
ELSEWHERE = 1 << 60
"""The first id of the other servers, each of which has one of many."""
JOINING = 2.0
"""Seconds until the last of many has begun."""
MATCHES = 1_000
MOST_RISE = 60.0
"""Milliseconds by which the 99th percentile of everybody else may rise."""
HALF = 0.5
"""Where all else takes more of the machine, the slices differ by more than what is measured."""
PAUSE = 1.0
"""Seconds after each slice, in which what was begun comes to its end."""
LONGEST_OPTION = 5_800
"""Characters."""
LONG = " ".join(["e1-c2 a1 x"] * 40)[:400]

Kind = Callable[[int, str], Awaitable[asyncio.Future[Answer]]]


@dataclass(frozen=True, slots=True)
class Figures:
    """How answers came: median and 99th percentile in milliseconds, and how many were refusals."""

    median: float
    tail: float
    refusals: int


@dataclass(slots=True)
class Everybody(SteadyMembers):
    """Members who ask for boards and for help in turn."""

    async def interact(self, number: int) -> asyncio.Future[Answer]:
        match = self.next_match()
        who, _ = match.turn()
        if number % 2:
            return await self.discord.slash(who, "board", match=f"M{match.number}")
        return await self.discord.slash(who, "help")

    def figures(self) -> Figures:
        """Of the answers since the last time."""
        times = sorted(self.take_milliseconds())
        median = times[len(times) // 2]
        tail = times[int(len(times) * 0.99)]
        figures = Figures(median, tail, self.refusals)
        self.refusals = 0
        return figures


def long_record() -> str:
    """A record about as long as an option of a command takes, in one line."""
    game = games.get("vigilance")
    rng = random.Random(5)
    turns = list[RecordedTurn]()
    state = game.start(board="hex-xxl")
    text = ""
    while state.to_move is not None and len(text) < LONGEST_OPTION:
        seat = state.to_move
        moves = []
        while state.to_move == seat:
            move = rng.choice(state.legal_moves())
            moves.append(str(move))
            state = state.play(move)
        turns.append(RecordedTurn(seat, tuple(moves)))
        record = Record(game, state.options, ("Ann", "Ben"), tuple(turns))
        text = " ".join(to_text(record).split())
    return text


def kinds(discord: SmallDiscord) -> dict[str, Kind]:
    """How a member asks for each kind of thing, again and again, given a match."""
    record = long_record()
    all_kinds: dict[str, Kind] = {
        "words": lambda who, match: discord.slash(who, "help"),
        "boards": lambda who, match: discord.slash(who, "board", match=match),
        "typing": lambda who, match: discord.typing(who, "move", "moves", LONG),
        "replays": lambda who, match: discord.slash(who, "match replay", match=match),
        "imports": lambda who, match: discord.slash(who, "match import", text=record),
        "thinking": lambda who, match: discord.press(who, f"lh:think:{match[1:]}:0:0"),
        "lists": lambda who, match: discord.press(who, "lh:here:0:0:"),
        "buttons": lambda who, match: discord.press(who, f"lh:page:{match[1:]}:0:a.n.1"),
        "forms": lambda who, match: discord.form(who, f"lh:planned:{match[1:]}:1:", line=LONG),
        "seasons": lambda who, match: discord.press(who, "lh:season:0:0:n"),
    }
    names = os.environ.get("BENCH_KINDS", "").split()
    if not names:
        return all_kinds
    return {name: all_kinds[name] for name in names}


async def pressing(ask: Kind, members: list[Running], seconds: float) -> int:
    """Members who begin one after the other ask without waiting for an answer; how often they did
    together.
    """
    begin = time.perf_counter()
    presses = 0
    covered_seconds = 0.0  # seconds for which all presses that were due have been made
    elapsed = 0.0
    while elapsed < seconds:
        pressers = members[: 1 + int(elapsed / JOINING * (len(members) - 1))]
        due = int((elapsed - covered_seconds) * PRESSES * len(pressers))
        covered_seconds += due / PRESSES / len(pressers)
        for _ in range(due):
            match = pressers[presses % len(pressers)]
            who, _ = match.turn()
            await ask(who, f"M{match.number}")
            presses += 1
        await asyncio.sleep(0.05)
        elapsed = time.perf_counter() - begin
    return presses


def medians(slices: Sequence[Figures]) -> Figures:
    """The medians of the slices' figures, and all refusals together."""
    return Figures(
        statistics.median(part.median for part in slices),
        statistics.median(part.tail for part in slices),
        sum(part.refusals for part in slices),
    )


@dataclass(slots=True)
class Slice:
    """Seconds in which everybody asked: the bot's processor time, and how often others pressed."""

    spent: float
    presses: int


@dataclass(slots=True)
class Stage:
    """A bot, and everybody who asks it for little."""

    bot: Served
    everybody: Everybody

    async def slice(self, ask: Kind | None = None, members: Sequence[Running] = ()) -> Slice:
        """Everybody asks, and members press for a kind of thing, if one is named."""
        begin = self.bot.cpu
        task = None
        if ask is not None:
            task = asyncio.create_task(pressing(ask, list(members), SECONDS))
        await self.everybody.ask(SECONDS)
        presses = 0 if task is None else await task
        processor_seconds = self.bot.cpu - begin
        self.bot.discord.answers.clear()
        await asyncio.sleep(PAUSE)
        return Slice(processor_seconds, presses)

    async def rise(self, name: str, ask: Kind, place: str, members: Sequence[Running]) -> float:
        """By how much the 99th percentile rises while members press; prints the figures."""
        calm = []
        loud = []
        idle = 0.0
        processor_seconds = 0.0
        presses = 0
        for _ in range(SLICES):
            rate = await self.slice()
            calm.append(self.everybody.figures())
            with_presses = await self.slice(ask, members)
            loud.append(self.everybody.figures())
            idle += rate.spent
            processor_seconds += with_presses.spent
            presses += with_presses.presses
        usual = medians(calm).tail
        figures = medians(loud)
        rise = figures.tail - usual
        often = f"{place} {len(members)} × {PRESSES:.0f}/s"
        share = f"{figures.refusals}/{int(RATE * SECONDS) * SLICES}"
        each = (processor_seconds - idle) * 1000 / presses
        print(
            f"{name:12}{often:>20}{figures.median:10.1f}{figures.tail:10.1f}{usual:9.1f}"
            f"{rise:+10.1f}{share:>12}{each:10.2f}"
        )
        return rise


@pytest.mark.timeout(1800)
async def test_what_one_and_what_fifty_take_from_everybody_else(copied_database: Path) -> None:
    matches = await full_store(copied_database, running=MATCHES, finished=1)
    random.Random(3).shuffle(matches)
    crowd = matches[:MANY]
    calm = matches[MANY:]
    rises: list[float] = []
    async with served(copied_database, LIMITS_PERCENT="100") as bot:
        await bot.discord.enter(range(ELSEWHERE, ELSEWHERE + MANY))
        stage = Stage(bot, Everybody(bot.discord, calm))
        await stage.slice()  # caches fill
        stage.everybody.figures()
        machine = psutil.cpu_times()
        own = bot.cpu + time.process_time()
        begin = time.perf_counter()
        print(
            "\n"
            "who presses            how often    median 99th pct.  without      rise     refused  "
            "bot's ms a press"
        )
        for name, ask in kinds(bot.discord).items():
            bot.discord.elsewhere = {}
            rises.append(await stage.rise(name, ask, "one", crowd[:1]))
            bot.discord.elsewhere = servers_of(crowd)
            rises.append(await stage.rise(name, ask, "elsewhere", crowd))
            bot.discord.elsewhere = {}
            rises.append(await stage.rise(name, ask, "here", crowd))
        own = bot.cpu + time.process_time() - own
        busy = others(machine, psutil.cpu_times(), own, time.perf_counter() - begin)
    print(
        f"others had {busy:.0%} of the machine; the median of all rises is "
        f"{statistics.median(rises):+.1f} ms"
    )
    if busy < HALF:
        assert statistics.median(rises) < MOST_RISE
    if busy < QUIET:
        assert max(rises) < MOST_RISE


def servers_of(matches: Sequence[Running]) -> dict[int, int]:
    """A server of its own for each match, by the members who play it."""
    servers = {}
    for server, match in enumerate(matches, ELSEWHERE):
        for member in match.seats:
            servers[member] = server
    return servers
