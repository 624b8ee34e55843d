"""Ladders: who beats somebody on a higher rung takes that rung; they go on until they are
closed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from bot.domain.tournaments.kinds.base import TournamentKind
from bot.domain.tournaments.kinds.points import records
from bot.domain.tournaments.tournament import Entrant, Pairing, Standing


class Ladder(TournamentKind):
    """Members challenge each other."""

    name = "ladder"
    endless = True

    def standings(
        self, entrants: Iterable[Entrant], pairings: Iterable[Pairing]
    ) -> tuple[Standing, ...]:
        everybody = list(entrants)
        games = list(pairings)
        scores = records(everybody, games)
        order = rungs(everybody, games)
        return tuple(scores[slot].standing(rank) for rank, slot in enumerate(order, 1))


@dataclass(frozen=True, slots=True)
class _LadderEvent:
    """A member joins a ladder (``game`` 0), or wins a game."""

    time: datetime
    game: int
    slot: int
    loser: int | None = None


def rungs(entrants: Iterable[Entrant], pairings: Iterable[Pairing]) -> list[int]:
    """The slots from the top, as games ended: newcomers last, a winner takes the higher rung,
    others go down.
    """
    everybody = list(entrants)
    events = [_LadderEvent(entrant.joined_at, 0, entrant.slot) for entrant in everybody]
    for game in sorted(pairings, key=lambda game: game.id):
        first, second = game.slots
        if game.settled is None or second is None:
            continue
        if game.result == "1-0":
            events.append(_LadderEvent(game.settled, game.id, first, loser=second))
        elif game.result == "0-1":
            events.append(_LadderEvent(game.settled, game.id, second, loser=first))
    order: list[int] = []
    for event in sorted(events, key=lambda event: (event.time, event.game, event.slot)):
        if event.loser is None:
            order.append(event.slot)
        else:
            _take_rung(order, event.slot, event.loser)
    slots_out = {entrant.slot for entrant in everybody if entrant.gone}
    return [slot for slot in order if slot not in slots_out]


def _take_rung(order: list[int], winner: int, loser: int) -> None:
    """Put the winner of a game above the loser, if they were below."""
    if winner not in order or loser not in order:
        return
    if order.index(winner) > order.index(loser):
        order.remove(winner)
        order.insert(order.index(loser), winner)
