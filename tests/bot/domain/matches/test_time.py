"""Time: clocks, reminders, claims, pauses, weekends, vacations, a bot that was away; the clock is moved, not slept."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest
from bot.domain.matches.clocks import Clock as Terms
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.matches import Matches, Place, Refused, clocks
from bot.domain.matches import due as clockwork
from tests.bot.conftest import ANN, BEN, CAT, HERE, Clock
from tests.bot.domain.matches.helpers import kinds, played, started, swept


async def passing(matches: Matches, clock: Clock, **span: float) -> list[tuple[str, int | None]]:
    """What is told while so much time passes and the bot is awake."""
    end = clock.moment + timedelta(**span)
    told = []
    while clock.moment < end:
        clock.moment = min(clock.moment + timedelta(minutes=3), end)
        await clockwork.work(matches)
        if await matches.outbox.depth():
            told += kinds(await swept(matches))
    return told


async def hurry(matches: Matches, clock: Clock, **span: float) -> list[tuple[str, int | None]]:
    """What is told when so much time has passed, in steps of hours, with the bot awake between them."""
    end = clock.moment + timedelta(**span)
    told = []
    while clock.moment < end:
        clock.moment = min(clock.moment + timedelta(hours=1 if end - clock.moment < timedelta(days=1) else 12), end)
        async with matches.store.write() as connection:  # alive all the time
            await connection.exec_driver_sql("DELETE FROM heartbeat")
        await clockwork.work(matches)
        told += kinds(await swept(matches))
    return told


async def test_a_player_is_reminded_at_half_time_and_near_the_end_and_then_the_other_may_claim(
    matches: Matches, clock: Clock
) -> None:
    match = await started(matches, clock="1d")
    assert match.due == clock.moment + timedelta(days=1)
    assert await hurry(matches, clock, hours=11) == []
    assert await hurry(matches, clock, hours=1) == [("reminder", ANN.id)]
    assert await hurry(matches, clock, hours=9) == []
    assert await hurry(matches, clock, hours=1) == [("reminder", ANN.id)]
    assert await hurry(matches, clock, hours=2) == [("overdue", BEN.id)]
    assert await hurry(matches, clock, days=3) == []
    now = await matches.get(match.id)
    assert (now.status, now.overdue) == ("running", True)
    with pytest.raises(Refused, match="your own turn"):
        await matches.claim(match.id, ANN.id, "win")
    with pytest.raises(Refused, match="only a match whose player has left"):
        await matches.claim(match.id, BEN.id, "close")
    ended = (await matches.claim(match.id, BEN.id, "win")).match
    assert (ended.winner, ended.reason) == (1, "time")


async def test_nothing_is_forfeited_by_itself_and_a_late_turn_counts(matches: Matches, clock: Clock) -> None:
    match = await started(matches, clock="1d")
    await hurry(matches, clock, days=2)
    assert (await matches.play(match.id, ANN.id, "e4-d6")).complete
    now = await matches.get(match.id)
    assert not now.overdue
    assert now.due == clock.moment + timedelta(days=1)
    with pytest.raises(Refused, match="still has time"):
        await matches.claim(match.id, ANN.id, "win")


async def test_instead_of_claiming_one_can_give_more_time_or_a_draw(matches: Matches, clock: Clock) -> None:
    match = await started(matches, clock="2d")
    await hurry(matches, clock, days=2)
    more = await matches.claim(match.id, BEN.id, "time")
    assert more.match.due == clock.moment + timedelta(days=2)
    assert kinds(await swept(matches)) == [("more_time", ANN.id)]
    assert await hurry(matches, clock, days=2) == [("reminder", ANN.id), ("reminder", ANN.id), ("overdue", BEN.id)]
    drawn = (await matches.claim(match.id, BEN.id, "draw")).match
    assert (drawn.status, drawn.winner, drawn.reason) == ("finished", None, "time")


async def test_a_turn_made_in_time_needs_no_reminder(matches: Matches, clock: Clock) -> None:
    match = await started(matches, clock="1d")
    told = await hurry(matches, clock, hours=11)
    await matches.play(match.id, ANN.id, "e4-d6")
    told += await hurry(matches, clock, hours=11)
    assert told == [("turn", BEN.id)]
    assert await hurry(matches, clock, hours=2) == [("reminder", BEN.id)]


async def test_without_a_clock_nobody_is_reminded(matches: Matches, clock: Clock) -> None:
    match = await started(matches)
    assert await hurry(matches, clock, days=40) == []
    assert (await matches.get(match.id)).due is None


async def test_a_bank_is_used_up_by_ones_own_turns_and_grows_by_the_increment(matches: Matches, clock: Clock) -> None:
    match = await started(matches, clock="5d + 12h")
    assert match.banks == (5 * 86400, 5 * 86400)
    clock.move(days=1)
    await clockwork.beat(matches)
    assert (await matches.get(match.id)).banks == (4 * 86400, 5 * 86400)
    await matches.play(match.id, ANN.id, "e4-d6")
    now = await matches.get(match.id)
    assert now.banks == (4.5 * 86400, 5 * 86400)
    assert now.due == clock.moment + timedelta(days=5)
    clock.move(days=2)
    now = await played(matches, match.id, 1)
    assert now.banks == (4.5 * 86400, 3.5 * 86400)
    assert now.due == clock.moment + timedelta(days=4.5)


async def test_nobody_loses_time_while_the_bot_is_away(matches: Matches, clock: Clock) -> None:
    timed = await started(matches, clock="1d")
    bank = await started(matches, clock="3d+0h")
    weekends = await started(matches, clock="3d weekends off")
    await clockwork.work(matches)
    clock.move(hours=2)
    async with matches.store.write() as connection:
        await connection.exec_driver_sql("UPDATE heartbeat SET at = at + 7200000")
    due = (await matches.get(timed.id)).due
    assert due is not None
    clock.move(days=1)
    assert await clockwork.beat(matches) == timedelta(days=1)
    assert await clockwork.beat(matches) == timedelta(0)
    assert (await matches.get(timed.id)).due == due + timedelta(days=1)
    assert (await matches.get(bank.id)).banks == ((3 * 24 - 2) * 3600, 3 * 86400)
    assert weekends.due == datetime(2026, 3, 5, 12, tzinfo=UTC)
    assert (await matches.get(weekends.id)).due == datetime(2026, 3, 6, 12, tzinfo=UTC)
    assert await clockwork.work(matches) == 0


async def test_players_of_a_shard_that_was_away_lose_no_time_and_are_not_woken(matches: Matches, clock: Clock) -> None:
    here = await started(matches, clock="1d")
    there = await matches.challenges.make(Place(1 << 22, 5), ANN, "loop", opponent=BEN, clock="1d", side="first")
    away = (await matches.challenges.accept(there.challenge.id, BEN)).match
    await swept(matches)
    await clockwork.work(matches, (0, 1), 2)
    for _ in range(12 * 60 // 2 + 1):
        clock.move(minutes=2)
        await clockwork.work(matches, (0,), 2)
    assert [(notice.kind, notice.match) for notice in await swept(matches)] == [("reminder", here.id)]
    assert away.due is not None
    assert (await matches.get(away.id)).due == away.due
    assert await clockwork.beat(matches, (0, 1), 2) == timedelta(minutes=12 * 60 + 2)
    assert (await matches.get(away.id)).due == away.due + timedelta(minutes=12 * 60 + 2)
    assert (await matches.get(here.id)).due == here.due
    assert await clockwork.beat(matches, (0, 1), 2) == timedelta(0)


async def test_more_shards_than_before_take_over_when_the_bot_was_last_there(matches: Matches, clock: Clock) -> None:
    await started(matches, clock="1d")
    await clockwork.beat(matches)
    clock.move(hours=5)
    assert await clockwork.beat(matches, (1, 2), 3) == timedelta(hours=5)
    assert await clockwork.beat(matches, (0,), 3) == timedelta(hours=5)
    assert await clockwork.beat(matches, (0, 1, 2), 3) == timedelta(0)


async def test_time_that_was_out_before_the_bot_went_away_stays_out(matches: Matches, clock: Clock) -> None:
    match = await started(matches, clock="1d")
    await hurry(matches, clock, days=1)
    clock.move(days=2)
    await clockwork.work(matches)
    assert (await matches.get(match.id)).overdue


async def test_a_clock_that_is_set_back_or_far_ahead_takes_nobodys_time(matches: Matches, clock: Clock) -> None:
    match = await started(matches, clock="1d")
    await clockwork.work(matches)
    clock.move(hours=-1)
    assert await clockwork.beat(matches) == timedelta(0)
    clock.move(days=365)
    await clockwork.work(matches)
    now = await matches.get(match.id)
    assert now.due is not None
    assert now.due - clock.moment > timedelta(hours=23)


async def test_gaps_of_a_few_minutes_are_no_outage(matches: Matches, clock: Clock) -> None:
    match = await started(matches, clock="1d")
    await clockwork.beat(matches)
    assert await passing(matches, clock, hours=2) == []
    assert (await matches.get(match.id)).due == match.due


async def test_two_processes_remind_once(
    matches: Matches, clock: Clock, opened: Callable[[], Awaitable[Matches]]
) -> None:
    other_process = await opened()
    for _ in range(3):
        await started(matches, clock="1d")
    clock.move(hours=12)
    async with matches.store.write() as connection:
        await connection.exec_driver_sql("DELETE FROM heartbeat")
    await asyncio.gather(clockwork.work(matches), clockwork.work(other_process), clockwork.work(matches))
    assert kinds(await swept(matches)) == [("reminder", ANN.id)] * 3


async def test_a_pause_is_agreed_and_stops_the_clock(matches: Matches, clock: Clock) -> None:
    match = await started(matches, clock="1d")
    await matches.ask_pause(match.id, BEN.id)
    with pytest.raises(Refused, match="already asked"):
        await matches.ask_pause(match.id, BEN.id)
    clock.move(hours=6)
    await clockwork.beat(matches)
    paused = (await matches.answer_pause(match.id, ANN.id, True)).match
    assert paused.paused == clock.moment
    assert kinds(await swept(matches)) == [("asked", ANN.id), ("answered", BEN.id)]
    with pytest.raises(Refused, match="is paused"):
        await matches.play(match.id, ANN.id, "e4-d6")
    assert await hurry(matches, clock, days=10) == []
    with pytest.raises(Refused, match="still has time"):
        await matches.claim(match.id, BEN.id, "win")
    # The player to move goes on at once.
    on = (await matches.ask_pause(match.id, ANN.id)).match
    assert on.paused is None
    assert on.due == clock.moment + timedelta(hours=18)
    assert kinds(await swept(matches)) == [("answered", BEN.id)]


async def test_who_waits_can_end_a_pause_by_agreement_or_after_a_week(matches: Matches, clock: Clock) -> None:
    match = await started(matches, clock="1d")
    await matches.ask_pause(match.id, BEN.id)
    await matches.ask_pause(match.id, ANN.id)
    await matches.ask_pause(match.id, BEN.id)
    assert (await matches.get(match.id)).pause_asked == 1
    with pytest.raises(Refused, match="a week after"):
        await matches.answer_pause(match.id, ANN.id, False)
    assert (await matches.answer_pause(match.id, ANN.id, True)).match.paused is None
    await matches.ask_pause(match.id, BEN.id)
    await matches.ask_pause(match.id, ANN.id)
    await matches.ask_pause(match.id, BEN.id)
    await swept(matches)
    assert await hurry(matches, clock, days=6) == []
    assert await hurry(matches, clock, days=1) == [("answered", ANN.id)]
    now = await matches.get(match.id)
    assert now.paused is None
    assert now.due == clock.moment + timedelta(days=1)


async def test_a_pause_needs_a_clock_that_runs_and_may_be_declined(matches: Matches, clock: Clock) -> None:
    without = await started(matches)
    with pytest.raises(Refused, match="no clock"):
        await matches.ask_pause(without.id, ANN.id)
    match = await started(matches, clock="1d")
    await matches.ask_pause(match.id, ANN.id)
    assert (await matches.answer_pause(match.id, BEN.id, False)).match.paused is None
    with pytest.raises(Refused, match="nobody has asked"):
        await matches.answer_pause(match.id, BEN.id, True)
    await hurry(matches, clock, days=1)
    with pytest.raises(Refused, match="time is out"):
        await matches.ask_pause(match.id, ANN.id)


async def test_weekends_do_not_count_where_they_are_off(matches: Matches, clock: Clock) -> None:
    clock.moment = datetime(2026, 3, 6, 12, tzinfo=UTC)  # a Friday
    match = await started(matches, clock="1 day, weekends off")
    assert match.due == datetime(2026, 3, 9, 12, tzinfo=UTC)
    assert await hurry(matches, clock, hours=48) == [("reminder", ANN.id)]
    await matches.play(match.id, ANN.id, "e4-d6")
    assert (await matches.get(match.id)).due == datetime(2026, 3, 10, 0, tzinfo=UTC)


async def test_a_vacation_stops_ones_own_clocks(matches: Matches, clock: Clock) -> None:
    mine = await started(matches, clock="2d")
    theirs = await started(matches, clock="2d")
    await matches.play(theirs.id, ANN.id, "e4-d6")
    theirs_due = (await matches.get(theirs.id)).due
    clock.move(days=1)
    until = await matches.people.take_vacation(ANN.id, 10)
    assert until == clock.moment + timedelta(days=10)
    assert (await matches.get(mine.id)).due == until + timedelta(days=1)
    assert (await matches.get(theirs.id)).due == theirs_due
    # A turn that comes to her while she is away begins when she is back.
    await played(matches, theirs.id, 1)
    assert (await matches.get(theirs.id)).due == until + timedelta(days=2)
    assert await matches.people.vacation(ANN.id) == (until, 20)
    with pytest.raises(Refused, match="in days: 30"):
        await matches.people.take_vacation(ANN.id, 31)


async def test_a_vacation_can_be_ended_and_the_rest_is_given_back(matches: Matches, clock: Clock) -> None:
    match = await started(matches, clock="2d")
    await matches.people.take_vacation(ANN.id, 10)
    clock.move(days=4)
    await matches.people.take_vacation(ANN.id, 0)
    assert (await matches.get(match.id)).due == clock.moment + timedelta(days=2)
    assert await matches.people.vacation(ANN.id) == (None, 26)
    clock.moment = datetime(2027, 1, 1, tzinfo=UTC)
    assert await matches.people.vacation(ANN.id) == (None, 30)
    assert await matches.people.vacation(CAT.id) == (None, 30)


async def test_challenges_run_out_and_their_maker_is_told(matches: Matches, clock: Clock) -> None:
    made = (await matches.challenges.make(HERE, ANN, "veloop-square", opponent=BEN)).challenge
    await swept(matches)
    clock.move(days=14)
    assert await clockwork.work(matches) == 1
    assert (await matches.challenges.get(made.id)).status == "expired"
    assert kinds(await swept(matches)) == [("expired", ANN.id)]
    assert await clockwork.work(matches) == 0


async def test_a_server_may_want_a_daily_list(matches: Matches, clock: Clock) -> None:
    await matches.people.set_server(HERE, digest=777)
    assert await clockwork.work(matches) == 0
    clock.move(days=1, minutes=1)
    await clockwork.work(matches)
    (notice,) = await swept(matches)
    assert (notice.kind, notice.channel) == ("digest", 777)
    assert await clockwork.work(matches) == 0
    await matches.people.set_server(HERE, digest=0)
    clock.move(days=2)
    assert await clockwork.work(matches) == 0


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("", Terms()),
        ("none", Terms()),
        ("3d", Terms(per_turn=3 * 86400)),
        ("3", Terms(per_turn=3 * 86400)),
        ("3 days", Terms(per_turn=3 * 86400)),
        ("7 Tage", Terms(per_turn=7 * 86400)),
        ("2 days a turn, weekends off", Terms(per_turn=2 * 86400, weekends_off=True)),
        ("7d+12h", Terms(bank=7 * 86400, increment=43200)),
        ("bank 7 days + 12 hours per move", Terms(bank=7 * 86400, increment=43200)),
        ("1d12h + 0h", Terms(bank=129600)),
    ],
)
def test_clocks_are_read_as_people_write_them(text: str, clock: Terms) -> None:
    assert clocks.parse(text) == clock
    assert clocks.parse(str(clock)) == clock


@pytest.mark.parametrize("text", ["4d", "d", "+", "1d+", "500d+1d", "1h30", "3d+3d+3d", "weekends", "-1d", "🎲", "٣d"])
def test_other_clocks_are_refused_with_what_they_may_be(text: str) -> None:
    if text == "weekends":
        assert not clocks.parse(text)
        return
    with pytest.raises(Refused, match="1d, 2d, 3d, 7d or 14d"):
        clocks.parse(text)


moments = st.datetimes(datetime(2025, 1, 1), datetime(2027, 1, 1), timezones=st.just(UTC))


@given(moments, st.integers(0, 40 * 86400), st.booleans())
def test_time_added_is_time_counted(start: datetime, seconds: int, weekends_off: bool) -> None:
    end = clocks.later(start, seconds, weekends_off)
    assert clocks.counted(start, end, weekends_off) == pytest.approx(seconds, abs=1e-3)
    assert end >= start + timedelta(seconds=seconds)
    if weekends_off and seconds:
        assert (end - timedelta(microseconds=1)).weekday() < 5
