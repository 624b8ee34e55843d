"""A member's waking hours by weekday in a time zone, set by the member or learnt from their
moves.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache, lru_cache
from itertools import accumulate, groupby
from pathlib import Path
from typing import TypeVar
from zoneinfo import ZoneInfo, available_timezones

from bot.domain.errors import Refused
from bot.domain.values import folded
from games.core import Sentence, first_of
from games.core.errors import brief

CITIES_FILE = Path(__file__).with_name("cities.txt")
"""Large cities in many languages, a line for each time zone:
``Europe/Berlin|berlin|cologne|koln|``; from GeoNames.
"""
LONGEST_CITY = 80  # characters of a city's name
_HYPHENS = "-. '’"  # what a city's name is written with or without
T = TypeVar("T")
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
DAY_MINUTES = 1440
WHOLE_DAY = (0, DAY_MINUTES)
UNKNOWN_MORNING = timedelta(hours=8)
LEARNT = range(8, 17)  # hours a day of learnt hours, the fewest that fit
LEARNT_FROM = 14  # the fewest days with moves that hours are learnt from
LEFT_OUT = 0.1  # the share of a member's moves that may lie outside of learnt hours


def by_days(values: Sequence[T]) -> Iterator[tuple[str, T]]:
    """Runs of weekdays with equal values: as written before a time (``mon-fri ``; all: empty), and
    the value.
    """
    for value, run in groupby(range(7), key=values.__getitem__):
        days = [WEEKDAYS[day] for day in run]
        if len(days) == 7:
            yield "", value
        elif len(days) == 1:
            yield f"{days[0]} ", value
        else:
            yield f"{days[0]}-{days[-1]} ", value


_DAY = rf"(?:{'|'.join(WEEKDAYS)})[a-z]*"
_PART = re.compile(
    rf"(?:(?P<first>{_DAY})(?:\s*-\s*(?P<last>{_DAY}))?\s*:?\s*)?"
    r"(?P<from>\d{1,2})(?::(?P<from_minute>\d\d))?\s*-\s*(?P<until>\d{1,2})(?::(?P<until_minute>\d\d))?",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Hours:
    """When a member may be notified.

    :param spans: start and end by weekday, Monday first, in minutes after midnight; the end may be
        after the next midnight, and an empty span is a day of rest
    :param zone: IANA name of the time zone
    """

    spans: tuple[tuple[int, int], ...] = (WHOLE_DAY,) * 7
    zone: str = "UTC"

    def __str__(self) -> str:
        """The text that ``parse`` reads: ``mon-fri 07:00-22:00, sat-sun 09:00-23:30``; empty for
        always.
        """
        if self.always:
            return ""
        parts = list[str]()
        for days, (start, end) in by_days(self.spans):
            if start < end:
                parts.append(f"{days}{_clock(start)}-{_clock(end)}")
        return ", ".join(parts)

    @property
    def always(self) -> bool:
        """Whether they are awake day and night."""
        return set(self.spans) == {WHOLE_DAY}

    def awake(self, moment: datetime) -> bool:
        """Whether a time (aware) is inside the hours."""
        return self.next(moment) == moment

    def next(self, moment: datetime) -> datetime:
        """The first time inside the hours from this one on (aware, UTC)."""
        if self.always:
            return moment
        for start, end in self._around(moment, -1, 9):
            if end > moment:
                return max(start, moment)
        return moment

    def morning(self, moment: datetime, days: int) -> datetime:
        """When the member gets up ``days`` after the day of a time (UTC); a day lasts until they go
        to bed.
        """
        day = moment.astimezone(ZoneInfo(self.zone)).date()
        if any(start <= moment < end for start, end in self._around(moment, -1, 0)):
            day -= timedelta(days=1)
        return self.rises(day + timedelta(days=days))

    def rises(self, day: date) -> datetime:
        """When the member gets up on a local day, or after days of rest on the next one (UTC)."""
        local_midnight = datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(self.zone))
        midnight = local_midnight.astimezone(UTC)
        if self.always:
            return midnight + UNKNOWN_MORNING
        return next((start for start, _ in self._around(midnight, 0, 8)), midnight)

    def latest(self, moment: datetime) -> datetime:
        """The last time inside the hours up to this one (aware, UTC)."""
        if self.always:
            return moment
        spans = self._around(moment, -8, 1)
        ends = [min(end, moment) for start, end in spans if start <= moment]
        return max(ends, default=moment)

    def _around(
        self, moment: datetime, first_day: int, last_day: int
    ) -> Iterator[tuple[datetime, datetime]]:
        """The spans that start ``first_day`` to ``last_day`` - 1 days after the local day of a
        time, in UTC.
        """
        zone = ZoneInfo(self.zone)
        midnight = moment.astimezone(zone).replace(
            hour=0, minute=0, second=0, microsecond=0, tzinfo=None
        )
        for number in range(first_day, last_day):
            day = midnight + timedelta(days=number)
            start, end = self.spans[day.weekday()]
            if start < end:
                # Local time, so that daylight saving does not shift the hours.
                local_start = (day + timedelta(minutes=start)).replace(tzinfo=zone)
                local_end = (day + timedelta(minutes=end)).replace(tzinfo=zone)
                yield local_start.astimezone(UTC), local_end.astimezone(UTC)


ALWAYS = Hours()
# the least time before a deadline at which a notice is still useful
LAST_WORD = timedelta(minutes=30)


def tell_at(
    hours: Hours,
    moment: datetime,
    *,
    snoozed: datetime | None = None,
    deadline: datetime | None = None,
) -> datetime:
    """When to tell a member what can wait: in their hours and not while they snooze, but before
    ``deadline``.
    """
    awake = hours.next(max(moment, snoozed or moment))
    return awake if deadline is None else max(min(awake, deadline), moment)


@lru_cache(4096)
def parse(text: str, zone: str = "UTC") -> Hours:
    """The hours meant by a text such as ``7-22``, or ``mon-fri 7:30-22, sat-sun 9-1``.

    Empty: always. Raises Refused.

    Hours that end before they start go past midnight. Days not mentioned are days of rest.
    """
    bare = folded(text)
    if not bare:
        return Hours(zone=zone)
    spans: list[tuple[int, int]] = [(0, 0)] * 7
    for part in re.split(r"[,;]", bare):
        fields = _PART.fullmatch(part.strip())
        if fields is None:
            raise _unreadable(text)
        start = _minutes(fields["from"], fields["from_minute"])
        end = _minutes(fields["until"], fields["until_minute"])
        if start is None or end is None or start == DAY_MINUTES:
            raise _unreadable(text)
        if end <= start:
            end += DAY_MINUTES
        first, last = _days(fields["first"], fields["last"])
        for day in range((last - first) % 7 + 1):
            spans[(first + day) % 7] = start, min(end, start + DAY_MINUTES)
    return Hours(tuple(spans), zone)


def _unreadable(text: str) -> Refused:
    return Refused(
        "“{text}” can’t be read as waking hours; write them like {choices}",
        text=brief(text),
        choices=Sentence("7-22, or by day: mon-fri 7:30-22, sat-sun 9-24"),
    )


def _minutes(hour: str, minute: str | None) -> int | None:
    """Minutes after midnight, up to the next midnight; None for what is no time of a day."""
    minutes = int(minute or 0)
    total = int(hour) * 60 + minutes
    return total if minutes < 60 and total <= DAY_MINUTES else None


def _days(first: str | None, last: str | None) -> tuple[int, int]:
    """The first and the last weekday that are named, from 0; all without a name."""
    if first is None:
        return 0, 6
    number = WEEKDAYS.index(first[:3])
    return number, number if last is None else WEEKDAYS.index(last[:3])


@lru_cache(512)
def learnt(moves: tuple[int, ...]) -> Hours:
    """The hours of a member by their ``Rhythm.moves``; ALWAYS before they have moved on LEARNT_FROM
    days.

    It is the shortest stretch with enough of the moves, as central as possible, without its first
    hour: somebody who moves between seven and eight may sleep until nearly eight.
    """
    if len(moves) != 26 or moves[24] < LEARNT_FROM:
        return ALWAYS
    by_hour = moves[:24]
    length, starts = _shortest_stretches(by_hour)

    def distance(start: int) -> float:
        """The sum of the moves' distances from the middle of a stretch."""
        from_middle = [abs(hour + 0.5 - length / 2) for hour in range(length)]
        return sum(by_hour[(start + hour) % 24] * far for hour, far in enumerate(from_middle))

    start = min(starts, key=distance)
    rises = (start + 1) % 24 * 60
    return Hours(((rises, rises + (length - 1) * 60),) * 7)


