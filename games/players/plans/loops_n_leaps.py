"""The plans of Loops 'n Leaps."""

from ...core import _
from ...loops_n_leaps import LoopsNLeaps
from ..knowledge.loops_n_leaps import most_taken, rings, triangles
from .base import Plan


def _nearly(position: LoopsNLeaps, seat: int) -> int:
    """The free cells where a man is crowned, or would be with one friend more in sight."""
    friends = position.men[seat]
    occupied = friends | position.men[1 - seat]
    count = 0
    for cell in position.vacant:
        up, down, shortfall = position.colonnade.rays[cell]
        for ray in up:
            pieces = ray & occupied
            nearest = pieces & -pieces
            if nearest & friends:
                shortfall -= 1
        for ray in down:
            pieces = ray & occupied
            if pieces and friends >> pieces.bit_length() - 1 & 1:
                shortfall -= 1
        if shortfall <= 1:
            count += 1
    return count


def _pillars(position: LoopsNLeaps, seat: int) -> int:
    own = position.men[seat]
    enemy = position.men[1 - seat]
    free_rings = [ring for ring in rings(position.colonnade).values() if not ring & enemy]
    return sum((own & ring).bit_count() for ring in free_rings)


def _wall(position: LoopsNLeaps, seat: int) -> int:
    own = position.men[seat]
    enemy = position.men[1 - seat]
    free_walls = [wall for wall in triangles(position.colonnade) if not wall & enemy]
    return max(((own & wall).bit_count() for wall in free_walls), default=0)


PLANS = (
    Plan(
        "men",
        _("men"),
        _("be ahead in men: they make the loop"),
        lambda position, seat: position.men[seat].bit_count(),
    ),
    Plan(
        "leapers",
        _("leapers"),
        _("have more leapers than your opponent"),
        lambda position, seat: len(position.doubles[seat]),
    ),
    Plan(
        "crowns",
        _("free cells where a man is crowned, now or after one more"),
        _("prepare leapers: men on crossing lines crown the next one"),
        _nearly,
    ),
    Plan(
        "takes",
        _("men that one leap can take"),
        _("keep leaps that take men, and allow your opponent none"),
        most_taken,
    ),
    Plan(
        "pillars",
        _("men beside pillars without an enemy"),
        _("build beside pillars that your opponent has not reached"),
        _pillars,
    ),
    Plan(
        "wall",
        _("most men on a loop round three pillars without an enemy"),
        _("plan a loop round three pillars on which no enemy stands"),
        _wall,
    ),
)
