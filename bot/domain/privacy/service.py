"""People's data: given out whole, deleted everywhere at once, and deleted again where an older copy
brings it back.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import ParamSpec, Protocol, TypeAlias, TypeVar

from bot.domain.events import JSON
from bot.domain.privacy import places, repository, rows
from bot.domain.privacy.journal import Deletion, Journal, SubjectKind
from bot.domain.unit_of_work import Database, UnitOfWork, of_nobody, retried
from bot.store import Unavailable
from bot.store.errors import Undecided

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
BATCH_SERVERS = 10  # servers that are purged at once
BATCH_CHANNELS = 20  # private channels that are purged at once

StillUnused: TypeAlias = Callable[[UnitOfWork, int], Awaitable[bool]]
"""Whether a server or private channel may be deleted at this moment."""


class Leaving(Protocol):
    """A part of the domain in which something ends when a person deletes their data."""

    async def forgotten(self, work: UnitOfWork, user: int) -> int:
        """End what a person takes part in, before they are taken out of all tables; how many
        matches it touches.
        """


class Privacy:
    """Gives people their data; deletes that of people, servers and private channels.

    ``deleted``: called with each person whose data this process has deleted.

    :param leaving: asked in order
    """

    def __init__(
        self, database: Database, parts: Sequence[Leaving] = (), journal: Journal | None = None
    ) -> None:
        self._database = database
        self._leaving = tuple(parts)
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
        match_count = await self._noted("person", user, lambda token: self._delete(user, token))
        for forget in self.deleted:
            forget(user)
        return match_count

    @retried
    async def _delete(self, user: int, token: str | None) -> int:
        with of_nobody():  # it is done again where the database gave it up, also once it is noted
            return await self._delete_all(user, token)

    async def _delete_all(self, user: int, token: str | None) -> int:
        async with self._database.unit_of_work(alone=True) as work:
            # Noted before it is stored: what waits for this transaction to end must know of it at
            # once.
            work.deletions.note(user)
            match_count = 0
            for part in self._leaving:
                match_count += await part.forgotten(work, user)
            await places.leave(work.connection, user)
            await rows.erase(work.connection, user)
            await repository.note_made(work, token)
            return match_count

    async def _purge_all(self, scopes: Iterable[int], is_unused: StillUnused) -> int:
        """Delete all of some servers or private channels; how many of them are gone."""
        count = 0
        for scope in scopes:
            count += await self.purge(scope, is_unused)
        return count

    async def purge(self, scope: int, is_unused: StillUnused) -> bool:
        """Delete all of a server or private channel, a slice at a time while ``is_unused`` allows;
        whether it is gone.
        """

        async def purged(token: str | None) -> bool:
            while True:
                is_gone = await self._purge_slice(scope, is_unused, token)
                if is_gone is not None:
                    return is_gone

        return await self._noted("scope", scope, purged)

    @retried
    async def _purge_slice(
        self, scope: int, is_unused: StillUnused, token: str | None
    ) -> bool | None:
        """Delete some rows of a server, or at last what is left of it; whether it is gone then.

        None: not yet.
        """
        async with self._database.unit_of_work() as work:
            if not await is_unused(work, scope):
                return False
            if await rows.purge(work.connection, scope, SLICE):
                return None
            await repository.delete_scope(work, scope)
            await repository.note_made(work, token)
            return True

    async def purge_left_servers(self) -> int:
        """Delete the data of some servers from which the bot was removed 30 days ago; how many
        servers it were.
        """
        cutoff = self._database.now() - SERVER_KEPT
        async with self._database.read() as connection:
            scopes = await repository.left_before(connection, cutoff, BATCH_SERVERS)
        return await self._purge_all(scopes, _left)

    async def purge_unused_places(self) -> int:
        """Delete some private channels in which nobody plays any more; how many it were."""
        cutoff = self._database.now() - PRIVATE_KEPT
        async with self._database.read() as connection:
            channels = await places.unused(connection, cutoff, BATCH_CHANNELS)
        return await self._purge_all(channels, _unused)

    async def repeat_deletions(self) -> int:
        """Make deletions again that this database does not know, since it is an older copy; how
        many they are.

        To be called before anything is served. Servers are only noted as left: the bot may be in
        them again. Raises Unavailable.
        """
        if self._journal is None:
            return 0
        file = self._journal.file
        had_file = await asyncio.to_thread(file.exists)
        # which is logged; without deletions the bot can do without the file
        with suppress(Unavailable):
            await self._from_journal(self._journal.begin)
        journal_deletions = await self._from_journal(self._journal.deletions)
        async with self._database.read() as connection:
            known_tokens = await repository.tokens(connection)
            if known_tokens and not had_file:
                _warn_new_journal(file, len(known_tokens))
            unknown_deletions = [
                deletion for deletion in journal_deletions if deletion.token not in known_tokens
            ]
            if not unknown_deletions:
                return 0
            subjects: dict[SubjectKind, Collection[int]] = {
                "person": await rows.persons(connection),
                "scope": await repository.scope_ids(connection),
            }
        for deletion in unknown_deletions:
            whose = await asyncio.to_thread(self._journal.whose, deletion, subjects[deletion.kind])
            await self._repeat(deletion, whose)
        log.warning(
            "%s deletions were made again that are later than this copy of the database",
            len(unknown_deletions),
        )
        return len(unknown_deletions)

    async def _repeat(self, deletion: Deletion, whose: int | None) -> None:
        if whose is not None and deletion.kind == "person":
            await self._delete(whose, deletion.token)
            return
        async with self._database.unit_of_work() as work:
            if whose is not None:
                await repository.set_removed(work, whose, work.now - SERVER_KEPT)
            await repository.note_made(work, deletion.token)

    async def erase_remains(self) -> bool:
        """Leave nothing of what was deleted in the file of the database and its log; whether that
        was done now.

        A large file is written anew at night: it keeps the disk busy, and needs as much space
        again.
        """
        database = self._database
        async with database.read() as connection:
            mark = await repository.remains_mark(connection)
        if mark is None:
            return False
        if await database.size() > SMALL and database.now().hour not in QUIET_HOURS:
            return False
        if not await database.store.erase_remains():
            return False
        await database.run(repository.forget_remains(mark))
        return True

    async def prune(self) -> None:
        """Forget which deletions were made very long ago."""
        cutoff = self._database.now() - TOKENS_KEPT
        await self._database.run(repository.forget_before(cutoff))
        if self._journal is not None:
            await self._from_journal(self._journal.prune, cutoff)

    async def _noted(
        self, kind: SubjectKind, subject: int, delete: Callable[[str | None], Awaitable[T]]
    ) -> T:
        """Delete something, and note that outside of the database before."""
        if self._journal is None:
            return await delete(None)
        journal = self._journal
        now = self._database.now()
        token = await self._from_journal(journal.note, kind, subject, now)
        try:
            result = await delete(token)
        except Undecided:
            raise
        except Exception:
            await self._from_journal(journal.withdraw, token)
            raise
        if result is False:
            await self._from_journal(journal.withdraw, token)
        return result

    async def _from_journal(self, what: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        try:
            return await asyncio.to_thread(what, *args, **more)
        except OSError as error:
            log.error("the file of deletions cannot be used: %s", error.strerror)
            raise Unavailable(writing=True) from error


def _warn_new_journal(file: Path, token_count: int) -> None:
    log.warning(
        (
            "%s is new, but the database knows of %s deletions: a restore needs the file that "
            "notes them"
        ),
        file,
        token_count,
    )


async def _left(work: UnitOfWork, scope: int) -> bool:
    """Whether the bot was removed from a server long ago; it does not come back until the unit of
    work is over.
    """
    removal_time = await repository.lock_removed(work, scope)
    return removal_time is not None and removal_time <= work.now - SERVER_KEPT


async def _unused(work: UnitOfWork, scope: int) -> bool:
    """Whether nobody plays in a private channel; nobody begins to until the unit of work is
    over.
    """
    await repository.lock_scope(work, scope)
    cutoff = work.now - PRIVATE_KEPT
    return bool(await places.unused(work.connection, cutoff, 1, candidates=(scope,)))
