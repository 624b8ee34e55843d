"""What players know of SnipSnip: keys of positions, and when the rest of a match can be solved."""

from math import log

from ...snipsnip import SnipSnip
from .base import Knowledge, any_win

FEW = 4  # points left to place on with which every decision is tried for a win at once
WORKABLE = 13  # points left with which the rest of a match is solved in about a second


class SnipSnipKnowledge(Knowledge[SnipSnip]):
    """Playouts are short and quick, so the search needs little advice."""

    exploration = 0.4
    prior_weight = 2.0
    trust = 2.0
    plays_out = True
    # Fitted by ``tools/calibration.py`` to 166 matches of ``club``: 1.71 ± 0.24.
    steepness = 1.6

    def near_end(self, position: SnipSnip, seconds: float) -> bool:
        free = (position.sites.everything ^ position.shut).bit_count()
        # Every point more takes about three times as long.
        return seconds > 0 and free <= WORKABLE + log(seconds, 3)

    def winning(self, position: SnipSnip) -> int | None:
        free = position.sites.everything ^ position.shut
        if free.bit_count() > FEW:
            return None
        return any_win(position)


KNOWLEDGE = SnipSnipKnowledge()
