"""What the tests of the bot share: a database file, a clock that moves when told, and the services
on them.
"""

import asyncio
import random
import shutil
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Protocol

import aiosqlite.core
import pytest
import sqlalchemy as sa

from bot.domain.domain import Domain
from bot.domain.unit_of_work import Database
from bot.domain.values import Person, Place, Viewer, every_channel
from bot.store import Store, sqlite
from bot.store.engine import BUSY_SECONDS

from .compiled_once import compiled_once
from .postgres import PostgresServer, server


class Clock:
    """A clock that stands still until it is moved. It starts on a Monday noon."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 3, 2, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.moment

    def move(self, **span: float) -> None:
        """Move by a ``timedelta`` of these values."""
        self.moment += timedelta(**span)


class Crash(BaseException):
    """The process stops here."""


def crash_after(patch: pytest.MonkeyPatch, statements: int) -> None:
    """Raise Crash in place of every statement after so many."""
    count_left = statements
    execute = sa.Connection.execute

    def executed(connection: sa.Connection, *args: Any, **more: Any) -> Any:
        nonlocal count_left
        count_left -= 1
        if count_left < 0:
            raise Crash
        return execute(connection, *args, **more)

    patch.setattr(sa.Connection, "execute", executed)


ANN = Person(1001, "Ann")
BEN = Person(1002, "Ben")
CAT = Person(1003, "Cat")
DAN = Person(1004, "Dan")
HERE = Place(scope=900, channel=901)


class Somebody(Protocol):
    @property
    def id(self) -> int: ...


def viewer(who: Somebody, place: Place = HERE) -> Viewer:
    """Somebody who may view all channels of a place."""
    return Viewer(who.id, place, every_channel)


SAFE_PRAGMAS = sqlite.PRAGMAS
"""How the program sets its connections to SQLite."""


@pytest.fixture(scope="session", autouse=True)
def quick_databases() -> Iterator[None]:
    """Nobody pulls the plug, so SQLite need not wait for the disk; what is compiled for one
    database serves all.
    """
    with pytest.MonkeyPatch.context() as patch, compiled_once():
        patch.setattr(sqlite, "PRAGMAS", (*SAFE_PRAGMAS, "synchronous = OFF"))
        yield


class _AtOnce:
    """A thread and its queue of work, which is done by whoever puts it there; what needs a lock is
    tried again.
    """

    def start(self) -> None:
        """Start no thread."""

    def put_nowait(self, item: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        self._do(*item, time.perf_counter() + BUSY_SECONDS)

    def _do(
        self, future: asyncio.Future[Any] | None, work: Callable[[], Any], deadline: float
    ) -> None:
        try:
            result = work()
        except BaseException as error:
            if future and "locked" in str(error) and time.perf_counter() < deadline:
                future.get_loop().call_soon(self._do, future, work, deadline)
            elif future and not future.done():
                future.set_exception(error)
        else:
            if future and not future.done():
                future.set_result(result)


class _DoneAtStart:
    """In place of a thread: its work is done by whoever starts it."""

    def __init__(self, target: Callable[[], object], daemon: bool) -> None:
        self.start = target

    def join(self) -> None:
        """The work is done."""


@contextmanager
def connecting_without_threads() -> Iterator[None]:
    """What connects to SQLite meanwhile works in the event loop's thread for good, which takes a
    fraction of the time; but nothing of it is done at the same moment.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(aiosqlite.core, "SimpleQueue", _AtOnce)
        patch.setattr(aiosqlite.core, "Thread", lambda **_: _AtOnce())
        patch.setattr(sqlite, "Thread", _DoneAtStart)
        patch.setattr(sqlite, "PRAGMAS", (*sqlite.PRAGMAS, "busy_timeout = 0"))
        yield


@pytest.fixture
def without_threads() -> Iterator[None]:
    """SQLite works in the event loop's thread: a bot at rest is seen to rest after half as many
    turns of the loop.
    """
    with connecting_without_threads():
        yield


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server, started when the first test wants it."""
    with server() as server_process:
        yield server_process


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def engine(request: pytest.FixtureRequest) -> PostgresServer | None:
    """Where the database of a test is: every test runs on SQLite (None), and among the slow ones on
    a server.
    """
    if request.param == "postgres":
        return request.getfixturevalue("postgres")
    return None


sqlite_only = pytest.mark.parametrize("engine", ["sqlite"], indirect=True)


@pytest.fixture
async def url(engine: PostgresServer | None, tmp_path: Path) -> AsyncIterator[str]:
    """The address of an empty database."""
    if engine is None:
        yield f"sqlite+aiosqlite:///{tmp_path}/data/loophole.db"
    else:
        async with engine.database() as address:
            yield address


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated, empty SQLite file, to be copied: migrating takes longer than most tests."""
    file = tmp_path_factory.mktemp("empty") / "loophole.db"

    async def make() -> None:
        await (await Store.open(f"sqlite+aiosqlite:///{file}")).close()

    asyncio.run(make())
    return file


@pytest.fixture
def copied_database(empty_database: Path, tmp_path: Path) -> Path:
    """The file of a database whose tables are there and empty, in a folder of its own."""
    file = tmp_path / "data" / "loophole.db"
    file.parent.mkdir()
    return Path(shutil.copy(empty_database, file))


@pytest.fixture
async def database_url(engine: PostgresServer | None, copied_database: Path) -> AsyncIterator[str]:
    """The address of a database whose tables are there and empty."""
    if engine is None:
        yield f"sqlite+aiosqlite:///{copied_database}"
    else:
        async with engine.database(with_tables=True) as address:
            yield address


@pytest.fixture
async def open_domain(
    database_url: str, clock: Clock
) -> AsyncIterator[Callable[[], Awaitable[Domain]]]:
    """Opens the services on the database; called again, it is another process on the same one."""
    async with AsyncExitStack() as stack:

        async def open_services() -> Domain:
            store = await Store.open(database_url)
            stack.push_async_callback(store.close)
            return Domain(store, clock, random.Random(1))

        yield open_services


@pytest.fixture
async def domain(open_domain: Callable[[], Awaitable[Domain]]) -> Domain:
    """The services of the domain, as the bot has them."""
    return await open_domain()


@pytest.fixture
def database(domain: Domain) -> Database:
    """The database and clock of ``domain``."""
    return domain.database
