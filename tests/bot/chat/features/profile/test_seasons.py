"""A server's season, as members and managers see it."""

import asyncio
import random
import re
from datetime import UTC, datetime
from itertools import pairwise

import pytest
import sqlalchemy as sa

from bot.chat.features.profile.seasons import COMEBACK_SECONDS, Quarter, quarter
from bot.domain.ratings import season_repository
from bot.store.tables import loops
from tests.bot.chat.acting import later, random_match, rated
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import buttons, pictures, private, privately_says, says, words


async def looped(club: Club) -> int:
    """A match of Loop played at random, which a loop has won; gives how many cells that has."""
    rng = random.Random(4)
    for _ in range(200):
        states = random_match("loop", rng, board="mini")
        outcome = states[-1].outcome
        if outcome is not None and outcome.reason == "loop":
            break
    match = await club.match("mini", game="loop")
    for state, next_state in pairwise(states):
        player = (club.alice, club.bob)[state.to_move or 0]
        await club.services.matches.play(match, player.id, str(next_state.last_move))
    return len(outcome.loops[0]) if outcome else 0


@pytest.mark.parametrize(
    ("now", "back", "first", "next_first"),
    [
        ((2026, 3, 31), 0, (2026, 1), (2026, 4)),
        ((2026, 12, 31), 0, (2026, 10), (2027, 1)),
        ((2026, 2, 1), 1, (2025, 10), (2026, 1)),
        ((2026, 2, 1), 5, (2024, 10), (2025, 1)),
    ],
)
def test_a_season_is_a_quarter_of_a_year(
    now: tuple[int, int, int], back: int, first: tuple[int, int], next_first: tuple[int, int]
) -> None:
    period = quarter(datetime(*now, tzinfo=UTC), back)
    assert period == Quarter(datetime(*first, 1, tzinfo=UTC), datetime(*next_first, 1, tzinfo=UTC))


@pytest.mark.slow
async def test_a_season_shows_champions_the_longest_match_and_the_prettiest_loop(
    club: Club,
) -> None:
    for _ in range(3):
        await rated(club, club.alice, club.bob)
    cells = await looped(club)
    answer = await club.carol.click(
        await club.carol.slash("leaderboard", game="veloop-square"), "Season"
    )
    assert private(answer)
    text = words(answer)
    says(
        text, "4 matches · 2 players", f"🏆 **Veloop** – <@{club.alice.id}>", "3 matches, 3 points"
    )
    assert "**Longest match** – M4, Loop: alice against bob" in text
    assert re.search(
        r"\*\*Quickest win\*\* – M4, Loop: (alice against bob|bob against alice)", text
    )
    assert re.search(
        rf"\*\*Prettiest loop\*\* – M4, Loop: (alice against bob|bob against alice), {cells} cells",
        text,
    )
    assert len(pictures(answer)) == 1
    assert "M4" in words(await club.carol.click(answer, "M4"))
    assert "Post here" not in buttons(answer)
    earlier = await club.carol.click(answer, "Earlier")
    assert "No finished matches in this season" in words(earlier)
    await club.carol.click(earlier, "Later")


@pytest.mark.slow
async def test_a_season_that_has_closed_names_the_greatest_comeback(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(season_repository, "COMEBACK", 100)  # so that any win will do
    await looped(club)
    match = await club.services.matches.get(1)
    answer = await club.carol.click(await club.carol.slash("leaderboard", game="loop"), "Season")
    assert "Greatest comeback" not in words(answer), "it is not over"
    while await club.services.outbox.depth():
        await club.env.advance_time(1)
    closing = quarter(club.now()).end - club.now()
    await later(club, closing.total_seconds() + COMEBACK_SECONDS)
    for _ in range(60):
        if await club.services.database.has(
            sa.select(loops.c.match).where(loops.c.chance.is_not(None))
        ):
            break
        await asyncio.sleep(0.1)
        await club.env.advance_time(1)
    answer = await club.carol.click(await club.carol.slash("leaderboard", game="loop"), "Season")
    text = words(await club.carol.click(answer, "Earlier"))
    names = [match.names[match.winner or 0], match.names[1 - (match.winner or 0)]]
    feat = rf"Greatest comeback\*\* – M1, Loop: {names[0]} against {names[1]}, from a "
    assert re.search(feat + r"[1-9]\d*% chance|lost position", text)
    async with club.bot.store.write() as connection:
        await connection.execute(loops.update().values(chance=0))
    answer = await club.carol.click(await club.carol.slash("leaderboard", game="loop"), "Season")
    assert re.search(feat + "lost position", words(await club.carol.click(answer, "Earlier")))


async def test_a_manager_shows_a_season_to_everyone(club: Club) -> None:
    await rated(club, club.alice, club.bob)
    manager = club.boss()
    answer = await manager.slash("server", show="season")
    privately_says(answer, "No champions")
    assert not private(await manager.click(answer, "Post here"))
    assert "Season of this server" in words(club.post())
    assert "Earlier" not in buttons(club.post())
