"""What the tests of the bot share: a database file, a clock that moves when told, and the match service on them."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from bot.matches import Matches, Person, Place
from bot.store import Store


class Clock:
    """A clock that stands still until it is moved. It starts on a Monday noon."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 3, 2, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.moment

    def move(self, **span: float) -> None:
        """Move by a ``timedelta`` of these values."""
        self.moment += timedelta(**span)


ANN = Person(1001, "Ann")
BEN = Person(1002, "Ben")
CAT = Person(1003, "Cat")
DAN = Person(1004, "Dan")
HERE = Place(scope=900, channel=901)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def url(tmp_path: Path) -> AsyncIterator[str]:
    """The address of an empty database: a SQLite file, or one on the PostgreSQL server that the environment names."""
    server = os.environ.get("LOOPHOLE_TEST_POSTGRES")
    if not server:
        yield f"sqlite+aiosqlite:///{tmp_path}/data/loophole.db"
        return
    import asyncpg

    name = f"test_{uuid.uuid4().hex}"
    own = make_url(server)
    admin = await asyncpg.connect(own.set(drivername="postgresql").render_as_string(hide_password=False))
    await admin.execute(f"CREATE DATABASE {name}")
    yield own.set(drivername="postgresql+asyncpg", database=name).render_as_string(hide_password=False)
    await admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
    await admin.close()


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated, empty SQLite file, to be copied: migrating takes longer than most tests."""
    file = tmp_path_factory.mktemp("template") / "loophole.db"

    async def make() -> None:
        await (await Store.open(f"sqlite+aiosqlite:///{file}")).close()

    asyncio.run(make())
    return file


@pytest.fixture
def prepared(url: str, template: Path) -> str:
    """The address of an empty database that is migrated already where that is quick."""
    if url.startswith("sqlite"):
        file = Path(str(make_url(url).database))
        file.parent.mkdir(parents=True)
        shutil.copy(template, file)
    return url


@pytest.fixture
async def opened(prepared: str, clock: Clock) -> AsyncIterator[Callable[[], Awaitable[Matches]]]:
    """Opens the service on the database; called again, it is another process on the same file."""
    async with AsyncExitStack() as stack:

        async def open_again() -> Matches:
            store = await Store.open(prepared)
            stack.push_async_callback(store.close)
            return Matches(store, clock, rng=random.Random(1))

        yield open_again


@pytest.fixture
async def matches(opened: Callable[[], Awaitable[Matches]]) -> Matches:
    return await opened()
