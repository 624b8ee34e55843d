"""Servers: their settings and daily puzzles, and servers that the bot leaves and comes back to."""

from datetime import timedelta

import pytest

from bot.domain.domain import Domain
from bot.domain.errors import Refused
from bot.domain.servers import repository
from bot.domain.servers.repository import next_noon
from bot.domain.servers.service import Servers
from bot.domain.servers.settings import ServerSettings
from bot.domain.values import Place
from tests.bot.conftest import ANN, BEN, CAT, HERE, Clock
from tests.bot.domain.matches.helpers import started, swept

ELSEWHERE = Place(scope=800, channel=801)


@pytest.fixture
def servers(domain: Domain) -> Servers:
    return domain.servers


async def test_servers_set_what_they_like(servers: Servers) -> None:
    assert await servers.settings(HERE.scope) == ServerSettings()
    settings = await servers.change(HERE, clock="3d", matches=1, days=2, channels=[5, 6])
    assert (settings.clock, settings.channels) == ("3d", (5, 6))
    assert await servers.settings(HERE.scope) == settings
    with pytest.raises(Refused, match="“Days a challenge stays open” can be 1 to 60"):
        await servers.change(HERE, matches=5, days=0)
    assert await servers.settings(HERE.scope) == settings
    assert await servers.settings(ELSEWHERE.scope) == ServerSettings()


async def test_what_a_server_lacks_is_left_out_of_its_settings_until_it_is_forgotten(
    domain: Domain, clock: Clock
) -> None:
    servers = domain.servers
    await servers.change(
        HERE, channels=[5, 6], challengers=[7], digest=8, puzzles=9, forum=10, days=2
    )

    def lacks(server: int, id: int) -> bool:
        return server == HERE.scope and id in (6, 7, 8, 9, 10)

    servers.lacks = lacks
    rest = ServerSettings(channels=(5,), days=2)
    assert await servers.settings(HERE.scope) == rest
    assert (await servers.stored_settings(HERE.scope)).challengers == (7,)
    counts = {"channels": 1, "challengers": 1, "digest": 1, "puzzles": 1, "forum": 1}
    assert await servers.gone(HERE.scope) == counts
    clock.move(days=1)
    assert await domain.puzzles.daily() == 1
    assert await domain.outbox.depth() == 0, "no puzzle is sent to a channel that is gone"
    await servers.change(HERE, channels=[])
    await servers.forget_gone(HERE)
    servers.lacks = lambda server, id: False
    assert await servers.settings(HERE.scope) == ServerSettings(days=2)
    assert await servers.gone(HERE.scope) == {}


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
    assert [(await servers.settings(place.scope)).days for place in (HERE, ELSEWHERE, private)] == [
        2,
        14,
        2,
    ]
    shard = (HERE.scope >> 22) % 3
    assert await servers.only_in([], [one for one in range(3) if one != shard], 3) == 0
    assert await servers.only_in([], (shard,), 3) == 1


async def test_a_daily_puzzle_is_due_at_the_next_noon_after_its_channel_is_set(
    domain: Domain, clock: Clock
) -> None:
    clock.move(minutes=-1)
    await domain.servers.change(HERE, puzzles=77)
    await domain.servers.change(ELSEWHERE, puzzles=88)
    await domain.servers.change(ELSEWHERE, puzzles=0)
    await domain.servers.change(HERE, days=3)
    assert await domain.puzzles.daily() == 0
    clock.move(minutes=1)
    assert await domain.puzzles.daily() == 1
    assert [(notice.scope, notice.channel) for notice in await swept(domain)] == [(HERE.scope, 77)]
    clock.move(days=1)
    await domain.servers.removed(HERE.scope)
    assert await domain.puzzles.daily() == 0, "not in a server that the bot has left"
    clock.move(minutes=30)
    await domain.servers.change(HERE, days=4)  # another setting does not put it off
    await domain.servers.back(HERE.scope)
    assert await domain.puzzles.daily() == 1
    assert await domain.puzzles.daily() == 0


async def test_notices_for_the_channels_of_a_server_that_was_left_are_dropped(
    domain: Domain,
) -> None:
    await domain.members.change(BEN.id, notices="both")
    await domain.challenges.make(HERE, ANN, "loop", opponent=BEN)
    await domain.challenges.make(ELSEWHERE, ANN, "loop", opponent=CAT)
    await domain.servers.removed(HERE.scope)
    assert sorted((notice.scope, notice.dm) for notice in await swept(domain)) == [
        (800, None),
        (900, BEN.id),
    ]


async def test_a_private_channel_is_forgotten_once_nothing_is_left_in_it(domain: Domain) -> None:
    private = Place(700, 700, guild=False)
    await domain.challenges.make(ELSEWHERE, ANN, "loop", opponent=BEN)
    for place in (private, HERE):
        await domain.servers.change(place, days=3)
        async with domain.database.unit_of_work() as work:
            await repository.delete_unused(work, place.scope)
    assert [(await domain.servers.settings(place.scope)).days for place in (private, HERE)] == [
        14,
        3,
    ]
    await domain.servers.change(private, days=3)
    await domain.challenges.make(private, ANN, "loop", opponent=BEN)
    async with domain.database.unit_of_work() as work:
        await repository.delete_unused(work, private.scope)
        await repository.delete_unused(work, 12345)
    assert (await domain.servers.settings(private.scope)).days == 3


@pytest.mark.parametrize("cause", ["discord", "challenge"])
async def test_clocks_stand_still_while_the_bot_is_not_in_a_server(
    domain: Domain, clock: Clock, cause: str
) -> None:
    match = await started(domain, clock="1d")
    other = await domain.challenges.make(ELSEWHERE, ANN, "loop", opponent=BEN, clock="1d")
    due = (await domain.challenges.accept(other.challenge.id, BEN)).match.due
    clock.move(hours=1)
    for place in (HERE, ELSEWHERE):
        await domain.servers.removed(place.scope)
    clock.move(days=10)
    await domain.servers.removed(HERE.scope)  # told again: the first time counts
    clock.move(days=10)
    assert await domain.matches.wake_due() == 0
    for _ in range(2):
        if cause == "discord":
            await domain.servers.back(HERE.scope)
        else:
            await domain.challenges.make(HERE, CAT, "loop")
    assert (await domain.matches.get(match.id)).due == clock.moment + timedelta(hours=23)
    assert (await domain.matches.get(match.id + 1)).due == due, (
        "the bot is still out of the other server"
    )
    clock.move(days=1)
    assert (await domain.matches.get(match.id)).overdue
