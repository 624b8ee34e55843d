"""The members of the simulated server: when they are awake, how often they look, when they are
silent or away.
"""

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TypeAlias
from zoneinfo import ZoneInfo

from bot.domain.values import Person

EUROPE = ("Europe/Berlin", "Europe/London")
ASIA = ("Australia/Sydney", "Asia/Tokyo", "Asia/Kolkata")
ZONES = (*EUROPE, "America/New_York", "America/Los_Angeles", "America/Sao_Paulo", *ASIA)
DAY = timedelta(days=1)
Span: TypeAlias = tuple[datetime, datetime]


@dataclass(slots=True)
class SimulatedMember:
    """A member.

    :param wake_hour: the hour at which a usual day begins, on the clock on their wall.
    :param sleep_hour: the hour at which it ends, maybe past 24.
    :param looks: how often a day they look at their matches.
    :param care: how often they then move where it is their turn.
    :param wants: how many matches they like to have.
    :param silences: when they do not look.
    :param vacations: the days on which they go on vacation, and how many days it lasts.
    :param follows: what they are sent of matches of others that they come across.
    :param inbox: what others have asked them.
    :param put_away: matches of theirs that ended so, for them to take up again.
    """

    who: Person
    zone: str
    wake_hour: float
    sleep_hour: float
    looks: float
    care: float
    wants: int
    settings: dict[str, str | bool]
    silences: list[Span]
    vacations: list[tuple[datetime, int]]
    follows: str
    inbox: list[tuple[int, str]] = field(default_factory=list)
    challenges: list[int] = field(default_factory=list)
    put_away: list[int] = field(default_factory=list)

    def awake(self, moment: datetime) -> bool:
        """Whether they really are."""
        local = moment.astimezone(ZoneInfo(self.zone))
        hour = local.hour + local.minute / 60
        return self.wake_hour <= hour < self.sleep_hour or hour + 24 < self.sleep_hour

    def next_look(self, last: datetime, rng: random.Random) -> datetime:
        """When they look at their matches next."""
        moment = last + timedelta(days=rng.expovariate(self.looks))
        while True:
            silence = next((end for start, end in self.silences if start <= moment < end), None)
            if silence is not None:
                moment = silence + timedelta(minutes=rng.randrange(600))
            elif moment.year < 9000 and not self.awake(moment):
                moment += timedelta(minutes=rng.randrange(20, 90))
            else:
                return moment


def people(count: int, start: datetime, days: int, rng: random.Random) -> list[SimulatedMember]:
    """``count`` members, no two alike: early and late ones, some who work nights, some who
    vanish.
    """
    return [_player(number, start, days, rng) for number in range(count)]


def _player(number: int, start: datetime, days: int, rng: random.Random) -> SimulatedMember:
    wake_hour = 14.0 if number % 13 == 12 else rng.uniform(5.5, 9.5)
    sleep_hour = wake_hour + rng.uniform(14.5, 16.5)
    zone = ZONES[number % len(ZONES)]
    silences = _silences(start, days, rng)
    if number % 10 == 9:  # leaves without a word
        leaves = start + rng.uniform(0.2, 0.7) * days * DAY
        silences.append((leaves, datetime(9000, 1, 1, tzinfo=UTC)))
    vacations = []
    most_vacations = max(days // 150, 1)
    for _ in range(rng.randrange(0, most_vacations + 1)):
        begins = start + rng.uniform(0, days) * DAY
        vacations.append((begins, rng.choice((3, 7, 14))))
    settings = _settings(wake_hour, sleep_hour, zone, rng)
    return SimulatedMember(
        who=Person(5000 + number, f"member {number}"),
        zone=zone,
        wake_hour=wake_hour,
        sleep_hour=sleep_hour,
        looks=rng.choice((0.7, 1.5, 2.5, 4, 7)),
        care=rng.uniform(0.6, 0.98),
        wants=rng.randrange(1, 4),
        settings=settings,
        silences=silences,
        vacations=sorted(vacations),
        follows=rng.choices(("", "highlights", "turns"), (80, 15, 5))[0],
    )


def _silences(start: datetime, days: int, rng: random.Random) -> list[Span]:
    """When a member does not look for some days."""
    silences = []
    most_silences = max(days // 60, 1)
    for _ in range(rng.randrange(0, most_silences + 1)):
        begins = start + rng.uniform(0, days) * DAY
        length = rng.choice((3, 5, 8, 16, 25, 50)) * DAY
        silences.append((begins, begins + length))
    return silences


def _settings(
    wake_hour: float, sleep_hour: float, zone: str, rng: random.Random
) -> dict[str, str | bool]:
    """What a member has set who is awake between these hours."""
    settings: dict[str, str | bool] = {
        "notices": rng.choices(("channel", "dm", "both", "none"), (68, 16, 6, 10))[0],
        "reminders": rng.choices(("usual", "rare", "none"), (80, 10, 10))[0],
        "hold_dms": rng.random() < 0.4,
    }
    if rng.random() < 0.5:
        weekdays = f"mon-fri {_clock(wake_hour)}-{_clock(sleep_hour)}"
        weekend = f"sat-sun {_clock(wake_hour + 1)}-{_clock(sleep_hour)}"
        settings["hours"] = f"{weekdays}, {weekend}"
        settings["time_zone"] = zone
    if rng.random() < 0.5:
        settings["daily"] = rng.choices(("dm", "channel"), (70, 30))[0]
        if rng.random() < 0.25:  # a list once a day in place of a word at every turn
            settings["notices"] = "none"
        if rng.random() < 0.6:
            time = _clock(rng.uniform(wake_hour + 0.5, sleep_hour - 1))
            settings["daily_when"] = rng.choice((time, f"mon-fri {time}", f"wed {time}, sat"))
            settings["time_zone"] = zone
    return settings


def _clock(hour: float) -> str:
    minutes = int(hour * 60) % 1440
    return f"{minutes // 60:02}:{minutes % 60:02}"
