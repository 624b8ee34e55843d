"""Ratings and tournaments: leaderboards of few and of very many, long histories, and large tournaments."""

import json
import random
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.chat.features.tournaments import pictures
from bot.chat.language.i18n import Language
from bot.chat.pictures.images import Images
from bot.domain.domain import Domain
from bot.domain.ratings.history import Filter
from bot.domain.tournaments import organising
from bot.domain.tournaments.tournament import Pairing, Terms
from bot.domain.values import Person
from bot.store import Store
from bot.store.tables import matches as table
from bot.workers.pool import THREADS, Workers
from render.charts import tables
from tests.bot.conftest import ANN, BEN, CAT, HERE, viewer
from tests.bot.domain.matches.helpers import swept
from tests.bot.domain.ratings.helpers import crowd, ended
from tests.bot.domain.tournaments.helpers import ORGANISER, field, play_round
from tests.bot.domain.tournaments.test_pairing import Swiss

from .reference import slowness

pytestmark = pytest.mark.bench
VELOOP = "veloop-square"
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
RATED = 20_000


@pytest.fixture
async def domain(tmp_path: Path) -> AsyncIterator[Domain]:
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path}/loophole.db")
    yield Domain(store, lambda: NOW, random.Random(1))
    await store.close()


async def timed(action: Callable[[], Awaitable[object]], times: int) -> float:
    """Milliseconds that something takes, the median, as on the reference machine."""
    slower = slowness()
    took = []
    for _ in range(times):
        start = time.perf_counter()
        await action()
        took.append((time.perf_counter() - start) * 1000)
    return statistics.median(took) / slower


@pytest.mark.parametrize("players", [10, 1_000, 100_000])
async def test_a_page_of_a_leaderboard(domain: Domain, players: int) -> None:
    ratings = domain.ratings
    await crowd(domain, players, NOW)
    user = 5000 + players // 2
    for name, offset in (("first page", 0), ("middle page", players // 4)):
        spent = await timed(lambda offset=offset: ratings.board(VELOOP, 900, offset=offset, user=user), 20)  # type: ignore[misc]
        print(f"\nleaderboard of {players:,}, {name} and one's own row: {spent:.1f} ms")
    lines = [tables.Line(str(n), f"Member {n}", ("1500", "5", "3", "1"), n == 4) for n in range(10)]
    columns = ("Rating", "Won", "Lost", "Drawn")
    begin = time.perf_counter()
    for _ in range(10):
        tables.table(lines, columns=columns, title="Veloop")
    print(f"its picture: {(time.perf_counter() - begin) * 100 / slowness():.1f} ms")


async def copied(domain: Domain, count: int) -> None:
    """``count`` finished rated matches: copies of one that was played, among other players, hours apart."""
    async with domain.database.store.write() as connection:
        row = dict((await connection.execute(table.select())).mappings().one())
        rng = random.Random(1)
        rows = []
        for number in range(count):
            one, other = rng.sample(range(3000, 3100), 2) if number % 10 else (ANN.id, rng.choice((BEN.id, CAT.id)))
            ends = NOW + timedelta(hours=number)
            winner = rng.choice((0, 1, None))
            change = {"seat0": one, "seat1": other, "name0": f"P{one}", "name1": f"P{other}", "winner": winner}
            ids = {"id": row["id"] + 1 + number, "number": row["number"] + 1 + number}
            rows.append({**row, **change, **ids, "finished_at": ends})
        for start in range(0, count, 2_000):
            await connection.execute(table.insert(), rows[start : start + 2_000])


async def test_long_histories(domain: Domain) -> None:
    ratings = domain.ratings
    await ended(domain, ANN, BEN)
    await copied(domain, RATED)
    slower = slowness()
    print(f"profile of a member with {RATED // 10:,} matches: {await timed(lambda: ratings.profile(ANN.id), 5):.1f} ms")
    spent = await timed(lambda: ratings.history(viewer(ANN), Filter(ANN.id, None, VELOOP, BEN.id, "won")), 5)
    print(f"a page of their history, filtered by game, opponent and result: {spent:.1f} ms")
    season = await timed(lambda: ratings.season(900, NOW, NOW + timedelta(days=90)), 3)
    print(f"the season of a quarter: {season:.1f} ms")
    start = time.perf_counter()
    exported = json.loads(await ratings.export(viewer(ANN), Filter(ANN.id)))
    seconds = (time.perf_counter() - start) / slower
    print(f"export of {len(exported):,} matches: {seconds:.2f} s")


def test_pairing_a_swiss_of_two_hundred() -> None:
    tournament, slower = Swiss(200, 1), slowness()
    took = []
    for _ in range(8):
        start = time.perf_counter()
        tournament.round()
        took.append((time.perf_counter() - start) / slower)
    print(f"\nSwiss of 200, a round paired: median {statistics.median(took):.2f} s, slowest of 8 {max(took):.2f} s")
    assert max(took) < 1


async def test_a_round_of_a_swiss_of_two_hundred(domain: Domain) -> None:
    held = domain.tournaments
    made = await held.create(HERE, ORGANISER, "swiss", VELOOP, variant="6x6", rated=True, terms=Terms(256))
    item = made.tournament.id
    for person in field(200):
        await held.do(item, organising.join, Person(person.id, person.name))
    slower = slowness()
    start = time.perf_counter()
    await held.do(item, organising.start, ORGANISER.id)
    print(f"\nSwiss of 200 begun, 100 matches made: {(time.perf_counter() - start) / slower:.1f} s")
    await swept(domain)
    rng = random.Random(1)

    def result(game: Pairing) -> str:
        return rng.choice(("1-0", "0-1", "1/2"))

    start = time.perf_counter()
    await play_round(domain, item, result)
    print(f"100 results, the next round with its matches: {(time.perf_counter() - start) / slower:.1f} s")
    now, images, t = await held.get(item), Images(Workers(THREADS)), Language("en-US")

    async def look() -> None:
        lines = await held.standings(item)
        await pictures.standings(images, t, now, lines[:16])

    print(f"its standings with their picture: {await timed(look, 10):.1f} ms")
