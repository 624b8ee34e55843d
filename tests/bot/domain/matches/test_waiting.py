"""Matches that wait: reminders in waking hours, nudges, snoozing, quiet matches put away and taken
up again.
"""

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from bot.domain.domain import Domain
from bot.domain.errors import Refused
from bot.domain.hours import ALWAYS
from bot.domain.matches import agreements
from bot.domain.matches.waiting import commands as waiting
from tests.bot.conftest import ANN, BEN, Clock
from tests.bot.domain.matches.helpers import cleared, kinds, played, started, swept
from tests.bot.domain.matches.test_time import hurry

Told = list[tuple[datetime, str, int | None]]


async def told_when(domain: Domain, clock: Clock, **span: float) -> Told:
    """The notices while some time passes, and when, looked at every half hour."""
    end = clock.moment + timedelta(**span)
    notices = []
    while clock.moment < end:
        clock.move(minutes=30)
        await domain.matches.wake_due()
        if await domain.outbox.depth():
            notices += [
                (clock.moment, notice.event.kind, notice.ping) for notice in await swept(domain)
            ]
    return notices


@pytest.mark.slow
@pytest.mark.mutants
async def test_without_a_clock_a_player_is_reminded_gently_and_then_both_are_asked(
    domain: Domain, clock: Clock
) -> None:
    match = await started(domain)
    assert await hurry(domain, clock, days=2.9) == []
    assert await hurry(domain, clock, days=0.1) == [("quiet", ANN.id)]
    assert await hurry(domain, clock, days=4) == [("quiet", ANN.id)]
    assert await hurry(domain, clock, days=6.9) == []
    assert sorted(await hurry(domain, clock, days=1)) == [("quiet_asked", None)]
    assert await hurry(domain, clock, days=29) == []
    assert await hurry(domain, clock, days=1.5) == [("finished", None)]
    match_now = await domain.matches.get(match.id)
    assert (match_now.status, match_now.reason, match_now.winner) == ("aborted", "adjourned", None)
    assert await domain.matches.of(ANN.id) == ()


@pytest.mark.slow
@pytest.mark.mutants
async def test_a_word_of_either_player_begins_the_silence_anew(
    domain: Domain, clock: Clock
) -> None:
    match = await started(domain)
    await hurry(domain, clock, days=15)
    await domain.matches.do(match.id, lambda match: waiting.play_on(match, BEN.id))
    notices = await hurry(domain, clock, days=13)
    assert notices == [("quiet", ANN.id), ("quiet", ANN.id)]
    await domain.matches.act(match.id, BEN.id, agreements.offer_draw)
    await cleared(domain)
    assert [kind for kind, _ in await hurry(domain, clock, days=13)] == ["quiet", "quiet"]
    await domain.matches.play(match.id, ANN.id, "e4-d6")
    await cleared(domain)
    assert await hurry(domain, clock, days=8) == [("quiet", BEN.id), ("quiet", BEN.id)]


@pytest.mark.slow
@pytest.mark.mutants
async def test_reminders_come_in_a_members_own_hours(domain: Domain, clock: Clock) -> None:
    await domain.members.change(ANN.id, time_zone="Auckland", hours="8-22")
    hours = (await domain.members.get(ANN.id)).hours
    await started(domain)
    timed_match = await started(domain, clock="1d")
    notices = await told_when(domain, clock, days=4)
    assert [(kind, ping) for _, kind, ping in notices] == [
        ("reminder", ANN.id),
        ("overdue", None),
        ("quiet", ANN.id),
    ]
    assert all(hours.awake(moment) for moment, kind, ping in notices if ping == ANN.id)
    assert notices[0][0] < timed_match.due - timedelta(minutes=30)


@pytest.mark.slow
@pytest.mark.mutants
async def test_the_end_of_the_time_is_told_when_the_opponent_is_awake_but_counts_at_once(
    domain: Domain, clock: Clock
) -> None:
    await domain.members.change(BEN.id, hours="6-11")
    match = await started(domain, clock="1d")
    notices = await told_when(domain, clock, days=2)
    overdue = next(moment for moment, kind, _ in notices if kind == "overdue")
    assert overdue == datetime(2026, 3, 4, 6, tzinfo=UTC)
    assert (await domain.matches.get(match.id)).overdue


async def test_a_nudge_reaches_the_player_in_their_hours(domain: Domain, clock: Clock) -> None:
    await domain.members.change(ANN.id, hours="8-11")
    match = await started(domain)
    clock.move(days=1)
    await domain.matches.do(match.id, lambda match: waiting.nudge(match, BEN.id))
    assert await swept(domain) == []  # it is past eleven
    clock.move(hours=20)
    assert kinds(await swept(domain)) == [("nudge", ANN.id)]


