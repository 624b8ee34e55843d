"""Time controls as values and as text, and arithmetic on time with weekends off."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

from bot.domain.errors import Refused
from games.core import Sentence
from games.core.errors import brief
from games.core.numbers import whole_number

DAY = 86_400
TURN_DAYS = (1, 2, 3, 7, 14)
SHORTEST_BANK = 3600  # seconds, as are the next two
LONGEST_BANK = 90 * DAY
LONGEST_INCREMENT = 7 * DAY
MOST_CHARACTERS = 100


@dataclass(frozen=True, slots=True)
class Clock:
    """A time control in seconds: ``per_turn``, or ``bank`` and ``increment``; all 0: none.

    :param weekends_off: no time runs on Saturdays and Sundays (UTC)
    """

    per_turn: int = 0
    bank: int = 0
    increment: int = 0
    weekends_off: bool = False

    def __bool__(self) -> bool:
        return bool(self.per_turn or self.bank)

    @property
    def ceiling(self) -> int:
        """The most seconds that increments can fill a bank to: twice its start."""
        return 2 * self.bank

    @property
    def floor(self) -> int:
        """The least seconds that a takeback leaves in the bank of whoever moves again."""
        return min(self.bank, DAY)

    def __str__(self) -> str:
        """The text that ``parse`` reads: ``none``, ``3d``, ``7d+12h``, ``3d weekends off``."""
        if not self:
            return "none"
        text = f"{span(self.bank)}+{span(self.increment)}"
        if self.per_turn:
            text = span(self.per_turn)
        return f"{text} weekends off" if self.weekends_off else text


NO_CLOCK = Clock()


def span(seconds: int) -> str:
    """Seconds as the shortest exact text: ``3d``, ``12h``, ``1d12h``, ``0h``."""
    days = seconds // DAY
    hours = seconds % DAY // 3600
    minutes = seconds % 3600 // 60
    amounts = ((days, "d"), (hours, "h"), (minutes, "m"))
    parts = [f"{amount}{unit}" for amount, unit in amounts if amount]
    return "".join(parts) or "0h"


_SPAN = r"(?:(\d{1,3})d)?(?:(\d{1,3})h)?(?:(\d{1,3})m)?"
_NONE = ("", "none", "no", "off", "0")


@lru_cache(1000)
def parse(text: str) -> Clock:
    """The time control meant by ``text``. Raises Refused."""
    if len(text) > MOST_CHARACTERS:
        raise _unreadable(text)
    bare = re.sub(r"\s+", "", text.lower())
    weekends_off = bare.endswith("weekendsoff")
    bare = bare.removesuffix("weekendsoff")
    if bare in _NONE:
        return NO_CLOCK
    if whole_number(bare) is not None:
        bare += "d"
    if "+" in bare:
        bank, increment = map(_seconds, bare.split("+", 1))
        if bank is None or not SHORTEST_BANK <= bank <= LONGEST_BANK:
            raise _unreadable(text)
        if increment is None or increment > LONGEST_INCREMENT:
            raise _unreadable(text)
        return Clock(bank=bank, increment=increment, weekends_off=weekends_off)
    seconds = _seconds(bare)
    if seconds is None or seconds % DAY or seconds // DAY not in TURN_DAYS:
        raise _unreadable(text)
    return Clock(per_turn=seconds, weekends_off=weekends_off)


def _unreadable(text: str) -> Refused:
    return Refused(
        "“{text}” isn’t a time limit; it can be {choices}",
        text=brief(text),
        choices=Sentence(
            "no limit; 1, 2, 3, 7 or 14 days per turn; or a bank plus increment, such as 7d+12h; "
            "add “weekends off” to any"
        ),
    )


def _seconds(text: str) -> int | None:
    parts = re.fullmatch(_SPAN, text, re.ASCII)
    if not text or parts is None:
        return None
    days, hours, minutes = (int(part or 0) for part in parts.groups())
    return days * DAY + hours * 3600 + minutes * 60


def later(start: datetime, seconds: float, weekends_off: bool) -> datetime:
    """The time ``seconds`` after ``start`` (aware, UTC)."""
    if not weekends_off:
        return start + timedelta(seconds=seconds)
    moment = _working(start)
    time_left = timedelta(seconds=seconds)
    time_to_weekend = _weekend(moment) - moment
    while time_left > time_to_weekend:
        time_left -= time_to_weekend
        moment = _working(moment + time_to_weekend)
        time_to_weekend = _weekend(moment) - moment
    return moment + time_left


def counted(start: datetime, end: datetime, weekends_off: bool) -> float:
    """Seconds from ``start`` to ``end``; 0 if ``end`` is earlier."""
    if end <= start:
        return 0.0
    if not weekends_off:
        return (end - start).total_seconds()
    moment = _working(start)
    total = 0.0
    while moment < end:
        stretch_end = min(_weekend(moment), end)
        total += (stretch_end - moment).total_seconds()
        moment = _working(stretch_end) if stretch_end < end else end
    return total


def _working(moment: datetime) -> datetime:
    """``moment``, or the start of the next Monday if it is on a weekend."""
    if moment.weekday() < 5:
        return moment
    return _midnight(moment) + timedelta(days=7 - moment.weekday())


def _weekend(moment: datetime) -> datetime:
    """The start of the Saturday after a weekday."""
    return _midnight(moment) + timedelta(days=5 - moment.weekday())


def _midnight(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)
