"""A firewall that drops packets: within half a minute the log says what cannot be reached; the bot
goes on trying.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.chat import client as client_module

from ...conftest import Clock
from ...test_starting import TOKEN, complaint
from .scene import impatient, scene, until
from .serving import start_bot

impatient = impatient


@dataclass(frozen=True)
class Silent:
    """A port of this machine that takes connections and says nothing.

    :param tried: set by the first connection
    """

    port: int
    tried: asyncio.Event


@asynccontextmanager
async def silent() -> AsyncIterator[Silent]:
    tried = asyncio.Event()

    async def taken(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tried.set()
        with contextlib.suppress(ConnectionError):
            await reader.read()
        writer.close()

    server = await asyncio.start_server(taken, "127.0.0.1", 0)
    try:
        yield Silent(server.sockets[0].getsockname()[1], tried)
    finally:
        server.close()


@pytest.mark.slow
async def test_a_start_says_within_half_a_minute_what_cannot_be_reached(
    copied_database: Path, tmp_path: Path
) -> None:
    """Two bots wait at the same time: one for Discord, one for its database."""
    await asyncio.gather(
        says_that_discord_cannot_be_reached(copied_database),
        says_that_the_database_cannot_be_reached(tmp_path),
    )


async def says_that_discord_cannot_be_reached(database: Path) -> None:
    async with silent() as discord:
        process = await start_bot(
            f"http://127.0.0.1:{discord.port}", database, stderr=asyncio.subprocess.PIPE
        )
        await discord.tried.wait()  # a busy machine may need long to start it
        async with asyncio.timeout(30):
            line = (await process.stderr.readline()).decode()
        assert (
            "waiting for Discord (the login: it cannot be reached, no answer in time); tried again "
            "in 1 s"
        ) in line
        assert process.returncode is None
        process.terminate()
        log = await process.stderr.read()
        await process.wait()
    assert b"Traceback" not in log


async def says_that_the_database_cannot_be_reached(folder: Path) -> None:
    async with silent() as database:
        address = f"postgresql+asyncpg://loophole:secret@127.0.0.1:{database.port}/loophole"
        status, line = await asyncio.to_thread(
            complaint, folder, DISCORD_TOKEN=TOKEN, DATABASE_URL=address
        )
    assert status == 1
    assert "DATABASE_URL cannot be used" in line
    assert "no answer in time" in line
    assert "secret" not in line


@pytest.mark.slow
async def test_a_gateway_behind_a_firewall_is_one_line_a_try_and_the_bot_connects_once_it_may(
    database_url: str,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(client_module, "REACH_SECONDS", 0.5)
    async with scene(database_url, clock) as one:
        one.discord.mute = True
        start_task = asyncio.create_task(one.start())
        await until(
            lambda: (
                "waiting for Discord (the gateway of shard 0: it cannot be reached" in caplog.text
            )
        )
        assert not one.bots[0].status().ready
        one.discord.mute = False
        await asyncio.wait_for(start_task, 20)
    records = [record for record in caplog.records if record.name == "discord.shard"]
    assert records
    assert {record.levelname for record in records} == {"WARNING"}
    assert not any(record.exc_info for record in records)
