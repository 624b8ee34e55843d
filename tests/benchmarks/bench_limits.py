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
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path

import psutil
import pytest

import games
from games.records import Record, RecordedTurn, to_text

from .bench_load import QUIET, served
from .full_store import Running, full_store
from .machine import others
from .small_discord import Sent, SmallDiscord

pytestmark = pytest.mark.bench
PRESSES = float(os.environ.get("BENCH_PRESSES", 20))
SECONDS = float(os.environ.get("BENCH_SECONDS", 4))
SLICES = int(os.environ.get("BENCH_SLICES", 3))
"""Of either kind, for each kind of work."""
OTHERS = 10.0
"""Interactions a second of everybody else."""
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
PATIENCE = 5.0
"""Seconds after which an answer is no longer waited for."""
PAUSE = 1.0
"""Seconds after each slice, in which what was begun comes to its end."""
LONGEST_OPTION = 5_800
"""Characters."""
LONG = " ".join(["e1-c2 a1 x"] * 40)[:400]

Kind = Callable[[int, str], Awaitable[asyncio.Future[Sent]]]


@dataclass(slots=True)
class Everybody:
    """Members who ask for little, one after the other."""

    discord: SmallDiscord
    matches: list[Running]
    milliseconds: list[float] = field(default_factory=list)
    refused: int = 0
    _next: count[int] = field(default_factory=count)

    async def ask(self, seconds: float) -> None:
        """Ask for boards and for help in turn, evenly, and wait for the answers."""
        begin = time.perf_counter()
        answers = []
        for n in range(int(OTHERS * seconds)):
            due = begin + n / OTHERS
            wait = due - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            match = self.matches[next(self._next) % len(self.matches)]
            who, _ = match.turn()
            if n % 2:
                answer = await self.discord.slash(who, "board", match=f"M{match.number}")
            else:
                answer = await self.discord.slash(who, "help")
            answer.add_done_callback(partial(self._answered, due))
            answers.append(answer)
        _, never = await asyncio.wait(answers, timeout=PATIENCE)
        for answer in never:
            answer.cancel()

    def _answered(self, due: float, answer: asyncio.Future[Sent]) -> None:
        if answer.cancelled() or b"Try again <t:" in answer.result().body:
            self.refused += 1
        else:
            self.milliseconds.append((answer.result().at - due) * 1000)

    def figures(self) -> tuple[float, float, int]:
        """The median and 99th percentile of the answers, in milliseconds, and how many were
        refused; then forgotten.
        """
        times = sorted(self.milliseconds)
        figures = times[len(times) // 2], times[int(len(times) * 0.99)], self.refused
        self.milliseconds = []
        self.refused = 0
        return figures


def long_record() -> str:
    """A record about as long as an option of a command takes, in one line."""
    game = games.get("vigilance")
    rng = random.Random(5)
    turns = list[RecordedTurn]()
    state = game.start(board="hex-xxl")
    text = ""
    while (seat := state.to_move) is not None and len(text) < LONGEST_OPTION:
        made = []
        while state.to_move == seat:
            made.append(str(move := rng.choice(state.legal_moves())))
            state = state.play(move)
        turns.append(RecordedTurn(seat, tuple(made)))
        text = " ".join(to_text(Record(game, state.options, ("Ann", "Ben"), tuple(turns))).split())
    return text


def kinds(discord: SmallDiscord) -> dict[str, Kind]:
    """How a member asks for each kind of thing, again and again, given a match."""
    record = long_record()
    wanted = os.environ.get("BENCH_KINDS", "").split()
    every: dict[str, Kind] = {
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
    return {name: ask for name, ask in every.items() if not wanted or name in wanted}


async def pressing(ask: Kind, members: list[Running], seconds: float) -> int:
    """Members who begin one after the other ask without waiting for an answer; how often they did
    together.
    """
    begin = time.perf_counter()
    sent = 0
    before = 0.0
    while (since := time.perf_counter() - begin) < seconds:
        there = members[: 1 + int(since / JOINING * (len(members) - 1))]
        due = int((since - before) * PRESSES * len(there))
        before += due / PRESSES / len(there)
        for _ in range(due):
            match = there[sent % len(there)]
            await ask(match.turn()[0], f"M{match.number}")
            sent += 1
        await asyncio.sleep(0.05)
    return sent


def medians(slices: Sequence[tuple[float, float, int]]) -> tuple[float, float, int]:
    """The medians of the slices' medians and 99th percentiles in milliseconds, and how many were
    refused in all.
    """
    median, slow = (statistics.median(part[n] for part in slices) for n in (0, 1))
    return median, slow, sum(part[2] for part in slices)


@pytest.mark.timeout(1800)
async def test_what_one_and_what_fifty_take_from_everybody_else(copied_database: Path) -> None:
    matches = await full_store(copied_database, running=MATCHES, finished=1)
    random.Random(3).shuffle(matches)
    crowd = matches[:MANY]
    calm = matches[MANY:]
    rises: list[float] = []
    async with served(copied_database, LIMITS_PERCENT="100") as bot:
        await bot.discord.enter(range(ELSEWHERE, ELSEWHERE + MANY))
        everybody = Everybody(bot.discord, calm)

        async def part(
            ask: Kind | None = None, members: Sequence[Running] = ()
        ) -> tuple[float, int]:
            """One slice; the bot's processor time in seconds, and how often members pressed."""
            spent = bot.cpu
            task = (
                None if ask is None else asyncio.create_task(pressing(ask, list(members), SECONDS))
            )
            await everybody.ask(SECONDS)
            sent = 0 if task is None else await task
            spent = bot.cpu - spent
            bot.discord.answers.clear()
            await asyncio.sleep(PAUSE)
            return spent, sent

        await part()  # caches fill
        everybody.figures()
        machine = psutil.cpu_times()
        own = bot.cpu + time.process_time()
        begin = time.perf_counter()
        print(
            "\n"
            "who presses            how often    median 99th pct.  without      rise     refused  "
            "bot's ms a press"
        )
        for name, ask in kinds(bot.discord).items():
            for where, members in (("one", crowd[:1]), ("elsewhere", crowd), ("here", crowd)):
                bot.discord.elsewhere = {}
                if where == "elsewhere":
                    servers = enumerate(members, ELSEWHERE)
                    bot.discord.elsewhere = {
                        who: server for server, match in servers for who in match.seats
                    }
                calm_slices = []
                loud_slices = []
                idle = 0.0
                spent = 0.0
                sent = 0
                for _ in range(SLICES):
                    idle += (await part())[0]
                    calm_slices.append(everybody.figures())
                    took, pressed = await part(ask, members)
                    spent = spent + took
                    sent = sent + pressed
                    loud_slices.append(everybody.figures())
                (_, usual, _), (median, slow, refused) = medians(calm_slices), medians(loud_slices)
                rises.append(slow - usual)
                often = f"{where} {len(members)} × {PRESSES:.0f}/s"
                share = f"{refused}/{int(OTHERS * SECONDS) * SLICES}"
                print(
                    f"{name:12}{often:>20}{median:10.1f}{slow:10.1f}{usual:9.1f}{rises[-1]:+10.1f}"
                    f"{share:>12}{(spent - idle) * 1000 / sent:10.2f}"
                )
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
