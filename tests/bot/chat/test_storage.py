"""When the database cannot be used members are told so, nothing is half done, and all goes on when
it can again.
"""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    asynccontextmanager,
    closing,
)
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.chat.discord import reply
from bot.ops.report import report
from bot.store.tables import matches as table, members, scopes

from ...sampling import only
from ..postgres import PostgresServer
from . import storage_faults
from .conftest import Club
from .reading import pictures, privately_says, words

pytestmark = pytest.mark.slow

SENTENCE = "Nothing was changed: the database can’t be written right now; try again in a moment."


class Patient(Club):
    """A club whose bot does not wait long for a database that is locked."""

    busy_seconds = 0.0

    @property
    def file(self) -> Path:
        return Path(self.database.partition("///")[2])


@pytest.fixture
async def club(copied_database: Path) -> AsyncIterator[Patient]:
    async with Patient(copied_database) as new_club:
        yield new_club
    assert not new_club.env.errors


Fault = Callable[[Patient], AbstractAsyncContextManager[None]]


@asynccontextmanager
async def lasting(fault: AbstractContextManager[None]) -> AsyncIterator[None]:
    """A fault that needs no waiting, among those that do."""
    with fault:
        yield


GONE = "database: [Errno 2] No such file or directory"
UNOPENED = "database: unable to open database file"
# What befalls the file, and what the host's log says of it.
FAULTS: dict[str, tuple[Fault, str]] = {
    "locked": (
        lambda club: lasting(storage_faults.locked(club.file)),
        "database: database is locked",
    ),
    "unwritable": (lambda _: lasting(storage_faults.unwritable()), "database: disk I/O error"),
    "vanished": (
        lambda club: lasting(storage_faults.vanished(club.file.parent)),
        f"{GONE}|{UNOPENED}",
    ),
    "read-only": (
        lambda club: storage_faults.read_only(club.bot.store),
        "database: attempt to write a readonly database",
    ),
}
faults = pytest.mark.parametrize("name", FAULTS)


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Lines of the log that a host has to look at."""
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


def logged(caplog: pytest.LogCaptureFixture, line: str) -> None:
    """Assert that the log says a few times what befell the file."""
    assert 1 <= len(errors(caplog)) < 5
    assert all(logged_line.startswith(tuple(line.split("|"))) for logged_line in errors(caplog)), (
        errors(caplog)
    )


@pytest.mark.parametrize("name", only(FAULTS, "locked"))
async def test_members_are_told_that_nothing_was_changed_and_can_go_on_when_it_is_over(
    club: Patient, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    await club.match()
    await club.services.members.change(club.bob.id, language="de")
    await club.bob.slash("match draw")
    count = len(club.posts())
    match = await club.services.matches.get(1)
    fault, line = FAULTS[name]
    async with fault(club):
        for answer in (
            await club.alice.slash("move", moves="e4-d6"),
            await club.carol.slash("play", game="loop", opponent=club.dave),
            await club.alice.click(await club.alice.slash("match resign"), "Resign"),
            await club.alice.click(await club.alice.click(club.post(), "Accept"), "Accept"),
        ):
            privately_says(answer, SENTENCE)
        answer = await club.bob.click(await club.bob.slash("match resign"), "Aufgeben")
        assert (
            "Es wurde nichts verändert: Die Datenbank lässt sich gerade nicht beschreiben"
            in words(answer)
        )
        # What only has to be read is there all the same.
        await report(1, club.services.database)
        assert pictures(await club.bob.slash("board"))
        assert "[e4-d6]" in await club.alice.type("move", "moves", "e4")
        await club.env.advance_time(60)
        assert len(club.posts()) == count
        assert await club.services.matches.get(1) == replace(match, now=club.now())
        assert await club.services.outbox.depth() == 0
    logged(caplog, line)
    await club.alice.slash("move", moves="e4-d6")
    assert "database: it can be used again" in caplog.text
    assert "played **e4-d6**" in words(club.post())
    assert len(club.posts()) == count + 1
    await club.env.advance_time(60)
    assert len(club.posts()) == count + 1


@pytest.mark.parametrize("name", FAULTS)
async def test_what_falls_due_meanwhile_is_done_later(
    club: Patient, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    await club.match(clock="1d")
    await club.dave.slash("play", game="loop", level="novice", side="first")
    # A post is owed, the computer is to move, and a reminder is about to fall due.
    club.env.inject_error("POST", "/interactions/*", status=500, times=1)
    await club.alice.slash("move", moves="e4-d6")
    move = str((await club.services.matches.get(2)).state.legal_moves()[0])
    await club.dave.slash("move", moves=move, match="M2")
    await club.services.members.change(club.dave.id, daily="channel")
    async with club.bot.store.write() as connection:
        due = club.now() + timedelta(seconds=5)
        # Of a day, a player is reminded six hours before its end.
        times = {
            "turn_at": due - timedelta(hours=18),
            "due_at": due + timedelta(hours=6),
            "wake_at": due,
        }
        await connection.execute(table.update().where(table.c.id == 1).values(times))
        await connection.execute(
            members.update().where(members.c.id == club.dave.id).values(daily_at=due)
        )
    fault, line = FAULTS[name]
    async with fault(club):
        await club.workers_idle()
        # chores come at 42 and 62 seconds: the computer has time to move before
        await club.env.advance_time(45)
        posts = [words(post) for post in club.posts()]
        assert not any("played **e4-d6**" in post_text for post_text in posts)
        assert (await club.services.matches.get(2)).state.ply == 1
    logged(caplog, line)
    await club.env.advance_time(120)
    assert "database: it can be used again" in caplog.text
    await club.thought()
    await club.env.advance_time(120)
    posts = [words(post) for post in club.posts()]
    assert sum("played **e4-d6**" in post_text for post_text in posts) == 1
    assert (await club.services.matches.get(2)).state.ply == 2
    assert await club.services.outbox.depth() == 0
    assert sum("Veloop **M1**, time runs out" in post_text for post_text in posts) == 1
    assert sum("your matches today" in post_text for post_text in posts) == 1


async def test_a_server_that_is_left_meanwhile_is_noted_afterwards(club: Patient) -> None:
    await club.match()
    with storage_faults.locked(club.file):
        club.env.backend.remove_guild(club.guild.id)
        await club.env.advance_time(30)
    await club.env.advance_time(30)
    assert (await club.bot.store.fetch(sa.select(scopes.c.removed_at)))[0].removed_at is not None


FASTER = 20
"""Slow databases, and the time until an answer is announced, are so much faster here than in
life.
"""
POSTING = {
    "match show": "played **e4-d6**",
    "match replay": "Veloop · M1",
    "match takeback": "asks to take back",
    "match draw": "offers a draw",
    "match pause": "asks to pause",
}
"""Commands that answer for all to see, and a part of the answer."""


async def _statements_until_posted(club: Club, statements: list[str]) -> int:
    count = len(club.posts())
    while len(club.posts()) == count:  # noqa: ASYNC110  # nobody tells of a post
        await asyncio.sleep(0.001)
    return len(statements)


async def _answered(club: Club, monkeypatch: pytest.MonkeyPatch, announced_after: float) -> None:
    """Members post while every statement takes 0.7 s."""
    await club.match(clock="3d")
    await club.alice.slash("move", moves="e4-d6")
    monkeypatch.setattr(reply, "DEFER_AFTER", announced_after / FASTER)
    club.quiet()
    for command, is_posted in POSTING.items():
        count = len(club.posts())
        with storage_faults.slow(0.7 / FASTER) as statements:
            wait_task = asyncio.ensure_future(_statements_until_posted(club, statements))
            answer = await club.alice.slash(command)
        assert is_posted in words(club.post())
        assert len(club.posts()) == count + 1
        assert answer.response is None or words(answer), "it still says “thinking …”"
        assert 0.7 * await wait_task < 8, statements


@pytest.mark.parametrize("announced_after", only([reply.DEFER_AFTER, 0.0], 0.0))
async def test_on_a_slow_disk_what_members_post_is_there_within_seconds(
    club: Patient, monkeypatch: pytest.MonkeyPatch, announced_after: float
) -> None:
    await _answered(club, monkeypatch, announced_after)


async def test_on_a_slow_server_what_members_post_is_there_within_seconds(
    postgres: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with postgres.database(with_tables=True) as address:
        club = Patient(tmp_path)
        club.database = address
        async with club:
            await _answered(club, monkeypatch, 0.0)


def replaced(file: Path, copy: Path) -> None:
    """Put a copy in the place of a database, as hosts do."""
    for suffix in ("-wal", "-shm"):
        file.with_name(file.name + suffix).unlink(missing_ok=True)
    copy.replace(file)


async def test_a_file_that_was_replaced_is_opened_anew(
    club: Patient, caplog: pytest.LogCaptureFixture
) -> None:
    await club.match()
    copy = club.file.with_name("copy.db")
    with closing(sqlite3.connect(club.file)) as connection:
        connection.execute("VACUUM INTO ?", (str(copy),))
    await club.alice.slash("move", moves="e4-d6")
    replaced(club.file, copy)
    await club.alice.slash("move", moves="e4-f6")
    assert "played **e4-f6**" in words(club.post())
    assert (await club.services.matches.get(1)).decisions == ("e4-f6",)
    assert "the file was replaced" in caplog.text
