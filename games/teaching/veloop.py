"""What the lessons and rules of both Veloops say."""

from ..core import _

END = _(
    "**The end.** The match ends with the first move that leaves any stones confined. The player "
    "with *fewer* confined stones wins – so don’t complete your opponent’s wall around your own "
    "stones. If both have the same number of confined stones, it’s a draw. A stone on the edge is "
    "never confined, the edge isn’t part of a wall, and a wall around empty cells doesn’t count "
    "yet. If you can’t move, you pass; if both players pass a whole turn in a row, it’s a draw."
)
COLUMNS = _(
    "**Columns.** As long as you have a legal move onto an empty cell, make one of those. Only if "
    "there is none, place on top of an enemy stone that is one high. This goes for each side by "
    "itself. Columns are never more than two high. A swap moves only the top stone and uncovers "
    "the one below. Only top stones count: as yours, and as confined."
)
START = _("**Start.** Each player has one stone in the middle, side by side.")
TURNS_IN = {
    "single": _("**Turns.** Black starts; one move each."),
    "double": _("**Turns.** Black starts with one move; after that, each turn is two moves."),
}
"""How many moves a turn has, by the option ``turns``."""
THREATENED = _(
    "The stones between arcs are in danger: the opponent’s next move could confine them and win."
)
