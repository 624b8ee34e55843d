"""What is offered while a member names a match."""

import pytest

from bot.domain.matches import endings
from tests.bot.chat.conftest import Club


@pytest.mark.parametrize("command", ["board", "match show", "match record", "match replay"])
async def test_matches_that_are_over_are_offered_where_they_can_be_looked_at(club: Club, command: str) -> None:
    await club.match()
    await club.match()
    await club.services.matches.act(1, club.bob.id, endings.resign)
    assert await club.alice.type(command, "match", "") == ["M2", "M1"]
    assert await club.alice.type(command, "match", "m1") == ["M1"]
    assert await club.carol.type(command, "match", "") == []


async def test_only_matches_that_fit_are_offered(club: Club) -> None:
    await club.match()
    await club.match()
    await club.services.matches.act(1, club.bob.id, endings.resign)
    assert await club.alice.type("match rematch", "match", "") == ["M1"]
    assert await club.alice.type("analyse", "match", "") == ["M1"]
    assert await club.alice.type("match resign", "match", "") == ["M2"]
    assert await club.bob.type("move", "match", "", moves="") == []
