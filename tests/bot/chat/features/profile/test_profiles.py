"""Profiles, match histories and leaderboards, as members see them."""

import re
from datetime import timedelta

import pytest
from simcord import InteractionResult

from bot.domain.matches import endings
from bot.store.tables.ratings import ratings
from games.registry import GAMES
from tests.bot.chat.acting import rated, started
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.reading import (
    USER_MENU,
    buttons,
    options,
    parts,
    pictures,
    private,
    says,
    stored,
    words,
)
from tests.bot.domain.matches.helpers import swept


@pytest.mark.slow
async def test_a_profile_tells_what_a_member_has_played_and_draws_a_rating(club: Club) -> None:
    await rated(club, club.alice, club.bob)
    await rated(club, club.alice, club.bob)
    await rated(club, club.carol, club.alice, game="loop")
    await club.match()
    profile = await club.bob.slash("profile", member=club.alice)
    assert private(profile)
    says(
        profile,
        f"Profile of <@{club.alice.id}>",
        "3 matches: 2 won, 1 lost",
        "Best winning streak: 2 matches",
        f"Favourite opponent: <@{club.bob.id}> – 2 matches, all won",
        "Loop",
    )
    assert re.search(r"\*\*Veloop 1\d\d\d\?\*\* – 2 matches, all won", words(profile))
    assert "rating of alice at Veloop over 2 matches" in pictures(profile)[0]
    assert "1 match running" in buttons(profile)
    profile = await club.bob.choose(profile, "loop")
    assert "rating of alice at Loop over 1 match" in pictures(profile)[0]
    says(await club.bob.click(profile, "1 match running"), "M4")


async def test_a_profile_from_the_menu_of_a_member_who_has_not_played(club: Club) -> None:
    profile = await club.bob.actor.context_menu(club.channel, "Show profile", club.carol.actor)
    says(profile, "No finished matches yet.")
    assert pictures(profile) == []
    assert options(profile) == []


async def history_of(reader: Member, member: Member) -> InteractionResult:
    """The match history of a member, as another sees it."""
    profile = await reader.slash("profile", member=member)
    return await reader.click(profile, "Match history")


@pytest.mark.slow
async def test_a_history_is_filtered_paged_opened_and_exported(club: Club) -> None:
    for _ in range(9):
        match = await started(club, "veloop-square", club.bob, side="first")
        await club.services.matches.act(match.id, club.bob.id, endings.resign)
    await swept(club.services)
    await rated(club, club.carol, club.alice, game="loop")
    history = await history_of(club.alice, club.alice)
    says(history, "10 matches, page 1 of 2", "**M10** Loop · lost (−162) against")
    history = await club.alice.click(history, "▶")
    says(history, "**M1** Veloop · won against")

    history = await club.alice.choose(history, str([*GAMES].index("loop")))
    says(history, "1 match, page 1 of 1")
    history = await club.alice.choose(history, "won")
    says(history, "No matches found.")

    history = await club.alice.choose(history, "-")
    history = await club.alice.choose(history, "won")
    match = await club.alice.choose(history, "3")
    says(match, "M3")
    assert "⏮" in buttons(match)
    export = await club.alice.click(history, "Export all")
    assert private(export)
    assert [file.filename for file in stored(export).attachments] == ["matches.json"]
    assert "Export all" not in buttons(await history_of(club.bob, club.alice))


@pytest.mark.slow
async def test_a_history_against_one_opponent(club: Club) -> None:
    await rated(club, club.alice, club.bob)
    await rated(club, club.carol, club.alice)
    history = await history_of(club.alice, club.alice)
    (menu,) = parts(history, USER_MENU)
    history = await club.alice.actor.select(
        stored(history), [club.carol.actor], custom_id=menu["custom_id"]
    )
    says(history, "1 match, page 1 of 1", f"lost (−164) against <@{club.carol.id}>")


async def test_in_private_messages_a_member_sees_their_matches_of_all_servers_without_ratings(
    club: Club,
) -> None:
    await rated(club, club.alice, club.bob)
    profile = await club.alice.actor.user.slash("profile")
    says(profile, "1 match, won")
    assert "1662" not in words(profile)
    assert pictures(profile) == []


async def test_a_long_leaderboard_is_paged_and_shows_ones_own_place(club: Club) -> None:
    row = {
        "scope": club.guild.id,
        "game": "loop",
        "deviation": 60.0,
        "volatility": 0.06,
        "at": club.now(),
        "wins": 9,
        "losses": 3,
        "draws": 1,
        "settled_until": club.now() + timedelta(days=90),
    }
    rows = []
    for place in range(1, 1000):
        player = {"user": 5000 + place, "name": f"Player {place}", "rating": 3000.0 - place}
        rows.append({**row, **player})
    rows.append({**row, "user": club.bob.id, "name": "bob", "rating": 2000.5})
    async with club.bot.store.write() as connection:
        await connection.execute(ratings.insert(), rows)

    page = await club.bob.slash("leaderboard", game="loop")
    says(
        page,
        "🥇 <@5001> **2999** · 13 matches",
        "`10.` <@5010>",
        "You: `1000.` **2000** · 13 matches",
        "1,000 players, page 1 of 100",
    )
    page = await club.bob.click(page, "My rank")
    says(page, f"`1000.` <@{club.bob.id}>")
    assert "1000 bob 2000" in pictures(page)[0]
    says(await club.bob.click(page, "◀"), "page 99 of 100")
