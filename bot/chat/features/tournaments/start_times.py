"""Reads start times as organisers write them."""

import re
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, available_timezones

from bot.chat.language.typed import english_time
from bot.domain.errors import Refused
from bot.domain.hours import WEEKDAYS
from games.core.errors import brief

EXAMPLES = ("in 3 h", "in 1 d", "in 1 w")  # completions before anything is typed
LONGEST = 60

WRITTEN = r"\d{1,4}-\d\d-\d\d \d\d:\d\d(?: [+-]\d\d:\d\d| [A-Za-z]\S*)"
"""A pattern of what ``written`` gives."""

_UNITS = {"w": "weeks", "d": "days", "h": "hours", "m": "minutes"}
_PART = re.compile(r"(\d{1,3})([wdhm])", re.ASCII)
_SPAN = re.compile(rf"in (?:{_PART.pattern}[\s,]*)+", re.ASCII)
_STAMP = re.compile(r"<t:(\d{1,11})(?::\w)?>", re.ASCII)
_MOMENT = re.compile(
    r"""
    (?: (?P<date>(?:\d{4}-)?\d\d?-\d\d?) 
      | (?P<day>today|(?:after\s)?tomorrow|mon|tue|wed|thu|fri|sat|sun) )?
    (?: (?:^|\s+|(?<=\d)t) (?P<hour>\d\d?) : (?P<minute>\d\d) (?: :\d\d(?:\.\d+)? )? )?
    (?: \s* (?: (?:utc|gmt)? \s* (?P<offset>[+-]\d\d?(?::?[0-5]\d)?) | (?:utc|gmt|z) )
      | \s+ (?P<zone>[a-z_]+(?:/[a-z_+-]+)+) )?
    """,
    re.IGNORECASE | re.ASCII | re.VERBOSE,
)


def start_time(phrase: str, now: datetime, zone: str = "") -> datetime | None:
    """The moment that is meant by ``in 3 h``, ``demain 19h``, ``2026-12-24 18:00 +01:00``.

    Times without a zone are in ``zone``, or UTC; one may be an offset or a name such as
    ``Europe/Berlin``. A time as Discord writes it is understood too. None for nothing. Raises
    Refused.
    """
    text = " ".join(phrase.split())
    if not text:
        return None
    own_zone = ZoneInfo(zone or "UTC")
    moment = _read(text, now, own_zone) if len(text) <= LONGEST else None
    if moment is None:
        raise Refused(
            "“{text}” isn’t a start time; write it like “in 3 h”, “tomorrow 19:00” or “2026-12-24 "
            "18:00 +01:00”",
            text=brief(text),
        )
    return moment


def written(moment: datetime, zone: str = "") -> str:
    """A moment in a way that is read back as the same, to the minute.

    The offset from UTC stands in place of the zone in an hour that the clocks of the zone show
    twice, and for zones such as ``NZ``, whose names are not read.

    :param zone: the name of the time zone in which it is written; empty for UTC
    """
    zone = zone or "UTC"
    local = moment.astimezone(ZoneInfo(zone))
    clock = f"{local:%Y-%m-%d %H:%M}"
    is_repeated = local.utcoffset() != local.replace(fold=1 - local.fold).utcoffset()
    if is_repeated or not _is_read(zone):
        offset = f"{local:%z}"
        return f"{clock} {offset[:3]}:{offset[3:5]}"
    return f"{clock} {zone}"


def _is_read(zone: str) -> bool:
    """Whether a zone may stand behind a time by its name.

    Abbreviations such as CET mean several zones.
    """
    return zone == "UTC" or ("/" in zone and zone in available_timezones())


