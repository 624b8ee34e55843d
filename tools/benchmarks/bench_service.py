"""What answers cost with few and with very many matches in the store: ``/move``, and every other command."""

import random
import sqlite3
import statistics
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.domain.matches import endings
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.requests import intercepted
from tools.walk.script import COMMANDS, MANAGERS

from .reference import slowness

pytestmark = pytest.mark.bench
MOVES = 60


def fill(database: Path, matches: int, member: int = 0) -> None:
    """Store ``matches`` more matches, copies of the first that is there, among many other players.

    Of those that are over one in fifty is ``member``'s.
    """
    with sqlite3.connect(database) as connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(matches)")]
        row = connection.execute("SELECT * FROM matches ORDER BY id").fetchone()
        (last,) = connection.execute("SELECT max(id) FROM matches").fetchone()
        kept = dict(zip(columns, row, strict=True))
        rng = random.Random(1)

        def copies() -> Any:
            for n in range(matches):
                first = rng.randrange(10_000, 60_000)
                over = n % 100 != 0
                yield tuple(
                    {
                        **kept,
                        "id": last + 1 + n,
                        "number": last + 1 + n,
                        "seat0": member if member and over and n % 50 == 7 else first,
                        "seat1": first + 1,
                        "mover": None if over else first,
                        "status": "finished" if over else "running",
                        "finished_at": kept["created_at"] + n if over else None,
                    }.values()
                )

        marks = ",".join("?" * len(columns))
        connection.executemany(f"INSERT INTO matches VALUES ({marks})", copies())
        connection.execute("UPDATE scopes SET numbers = numbers + ?", (matches,))
        connection.execute("ANALYZE")


@contextmanager
def stopwatch(club: Club) -> Iterator[list[float]]:
    """Milliseconds from the moment an interaction reaches the client to the moment its answer leaves it."""
    begun: list[float] = []
    milliseconds: list[float] = []

    def begin(event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE":
            begun.append(time.perf_counter())

    def end(request: Callable[[], object], method: str, path: str) -> object:
        if begun and path.endswith("/callback"):
            milliseconds.append((time.perf_counter() - begun.pop()) * 1000)
        return request()

    subscribers = club.env.backend.subscribers
    subscribers.insert(0, begin)
    with intercepted(end):
        yield milliseconds
    subscribers.remove(begin)


@pytest.mark.parametrize("matches", [1_000, 1_000_000], ids=lambda count: f"{count:,} matches")
async def test_a_move_from_interaction_to_sent_picture(club: Club, copied_database: Path, matches: int) -> None:
    await club.match(variant="12x12, single turns")
    (first,) = [summary.id for summary in await club.services.matches.of(club.alice.id)]
    fill(copied_database, matches)
    rng = random.Random(5)
    with stopwatch(club) as milliseconds:
        for turn in range(MOVES):
            member = (club.alice, club.bob)[turn % 2]
            match = await club.services.matches.get(first)
            if match.state.to_move is None:
                break
            await member.slash("move", moves=str(rng.choice(match.state.legal_moves())))
    times = sorted(milliseconds[10:])
    slower = slowness()
    print(
        f"\n/move with {matches:,} stored matches: median {statistics.median(times) / slower:.1f} ms, "
        f"95th percentile {times[int(len(times) * 0.95)] / slower:.1f} ms ({len(times)} moves; picture included)"
    )
    assert len(times) > 20


PRESSES = ("Move", "Board", "⋯", "Rules", "Step through")
TURNS = 60


async def begun(club: Club) -> None:
    """M1, a long match in which alice is to move; M2, a new one of hers; M3, one that is over."""
    await club.match(variant="12x12, single turns")
    rng = random.Random(7)
    service = club.services.matches
    while (match := await service.get(1)).state.turn <= TURNS:
        assert match.mover is not None
        await service.play(1, match.mover, str(rng.choice(match.state.legal_moves())))
    await club.match()
    third = await club.match()
    await service.act(third, club.bob.id, endings.resign)
    await club.env.advance_time(5)


async def test_every_command_with_ten_thousand_matches(club: Club, copied_database: Path) -> None:
    role = club.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    await begun(club)
    boss = Member(club, club.guild.add_member(club.env.create_user("erin"), roles=[role]))
    fill(copied_database, 10_000, club.alice.id)
    names = {command.qualified_name for command in club.bot.client.tree.walk_commands()}
    assert names - set(COMMANDS) <= {"match", "moderate", "privacy", "tournament"}
    took: dict[str, float] = {}
    with stopwatch(club) as milliseconds:

        async def timed(what: str, doing: Coroutine[Any, Any, Any]) -> Any:
            milliseconds.clear()
            answer = await doing
            took[what] = milliseconds[0]
            return answer

        await club.bob.slash("match show", match="M1")
        post = club.post()
        for label in PRESSES:
            card = await timed(f"button {label}", club.bob.click(post, label))
            post = card if label == "⋯" else post
        for name, typed in COMMANDS.items():
            given = {key: getattr(club, str(value), value) for key, value in typed.items()}
            await timed(f"/{name}", (boss if name.startswith(MANAGERS) else club.alice).slash(name, **given))
    slower = slowness()
    print("\nwith 10,000 stored matches, in ms:")
    for what, time_taken in sorted(took.items(), key=lambda pair: -pair[1]):
        print(f"  {what:24}{time_taken / slower:7.1f}")
    assert len(took) == len(COMMANDS) + len(PRESSES)