@pytest.mark.slow
@pytest.mark.mutants
async def test_a_snoozed_match_is_silent_until_then_but_its_time_runs(
    domain: Domain, clock: Clock
) -> None:
    match = await started(domain, clock="3d")
    await domain.matches.do(match.id, lambda match: waiting.snooze(match, ANN.id, 13))
    notices = await told_when(domain, clock, days=3.1)
    assert [(kind, ping) for _, kind, ping in notices] == [("reminder", ANN.id), ("overdue", None)]
    assert match.due - timedelta(hours=1) < notices[0][0] < match.due
    quiet = await started(domain)
    await domain.matches.do(quiet.id, lambda match: waiting.snooze(match, ANN.id, 5))
    assert await hurry(domain, clock, days=4) == []
    assert await hurry(domain, clock, days=1.1) == [("quiet", ANN.id)]


async def test_a_reminder_put_off_by_a_snooze_comes_at_once_when_the_snooze_is_ended(
    domain: Domain, clock: Clock
) -> None:
    match = await started(domain, clock="3d")
    await domain.matches.do(match.id, lambda match: waiting.snooze(match, ANN.id, 13))
    assert await hurry(domain, clock, days=2.5) == []
    await domain.matches.do(match.id, lambda match: waiting.snooze(match, ANN.id, 0))
    assert await hurry(domain, clock, hours=1) == [("reminder", ANN.id)]


@pytest.mark.slow
@pytest.mark.mutants
async def test_hours_are_learnt_from_when_a_member_moves(domain: Domain, clock: Clock) -> None:
    match = await started(domain)
    for _ in range(28):
        assert (await domain.members.get(ANN.id)).hours == ALWAYS, (
            "not before there are weeks of moves"
        )
        clock.moment = clock.moment.replace(hour=20) + timedelta(days=1)
        now = await domain.matches.get(match.id)
        assert now.mover is not None
        await played(domain, match.id, 1)
    await domain.members.store_turns()
    member = await domain.members.get(ANN.id)
    assert not member.settings.hours
    assert member.hours.awake(clock.moment)
    assert not member.hours.awake(clock.moment.replace(hour=8))
    assert member.rhythm.usual() == timedelta(hours=24)
    await domain.members.change(ANN.id, hours="6-10")
    assert (await domain.members.get(ANN.id)).hours.latest(clock.moment).hour <= 10


@pytest.mark.slow
@pytest.mark.mutants
async def test_an_outage_brings_no_reminder_twice(domain: Domain, clock: Clock) -> None:
    await domain.members.change(ANN.id, hours="9-23")
    match = await started(domain, clock="3d")
    await domain.heartbeat.beat()
    clock.move(hours=10)
    await domain.heartbeat.beat()
    notices = await told_when(domain, clock, days=3, hours=12)
    assert [kind for _, kind, _ in notices] == ["reminder", "reminder", "overdue"]
    due = (await domain.matches.get(match.id)).due
    assert [due - moment < timedelta(days=1, hours=10) for moment, _, _ in notices] == [True] * 3


async def test_what_can_wait_comes_in_waking_hours_after_an_outage_too(
    domain: Domain, clock: Clock
) -> None:
    await domain.members.change(ANN.id, hours="8-22")
    match = await started(domain)
    clock.move(days=4)
    assert await domain.matches.wake_due() == 1
    clock.move(hours=15)
    for notice in await domain.outbox.claim():
        assert await domain.outbox.postpone(notice)
    assert not await domain.outbox.claim()
    await domain.matches.play(match.id, ANN.id, "e4-d6")
    assert kinds(await swept(domain)) == [("turn", BEN.id)], "it holds up nothing"
    clock.move(hours=5)
    [notice] = await domain.outbox.claim()
    assert not await domain.outbox.postpone(notice)


async def test_a_nudge_and_a_reminder_do_not_say_the_same_twice(
    domain: Domain, clock: Clock
) -> None:
    match = await started(domain)
    await hurry(domain, clock, days=3)
    with pytest.raises(Refused, match="nudge Ann in"):
        await domain.matches.do(match.id, lambda match: waiting.nudge(match, BEN.id))
    await hurry(domain, clock, days=3, hours=20)
    await domain.matches.do(match.id, lambda match: waiting.nudge(match, BEN.id))
    assert await hurry(domain, clock, hours=23) == [("nudge", ANN.id)]
    assert await hurry(domain, clock, hours=2) == [("quiet", ANN.id)]


async def test_a_vacation_that_begins_in_a_pause_counts_when_the_clock_runs_again(
    domain: Domain, clock: Clock
) -> None:
    match = await started(domain, clock="3d")
    await domain.matches.act(match.id, BEN.id, agreements.ask_pause)
    agree = partial(agreements.answer, "pause", user=ANN.id, yes=True)
    await domain.matches.do(match.id, agree)
    end = await domain.members.take_vacation(ANN.id, 5)
    clock.move(days=1)
    await domain.matches.act(match.id, ANN.id, agreements.ask_pause)
    assert (await domain.matches.get(match.id)).due == end + timedelta(days=3)
