"""Time: clocks, reminders, claims, pauses, weekends, vacations, a bot that was away; the clock is
moved, not slept.
"""

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from bot.domain.domain import Domain
from bot.domain.errors import Refused
from bot.domain.matches import endings
from bot.domain.values import Place
from tests.bot.conftest import ANN, BEN, Clock
from tests.bot.domain.matches.helpers import chores, cleared, kinds, played, started, swept


async def hurry(domain: Domain, clock: Clock, **span: float) -> list[tuple[str, int | None]]:
    """The notices when some time has passed, in steps of 12 hours, with the bot awake between
    them.
    """
    end = clock.moment + timedelta(**span)
    notices = []
    while clock.moment < end:
        clock.moment = min(clock.moment + timedelta(hours=12), end)
        async with domain.database.store.write() as connection:  # alive all the time
            await connection.exec_driver_sql("DELETE FROM heartbeat")
        await chores(domain)
        notices += kinds(await swept(domain))
    return notices


async def test_a_player_is_reminded_before_the_end_and_then_the_other_may_claim(
    domain: Domain, clock: Clock
) -> None:
    match = await started(domain, clock="1d")
    assert match.due == clock.moment + timedelta(days=1)
    assert await hurry(domain, clock, hours=17) == []
    assert await hurry(domain, clock, hours=1) == [("reminder", ANN.id)]
    assert await hurry(domain, clock, hours=5) == []
    assert await hurry(domain, clock, hours=1) == [("overdue", None)]
    assert await hurry(domain, clock, days=3) == []
    claim_win = partial(endings.claim, user=BEN.id, what="win")
    result = (await domain.matches.do(match.id, claim_win)).match
    assert (result.winner, result.reason) == (1, "time")


async def test_nobody_loses_time_while_the_bot_is_away(domain: Domain, clock: Clock) -> None:
    timed_match = await started(domain, clock="1d")
    bank = await started(domain, clock="3d+0h")
    weekends = await started(domain, clock="3d weekends off")
    await chores(domain)
    clock.move(hours=2)
    async with domain.database.store.write() as connection:
        await connection.exec_driver_sql("UPDATE heartbeat SET at = at + 7200000")
    due = (await domain.matches.get(timed_match.id)).due
    clock.move(days=1)
    assert await domain.heartbeat.beat() == timedelta(days=1)
    assert await domain.heartbeat.beat() == timedelta(0)
    assert (await domain.matches.get(timed_match.id)).due == due + timedelta(days=1)
    assert (await domain.matches.get(bank.id)).banks == ((3 * 24 - 2) * 3600, 3 * 86400)
    assert weekends.due == datetime(2026, 3, 5, 12, tzinfo=UTC)
    assert (await domain.matches.get(weekends.id)).due == datetime(2026, 3, 6, 12, tzinfo=UTC)
    assert await chores(domain) == 0


async def test_players_of_a_shard_that_was_away_lose_no_time_and_are_not_woken(
    domain: Domain, clock: Clock
) -> None:
    first_match = await started(domain, clock="4h+0h")
    far_place = Place(1 << 22, 5)
    challenge = await domain.challenges.make(
        far_place, ANN, "loop", opponent=BEN, clock="4h+0h", side="first"
    )
    second_match = (await domain.challenges.accept(challenge.challenge.id, BEN)).match
    await cleared(domain)
    await chores(domain, (0, 1), 2)
    for _ in range(2 * 60 // 3 + 1):
        clock.move(minutes=3)
        await chores(domain, (0,), 2)
    assert [(notice.event.kind, notice.match) for notice in await swept(domain)] == [
        ("reminder", first_match.id)
    ]
    assert (await domain.matches.get(second_match.id)).due == second_match.due
    assert await domain.heartbeat.beat((0, 1), 2) == timedelta(minutes=2 * 60 + 3)
    assert (await domain.matches.get(second_match.id)).due == second_match.due + timedelta(
        minutes=2 * 60 + 3
    )
    assert (await domain.matches.get(first_match.id)).due == first_match.due
    assert await domain.heartbeat.beat((0, 1), 2) == timedelta(0)


async def test_more_shards_than_before_take_over_when_the_bot_was_last_there(
    domain: Domain, clock: Clock
) -> None:
    await started(domain, clock="1d")
    await domain.heartbeat.beat()
    clock.move(hours=5)
    assert await domain.heartbeat.beat((1, 2), 3) == timedelta(hours=5)
    assert await domain.heartbeat.beat((0,), 3) == timedelta(hours=5)
    assert await domain.heartbeat.beat((0, 1, 2), 3) == timedelta(0)


async def test_fewer_and_more_shards_again_is_no_outage(domain: Domain, clock: Clock) -> None:
    await domain.heartbeat.beat((0, 1), 2)
    for _ in range(60):
        clock.move(minutes=2)
        await domain.heartbeat.beat((0,), 1)
    assert await domain.heartbeat.beat((1,), 2) == timedelta(0)
    assert await domain.heartbeat.beat((0,), 2) == timedelta(0)
    clock.move(hours=1)
    assert await domain.heartbeat.beat((1,), 2) == timedelta(hours=1)


async def test_time_that_was_out_before_the_bot_went_away_stays_out(
    domain: Domain, clock: Clock
) -> None:
    match = await started(domain, clock="1d")
    await hurry(domain, clock, days=1)
    clock.move(days=2)
    await chores(domain)
    assert (await domain.matches.get(match.id)).overdue


async def test_a_clock_that_is_set_back_or_far_ahead_takes_nobodys_time(
    domain: Domain, clock: Clock
) -> None:
    match = await started(domain, clock="1d")
    await chores(domain)
    clock.move(hours=-1)
    assert await domain.heartbeat.beat() == timedelta(0)
    clock.move(days=365)
    await chores(domain)
    now = await domain.matches.get(match.id)
    assert now.due - clock.moment > timedelta(hours=23)


async def test_a_vacation_stops_ones_own_clocks(domain: Domain, clock: Clock) -> None:
    mine = await started(domain, clock="2d")
    theirs = await started(domain, clock="2d")
    await domain.matches.play(theirs.id, ANN.id, "e4-d6")
    theirs_due = (await domain.matches.get(theirs.id)).due
    clock.move(days=1)
    end = await domain.members.take_vacation(ANN.id, 10)
    assert end == clock.moment + timedelta(days=10)
    assert (await domain.matches.get(mine.id)).due == end + timedelta(days=1)
    assert (await domain.matches.get(theirs.id)).due == theirs_due
    # A turn that comes to her while she is away begins when she is back.
    await played(domain, theirs.id, 1)
    assert (await domain.matches.get(theirs.id)).due == end + timedelta(days=2)
    assert await domain.members.vacation(ANN.id) == (end, 20)
    with pytest.raises(Refused, match="30 days of vacation left"):
        await domain.members.take_vacation(ANN.id, 31)


async def test_more_time_given_in_a_vacation_begins_after_it(domain: Domain, clock: Clock) -> None:
    match = await started(domain, clock="2d")
    clock.move(days=2, hours=1)
    await domain.heartbeat.beat()
    end = await domain.members.take_vacation(ANN.id, 3)
    clock.move(hours=1)
    claim_time = partial(endings.claim, user=BEN.id, what="time")
    await domain.matches.do(match.id, claim_time)
    assert (await domain.matches.get(match.id)).due == end + timedelta(days=2)
    await domain.members.take_vacation(ANN.id, 0)
    assert (await domain.matches.get(match.id)).due == clock.moment + timedelta(days=2)
