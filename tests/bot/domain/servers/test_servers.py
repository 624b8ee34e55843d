"""Servers: what they have set, their daily list of matches, and servers that the bot leaves and comes back to."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.domain.domain import Domain
from bot.domain.errors import LimitReached, Refused
from bot.domain.servers.repository import next_noon
from bot.domain.servers.service import Servers
from bot.domain.servers.settings import ServerSettings
from bot.domain.unit_of_work import Database
from bot.domain.values import Place
from tests.bot.conftest import ANN, BEN, HERE, Clock
from tests.bot.domain.matches.helpers import started

ELSEWHERE = Place(scope=800, channel=801)


@pytest.fixture
def servers(database: Database) -> Servers:
    return Servers(database)


async def test_servers_set_what_they_like(servers: Servers) -> None:
    assert await servers.settings(HERE.scope) == ServerSettings()
    changed = await servers.change(HERE, clock="3 days", matches=1, days=2, channels=[5, 6])
    assert (changed.clock, changed.channels) == ("3d", (5, 6))
    assert await servers.settings(HERE.scope) == changed
    with pytest.raises(Refused, match="“Days a challenge stays open” can be 1 to 60"):
        await servers.change(HERE, matches=5, days=0)
    assert await servers.settings(HERE.scope) == changed
    assert await servers.settings(ELSEWHERE.scope) == ServerSettings()


def test_the_next_noon_is_later_than_now(clock: Clock) -> None:
    assert next_noon(clock.moment) == clock.moment + timedelta(days=1)
    assert next_noon(clock.moment - timedelta(seconds=1)) == clock.moment
    assert next_noon(clock.moment + timedelta(hours=13)) == clock.moment + timedelta(days=1)


async def test_the_bot_has_left_the_servers_that_discord_does_not_name_at_the_start(
    servers: Servers, domain: Domain, clock: Clock
) -> None:
    private = Place(scope=700, channel=700, guild=False)
    for place in (HERE, ELSEWHERE, private):
        await servers.change(place, days=2)
    assert await servers.only_in([HERE.scope], (0,), 1) == 1
    assert await servers.only_in([HERE.scope], (0,), 1) == 0
    clock.move(days=30)
    assert await domain.privacy.purge_left_servers() == 1
    assert [(await servers.settings(place.scope)).days for place in (HERE, ELSEWHERE, private)] == [2, 14, 2]
    shard = (HERE.scope >> 22) % 3
    assert await servers.only_in([], [one for one in range(3) if one != shard], 3) == 0
    assert await servers.only_in([], (shard,), 3) == 1


# ------------------------------------------------------------------------------------------- with all other services


async def test_what_a_server_has_set_counts(domain: Domain) -> None:
    await domain.servers.change(HERE, clock="3 days", matches=1, days=2)
    offered = await domain.challenges.make(HERE, ANN, "veloop-square", opponent=BEN)
    assert str(offered.challenge.clock) == "3d"
    assert offered.challenge.expires - offered.challenge.created == timedelta(days=2)
    await domain.challenges.accept(offered.challenge.id, BEN)
    with pytest.raises(LimitReached, match="the limit of 1 running matches"):
        await domain.challenges.make(HERE, ANN, "veloop-square")


async def test_clocks_stand_still_while_the_bot_is_not_in_a_server(domain: Domain, clock: Clock) -> None:
    match = await started(domain, clock="1d")
    clock.move(hours=1)
    await domain.servers.removed(HERE.scope)
    clock.move(days=20)
    assert await domain.matches.wake_due() == 0
    for _ in range(2):
        await domain.servers.back(HERE.scope)
    assert (await domain.matches.get(match.id)).due == clock.moment + timedelta(hours=23)
    clock.move(days=1)
    assert (await domain.matches.get(match.id)).overdue
