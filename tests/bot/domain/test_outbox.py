"""The outbox: each notice once, in order, to one sender at a time, and again when a sender has stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from bot.domain.domain import Domain
from bot.domain.matches import endings
from bot.domain.values import Via
from tests.bot.conftest import ANN, BEN, HERE, Clock
from tests.bot.domain.matches.helpers import started, swept


async def test_a_notice_is_given_to_one_sender(domain: Domain, opened: Callable[[], Awaitable[Domain]]) -> None:
    other_process = await opened()
    for _ in range(8):
        await domain.challenges.make(HERE, ANN, "veloop-square")
    given = await asyncio.gather(*(sender.outbox.claim(3) for sender in [domain, other_process] * 3))
    ids = [notice.id for some in given for notice in some]
    assert sorted(ids) == list(range(1, 9))


async def test_turns_of_a_match_are_told_in_order(domain: Domain) -> None:
    match = await started(domain)
    other = await started(domain)
    await domain.matches.play(match.id, ANN.id, "e4-d6")
    await domain.matches.act(match.id, BEN.id, endings.resign)
    await domain.matches.play(other.id, ANN.id, "e4-d6")
    first = await domain.outbox.claim()
    assert [(notice.match, notice.event.kind) for notice in first] == [(match.id, "turn"), (other.id, "turn")]
    assert await domain.outbox.claim() == []
    await domain.outbox.done(first[0].id)
    assert [(notice.match, notice.event.kind) for notice in await domain.outbox.claim()] == [(match.id, "finished")]


async def test_a_notice_whose_sender_has_stopped_is_due_again_and_says_so(domain: Domain, clock: Clock) -> None:
    await domain.challenges.make(HERE, ANN, "veloop-square")
    (notice,) = await domain.outbox.claim()
    assert notice.attempts == 1
    clock.move(seconds=59)
    assert await domain.outbox.claim() == []
    clock.move(seconds=2)
    (again,) = await domain.outbox.claim()
    assert (again.id, again.attempts) == (notice.id, 2)
    await domain.outbox.done(again.id)
    await domain.outbox.done(again.id)
    assert await domain.outbox.depth() == 0


async def test_after_a_restart_what_was_held_is_due_at_once(
    domain: Domain, opened: Callable[[], Awaitable[Domain]]
) -> None:
    via = Via(interaction=5, token="secret", application=6)
    await domain.challenges.make(HERE, ANN, "veloop-square", via=via)
    again = await opened()
    assert await again.outbox.claim() == []
    await again.outbox.release()
    (notice,) = await again.outbox.claim()
    assert (notice.via, notice.attempts) == (via, 2)


async def test_a_notice_that_cannot_be_sent_waits_longer_each_time(domain: Domain, clock: Clock) -> None:
    await domain.challenges.make(HERE, ANN, "veloop-square")
    waits = [0]
    for _ in range(8):
        (notice,) = await domain.outbox.claim()
        await domain.outbox.retry(notice.id)
        seconds = next(wait for wait in (5, 15, 60, 300, 900, 3600) if wait > waits[-1] or wait == 3600)
        clock.move(seconds=seconds - 1)
        assert await domain.outbox.claim() == []
        clock.move(seconds=1)
        waits.append(seconds)


async def test_a_notice_can_be_held_longer_and_put_off_for_a_while(domain: Domain, clock: Clock) -> None:
    await domain.challenges.make(HERE, ANN, "veloop-square")
    (notice,) = await domain.outbox.claim()
    clock.move(seconds=30)
    assert await domain.outbox.hold(notice.id)
    clock.move(seconds=59)
    assert await domain.outbox.claim() == []
    await domain.outbox.retry(notice.id, after=30)
    clock.move(seconds=31)
    assert len(await domain.outbox.claim()) == 1
    await domain.outbox.done(notice.id)
    assert not await domain.outbox.hold(notice.id)
    await domain.outbox.retry(notice.id)
    assert await swept(domain) == []
