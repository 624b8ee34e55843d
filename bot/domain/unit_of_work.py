"""Transactions of the domain: the database and the moment, handed to whatever is done in one unit
of work.
"""

import asyncio
import random
from collections import OrderedDict
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from functools import wraps
from typing import ParamSpec, Protocol, TypeAlias, TypeVar, TypeVarTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.errors import Refused
from bot.store import Conflict, Store
from bot.store.locks import lock

P = ParamSpec("P")
T = TypeVar("T")
Ts = TypeVarTuple("Ts")
Row: TypeAlias = sa.Row[*tuple[object, ...]]
"""A row whose columns are read by name."""

MOST_DELETIONS = 10_000  # that are known to this process, for requests that were begun before
RETRY_SECONDS = (0.02, 0.05, 0.15, 0.4, 1.0)
"""About how long is waited before a unit of work that the database gave up is done again, each
time.
"""


@dataclass(slots=True)
class Changes:
    """Whether anything was stored since somebody began to watch."""

    anything_stored: bool = False


_WATCHED: ContextVar[Changes | None] = ContextVar("changes", default=None)


def watch_changes(changes: Changes) -> None:
    """Note in ``changes`` what the running task, and those it begins, will have stored."""
    _WATCHED.set(changes)


class Forgotten(Refused):
    """Somebody whom a request is of, or about, has deleted their data since it was begun."""


class Deletions:
    """The members who have deleted their data of late, as numbered in the order in which they
    did.
    """

    def __init__(self) -> None:
        self._latest: OrderedDict[int, int] = OrderedDict()
        self.count = 0

    def note(self, user: int) -> None:
        """A member's data is being deleted, in a unit of work that excludes all others."""
        self.count += 1
        self._latest.pop(user, None)
        self._latest[user] = self.count
        if len(self._latest) > MOST_DELETIONS:
            self._latest.popitem(last=False)

    def lately(self, user: int) -> bool:
        """Whether a member has deleted their data while this process ran, as far as it
        remembers.
        """
        return user in self._latest

    def since(self, count: int, user: int) -> bool:
        """Whether a member has deleted their data after so many deletions."""
        return self._latest.get(user, 0) > count


@dataclass(frozen=True, slots=True)
class MemberRequest:
    """What a member has asked for by a command, a press or on the page, after so many deletions."""

    user: int
    deletions: int


_REQUEST: ContextVar[MemberRequest | None] = ContextVar("request", default=None)


@contextmanager
def of_nobody() -> Iterator[None]:
    """What the running task does here, it does for all: posts what is stored, and notes where it
    was posted.
    """
    token = _REQUEST.set(None)
    try:
        yield
    finally:
        _REQUEST.reset(token)


class RowSource(Protocol):
    """What rows are asked of: a unit of work, or the database for a query of its own."""

    async def fetch(
        self, query: sa.Select[*Ts], values: Mapping[str, object] | None = None
    ) -> Sequence[sa.Row[*Ts]]:
        """The rows of a query, its parameters bound by name. Raises Unavailable."""


@dataclass(frozen=True, slots=True)
class UnitOfWork:
    """One transaction at one moment: its changes and notices are stored as a whole or not at all.

    :param callbacks: called at its end, whether it was stored or not: a cancelled task cannot know.
    :param secret: the bot's, a part of the key of hashes that stand for members.
    :param deletions: the members who have deleted their data of late.
    """

    connection: AsyncConnection
    now: datetime
    callbacks: list[Callable[[], None]] = field(default_factory=list)
    secret: bytes = b""
    deletions: Deletions = field(default_factory=Deletions)

    async def fetch(
        self, query: sa.Select[*Ts], values: Mapping[str, object] | None = None
    ) -> Sequence[sa.Row[*Ts]]:
        """The rows of a query, its parameters bound by name, as the transaction sees them."""
        return (await self.connection.execute(query, values)).all()

    async def lock_quotas(self, *users: int) -> None:
        """Lock these members' quotas of challenges, matches, questions … until commit
        (``bot.store.locks``).

        Raises Forgotten where one of them has deleted their data since the request was begun.
        """
        self.require_known(*users)
        await lock(self.connection, *(f"4 {user}" for user in users if user > 0))

    def require_known(self, *users: int) -> None:
        """Raises Forgotten where a member has deleted their data since the request was begun that
        is carried out.
        """
        request = _REQUEST.get()
        if request is None:
            return
        if self.deletions.since(request.deletions, request.user):
            raise Forgotten("you’ve just deleted your data, so this wasn’t done")
        if any(self.deletions.since(request.deletions, user) for user in users):
            raise Forgotten("a member has just deleted their data, so this wasn’t done")

    async def lock_head_start(self, name: str) -> None:
        """Lock what has come of a head start until commit."""
        await lock(self.connection, f"5 {name}")

    async def lock_ratings(self, scope: int, game: str) -> None:
        """Lock the ratings of a game in a scope until commit."""
        await lock(self.connection, f"6 {scope} {game}")


