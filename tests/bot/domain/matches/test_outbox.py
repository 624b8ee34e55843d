"""The outbox: each notice once, in order, to one sender at a time, and again when a sender has stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from bot.domain.matches.service import Matches
from bot.domain.values import Via
from tests.bot.conftest import ANN, BEN, HERE, Clock
from tests.bot.domain.matches.helpers import started, swept


async def test_a_notice_is_given_to_one_sender(matches: Matches, opened: Callable[[], Awaitable[Matches]]) -> None:
    other_process = await opened()
    for _ in range(8):
        await matches.challenges.make(HERE, ANN, "veloop-square")
    given = await asyncio.gather(*(sender.outbox.claim(3) for sender in [matches, other_process] * 3))
    ids = [notice.id for some in given for notice in some]
    assert sorted(ids) == list(range(1, 9))


async def test_turns_of_a_match_are_told_in_order(matches: Matches) -> None:
    match = await started(matches)
    other = await started(matches)
    await matches.play(match.id, ANN.id, "e4-d6")
    await matches.resign(match.id, BEN.id)
    await matches.play(other.id, ANN.id, "e4-d6")
    first = await matches.outbox.claim()
    assert [(notice.match, notice.kind) for notice in first] == [(match.id, "turn"), (other.id, "turn")]
    assert await matches.outbox.claim() == []
    await matches.outbox.done(first[0].id)
    assert [(notice.match, notice.kind) for notice in await matches.outbox.claim()] == [(match.id, "finished")]


async def test_a_notice_whose_sender_has_stopped_is_due_again_and_says_so(matches: Matches, clock: Clock) -> None:
    await matches.challenges.make(HERE, ANN, "veloop-square")
    (notice,) = await matches.outbox.claim()
    assert notice.attempts == 1
    clock.move(seconds=59)
    assert await matches.outbox.claim() == []
    clock.move(seconds=2)
    (again,) = await matches.outbox.claim()
    assert (again.id, again.attempts) == (notice.id, 2)
    await matches.outbox.done(again.id)
    await matches.outbox.done(again.id)
    assert await matches.outbox.depth() == 0


async def test_after_a_restart_what_was_held_is_due_at_once(
    matches: Matches, opened: Callable[[], Awaitable[Matches]]
) -> None:
    via = Via(interaction=5, token="secret", application=6)
    await matches.challenges.make(HERE, ANN, "veloop-square", via=via)
    again = await opened()
    assert await again.outbox.claim() == []
    await again.outbox.release()
    (notice,) = await again.outbox.claim()
    assert (notice.via, notice.attempts) == (via, 2)


async def test_a_notice_that_cannot_be_sent_waits_longer_each_time(matches: Matches, clock: Clock) -> None:
    await matches.challenges.make(HERE, ANN, "veloop-square")
    waits = [0]
    for _ in range(8):
        (notice,) = await matches.outbox.claim()
        await matches.outbox.retry(notice.id)
        seconds = next(wait for wait in (5, 15, 60, 300, 900, 3600) if wait > waits[-1] or wait == 3600)
        clock.move(seconds=seconds - 1)
        assert await matches.outbox.claim() == []
        clock.move(seconds=1)
        waits.append(seconds)


async def test_a_notice_can_be_held_longer_and_put_off_for_a_while(matches: Matches, clock: Clock) -> None:
    await matches.challenges.make(HERE, ANN, "veloop-square")
    (notice,) = await matches.outbox.claim()
    assert await matches.outbox.hold(notice.id, 300)
    clock.move(seconds=299)
    assert await matches.outbox.claim() == []
    await matches.outbox.retry(notice.id, after=30)
    clock.move(seconds=31)
    assert len(await matches.outbox.claim()) == 1
    await matches.outbox.drop(notice.id)
    assert not await matches.outbox.hold(notice.id)
    await matches.outbox.retry(notice.id)
    assert await swept(matches) == []
