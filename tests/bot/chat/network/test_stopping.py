"""A stop by SIGTERM while members play: what has begun is finished, and nothing is lost, doubled or
left behind.
"""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web

from bot.domain.domain import Domain
from bot.domain.values import Person, Place
from bot.store import Store
from bot.store.tables import outbox

from ...test_starting import ROOT, TOKEN
from .address import answering
from .gateway import Gateway
from .test_gateway import until

MATCHES = 8
LATENCY = 0.3  # seconds until Discord takes an answer


@asynccontextmanager
async def served(
    server: Gateway, folder: Path, url: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """The bot as a host starts it, in a process of its own; its log is ``log`` in the folder."""
    env = {
        name: os.environ[name]
        for name in ("PATH", "HOME", "LANG", "VIRTUAL_ENV")
        if name in os.environ
    }
    env |= {"PYTHONPATH": str(ROOT), "DISCORD_TOKEN": TOKEN, "DATABASE_URL": url}
    command = (sys.executable, "-m", "tests.bot.chat.network.served_process", server.address)
    with (folder / "log").open("w") as log:
        process = await asyncio.create_subprocess_exec(
            *command, cwd=ROOT, env=env, stdout=log, stderr=log, start_new_session=True
        )
    try:
        await until(lambda: server.connected or process.returncode is not None)
        assert process.returncode is None, (folder / "log").read_text()
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
@pytest.mark.parametrize("seconds", [0.05 * n for n in range(16)])
async def test_moves_under_way_are_finished_and_answered_and_no_new_one_is_taken(
    seconds: float, copied_database: Path, tmp_path: Path
) -> None:
    server = Slow()
    url = f"sqlite+aiosqlite:///{copied_database}"
    backend = server.backend
    alice, bob = (Person(backend.make_user(name).id, name) for name in ("alice", "bob"))
    guild = backend.create_guild("Club")
    channels = [backend.create_channel(guild.id, f"games-{number}").id for number in range(MATCHES)]
    for user in {alice.id, bob.id, backend.bot_user.id} - set(guild.members):
        backend.add_member(guild.id, user)
    store = await Store.open(url)
    domain = Domain(store)
    for channel in channels:
        terms = {"variant": "12x12, single turns", "side": "first"}
        offered = await domain.challenges.make(
            Place(guild.id, channel), alice, "veloop-square", opponent=bob, **terms
        )
        match = (await domain.challenges.accept(offered.challenge.id, bob)).match
    async with store.write() as connection:
        # of the beginnings of the matches nobody needs to be told
        await connection.execute(outbox.delete())
    await store.close()
    async with (
        answering(server.gateway, server.api) as server.address,
        served(server, tmp_path, url) as process,
    ):
        server.latency = LATENCY
        move = str(match.state.legal_moves()[0])
        asked = [
            server.command(alice.id, channel, "move", moves=move, match=f"m{number}")
            for number, channel in enumerate(channels, 1)
        ]
        await asyncio.sleep(seconds)
        os.killpg(process.pid, signal.SIGTERM)  # to the helpers too, as systemd does
        await until(lambda: "stopping: SIGTERM" in (tmp_path / "log").read_text())
        await asyncio.sleep(0.1)
        late = server.command(bob.id, channels[0], "move", moves="d1", match="m1")
        async with asyncio.timeout(10):
            assert await process.wait() == 0
    said = (tmp_path / "log").read_text()
    assert "Traceback" not in said
    assert "has died" not in said
    assert "ERROR" not in said
    assert not late.responded
    domain = Domain(store)
    played = [
        bool((await domain.matches.get(number)).decisions) for number in range(1, MATCHES + 1)
    ]
    told = [
        any(f"played **{move}**" in post for post in server.posts(channel)) for channel in channels
    ]
    assert played == told == [record.responded for record in asked]
    assert await domain.outbox.depth() == 0
    await store.close()
