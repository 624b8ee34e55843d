"""On PostgreSQL each shard has one process: a second one is refused, and takes over when the first
dies.
"""

import asyncio
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from bot import serving
from bot.app import opened
from bot.ops import Failed
from bot.settings import load
from bot.store import Store, StoreError, shard_locks
from bot.store.shard_locks import held_shards
from bot.workers.pool import THREADS, Workers

from ..chat.network.address import discord_at
from ..chat.network.gateway import running_gateway
from ..postgres import PostgresServer
from ..silence import silence
from ..test_starting import ROOT, TOKEN, complaint

pytestmark = pytest.mark.slow

HOLD = """
import asyncio, sys
from bot.store import Store
from bot.store.shard_locks import held_shards
async def main():
    store = await Store.open(sys.argv[1])
    async with held_shards(store, [0, 1], 4):
        print("held", flush=True)
        await asyncio.sleep(60)
asyncio.run(main())
"""


@pytest.fixture
async def address(postgres: PostgresServer) -> AsyncIterator[str]:
    async with postgres.database(with_tables=True) as new_address:
        yield new_address


@asynccontextmanager
async def process(
    address: str, *shards: int, count: int | None = None
) -> AsyncIterator[asyncio.Event]:
    """What a process does that serves these shards, or all; gives the event that it was
    overtaken.
    """
    store = await Store.open(address)
    try:
        async with held_shards(store, shards or None, count) as overtaken:
            yield overtaken
    finally:
        await store.close()


async def until(what: Callable[[], object], seconds: float = 10) -> None:
    async with asyncio.timeout(seconds):
        while not what():  # noqa: ASYNC110
            await asyncio.sleep(0.05)


SHARES = {
    "the same shard": ((0, 1), 4, (1, 2), 4, "another process serves shard 1 "),
    "all, twice": ((), None, (), None, "another bot is running on this database"),
    "all, then some": ((), None, (0,), 2, "another bot without SHARD_IDS is running"),
    "some, then all": ((0,), 2, (), None, "another bot is running on this database"),
    "another count": ((0,), 2, (3,), 4, "with SHARD_COUNT=2"),
    "each its own": ((0, 1), 4, (2, 3), 4, None),
}


@pytest.mark.mutants
@pytest.mark.parametrize("share", SHARES)
async def test_a_second_process_may_have_other_shards_only(
    share: str, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shard_locks, "TRY_SECONDS", 0.1)
    first, count, second, count2, words = SHARES[share]
    async with process(address, *first, count=count):
        if words is None:
            async with process(address, *second, count=count2):
                pass
            return
        with pytest.raises(StoreError, match=words):
            async with process(address, *second, count=count2):
                pytest.fail("two processes with the same shard")
    async with process(address, *second, count=count2):
        pass


async def test_the_same_shards_on_another_database_are_no_concern(
    postgres: PostgresServer, address: str
) -> None:
    async with (
        postgres.database(with_tables=True) as other,
        process(address, 0, count=1),
        process(other, 0, count=1),
    ):
        pass


async def test_a_bot_with_the_shards_of_another_ends_in_one_line(
    address: str, tmp_path: object
) -> None:
    async with opened(address, shard_ids=[0], shard_count=2, workers=Workers(THREADS)):
        settings = {
            "DISCORD_TOKEN": TOKEN,
            "DATABASE_URL": address,
            "SHARD_IDS": "0",
            "SHARD_COUNT": "2",
        }
        status, line = await asyncio.to_thread(complaint, tmp_path, **settings)
    assert status == 1
    assert "another process serves shard 0 (SHARD_IDS) on this database; stop it first" in line


async def test_the_shards_of_a_killed_process_are_free_at_once(address: str) -> None:
    command = [sys.executable, "-c", HOLD, address]
    other = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=subprocess.PIPE)
    assert await other.stdout.readline() == b"held\n"
    with pytest.raises(StoreError, match="shard 1"):
        async with process(address, 1, 2, count=4):
            pass
    store = await Store.open(address)
    other.kill()
    await other.wait()
    begin = time.monotonic()
    async with held_shards(store, (1, 2), 4):
        assert time.monotonic() - begin < 5
    await store.close()


