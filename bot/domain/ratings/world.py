"""Who belongs to the world: members who have met enough others of it; what results do to their ratings and to others'.

Within a group of accounts that plays among itself, points say nothing to anybody outside of it: who has fifty accounts
can win as often as they like. So a result counts in the world in full only between two who belong to it. To a newcomer
it does so much that their rating stays near the start, and is provisional; to a member who plays a newcomer, nothing.
Members who have not belonged to it for long are rated by their results against those who have, and nobody by theirs:
so what an army of accounts can do for each other it can do a month later at the earliest, one by one.

The world begins with its founders: the first group large enough, in which everybody has met several others, and which
does not hang together by one person only. From then on a newcomer belongs to it who has met ``MET`` of its members,
each of whom has belonged to it for a while.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

import rustworkx as rx
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain.ratings.ledger import portions
from bot.domain.ratings.pools import Effects
from bot.domain.ratings.rating import BOUNDED, FULL, NONE, WORLD
from bot.domain.ratings.results import RatedResult
from bot.domain.unit_of_work import Database, UnitOfWork
from bot.domain.values import NOBODY
from bot.store import insert_new
from bot.store.tables import rating_changes, world_members

FOUNDERS = 100
"""How many members the group has at least that the world begins with, unless the host sets another number."""
MET = 3
"""How many of the world's members a newcomer has to have met; and of its group, a founder."""
ESTABLISHED_AFTER = timedelta(days=30)
"""How long somebody has belonged to the world before it counts for others to have met or beaten them."""
LATELY = timedelta(days=40)
"""How long after their last match newcomers are still looked at."""
MOST_PAIRS = 50_000
"""How many pairs of players are looked at for founders; a group that is large enough has far fewer."""


class World:
    """Decides what a result does to ratings in the world. ``founders`` 0: everybody belongs to it."""

    def __init__(self, founders: int = FOUNDERS) -> None:
        self._founders = founders

    def effects(self, work: UnitOfWork, pool: int) -> Effects:
        """What results that are new to a pool do to the ratings in it."""

        async def decided(results: Collection[RatedResult]) -> list[RatedResult]:
            if not results or pool != WORLD or not self._founders:
                return [one._replace(effects=(FULL, FULL)) for one in results]
            since = await members(work.connection, {user for one in results for user in one.users})
            return [one._replace(effects=effects_of(one.users, one.position.at, since)) for one in results]

        return decided


def effects_of(users: tuple[int, int], at: datetime, since: Mapping[int, datetime]) -> tuple[int, int]:
    """What a result of two players that came in ``at`` does to their ratings.

    ``since`` tells from when on those of them who do have belonged to the world.
    """
    one, other = users
    return _effect(one, other, at, since), _effect(other, one, at, since)


def _effect(own: int, opponent: int, at: datetime, since: Mapping[int, datetime]) -> int:
    if own not in since:
        return BOUNDED
    return FULL if opponent in since and since[opponent] <= at - ESTABLISHED_AFTER else NONE


async def members(connection: AsyncConnection, users: Collection[int]) -> dict[int, datetime]:
    """Those of some users who belong to the world, and since when."""
    query = sa.select(world_members.c.user, world_members.c.at).where(world_members.c.user.in_(users))
    return {row.user: row.at for row in await connection.execute(query)}


class WorldMembers:
    """Looks from time to time who belongs to the world by now."""

    def __init__(self, database: Database, founders: int = FOUNDERS) -> None:
        self._database = database
        self._founders = founders

    async def grow(self) -> int:
        """Let those belong to the world who have met enough others; how many have come to it."""
        if not self._founders:
            return 0
        now = self._database.now()
        async with self._database.read() as connection:
            founded = (await connection.execute(sa.select(world_members.c.user).limit(1))).first() is not None
            pairs = set() if founded else await _pairs(connection)
            new = await _newcomers(connection, now) if founded else set()
        since = now
        if not founded:
            new, since = await asyncio.to_thread(founders_among, pairs, self._founders), now - ESTABLISHED_AFTER
        for some in portions(new):
            async with self._database.unit_of_work() as work:
                for user in some:
                    await insert_new(work.connection, world_members, user=user, at=since)
        return len(new)


def founders_among(pairs: Collection[tuple[int, int]], least: int) -> set[int]:
    """The largest group of players, each of whom has met MET others of it, and which no single one holds together.

    Empty if it has fewer than ``least``. ``pairs``: who has played whom.
    """
    inside = {user for pair in pairs for user in pair}
    while len(inside) >= least:
        near = [pair for pair in pairs if inside.issuperset(pair)]
        met = Counter(user for pair in near for user in pair)
        core = {user for user in inside if met[user] >= MET}
        if core != inside:
            inside = core
            continue
        graph: rx.PyGraph[int, None] = rx.PyGraph(multigraph=False)
        nodes = dict(zip(inside, graph.add_nodes_from(list(inside)), strict=True))
        graph.add_edges_from([(nodes[one], nodes[other], None) for one, other in near])
        groups: defaultdict[int, set[int]] = defaultdict(set)
        for edge, group in rx.biconnected_components(graph).items():
            groups[group].update(graph[node] for node in edge)
        largest = max(groups.values(), key=lambda group: (len(group), [-user for user in sorted(group)]))
        if largest == inside:
            return inside
        inside = largest
    return set()


async def _pairs(connection: AsyncConnection) -> set[tuple[int, int]]:
    """Who has played whom in the world, at most so many pairs."""
    one, other = rating_changes.alias("one").c, rating_changes.alias("other").c
    query = (
        sa.select(one.user, other.user)
        .where(one.pool == WORLD, one.seat == 0, one.user != NOBODY)
        .where(other.pool == WORLD, other.match == one.match, other.seat == 1, other.user != NOBODY)
        .distinct()
        .limit(MOST_PAIRS)
    )
    return {(min(pair), max(pair)) for pair in (tuple(row) for row in await connection.execute(query))}


async def _newcomers(connection: AsyncConnection, now: datetime) -> set[int]:
    """Those who have lately played in the world, and by now met enough of its members to belong to it."""
    mine, other = rating_changes.alias("mine").c, rating_changes.alias("other").c
    lately = {
        user
        for game in games.catalog()
        for user in (
            await connection.execute(
                sa.select(rating_changes.c.user)
                .where(rating_changes.c.pool == WORLD, rating_changes.c.game == game.slug)
                .where(rating_changes.c.at >= now - LATELY, rating_changes.c.effect == BOUNDED)
                .distinct()
            )
        ).scalars()
    }
    lately.discard(NOBODY)
    found: set[int] = set()
    for some in portions(lately):
        met = (
            sa.select(mine.user)
            .where(mine.pool == WORLD, mine.user.in_(some), other.pool == WORLD, other.match == mine.match)
            .where(other.seat != mine.seat, world_members.c.user == other.user)
            .where(world_members.c.at <= now - ESTABLISHED_AFTER)
            .group_by(mine.user)
            .having(sa.func.count(other.user.distinct()) >= MET)
        )
        found |= set((await connection.execute(met)).scalars()) - (await members(connection, some)).keys()
    return found
