"""The database: opened, migrated, and refused with one clear line where it cannot be used."""

import asyncio
import re
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from importlib import import_module
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy.dialects import postgresql
from sqlalchemy.engine import URL
from sqlalchemy.schema import CreateIndex

from bot.domain.domain import Domain
from bot.store import Store, StoreError, Unavailable, check_url, engine, migrate, sqlite
from bot.store.tables import matches, metadata

from ..conftest import ANN, BEN, HERE, SAFE_PRAGMAS, Clock, sqlite_only
from ..domain.matches.helpers import started

VERSIONS = migrate.FOLDER / "versions"


@sqlite_only
async def test_the_folder_and_the_file_are_made_and_kept_safe(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "PRAGMAS", SAFE_PRAGMAS)
    store = await Store.open(url)
    assert (tmp_path / "data" / "loophole.db").is_file()
    async with store.write() as connection:
        values = {}
        for name in ("journal_mode", "synchronous", "foreign_keys"):
            result = await connection.exec_driver_sql(f"PRAGMA {name}")
            values[name] = result.scalar_one()
    assert values == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    await store.close()


async def test_migrations_make_exactly_the_tables_and_take_them_back(url: str) -> None:
    store = await Store.open(url)
    async with store.write() as connection:
        differences = await connection.run_sync(
            lambda sync: compare_metadata(MigrationContext.configure(sync), metadata)
        )
        assert differences == []
        await connection.run_sync(lambda sync: command.downgrade(migrate.config(sync), "base"))
        remains = await connection.run_sync(lambda sync: sa.inspect(sync).get_table_names())
        assert remains == ["alembic_version"]
        await connection.run_sync(migrate.upgrade)
    await store.close()
    await (await Store.open(url)).close()


async def test_a_database_of_a_newer_version_is_left_alone(database_url: str) -> None:
    store = await Store.open(database_url)
    async with store.write() as connection:
        await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    await store.close()
    with pytest.raises(
        StoreError, match=r"^the database \S+ was made by a newer version of this program; "
    ):
        await Store.open(database_url)


async def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / "notes.db").write_text("not a database, but long enough to look like one " * 40)
    with pytest.raises(StoreError, match="not a database") as error:
        await Store.open(f"sqlite+aiosqlite:///{tmp_path}/notes.db")
    assert "\n" not in str(error.value)


async def test_a_folder_that_cannot_be_made_or_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(
        StoreError, match=r"^the folder \S+/file/x cannot be made: Not a directory$"
    ):
        await Store.open(f"sqlite+aiosqlite:///{tmp_path}/file/x/loophole.db")
    with pytest.raises(StoreError, match=rf"^{tmp_path} is a folder; a file is needed$"):
        await Store.open(f"sqlite+aiosqlite:///{tmp_path}")


async def test_a_folder_where_nobody_may_write_is_told() -> None:
    # Not even root makes files here, and CI may run as root.
    with pytest.raises(StoreError, match=r"cannot be (written|used)"):
        await Store.open("sqlite+aiosqlite:////proc/loophole.db")


@sqlite_only
async def test_a_database_that_another_program_holds_is_told(
    database_url: str, tmp_path: Path
) -> None:
    await (await Store.open(database_url)).close()
    other = sqlite3.connect(tmp_path / "data" / "loophole.db", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreError, match="database is locked"):
        await Store.open(database_url, busy_seconds=0.1)
    other.close()


NO_FILE = "SQLite needs a file that stays (three slashes before its path); "