async def test_locks_are_taken_again_when_their_connection_is_cut(
    address: str,
    postgres: PostgresServer,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(shard_locks, "LOOK_SECONDS", 0.2)
    async with process(address, 0, count=2) as overtaken:
        await _cut(postgres, address)
        await until(lambda: "are held again" in caplog.text)
        with pytest.raises(StoreError, match="shard 0"):
            async with process(address, 0, count=2):
                pass
        assert not overtaken.is_set()


@pytest.fixture
def other_is_quicker(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """To be set once another process has the locks that were lost: nobody takes them again before,
    however slow the machine is.
    """
    monkeypatch.setattr(shard_locks, "LOOK_SECONDS", 0.2)
    monkeypatch.setattr(shard_locks, "GIVEN_UP_SECONDS", 0.5)
    has_them = asyncio.Event()
    take_again = shard_locks._ShardLocks._take_again

    async def take_again_later(locks: shard_locks._ShardLocks) -> bool:
        await has_them.wait()
        return await take_again(locks)

    monkeypatch.setattr(shard_locks._ShardLocks, "_take_again", take_again_later)
    return has_them


async def test_a_process_whose_shards_were_taken_over_meanwhile_ends(
    address: str,
    postgres: PostgresServer,
    other_is_quicker: asyncio.Event,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with AsyncExitStack() as stack:
        overtaken = await stack.enter_async_context(process(address, 0, count=2))
        await _cut(postgres, address)
        await stack.enter_async_context(process(address, 0, count=2))
        other_is_quicker.set()
        await until(overtaken.is_set)
    assert "another process serves shard 0" in caplog.text


async def test_a_bot_whose_shards_were_taken_over_leaves_discord_and_ends(
    address: str, postgres: PostgresServer, other_is_quicker: asyncio.Event
) -> None:
    settings = load(
        {"DISCORD_TOKEN": TOKEN, "DATABASE_URL": address, "SHARD_IDS": "0", "SHARD_COUNT": "1"},
        Path("no"),
    )
    async with running_gateway() as server:
        with discord_at(server.address):
            connecting = asyncio.create_task(serving._connect(settings, TOKEN, asyncio.Event()))
            await until(lambda: server.connected)
            await _cut(postgres, address)
            async with process(address, 0, count=1):
                other_is_quicker.set()
                with pytest.raises(Failed, match="another process has taken over the shards"):
                    await asyncio.wait_for(connecting, 20)
            assert not server.connected


async def test_a_silent_connection_is_noticed_and_the_locks_are_taken_again(
    address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(shard_locks, "LOOK_SECONDS", 0.2)
    async with silence(address) as (proxy, url), process(url, 0, count=2) as overtaken:
        with monkeypatch.context() as patch:  # what is answered may take longer
            patch.setattr(shard_locks, "STATEMENT_SECONDS", 0.5)
            proxy.silent = True
            await until(lambda: "were lost" in caplog.text)
        proxy.silent = False
        await until(lambda: "are held again" in caplog.text, 30)
        assert not overtaken.is_set()


async def test_a_server_that_ends_idle_transactions_leaves_the_locks(
    address: str, postgres: PostgresServer
) -> None:
    name = address.rsplit("/", 1)[1].partition("?")[0]
    await postgres.run(f"ALTER DATABASE {name} SET idle_in_transaction_session_timeout = '300ms'")
    async with process(address, 0, count=2):
        await asyncio.sleep(1)
        with pytest.raises(StoreError, match="shard 0"):
            async with process(address, 0, count=2):
                pass


async def _cut(postgres: PostgresServer, address: str) -> None:
    """End the connections of a database that hold locks of shards, as a restart of the server
    would.
    """
    name = address.rsplit("/", 1)[1].partition("?")[0]
    await postgres.run(
        "SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON pg_database.oid = "
        "database "
        f"WHERE locktype = 'advisory' AND classid = {shard_locks.SPACE} AND datname = '{name}'"
    )
