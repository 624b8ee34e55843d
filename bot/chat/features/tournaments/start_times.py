"""Reads when a tournament starts, as organisers write it, and tells them how it was read before they send it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from bot.domain.errors import Refused

EXAMPLES = ("in 3 h", "in 1 d", "in 1 w")
"""What is offered before anything is typed."""
LONGEST = 60

_UNITS = {"w": "weeks", "d": "days", "h": "hours", "m": "minutes"}
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_PART = r"(\d{1,3})\s*(weeks?|w|days?|d|hours?|h|minutes?|mins?|m)"
_SPAN = re.compile(rf"(?:in\s+)?{_PART}(?:[\s,]*{_PART})*", re.IGNORECASE | re.ASCII)
_PARTS = re.compile(_PART, re.IGNORECASE | re.ASCII)
_STAMP = re.compile(r"<t:(\d{1,11})(?::\w)?>", re.ASCII)
_MOMENT = re.compile(
    r"""
    (?: (?P<date>\d{4}-\d\d?-\d\d?) | (?P<day>today|tomorrow|[mtwfs][a-z]{2,8}) )?
    (?: (?:^|\s+|(?<=\d)t|,\s*) (?:at\s+)?
        (?: (?P<hour>\d\d?) : (?P<minute>\d\d) (?: :\d\d(?:\.\d+)? )? (?: \s*(?P<half>[ap])m )?
          | (?P<sharp>\d\d?) \s* (?P<part>[ap])m ) )?
    (?: \s* (?: (?:utc|gmt)? \s* (?P<offset>[+-]\d\d?(?::?[0-5]\d)?) | (?:utc|gmt|z) )
      | \s+ (?P<zone>[a-z_]+(?:/[a-z_+-]+)+) )?
    """,
    re.IGNORECASE | re.ASCII | re.VERBOSE,
)


def start_time(typed: str, now: datetime) -> datetime | None:
    """The moment that is meant by ``in 3 h``, ``tomorrow 19:00``, ``2026-12-24 18:00 +01:00`` and the like.

    Times without a zone are UTC; a zone may be an offset or a name such as ``Europe/Berlin``. A time as Discord writes
    it is understood too. None for nothing. Raises Refused.
    """
    text = " ".join(typed.split())
    if not text:
        return None
    found = _read(text, now) if len(text) <= LONGEST else None
    if found is None:
        raise Refused(
            "“{text}” isn’t a start time; write it like “in 3 h”, “tomorrow 19:00” or “2026-12-24 18:00 +01:00”",
            text=text[:40],
        )
    return found


def written(moment: datetime) -> str:
    """A moment in a way that is read back as the same, to the minute."""
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def _read(text: str, now: datetime) -> datetime | None:
    try:
        if stamp := _STAMP.fullmatch(text):
            return datetime.fromtimestamp(int(stamp[1]), UTC)
        if _SPAN.fullmatch(text):
            parts = {_UNITS[unit[0].lower()]: int(number) for number, unit in _PARTS.findall(text)}
            return now + timedelta(**parts)
        found = _MOMENT.fullmatch(text)
        return None if found is None else _moment(found, now)
    except (ValueError, OverflowError, OSError):
        return None


def _moment(found: re.Match[str], now: datetime) -> datetime | None:
    """The moment of a match of ``_MOMENT``; days are those of its zone. Raises ValueError, OverflowError."""
    hour = found["hour"] or found["sharp"]
    if not (found["date"] or found["day"] or hour):
        return None
    zone = _zone(found)
    here = now.astimezone(zone)
    at = time(_hour(int(hour or 0), found["half"] or found["part"]), int(found["minute"] or 0))
    day, word = here.date(), (found["day"] or "").lower()
    if found["date"]:
        year, month, number = map(int, found["date"].split("-"))
        day = day.replace(year, month, number)
    elif word == "tomorrow":
        day += timedelta(days=1)
    elif word and word != "today":
        (wanted,) = (index for index, name in enumerate(_DAYS) if name.startswith(word))
        day += timedelta(days=(wanted - day.weekday()) % 7)
    moment = datetime.combine(day, at, zone)
    if moment <= now and not found["date"] and word not in ("today", "tomorrow"):
        # A weekday or a time alone is the next one.
        moment = datetime.combine(day + timedelta(days=7 if word else 1), at, zone)
    return moment.astimezone(UTC)


def _hour(hour: int, half: str | None) -> int:
    if half is None:
        return hour
    if not 1 <= hour <= 12:
        raise ValueError("there is no such hour in half a day")
    return hour % 12 + (12 if half.lower() == "p" else 0)


def _zone(found: re.Match[str]) -> tzinfo:
    """The zone that is named; UTC if none is. Raises ValueError."""
    if found["offset"]:
        digits = found["offset"][1:].replace(":", "")
        hours, minutes = (int(digits), 0) if len(digits) < 3 else (int(digits[:-2]), int(digits[-2:]))
        offset = timedelta(hours=hours, minutes=minutes)
        return timezone(-offset if found["offset"][0] == "-" else offset)
    if found["zone"]:
        name = "/".join("_".join(part.title() for part in one.split("_")) for one in found["zone"].split("/"))
        try:
            return ZoneInfo(name)
        except (KeyError, OSError):
            raise ValueError(f"there is no zone {name}") from None
    return UTC
