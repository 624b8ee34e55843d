"""Profiles, match histories and leaderboards, as members see them."""

import re
from datetime import timedelta

import pytest

from bot.domain.matches import endings
from bot.store.tables.ratings import ratings
from games.registry import GAMES
from tests.bot.chat import discord_api
from tests.bot.chat.acting import rated, started
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import buttons, options, pictures, private, raw, says, stored, words
from tests.bot.domain.matches.helpers import swept


@pytest.mark.slow
async def test_a_profile_tells_what_a_member_has_played_and_draws_a_rating(club: Club) -> None:
    await rated(club, club.alice, club.bob)
    await rated(club, club.alice, club.bob)
    await rated(club, club.carol, club.alice, game="loop")
    await club.match()
    shown = await club.bob.slash("profile", member=club.alice)
    assert private(shown)
    said = words(shown)
    says(
        said,
        f"Profile of <@{club.alice.id}>",
        "3 matches: 2 won, 1 lost",
        "Best winning streak: 2 matches",
    )
    assert f"Favourite opponent: <@{club.bob.id}> – 2 matches, all won" in said
    assert re.search(r"\*\*Veloop 1\d\d\d\?\*\* – 2 matches, all won", said)
    assert "Loop" in said
    assert "rating of alice at Veloop over 2 matches" in pictures(shown)[0]
    assert "1 match running" in buttons(shown)
    other = await club.bob.choose(shown, "loop")
    assert "rating of alice at Loop over 1 match" in pictures(other)[0]
    assert "M4" in words(await club.bob.click(other, "1 match running"))


async def test_a_profile_from_the_menu_of_a_member_who_has_not_played(club: Club) -> None:
    shown = await club.bob.actor.context_menu(club.channel, "Show profile", club.carol.actor)
    assert "No finished matches yet." in words(shown)
    assert pictures(shown) == []
    assert options(shown) == []


@pytest.mark.slow
async def test_a_history_is_filtered_paged_opened_and_exported(club: Club) -> None:
    for _ in range(9):
        match = await started(club, "veloop-square", club.bob, side="first")
        await club.services.matches.act(match.id, club.bob.id, endings.resign)
    await swept(club.services)
    await rated(club, club.carol, club.alice, game="loop")
    first = await club.alice.click(await club.alice.slash("profile"), "Match history")
    says(first, "10 matches, page 1 of 2", "**M10** Loop · lost (−162) against")
    second = await club.alice.click(first, "▶")
    assert "**M1** Veloop · won against" in words(second)
    loops = await club.alice.choose(second, str([*GAMES].index("loop")))
    assert "1 match, page 1 of 1" in words(loops)
    nothing = await club.alice.choose(loops, "won")
    assert "No matches found." in words(nothing)
    everything = await club.alice.choose(await club.alice.choose(nothing, "-"), "won")
    opened = await club.alice.choose(everything, "3")
    assert "M3" in words(opened)
    assert "⏮" in buttons(opened)
    file = await club.alice.click(everything, "Export all")
    assert private(file)
    assert [one.filename for one in stored(file).attachments] == ["matches.json"]
    theirs = await club.bob.click(
        await club.bob.slash("profile", member=club.alice), "Match history"
    )
    assert "Export all" not in buttons(theirs)


@pytest.mark.slow
async def test_a_history_against_one_opponent(club: Club) -> None:
    await rated(club, club.alice, club.bob)
    await rated(club, club.carol, club.alice)
    shown = await club.alice.click(await club.alice.slash("profile"), "Match history")
    whom = next(part["custom_id"] for part in discord_api.walk(raw(shown)) if part["type"] == 5)
    found = await club.alice.actor.select(stored(shown), [club.carol.actor], custom_id=whom)
    says(found, "1 match, page 1 of 1", f"lost (−164) against <@{club.carol.id}>")


async def test_in_private_messages_a_member_sees_their_matches_of_all_servers_without_ratings(
    club: Club,
) -> None:
    await rated(club, club.alice, club.bob)
    shown = await club.alice.actor.user.slash("profile")
    assert "1 match, won" in words(shown)
    assert "1662" not in words(shown)
    assert pictures(shown) == []


async def test_a_long_leaderboard_is_paged_and_shows_ones_own_place(club: Club) -> None:
    row = {
        "scope": club.guild.id,
        "game": "loop",
        "deviation": 60.0,
        "volatility": 0.06,
        "at": club.now(),
    }
    row |= {"wins": 9, "losses": 3, "draws": 1, "settled_until": club.now() + timedelta(days=90)}
    rows = [
        {**row, "user": 5000 + place, "name": f"Player {place}", "rating": 3000.0 - place}
        for place in range(1, 1000)
    ]
    rows.append({**row, "user": club.bob.id, "name": "bob", "rating": 2000.5})
    async with club.bot.store.write() as connection:
        await connection.execute(ratings.insert(), rows)
    shown = await club.bob.slash("leaderboard", game="loop")
    says(
        shown,
        "🥇 <@5001> **2999** · 13 matches",
        "`10.` <@5010>",
        "You: `1000.` **2000** · 13 matches",
    )
    assert "1,000 players, page 1 of 100" in words(shown)
    mine = await club.bob.click(shown, "My rank")
    assert f"`1000.` <@{club.bob.id}>" in words(mine)
    assert "1000 bob 2000" in pictures(mine)[0]
    assert "page 99 of 100" in words(await club.bob.click(mine, "◀"))
