"""What was declined is not asked again and again: once a turn, and after two refusals within a day not for a day."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from bot.domain.domain import Domain
from bot.domain.errors import Refused
from bot.domain.matches import agreements, endings
from bot.domain.matches.match import Changed, Match
from tests.bot.conftest import ANN, BEN, Clock
from tests.bot.domain.matches.helpers import kinds, played, started, swept

REQUESTS: dict[str, Callable[[Match, int], Changed]] = {
    "draw": agreements.offer_draw,
    "takeback": agreements.ask_takeback,
    "pause": agreements.ask_pause,
    "abandon": agreements.ask_abandon,
}


async def ask(domain: Domain, match: int, request: str, user: int = ANN.id) -> None:
    await domain.matches.do(match, lambda match: REQUESTS[request](match, user))


async def decline(domain: Domain, match: int, request: str, user: int = BEN.id) -> None:
    await domain.matches.do(match, partial(agreements.answer, request, user=user, yes=False))


@pytest.mark.parametrize("request_", REQUESTS)
async def test_after_two_refusals_nothing_is_asked_for_a_day(domain: Domain, clock: Clock, request_: str) -> None:
    match = (await started(domain, clock="7d")).id
    await played(domain, match, 3)
    for seed in (3, 4):
        await ask(domain, match, request_)
        await decline(domain, match, request_)
        await played(domain, match, 1, seed=seed)
        clock.move(hours=2)
    with pytest.raises(Refused, match="you can ask again in 22 h"):
        await ask(domain, match, request_)
    clock.move(hours=22)
    await ask(domain, match, request_)
    await decline(domain, match, request_)
    await played(domain, match, 1, seed=5)
    await ask(domain, match, request_)  # the one before was a day ago


async def test_a_match_that_is_over_is_asked_about_once_a_day(domain: Domain, clock: Clock) -> None:
    match = (await started(domain, rated=True)).id
    await played(domain, match, 4)
    await domain.matches.act(match, BEN.id, endings.resign)
    await domain.matches.act(match, ANN.id, agreements.ask_annulment)
    await domain.matches.do(match, partial(agreements.answer, "result", user=BEN.id, yes=False))
    with pytest.raises(Refused, match="you can ask again in 24 h"):
        await domain.matches.act(match, ANN.id, agreements.ask_annulment)
    quiet = (await started(domain)).id
    for _ in range(50):
        clock.move(days=1)
        await domain.matches.wake_due()
    take_up = partial(domain.matches.do, quiet, lambda match: agreements.ask_take_up(match, ANN.id))
    await take_up()
    await domain.matches.do(quiet, lambda match: agreements.answer("take_up", match, BEN.id, False))
    with pytest.raises(Refused, match="you can ask again in 24 h"):
        await take_up()
    clock.move(days=1)
    await take_up()


async def test_of_many_at_once_one_is_told(opened: Callable[[], Awaitable[Domain]]) -> None:
    two = await opened(), await opened()
    match = (await started(two[0], clock="7d")).id
    await played(two[0], match, 3)
    for request in REQUESTS:
        for step in (ask, decline, ask):
            steps = (step(two[n % 2], match, request) for n in range(20))
            results = await asyncio.gather(*steps, return_exceptions=True)
            done = [result for result in results if result is None]
            assert all(result is None or isinstance(result, Refused) for result in results), results
            notices = kinds(await swept(two[0]))
            again = step is ask and (await two[0].matches.get(match)).refusals.of(request, 0) != ()
            assert len(done) == len(notices) == (0 if again else 1)
