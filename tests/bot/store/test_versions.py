"""Databases of every released version are opened, brought up to date, and lack nothing; no
migration ever changes.
"""

import gzip
import hashlib
import re
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import make_url

from bot.ops.copies.sqlite_files import url_of
from bot.ops.copies.verify import verify
from bot.store import Store, StoreError, migrate
from bot.store.tables import matches
from games.version import VERSION
from tests.bot.ops.helpers import ROOT
from tests.bot.postgres import PostgresServer
from tests.sampling import only

DATABASES = ROOT / "tests" / "data" / "databases"
"""Dumps of databases, each with rows in its tables, by version and kind; ``make released`` adds one
of today.
"""
VERSIONS = migrate.FOLDER / "versions"


def dumps(kind: str) -> list[Path]:
    return sorted(DATABASES.glob(f"*.{kind}.sql.gz"))


def statements(dump: Path) -> str:
    return gzip.decompress(dump.read_bytes()).decode()


def loaded(dump: Path, file: Path) -> None:
    """Make a SQLite file of a dump."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(statements(dump))


async def opens_whole(address: str) -> None:
    """The database opens, has all tables and columns of today, and its matches can be played
    again.
    """
    store = await Store.open(address)
    async with store.read() as connection:
        assert await connection.run_sync(migrate.missing_parts) == []
        verification = await verify(connection)
        assert verification.wrong == ()
        assert verification.matches > 50
        latest = (await connection.execute(sa.select(sa.func.max(matches.c.id)))).scalar_one()
    # columns that the program does not know would refuse a row without them
    async with store.write() as connection:
        copy_query = sa.select(matches).where(matches.c.id == latest)
        row = dict((await connection.execute(copy_query)).one()._mapping)
        await connection.execute(
            matches.insert().values(**row | {"id": latest + 1, "number": 10**6})
        )
    await store.close()


FILES = dumps("sqlite")


@pytest.mark.parametrize("dump", only(FILES, FILES[0], FILES[-1]), ids=lambda file: file.name)
async def test_a_file_of_each_version_opens(dump: Path, tmp_path: Path) -> None:
    loaded(dump, tmp_path / "loophole.db")
    await opens_whole(url_of(tmp_path / "loophole.db").render_as_string())


@pytest.mark.slow
@pytest.mark.parametrize("dump", dumps("postgresql"), ids=lambda file: file.name)
async def test_a_server_s_database_of_each_version_opens(
    dump: Path, postgres: PostgresServer
) -> None:
    async with postgres.database() as address:
        await PostgresServer(make_url(address)).run(statements(dump))
        await opens_whole(address)


def test_there_is_a_database_of_each_version_that_was_released() -> None:
    headings = re.findall(
        r"^## (\d+\.\d+\.\d+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE
    )
    assert "1.0.0" in headings
    former = {version for version in headings if version != VERSION}
    for version in {"1.0.0", *former, *tagged_versions()}:
        for kind in ("sqlite", "postgresql"):
            assert (DATABASES / f"{version}.{kind}.sql.gz").exists(), (
                f"no database of {version}: make released"
            )


def tagged_versions() -> list[str]:
    """The versions that have a tag; none where this is no clone, or one without tags."""
    command = ["git", "tag", "--list", "v*"]
    try:
        tags = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return []
    return [tag.removeprefix("v") for tag in tags.stdout.split()]


@pytest.mark.parametrize("tag", tagged_versions())
def test_no_migration_has_changed_since_a_tag(tag: str) -> None:
    folder = VERSIONS.relative_to(ROOT)
    command = ["git", "diff", "--name-status", "--diff-filter=a", f"v{tag}", "--", str(folder)]
    changes = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert changes.stdout == "", "a database may have it: add a migration instead"


def test_no_released_migration_has_changed() -> None:
    lines = (ROOT / "tests" / "data" / "released_migrations.txt").read_text().split("\n")
    digests = dict(reversed(line.split()) for line in lines if line)
    assert "0001_schema.py" in digests
    for name, digest in digests.items():
        advice = "a database may have it: undo the change, and add a migration instead"
        assert hashlib.sha256((VERSIONS / name).read_bytes()).hexdigest() == digest, (
            f"{name} has changed; {advice}"
        )
    files = sorted(file.name for file in VERSIONS.glob("*_*.py"))
    assert files[: len(digests)] == sorted(digests), (
        "a migration was put before one that was released"
    )


def test_no_number_is_given_to_a_migration_twice() -> None:
    numbers = migrate.revisions()
    assert len(numbers) == len(set(numbers))
    assert not {*migrate.FOLDED, *migrate.BEFORE_1_0_0} & set(numbers), (
        "there are databases with that number"
    )


@pytest.mark.parametrize(
    ("revision", "why"),
    [
        ("9999", "was made by a newer version of this program"),
        ("0013", "was made before version 1.0.0"),
        ("0002", "was made before version 1.0.0"),
        ("3f2a1b9c8d7e", "belongs to another program"),
    ],
)
async def test_what_no_migration_brings_up_to_date_is_refused_in_a_sentence(
    tmp_path: Path, revision: str, why: str
) -> None:
    with closing(sqlite3.connect(tmp_path / "loophole.db")) as connection, connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        connection.execute("INSERT INTO alembic_version VALUES (?)", (revision,))
        connection.execute("CREATE TABLE matches (id INTEGER)")
    with pytest.raises(StoreError, match=why) as error:
        await Store.open(url_of(tmp_path / "loophole.db"))
    assert "\n" not in str(error.value)
    with closing(sqlite3.connect(tmp_path / "loophole.db")) as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (2,)