def _shortest_stretches(by_hour: Sequence[int]) -> tuple[int, list[int]]:
    """The length in hours of the shortest stretches with enough moves, and when those with the most
    begin.
    """
    running_sums = [0, *accumulate([*by_hour, *by_hour])]
    enough = (1 - LEFT_OUT) * running_sums[24]
    length = 0
    counts: list[int] = []
    for length in LEARNT:
        counts = [running_sums[start + length] - running_sums[start] for start in range(24)]
        if max(counts) >= enough:
            break
    most = max(counts)
    return length, [start for start, count in enumerate(counts) if count == most]


def time_zone(text: str) -> str:
    """The IANA time zone meant by a city, a name or an offset such as ``UTC+2``. Raises Refused."""
    bare = _with_colon_in_offset(folded(text.replace("_", " ")))
    offset = _OFFSET.fullmatch(bare.replace(" ", ""))
    if offset is None:
        candidates = _matching_zones(bare, _zones())
    elif -12 <= int(offset[1]) <= 14:
        return _zone_of_offset(int(offset[1]))
    else:
        # “-13” is no part of Etc/GMT-13, which is 13 hours ahead.
        candidates = _matching_zones(bare, {})
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        raise Refused("which time zone: {names}?", names=first_of(candidates, 6))
    raise Refused(
        "there’s no time zone “{text}”; name a large city near you, such as Berlin, or an offset "
        "such as UTC+2",
        text=brief(text),
    )


