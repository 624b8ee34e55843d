"""Requests that players have declined, and when they may be made again; an immutable value."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple, TypeAlias

from bot.store.tables.columns import EPOCH

AGAIN_AFTER = timedelta(days=1)
"""ENOUGH refusals within this time block a request for as long; a single one until the next turn,
at most as long.
"""
ENOUGH = 2
_SECOND = timedelta(seconds=1)

Stored: TypeAlias = "list[list[str | int]]"


class Refusal(NamedTuple):
    """A ``request`` of ``seat`` was declined in turn ``turn``."""

    request: str
    seat: int
    turn: int
    moment: datetime


@dataclass(frozen=True, slots=True)
class Refusals:
    """The latest ENOUGH refusals of each request of each seat."""

    latest: tuple[Refusal, ...] = ()

    @classmethod
    def read(cls, data: Sequence[Sequence[str | int]] | None) -> "Refusals":
        """Refusals as stored: ``[request, seat, turn, seconds since 1970]`` each."""
        if not data:
            return NONE
        latest_refusals = list[Refusal]()
        for request, seat, turn, seconds in data:
            moment = EPOCH + int(seconds) * _SECOND
            latest_refusals.append(Refusal(str(request), int(seat), int(turn), moment))
        return cls(tuple(latest_refusals))

    def stored(self) -> "Stored | None":
        """The value to store; None for no refusals."""
        if not self.latest:
            return None
        return [[*refusal[:3], (refusal.moment - EPOCH) // _SECOND] for refusal in self.latest]

    def declined(self, request: str, seat: int, turn: int, moment: datetime) -> "Refusals":
        """With one more refusal."""
        other_refusals = tuple(refusal for refusal in self.latest if refusal[:2] != (request, seat))
        same_refusals = (*self.of(request, seat), Refusal(request, seat, turn, moment))
        return Refusals((*other_refusals, *same_refusals[-ENOUGH:]))

    def of(self, request: str, seat: int) -> tuple[Refusal, ...]:
        """The refusals of a request of a seat, oldest first."""
        return tuple(refusal for refusal in self.latest if refusal[:2] == (request, seat))

    def again(self, request: str, seat: int, turn: int, now: datetime) -> datetime | None:
        """When a seat may make a request again if no turn is played; None: now."""
        next_time = self.free_at(request, seat, now)
        recent_refusals = self._recent(request, seat, now)
        if next_time is None and recent_refusals and recent_refusals[-1].turn == turn:
            return recent_refusals[-1].moment + AGAIN_AFTER
        return next_time

    def free_at(self, request: str, seat: int, now: datetime) -> datetime | None:
        """When a seat may make a request again of which there were ENOUGH refusals; None: now."""
        recent_refusals = self._recent(request, seat, now)
        if len(recent_refusals) < ENOUGH:
            return None
        return recent_refusals[-1].moment + AGAIN_AFTER

    def _recent(self, request: str, seat: int, now: datetime) -> list[Refusal]:
        return [refusal for refusal in self.of(request, seat) if refusal.moment + AGAIN_AFTER > now]


NONE = Refusals()
