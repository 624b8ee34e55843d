"""Members of the world pool whose rating rests on few partners who play few others: such ratings tell nothing there."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Circle:
    """A member who is set apart at a game, the partners from whom the gain comes, and how many points that is."""

    game: str
    user: int
    partners: tuple[int, ...]
    gain: float


FEW = 10
"""So many partners, those against whom a member has gained most, are their circle."""
OTHERS = 3
"""A partner who has met fewer people than this outside the circle plays few others."""


def circle(gains: Mapping[int, float]) -> frozenset[int]:
    """The partners against whom a member has gained most; ``gains``: rating points by opponent, losses below 0."""
    winning = sorted((user for user, gain in gains.items() if gain > 0), key=lambda user: (-gains[user], user))
    return frozenset(winning[:FEW])


def apart(user: int, gains: Mapping[int, float], met: Mapping[int, Set[int]]) -> bool:
    """Whether most of what a member has gained comes from a circle that keeps to itself.

    ``met``: whom each partner of the circle has played.
    """
    inside = circle(gains)
    closed = [one for one in inside if len(met.get(one, frozenset()) - inside - {user}) < OTHERS]
    return sum(gains[one] for one in closed) * 2 > sum(gain for gain in gains.values() if gain > 0)
