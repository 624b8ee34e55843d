"""Restoring a copy: proved first, nothing lost of what was there, and the numbering goes on past what people saw."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.domain.domain import Domain
from bot.domain.matches import endings
from bot.ops import Failed
from bot.ops.copies.backup import backup
from bot.ops.copies.postgres import clear
from bot.ops.copies.restore import LEAP, restore
from bot.ops.copies.sqlite_files import path_of, url_of
from bot.store import Store, check_url
from bot.store.tables import key_values, matches as table, outbox
from tests.bot.conftest import ANN, BEN, HERE, Clock, sqlite_only
from tests.bot.domain.matches.helpers import started
from tests.bot.ops.helpers import filled, typed
from tests.bot.postgres import Server


@pytest.fixture
async def copy(domain: Domain, clock: Clock, tmp_path: Path) -> Path:
    """A copy of a filled database, in which things have gone on since; the bot is stopped."""
    ids = await filled(domain, clock)
    file = tmp_path / "copy.db"
    await backup(domain.database.store.url, file)
    await domain.matches.act(ids[1], BEN.id, endings.resign)
    await domain.database.store.close()
    return file


@sqlite_only
async def test_the_copy_takes_the_place_of_the_database_and_knows_that_the_world_has_gone_on(
    domain: Domain, copy: Path, clock: Clock
) -> None:
    target = path_of(domain.database.store.url)
    verification, former = await restore(copy, domain.database.store.url)
    assert (verification.matches, verification.wrong) == (4, ())
    for file, over in ((former, 2), (target, 1)):
        with closing(sqlite3.connect(file)) as connection:
            assert connection.execute("SELECT count(*) FROM matches WHERE status = 'finished'").fetchone() == (over,)
    assert sorted(file.name for file in target.parent.iterdir()) == sorted([former.name, target.name])
    target.write_text("this was a database once " * 1000)
    Path(f"{target}-wal").write_text("and this its log")  # noqa: ASYNC240
    _, again = await restore(copy, domain.database.store.url)
    assert again not in (None, former), "what was kept is never written over"
    assert again.read_text().startswith("this was a database once")
    assert not Path(f"{target}-wal").exists()  # noqa: ASYNC240
    store = await Store.open(domain.database.store.url)
    later = Domain(store, clock)
    async with store.read() as connection:
        assert set((await connection.execute(sa.select(outbox.c.attempts))).scalars()) == {1}, (
            "may have been sent since"
        )
        assert (await connection.execute(sa.select(key_values))).all() == [], "commands are registered anew"
        last = (await connection.execute(sa.select(sa.func.max(table.c.id)))).scalar_one()
    assert (await started(later)).id == last + LEAP + 1, "a button on a post made since must not find another match"
    await store.close()


@pytest.mark.slow
@sqlite_only
async def test_a_host_restores_into_an_empty_folder(copy: Path, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    done = typed(tmp_path / "new", "restore", str(copy))
    assert (done.returncode, done.stderr) == (0, "")
    assert "4 matches with" in done.stdout
    assert "all as they are stored" in done.stdout
    assert [file.name for file in (tmp_path / "new" / "data").iterdir()] == ["loophole.db"]


@sqlite_only
async def test_while_the_bot_runs_nothing_is_touched(domain: Domain, empty_database: Path) -> None:
    with pytest.raises(Failed, match="is in use; stop the bot first"):
        await restore(empty_database, domain.database.store.url)
    target = path_of(domain.database.store.url)
    assert not [file for file in target.parent.iterdir() if not file.name.startswith(target.name)]
    await domain.challenges.make(HERE, ANN, "loop")


async def test_what_is_no_copy_is_refused(tmp_path: Path, empty_database: Path) -> None:
    goal = url_of(tmp_path / "data" / "loophole.db")
    (tmp_path / "text.db").write_text("no database " * 400)
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    damaged = bytearray(empty_database.read_bytes())  # noqa: ASYNC240
    damaged[4096 * 3 : 4096 * 6] = b"\x7f" * 4096 * 3
    (tmp_path / "damaged.db").write_bytes(damaged)
    for file, why in (
        ("nothing.db", "there is no file"),
        ("text.db", "not a database"),
        ("other.db", "not one of this program"),
        ("damaged.db", "is damaged|malformed"),
    ):
        with pytest.raises(Failed, match=why):
            await restore(tmp_path / file, goal)
    assert not (tmp_path / "data").exists()


@sqlite_only
async def test_a_copy_with_a_match_that_cannot_be_or_of_a_newer_version_is_refused(domain: Domain, copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("UPDATE matches SET decisions = 'z99-a1 ' || decisions WHERE id = 2")
        connection.execute("UPDATE matches SET to_move = 1 - to_move WHERE id = 3")
        connection.execute("UPDATE matches SET log = substr(log, instr(log, ' ') + 1) WHERE id = 4")
        connection.commit()
    before = path_of(domain.database.store.url).read_bytes()
    with pytest.raises(Failed, match=r"3 are not right: match 2 .*; match 3 .*to move.*; match 4 .*log.*--anyway"):
        await restore(copy, domain.database.store.url)
    assert path_of(domain.database.store.url).read_bytes() == before
    verification, _ = await restore(copy, domain.database.store.url, anyway=True)
    assert len(verification.wrong) == 3
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    url = domain.database.store.url
    for file, why in ((copy, "newer version"), (path_of(url), "is the database itself")):
        with pytest.raises(Failed, match=why):
            await restore(file, url)


@pytest.mark.slow
async def test_a_dump_is_restored_into_an_empty_database_only(postgres: Server, clock: Clock, tmp_path: Path) -> None:
    dump, wrong = tmp_path / "copy.dump", tmp_path / "wrong.dump"
    (tmp_path / "text").write_text("no dump " * 400)
    async with postgres.database(migrated=True) as address:
        store = await Store.open(address)
        await filled(Domain(store, clock), clock)
        await backup(store.url, dump)
        async with store.write() as connection:
            await connection.execute(table.update().where(table.c.id == 2).values(decisions="a1 a1 a1"))
        await store.close()
        await backup(store.url, wrong)
    async with postgres.database() as address:
        url, refused = check_url(address), {"nothing": "there is no file", "text": "pg_restore: error"}
        for name, why in (refused | {"wrong.dump": "1 are not right: match 2"}).items():
            with pytest.raises(Failed, match=why):
                await restore(tmp_path / name, url)
        verification, former = await restore(dump, url)
        assert (verification.matches, former) == (4, None)
        store = await Store.open(address)
        assert (await started(Domain(store, clock))).id == 4 + LEAP + 1
        await store.close()
        with pytest.raises(Failed, match="not empty"):
            await restore(dump, url)
        await clear(url)
        verification, _ = await restore(wrong, url, anyway=True)
        assert len(verification.wrong) == 1
