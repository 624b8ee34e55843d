"""Ratings computed anew in short steps, each a transaction of its own, so that nobody waits for them.

What is still to be done is stored: a pool, and the place in the order of its results from which they are to be rated
anew. A process that stops leaves it to the next one. Matches may end meanwhile: their results are rated as things
stand, and again when that place has come to them.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

import sqlalchemy as sa

from bot.domain.ratings import pools
from bot.domain.ratings.ledger import Ledger
from bot.domain.ratings.rating import WORLD, Recount
from bot.domain.ratings.repository import PoolRepository
from bot.domain.ratings.results import BEGINNING, Position
from bot.domain.ratings.world import World
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from bot.store import insert_new
from bot.store.locks import pool as pool_lock
from bot.store.tables import recounts, scopes

LEAST_PAUSE = 0.02
"""Seconds between two steps at least; otherwise as long as a step took, so that others have half of the time."""
CIRCLES_AT_ONCE = 10


class Pool(NamedTuple):
    """The ratings of a game: on a server, or in the world."""

    pool: int
    game: str


async def mark(work: UnitOfWork, pool: Pool, since: Position) -> None:
    """Note that results of a pool are to be rated anew from a place in the order on."""
    own = recounts.c.pool == pool.pool, recounts.c.game == pool.game
    await insert_new(work.connection, recounts, **pool._asdict(), at=since.at, match=since.match)
    later = sa.or_(recounts.c.at > since.at, sa.and_(recounts.c.at == since.at, recounts.c.match > since.match))
    await work.connection.execute(recounts.update().where(*own, later).values(at=since.at, match=since.match))


class Recounting:
    """Rates anew what is noted to be."""

    def __init__(self, database: Database, world: World) -> None:
        self._database = database
        self._world = world
        self._locks: defaultdict[Pool, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def work(self) -> int:
        """Do all that is noted, but in pools of servers that the bot is not in; how many results that came to."""
        query = sa.select(recounts.c.pool, recounts.c.game).outerjoin(scopes, scopes.c.id == recounts.c.pool)
        there = query.where(scopes.c.removed_at.is_(None)).order_by(recounts.c.pool, recounts.c.game)
        total = 0
        for row in await self._database.store.fetch(there):
            pool = Pool(*row)
            if not self._locks[pool].locked():  # else it is being done, and what came of it is counted there
                async with self._locks[pool]:
                    total += (await self._go_through(pool)).matches
        return total

    async def anew(self, found: Iterable[Pool]) -> Recount:
        """Rate all results of some pools anew, one pool after the other, and write what was different."""
        total = Recount(0, 0, 0, 0)
        for pool in found:
            async with self._locks[pool]:
                await self._begin(pool)
                total += await self._go_through(pool)
                total += Recount(0, 0, 0, await self._without_results(pool))
            if pool.pool == WORLD:
                await self._look_for_circles(pool)
        return total

    async def step(self, work: UnitOfWork, pool: Pool, *, without: int | None = None) -> pools.Rated | None:
        """Rate the next few results anew that are noted to be, where the pool is locked; None if none are."""
        own = recounts.c.pool == pool.pool, recounts.c.game == pool.game
        row = (await work.connection.execute(sa.select(recounts.c.at, recounts.c.match).where(*own))).one_or_none()
        if row is None:
            return None
        ledger, stored = Ledger(work.connection, *pool), PoolRepository(work.connection, *pool)
        rated = await pools.rate_next(
            ledger, stored, Position(*row), self._world.effects(work, pool.pool), without=without
        )
        if rated.end is None:
            await work.connection.execute(recounts.delete().where(*own))
        else:
            await work.connection.execute(recounts.update().where(*own).values(**rated.end._asdict()))
        return rated

    async def _go_through(self, pool: Pool) -> Recount:
        total = Recount(1, 0, 0, 0)
        while True:
            begun = time.perf_counter()
            rated = await self._step(pool)
            if rated is not None:
                total += Recount(0, rated.results, rated.ratings, rated.changed)
            if rated is None or rated.end is None:
                return total
            await asyncio.sleep(max(time.perf_counter() - begun, LEAST_PAUSE))

    @retried
    async def _begin(self, pool: Pool) -> None:
        async with self._database.unit_of_work() as work:
            await work.lock(pool_lock(*pool, shared=False))
            await mark(work, pool, BEGINNING)

    @retried
    async def _step(self, pool: Pool) -> pools.Rated | None:
        async with self._database.unit_of_work() as work:
            await work.lock(pool_lock(*pool, shared=False))
            return await self.step(work, pool)

    async def _without_results(self, pool: Pool) -> int:
        """Take out ratings that no result stands behind; how many they were."""
        async with self._database.read() as connection:
            strays = await PoolRepository(connection, *pool).without_results()
        if not strays:
            return 0
        async with self._database.unit_of_work() as work:
            await work.lock(pool_lock(*pool, shared=False))
            stored = PoolRepository(work.connection, *pool)
            strays = await stored.without_results(strays)
            await stored.delete(strays)
            return len(strays)

    async def _look_for_circles(self, pool: Pool) -> None:
        async with self._database.read() as connection:
            users = await PoolRepository(connection, *pool).settled()
        for start in range(0, len(users), CIRCLES_AT_ONCE):
            async with self._database.unit_of_work() as work:
                stored = PoolRepository(work.connection, *pool)
                await pools.look_for_circles(stored, users[start : start + CIRCLES_AT_ONCE])
            await asyncio.sleep(LEAST_PAUSE)