_OFFSET = re.compile(r"(?:utc|gmt)?([+-]\d{1,2})(?::?00)?")
_OFFSET_WITH_MINUTES = re.compile(r"(?:utc|gmt)?([+-])0?(\d{1,2}):?(\d\d)")


def _with_colon_in_offset(text: str) -> str:
    """A folded text; an offset with minutes, such as ``+0530``, as ``utc+5:30``."""
    offset = _OFFSET_WITH_MINUTES.fullmatch(text.replace(" ", ""))
    if offset is None:
        return text
    sign, hours, minutes = offset.groups()
    return f"utc{sign}{hours}:{minutes}"


def _zone_of_offset(hours: int) -> str:
    """The zone so many hours ahead of UTC; in the names of these zones the sign is the opposite."""
    if hours == 0:
        return "UTC"
    return f"Etc/GMT{-hours:+d}"


def _matching_zones(text: str, zones: Mapping[str, str]) -> list[str]:
    """The zones that a folded text may stand for.

    :param zones: those that may be meant by name, by folded name
    """
    zone = zones.get(text, "") or zones.get(_spelled_as_zones_are(text), "")
    candidates = _zones_of_city(text)
    if "/" in zone:
        if all(_same_hours(zone, candidate) for candidate in candidates):
            return [zone]
        # A small town may have its own zone, and its name from a large city.
        candidates = sorted({zone, *candidates})
    if not candidates and text:
        candidates = _zones_that_begin(text, zones)
        if candidates and zone:
            candidates = [zone]
    if not candidates:
        candidates = _zones_of_city(text, in_any_hyphens=True)
    return candidates


def _zones_that_begin(text: str, zones: Mapping[str, str]) -> list[str]:
    """The zones in whose name a word begins with a text: “ICT” is no part of Victoria."""
    word = re.compile(rf"(?<![^\W\d_]){re.escape(text)}")
    return sorted({zone for name, zone in zones.items() if word.search(name)})


def _spelled_as_zones_are(city: str) -> str:
    """A folded name of a city without hyphens and points, and with the short form of “Saint”."""
    words = "".join(" " if sign in _HYPHENS else sign for sign in city).split()
    return " ".join("st" if word == "saint" else word for word in words)


@cache
def _zones() -> dict[str, str]:
    """The zones by name and by city, folded."""
    names = sorted(available_timezones())
    cities = dict[str, str]()
    for name in names:
        if not name.startswith(("posix/", "right/", "SystemV/")):
            city = name.rpartition("/")[2]
            cities[folded(city.replace("_", " "))] = name
    return cities | {folded(name.replace("_", " ")): name for name in reversed(names)}


def _zones_of_city(city: str, *, in_any_hyphens: bool = False) -> list[str]:
    """The zones of large cities by one of their names, read from a file that is asked too rarely to
    stay in memory.

    :param in_any_hyphens: also where a name differs in hyphens, points, apostrophes and blanks:
        ``St.Petersburg``
    """
    if len(city) > LONGEST_CITY:
        return []
    if in_any_hyphens:
        letters = [sign for sign in city if sign not in _HYPHENS]
        separator = f"[{re.escape(_HYPHENS)}]*"
    else:
        letters = [city]
        separator = ""
    name = re.compile(rf"\|{separator.join(map(re.escape, letters))}\|")
    with CITIES_FILE.open(encoding="utf-8") as lines:
        return [line.partition("|")[0] for line in lines if any(letters) and name.search(line)]


def _same_hours(zone: str, other: str) -> bool:
    """Whether clocks show the same in two time zones, in winter and in summer."""
    for month in (1, 7):
        moment = datetime(2026, month, 1, tzinfo=UTC)
        offset = moment.astimezone(ZoneInfo(zone)).utcoffset()
        if offset != moment.astimezone(ZoneInfo(other)).utcoffset():
            return False
    return True


def _clock(minutes: int) -> str:
    if minutes != DAY_MINUTES:
        minutes %= DAY_MINUTES
    return f"{minutes // 60:02}:{minutes % 60:02}"
