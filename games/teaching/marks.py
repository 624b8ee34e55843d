"""What the marks in pictures mean: the one place where it is said."""

from ..core import _

MARKS = {
    "placed": _("Ring = placed or changed by the last turn"),
    "moved": _("Arrow = the way of the last turn"),
    "exchanged": _("Round sign with arrows = the two cells swapped"),
    "danger": _("Two thin arcs on a piece or pillar = in danger"),
    "winning": _("Two thin arcs on an empty cell = the side not to move would win there"),
    "barred": _("No-entry sign = nobody can place there"),
    "size": _("Number on a stone = size of the largest group"),
    "taken": _("Ring in the colour of the arcs = captured"),
    "lost": _("Cross = captured or walled off"),
    "won": _("Traced in another colour = what has won"),
}
