"""Time that goes by several times as fast, alike in all processes: waiting for minutes in tests
that really run.
"""

import asyncio
import datetime
import selectors
import time
import types
from collections.abc import Callable
from typing import Any

import discord.utils
from discord.ext import tasks

SPEED = 10.0


class HurriedClock:
    """A clock that was right at ``began`` (unix time, seconds) and is too fast since; made to leap,
    it stays ahead.
    """

    def __init__(self, start: float) -> None:
        self.began = start
        self.elapsed = 0.0  # SimCord asks its clocks for that

    def now(self) -> datetime.datetime:
        return datetime.datetime.fromtimestamp(
            self.began + (time.time() - self.began) * SPEED, datetime.UTC
        )

    def leap(self, seconds: float) -> None:
        """Skip so many of its seconds."""
        self.began -= seconds / (SPEED - 1)


class _Selector(selectors.DefaultSelector):
    def select(self, timeout: float | None = None) -> Any:
        return super().select(None if timeout is None else timeout / SPEED)


class HurriedLoop(asyncio.SelectorEventLoop):
    """An event loop in which whoever sleeps a second, or gives up after one, does so after a
    tenth.
    """

    def __init__(self) -> None:
        super().__init__(_Selector())

    def time(self) -> float:
        return super().time() * SPEED


USERS = (tasks, discord.utils)
"""The modules of discord.py that look at the time, for what they repeat."""


def datetime_by(now: Callable[[], datetime.datetime]) -> Any:
    """The module ``datetime`` with another clock."""

    class Datetime(datetime.datetime):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Any:
            return now()

    module: Any = types.ModuleType("datetime")
    module.__dict__.update(vars(datetime), datetime=Datetime)
    return module


def hurry(clock: HurriedClock) -> None:
    """Let what discord.py repeats in this process go by ``clock``."""
    for user in USERS:
        user.datetime = datetime_by(clock.now)  # type: ignore[attr-defined]
