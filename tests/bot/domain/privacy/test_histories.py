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
from tests.bot.conftest import HERE, Clock, Crash, crash_after
from tests.bot.domain.matches.helpers import swept
from tests.bot.domain.privacy.world import (
    ELSEWHERE,
    LEAVER,
    OTHERS,
    History,
    about_leaver,
    traces,
    traces_in,
)
from tests.bot.postgres import Server

FIRST, MANY = map(int, os.environ.get("HISTORIES", "0,16").split(","))
"""The first seed, and how many histories there are in the long run, on each database."""
SEATS = ("name", "hints", "bank", "snoozed", "draw_ply", "home", "room")
"""What is stored of each seat of a match."""


def seeds() -> list[Any]:
    return [
        pytest.param(seed, marks=[pytest.mark.slow] if seed >= 1 else [])
        for seed in range(FIRST, FIRST + MANY)
    ]


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "kept" / "deletions")


@pytest.mark.slow
@pytest.mark.mutants
@pytest.mark.parametrize("seed", seeds())
async def test_nothing_is_left_of_who_has_left(
    opened: Callable[[], Awaitable[Domain]],
    clock: Clock,
    journal: Journal,
    tmp_path: Path,
    engine: Server | None,
    seed: int,
) -> None:
    rng = random.Random(seed)
    store = (await opened()).database.store
    here = Domain(store, clock, random.Random(seed), journal=journal)
    await History(here, clock, seed).go_on(120)
    await exported_whole(here)
    rated = await changes(here)
    copy = tmp_path / "copies" / "copy.db"
    await backup(store.url, copy)
    elsewhere = store if store.sqlite else (await opened()).database.store
    other = Domain(elsewhere, clock, random.Random(seed))

    crashed, busy = ((True, True), (True, False), (False, True))[seed % 3]
    acts = meanwhile(other, clock, rng) if busy else []
    with pytest.MonkeyPatch.context() as patch:
        if crashed:
            crash_after(patch, rng.randrange(1, 200 if busy else 30))
        left = await asyncio.gather(here.privacy.delete(LEAVER.id), *acts, return_exceptions=True)
    if any(isinstance(one, Crash) for one in left):
        # The process is started again.
        here = Domain(store, clock, random.Random(seed), journal=journal)
        await here.privacy.repeat_deletions()
    await nothing_left(here, clock)
    assert {
        place: values for place, values in (await changes(here)).items() if place in rated
    } == rated

    if engine is not None:
        async with engine.database() as address:
            await restore(copy, make_url(address))
            await nothing_comes_back(make_url(address), clock, journal)
        return
    await here.privacy.erase_remains()
    assert await traces_in(path_of(store.url).parent) == []
    await backup(store.url, tmp_path / "new" / "copy.db")
    assert await traces_in(tmp_path / "new") == []
    await store.close()
    former = (await restore(copy, store.url)).former
    former.unlink()
    await nothing_comes_back(store.url, clock, journal)
    assert await traces_in(path_of(store.url).parent) == []


@pytest.mark.parametrize("seed", seeds()[1:4])
async def test_nothing_is_left_of_a_server_that_removed_the_bot(
    opened: Callable[[], Awaitable[Domain]], clock: Clock, seed: int
) -> None:
    here = Domain((await opened()).database.store, clock, random.Random(seed))
    await History(here, clock, seed).go_on(120)
    await here.exclusions.ban(ELSEWHERE, LEAVER.id, OTHERS[0])
    before = await in_places(here)
    ratings_here = await changes(here, HERE.scope)
    assert len(before[ELSEWHERE.scope]) > 4, "there was something of it in several tables"
    await here.servers.removed(ELSEWHERE.scope)
    clock.move(days=30, seconds=-1)
    assert await here.privacy.purge_left_servers() == 0
    clock.move(seconds=1)
    assert await here.privacy.purge_left_servers() == 1
    left = await in_places(here)
    assert ELSEWHERE.scope not in left
    assert ELSEWHERE.channel not in left
    assert left[HERE.scope] == before[HERE.scope]
    assert await changes(here, HERE.scope) == ratings_here
    async with here.database.read() as connection:
        assert (await verify(connection)).wrong == ()


