"""When a member's daily card is due: at the time and on the days they like, inside their waking hours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from bot.domain.errors import Refused
from bot.domain.hours import WEEKDAYS, days, tell_at
from bot.domain.members.settings import MemberSettings
from games.core import Sentence

LATE = timedelta(hours=2)
"""A card that could not come by so much later does not come on that day."""
APART = timedelta(hours=12)
"""How far apart two cards are at least that come when the member gets up."""
ON_WAKING = -1
"""In place of a time of day: the first waking moment."""
FARTHEST = 16
"""Days within which the next card is looked for."""

_DAY = rf"(?:{'|'.join(WEEKDAYS)})[a-z]*"
_PART = re.compile(
    rf"(?:(?P<first>{_DAY})(?:\s*(?:-|–|to)\s*(?P<last>{_DAY}))?\s*:?)?\s*(?:(?P<hour>\d{{1,2}})(?::(?P<minute>\d\d))?)?",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Plan:
    """For each weekday, Monday first, the time of the card in minutes after midnight, or ON_WAKING; None: no card."""

    times: tuple[int | None, ...] = (ON_WAKING,) * 7

    def __str__(self) -> str:
        """The text that ``parse`` reads: ``mon-fri 08:30, sat``; empty for the first waking moment of every day."""
        if set(self.times) == {ON_WAKING}:
            return ""
        parts: list[str] = []
        first = 0
        for day in range(1, 8):
            if day < 7 and self.times[day] == self.times[first]:
                continue
            if (time := self.times[first]) is not None:
                at = "" if time == ON_WAKING else f"{time // 60:02}:{time % 60:02}"
                parts.append(f"{days(first, day - 1)}{at}".strip())
            first = day
        return ", ".join(parts)

    def following(
        self, settings: MemberSettings, moves: Sequence[int], now: datetime, told: datetime | None
    ) -> datetime | None:
        """When the next card is due after ``now`` (UTC), never a second one on the day of the one ``told`` before."""
        hours, zone = settings.waking(moves), ZoneInfo(settings.time_zone or "UTC")
        midnight = now.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
        told_on = None if told is None else told.astimezone(zone).date()
        for day in (midnight + timedelta(days=n) for n in range(-1, FARTHEST)):
            time = self.times[day.weekday()]
            if time is None:
                continue
            if time == ON_WAKING:
                due = hours.rises(day.date())
                if told is not None and due - told < APART:
                    continue  # hours that are learnt have moved past midnight: it is the same morning
            else:
                # Added on the clock on the wall: a day on which it is put forward or back keeps its time.
                wanted = (day + timedelta(minutes=time)).replace(tzinfo=zone).astimezone(UTC)
                due = tell_at(hours, wanted)
            if due > now and (told_on is None or due.astimezone(zone).date() > told_on):
                return due
        return None


@lru_cache(1024)
def parse(text: str) -> Plan:
    """The plan meant by a text such as ``8:30``, ``mon-fri`` or ``mon-fri 8:30, sat 10``. Raises Refused.

    Empty: when the member gets up, every day. Days that are left out have no card.
    """
    bare = text.strip().lower()
    if not bare:
        return Plan()
    wrong = Refused("the daily card can come at {choices}", choices=Sentence("8:30, or by day: mon-fri 8:30, sat 10"))
    times: list[int | None] = [None] * 7
    for part in re.split(r"[,;]", bare):
        read = _PART.fullmatch(part.strip())
        if read is None or not part.strip():
            raise wrong
        time = ON_WAKING if read["hour"] is None else int(read["hour"]) * 60 + int(read["minute"] or 0)
        if time >= 1440 or int(read["minute"] or 0) > 59:
            raise wrong
        first = 0 if read["first"] is None else WEEKDAYS.index(read["first"][:3])
        last = 6 if read["first"] is None else first if read["last"] is None else WEEKDAYS.index(read["last"][:3])
        for day in range((last - first) % 7 + 1):
            times[(first + day) % 7] = time
    return Plan(tuple(times))


def due(settings: MemberSettings, moves: Sequence[int], now: datetime, told: datetime | None) -> datetime | None:
    """When a member's next card is due; None where they want none."""
    return None if settings.daily == "none" else parse(settings.daily_when).following(settings, moves, now, told)
