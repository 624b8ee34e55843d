"""The analysis of a finished match as members see it."""

import asyncio
import random
from itertools import pairwise

import pytest

from ....domain.matches.helpers import swept
from ...acting import random_match, started
from ...conftest import Club
from ...reading import buttons, pictures, private, privately_says, says, stored, words

SEED = 265
"""Of a random match that is soon won."""


async def played(club: Club) -> None:
    match = await started(
        club, "veloop-square", club.bob, variant="6x6, single turns", side="first"
    )
    states = random_match("veloop-square", random.Random(SEED), board="6x6", turns="single")
    assert len(states) < 20
    assert states[-1].outcome.winner is not None
    for state, next_state in pairwise(states):
        await swept(club.services)  # of what comes before the last turn nobody is told
        player = (club.alice, club.bob)[state.to_move or 0]
        await club.services.matches.play(match.id, player.id, str(next_state.last_move))
    await club.env.advance_time(3)


@pytest.mark.slow
async def test_a_chart_with_turning_points_that_are_paged_through_to_the_better_turn(
    club: Club,
) -> None:
    await played(club)
    await club.restart(pace=0.06)
    answer = await club.alice.slash("analyse")
    privately_says(answer, "Analysing M1 …")
    kinds = set()
    while club.bot.client.busy:
        await club.env.advance_time(0.5)
        await asyncio.sleep(0.05)
        kinds.add(words(stored(answer)).rpartition("… ")[2])
    assert len(kinds) > 2, f"no progress: {kinds}"
    text = words(stored(answer))
    assert "M1 · analysis" in text
    images = pictures(stored(answer))
    assert images[0].startswith("The first player’s chances after each turn")
    assert len(images) <= 4
    assert text.count("Better: **") == len(images) - 1
    *points, step, post = buttons(stored(answer))
    assert (step, post) == ("Step through", "Post here")
    assert len(points) == len(images) - 1
    assert all(label.startswith("Turn ") for label in points)
    # what all read is in the server's language
    await club.services.servers.change(club.place, language="de")
    assert not private(await club.alice.click(stored(answer), "Post here"))
    post_text = words(club.post())
    says(post_text, "M1 · Analyse", "hat", f"<@{club.alice.id}>")
    assert "Better" not in post_text
    assert len(pictures(club.post())) == len(images)
    assert len(buttons(club.post())) == 1
    page = await club.alice.click(stored(answer), points[0])
    privately_says(page, "1 of", "Winning chances fell")
    page_texts = [words(page)]
    while "Better:" not in page_texts[-1]:
        page = await club.alice.click(page, "▶")
        page_texts.append(words(page))
        assert len(pictures(page)) == 1
    assert len(page_texts) == len(set(page_texts)) <= 8
    assert words(await club.alice.click(page, "◀")) == page_texts[-2]


async def test_the_last_post_of_a_match_leads_to_its_analysis(club: Club) -> None:
    await played(club)
    answer = await club.carol.click(club.post(), "Analyse")
    assert private(answer)
    await club.thought()
    assert "M1 · analysis" in words(stored(answer))
