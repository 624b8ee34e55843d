"""Following the matches of others."""

from __future__ import annotations

import pytest

from bot.app import Domain
from bot.domain.errors import LimitReached, Refused
from tests.bot.conftest import ANN, CAT, HERE
from tests.bot.domain.matches.helpers import started, swept


async def test_following_sends_the_turns_of_others(domain: Domain) -> None:
    match = await started(domain)
    await domain.matches.follow(match.id, CAT.id)
    await domain.matches.follow(match.id, CAT.id)
    with pytest.raises(Refused, match="you’re playing in"):
        await domain.matches.follow(match.id, ANN.id)
    await domain.matches.play(match.id, ANN.id, "e4-d6")
    told = await swept(domain)
    assert sorted((notice.dm or 0, notice.event.kind) for notice in told) == [(0, "turn"), (CAT.id, "turn")]
    assert [notice.followed for notice in told if notice.dm] == [True]
    assert await domain.matches.follows(match.id, CAT.id)
    await domain.matches.unfollow(match.id, CAT.id)
    await domain.matches.resign(match.id, ANN.id)
    assert len(await swept(domain)) == 1


async def test_only_so_many_matches_can_be_followed(domain: Domain) -> None:
    await domain.servers.change(HERE, matches=100)
    for _ in range(25):
        await domain.matches.follow((await started(domain)).id, CAT.id)
    with pytest.raises(LimitReached, match="25"):
        await domain.matches.follow((await started(domain)).id, CAT.id)