@pytest.mark.parametrize(
    ("url", "why"),
    [
        *((url, "") for url in ("banana", "")),
        ("postgresql://u:hunter2@h:port/x", "the port behind its host must be a number; "),
        ("postgresql://u:hunter2@h:70000/x", "the port behind its host may be 1 to 65535; "),
        ("postgresql://u:hunter2@h1:5432,h2:5432/x", "the port behind its host must be a number; "),
        (
            "postgresql://u:hun@ter2@h/x",
            "an @ in its user or password is written %40 (and : %3A, / %2F, % %25); ",
        ),
        (
            "sqlite:///x.db?mode=ro",
            "a SQLite file has no parameters, and ? in its name is written %3F; ",
        ),
        ("mysql://u:hunter2@h/x", "there is no support for “mysql”; "),
        (f"{'x' * 41}://hunter2", f"there is no support for “{'x' * 39}…”; "),
        *(
            (url, NO_FILE)
            for url in (
                "sqlite+aiosqlite://",
                "sqlite+aiosqlite:///:memory:",
                "sqlite://host/file.db",
            )
        ),
        ("postgresql://u:hunter2@h", "the name of the database is missing at the end; "),
    ],
)
def test_an_address_that_cannot_be_used_is_refused_without_its_password(url: str, why: str) -> None:
    examples = (
        "sqlite+aiosqlite:///data/loophole.db or postgresql+asyncpg://user:password@host/database"
    )
    with pytest.raises(StoreError) as error:
        check_url(url)
    assert str(error.value) == f"{why}it may be {examples}"


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("postgres://u:p@h/x", "postgresql+asyncpg://u:p@h/x"),
        (" sqlite:///x.db ", "sqlite+aiosqlite:///x.db"),
        (
            "postgresql://h/x?user=u&password=p&ssl=require",
            "postgresql+asyncpg://u:p@h/x?sslmode=require",
        ),
        ("postgres://u:p@h/x?ssl=true", "postgresql+asyncpg://u:p@h/x?sslmode=require"),
        ("postgres://u:p%40%2F%25@h/x", "postgresql+asyncpg://u:p%40%2F%25@h/x"),
        ("postgresql+asyncpg://a:b@h/x?user=u", "postgresql+asyncpg://u:b@h/x"),
    ],
)
def test_common_ways_to_write_an_address_are_understood(text: str, url: str) -> None:
    assert check_url(text).render_as_string(hide_password=False) == url


async def test_a_postgres_server_that_is_away_is_told_without_the_password() -> None:
    with pytest.raises(StoreError, match="cannot be used") as error:
        await Store.open("postgresql+asyncpg://u:hunter2@127.0.0.1:1/x")
    assert "hunter2" not in str(error.value)


