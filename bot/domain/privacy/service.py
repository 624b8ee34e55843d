"""People's data: given out whole, deleted everywhere at once, and deleted again where an older copy
brings it back.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import ParamSpec, Protocol, TypeVar

import sqlalchemy as sa

from bot.domain.events import JSON
from bot.domain.privacy import places, rows
from bot.domain.privacy.journal import Deletion, Journal, Kind
from bot.domain.unit_of_work import Database, UnitOfWork, of_nobody, retried
from bot.store import Unavailable
from bot.store.errors import Undecided
from bot.store.tables import deletions, key_values, scopes

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

TOKENS_KEPT = timedelta(days=730)
"""How long it is known which deletions were made: copies that are older bring people back."""
PRIVATE_KEPT = timedelta(days=180)  # how long a private channel is kept in which nobody plays
# how long the data of a server is kept that the bot was removed from
SERVER_KEPT = timedelta(days=30)
SLICE = 50  # how many rows of a server are deleted in one transaction
# bytes up to which a database is vacuumed at once; larger ones wait for a quiet hour
SMALL = 32_000_000
QUIET_HOURS = (2, 3, 4)  # hours of the day, UTC, in which a large file is written anew
REMAINS = "remains"
"""Under what name it is remembered that something was deleted which the file of the database may
still hold.
"""


class Leaving(Protocol):
    """A part of the domain in which something ends when a person deletes their data."""

    async def forgotten(self, work: UnitOfWork, user: int) -> int:
        """End what a person takes part in, before they are taken out of all tables; how many
        matches it touches.
        """


class Privacy:
    """Gives people their data; deletes that of people, servers and private channels.

    ``leaving``: asked in order. ``deleted``: called with each person whose data this process has
    deleted.
    """

    def __init__(
        self, database: Database, leaving: Sequence[Leaving] = (), journal: Journal | None = None
    ) -> None:
        self._database = database
        self._leaving = tuple(leaving)
        self.deleted: list[Callable[[int], None]] = []
        self._journal = journal

    async def export(self, user: int) -> dict[str, JSON]:
        """All that is kept about a person, by table, fit for JSON.

        What others keep secret is not in it.
        """
        head: dict[str, JSON] = {"user": str(user), "exported": self._database.now().isoformat()}
        async with self._database.read() as connection:
            return head | await rows.exported(connection, user)

    async def delete(self, user: int) -> int:
        """Delete what is kept about a person, all of it or, if that fails, nothing; how many
        matches it touches.

        Running matches end: called off before both have moved, else won by the other player.
        Finished ones stay for the opponents, with nobody in the seat. Raises Unavailable.
        """
        touched = await self._noted("person", user, lambda token: self._delete(user, token))
        for forget in self.deleted:
            forget(user)
        return touched

    @retried
    async def _delete(self, user: int, token: str | None) -> int:
        with of_nobody():  # it is done again where the database gave it up, also once it is noted
            return await self._delete_all(user, token)

    async def _delete_all(self, user: int, token: str | None) -> int:
        async with self._database.unit_of_work(alone=True) as work:
            # Noted before it is stored: what waits for this transaction to end must know of it at
            # once.
            work.deletions.note(user)
            touched = sum([await part.forgotten(work, user) for part in self._leaving])
            await places.leave(work.connection, user)
            await rows.erase(work.connection, user)
            await _made(work, token)
            return touched

    async def purge(self, scope: int, still: Callable[[UnitOfWork, int], Awaitable[bool]]) -> bool:
        """Delete all of a server or private channel, a slice at a time while ``still`` allows;
        whether it is gone.
        """

        async def purged(token: str | None) -> bool:
            while (gone := await self._purge_slice(scope, still, token)) is None:
                pass
            return gone

        return await self._noted("scope", scope, purged)

    @retried
    async def _purge_slice(
        self, scope: int, still: Callable[[UnitOfWork, int], Awaitable[bool]], token: str | None
    ) -> bool | None:
        """Delete some rows of a server, or at last what is left of it; whether it is gone then.

        None: not yet.
        """
        async with self._database.unit_of_work() as work:
            if not await still(work, scope):
                return False
            if await rows.purge(work.connection, scope, SLICE):
                return None
            await work.connection.execute(scopes.delete().where(scopes.c.id == scope))
            await _made(work, token)
            return True

    async def purge_left_servers(self) -> int:
        """Delete the data of some servers from which the bot was removed 30 days ago; how many
        servers it were.
        """
        before = self._database.now() - SERVER_KEPT
        async with self._database.read() as connection:
            query = sa.select(scopes.c.id).where(scopes.c.removed_at <= before).limit(10)
            left = (await connection.execute(query)).scalars().all()
        return sum([await self.purge(scope, _left) for scope in left])

    async def purge_unused_places(self) -> int:
        """Delete some private channels in which nobody plays any more; how many it were."""
        since = self._database.now() - PRIVATE_KEPT
        async with self._database.read() as connection:
            channels = await places.unused(connection, since, 20)
        return sum([await self.purge(scope, _unused) for scope in channels])

    async def repeat_deletions(self) -> int:
        """Make deletions again that this database does not know, since it is an older copy; how
        many they are.

        To be called before anything is served. Servers are only noted as left: the bot may be in
        them again. Raises Unavailable.
        """
        if self._journal is None:
            return 0
        file = self._journal.file
        begun = await asyncio.to_thread(file.exists)
        # which is logged; without deletions the bot can do without the file
        with suppress(Unavailable):
            await self._from_journal(self._journal.begin)
        noted = await self._from_journal(self._journal.deletions)
        async with self._database.read() as connection:
            known = set((await connection.execute(sa.select(deletions.c.token))).scalars())
            if known and not begun:
                log.warning(
                    "%s is new, but the database knows of %s deletions: a restore needs the "
                    "file "
                    "that notes them",
                    file,
                    len(known),
                )
            missing = [deletion for deletion in noted if deletion.token not in known]
            if not missing:
                return 0
            places_known = (await connection.execute(sa.select(scopes.c.id))).scalars().all()
            subjects = {"person": await rows.persons(connection), "scope": places_known}
        for deletion in missing:
            whose = await asyncio.to_thread(self._journal.whose, deletion, subjects[deletion.kind])
            await self._repeat(deletion, whose)
        log.warning(
            "%s deletions were made again that are later than this copy of the database",
            len(missing),
        )
        return len(missing)

    async def _repeat(self, deletion: Deletion, whose: int | None) -> None:
        if whose is not None and deletion.kind == "person":
            await self._delete(whose, deletion.token)
            return
        async with self._database.unit_of_work() as work:
            if whose is not None:
                gone = scopes.update().where(scopes.c.id == whose, scopes.c.removed_at.is_(None))
                await work.connection.execute(gone.values(removed_at=work.now - SERVER_KEPT))
            await _made(work, deletion.token)

    async def erase_remains(self) -> bool:
        """Leave nothing of what was deleted in the file of the database and its log; whether that
        was done now.

        A large file is written anew at night: it keeps the disk busy, and needs as much space
        again.
        """
        database = self._database
        store = self._database.store
        query = sa.select(key_values.c.value).where(key_values.c.name == REMAINS)
        marks = await store.fetch(query)
        if not marks or (await database.size() > SMALL and database.now().hour not in QUIET_HOURS):
            return False
        if not await store.erase_remains():
            return False
        done = key_values.c.name == REMAINS, key_values.c.value == marks[0].value
        await self._database.run(key_values.delete().where(*done))
        return True

    async def prune(self) -> None:
        """Forget which deletions were made very long ago."""
        before = self._database.now() - TOKENS_KEPT
        await self._database.run(deletions.delete().where(deletions.c.at < before))
        if self._journal is not None:
            await self._from_journal(self._journal.prune, before)

    async def _noted(
        self, kind: Kind, subject: int, delete: Callable[[str | None], Awaitable[T]]
    ) -> T:
        """Delete something, and note that outside of the database before."""
        if self._journal is None:
            return await delete(None)
        journal = self._journal
        now = self._database.now()
        token = await self._from_journal(journal.note, kind, subject, now)
        try:
            done = await delete(token)
        except Undecided:
            raise
        except Exception:
            await self._from_journal(journal.withdraw, token)
            raise
        if done is False:
            await self._from_journal(journal.withdraw, token)
        return done

    async def _from_journal(self, what: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        try:
            return await asyncio.to_thread(what, *args, **more)
        except OSError as error:
            log.error("the file of deletions cannot be used: %s", error.strerror)
            raise Unavailable(writing=True) from None


async def _made(work: UnitOfWork, token: str | None) -> None:
    """Note in the database that a deletion is made in it, and that its file may still hold what was
    deleted.
    """
    if token is not None:
        await work.connection.execute(deletions.insert().values(token=token, at=work.now))
    await work.connection.execute(key_values.delete().where(key_values.c.name == REMAINS))
    await work.connection.execute(
        key_values.insert().values(name=REMAINS, value=secrets.token_hex(8))
    )


async def _left(work: UnitOfWork, scope: int) -> bool:
    """Whether the bot was removed from a server long ago; it does not come back until the unit of
    work is over.
    """
    query = sa.select(scopes.c.removed_at).where(scopes.c.id == scope).with_for_update()
    removed = (await work.connection.execute(query)).scalar_one_or_none()
    return removed is not None and removed <= work.now - SERVER_KEPT


async def _unused(work: UnitOfWork, scope: int) -> bool:
    """Whether nobody plays in a private channel; nobody begins to until the unit of work is
    over.
    """
    await work.connection.execute(
        sa.select(scopes.c.id).where(scopes.c.id == scope).with_for_update()
    )
    return bool(
        await places.unused(work.connection, work.now - PRIVATE_KEPT, 1, scopes.c.id == scope)
    )
