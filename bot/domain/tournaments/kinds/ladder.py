"""Ladders: who beats somebody on a higher rung takes that rung; they go on until they are
closed.
"""

from collections.abc import Iterable
from datetime import datetime

from bot.domain.tournaments.kinds.base import Kind
from bot.domain.tournaments.kinds.points import lines
from bot.domain.tournaments.tournament import Entrant, Pairing, Standing


class Ladder(Kind):
    """Members challenge each other."""

    name = "ladder"
    endless = True

    def standings(
        self, entrants: Iterable[Entrant], pairings: Iterable[Pairing]
    ) -> tuple[Standing, ...]:
        everybody = list(entrants)
        games = list(pairings)
        scored = lines(everybody, games)
        return tuple(
            scored[slot].standing(rank) for rank, slot in enumerate(rungs(everybody, games), 1)
        )


def rungs(entrants: Iterable[Entrant], pairings: Iterable[Pairing]) -> list[int]:
    """The slots from the top, as games ended: newcomers last, a winner takes the higher rung,
    others go down.
    """
    everybody = list(entrants)
    events: list[tuple[datetime, int, tuple[int, ...]]] = [
        (entrant.joined, 0, (entrant.slot,)) for entrant in everybody
    ]
    for game in sorted(pairings, key=lambda game: game.id):
        winner = {"1-0": 0, "0-1": 1}.get(game.result or "")
        first, second = game.slots
        if game.settled is not None and winner is not None and second is not None:
            events.append(
                (game.settled, game.id, (first, second) if winner == 0 else (second, first))
            )
    order: list[int] = []
    for _, _, slots in sorted(events):
        if len(slots) == 1:
            order += slots
        elif set(slots) <= set(order) and order.index(slots[0]) > order.index(slots[1]):
            order.remove(slots[0])
            order.insert(order.index(slots[1]), slots[0])
    gone = {entrant.slot for entrant in everybody if entrant.gone}
    return [slot for slot in order if slot not in gone]
