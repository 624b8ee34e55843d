"""The analysis of a finished match as members see it."""

from __future__ import annotations

import asyncio
import random

import games

from .conftest import Club
from .reading import buttons, pictures, private, stored, words


async def played(club: Club) -> int:
    """A match of random turns to its end; gives its number."""
    number = await club.match("6x6, single turns")
    (found,) = await club.bot.matches.of(club.alice.id)
    rng, state = random.Random(4), games.get("veloop-square").start(board="6x6", turns="single")
    while state.to_move is not None:
        move = rng.choice(state.legal_moves())
        await club.bot.matches.play(found.id, (club.alice, club.bob)[state.to_move].id, str(move))
        state = state.play(move)
    await club.env.advance_time(3)
    return number


async def test_a_chart_and_the_turning_points_with_the_better_turns_drawn(club: Club) -> None:
    await played(club)
    club.bot.pace = 0.1
    asked = await club.alice.slash("analyse")
    assert private(asked)
    assert "Going over M1 …" in words(asked)
    await club.thought()
    said = words(stored(asked))
    assert "M1 · analysis" in said
    shown = pictures(stored(asked))
    assert shown[0].startswith("Chances of the first player after each turn")
    assert 1 <= len(shown) - 1 <= 3
    assert said.count("better was **") == len(shown) - 1
    assert buttons(stored(asked)) == ["Look through it"]


async def test_progress_is_shown_while_it_works(club: Club) -> None:
    await played(club)
    club.bot.pace = 0.1
    asked = await club.alice.slash("analyse")
    seen = set()
    while club.bot.busy:
        await club.env.advance_time(0.5)
        await asyncio.sleep(0.05)
        seen.add(words(stored(asked)).rpartition("… ")[2])
    assert len(seen) > 2, seen


async def test_only_finished_matches_are_gone_over(club: Club) -> None:
    await club.match()
    refused = await club.alice.slash("analyse", match="M1")
    assert "still being played" in words(refused)


async def test_the_last_post_of_a_match_leads_to_its_analysis(club: Club) -> None:
    await played(club)
    answer = await club.carol.click(club.post(), "Analyse")
    assert private(answer)
    await club.thought()
    assert "M1 · analysis" in words(stored(answer))
