"""The daily card: due at the time and on the days that a member likes, put out once, in their
hours, and never late.
"""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, strategies as st

from bot.domain.daily_cards.service import DailyCard
from bot.domain.domain import Domain
from bot.domain.matches import agreements
from bot.domain.matches.waiting import commands as waiting
from bot.domain.members.daily import due
from bot.domain.members.settings import MemberSettings
from bot.domain.values import Place
from tests.bot.conftest import ANN, BEN, HERE, Clock
from tests.bot.domain.matches.helpers import cleared, played, started, swept

MOVES = (0,) * 24
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu")


async def cards(domain: Domain, clock: Clock, *, days: float, hours: int = 1) -> list[datetime]:
    """When cards are sent to Ann while so much time passes, as the bot looks every few
    ``hours``.
    """
    end = clock.moment + timedelta(days=days)
    times = []
    while clock.moment < end:
        clock.move(hours=hours)
        if await domain.daily_cards.work():
            times += [
                clock.moment for notice in await swept(domain) if notice.event.kind == "daily_card"
            ]
    return times


def card_due(now: datetime, previous: datetime | None = None, **settings: str) -> datetime | None:
    """When the next card of a member with these settings is due."""
    return due(MemberSettings(**{"daily": "dm", **settings}), MOVES, now, previous)  # type: ignore[arg-type]


def test_when_a_card_is_due() -> None:
    noon = datetime(2026, 3, 2, 12, tzinfo=UTC)  # a Monday
    assert card_due(noon, daily="none", daily_when="13:00") is None
    assert card_due(noon, daily_when="12:00") == noon + timedelta(days=1)
    assert card_due(noon - timedelta(seconds=1), daily_when="12:00") == noon
    assert card_due(noon, noon - timedelta(hours=12.1), daily_when="13:00") == noon + timedelta(
        hours=1
    )
    assert card_due(noon, noon - timedelta(hours=12), daily_when="13:00") == noon + timedelta(
        hours=25
    )
    assert card_due(noon, daily_when="sun") == datetime(2026, 3, 8, 8, tzinfo=UTC)
    assert card_due(noon, daily_when="mon 12:00") == noon + timedelta(days=7)
    assert card_due(noon, daily_when="9:00", time_zone="Asia/Tokyo") == noon + timedelta(hours=12)
    late = datetime(2026, 3, 3, 0, 30, tzinfo=UTC)  # still awake since Monday
    assert card_due(late, daily_when="mon 23:00", hours="1-2") == late.replace(hour=1, minute=0)


@given(
    st.sampled_from(ZONES),
    st.integers(0, 1439),
    st.sampled_from(("", "7-22", "20-4", "mon-fri 9-17")),
    st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 1)),
)
def test_over_weeks_a_card_comes_once_a_day_in_the_hours_even_where_clocks_change(
    zone: str, time: int, hours: str, start: datetime
) -> None:
    when = f"{time // 60}:{time % 60:02}"
    settings = MemberSettings(daily="dm", daily_when=when, hours=hours, time_zone=zone)
    now = start.replace(tzinfo=UTC)
    last = None
    days = []
    for _ in range(12):
        next_due = due(settings, MOVES, now, last)
        assert next_due > now
        assert settings.waking(MOVES).awake(next_due)
        now = last = next_due
        days.append(next_due.astimezone(ZoneInfo(zone)).date())
    assert len(set(days)) == len(days)
    most = 4 if hours.startswith("mon-fri") else 2
    assert all((later - earlier).days <= most for earlier, later in pairwise(days))


@pytest.mark.slow
@pytest.mark.mutants
async def test_a_card_comes_once_a_day_at_the_time_of_choice_while_something_waits(
    domain: Domain, clock: Clock
) -> None:
    await domain.members.change(ANN.id, daily="dm", daily_when="mon-fri 9:00", time_zone="Berlin")
    match = await started(domain)
    times = await cards(domain, clock, days=7)
    assert [time.astimezone(ZoneInfo("Europe/Berlin")).strftime("%a %H:%M") for time in times] == [
        *("Tue 09:00", "Wed 09:00", "Thu 09:00", "Fri 09:00", "Mon 09:00")
    ]
    await domain.matches.play(match.id, ANN.id, "e4-d6")
    assert await cards(domain, clock, days=2) == []  # Ben is to move
    await domain.matches.act(match.id, BEN.id, agreements.offer_draw)
    assert len(await cards(domain, clock, days=1)) == 1  # an answer is waited for


@pytest.mark.slow
@pytest.mark.mutants
async def test_a_card_that_says_the_same_comes_ever_more_rarely_until_something_is_new(
    domain: Domain, clock: Clock
) -> None:
    await domain.members.change(ANN.id, daily="dm", daily_when="13:00")
    await started(domain)
    begin = clock()
    days = [(time - begin).days for time in await cards(domain, clock, days=35, hours=2)]
    assert days == [0, 1, 2, 3, 4, 5, 6, 9, 12, 15, 18, 25, 32]
    await played(domain, (await started(domain)).id, 2)
    assert len(await cards(domain, clock, days=2, hours=2)) == 2
    await started(domain, clock="14d")
    assert len(await cards(domain, clock, days=13, hours=2)) == 13, (
        "there is less time left every day"
    )


