"""What a host sees who has the ratings computed anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.domain.domain import Domain
from bot.domain.ratings.service import Ratings
from bot.store.tables import ratings as table
from tests.bot.conftest import ANN, BEN, Clock, sqlite_only
from tests.bot.domain.ratings.helpers import ended
from tests.bot.ops.helpers import typed


@pytest.mark.slow
@sqlite_only
async def test_a_host_computes_all_ratings_anew_and_sees_that_nothing_has_changed(
    domain: Domain, ratings: Ratings, clock: Clock, url: str, tmp_path: Path
) -> None:
    for winner, loser in ((ANN, BEN), (BEN, ANN)):
        await ended(domain, winner, loser)
        clock.move(days=1)
    done = typed(tmp_path, "ratings", DATABASE_URL=url)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "4 results in 2 pools give 4 ratings; nothing was different\n"
    async with domain.database.store.write() as connection:
        await connection.execute(table.update().where(table.c.pool == 0).values(rating=1.0))
    done = typed(tmp_path, "ratings", DATABASE_URL=url)
    assert done.stdout.endswith("; 2 entries were different and have been put right\n")
