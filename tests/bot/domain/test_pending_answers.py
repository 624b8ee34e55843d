"""Errands in the store: held by one process at a time, taken up when it is gone, and kept no longer than needed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.domain.matches.computer import hinted
from bot.domain.matches.service import Matches
from bot.domain.pending_answers import KEPT, LEASE, MOST_TRIES, Waiting, Wanted
from bot.domain.values import Via
from tests.bot.conftest import ANN, HERE, Clock
from tests.bot.domain.matches.helpers import started

Open = Callable[[], Awaitable[Matches]]


async def asked(waiting: Waiting, match: int = 1) -> Wanted:
    """Ann asks for a hint."""
    return await waiting.ask("hint", ANN.id, {"match": match, "made": []}, HERE, "de", Via(7, "token", 8))


async def test_an_errand_is_held_until_its_process_is_gone(opened: Open, clock: Clock) -> None:
    one, other = Waiting(await opened()), Waiting(await opened())
    wanted = await asked(one)
    assert await other.take() == []
    clock.move(seconds=LEASE.total_seconds() - 1)
    await one.keep([wanted.id])
    clock.move(seconds=LEASE.total_seconds() - 1)
    assert await other.take() == []
    clock.move(seconds=2)
    assert await other.take(but=[wanted.id]) == []
    assert await other.take() == [wanted]
    assert await one.take() == []
    await other.put_back([wanted.id])
    assert await one.take() == [wanted]
    await one.told(wanted.id)
    await one.put_back()
    assert await other.take() == []


async def test_an_errand_is_given_up_after_some_tries_and_after_a_day(opened: Open, clock: Clock) -> None:
    waiting = Waiting(await opened())
    await asked(waiting)
    for _ in range(MOST_TRIES - 1):
        await waiting.put_back()
        assert await waiting.take()
    await waiting.put_back()
    assert await waiting.take() == []
    await asked(waiting)
    clock.move(seconds=KEPT.total_seconds() + 1)
    assert await waiting.take() == []


async def test_a_hint_counts_once_however_often_its_errand_is_done(matches: Matches) -> None:
    match = await started(matches)
    wanted = await asked(Waiting(matches), match.id)
    for _ in range(2):
        assert (await hinted(matches, match.id, ANN.id, match.version, wanted.id)).hints == (1, 0)
