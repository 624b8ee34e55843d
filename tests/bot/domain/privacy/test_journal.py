"""Deletions noted outside of the database, so that an older copy of it brings nobody back."""

import asyncio
import json
import shutil
import stat
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import app
from bot.domain.domain import Domain
from bot.domain.matches import endings
from bot.domain.privacy.journal import Journal
from bot.domain.privacy.service import TOKENS_KEPT
from bot.domain.values import Place
from bot.ops.copies.backup import backup
from bot.ops.copies.restore import restore
from bot.ops.copies.sqlite_files import path_of
from bot.store import Store, Unavailable
from bot.store.tables import deletions
from tests.bot.conftest import ANN, BEN, CAT, Clock, Crash, crash_after, sqlite_only
from tests.bot.domain.matches.helpers import cleared, started
from tests.bot.postgres import PostgresServer

pytestmark = [pytest.mark.slow, pytest.mark.mutants]

SNOWFLAKE = 845_199_318_507_520_193
"""An id as long as Discord's, which isn't found by chance among the digits of a hash."""


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "kept" / "deletions")


@pytest.fixture
def domain_over(domain: Domain, clock: Clock, journal: Journal) -> Callable[[Store], Domain]:
    """The services on an open store, with the journal."""
    return lambda store: Domain(store, clock, journal=journal)


async def tokens(connection: AsyncConnection) -> list[str]:
    return list((await connection.execute(sa.select(deletions.c.token))).scalars())


async def test_who_has_deleted_their_data_is_noted_as_a_keyed_hash_for_the_owner_of_the_file(
    domain: Domain, domain_over: Callable[[Store], Domain], journal: Journal
) -> None:
    domain_now = domain_over(domain.database.store)
    await domain_now.privacy.delete(SNOWFLAKE)
    await domain_now.privacy.delete(BEN.id)
    assert str(SNOWFLAKE) not in journal.file.read_text()
    assert stat.S_IMODE(journal.file.stat().st_mode) == 0o600
    first, second = journal.deletions()
    people = (BEN.id, SNOWFLAKE, CAT.id)
    assert journal.whose(first, people) == SNOWFLAKE
    assert journal.whose(second, people) == BEN.id
    async with domain.database.read() as connection:
        assert set(await tokens(connection)) == {first.token, second.token}
    assert await domain_now.privacy.repeat_deletions() == 0


async def test_the_file_is_there_from_the_first_start_and_one_that_was_lost_is_missed(
    domain: Domain,
    domain_over: Callable[[Store], Domain],
    journal: Journal,
    caplog: pytest.LogCaptureFixture,
) -> None:
    domain_now = domain_over(domain.database.store)
    await domain_now.privacy.repeat_deletions()
    assert journal.file.exists(), "so that it can be copied away"
    assert caplog.text == ""
    await domain_now.privacy.delete(ANN.id)
    journal.file.unlink()
    await domain_now.privacy.repeat_deletions()
    assert "is new, but the database knows of 1 deletions" in caplog.text


def test_the_folders_of_the_file_are_made(tmp_path: Path) -> None:
    Journal(tmp_path / "kept" / "safe" / "deletions").begin()
    assert (tmp_path / "kept" / "safe" / "deletions").exists()


def test_another_file_in_its_place_is_left_alone_and_told(tmp_path: Path) -> None:
    file = tmp_path / "notes"
    file.write_text("milk\n")
    with pytest.raises(OSError, match="it is not a file of deletions; put the right one in its"):
        Journal(file).begin()
    assert file.read_text() == "milk\n"


async def failing(connection: AsyncConnection, user: int) -> None:
    raise RuntimeError


