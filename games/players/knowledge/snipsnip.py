"""What players know of SnipSnip: what tells positions apart, and who is ahead when few points are left."""

from __future__ import annotations

from collections.abc import Hashable

from ...snipsnip import SnipSnip
from .base import Knowledge, any_win

# With so few points left to place on, every decision is tried for a win at once.
FEW = 4
# With so few, the rest of a match can be worked out within seconds.
WORKABLE = 12


class SnipSnipKnowledge(Knowledge[SnipSnip]):
    """Playouts are short and quick, so the search needs little advice."""

    exploration = 0.4
    prior_weight = 2.0
    trust = 2.0

    def key(self, position: SnipSnip) -> Hashable:
        return position.to_move, position.own, position.enemy, position.owed

    def near_end(self, position: SnipSnip) -> bool:
        return (position.sites.everything ^ position.shut).bit_count() <= WORKABLE

    def winning(self, position: SnipSnip) -> int | None:
        free = position.sites.everything ^ position.shut
        if free.bit_count() > FEW:
            return None
        return any_win(position)
