"""Members of the world pool whose rating rests on few partners who play few others: such ratings tell nothing there."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Circle:
    """A member who is set apart at a game, the partners from whom the gain comes, and how many points that is."""

    game: str
    user: int
    partners: tuple[int, ...]
    gain: float


class Against(NamedTuple):
    """What a member's matches against an opponent came to: rating points, losses below 0, and how many matches."""

    gain: float
    matches: int


FEW = 10
"""So many partners, those against whom a member has gained most, are their circle."""
OTHERS = 3
"""A partner who has met fewer people than this outside the circle plays few others; so does one who has met fewer of
them than there were matches with the member."""


def circle(opponents: Mapping[int, Against]) -> frozenset[int]:
    """The partners against whom a member has gained most; ``opponents``: by id."""
    winning = sorted((user for user, one in opponents.items() if one.gain > 0), key=lambda u: (-opponents[u].gain, u))
    return frozenset(winning[:FEW])


def apart(user: int, opponents: Mapping[int, Against], met: Mapping[int, Set[int]]) -> bool:
    """Whether most of what a member has gained comes from a circle that keeps to itself.

    ``met``: whom each partner of the circle has played.
    """
    inside = circle(opponents)
    closed = [
        one for one in inside if len(met.get(one, frozenset()) - inside - {user}) < max(OTHERS, opponents[one].matches)
    ]
    gained = sum(one.gain for one in opponents.values() if one.gain > 0)
    return sum(opponents[one].gain for one in closed) * 2 > gained
