"""Servers: what they have set, their daily list of matches, and servers that the bot leaves and comes back to."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.app import Domain
from bot.domain.errors import LimitReached, Refused
from bot.domain.outbox import Outbox
from bot.domain.servers.events import DailyDigest
from bot.domain.servers.repository import next_noon
from bot.domain.servers.service import Servers
from bot.domain.servers.settings import ServerSettings
from bot.domain.unit_of_work import Database, UnitOfWork
from bot.domain.values import Place
from tests.bot.conftest import ANN, BEN, CAT, HERE, Clock
from tests.bot.domain.matches.helpers import started
from tests.bot.domain.test_privacy import Notes

ELSEWHERE = Place(scope=800, channel=801)


class Purged(Notes):
    """Notes down which servers' data is deleted."""

    def __init__(self) -> None:
        super().__init__("purged")
        self.scopes: list[int] = []

    async def purged(self, work: UnitOfWork, scope: int) -> None:
        self.scopes.append(scope)


@pytest.fixture
def part() -> Purged:
    return Purged()


@pytest.fixture
def servers(database: Database, part: Purged) -> Servers:
    return Servers(database, (part,))


async def test_servers_set_what_they_like(servers: Servers) -> None:
    assert await servers.settings(HERE.scope) == ServerSettings()
    changed = await servers.change(HERE, clock="3 days", matches=1, days=2, channels=[5, 6])
    assert (changed.clock, changed.channels) == ("3d", (5, 6))
    assert await servers.settings(HERE.scope) == changed
    with pytest.raises(Refused, match="“Days a challenge stays open” can be 1 to 60"):
        await servers.change(HERE, matches=5, days=0)
    assert await servers.settings(HERE.scope) == changed
    assert await servers.settings(ELSEWHERE.scope) == ServerSettings()


async def test_who_wants_a_daily_list_is_owed_one_each_noon(servers: Servers, database: Database, clock: Clock) -> None:
    outbox = Outbox(database)
    await servers.change(HERE, digest=5)
    await servers.change(ELSEWHERE, digest=6)
    assert await servers.digests() == 0
    await servers.removed(ELSEWHERE.scope)
    for _ in range(2):
        clock.move(days=1)
        assert [await servers.digests() for _ in range(2)] == [1, 0]
        (notice,) = await outbox.claim()
        assert (notice.event, notice.scope, notice.channel) == (DailyDigest(), HERE.scope, 5)
        await outbox.done(notice.id)
    await servers.change(HERE, digest=0)
    clock.move(days=1)
    assert await servers.digests() == 0


def test_the_next_noon_is_later_than_now(clock: Clock) -> None:
    assert next_noon(clock.moment) == clock.moment + timedelta(days=1)
    assert next_noon(clock.moment - timedelta(seconds=1)) == clock.moment
    assert next_noon(clock.moment + timedelta(hours=13)) == clock.moment + timedelta(days=1)


async def test_what_is_kept_of_a_server_goes_30_days_after_the_bot(
    servers: Servers, part: Purged, clock: Clock
) -> None:
    await servers.change(HERE, days=2)
    await servers.change(ELSEWHERE, days=3)
    await servers.removed(HERE.scope)
    clock.move(days=29)
    assert await servers.purge() == 0
    await servers.removed(HERE.scope)
    clock.move(days=1)
    assert [await servers.purge() for _ in range(2)] == [1, 0]
    assert part.scopes == [HERE.scope]
    assert await servers.settings(HERE.scope) == ServerSettings()
    assert (await servers.settings(ELSEWHERE.scope)).days == 3


async def test_a_server_that_the_bot_comes_back_to_is_kept(servers: Servers, part: Purged, clock: Clock) -> None:
    await servers.change(HERE, days=2)
    await servers.removed(HERE.scope)
    clock.move(days=20)
    for _ in range(2):
        await servers.back(HERE.scope)
    clock.move(days=20)
    assert await servers.purge() == 0
    assert (await servers.settings(HERE.scope)).days == 2


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


async def test_matches_and_challenges_of_a_server_go_with_it(domain: Domain, clock: Clock) -> None:
    match = await started(domain)
    other = await domain.challenges.make(HERE, ANN, "veloop-square")
    await domain.matches.follow(match.id, CAT.id)
    await domain.servers.removed(HERE.scope)
    clock.move(days=31)
    assert await domain.servers.purge() == 1
    for gone in (domain.matches.get(match.id), domain.challenges.get(other.challenge.id)):
        with pytest.raises(Refused, match="no longer exists"):
            await gone
    assert await domain.matches.of(ANN.id) == ()
    assert (await started(domain)).name == "M1"