@sqlite_only
async def test_while_the_database_is_locked_members_get_a_sentence_and_afterwards_it_goes_on(
    database_url: str, tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    store = await Store.open(database_url, busy_seconds=0.1)
    domain = Domain(store, clock)
    match = await started(domain)
    other = sqlite3.connect(tmp_path / "data" / "loophole.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable, match="the database can’t be written right now"):
        await domain.matches.play(match.id, ANN.id, "e4-d6")
    assert "database is locked" in caplog.text
    assert (await domain.matches.get(match.id)).state.ply == 0
    other.execute("ROLLBACK")
    assert (await domain.matches.play(match.id, ANN.id, "e4-d6")).complete
    other.close()
    await store.close()


async def test_a_query_without_an_end_is_given_up_and_the_next_one_answered(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "STATEMENT_SECONDS", 0.3)
    store = await Store.open(database_url)
    numbers = sa.select(sa.literal(1).label("n")).cte(recursive=True)
    numbers = numbers.union_all(sa.select(numbers.c.n % 2))
    with pytest.raises(Unavailable, match="can’t be read"):
        await store.fetch(sa.select(sa.func.max(numbers.c.n)))
    assert (await store.fetch(sa.select(sa.literal(7))))[0][0] == 7
    await store.close()


@sqlite_only
async def test_a_file_that_is_gone_is_missed_and_not_made_anew(
    database_url: str, tmp_path: Path, clock: Clock
) -> None:
    store = await Store.open(database_url)
    domain = Domain(store, clock)
    match = await started(domain)
    file = tmp_path / "data" / "loophole.db"
    file.rename(tmp_path / "elsewhere.db")
    for _ in range(2):
        with pytest.raises(Unavailable, match="the database can’t be"):
            await domain.matches.play(match.id, ANN.id, "e4-d6")
        reads = [domain.matches.get(match.id) for _ in range(8)]
        await asyncio.gather(*reads, return_exceptions=True)
    assert not file.exists()
    (tmp_path / "elsewhere.db").rename(file)
    assert (await domain.matches.play(match.id, ANN.id, "e4-d6")).complete
    await store.close()


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("name", ["a folder?", "50% #1", "ä&ö=1"])
async def test_a_file_may_have_any_name(tmp_path: Path, name: str) -> None:
    file = tmp_path / name / "loop hole.db"
    await (await Store.open(URL.create("sqlite+aiosqlite", database=str(file)))).close()
    assert file.stat().st_size > 0


@sqlite_only
@pytest.mark.slow
async def test_of_many_who_wait_for_a_locked_database_the_last_does_not_wait_longer_than_the_first(
    database_url: str, tmp_path: Path, clock: Clock
) -> None:
    store = await Store.open(database_url, busy_seconds=1.0)
    domain = Domain(store, clock)
    match = await started(domain)
    with closing(sqlite3.connect(tmp_path / "data" / "loophole.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        begin = time.monotonic()
        moves = (domain.matches.play(match.id, ANN.id, "e4-d6") for _ in range(10))
        results = await asyncio.gather(*moves, return_exceptions=True)
        assert all(isinstance(one, Unavailable) for one in results), results
        assert time.monotonic() - begin < 5, "one after the other they would wait for ten seconds"
    assert (await domain.matches.play(match.id, ANN.id, "e4-d6")).complete
    await store.close()


@sqlite_only
async def test_a_full_disk_changes_nothing_and_passes(domain: Domain) -> None:
    match = await started(domain)
    async with domain.database.store.write() as connection:
        pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
        await connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    count = 0
    with pytest.raises(Unavailable):  # noqa: PT012
        while count < 100:
            await domain.challenges.make(HERE, ANN, "veloop-square", opponent=BEN, note="x" * 300)
            count += 1
            async with domain.database.store.write() as connection:
                await connection.execute(sa.text("UPDATE challenges SET open_until = NULL"))
    assert await domain.outbox.depth() == count
    async with domain.database.store.write() as connection:
        await connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
    assert (await domain.matches.play(match.id, ANN.id, "e4-d6")).complete


async def test_what_a_database_lacks_is_named(database_url: str) -> None:
    store = await Store.open(database_url)
    async with store.write() as connection:
        for change in (
            "DROP TABLE heartbeat",
            "DROP INDEX ix_outbox_scope",
            "ALTER TABLE loops DROP COLUMN ground",
            "ALTER TABLE loops DROP COLUMN chance",
            "ALTER TABLE loops ADD COLUMN chance VARCHAR(3) NOT NULL DEFAULT 'all'",
        ):
            await connection.exec_driver_sql(change)
        missing_parts = await connection.run_sync(migrate.missing_parts)
    assert {*missing_parts} == {
        "table heartbeat",
        "index ix_outbox_scope",
        "column loops.ground",
        "type of column loops.chance",
        "nullable of column loops.chance",
    }
    await store.close()


async def test_the_program_may_be_in_a_folder_of_any_name(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "50% #1"
    folder.symlink_to(migrate.FOLDER)
    monkeypatch.setattr(migrate, "FOLDER", folder)
    await (await Store.open(url)).close()


def test_the_migrations_make_the_tables_of_the_program(tmp_path: Path) -> None:
    steps = [
        import_module(f"bot.store.migrations.versions.{file.stem}")
        for file in sorted(VERSIONS.glob("*_*.py"))
    ]
    migrated, new = (
        sa.create_engine(f"sqlite:///{tmp_path}/{name}.db") for name in ("migrated", "new")
    )
    metadata.create_all(new)

    def made(connection: sa.Connection) -> dict[str, list[str]]:
        query = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"
        # Columns that were added later stand after the constraints.
        outside = re.compile(r",(?![^()]*\))")
        return {
            name: sorted(map(str.strip, outside.split(sql.replace("(", "(,", 1).rstrip("\n)"))))
            for name, sql in connection.exec_driver_sql(query)
        }

    with (
        migrated.begin() as connection,
        Operations.context(
            MigrationContext.configure(connection, opts={"target_metadata": metadata})
        ),
    ):
        for step in steps:
            step.upgrade()
        with new.connect() as other:
            assert made(connection) == made(other)
        for step in reversed(steps):
            step.downgrade()
        assert set(made(connection)) == {"sqlite_sequence"}
    assert partial_indexes(steps[0].schema) == partial_indexes(metadata)


def partial_indexes(schema: sa.MetaData) -> dict[str, str]:
    """The statements that make indexes of some rows on PostgreSQL, by name."""
    statements = {}
    for table in schema.tables.values():
        for index in table.indexes:
            if index.dialect_kwargs:
                statement = CreateIndex(index).compile(dialect=postgresql.dialect())
                statements[index.name] = str(statement)
    return statements


async def test_a_reader_sees_one_moment_while_others_write(
    domain: Domain, open_domain: Callable[[], Awaitable[Domain]]
) -> None:
    match = await started(domain)
    other_process = await open_domain()
    async with domain.database.store.read() as connection:
        first_row = (await connection.execute(sa.select(matches))).one()
        await other_process.matches.play(match.id, ANN.id, "e4-d6")
        assert (await connection.execute(sa.select(matches))).one() == first_row
    assert (await domain.matches.get(match.id)).state.ply == 1
