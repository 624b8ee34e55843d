"""A handicap of hints: the second side has so many in the match, the first none."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.domain.domain import Domain
from bot.domain.errors import Refused
from bot.domain.matches import agreements, turns
from bot.domain.matches.match import Match
from bot.domain.values import InteractionRef
from games.core import HANDICAP
from tests.bot.conftest import ANN, BEN, HERE, Clock
from tests.bot.domain.handicaps.helpers import begun
from tests.bot.domain.matches.helpers import played, started
from tests.bot.domain.matches.values import after, new

INTERACTION = InteractionRef(1, "token", 2)
HINTS = {HANDICAP: "hints-3"}


def hinted(match: Match, user: int) -> Match:
    return turns.hinted(match, user, match.version).match


def test_the_second_side_has_so_many_hints_and_the_first_none() -> None:
    match = new(options=HINTS)
    assert [match.hints_left(seat) for seat in (0, 1)] == [0, 3]
    with pytest.raises(Refused, match=r"^in M1 the hints are for Ben alone$"):
        turns.advised(match, ANN.id)
    with pytest.raises(Refused, match=r"^in M1 the hints are for Ben alone$"):
        turns.advised(match, ANN.id, is_repeat=True)
    match = after(match, 1)
    for count_left in (2, 1, 0):
        match = hinted(match, BEN.id)
        assert match.hints_left(1) == count_left
    for ask in (hinted, turns.advised):
        with pytest.raises(Refused, match=r"^you’ve had all 3 hints of M1$"):
            ask(match, BEN.id)
    assert turns.advised(match, BEN.id, match.version, is_repeat=True) is match, (
        "more of the last one"
    )


def test_without_it_hints_are_not_counted_down() -> None:
    for options in ({}, {HANDICAP: "none"}):
        match = new(options=options)
        assert [match.hints_left(seat) for seat in (0, 1)] == [None, None]
        for _ in range(12):
            match = hinted(match, ANN.id)
        assert match.hints == (12, 0)
    with_turns = new(options={"board": "8x8", "turns": "double", HANDICAP: "turns-1"})
    assert with_turns.hints_left(1) is None
    assert hinted(with_turns, ANN.id).hints == (1, 0)


def test_a_takeback_gives_no_hint_back() -> None:
    match = after(new(options=HINTS), 1)
    match = hinted(hinted(match, BEN.id), BEN.id)
    match = after(match, 1)
    match = agreements.ask_takeback(match, BEN.id).match
    match = agreements.answer("takeback", match, ANN.id, yes=True).match
    assert match.mover == BEN.id
    assert match.hints_left(1) == 1


async def test_the_last_hint_is_told_again_after_a_restart(
    domain: Domain, open_domain: Callable[[], Awaitable[Domain]]
) -> None:
    match = await played(domain, (await begun(domain, "hints-3")).id, 1)
    for number in range(3):
        question = await domain.pending_answers.ask("hint", BEN.id, {}, HERE, "en", INTERACTION)
        now = await domain.matches.hinted(match.id, BEN.id, match.version, question.id)
        assert now.hints == (0, number + 1)
        if number < 2:
            await domain.pending_answers.done(question.id)
    restarted = await open_domain()
    second_match = await restarted.matches.hinted(match.id, BEN.id, match.version, question.id)
    assert second_match.hints == (0, 3)
    another = await restarted.pending_answers.ask("hint", BEN.id, {}, HERE, "en", INTERACTION)
    with pytest.raises(Refused, match="you’ve had all 3 hints"):
        await restarted.matches.hinted(match.id, BEN.id, match.version, another.id)
    assert (await domain.matches.get(match.id)).hints_left(1) == 0
    assert (await domain.matches.record(match.id)).hints == (0, 3)


@pytest.mark.parametrize("handicap", ["hints-3", "hints-6"])
async def test_twenty_who_ask_at_once_get_no_more(
    open_domain: Callable[[], Awaitable[Domain]], handicap: str
) -> None:
    processes = [await open_domain(), await open_domain()]
    match = await played(processes[0], (await begun(processes[0], handicap)).id, 1)

    questions = []
    for number in range(20):  # a member may wait for fewer, but what counts is the match
        process = processes[number % 2]
        asker = 5000 + number
        questions.append(
            await process.pending_answers.ask("hint", asker, {}, HERE, "en", INTERACTION)
        )

    async def ask(number: int) -> Match:
        process = processes[number % 2]
        return await process.matches.hinted(match.id, BEN.id, match.version, questions[number].id)

    results = await asyncio.gather(*map(ask, range(20)), return_exceptions=True)
    count = int(handicap.removeprefix("hints-"))
    refusals = [result for result in results if isinstance(result, Refused)]
    answers = [result for result in results if isinstance(result, Match)]
    assert (len(answers), len(refusals)) == (count, 20 - count)
    assert {str(refusal) for refusal in refusals} == {f"you’ve had all {count} hints of M1"}
    for process in processes:
        assert (await process.matches.get(match.id)).hints == (0, count)


async def test_the_computer_helps_nowhere_else_meanwhile(domain: Domain) -> None:
    match = await played(domain, (await begun(domain, "hints-3")).id, 4)
    for who in (ANN, BEN):
        with pytest.raises(Refused, match=f"your match {match.name} has this same position"):
            await domain.matches.require_no_help(who.id, match.game.slug, lambda: [match.state])
        await domain.matches.require_no_help(
            who.id, match.game.slug, lambda: [match.state], match.id
        )
    for handicap in ("", "turns-1"):
        free = await played(domain, (await begun(domain, handicap)).id, 6)
        await domain.matches.require_no_help(ANN.id, free.game.slug, lambda: [free.state])  # noqa: B023


async def test_the_computer_plays_on_against_who_has_hints(domain: Domain, clock: Clock) -> None:
    change = await domain.challenges.play_computer(
        HERE, ANN, "veloop-square", 1, handicap="hints-3"
    )
    match = change.match
    assert match.seats[1] == ANN.id
    assert match.hints_left(1) == 3
    await domain.matches.require_no_help(ANN.id, match.game.slug, lambda: [match.state])


async def test_a_match_without_a_handicap_is_as_it_was(domain: Domain) -> None:
    match = await started(domain)
    assert match.handicap is None
    assert HANDICAP not in match.options
