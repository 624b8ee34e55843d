"""Which copies of the database are kept: the newest, and one of each last day, week and month."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Retention:
    """How many copies are kept of each class, as restic and borgmatic do.

    :param newest: the copies that are kept whatever their age.
    :param daily: the days of which the last copy is kept; days without a copy do not count.
    :param weekly: the same for weeks, which begin on Mondays.
    :param monthly: the same for months.
    """

    newest: int
    daily: int
    weekly: int
    monthly: int

    def kept(self, moments: Iterable[datetime]) -> set[datetime]:
        """Those of some copies, by when they were made, that are to be kept."""
        latest_first = sorted(moments, reverse=True)
        return {
            *latest_first[: self.newest],
            *_last_of_each(latest_first, self.daily, _day),
            *_last_of_each(latest_first, self.weekly, _week),
            *_last_of_each(latest_first, self.monthly, _month),
        }


def _day(moment: datetime) -> object:
    return moment.date()


def _week(moment: datetime) -> object:
    return moment.isocalendar()[:2]


def _month(moment: datetime) -> object:
    return moment.year, moment.month


def _last_of_each(
    latest_first: Iterable[datetime], count: int, period: Callable[[datetime], object]
) -> Iterable[datetime]:
    """The latest moment of each of the last ``count`` periods that have one."""
    latest_times: dict[object, datetime] = {}
    for moment in latest_first:
        latest_times.setdefault(period(moment), moment)
    return list(latest_times.values())[:count]
