"""Lessons as members see them."""

from collections import Counter

import pytest

import games
from bot.chat.features.learn import lessons
from bot.chat.features.learn.lessons import course
from bot.chat.language.i18n import Language
from games.players.courses import ONWARD, examples
from games.players.ideas import ideas_of
from games.teaching import Step, lesson_of
from tests.bot.chat.conftest import Club, InteractionResult, Member
from tests.bot.chat.reading import buttons, pictures, private, says, stored, words
from tests.sampling import only

SLUGS = [game.slug for game in games.catalog() if lesson_of(game)]


async def lesson(member: Member, slug: str = "loop") -> InteractionResult:
    """The card of a game's rules, turned into its lesson."""
    card = await member.slash("rules", game=slug)
    await member.click(card, "Play a lesson")
    return card


def steps_of(slug: str) -> tuple[Step, ...]:
    lesson = course(slug)
    return lesson.steps


@pytest.mark.parametrize("slug", SLUGS)
def test_every_step_has_one_right_answer_and_wrong_ones_that_are_explained(slug: str) -> None:
    game, t = games.get(slug), Language()
    steps = steps_of(slug)
    assert len(steps) >= 20
    for step in steps:
        state = lessons.position(game, step)
        results = [lessons.tried(t, state, step, move) for move in step.choices.split()]
        assert 2 <= len(results) <= 4
        assert sum(result.right for result in results) == 1, step
        assert all(len(result.said) > 15 for result in results)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_idea_of_a_game_is_taught_by_two_positions(slug: str) -> None:
    taught = Counter(idea.idea for idea in examples(slug))
    assert {idea.slug for idea in ideas_of(slug) if taught[idea.slug] < 2} == set()
    assert len(taught) >= 8


@pytest.mark.parametrize("slug", only(SLUGS, "veloop-hex", "vigilance"))
async def test_a_lesson_is_played_with_buttons_from_the_rules_to_its_end(club: Club, slug: str) -> None:
    game, t = games.get(slug), Language()
    card, steps = await lesson(club.alice, slug), steps_of(slug)
    # The first ones and the last ones: what lies between is taken up where it would have been left.
    for number, step in (*enumerate(steps[:3], 1), *enumerate(steps[-3:], len(steps) - 2)):
        if number == len(steps) - 2:
            await club.services.puzzles.go_on(club.alice.id, slug, number - 1)
            card = await lesson(club.alice, slug)
        shown = stored(card)
        assert f"lesson · {number} of {len(steps)}" in words(shown)
        assert pictures(shown)
        state = lessons.position(game, step)
        right = [move for move in step.choices.split() if lessons.tried(t, state, step, move).right]
        wrong = [move for move in step.choices.split() if move not in right]
        await club.alice.click(card, lessons.label(wrong[0]))
        assert "❌" in words(stored(card)) or "⚠️" in words(stored(card))
        assert lessons.label(right[0]) in buttons(stored(card))
        await club.alice.click(card, lessons.label(right[0]))
        assert "✅" in words(stored(card))
        if number < len(steps):
            await club.alice.click(card, "Next step")
    assert "Now play" in words(stored(card))
    assert "Start over" in buttons(stored(card))
    assert private(card)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_wrong_answer_is_shown_on_the_board_and_does_not_give_the_right_one_away(slug: str) -> None:
    game, t = games.get(slug), Language()
    for step in steps_of(slug):
        state = lessons.position(game, step)
        results = {move: lessons.tried(t, state, step, move) for move in step.choices.split()}
        (right,) = (move for move, result in results.items() if result.right)
        for move, result in results.items():
            if move == right:
                continue
            if len(result.states) == 1:
                assert result.states == (state,)
                assert lessons.label(right) not in result.said
            elif step.goal == "stop":
                outcome = result.states[-1].outcome
                assert outcome.winner != state.to_move
                assert str(result.states[-1].last_move) in result.said
            else:
                assert [str(after.last_move) for after in result.states[1:]] == move.split(ONWARD)


async def test_after_a_lesson_a_press_begins_a_match_against_a_computer_that_beginners_beat(club: Club) -> None:
    await club.services.puzzles.go_on(club.alice.id, "loop", len(steps_of("loop")) - 1)
    card, step = await lesson(club.alice), steps_of("loop")[-1]
    for right in (False, True):
        answer = next(move for move in step.choices.split() if result_of(step, move).right is right)
        await club.alice.click(card, answer)
        if "Back to position" in buttons(stored(card)):
            await club.alice.click(card, "Back to position")
    await club.alice.click(card, "Play the computer")
    says(club.post(), "the computer (novice)", "Loop · M1")


def result_of(step: lessons.Step, move: str) -> lessons.Tried:
    """What comes of a decision in the lesson of Loop."""
    return lessons.tried(Language(), lessons.position(games.get("loop"), step), step, move)


async def test_a_course_is_taken_up_where_it_was_left(club: Club) -> None:
    card, first = await lesson(club.alice), steps_of("loop")[0]
    await club.alice.click(card, next(move for move in first.choices.split() if result_of(first, move).right))
    await club.alice.click(card, "Next step")
    assert "lesson · 2 of" in words(stored(await lesson(club.alice)))
    assert "lesson · 1 of" in words(stored(await lesson(club.bob)))