def retried(work: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[object, None, T]]:
    """Do one unit of work again when the database has given it up in favour of another (a
    deadlock).

    For functions whose only effects are what they store in one transaction; that has then changed
    nothing. After a few times in vain Conflict is raised, which members read as a database that
    cannot be written at the moment.
    """

    @wraps(work)
    async def attempt(*args: P.args, **more: P.kwargs) -> T:
        for seconds in RETRY_SECONDS:
            try:
                return await work(*args, **more)
            except Conflict:
                # Those who were in each other's way must not meet again at the same moment.
                await asyncio.sleep(seconds * random.uniform(0.5, 1.5))
        return await work(*args, **more)

    return attempt


class Database:
    """The open store and the clock, as every service of the domain is given them."""

    def __init__(self, store: Store, clock: Callable[[], datetime], secret: bytes = b"") -> None:
        self.store = store
        self.secret = secret
        self.deletions = Deletions()
        self._clock = clock

    def begin_request(self, user: int, *, anew: bool = True) -> None:
        """Note that the running task, with those it begins, does what a member asks for from now
        on; not ``anew``: or since it was noted that it does.
        """
        request = _REQUEST.get()
        if anew or request is None or request.user != user:
            _REQUEST.set(MemberRequest(user, self.deletions.count))

    def now(self) -> datetime:
        """The moment, aware and in UTC, in whole milliseconds as the store keeps them."""
        moment = self._clock()
        return moment.replace(microsecond=moment.microsecond // 1000 * 1000)

    @asynccontextmanager
    async def unit_of_work(self, *, alone: bool = False) -> AsyncIterator[UnitOfWork]:
        """A transaction that may write; ``alone``: while no other one runs.

        Raises Unavailable; Forgotten where the member whose request it is has deleted their data
        meanwhile.
        """
        callbacks: list[Callable[[], None]] = []
        try:
            async with self.store.write(alone=alone) as connection:
                work = UnitOfWork(connection, self.now(), callbacks, self.secret, self.deletions)
                work.require_known()
                yield work
        finally:
            for call in callbacks:
                call()
        watch = _WATCHED.get()
        if watch is not None:
            watch.anything_stored = True

    @retried
    async def run(self, statement: sa.UpdateBase) -> int:
        """Run a statement as one unit of work; how many rows it changed. Raises Unavailable."""
        async with self.unit_of_work() as work:
            return (await work.connection.execute(statement)).rowcount

    async def fetch(
        self, query: sa.Select[*Ts], values: Mapping[str, object] | None = None
    ) -> Sequence[sa.Row[*Ts]]:
        """The rows of one query, its parameters bound by name. Raises Unavailable."""
        return await self.store.fetch(query, values)

    async def has(self, query: sa.Select[*Ts], values: Mapping[str, object] | None = None) -> bool:
        """Whether a query has rows, its parameters bound by name.

        Jobs ask this first, as mostly there are none. Raises Unavailable.
        """
        return bool(await self.fetch(query.limit(1), values))

    async def size(self) -> int:
        """The size of the database in bytes. Raises Unavailable."""
        query: sa.Select[int] = sa.select(sa.func.pg_database_size(sa.func.current_database()))
        if self.store.sqlite:
            bytes_of_pages = sa.literal_column("page_count * page_size", sa.Integer)
            pages = sa.text("pragma_page_count, pragma_page_size")
            query = sa.select(bytes_of_pages).select_from(pages)
        [row] = await self.fetch(query)
        return int(row[0])

    def read(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction that only reads, all from one moment. Raises Unavailable."""
        return self.store.read()


class Service:
    """A service of the domain, whose data is in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
