"""Ratings never depend on the order in which results were stored, nor on what happens while they are computed anew."""

from __future__ import annotations

import contextlib
import itertools
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from bot.domain.domain import Domain
from bot.domain.ratings import ledger as ledgers
from bot.domain.ratings import pools
from bot.domain.ratings.ledger import CHANGES, Ledger, change_of
from bot.domain.ratings.rating import FULL, WORLD
from bot.domain.ratings.recounting import Pool, mark
from bot.domain.ratings.repository import PoolRepository
from bot.domain.ratings.results import BEGINNING, Latest, Position, RatedResult, StoredRating, changes_by
from bot.domain.unit_of_work import UnitOfWork
from bot.store import insert_new
from bot.store.tables import matches as stored
from bot.store.tables import rating_changes, ratings, recounts, scopes
from tests.bot.conftest import Clock, Crash, crash_after

SCOPE = 900
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


@pytest.fixture(autouse=True)
def short_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledgers, "PAGE", 2)


async def kept(domain: Domain, clock: Clock, game: str, given: list[tuple[int, tuple[int, int], int | None]]) -> Any:
    """Store finished matches that are not rated yet; their results in order."""
    found = []
    async with domain.database.store.write() as connection:
        await insert_new(connection, scopes, id=SCOPE, guild=True, settings={})
        for hours, seats, winner in given:
            at = clock() + timedelta(hours=hours * 10)
            row: dict[str, Any] = {
                "scope": SCOPE,
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
            id = (await connection.execute(stored.insert().values(**row).returning(stored.c.id))).scalar_one()
            score = 0.5 if winner is None else 1.0 - winner
            names = (row["name0"], row["name1"])
            found.append(RatedResult(Position(at, id), seats, names, score, (FULL, FULL)))
    return sorted(found)


async def enter(work: UnitOfWork, pool: Pool, new: RatedResult) -> None:
    """Count a result as the service does."""
    if not await pools.enter(Ledger(work.connection, *pool), PoolRepository(work.connection, *pool), new):
        await mark(work, pool, new.position)


async def same(domain: Domain, pool: Pool, expected: list[RatedResult]) -> None:
    """What is stored is what follows from the results alone, rated one after the other."""
    known: dict[int, Latest] = {}
    changes = list(changes_by(expected, known, {}))
    scores: dict[int, dict[float, int]] = {}
    for change in changes:
        own = scores.setdefault(change.user, {})
        own[change.score] = own.get(change.score, 0) + 1
    async with domain.database.read() as connection:
        where = rating_changes.c.pool == pool.pool, rating_changes.c.game == pool.game
        assert [change_of(*row) for row in await connection.execute(CHANGES.where(*where))] == changes
        own_ratings = ratings.c.pool == pool.pool, ratings.c.game == pool.game
        users = set((await connection.execute(sa.select(ratings.c.user).where(*own_ratings))).scalars())
        assert await PoolRepository(connection, *pool).ratings(users) == {
            user: StoredRating.after(latest, scores[user]) for user, latest in known.items()
        }
        assert (await connection.execute(sa.select(recounts))).all() == []


@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(results, some.randoms(use_true_random=False), some.sampled_from((SCOPE, WORLD)))
async def test_any_order_of_storing_leads_to_the_same_ratings(
    domain: Domain, clock: Clock, games: list[tuple[int, tuple[int, int], int | None]], random: Any, where: int
) -> None:
    pool = Pool(where, f"game-{next(_numbers)}")
    results = await kept(domain, clock, pool.game, games)
    shuffled = list(results)
    random.shuffle(shuffled)
    for found in shuffled:
        async with domain.database.unit_of_work() as work:
            await enter(work, pool, found)
            await enter(work, pool, found)  # twice is once
    await domain.ratings.recounting.work()
    await same(domain, pool, results)
    # Without one of them it is as if that one had never been.
    gone = random.choice(results)
    async with domain.database.unit_of_work() as work:
        await work.connection.execute(stored.update().where(stored.c.id == gone.position.match).values(rated=False))
        await mark(work, pool, gone.position)
    await domain.ratings.recounting.work()
    await same(domain, pool, [one for one in results if one != gone])


@pytest.mark.slow
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    results,
    some.randoms(use_true_random=False),
    some.lists(some.one_of(some.just("end"), some.just("step"), some.integers(1, 12)), max_size=30),
)
async def test_matches_may_end_and_processes_stop_between_any_two_steps(
    domain: Domain,
    clock: Clock,
    games: list[tuple[int, tuple[int, int], int | None]],
    random: Any,
    program: list[str | int],
) -> None:
    """``program``: a match ends, a step is done, or one stops after so many statements."""
    pool = Pool(SCOPE, f"game-{next(_numbers)}")
    results = await kept(domain, clock, pool.game, games)
    async with domain.database.unit_of_work() as work:
        await mark(work, pool, BEGINNING)
    waiting = list(results)
    random.shuffle(waiting)
    for what in program:
        if what == "end" and waiting:
            async with domain.database.unit_of_work() as work:
                await enter(work, pool, waiting.pop())
        elif what == "step":
            await domain.ratings.recounting._step(pool)
        elif isinstance(what, int):
            with pytest.MonkeyPatch.context() as patch, contextlib.suppress(Crash):
                crash_after(patch, what)
                await domain.ratings.recounting._step(pool)
    await domain.ratings.recounting.work()
    await same(domain, pool, results)