async def in_places(domain: Domain) -> dict[int, Counter[str]]:
    """How many rows of each table there are of each server and channel."""
    found: defaultdict[int, Counter[str]] = defaultdict(Counter)
    async with domain.database.read() as connection:
        for table in metadata.sorted_tables:
            places = [column for column in table.c if declared(column).place is not None]
            for row in (await connection.execute(sa.select(table))).mappings():
                for place in {row[column.name] for column in places}:
                    found[place][table.name] += 1
    return found


async def nothing_comes_back(url: URL, clock: Clock, journal: Journal) -> None:
    """In a database that an older copy was restored to, nothing is left either once the bot
    serves.
    """
    again = await Store.open(url)
    here = Domain(again, clock, random.Random(1), journal=journal)
    assert await here.privacy.repeat_deletions() >= 1
    await nothing_left(here, clock)
    await here.privacy.erase_remains()
    await again.close()


def meanwhile(domain: Domain, clock: Clock, rng: random.Random) -> list[Awaitable[object]]:
    """What others do at the same moment: answer what the leaver has asked, go on playing, think,
    share and wait.
    """

    async def later(act: Callable[[], Awaitable[object]]) -> object:
        await asyncio.sleep(rng.random() * 0.02)
        return await act()

    def accepts(challenge: int, who: int) -> Callable[[], Awaitable[object]]:
        return lambda: domain.challenges.accept(challenge, others[who])

    def does(number: int) -> Callable[[], Awaitable[object]]:
        others = History(domain, clock, number)
        who = rng.choice(OTHERS)
        return rng.choice(
            (partial(others.think, who), partial(others.share, who), partial(others.wait, who))
        )

    others = {person.id: person for person in OTHERS}
    acts: list[Callable[[], Awaitable[object]]] = [
        accepts(number, who) for number in range(1, 20) for who in others
    ]
    jobs = (
        domain.tournaments.work,
        domain.members.store_turns,
        domain.matches.wake_due,
        domain.daily_cards.work,
    )
    more = (domain.challenges.expire,)
    chosen = [
        *rng.sample(acts, 8),
        *rng.sample((*jobs, *more), 4),
        *(does(number) for number in range(8)),
    ]
    return [later(act) for act in chosen]


async def nothing_left(domain: Domain, clock: Clock) -> None:
    """Once all that was owed is sent, no row says anything of the leaver; everybody else's matches
    are as they were.
    """
    clock.move(days=2)  # what waits for somebody's hours
    await swept(domain)
    assert await traces(domain.database.store) == []
    async with domain.database.read() as connection:
        assert (await verify(connection)).wrong == ()


async def changes(
    domain: Domain, scope: int | None = None
) -> dict[tuple[int, int], tuple[float, float]]:
    """What each match, or each of one scope, did to the ratings of others, by match and seat."""
    table = rating_changes.c
    query = sa.select(table.match, table.seat, table.rating_before, table.rating)
    if scope is not None:
        query = query.where(table.scope == scope)
    async with domain.database.read() as connection:
        rows = await connection.execute(query.where(table.user != LEAVER.id, table.user > 0))
        return {(row.match, row.seat): (row.rating_before, row.rating) for row in rows}


async def exported_whole(domain: Domain) -> None:
    """Every row that names the leaver is given out, with all in it that is theirs, and nothing else
    is.
    """
    exported = await domain.privacy.export(LEAVER.id)
    tables = {table: rows for table, rows in exported.items() if isinstance(rows, list) and rows}
    given = {
        table: [row for row in rows if isinstance(row, dict)] for table, rows in tables.items()
    }
    stored = await about_leaver(domain.database.store)
    assert {table: len(rows) for table, rows in given.items()} == {
        table: len(rows) for table, rows in stored.items()
    }
    for table, rows in stored.items():
        for row in rows:
            mine = plain(
                {name: value for name, value in row.items() if name not in not_given(table, row)}
            )
            lacking = [
                {name for name in mine if one.get(name, ...) != mine[name]} for one in given[table]
            ]
            assert set() in lacking, (table, min(lacking, key=len))


def not_given(table: str, row: Mapping[str, Any]) -> set[str]:
    """What need not be in an export: keys to answers, and what is the other's of a row about
    two.
    """
    match table:
        case "outbox" | "pending_answers":
            return {"token"}
        case "matches" if row["imported"] == LEAVER.id:
            return row.keys() - {
                "imported",
                "decisions",
                "log",
                "name0",
                "name1",
                "winner",
                "reason",
                "created_at",
            }
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
        case "tournaments":
            return {"organiser_name"} if row["organiser"] != LEAVER.id else set()
    return set()
