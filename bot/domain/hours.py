"""A member's waking hours by weekday in a time zone, set by the member or learnt from their
moves.
"""

import re
from collections.abc import Iterator, Sequence
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
WHOLE_DAY = (0, 1440)
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
        yield (
            "" if len(days) == 7 else f"{days[0]} " if len(days) == 1 else f"{days[0]}-{days[-1]} ",
            value,
        )


_DAY = rf"(?:{'|'.join(WEEKDAYS)})[a-z]*"
_PART = re.compile(
    rf"(?:(?P<first>{_DAY})(?:\s*-\s*(?P<last>{_DAY}))?\s*:?\s*)?"
    r"(?P<from>\d{1,2})(?::(?P<from_minute>\d\d))?\s*-\s*(?P<until>\d{1,2})(?::(?P<until_minute>\d\d))?",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Hours:
    """When a member may be notified.

    ``spans``: start and end by weekday, Monday first, in minutes after midnight; the end may be
    after the next midnight, and an empty span is a day of rest. ``zone``: IANA name of the time
    zone.
    """

    spans: tuple[tuple[int, int], ...] = (WHOLE_DAY,) * 7
    zone: str = "UTC"

    def __str__(self) -> str:
        """The text that ``parse`` reads: ``mon-fri 07:00-22:00, sat-sun 09:00-23:30``; empty for
        always.
        """
        if set(self.spans) == {WHOLE_DAY}:
            return ""
        spans = by_days(self.spans)
        return ", ".join(
            f"{days}{_clock(start)}-{_clock(end)}" for days, (start, end) in spans if start < end
        )

    def awake(self, moment: datetime) -> bool:
        """Whether a time (aware) is inside the hours."""
        return self.next(moment) == moment

    def next(self, moment: datetime) -> datetime:
        """The first time inside the hours from this one on (aware, UTC)."""
        if set(self.spans) == {WHOLE_DAY} or not any(start < end for start, end in self.spans):
            return moment
        return next(
            (max(start, moment) for start, end in self._around(moment, -1, 9) if end > moment),
            moment,
        )

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
        midnight = datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(self.zone)).astimezone(
            UTC
        )
        if set(self.spans) == {WHOLE_DAY}:
            return midnight + UNKNOWN_MORNING
        return next((start for start, _ in self._around(midnight, 0, 8)), midnight)

    def latest(self, moment: datetime) -> datetime:
        """The last time inside the hours up to this one (aware, UTC)."""
        if set(self.spans) == {WHOLE_DAY}:
            return moment
        return max(
            (min(end, moment) for start, end in self._around(moment, -8, 1) if start <= moment),
            default=moment,
        )

    def _around(
        self, moment: datetime, first: int, last: int
    ) -> Iterator[tuple[datetime, datetime]]:
        """The spans that start ``first`` to ``last`` - 1 days after the local day of a time, in
        UTC.
        """
        zone = ZoneInfo(self.zone)
        midnight = moment.astimezone(zone).replace(
            hour=0, minute=0, second=0, microsecond=0, tzinfo=None
        )
        for day in (midnight + timedelta(days=n) for n in range(first, last)):
            start, end = self.spans[day.weekday()]
            if start < end:
                # Local time, so that daylight saving does not shift the hours.
                yield (
                    (day + timedelta(minutes=start)).replace(tzinfo=zone).astimezone(UTC),
                    (day + timedelta(minutes=end)).replace(tzinfo=zone).astimezone(UTC),
                )


ALWAYS = Hours()
# the least time before a deadline at which a notice is still useful
LAST_WORD = timedelta(minutes=30)


def tell_at(
    hours: Hours,
    moment: datetime,
    *,
    snoozed: datetime | None = None,
    until: datetime | None = None,
) -> datetime:
    """When to tell a member what can wait: in their hours and not while they snooze, but before
    ``until``.
    """
    awake = hours.next(max(moment, snoozed or moment))
    return awake if until is None else max(min(awake, until), moment)


@lru_cache(4096)
def parse(text: str, zone: str = "UTC") -> Hours:
    """The hours meant by a text such as ``7-22``, or ``mon-fri 7:30-22, sat-sun 9-1``.

    Empty: always. Raises Refused.

    Hours that end before they start go past midnight. Days not mentioned are days of rest.
    """
    wrong = Refused(
        "“{text}” can’t be read as waking hours; write them like {choices}",
        text=brief(text),
        choices=Sentence("7-22, or by day: mon-fri 7:30-22, sat-sun 9-24"),
    )
    bare = folded(text)
    if not bare:
        return Hours(zone=zone)
    spans: list[tuple[int, int]] = [(0, 0)] * 7
    for part in re.split(r"[,;]", bare):
        read = _PART.fullmatch(part.strip())
        if read is None:
            raise wrong
        start = int(read["from"]) * 60 + int(read["from_minute"] or 0)
        end = int(read["until"]) * 60 + int(read["until_minute"] or 0)
        if (
            start >= 1440
            or end > 1440
            or int(read["from_minute"] or 0) > 59
            or int(read["until_minute"] or 0) > 59
        ):
            raise wrong
        if end <= start:
            end += 1440
        first = 0 if read["first"] is None else WEEKDAYS.index(read["first"][:3])
        last = (
            6
            if read["first"] is None
            else first
            if read["last"] is None
            else WEEKDAYS.index(read["last"][:3])
        )
        for day in range((last - first) % 7 + 1):
            spans[(first + day) % 7] = start, min(end, start + 1440)
    if not any(start < end for start, end in spans):
        raise wrong
    return Hours(tuple(spans), zone)


