"""What a plan is: a number that is read off a position, and what more of it is for."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ...core import Position


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan of a game.

    :param count_name: The name of what ``measure`` counts for a seat.
    :param text: What is planned by it.
    :param less: Whether fewer are better.
    :param fits: The choices of a match in which it is a plan at all.
    """

    slug: str
    count_name: str
    text: str
    measure: Callable[[Any, int], int]
    less: bool = False
    fits: Callable[[Mapping[str, str]], bool] = lambda options: True

    def lead(self, position: Position, seat: int) -> int:
        """By how much the count is better for a seat than for the other."""
        ahead = self.measure(position, seat) - self.measure(position, 1 - seat)
        return -ahead if self.less else ahead


@dataclass(frozen=True, slots=True)
class MeasuredPlan:
    """A plan with what was measured of it.

    :param worth: In logarithms of odds for each one that a seat is ahead.
    :param spread: How far a seat usually is ahead.
    """

    plan: Plan
    worth: float
    spread: float
