"""What no further start can mend ends the bot with exit status 2, which its unit does not start
again, and one line.
"""

import asyncio
import os
import sys
from pathlib import Path

import pytest
from aiohttp import web

from bot.domain.domain import Domain
from bot.domain.values import Person, Place
from bot.store import Store

from ...test_starting import ROOT, TOKEN
from .address import answering, as_json
from .gateway import Gateway, Session
from .test_gateway import until

UNAUTHORIZED = {"message": "401: Unauthorized", "code": 0}
TOKEN_LINE = (
    "loophole: DISCORD_TOKEN was refused by Discord; copy it anew from the developer portal"
)


class Refusing(Gateway):
    """A Discord that closes each new session with ``code``, or knows no token any more once
    ``revoked``; ``asked``: from which path on.
    """

    code = 0
    revoked = False
    path = "/"

    async def api(self, request: web.Request) -> web.StreamResponse:
        refused = self.revoked and request.path.startswith(f"/api/v10{self.path}")
        if refused and "Authorization" in request.headers:
            return as_json(UNAUTHORIZED, 401)
        return await super().api(request)

    async def _identified(self, socket: web.WebSocketResponse, shard: list[int]) -> Session:
        if self.code:
            await socket.close(code=self.code)
            return Session("refused", shard[0])
        return await super()._identified(socket, shard)


async def started(server: Gateway, database: Path, **settings: str) -> asyncio.subprocess.Process:
    """The bot as a host starts it, in a process of its own."""
    env = {
        name: os.environ[name]
        for name in ("PATH", "HOME", "LANG", "VIRTUAL_ENV")
        if name in os.environ
    }
    env |= {
        "PYTHONPATH": str(ROOT),
        "DISCORD_TOKEN": TOKEN,
        "DATABASE_URL": f"sqlite+aiosqlite:///{database}",
    }
    command = (sys.executable, "-m", "tests.bot.chat.network.served_process", server.address)
    return await asyncio.create_subprocess_exec(
        *command,
        cwd=ROOT,
        env=env | settings,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )


async def ended(process: asyncio.subprocess.Process) -> tuple[int | None, str, str]:
    """The exit status, the last line on stderr, and all that was said."""
    async with asyncio.timeout(40):
        _, said = await process.communicate()
    assert b"Traceback" not in said, said.decode()
    return process.returncode, said.decode().splitlines()[-1], said.decode()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "settings", "status", "line"),
    [
        (4004, {}, 2, TOKEN_LINE),
        (
            4010,
            {"SHARD_COUNT": "4", "SHARD_IDS": "1"},
            2,
            "loophole: SHARD_IDS or SHARD_COUNT cannot be used",
        ),
        (
            4011,
            {"SHARD_COUNT": "1"},
            2,
            "loophole: SHARD_COUNT cannot be used: Discord asks for more shards",
        ),
        (4011, {}, 1, "loophole: Discord asks for more shards, which the next start opens"),
        (4013, {}, 2, "loophole: Discord refuses the intents"),
        (4014, {}, 2, "loophole: Discord refuses the intents"),
    ],
)
async def test_a_gateway_that_refuses_for_good_ends_it(
    code: int, settings: dict[str, str], status: int, line: str, copied_database: Path
) -> None:
    server = Refusing()
    server.code = code
    async with answering(server.gateway, server.api) as server.address:
        process = await started(server, copied_database, **settings)
        code_of_exit, last, said = await ended(process)
    assert code_of_exit == status
    assert last.startswith(line)
    assert "ERROR" not in said


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/users/@me", "/oauth2", "/gateway/bot"])
async def test_a_token_that_is_refused_at_the_start_ends_it_whatever_was_asked_first(
    path: str, copied_database: Path
) -> None:
    server = Refusing()
    server.revoked = True
    server.path = path
    async with answering(server.gateway, server.api) as server.address:
        status, last, _ = await ended(await started(server, copied_database))
    assert (status, last) == (2, TOKEN_LINE)


@pytest.mark.slow
async def test_a_token_that_is_reset_while_the_bot_runs_ends_it_at_its_gateway(
    copied_database: Path,
) -> None:
    server = Refusing()
    async with answering(server.gateway, server.api) as server.address:
        process = await started(server, copied_database)
        await until(lambda: server.connected or process.returncode is not None)
        server.code = 4004
        for session in list(server.sessions.values()):
            await session.socket.close(code=4004)
        status, last, _ = await ended(process)
    assert (status, last) == (2, TOKEN_LINE)


@pytest.mark.slow
async def test_a_token_that_is_reset_while_the_bot_runs_ends_it_at_its_next_request(
    copied_database: Path,
) -> None:
    server = Refusing()
    backend = server.backend
    alice, bob = (Person(backend.make_user(name).id, name) for name in ("alice", "bob"))
    guild = backend.create_guild("Club")
    channel = backend.create_channel(guild.id, "games")
    store = await Store.open(f"sqlite+aiosqlite:///{copied_database}")
    challenges = Domain(store).challenges
    offered = await challenges.make(
        Place(guild.id, channel.id), alice, "veloop-square", opponent=bob
    )
    await challenges.accept(offered.challenge.id, bob)  # whose first board is still to be posted
    await store.close()
    server.path = "/channels"
    async with answering(server.gateway, server.api) as server.address:
        process = await started(server, copied_database)
        await until(lambda: server.connected or process.returncode is not None)
        server.revoked = True
        server.path = "/"
        status, last, _ = await ended(process)
    assert (status, last) == (2, TOKEN_LINE)
