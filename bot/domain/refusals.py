"""What players of a match have declined, and when the same may be asked again; a value, like the clock beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple, TypeAlias

from bot.store.tables.columns import EPOCH

AGAIN_AFTER = timedelta(days=1)
"""After two refusals within this time nothing is asked until it has passed; after one, until the next turn, or then."""
ENOUGH = 2
"""So many refusals within AGAIN_AFTER stand for longer than a turn."""
_SECOND = timedelta(seconds=1)

Stored: TypeAlias = "list[list[str | int]]"


class Refusal(NamedTuple):
    """What ``seat`` had asked was declined in turn ``turn``."""

    request: str
    seat: int
    turn: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Refusals:
    """The latest refusals of each request of each seat."""

    latest: tuple[Refusal, ...] = ()

    @classmethod
    def read(cls, stored: Sequence[Sequence[str | int]] | None) -> Refusals:
        """As stored: ``[request, seat, turn, seconds since 1970]`` each."""
        read = (
            Refusal(str(request), int(seat), int(turn), EPOCH + int(at) * _SECOND)
            for request, seat, turn, at in stored or ()
        )
        return cls(tuple(read)) if stored else NONE

    def stored(self) -> Stored | None:
        """What to store; None where nothing was declined."""
        return [[one.request, one.seat, one.turn, (one.at - EPOCH) // _SECOND] for one in self.latest] or None

    def declined(self, request: str, seat: int, turn: int, at: datetime) -> Refusals:
        """With one more; of each request of a seat, as many are kept as count."""
        others = tuple(one for one in self.latest if (one.request, one.seat) != (request, seat))
        same = (*self.of(request, seat), Refusal(request, seat, turn, at))
        return Refusals((*others, *same[-ENOUGH:]))

    def of(self, request: str, seat: int) -> tuple[Refusal, ...]:
        """What was declined of a request of a seat, the earliest first."""
        return tuple(one for one in self.latest if (one.request, one.seat) == (request, seat))

    def again(self, request: str, seat: int, turn: int, now: datetime) -> datetime | None:
        """When a seat may ask this again, by the time alone, if that is later than now; None: at once.

        A request that was declined is made again in a later turn, or a day later. After two refusals within a day it
        is a day from the later one, whatever was played.
        """
        recent = [one for one in self.of(request, seat) if one.at + AGAIN_AFTER > now]
        if not recent:
            return None
        many = len(recent) >= ENOUGH and recent[-1].at - recent[0].at < AGAIN_AFTER
        return recent[-1].at + AGAIN_AFTER if many or recent[-1].turn == turn else None


NONE = Refusals()
