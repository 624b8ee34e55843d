"""What members have asked the computer is answered once, whatever stops the bot in between."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.chat.discord.feature import THINKING_SECONDS
from bot.store.tables import pending_answers
from games.players.puzzles import puzzles

from ...conftest import Club, Member
from ...features.learn.test_analysis import played
from ...reading import pictures, stored, words
from .killing import Killed, Killer, killed_at

pytestmark = pytest.mark.slow

QUARTER = 15 * 60 + 1
"""Seconds after which an answer cannot be changed any more."""


async def waiting(club: Club) -> int:
    return len(await club.bot.store.fetch(sa.select(pending_answers)))


def direct(member: Member) -> str:
    channel = member.actor.user.dm_channel
    return "" if channel is None or channel.last_message is None else words(channel.last_message)


async def hints(club: Club) -> tuple[int, int]:
    """How many hints were given to each seat of the first match."""
    return (await club.services.matches.get(1)).hints


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("gently", [True, False])
async def test_a_hint_under_way_at_a_restart_is_given_all_the_same(
    club: Club, gently: bool
) -> None:
    await club.match("6x6, single turns")
    answer = await club.alice.slash("hint")
    await club.restart(gently=gently, seconds=0)
    assert "Thinking about M1" in words(stored(answer))
    await club.thought()
    assert "M1 · a hint" in words(stored(answer))
    assert await hints(club) == (1, 0)
    assert await waiting(club) == 0
    assert direct(club.alice) == ""


async def test_a_hint_comes_at_once_after_a_long_time_in_which_nobody_has_asked(club: Club) -> None:
    await club.match("6x6, single turns")
    await club.env.advance_time(60)
    answer = await club.alice.slash("hint")
    await club.workers_idle()
    await club.env.advance_time(THINKING_SECONDS)
    assert "M1 · a hint" in words(stored(answer))


async def test_an_analysis_under_way_at_a_restart_begins_anew_and_is_given(club: Club) -> None:
    await played(club)
    await club.restart(pace=0.1)
    answer = await club.alice.slash("analyse")
    await club.env.advance_time(1)
    await club.restart(gently=False)
    await club.thought()
    assert "M1 · analysis" in words(stored(answer))
    assert await waiting(club) == 0


async def test_the_reasons_of_a_puzzle_come_after_a_restart_too(club: Club) -> None:
    for puzzle in puzzles("loop"):
        if puzzle.turns == 1:
            await club.services.puzzles.solved(club.alice.id, puzzle)
    card = await club.alice.slash("puzzle", game="loop")
    await club.alice.click(card, "Give up")
    assert await waiting(club) == 1
    first_words = words(stored(card))
    await club.restart(gently=False)
    await club.thought()
    assert words(stored(card)).count("\n- ") > first_words.count("\n- ")


async def test_after_a_quarter_of_an_hour_a_hint_comes_by_direct_message(club: Club) -> None:
    await club.match("6x6, single turns")
    await club.alice.slash("hint")
    club.env.backend.advance_clock(QUARTER)
    await club.restart(gently=False)
    await club.thought()
    assert "M1 · a hint" in direct(club.alice)
    assert await waiting(club) == 0
    assert all("hint" not in words(post) for post in club.posts())


async def test_who_takes_no_direct_messages_gets_an_analysis_in_the_channel_but_never_a_hint(
    club: Club,
) -> None:
    await played(club)
    await club.match("6x6, single turns")
    count = len(club.posts())
    await club.alice.slash("analyse", match="M1")
    await club.alice.slash("hint", match="M2")
    club.env.backend.advance_clock(QUARTER)
    club.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await club.restart(gently=False)
    await club.thought()
    (post,) = club.posts()[count:]
    assert "M1 · analysis" in words(post)
    assert pictures(post)
    assert await waiting(club) == 0


async def test_an_answer_that_discord_could_not_take_is_given_a_little_later(club: Club) -> None:
    await club.match("6x6, single turns")
    answer = await club.alice.slash("hint")
    club.env.inject_error("PATCH", "/webhooks/*", status=503, times=1)
    await club.thought()
    assert "M1 · a hint" in words(stored(answer))
    assert await hints(club) == (1, 0)


async def test_a_hint_for_a_match_that_went_on_is_not_thought_out(club: Club) -> None:
    await club.match("6x6, single turns")
    answer = await club.alice.slash("hint")
    await club.restart(gently=False, seconds=0)
    (match,) = await club.services.matches.of(club.alice.id)
    await club.services.matches.play(match.id, club.alice.id, "d3-e5")
    await club.thought()
    assert "has moved on since you asked" in words(stored(answer))
    assert await hints(club) == (0, 0)


@pytest.mark.parametrize("steps", [(6, 12), pytest.param(None, marks=pytest.mark.slow)])
async def test_a_bot_stopped_at_any_step_neither_loses_nor_doubles_a_hint(
    empty_database: Path, tmp_path_factory: pytest.TempPathFactory, steps: tuple[int, ...] | None
) -> None:
    async def stopped_at(club: Club, step: int) -> int:
        await club.match("6x6, single turns")
        killer = Killer(step)
        with killer.watching():
            answer = await club.alice.slash("hint")
            for _ in range(3):
                await club.env.advance_time(0.5)
                await club.workers_idle()
            await club.env.advance_time(0.5)
        await club.restart(gently=False)
        assert all(isinstance(error, Killed) for error in club.env.errors)
        goal = await waiting(club) + (await hints(club))[0]
        await club.thought()
        first_answers = [words(stored(answer))] if answer.response is not None else []
        answers = [
            answer_text
            for answer_text in (*first_answers, direct(club.alice))
            if "M1 · a hint" in answer_text
        ]
        assert len(answers) == (1 if goal else 0), (step, answers)
        assert await hints(club) == ((1, 0) if answers else (0, 0))
        assert await waiting(club) == 0
        return killer.steps

    await killed_at(steps, empty_database, tmp_path_factory, stopped_at)
