"""Two real processes on one PostgreSQL database, in which members press everything: limits hold, and nothing fails."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.domain.challenges.limits import MOST_CHALLENGES
from bot.domain.challenges.pairing import MOST_RUNNING
from bot.domain.computer.pending_answers import MOST_PENDING
from bot.domain.domain import Domain
from bot.domain.imports.service import MOST_IMPORTS
from bot.domain.tournaments.service import MOST_OWN, MOST_TOURNAMENTS
from bot.domain.values import COMPUTER, WORLD
from bot.store.tables import challenges, entrants, matches, pending_answers, tournaments
from tests.bot.domain.pressing_process import PLACE
from tests.bot.domain.ratings.helpers import as_played

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("engine", ["postgres"], indirect=True)]
ROOT = Path(__file__).parents[3]
SECONDS = float(os.environ.get("STRESS_SECONDS", 20))
MATCHES, RATED, PLAYERS = 4, 2, 6
_WORLD = matches.c.scope == WORLD


async def pressing(url: str, seed: int) -> tuple[int, int, list[str]]:
    """What a process came to: how many requests were served, how many reached a limit, and what failed."""
    command = (sys.executable, "-m", "tests.bot.domain.pressing_process", url, str(seed), str(SECONDS))
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=PIPE)
    said, _ = await process.communicate()
    lines = said.decode().splitlines()
    assert process.returncode == 0, lines
    served, limited = lines[-1].removeprefix("done: ").split()
    return int(served), int(limited), [line for line in lines if line.startswith("failed")]


async def broken(domain: Domain) -> list[str]:
    """Which limits are broken at this moment."""
    problems: list[str] = []

    def check(what: str, most: int, counts: Counter[object]) -> None:
        problems.extend(f"{what}: {whose} has {count}" for whose, count in counts.items() if count > most)

    async with domain.database.read() as connection:

        async def rows(*columns: sa.ColumnElement[object], where: sa.ColumnElement[bool]) -> list[object]:
            return [tuple(row) for row in await connection.execute(sa.select(*columns).where(where))]

        opened = await rows(challenges.c.maker, where=challenges.c.open_until.is_not(None))
        check("open challenges", MOST_CHALLENGES, Counter(opened))
        own = matches.c.finished_at.is_(None) & matches.c.tournament.is_(None)
        here = own & ~_WORLD
        running = [row for seat in (matches.c.seat0, matches.c.seat1) for row in await rows(seat, where=here)]
        check("running matches", MATCHES, Counter(row for row in running if row != (COMPUTER,)))
        low, high = sa.func.least(matches.c.seat0, matches.c.seat1), sa.func.greatest(matches.c.seat0, matches.c.seat1)
        world = [row for seat in (0, 1) for row in await rows(matches.c[f"seat{seat}"], where=own & _WORLD)]
        check("matches across servers", MOST_RUNNING, Counter(world))
        check("meetings across servers", 1, Counter(await rows(low, high, where=_WORLD)))
        rated = await rows(low, high, where=matches.c.rated & (matches.c.status != "aborted"))
        check("rated matches", RATED, Counter(rated))
        going = tournaments.c.finished_at.is_(None)
        check("tournaments announced", MOST_OWN, Counter(await rows(tournaments.c.creator, where=going)))
        check("tournaments", MOST_TOURNAMENTS, Counter(await rows(tournaments.c.scope, where=going)))
        inside = await rows(entrants.c.tournament, where=entrants.c.status == "in")
        check("players", PLAYERS, Counter(inside))
        imported = await rows(matches.c.imported, where=matches.c.imported.is_not(None))
        check("imports", MOST_IMPORTS, Counter(imported))
        check("answers waited for", MOST_PENDING, Counter(await rows(pending_answers.c.user, where=sa.true())))
    return problems


@pytest.mark.timeout(600)
async def test_no_limit_is_broken_and_no_member_is_told_of_a_failure(
    opened: Callable[[], Awaitable[Domain]], prepared: str
) -> None:
    here = await opened()
    await here.servers.change(PLACE, matches=MATCHES, rated=RATED)
    processes = asyncio.gather(*(pressing(prepared, seed) for seed in (1, 2)))
    while not processes.done():
        assert await broken(here) == []
        await asyncio.wait({processes}, timeout=0.2)
    came_to = await processes
    assert [failed for _, _, failures in came_to for failed in failures] == []
    assert all(served and limited for served, limited, _ in came_to), "limits were really reached"
    print(f"\n{sum(row[0] for row in came_to)} served, {sum(row[1] for row in came_to)} over a limit")
    await as_played(here, PLACE.scope)