def _read_written(text: str) -> datetime | None:
    """The moment of a text as it is ``written`` with the name of a zone; None for others.

    Raises ValueError.
    """
    if re.fullmatch(WRITTEN, text) is None:
        return None
    day, clock, zone = text.split(" ")
    if not _is_read(zone):
        return None
    year, month, number = day.split("-")
    local = datetime.fromisoformat(f"{year.zfill(4)}-{month}-{number} {clock}")
    return local.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def _read(text: str, now: datetime, own_zone: tzinfo) -> datetime | None:
    try:
        moment = _read_written(text)
        if moment is not None:
            return moment
        stamp = _STAMP.fullmatch(text)
        if stamp:
            return datetime.fromtimestamp(int(stamp[1]), UTC)
        english = english_time(text)
        if _SPAN.fullmatch(english):
            return now + _span(english)
        parts = _MOMENT.fullmatch(english)
        return None if parts is None else _moment(parts, now, own_zone)
    except (ValueError, OverflowError, OSError):
        return None


def _span(text: str) -> timedelta:
    """A span such as ``1 d 12 h``; of a unit that is named twice, the last number counts."""
    counts = {_UNITS[unit]: int(count) for count, unit in _PART.findall(text)}
    return timedelta(**counts)


def _moment(parts: re.Match[str], now: datetime, own_zone: tzinfo) -> datetime | None:
    """The moment of a match of ``_MOMENT``; days are those of its zone.

    Raises ValueError, OverflowError.
    """
    if not (parts["date"] or parts["day"] or parts["hour"]):
        return None
    zone = _zone(parts, own_zone)
    clock = time(int(parts["hour"] or 0), int(parts["minute"] or 0))
    today = now.astimezone(zone).date()
    if parts["date"]:
        day = _date(parts["date"], today)
        return datetime.combine(day, clock, zone).astimezone(UTC)
    word = (parts["day"] or "").lower()
    day = _day(word, today)
    moment = datetime.combine(day, clock, zone)
    if moment <= now and not word.startswith("to"):
        # A weekday or a time alone is the next one.
        day += timedelta(days=7 if word else 1)
        moment = datetime.combine(day, clock, zone)
    return moment.astimezone(UTC)


def _date(written_date: str, today: date) -> date:
    """A date as it is written; without a year, the next one of that day. Raises ValueError."""
    *years, month, number = [int(part) for part in written_date.split("-")]
    if years:
        return date(years[0], month, number)
    is_past = (month, number) < (today.month, today.day)
    return date(today.year + 1 if is_past else today.year, month, number)


def _day(word: str, today: date) -> date:
    """The day that is meant by ``tomorrow``, a weekday and the like; today without a word.

    Raises OverflowError.
    """
    if not word or word == "today":
        return today
    if word == "tomorrow":
        return today + timedelta(days=1)
    if word.endswith("tomorrow"):
        return today + timedelta(days=2)
    days = (WEEKDAYS.index(word) - today.weekday()) % 7
    return today + timedelta(days=days)


def _zone(parts: re.Match[str], own_zone: tzinfo) -> tzinfo:
    """The zone that is named, or else ``own_zone``. Raises ValueError."""
    if parts["offset"]:
        return _offset(parts["offset"])
    if parts["zone"]:
        return _named_zone(parts["zone"])
    if re.search(r"utc|gmt|z$", parts[0], re.IGNORECASE):
        return UTC
    return own_zone


def _offset(text: str) -> timezone:
    """An offset from UTC: ``+1``, ``-0330`` or ``+05:45``. Raises ValueError."""
    digits = text[1:].replace(":", "")
    if len(digits) <= 2:
        offset = timedelta(hours=int(digits))
    else:
        offset = timedelta(hours=int(digits[:-2]), minutes=int(digits[-2:]))
    return timezone(-offset if text.startswith("-") else offset)


def _named_zone(text: str) -> ZoneInfo:
    """A zone by its name, such as ``europe/berlin``. Raises ValueError."""
    parts = []
    for part in text.split("/"):
        words = [word.title() for word in part.split("_")]
        parts.append("_".join(words))
    name = "/".join(parts)
    try:
        return ZoneInfo(name)
    except (KeyError, OSError):
        raise ValueError(f"there is no zone {name}") from None
