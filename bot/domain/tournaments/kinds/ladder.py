"""Ladders: who beats somebody on a higher rung takes that rung; they go on until they are closed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from bot.domain.tournaments.kinds.base import Kind
from bot.domain.tournaments.kinds.points import lines
from bot.domain.tournaments.tournament import Entrant, Pairing, Standing


class Ladder(Kind):
    """Members challenge each other."""

    name = "ladder"
    endless = True

    def standings(self, entrants: Iterable[Entrant], pairings: Iterable[Pairing]) -> tuple[Standing, ...]:
        everybody, games = list(entrants), list(pairings)
        found = lines(everybody, games)
        return tuple(found[slot].standing(rank) for rank, slot in enumerate(rungs(everybody, games), 1))


def rungs(entrants: Iterable[Entrant], pairings: Iterable[Pairing]) -> list[int]:
    """The slots from the top: newcomers stand lowest; who beats somebody higher takes their rung.

    Those between go down by one. Games count in the order in which they ended.
    """
    everybody = list(entrants)
    events: list[tuple[datetime, int, int, Pairing | None]] = [(one.joined, 0, one.slot, None) for one in everybody]
    for game in pairings:
        if game.settled is not None and game.result in ("1-0", "0-1"):
            events.append((game.settled, 1, game.id, game))
    order: list[int] = []
    for _, _, slot, won in sorted(events, key=lambda event: event[:3]):
        if won is None:
            order.append(slot)
            continue
        winner, loser = won.slots if won.result == "1-0" else won.slots[::-1]
        if winner in order and loser in order and order.index(winner) > order.index(loser):
            order.remove(winner)
            order.insert(order.index(loser), winner)
    staying = {one.slot for one in everybody if not one.gone}
    return [slot for slot in order if slot in staying]
