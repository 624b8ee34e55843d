"""Games with head starts that do not change with what is measured of them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.core import Game, HandicapWorth, HeadStart
from games.registry import GAMES

COUNTS = (1, 2, 3)
TURNS = {
    "veloop-square": {
        "8x8 double": ("e5-f3 f3-g5", "f3-h4 h4-f5", "f5-d4 g4-f2"),
        "12x12 double": ("g7-h5 g7-i6", "g7-i8 g7-h9", "h9-i7 h8-g10"),
    },
    "snipsnip": {"hex-4-5 group-misere diagonal": ("d4", "e4", "d5")},
    "loop": {"main draw": ("1f3", "1h3", "1d6")},
}
"""By game and variant: the turns of its head starts, of which one, two or three are given."""


def games_with(worths: Mapping[str, Sequence[HandicapWorth]]) -> dict[str, Game]:
    """The games of TURNS with these head starts, by slug.

    :param worths: of one turn, two and three, by game; nothing of others is measured
    """
    games = {}
    for slug, variants in TURNS.items():
        head_starts = []
        for variant, turns in variants.items():
            head_start = HeadStart(turns, COUNTS, tuple(worths.get(slug, ())))
            head_starts.append((variant, head_start))
        games[slug] = replace(GAMES[slug], head_starts=tuple(head_starts))
    return games