@lru_cache(512)
def learnt(moves: tuple[int, ...]) -> Hours:
    """The hours of a member by their ``Rhythm.moves``; ALWAYS before they have moved on LEARNT_FROM
    days.

    It is the shortest stretch with enough of the moves, as central as possible, without its first
    hour: somebody who moves between seven and eight may sleep until nearly eight.
    """
    if len(moves) != 26 or moves[24] < LEARNT_FROM:
        return ALWAYS
    moves = moves[:24]
    before = [0, *accumulate(moves + moves)]
    inside: list[int] = []
    length = 0
    for length in LEARNT:
        inside = [before[start + length] - before[start] for start in range(24)]
        if max(inside) >= (1 - LEFT_OUT) * before[24]:
            break

    def far(start: int) -> float:
        """The sum of the moves' distances from the middle of a stretch."""
        return sum(
            moves[(start + hour) % 24] * abs(hour + 0.5 - length / 2) for hour in range(length)
        )

    begins = min((start for start in range(24) if inside[start] == max(inside)), key=far)
    up = (begins + 1) % 24 * 60
    return Hours(((up, up + (length - 1) * 60),) * 7)


def time_zone(text: str) -> str:
    """The IANA time zone meant by a city, a name or an offset such as ``UTC+2``. Raises Refused."""
    bare = folded(text.replace("_", " "))
    exact = re.fullmatch(r"(?:utc|gmt)?([+-])0?(\d{1,2}):?(\d\d)", bare.replace(" ", ""))
    if exact:
        bare = f"utc{exact[1]}{exact[2]}:{exact[3]}"
    offset = re.fullmatch(r"(?:utc|gmt)?([+-]\d{1,2})(?::?00)?", bare.replace(" ", ""))
    if offset is not None and -12 <= int(offset[1]) <= 14:
        # The names of these zones have the opposite sign.
        return "UTC" if int(offset[1]) == 0 else f"Etc/GMT{-int(offset[1]):+d}"
    # “-13” is no part of Etc/GMT-13, which is 13 hours ahead
    zones = _zones() if offset is None else {}
    zone = zones.get(bare, "") or zones.get(_spelled_as_zones_are(bare), "")
    near = _zones_of_city(bare)
    if "/" in zone and all(_same_hours(zone, each) for each in near):
        return zone
    if "/" in zone:
        # a small town may have its own zone, and its name from a large city
        near = sorted({zone, *near})
    # The beginning of a word: “ICT” is no part of Victoria.
    begun = re.compile(rf"(?<![^\W\d_]){re.escape(bare)}")
    near = near or sorted(
        {zone or near for name, near in zones.items() if bare and begun.search(name)}
    )
    near = near or _zones_of_city(bare, in_any_hyphens=True)
    if len(near) == 1:
        return near[0]
    if near:
        raise Refused("which time zone: {names}?", names=first_of(near, 6))
    raise Refused(
        "there’s no time zone “{text}”; name a large city near you, such as Berlin, or an "
        "offset "
        "such as UTC+2",
        text=brief(text),
    )


def _spelled_as_zones_are(city: str) -> str:
    """A folded name of a city without hyphens and points, and with the short form of “Saint”."""
    words = "".join(" " if sign in _HYPHENS else sign for sign in city).split()
    return " ".join("st" if word == "saint" else word for word in words)


@cache
def _zones() -> dict[str, str]:
    """The zones by name and by city, folded."""
    names = sorted(available_timezones(), reverse=True)
    usual = [name for name in names if not name.startswith(("posix/", "right/", "SystemV/"))]
    cities = {folded(name.rpartition("/")[2].replace("_", " ")): name for name in reversed(usual)}
    return cities | {folded(name.replace("_", " ")): name for name in names}


def _zones_of_city(city: str, *, in_any_hyphens: bool = False) -> list[str]:
    """The zones of large cities by one of their names, read from a file that is asked too rarely to
    stay in memory.

    in_any_hyphens: also where a name differs in hyphens, points, apostrophes and blanks:
    ``St.Petersburg``.
    """
    if len(city) > LONGEST_CITY:
        return []
    if in_any_hyphens:
        letters = [sign for sign in city if sign not in _HYPHENS]
        between = f"[{re.escape(_HYPHENS)}]*"
    else:
        letters = [city]
        between = ""
    name = re.compile(rf"\|{between.join(map(re.escape, letters))}\|")
    with CITIES_FILE.open(encoding="utf-8") as lines:
        return [line.partition("|")[0] for line in lines if any(letters) and name.search(line)]


def _same_hours(zone: str, other: str) -> bool:
    """Whether clocks show the same in two time zones, in winter and in summer."""
    moments = [datetime(2026, month, 1, tzinfo=UTC) for month in (1, 7)]
    return all(
        moment.astimezone(ZoneInfo(zone)).utcoffset()
        == moment.astimezone(ZoneInfo(other)).utcoffset()
        for moment in moments
    )


def _clock(minutes: int) -> str:
    minutes = minutes if minutes == 1440 else minutes % 1440
    return f"{minutes // 60:02}:{minutes % 60:02}"
