"""Courses as members see them."""

import pytest

import games
from bot.chat.features.learn import lessons
from bot.chat.language.i18n import Language
from games.teaching import CourseStep, StepAnswer, chapters_of, course_of
from tests.bot.chat.conftest import Club, InteractionResult, Member
from tests.bot.chat.reading import buttons, pictures, private, says, stored, words
from tests.sampling import only

SLUGS = [game.slug for game in games.catalog() if course_of(game)]


async def course(member: Member, slug: str = "loop") -> InteractionResult:
    """The card of a game's rules, turned into its course."""
    card = await member.slash("rules", game=slug)
    await member.click(card, "Play a lesson")
    return card


async def solve(club: Club, slug: str, *numbers: int) -> None:
    """Have alice's answers to these steps be right."""
    steps = course_of(games.get(slug))
    for number in numbers:
        await club.services.puzzles.solve_step(club.alice.id, slug, steps[number].key)


def right_answer(step: CourseStep) -> StepAnswer:
    return next(answer for answer in step.answers if answer.right)


def wrong_answers(step: CourseStep) -> list[StepAnswer]:
    return [answer for answer in step.answers if not answer.right]


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("slug", only(SLUGS, "veloop-hex", "vigilance"))
async def test_a_course_is_played_with_buttons_from_the_rules_to_its_end(
    club: Club, slug: str
) -> None:
    steps = course_of(games.get(slug))
    chapters = chapters_of(games.get(slug))
    card = await course(club.alice, slug)
    # The first ones and the last ones: what lies between is solved already.
    last = len(steps) - 1
    await solve(club, slug, *range(3, last - 1))
    for number in sorted({0, 1, 2, last - 1, last}):
        step = steps[number]
        if number == last - 1:
            card = await course(club.alice, slug)
        chapter = chapters[step.chapter]
        says(stored(card), f"{step.chapter} · {number - chapter[0] + 1} of {len(chapter)}")
        assert [alt for alt in pictures(stored(card)) if "In danger" not in alt]

        await club.alice.click(card, wrong_answers(step)[0].label)
        text = words(stored(card))
        assert "❌" in text or "⚠️" in text
        assert right_answer(step).label in buttons(stored(card))

        await club.alice.click(card, right_answer(step).label)
        says(stored(card), "✅")
        if number < last:
            await club.alice.click(card, "Next step")
    says(stored(card), "Course complete!")
    assert private(card)


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("slug", SLUGS)
def test_a_wrong_answer_is_shown_on_the_board_and_does_not_give_the_right_one_away(
    slug: str,
) -> None:
    for step in course_of(games.get(slug)):
        right_label = right_answer(step).label
        for answer in wrong_answers(step):
            comment = lessons.comment_on(Language(), step, answer)
            assert answer.reply or right_label not in comment.split(), (step, answer)
            states = lessons.states_after(step, answer)
            moves = [str(state.last_move) for state in states[1:]]
            assert moves in ([], [*answer.moves, *answer.reply])


async def test_after_a_course_a_press_begins_a_match_against_a_computer_that_beginners_beat(
    club: Club,
) -> None:
    steps = course_of(games.get("loop"))
    await solve(club, "loop", *range(len(steps) - 1))
    card = await course(club.alice)
    await club.alice.click(card, right_answer(steps[-1]).label)
    await club.alice.click(card, "Play the computer")
    says(club.post(), "the computer (novice)", "Loop · M1")


async def test_a_course_goes_on_at_the_first_step_that_is_not_solved_and_ticks_off_chapters(
    club: Club,
) -> None:
    game = games.get("loop")
    title, chapter = next(iter(chapters_of(game).items()))
    step = course_of(game)[0]
    card = await course(club.alice)
    await club.alice.click(card, wrong_answers(step)[0].label)
    says(stored(await course(club.alice)), f"{title} · 1 of")  # a wrong answer solves nothing
    await club.alice.click(card, right_answer(step).label)
    says(stored(await course(club.alice)), f"{title} · 2 of")
    says(stored(await course(club.bob)), f"{title} · 1 of")
    await club.alice.click(card, "Chapters")
    says(stored(card), f"▫️ {title} · 1 of {len(chapter)}")
    await solve(club, "loop", *chapter)
    await club.alice.click(card, "Continue")
    await club.alice.click(card, "Chapters")
    says(stored(card), f"✅ {title} · {len(chapter)} of {len(chapter)}")
    await club.alice.choose(card, "0")
    says(stored(card), f"{title} · 1 of")
