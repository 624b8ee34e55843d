"""What was declined is not asked again and again: once a turn, and after two refusals within a day not for a day."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from bot.domain.domain import Domain
from bot.domain.errors import Refused
from bot.domain.matches import agreements
from bot.domain.matches.match import Changed, Match
from tests.bot.conftest import ANN, BEN
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
