"""After any history, whatever happens meanwhile and wherever it is cut off, a deletion leaves
nothing of a person.
"""

import asyncio
import os
import random
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import URL, make_url

from bot.domain.domain import Domain
from bot.domain.privacy.journal import Journal
from bot.domain.privacy.rows import plain
from bot.ops.copies.backup import backup
from bot.ops.copies.restore import restore
from bot.ops.copies.sqlite_files import path_of
from bot.ops.copies.verify import verify
from bot.store import Store
from bot.store.personal import declared
from bot.store.tables import metadata, rating_changes
from tests.bot.conftest import HERE, Clock, Crash, connecting_without_threads, crash_after
from tests.bot.domain.matches.helpers import cleared
from tests.bot.domain.privacy.world import (
    ELSEWHERE,
    LEAVER,
    OTHERS,
    History,
    about_leaver,
    traces,
    traces_in,
)
from tests.bot.postgres import PostgresServer

FIRST, COUNT = map(int, os.environ.get("HISTORIES", "0,12").split(","))
"""The first seed, and how many histories there are in the long run, on each database."""
SEATS = ("name", "hints", "bank", "snoozed", "draw_ply", "home", "room")
"""What is stored of each seat of a match."""
KEPT_OF_IMPORT = {
    "imported",
    "decisions",
    "log",
    "name0",
    "name1",
    "winner",
    "reason",
    "created_at",
}
"""What an export has of an imported match."""


SEEDS = range(FIRST, FIRST + COUNT)
DATABASES_AND_SEEDS = [
    *(("sqlite", seed) for seed in SEEDS),
    *(("postgres", seed) for seed in SEEDS[1::4]),
]


async def live(url: str, clock: Clock, seed: int) -> None:
    """Fill a database with a history, in which one thing happens at a time."""
    with connecting_without_threads():
        store = await Store.open(url)
        domain = Domain(store, clock, random.Random(seed))
        await History(domain, clock, seed).go_on(120)
        await store.close()


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "kept" / "deletions")


@pytest.mark.slow
@pytest.mark.mutants
@pytest.mark.parametrize(("engine", "seed"), DATABASES_AND_SEEDS, indirect=["engine"])
async def test_nothing_is_left_of_who_has_left(
    database_url: str,
    open_domain: Callable[[], Awaitable[Domain]],
    clock: Clock,
    journal: Journal,
    tmp_path: Path,
    engine: PostgresServer | None,
    seed: int,
) -> None:
    rng = random.Random(seed)
    await live(database_url, clock, seed)
    store = (await open_domain()).database.store
    domain = Domain(store, clock, random.Random(seed), journal=journal)
    await assert_exported_whole(domain)
    ratings_of_others = await rating_steps(domain)
    copy = tmp_path / "copies" / "copy.db"
    await backup(store.url, copy)

    crash, busy = ((True, True), (True, False), (False, True))[seed % 3]
    requests = [domain.privacy.delete(LEAVER.id)]
    if busy:
        # another process on a server; SQLite has one only
        other_store = store if store.sqlite else (await open_domain()).database.store
        other = Domain(other_store, clock, random.Random(seed))
        requests += acts_of_others(other, clock, rng)
    with pytest.MonkeyPatch.context() as patch:
        if crash:
            crash_after(patch, rng.randrange(1, 200 if busy else 30))
        results = await asyncio.gather(*requests, return_exceptions=True)
    if any(isinstance(result, Crash) for result in results):
        # The process is started again.
        domain = Domain(store, clock, random.Random(seed), journal=journal)
        await domain.privacy.repeat_deletions()

    await assert_nothing_left(domain, clock)
    ratings_now = await rating_steps(domain)
    assert ratings_now.items() >= ratings_of_others.items()

    if engine is not None:
        async with engine.database() as address:
            await restore(copy, make_url(address))
            await assert_nothing_comes_back(make_url(address), clock, journal)
        return
    await domain.privacy.erase_remains()
    assert await traces_in(path_of(store.url).parent) == []
    await backup(store.url, tmp_path / "new" / "copy.db")
    assert await traces_in(tmp_path / "new") == []
    await store.close()
    restoration = await restore(copy, store.url)
    restoration.former.unlink()
    await assert_nothing_comes_back(store.url, clock, journal)
    assert await traces_in(path_of(store.url).parent) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS[1:3])
async def test_nothing_is_left_of_a_server_that_removed_the_bot(
    database_url: str, open_domain: Callable[[], Awaitable[Domain]], clock: Clock, seed: int
) -> None:
    await live(database_url, clock, seed)
    domain = await open_domain()
    await domain.exclusions.ban(ELSEWHERE, LEAVER.id, OTHERS[0])
    counts = await rows_by_place(domain)
    ratings_here = await rating_steps(domain, HERE.scope)
    assert len(counts[ELSEWHERE.scope]) > 4, "there was something of it in several tables"

    await domain.servers.removed(ELSEWHERE.scope)
    clock.move(days=30, seconds=-1)
    assert await domain.privacy.purge_left_servers() == 0
    clock.move(seconds=1)
    assert await domain.privacy.purge_left_servers() == 1

    counts_now = await rows_by_place(domain)
    assert ELSEWHERE.scope not in counts_now
    assert ELSEWHERE.channel not in counts_now
    assert counts_now[HERE.scope] == counts[HERE.scope]
    assert await rating_steps(domain, HERE.scope) == ratings_here
    await assert_consistent(domain)


