"""What a plan is: a number that is read off a position, with what more or less of it is for, and
its measured worth.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ...core import Position


class Plan(NamedTuple):
    """A plan of a game.

    ``counted`` is the name of what ``measure`` counts for a seat, ``text`` what is planned by it.
    ``less``: fewer are better. ``fits``: the choices of a match in which it is a plan at all.
    """

    slug: str
    counted: str
    text: str
    measure: Callable[[Any, int], int]
    less: bool = False
    fits: Callable[[Mapping[str, str]], bool] = lambda options: True

    def lead(self, position: Position, seat: int) -> int:
        """By how much the count is better for a seat than for the other."""
        ahead = self.measure(position, seat) - self.measure(position, 1 - seat)
        return -ahead if self.less else ahead


class Fitted(NamedTuple):
    """A plan with its worth, in logarithms of odds for each one that a seat is ahead, and how far
    it usually is.
    """

    plan: Plan
    worth: float
    spread: float
