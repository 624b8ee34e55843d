"""After any history, whatever happens meanwhile and wherever it is cut off, a deletion leaves nothing of a person."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import URL, make_url

from bot import app
from bot.app import Domain
from bot.domain.privacy.journal import Journal
from bot.domain.privacy.rows import EXPORTED_AS, plain
from bot.ops.copies.backup import backup
from bot.ops.copies.restore import restore
from bot.ops.copies.sqlite_files import path_of
from bot.ops.copies.verify import verify
from bot.store import Store
from bot.store.tables import rating_changes
from tests.bot.conftest import Clock, Crash, crash_after
from tests.bot.domain.matches.helpers import swept
from tests.bot.domain.privacy.world import LEAVER, History, about_leaver, traces, traces_in
from tests.bot.postgres import Server

MANY = 12
"""How many histories there are in the long run, on each database."""


def seeds() -> list[Any]:
    return [pytest.param(seed, marks=[pytest.mark.slow] if seed >= 2 else []) for seed in range(MANY)]


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "kept" / "deletions")


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
    first = await opened()
    here = app.domain(first.database.store, clock, random.Random(seed), journal=journal)
    store = here.database.store
    history = History(here, clock, seed)
    await history.go_on(70)
    await exported_whole(here)
    rated = await changes(here)
    copy = tmp_path / "copies" / "copy.db"
    await backup(store.url, copy)
    other = here if store.sqlite else await opened()

    crashed = rng.random() < 0.5
    with pytest.MonkeyPatch.context() as patch:
        if crashed:
            crash_after(patch, rng.randrange(1, 30))
        left = await asyncio.gather(
            here.privacy.delete(LEAVER.id), *meanwhile(other, rng, crashed), return_exceptions=True
        )
    if any(isinstance(one, Crash) for one in left):
        here = app.domain(store, clock, random.Random(seed), journal=journal)  # the process is started again
        await here.privacy.repeat_deletions()
    await nothing_left(here, clock)
    assert {place: values for place, values in (await changes(here)).items() if place in rated} == rated
    assert (await here.ratings.recompute()).changed == 0

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
    restored = await restore(copy, store.url)
    assert restored.former is not None
    restored.former.unlink()
    await nothing_comes_back(store.url, clock, journal)
    assert await traces_in(path_of(store.url).parent) == []


async def nothing_comes_back(url: URL, clock: Clock, journal: Journal) -> None:
    """In a database that an older copy was restored to, nothing is left either once the bot serves."""
    again = await Store.open(url)
    here = app.domain(again, clock, random.Random(1), journal=journal)
    assert await here.privacy.repeat_deletions() >= 1
    await nothing_left(here, clock)
    await here.privacy.erase_remains()
    await again.close()


def meanwhile(domain: Domain, rng: random.Random, crashed: bool) -> list[Awaitable[object]]:
    """What others do at the same moment: answer what the leaver has asked, and go on playing."""
    if crashed:
        return []

    async def later(act: Callable[[], Awaitable[object]]) -> object:
        await asyncio.sleep(rng.random() * 0.02)
        return await act()

    def accepts(challenge: int, who: int) -> Callable[[], Awaitable[object]]:
        return lambda: domain.challenges.accept(challenge, others[who])

    others = {person.id: person for person in History(domain, Clock(), 0).others}
    acts: list[Callable[[], Awaitable[object]]] = [accepts(number, who) for number in range(1, 20) for who in others]
    acts += [domain.tournaments.work, domain.members.store_rhythms, domain.matches.wake_due]
    return [later(act) for act in rng.sample(acts, 12)]


async def nothing_left(domain: Domain, clock: Clock) -> None:
    """Once all that was owed is sent, no row says anything of the leaver; everybody else's matches are as they were."""
    clock.move(days=2)  # what waits for somebody's hours
    await swept(domain)
    assert await traces(domain.database.store) == []
    async with domain.database.read() as connection:
        assert (await verify(connection)).wrong == ()


async def changes(domain: Domain) -> dict[tuple[int, int, str], tuple[float, float]]:
    """What each match did to the ratings of others, by match, seat and whether it is the world's."""
    table = rating_changes.c
    query = sa.select(table.match, table.seat, table.pool, table.rating_before, table.rating)
    async with domain.database.read() as connection:
        rows = await connection.execute(query.where(table.user != LEAVER.id, table.user > 0))
        return {(row.match, row.seat, "" if row.pool else "world"): (row.rating_before, row.rating) for row in rows}


async def exported_whole(domain: Domain) -> None:
    """Every row that names the leaver is given out, and what is given out is what is stored."""
    given = await domain.privacy.export(LEAVER.id)
    stored = await about_leaver(domain.database.store)
    for table, rows in stored.items():
        found = given[EXPORTED_AS.get(table, table)]
        assert isinstance(found, list)
        for row in map(plain, rows):
            assert any(isinstance(one, dict) and one.items() <= row.items() for one in found), (table, row)
