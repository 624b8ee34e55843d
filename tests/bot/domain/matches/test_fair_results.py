"""Which results count for ratings, and what nobody may take from a player who is out of time or gone."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial

import pytest

from bot.domain.domain import Domain
from bot.domain.matches import agreements, endings
from bot.domain.matches.match import Match
from tests.bot.conftest import ANN, BEN, HERE, Clock
from tests.bot.domain.matches.helpers import played, started

End = Callable[[Domain, Match], Awaitable[object]]


async def _resigned(domain: Domain, match: Match) -> None:
    await domain.matches.act(match.id, ANN.id, endings.resign)


async def _agreed(domain: Domain, match: Match) -> None:
    await domain.matches.act(match.id, ANN.id, agreements.offer_draw)
    await domain.matches.do(match.id, partial(agreements.answer, "draw", user=BEN.id, yes=True))


async def _deleted(domain: Domain, match: Match) -> None:
    await domain.privacy.delete(BEN.id)


ENDS: dict[str, End] = {"resigned": _resigned, "agreed": _agreed, "deleted": _deleted}


@pytest.mark.parametrize("turns", [0, 1, 3])
@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
async def test_a_rated_match_that_has_hardly_begun_is_called_off(domain: Domain, end: End, turns: int) -> None:
    match = await played(domain, (await started(domain, rated=True, clock="1d")).id, turns)
    await end(domain, match)
    match = await domain.matches.get(match.id)
    assert (match.status, match.reason, match.winner, match.rated) == ("aborted", "aborted", None, False)
    assert await domain.ratings.of(ANN.id, HERE.scope) == ()


async def test_after_two_turns_by_each_side_giving_up_is_a_result(domain: Domain) -> None:
    match = await played(domain, (await started(domain, rated=True)).id, 4)
    change = await domain.matches.act(match.id, ANN.id, endings.resign)
    assert (change.match.status, change.match.winner, change.match.rated) == ("finished", 1, True)
    assert len(await domain.ratings.of(ANN.id, HERE.scope)) == 1


async def test_when_a_player_left_is_stored(domain: Domain, clock: Clock) -> None:
    match = await started(domain)
    await domain.matches.presence(HERE.scope, BEN.id, gone=True)
    left = clock.moment
    clock.move(hours=5)
    now = await domain.matches.get(match.id)
    assert (now.gone, now.gone_since) == (1, left)
    assert now.now - left == timedelta(hours=5)
