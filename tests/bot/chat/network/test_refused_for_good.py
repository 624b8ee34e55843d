"""What no further start can mend ends the bot with exit status 2, which its unit does not start
again, and one line.
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path

import pytest
from aiohttp import web

from bot.domain.domain import Domain
from bot.domain.values import Person, Place
from bot.store import Store

from .address import answering, as_json
from .gateway import Gateway, Session
from .scene import until
from .serving import start_bot

UNAUTHORIZED = {"message": "401: Unauthorized", "code": 0}
TOKEN_LINE = (
    "loophole: DISCORD_TOKEN was refused by Discord; copy it anew from the developer portal"
)


class Refusing(Gateway):
    """A Discord that closes each new session with ``code``, or knows no token any more once
    ``revoked``, in requests whose path begins with ``path``.
    """

    code = 0
    revoked = False
    path = "/"

    async def api(self, request: web.Request) -> web.StreamResponse:
        is_refused = self.revoked and request.path.startswith(f"/api/v10{self.path}")
        if is_refused and "Authorization" in request.headers:
            return as_json(UNAUTHORIZED, 401)
        return await super().api(request)

    async def _identified(self, socket: web.WebSocketResponse, shard: list[int]) -> Session:
        if self.code:
            await socket.close(code=self.code)
            return Session("refused", shard[0])
        return await super()._identified(socket, shard)


async def started(server: Gateway, database: Path, **settings: str) -> asyncio.subprocess.Process:
    """The bot as a host starts it, in a process of its own."""
    return await start_bot(
        server.address,
        database,
        settings=settings,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )


@dataclass(frozen=True)
class End:
    """How a process ended: its exit status, and what it wrote to stderr."""

    status: int | None
    log: str

    @property
    def last_line(self) -> str:
        return self.log.splitlines()[-1]


async def end_of(process: asyncio.subprocess.Process) -> End:
    """Wait until a process ends by itself; it does so without a traceback."""
    async with asyncio.timeout(40):
        _, stderr = await process.communicate()
    log = stderr.decode()
    assert "Traceback" not in log, log
    return End(process.returncode, log)


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
        end = await end_of(process)
    assert end.status == status
    assert end.last_line.startswith(line)
    assert "ERROR" not in end.log


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/users/@me", "/oauth2", "/gateway/bot"])
async def test_a_token_that_is_refused_at_the_start_ends_it_whatever_was_asked_first(
    path: str, copied_database: Path
) -> None:
    server = Refusing()
    server.revoked = True
    server.path = path
    async with answering(server.gateway, server.api) as server.address:
        end = await end_of(await started(server, copied_database))
    assert (end.status, end.last_line) == (2, TOKEN_LINE)


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
        end = await end_of(process)
    assert (end.status, end.last_line) == (2, TOKEN_LINE)


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
    offer = await challenges.make(Place(guild.id, channel.id), alice, "veloop-square", opponent=bob)
    await challenges.accept(offer.challenge.id, bob)  # whose first board is still to be posted
    await store.close()
    server.path = "/channels"
    async with answering(server.gateway, server.api) as server.address:
        process = await started(server, copied_database)
        await until(lambda: server.connected or process.returncode is not None)
        server.revoked = True
        server.path = "/"
        end = await end_of(process)
    assert (end.status, end.last_line) == (2, TOKEN_LINE)
