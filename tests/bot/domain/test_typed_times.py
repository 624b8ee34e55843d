"""Time limits, waking hours, time zones and times of cards as members type them."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.domain import clocks, hours
from bot.domain.clocks import Clock
from bot.domain.errors import Refused
from bot.domain.members import daily

DAY = 86_400
HOUR = 3_600
REST = (0, 0)
"""The waking hours of a day of rest."""

# ------------------------------------------------------------------------------------- time limits


@pytest.mark.parametrize("text", ["", "none", "No", "0", "weekends off"])
def test_no_time_limit_may_be_typed_in_several_ways(text: str) -> None:
    clock = clocks.parse(text)
    assert not clock
    assert str(clock) == "none"


@pytest.mark.parametrize(
    ("text", "clock", "display"),
    [
        ("1", Clock(per_turn=DAY), "1d"),
        ("24h", Clock(per_turn=DAY), "1d"),
        ("1d 24h", Clock(per_turn=2 * DAY), "2d"),
        ("1d24h0m", Clock(per_turn=2 * DAY), "2d"),
        ("48h", Clock(per_turn=2 * DAY), "2d"),
        ("3d weekends off", Clock(per_turn=3 * DAY, weekends_off=True), "3d weekends off"),
        ("1h+0h", Clock(bank=HOUR), "1h+0h"),
        ("7d+12h", Clock(bank=7 * DAY, increment=12 * HOUR), "7d+12h"),
        ("3d+168h", Clock(bank=3 * DAY, increment=7 * DAY), "3d+7d"),
        ("90d+7d", Clock(bank=90 * DAY, increment=7 * DAY), "90d+7d"),
    ],
)
def test_a_time_limit_is_a_number_of_days_per_turn_or_a_bank_with_an_increment(
    text: str, clock: Clock, display: str
) -> None:
    assert clocks.parse(text) == clock
    assert clock
    assert str(clock) == display
    assert clock.ceiling == 2 * clock.bank, "a bank grows to twice what it began with"


@pytest.mark.parametrize(
    "text",
    [
        "4d",
        "15d",
        "23h",
        "1d1h",
        "9999d",
        "-1d",
        "59m+0h",
        "90d1h+1d",
        "3d+7d1h",
        "3600m+1m",
        "1d+1d+1d",
        "3d+",
        "+",
        "x",
        "3d without weekends",
    ],
)
def test_other_time_limits_are_refused_with_those_that_there_are(text: str) -> None:
    with pytest.raises(Refused) as refusal:
        clocks.parse(text)
    assert str(refusal.value) == (
        f"“{text}” isn’t a time limit; it can be no limit; 1, 2, 3, 7 or 14 days per turn; or a "
        "bank plus increment, such as 7d+12h; add “weekends off” to any"
    )


def test_of_what_is_no_time_limit_forty_characters_are_repeated() -> None:
    with pytest.raises(Refused, match=f"^“{'1d' * 19}1…” isn’t a time limit"):
        clocks.parse("1d" * 60)


def test_a_span_is_shown_in_days_hours_and_minutes() -> None:
    cases = {
        0: "0h",
        59: "0h",
        60: "1m",
        3_599: "59m",
        3_600: "1h",
        5_400: "1h30m",
        86_340: "23h59m",
        86_400: "1d",
        90_060: "1d1h1m",
        172_800: "2d",
    }
    assert {seconds: clocks.span(seconds) for seconds in cases} == cases


FRIDAY_EVENING = datetime(2026, 3, 6, 18, tzinfo=UTC)
SATURDAY = datetime(2026, 3, 7, tzinfo=UTC)
MONDAY = datetime(2026, 3, 9, tzinfo=UTC)


def test_a_weekend_that_is_off_is_not_counted() -> None:
    assert clocks.counted(FRIDAY_EVENING, MONDAY, False) == 54 * HOUR
    assert clocks.counted(FRIDAY_EVENING, MONDAY, True) == 6 * HOUR
    assert clocks.counted(SATURDAY, MONDAY, True) == 0
    noon = SATURDAY + timedelta(hours=12)
    assert clocks.counted(noon, MONDAY + timedelta(hours=1), True) == HOUR


def test_time_that_runs_over_a_weekend_that_is_off_ends_later() -> None:
    assert clocks.later(FRIDAY_EVENING, DAY, False) == FRIDAY_EVENING + timedelta(days=1)
    assert clocks.later(FRIDAY_EVENING, DAY, True) == MONDAY + timedelta(hours=18)
    assert clocks.later(SATURDAY, HOUR, True) == MONDAY + timedelta(hours=1)
    before_two_weekends = clocks.later(FRIDAY_EVENING, 6 * DAY, True)
    assert before_two_weekends == FRIDAY_EVENING + timedelta(days=10)


# ----------------------------------------------------------------------------------- waking hours


@pytest.mark.parametrize(
    ("text", "spans", "display"),
    [
        ("", ((0, 1440),) * 7, ""),
        ("0-24", ((0, 1440),) * 7, ""),
        ("7-22", ((420, 1320),) * 7, "07:00-22:00"),
        ("7:30-22", ((450, 1320),) * 7, "07:30-22:00"),
        ("mon-sun 08:00-20:00", ((480, 1200),) * 7, "08:00-20:00"),
        ("8-24", ((480, 1440),) * 7, "08:00-24:00"),
        ("22-7", ((1320, 1860),) * 7, "22:00-07:00"),
        ("23:59-0", ((1439, 1440),) * 7, "23:59-24:00"),
        ("12:05-12:04", ((725, 2164),) * 7, "12:05-12:04"),
        ("mon 7-7", ((420, 1860), *(REST,) * 6), "mon 07:00-07:00"),
        ("mon-fri 7-22", (*((420, 1320),) * 5, REST, REST), "mon-fri 07:00-22:00"),
        ("sat-sun 9-1", (*(REST,) * 5, *((540, 1500),) * 2), "sat-sun 09:00-01:00"),
        (
            "fri-mon 10-20",
            ((600, 1200), *(REST,) * 3, *((600, 1200),) * 3),
            "mon 10:00-20:00, fri-sun 10:00-20:00",
        ),
        (
            "mon-sat 0-24, sun 1-2",
            (*((0, 1440),) * 6, (60, 120)),
            "mon-sat 00:00-24:00, sun 01:00-02:00",
        ),
    ],
)
def test_waking_hours_are_those_of_every_day_or_of_the_days_that_are_named(
    text: str, spans: tuple[tuple[int, int], ...], display: str
) -> None:
    waking = hours.parse(text)
    assert waking.spans == spans
    assert str(waking) == display


@pytest.mark.parametrize("text", ["24-7", "7-25", "7:60-8", "7-8:60", "7", "7-22,", "x"])
def test_hours_that_are_on_no_clock_are_refused_with_an_example(text: str) -> None:
    with pytest.raises(Refused) as refusal:
        hours.parse(text)
    assert str(refusal.value) == (
        f"“{text}” can’t be read as waking hours; write them like 7-22, or by day: "
        "mon-fri 7:30-22, sat-sun 9-24"
    )


def test_before_a_deadline_what_can_wait_is_told_even_to_who_sleeps() -> None:
    noon = datetime(2026, 3, 2, 12, tzinfo=UTC)
    evenings = hours.parse("18-22")
    hour = timedelta(hours=1)
    assert hours.tell_at(evenings, noon) == noon + 6 * hour
    assert hours.tell_at(evenings, noon, deadline=noon + hour) == noon + hour
    assert hours.tell_at(evenings, noon, deadline=noon - hour) == noon, "never in the past"
    assert hours.tell_at(evenings, noon, snoozed=noon + 8 * hour) == noon + 8 * hour
    assert hours.tell_at(evenings, noon, snoozed=noon + 11 * hour) == noon + 30 * hour
    assert hours.tell_at(evenings, noon, snoozed=noon - hour) == noon + 6 * hour


# -------------------------------------------------------------------------------------- time zones


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("Berlin", "Europe/Berlin"),
        ("köln", "Europe/Berlin"),
        ("York", "Europe/London"),
        ("new york", "America/New_York"),
        ("Sao Paulo", "America/Sao_Paulo"),
        ("東京", "Asia/Tokyo"),
        ("asia/tokyo", "Asia/Tokyo"),
        ("us/pacific", "US/Pacific"),
        ("etc/gmt", "Etc/GMT"),
        ("UTC", "UTC"),
        ("utc+0", "UTC"),
        ("utc+2", "Etc/GMT-2"),
        ("GMT -3:00", "Etc/GMT+3"),
        ("+14", "Etc/GMT-14"),
        ("-12", "Etc/GMT+12"),
        ("utc+5:30", "Asia/Kolkata"),
    ],
)
def test_a_time_zone_is_named_by_a_city_its_name_or_an_offset(text: str, zone: str) -> None:
    assert hours.time_zone(text) == zone


@pytest.mark.parametrize("text", ["+15", "-13", "", "zz"])
def test_what_names_no_time_zone_is_refused_with_what_would(text: str) -> None:
    with pytest.raises(Refused) as refusal:
        hours.time_zone(text)
    assert str(refusal.value) == (
        f"there’s no time zone “{text}”; name a large city near you, such as Berlin, or an offset "
        "such as UTC+2"
    )


def test_of_many_time_zones_six_are_named() -> None:
    with pytest.raises(Refused) as refusal:
        hours.time_zone("america")
    assert str(refusal.value) == (
        "which time zone: America/Adak, America/Anchorage, America/Anguilla, America/Antigua, "
        "America/Araguaina, America/Argentina/Buenos_Aires, …?"
    )


# ------------------------------------------------------------------------------ times of the card


@pytest.mark.parametrize(
    ("text", "times", "display"),
    [
        ("", (daily.ON_WAKING,) * 7, ""),
        ("8:30", (510,) * 7, "08:30"),
        ("0", (0,) * 7, "00:00"),
        ("23:59", (1439,) * 7, "23:59"),
        ("mon-fri 8:30, sat 10", (*(510,) * 5, 600, None), "mon-fri 08:30, sat 10:00"),
        ("sun-mon 7", (420, *(None,) * 5, 420), "mon 07:00, sun 07:00"),
        ("sat", (*(None,) * 5, daily.ON_WAKING, None), "sat"),
        ("tue-wed", (None, *(daily.ON_WAKING,) * 2, *(None,) * 4), "tue-wed"),
        ("fri 9;sat", (*(None,) * 4, 540, daily.ON_WAKING, None), "fri 09:00, sat"),
    ],
)
def test_a_card_comes_at_a_time_or_on_waking_on_the_days_that_are_named(
    text: str, times: tuple[int | None, ...], display: str
) -> None:
    plan = daily.parse(text)
    assert plan.times == times
    assert str(plan) == display


@pytest.mark.parametrize("text", ["24", "8:60", "x", "mon 24"])
def test_a_time_that_is_on_no_clock_is_refused_for_the_card(text: str) -> None:
    with pytest.raises(Refused) as refusal:
        daily.parse(text)
    assert str(refusal.value) == (
        f"“{text}” isn’t a time for the daily card; write it like 8:30, or by day: "
        "mon-fri 8:30, sat 10"
    )
