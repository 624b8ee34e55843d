"""When a member's daily card is due: at the time and on the days they like, inside their waking
hours.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from bot.domain.errors import Refused
from bot.domain.hours import WEEKDAYS, by_days, tell_at
from bot.domain.members.settings import MemberSettings
from games.core import Sentence
from games.core.errors import brief

MAX_DELAY = timedelta(hours=2)  # a card delayed longer, because the bot was down, is skipped
MIN_GAP = timedelta(hours=12)
"""The least time between two cards sent on waking: learnt hours may move past midnight, on the same
morning.
"""
ON_WAKING = -1  # in place of a time of day: the first waking moment
LOOKAHEAD_DAYS = 16

_DAY = rf"(?:{'|'.join(WEEKDAYS)})[a-z]*"
_PART = re.compile(
    rf"(?:(?P<first>{_DAY})(?:\s*-\s*(?P<last>{_DAY}))?\s*:?)?\s*(?:(?P<hour>\d{{1,2}})(?::(?P<minute>\d\d))?)?",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class CardSchedule:
    """For each weekday, Monday first, the time of the card in minutes after midnight, or ON_WAKING;
    None: no card.
    """

    times: tuple[int | None, ...] = (ON_WAKING,) * 7

    def __str__(self) -> str:
        """The text that ``parse`` reads: ``mon-fri 08:30, sat``; empty for the first waking moment
        of every day.
        """
        if set(self.times) == {ON_WAKING}:
            return ""
        parts = list[str]()
        for days, time in by_days(self.times):
            if time == ON_WAKING:
                parts.append(days.strip())
            elif time is not None:
                parts.append(f"{days}{time // 60:02}:{time % 60:02}")
        return ", ".join(parts)


def parse(text: str) -> CardSchedule:
    """The plan meant by ``8:30`` or ``mon-fri 8:30, sat 10`` (others: no card); empty: on waking.

    Raises Refused.
    """
    entry = text.strip()
    text = entry.lower()
    if not text:
        return CardSchedule()
    times: list[int | None] = [None] * 7
    for part in re.split(r"[,;]", text):
        match = _PART.fullmatch(part.strip())
        if match is None or not match[0]:
            raise _unreadable(entry)
        hour = int(match["hour"] or 0)
        minute = int(match["minute"] or 0)
        if hour > 23 or minute > 59:
            raise _unreadable(entry)
        time = ON_WAKING if match["hour"] is None else hour * 60 + minute
        first = match["first"] or "mon"
        last_day = match["last"] or match["first"] or "sun"
        start = WEEKDAYS.index(first[:3])
        end = WEEKDAYS.index(last_day[:3])
        for day in range(start, start + (end - start) % 7 + 1):
            times[day % 7] = time
    return CardSchedule(tuple(times))


def _unreadable(text: str) -> Refused:
    return Refused(
        "“{text}” isn’t a time for the daily card; write it like {choices}",
        text=brief(text),
        choices=Sentence("8:30, or by day: mon-fri 8:30, sat 10"),
    )


def due(
    settings: MemberSettings, moves: Sequence[int], now: datetime, previous: datetime | None
) -> datetime | None:
    """When a member's next card is due after ``now`` (UTC); None where they want none.

    :param moves: how many they made in each hour of the day (UTC)
    :param previous: when the latest card was sent; there is never a second one on its day
    """
    if settings.daily == "none" and not settings.lobby:
        return None
    times = parse(settings.daily_when).times
    hours = settings.waking(moves)
    zone = ZoneInfo(settings.time_zone or "UTC")
    midnight = now.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    for number in range(-1, LOOKAHEAD_DAYS):
        day = midnight + timedelta(days=number)
        time = times[day.weekday()]
        if time is None:
            continue
        if time == ON_WAKING:
            card_time = hours.rises(day.date())
            if previous is not None and card_time - previous < MIN_GAP:
                continue
        else:
            # Added to the local time: where the clock is put forward or back that day, the card
            # keeps its time.
            local = (day + timedelta(minutes=time)).replace(tzinfo=zone)
            card_time = tell_at(hours, local.astimezone(UTC))
        if card_time > now and (previous is None or _is_later_day(card_time, previous, zone)):
            return card_time
    return None


def _is_later_day(moment: datetime, other: datetime, zone: ZoneInfo) -> bool:
    """Whether a moment is on a later day than another one, in a time zone."""
    return moment.astimezone(zone).date() > other.astimezone(zone).date()
