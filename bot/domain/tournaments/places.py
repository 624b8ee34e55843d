"""Who has a place in a tournament, and who gets one that becomes free."""

from __future__ import annotations

from bot.domain.tournaments.state import Open
from bot.domain.tournaments.views import Entrant


def inside(opened: Open) -> list[Entrant]:
    """Those who take part."""
    return [one for one in opened.entrants if one.status == "in"]


async def promote(opened: Open) -> None:
    """Give places that are free to those who wait, in the order in which they came."""
    waiting = [one for one in opened.entrants if one.status == "waiting"]
    waiting.sort(key=lambda one: (one.joined, one.slot))
    for one in waiting[: max(opened.terms.players - len(inside(opened)), 0)]:
        await opened.put(one, status="in")
        await opened.tell("promoted", ping=one.user, public=False)