async def test_a_changed_time_brings_no_second_card_on_a_day(domain: Domain, clock: Clock) -> None:
    await domain.members.change(ANN.id, daily="dm", daily_when="13:00")
    await started(domain)
    assert len(await cards(domain, clock, days=0.1)) == 1
    await domain.members.change(ANN.id, daily_when="15:00")
    (time,) = await cards(domain, clock, days=1.2)
    assert time == datetime(2026, 3, 3, 15, tzinfo=UTC)
    await domain.members.change(ANN.id, daily="none")
    assert await cards(domain, clock, days=3) == []


@pytest.mark.parametrize(
    ("late", "count"), [(timedelta(hours=2), 1), (timedelta(hours=2, seconds=1), 0)]
)
async def test_a_card_that_is_more_than_two_hours_late_is_skipped(
    domain: Domain, clock: Clock, late: timedelta, count: int
) -> None:
    await domain.members.change(ANN.id, daily="dm", daily_when="13:00")
    await started(domain)
    clock.moment = datetime(2026, 3, 5, 13, tzinfo=UTC)
    await domain.members.change(ANN.id, daily_when="13:00")  # due from here on
    clock.moment = datetime(2026, 3, 6, 13, tzinfo=UTC) + late
    assert await domain.daily_cards.work() == 1
    assert len(await swept(domain)) == count
    assert await domain.daily_cards.work() == 0
    assert (await domain.members.get(ANN.id)).daily_at == datetime(2026, 3, 7, 13, tzinfo=UTC)
    (time,) = await cards(domain, clock, days=1)
    assert (time.hour, time.day) == (13, 7)


async def test_a_card_shows_when_the_one_before_was_sent(domain: Domain, clock: Clock) -> None:
    await domain.members.change(ANN.id, daily="dm", daily_when="13:00")
    await started(domain)
    (first,) = await cards(domain, clock, days=0.1)
    assert (await domain.members.get(ANN.id)).last_card == int(first.timestamp())
    clock.move(days=1)
    await domain.daily_cards.work()
    (notice,) = await swept(domain)
    assert notice.event == DailyCard(ANN.id, "all", int(first.timestamp()))


async def test_in_channels_there_is_a_card_for_each_server_and_a_message_for_private_matches(
    domain: Domain, clock: Clock
) -> None:
    await domain.members.change(ANN.id, daily="channel", daily_when="13:00")
    second = Place(800, 801)
    private = Place(700, 700, guild=False)
    await domain.servers.change(second, digest=850)
    for place in (HERE, HERE, second, private):
        offer = await domain.challenges.make(
            place, ANN, "loop", opponent=BEN, side="first", clock="3d"
        )
        await domain.challenges.accept(offer.challenge.id, BEN)
    await domain.matches.move_to(1, HERE.channel, 950)
    await domain.matches.move_to(2, HERE.channel, 951)
    await cleared(domain)
    first_cards = await domain.daily_cards.waiting(ANN.id)
    assert [
        (item.match.id, item.scope, item.guild, item.channel, item.card_channel)
        for item in first_cards
    ] == [
        (1, 900, True, 901, 950),
        (2, 900, True, 901, 951),
        (3, 800, True, 801, 850),
        (4, 700, False, 700, 700),
    ]
    clock.move(hours=1)
    assert await domain.daily_cards.work() == 1
    cards_sent = [
        (card.event.of, card.scope, card.channel, card.dm) for card in await swept(domain)
    ]  # type: ignore[attr-defined]
    assert sorted(cards_sent, key=str) == sorted(
        [("server", 900, 950, None), ("server", 800, 850, None), ("private", 700, None, ANN.id)],
        key=str,
    )


async def test_what_is_snoozed_and_who_is_on_vacation_gets_no_card(
    domain: Domain, clock: Clock
) -> None:
    await domain.members.change(ANN.id, daily="dm", daily_when="13:00", hours="8-22")
    match = await started(domain)
    await domain.matches.do(match.id, lambda match_now: waiting.snooze(match_now, ANN.id, 3))
    assert await cards(domain, clock, days=3) == []
    assert len(await cards(domain, clock, days=1)) == 1
    await domain.members.take_vacation(ANN.id, 4)
    assert len(await cards(domain, clock, days=5)) == 1


async def test_the_first_waking_moment_where_no_time_is_set(domain: Domain, clock: Clock) -> None:
    await domain.members.change(ANN.id, daily="channel", hours="6-22", time_zone="Tokyo")
    await started(domain)
    await domain.daily_cards.work()
    clock.moment = datetime(2026, 3, 2, 21, tzinfo=UTC)
    await domain.daily_cards.work()
    (notice,) = await swept(domain)
    assert (notice.dm, notice.ping, notice.channel) == (None, ANN.id, 901)


async def test_who_is_up_past_midnight_gets_a_card_on_getting_up(
    domain: Domain, clock: Clock
) -> None:
    await domain.members.change(ANN.id, daily="dm", hours="14-2")
    await started(domain)
    assert [time.hour for time in await cards(domain, clock, days=3)] == [14] * 3


def test_hours_that_are_learnt_and_move_past_midnight_bring_no_second_card_on_a_morning() -> None:
    evenings = (*(int(hour in (0, 2, 4, 6, 10, 23)) * 9 for hour in range(24)), 14, 0)  # up at 0:00
    last = datetime(2026, 3, 2, 23, tzinfo=UTC)  # when they were thought to be up at 23:00
    next_due = due(MemberSettings(daily="dm"), evenings, last, last)
    assert next_due - last > timedelta(hours=20)
