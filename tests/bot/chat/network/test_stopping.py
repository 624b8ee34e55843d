"""A stop by SIGTERM while members play: what has begun is finished, and nothing is lost, doubled or
left behind.
"""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web

from bot.domain.domain import Domain
from bot.domain.values import Person, Place
from bot.store import Store
from bot.store.tables import outbox

from .address import answering
from .gateway import Gateway
from .scene import until
from .serving import start_bot

MATCHES = 8
LATENCY = 0.3  # seconds until Discord takes an answer


def words_of(log: Path) -> str:
    return log.read_text()


@asynccontextmanager
async def served(
    server: Gateway, database: Path, log: Path
) -> AsyncIterator[asyncio.subprocess.Process]:
    """A bot that is connected with a server, and writes its log to a file."""
    with log.open("w") as file:
        process = await start_bot(
            server.address, database, stdout=file, stderr=file, start_new_session=True
        )
    try:
        await until(lambda: server.connected or process.returncode is not None)
        assert process.returncode is None, words_of(log)
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


class Slow(Gateway):
    """A Discord that takes some time over each request, from when it is told to."""

    latency = 0.0

    async def api(self, request: web.Request) -> web.StreamResponse:
        await asyncio.sleep(self.latency)
        return await super().api(request)


@pytest.mark.slow
@pytest.mark.parametrize(
    "seconds",
    [
        *(0.2 * n for n in range(4)),
        *(pytest.param(0.2 * n + 0.05, marks=pytest.mark.exhaustive) for n in range(4)),
        *(pytest.param(0.2 * n + 0.1, marks=pytest.mark.exhaustive) for n in range(4)),
        *(pytest.param(0.2 * n + 0.15, marks=pytest.mark.exhaustive) for n in range(4)),
    ],
)
async def test_moves_under_way_are_finished_and_answered_and_no_new_one_is_taken(
    seconds: float, copied_database: Path, tmp_path: Path
) -> None:
    server = Slow()
    log = tmp_path / "log"
    backend = server.backend
    alice, bob = (Person(backend.make_user(name).id, name) for name in ("alice", "bob"))
    guild = backend.create_guild("Club")
    channels = [backend.create_channel(guild.id, f"games-{number}").id for number in range(MATCHES)]
    for user in {alice.id, bob.id, backend.bot_user.id} - set(guild.members):
        backend.add_member(guild.id, user)
    store = await Store.open(f"sqlite+aiosqlite:///{copied_database}")
    domain = Domain(store)
    for channel in channels:
        terms = {"variant": "12x12, single turns", "side": "first"}
        offer = await domain.challenges.make(
            Place(guild.id, channel), alice, "veloop-square", opponent=bob, **terms
        )
        match = (await domain.challenges.accept(offer.challenge.id, bob)).match
    async with store.write() as connection:
        # of the beginnings of the matches nobody needs to be told
        await connection.execute(outbox.delete())
    await store.close()
    async with (
        answering(server.gateway, server.api) as server.address,
        served(server, copied_database, log) as process,
    ):
        server.latency = LATENCY
        move = str(match.state.legal_moves()[0])
        commands = [
            server.command(alice.id, channel, "move", moves=move, match=f"m{number}")
            for number, channel in enumerate(channels, 1)
        ]
        await asyncio.sleep(seconds)
        os.killpg(process.pid, signal.SIGTERM)  # to the helpers too, as systemd does
        await until(lambda: "stopping: SIGTERM" in words_of(log))
        await asyncio.sleep(0.1)
        late = server.command(bob.id, channels[0], "move", moves="d1", match="m1")
        async with asyncio.timeout(10):
            assert await process.wait() == 0
    log_text = words_of(log)
    assert "Traceback" not in log_text
    assert "has died" not in log_text
    assert "ERROR" not in log_text
    assert not late.responded
    domain = Domain(store)
    for number, (channel, command) in enumerate(zip(channels, commands, strict=True), 1):
        is_stored = bool((await domain.matches.get(number)).decisions)
        is_posted = any(f"played **{move}**" in post for post in server.posts(channel))
        assert is_stored == command.responded, "what was answered is stored, and nothing else"
        assert is_posted == command.responded, "what was answered is posted, and nothing else"
    assert await domain.outbox.depth() == 0
    await store.close()