async def rows_by_place(domain: Domain) -> dict[int, Counter[str]]:
    """How many rows of each table there are of each server and channel."""
    counts: defaultdict[int, Counter[str]] = defaultdict(Counter)
    async with domain.database.read() as connection:
        for table in metadata.sorted_tables:
            columns = [column.name for column in table.c if declared(column).place is not None]
            result = await connection.execute(sa.select(table))
            for row in result.mappings():
                for place in {row[name] for name in columns}:
                    counts[place][table.name] += 1
    return counts


async def assert_nothing_comes_back(url: URL, clock: Clock, journal: Journal) -> None:
    """In a database that an older copy was restored to, nothing is left either once the bot
    serves.
    """
    store = await Store.open(url)
    domain = Domain(store, clock, random.Random(1), journal=journal)
    assert await domain.privacy.repeat_deletions() >= 1
    await assert_nothing_left(domain, clock)
    await domain.privacy.erase_remains()
    await store.close()


def acts_of_others(domain: Domain, clock: Clock, rng: random.Random) -> list[Awaitable[object]]:
    """What others do at the same moment: answer what the leaver has asked, go on playing, think,
    share and wait.
    """

    async def after_a_while(act: Callable[[], Awaitable[object]]) -> object:
        await asyncio.sleep(rng.random() * 0.02)
        return await act()

    accepts: list[Callable[[], Awaitable[object]]] = []
    for challenge in range(1, 20):
        accepts += [partial(domain.challenges.accept, challenge, person) for person in OTHERS]
    jobs = (
        domain.tournaments.work,
        domain.members.store_turns,
        domain.matches.wake_due,
        domain.daily_cards.work,
        domain.challenges.expire,
    )
    acts = [*rng.sample(accepts, 8), *rng.sample(jobs, 4)]
    for seed in range(8):
        history = History(domain, clock, seed)
        act = rng.choice((history.think, history.share, history.wait))
        acts.append(partial(act, rng.choice(OTHERS)))
    return [after_a_while(act) for act in acts]


async def assert_nothing_left(domain: Domain, clock: Clock) -> None:
    """Once all that was owed is sent, no row says anything of the leaver; everybody else's matches
    are as they were.
    """
    clock.move(days=2)  # what waits for somebody's hours
    await cleared(domain)
    assert await traces(domain.database.store) == []
    await assert_consistent(domain)


async def assert_consistent(domain: Domain) -> None:
    """What is stored passes the check of a database."""
    async with domain.database.read() as connection:
        report = await verify(connection)
    assert report.wrong == ()


async def rating_steps(
    domain: Domain, scope: int | None = None
) -> dict[tuple[int, int], tuple[float, float]]:
    """What each match, or each of one scope, did to the ratings of others, by match and seat."""
    table = rating_changes.c
    query = sa.select(table.match, table.seat, table.rating_before, table.rating)
    query = query.where(table.user != LEAVER.id, table.user > 0)
    if scope is not None:
        query = query.where(table.scope == scope)
    async with domain.database.read() as connection:
        rows = await connection.execute(query)
    return {(row.match, row.seat): (row.rating_before, row.rating) for row in rows}


async def assert_exported_whole(domain: Domain) -> None:
    """Every row that names the leaver is given out, with all in it that is theirs, and nothing else
    is.
    """
    export = {}
    for table, rows in (await domain.privacy.export(LEAVER.id)).items():
        if isinstance(rows, list) and rows:
            export[table] = [row for row in rows if isinstance(row, dict)]
    rows_of_leaver = await about_leaver(domain.database.store)
    assert export.keys() == rows_of_leaver.keys()
    for table, rows in rows_of_leaver.items():
        assert len(export[table]) == len(rows), table
        for row in rows:
            omitted = not_exported(table, row)
            own = plain({name: value for name, value in row.items() if name not in omitted})
            differences = [
                {name for name in own if candidate.get(name, ...) != own[name]}
                for candidate in export[table]
            ]
            assert min(differences, key=len) == set(), table


def not_exported(table: str, row: Mapping[str, Any]) -> set[str]:
    """What need not be in an export: keys to answers, and what is the other's of a row about
    two.
    """
    match table:
        case "outbox" | "pending_answers":
            return {"token"}
        case "matches" if row["imported"] == LEAVER.id:
            return row.keys() - KEPT_OF_IMPORT
        case "matches":
            seats = [seat for seat in (0, 1) if row[f"seat{seat}"] != LEAVER.id]
            return {f"{name}{seat}" for seat in seats for name in SEATS}
        case "challenges" if row["maker"] != LEAVER.id:
            return {"maker_name", "note", "side", "created_at"}
        case "challenges":
            return {"target_name"}
        case "entrants" if row["user"] != LEAVER.id:
            return {"name", "status", "checked", "seed", "joined_at"}
        case "entrants" if row["offered_to"] != LEAVER.id:
            return {"offered_at"}
        case "tournaments" if row["organiser"] != LEAVER.id:
            return {"organiser_name"}
    return set()
