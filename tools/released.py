"""Notes what a version has that is released: small databases of it, and digests of its migrations
(``make released``).

To be run for each version that gets a tag. What was noted before is never written anew: those
databases and migrations are with hosts.
"""

import asyncio
import gzip
import hashlib
import os
import random
import sqlite3
import subprocess
import tempfile
from contextlib import closing
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import URL, make_url

from bot.domain.domain import Domain
from bot.domain.matches import endings
from bot.domain.members.doors import Doors
from bot.domain.values import Person, Place
from bot.store import Store, check_url, postgres
from bot.store.migrate import FOLDER
from bot.store.tables import handicap_offers, handicap_results, metadata, tallies
from games.version import VERSION

from .postgres_server import PostgresServer, postgres_server

DATA = Path(__file__).parents[1] / "tests" / "data"
DATABASES = DATA / "databases"
DIGESTS = DATA / "released_migrations.txt"
FIRST = "1.0.0"
"""The version from whose databases those of later ones are made, by the program's own
migrations.
"""


def dump_of(version: str, kind: str) -> Path:
    """The file of a version's database; ``kind``: sqlite or postgresql."""
    return DATABASES / f"{version}.{kind}.sql.gz"


def statements(dump: Path) -> str:
    """The statements of a dump."""
    return gzip.decompress(dump.read_bytes()).decode()


def digest(migration: Path) -> str:
    """A line of DIGESTS, as sha256sum writes it."""
    return f"{hashlib.sha256(migration.read_bytes()).hexdigest()}  {migration.name}"


def main() -> None:
    """Note what is missing of this version."""
    digests = DIGESTS.read_text().splitlines()
    names = {line.split()[1] for line in digests}
    migrations = sorted((FOLDER / "versions").glob("*_*.py"))
    new_digests = [digest(migration) for migration in migrations if migration.name not in names]
    DIGESTS.write_text("".join(f"{line}\n" for line in (*digests, *new_digests)))
    print(f"{DIGESTS}: {len(new_digests)} migrations added")
    if not dump_of(VERSION, "sqlite").exists():
        _write(dump_of(VERSION, "sqlite"), asyncio.run(_of_sqlite()))
    if not dump_of(VERSION, "postgresql").exists():
        _write(dump_of(VERSION, "postgresql"), _of_postgresql())


def _write(dump: Path, text: str) -> None:
    dump.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    print(f"{dump}: {dump.stat().st_size} bytes")


async def _of_sqlite() -> str:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "loophole.db"
        with closing(sqlite3.connect(file)) as connection:
            connection.executescript(statements(dump_of(FIRST, "sqlite")))
        await _migrate(URL.create("sqlite+aiosqlite", database=str(file)))
        with closing(sqlite3.connect(file)) as connection:
            return "\n".join(connection.iterdump()) + "\n"


def _of_postgresql() -> str:
    with postgres_server() as server:
        return asyncio.run(_dump_on(server))


async def _dump_on(server: PostgresServer) -> str:
    """The dump of a database of this version, which is migrated on a server."""
    async with server.database() as address:
        await PostgresServer(make_url(address)).run(statements(dump_of(FIRST, "postgresql")))
        url = check_url(address)
        await _migrate(url)
        return await asyncio.to_thread(_dumped, url)


def _dumped(url: URL) -> str:
    """All of a server's database as statements that any version of it understands."""
    command = ("pg_dump", "--inserts", "--no-owner", "--no-privileges")
    environment = {**os.environ, **postgres.environment(url)}
    dump = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    left_out = ("--", "SET ", "SELECT pg_catalog.set_config", "\\")
    lines = [line for line in dump.stdout.splitlines() if line and not line.startswith(left_out)]
    return "\n".join(lines) + "\n"


async def _migrate(url: URL) -> None:
    """Bring a database up to date, and name the tables that have no row in it: the sample should
    have one.
    """
    store = await Store.open(url)
    await _add_later_forms(store)
    for table in metadata.sorted_tables:
        if not await store.fetch(sa.select(sa.literal(1)).select_from(table).limit(1)):
            print(f"no row in {table.name}: add one to the database of {VERSION} by hand")
    await store.close()


async def _add_later_forms(store: Store) -> None:
    """Add rows of what there was not in the first version: matches with handicaps, what comes of
    them, and browsers at the page.
    """
    domain = Domain(store)
    place = Place(scope=900, channel=901)
    ada = Person(7001, "Ada")
    bruno = Person(7002, "Bruno")
    for game, handicap in (("veloop-square", "turns-2"), ("snipsnip", "hints-3")):
        offer = await domain.challenges.make(
            place, ada, game, opponent=bruno, side="first", handicap=handicap
        )
        match = (await domain.challenges.accept(offer.challenge.id, bruno)).match
        rng = random.Random(1)
        for _ in range(8):
            if match.mover is None:
                break
            draft = await domain.matches.draft(match.id, match.mover)
            state = draft.state if draft else match.state
            move = str(rng.choice(state.legal_moves()))
            match = (await domain.matches.play(match.id, match.mover, move)).match
        if handicap.startswith("turns"):
            await domain.matches.act(match.id, ada.id, endings.resign)
    doors = Doors(b"any key", domain.database)
    await doors.sessions.begin(bruno.id, place, "en-US", bruno.name, "Firefox on Linux")
    await doors.code(ada.id, "link", place, "en-US", name=ada.name)
    await doors.want(ada.id, 0)
    now = domain.now()
    async with store.write() as connection:
        pair = {"one": ada.id, "other": bruno.id, "game": "veloop-square"}
        await connection.execute(handicap_offers.insert().values(**pair, offered_at=now))
        head_start = {"game": "veloop-square", "variant": "8x8", "turns": 2, "points": 160}
        result = {"matches": 1, "score": 1.0, "expected": 0.5}
        await connection.execute(handicap_results.insert().values(**head_start, **result))
        await connection.execute(tallies.insert().values(subject="0" * 32, at=now, until=now))


if __name__ == "__main__":
    main()
