"""Lessons as members see them."""

from __future__ import annotations

import pytest

import games
from bot.chat import lessons
from bot.chat.lessonbook import LESSONS
from bot.chat.tongue import Tongue

from .conftest import Club
from .reading import buttons, pictures, private, stored, words

SLUGS = [game.slug for game in games.catalog()]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_step_has_one_right_answer_and_wrong_ones_that_are_explained(slug: str) -> None:
    game, t = games.get(slug), Tongue()
    steps = LESSONS[slug].steps
    assert 3 <= len(steps) <= 6
    for step in steps:
        state = lessons.position(game, step)
        found = [lessons.tried(t, state, step, move) for move in step.choices.split()]
        assert len(found) == 4
        assert sum(after is not None for after, _ in found) == 1, step
        assert all(len(said) > 15 for _, said in found)


@pytest.mark.parametrize("slug", SLUGS)
async def test_a_lesson_is_played_with_buttons_from_the_rules_to_its_end(club: Club, slug: str) -> None:
    game, t = games.get(slug), Tongue()
    card = await club.alice.slash("rules", game=slug)
    await club.alice.click(card, "Learn by playing")
    steps = LESSONS[slug].steps
    for number, step in enumerate(steps, 1):
        shown = stored(card)
        assert f"lesson · {number} of {len(steps)}" in words(shown)
        assert pictures(shown)
        state = lessons.position(game, step)
        right = [move for move in step.choices.split() if lessons.tried(t, state, step, move)[0]]
        wrong = [move for move in step.choices.split() if move not in right]
        await club.alice.click(card, wrong[0])
        assert "❌" in words(stored(card)) or "⚠️" in words(stored(card))
        assert right[0] in buttons(stored(card))
        await club.alice.click(card, right[0])
        assert "✅" in words(stored(card))
        if number < len(steps):
            await club.alice.click(card, "Next step")
    assert "Now play" in words(stored(card))
    assert "From the beginning" in buttons(stored(card))
    assert private(card)
