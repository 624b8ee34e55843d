"""Ratings never depend on the order in which results were stored."""

from __future__ import annotations

import itertools
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from bot.app import Domain
from bot.domain.ratings import pools
from bot.domain.ratings.repository import PoolRepository
from bot.store import insert_new
from bot.store.tables import matches as stored
from bot.store.tables import rating_changes, ratings, scopes
from tests.bot.conftest import Clock

_numbers = itertools.count(1)
# Hours after the start, the two players, and the winner; several may end at once.
results = some.lists(
    some.tuples(
        some.integers(0, 40),
        some.sampled_from(tuple(itertools.permutations((1, 2, 3, 4), 2))),
        some.sampled_from((0, 1, None)),
    ),
    min_size=1,
    max_size=12,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(results, some.randoms(use_true_random=False))
async def test_any_order_of_storing_leads_to_the_same_ratings(
    domain: Domain, clock: Clock, games: list[tuple[int, tuple[int, int], int | None]], random: Any
) -> None:
    game = f"game-{next(_numbers)}"
    async with domain.database.store.write() as connection:
        await insert_new(connection, scopes, id=900, guild=True, settings={})
        ends: list[tuple[datetime, int]] = []
        for hours, seats, winner in games:
            at = clock() + timedelta(hours=hours * 10)
            row: dict[str, Any] = {
                "scope": 900,
                "number": next(_numbers),
                "channel": 1,
                "game": game,
                "options": {},
                "seat0": seats[0],
                "seat1": seats[1],
                "name0": f"P{seats[0]}",
                "name1": f"P{seats[1]}",
                "rated": True,
                "clock": "none",
                "status": "finished",
                "winner": winner,
                "reason": "resigned",
                "created_at": clock(),
                "moved_at": at,
                "turn_at": at,
                "finished_at": at,
            }
            result = await connection.execute(stored.insert().values(**row).returning(stored.c.id))
            ends.append((at, result.scalar_one()))
        stored_pool = PoolRepository(connection, 900, game)
        results = await stored_pool.results()
        assert [found.position.match for found in results] == [row[1] for row in sorted(ends)]
        shuffled = list(results)
        random.shuffle(shuffled)
        for found in shuffled:
            await pools.enter(stored_pool, found)
            await pools.enter(stored_pool, found)  # twice is once
        *_, different = await pools.refold(stored_pool, results=results)
        assert different == 0
        for table, many in (
            (rating_changes, 2 * len(games)),
            (ratings, len({user for one in games for user in one[1]})),
        ):
            query = sa.select(sa.func.count()).select_from(table).where(table.c.game == game)
            assert (await connection.execute(query)).scalar_one() == many
        # Without one of them it is as if that one had never been.
        gone = random.choice(results).position
        await pools.refold(stored_pool, since=gone, drop=gone.match)
        left = [one for one in results if one.position != gone]
        *_, different = await pools.refold(stored_pool, results=left)
        assert different == 0
