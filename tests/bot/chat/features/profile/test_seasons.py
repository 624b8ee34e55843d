"""A server's season, as members and managers see it."""

import random
import re
from datetime import UTC, datetime

import discord
import pytest

import games
from bot.chat.features.profile.seasons import quarter
from tests.bot.chat.acting import rated
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.reading import buttons, pictures, private, privately_says, words


def boss(club: Club) -> Member:
    """A member who may manage the server."""
    role = club.guild.create_role("bosses", permissions=discord.Permissions(manage_guild=True))
    return Member(club, club.guild.add_member(club.env.create_user("boss"), roles=[role]))


async def looped(club: Club) -> int:
    """A match of Loop played at random, which a loop has won; gives how many cells that has."""
    rng = random.Random(4)
    for _ in range(200):
        state, moves = games.get("loop").start(), []
        while state.to_move is not None:
            move = rng.choice(state.legal_moves())
            moves.append((state.to_move, str(move)))
            state = state.play(move)
        if state.outcome is not None and state.outcome.reason == "loop":
            break
    name = f"M{await club.match(game='loop')}"
    for seat, move in moves:
        await (club.alice, club.bob)[seat].slash("move", moves=move, match=name)
    return len(state.outcome.loops[0]) if state.outcome else 0


@pytest.mark.parametrize(
    ("now", "back", "first", "after"),
    [
        ((2026, 3, 31), 0, (2026, 1), (2026, 4)),
        ((2026, 12, 31), 0, (2026, 10), (2027, 1)),
        ((2026, 2, 1), 1, (2025, 10), (2026, 1)),
        ((2026, 2, 1), 5, (2024, 10), (2025, 1)),
    ],
)
def test_a_season_is_a_quarter_of_a_year(
    now: tuple[int, int, int], back: int, first: tuple[int, int], after: tuple[int, int]
) -> None:
    found = quarter(datetime(*now, tzinfo=UTC), back)
    assert found == (datetime(*first, 1, tzinfo=UTC), datetime(*after, 1, tzinfo=UTC))


async def test_a_season_shows_champions_the_longest_match_and_the_prettiest_loop(club: Club) -> None:
    for _ in range(3):
        await rated(club, club.alice, club.bob)
    cells = await looped(club)
    board = await club.carol.slash("leaderboard", game="veloop-square")
    shown = await club.carol.click(board, "Season")
    assert private(shown)
    said = words(shown)
    assert "4 matches · 2 players" in said
    assert f"🏆 **Veloop** – <@{club.alice.id}>" in said
    assert "3 matches, 3 points" in said
    assert "**Longest match** – M4, Loop: alice against bob" in said
    assert re.search(rf"\*\*Prettiest loop\*\* – M4, Loop: (alice against bob|bob against alice), {cells} cells", said)
    assert len(pictures(shown)) == 1
    match = await club.carol.click(shown, "M4")
    assert "M4" in words(match)
    assert "Post to channel" not in buttons(shown)
    before = await club.carol.click(shown, "Earlier")
    assert "No finished matches in this season" in words(before)
    await club.carol.click(before, "Later")


async def test_a_manager_shows_a_season_to_everyone(club: Club) -> None:
    await rated(club, club.alice, club.bob)
    manager = boss(club)
    shown = await manager.slash("server", show="season")
    privately_says(shown, "No champions")
    assert not private(await manager.click(shown, "Post to channel"))
    assert "Season of this server" in words(club.post())
    assert "Earlier" not in buttons(club.post())