async def test_a_failed_deletion_is_withdrawn_and_one_cut_off_is_made_at_the_next_start(
    domain: Domain,
    domain_over: Callable[[Store], Domain],
    journal: Journal,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    domain_now = domain_over(domain.database.store)
    await domain_now.members.change(ANN.id, flip=True)
    with monkeypatch.context() as patch:
        patch.setattr("bot.domain.privacy.rows.erase", failing)
        with pytest.raises(RuntimeError):
            await domain_now.privacy.delete(ANN.id)
    assert journal.deletions() == []
    assert await domain_now.privacy.repeat_deletions() == 0
    with monkeypatch.context() as patch:
        crash_after(patch, 5)
        with pytest.raises(Crash):
            await domain_now.privacy.delete(ANN.id)
    assert (await domain_now.privacy.export(ANN.id))["members"]
    assert [await domain_now.privacy.repeat_deletions() for _ in range(2)] == [1, 0]
    assert (await domain_now.privacy.export(ANN.id))["members"] == []


async def test_where_a_deletion_cannot_be_noted_nothing_is_deleted_and_the_member_is_told(
    domain: Domain, clock: Clock, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    domain_now = Domain(
        domain.database.store, clock, journal=Journal(tmp_path / "file" / "deletions")
    )
    await domain_now.members.change(ANN.id, flip=True)
    with pytest.raises(Unavailable):
        await domain_now.privacy.delete(ANN.id)
    assert (await domain_now.privacy.export(ANN.id))["members"]


@pytest.mark.some_cases(1)
@pytest.mark.mutants
@sqlite_only
@pytest.mark.parametrize("by_hand", [False, True])
async def test_an_older_copy_that_is_restored_brings_nobody_back(
    domain: Domain,
    domain_over: Callable[[Store], Domain],
    journal: Journal,
    tmp_path: Path,
    by_hand: bool,
) -> None:
    domain_now = domain_over(domain.database.store)
    store = domain.database.store
    file = path_of(store.url)
    copy = tmp_path / "copy.db"
    early = await started(domain_now, note="Jabberwock")
    await domain_now.privacy.delete(CAT.id)
    await domain_now.members.change(CAT.id, flip=True)  # who has come back since
    await backup(store.url, copy)
    await domain_now.matches.act(early.id, ANN.id, endings.resign)
    await domain_now.privacy.delete(ANN.id)
    await store.close()
    if by_hand:
        shutil.copy(copy, file)
    else:
        await restore(copy, store.url)
    async with app.opened(store.url, journal=journal) as bot:
        rest = await bot.services.privacy.export(ANN.id)
        assert not {name: rows for name, rows in rest.items() if rows and isinstance(rows, list)}
        assert (await bot.services.privacy.export(CAT.id))["members"]
        assert (await bot.services.matches.get(early.id)).note == ""
        await cleared(bot.services)
        assert await bot.services.privacy.erase_remains()
    assert not await asyncio.to_thread(holds, file, b"Jabberwock")


@sqlite_only
async def test_an_older_copy_put_in_the_place_of_a_database_that_is_open_brings_nobody_back(
    domain: Domain, domain_over: Callable[[Store], Domain], tmp_path: Path
) -> None:
    domain_now = domain_over(domain.database.store)
    store = domain.database.store
    early = await started(domain_now, note="Jabberwock")
    await backup(store.url, tmp_path / "copy.db")
    await domain_now.privacy.delete(ANN.id)
    await domain_now.privacy.erase_remains()
    put_in_place(tmp_path / "copy.db", path_of(store.url))
    assert (await domain_now.matches.get(early.id)).note == ""
    rest = await domain_now.privacy.export(ANN.id)
    assert not any(rows for rows in rest.values() if isinstance(rows, list))


def put_in_place(copy: Path, file: Path) -> None:
    for ending in ("-wal", "-shm"):
        Path(f"{file}{ending}").unlink(missing_ok=True)
    copy.replace(file)


def holds(file: Path, words: bytes) -> bool:
    return any(words in one.read_bytes() for one in file.parent.glob(f"{file.name}*"))


async def test_a_server_that_was_purged_is_purged_again_unless_the_bot_is_in_it(
    domain: Domain, domain_over: Callable[[Store], Domain], journal: Journal, clock: Clock
) -> None:
    domain_now = domain_over(domain.database.store)
    place = Place(700, 701)
    for _ in range(2):
        await domain_now.servers.change(place, days=3)
        await domain_now.servers.removed(place.scope)
        clock.move(days=30)
        assert await domain_now.privacy.purge_left_servers() == 1
    async with domain.database.unit_of_work() as work:
        await work.connection.execute(deletions.delete())
    await domain_now.servers.change(place, days=3)
    await domain_now.servers.change(Place(800, 801), days=3)  # which stays
    assert await domain_now.privacy.repeat_deletions() == 2
    assert await domain_now.privacy.purge_left_servers() == 1


async def test_what_was_deleted_very_long_ago_is_forgotten(
    domain: Domain, domain_over: Callable[[Store], Domain], journal: Journal, clock: Clock
) -> None:
    domain_now = domain_over(domain.database.store)
    await domain_now.privacy.delete(ANN.id)
    clock.move(days=1)
    await domain_now.privacy.delete(BEN.id)
    clock.moment += TOKENS_KEPT - timedelta(hours=1)
    await domain_now.privacy.prune()
    (deletion,) = journal.deletions()
    assert journal.whose(deletion, (ANN.id, BEN.id)) == BEN.id
    async with domain.database.read() as connection:
        assert await tokens(connection) == [deletion.token]


def test_a_line_that_was_cut_off_spoils_no_other(journal: Journal, clock: Clock) -> None:
    first = journal.note("person", 1, clock())
    with journal.file.open("a") as file:
        file.write(json.dumps({"token": "x", "kind": "person"})[:-5])
    second = journal.note("person", 2, clock())
    assert [one.token for one in journal.deletions()] == [first, second]


async def test_deletions_noted_while_old_ones_are_left_out_are_kept(
    journal: Journal, clock: Clock
) -> None:
    old = clock()
    now = clock() + TOKENS_KEPT + timedelta(days=1)
    others = [Journal(journal.file) for _ in range(4)]  # other processes

    tokens: set[str] = set()

    def note_deletions(process: Journal) -> None:
        for number in range(25):
            process.note("person", number, old)
            tokens.add(process.note("person", number, now))

    def prune() -> None:
        for _ in range(60):
            journal.prune(now)

    notes = [asyncio.to_thread(note_deletions, process) for process in others]
    await asyncio.gather(*notes, asyncio.to_thread(prune))
    journal.prune(now)
    assert len(tokens) == 100
    assert {deletion.token for deletion in journal.deletions()} == tokens


async def all_told(postgres: PostgresServer, store: Store) -> None:
    """Close a store's connections, and wait until they have ended: each tells PostgreSQL's
    statistics what it has changed once it ends, or before that after some seconds.
    """
    await store.close()
    connection = await postgres.connect()
    try:
        query = "SELECT count(*) FROM pg_stat_activity WHERE datname = $1"
        async with asyncio.timeout(20):
            while await connection.fetchval(query, store.url.database):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    finally:
        await connection.close()


async def test_postgresql_frees_the_space_of_what_was_deleted(
    postgres: PostgresServer, clock: Clock
) -> None:
    async with postgres.database(with_tables=True) as address:
        store = await Store.open(address)
        domain_now = Domain(store, clock)
        early = await started(domain_now, note="Jabberwock")
        await domain_now.matches.act(early.id, ANN.id, endings.resign)
        await cleared(domain_now)
        await domain_now.privacy.delete(ANN.id)
        await all_told(postgres, store)
        assert await domain_now.privacy.erase_remains()
        query = sa.text(
            "SELECT relname FROM pg_stat_user_tables WHERE vacuum_count = 0 OR n_dead_tup > 0"
        )
        async with store.read() as connection:
            names = set((await connection.execute(query)).scalars())
        assert not names & {"matches", "challenges", "members"}
        await store.close()
