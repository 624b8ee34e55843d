"""What the kinds of tournaments have in common: a strategy that pairs rounds and ranks the
entrants.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar

from bot.domain.tournaments.tournament import (
    Entrant,
    Pairing,
    Standing,
    Tournament,
    TournamentTerms,
)


class NoPairing(Exception):
    """No round can be paired without a repeated game."""


class TournamentKind(ABC):
    """A kind of tournament.

    It has no state: all follows from the entrants and the pairings, in any order. ``players``:
    places by default; ``most``: places at most. ``endless``: it is open at once and goes on until
    it is closed, without sign-up and rounds. ``fixed``: a round is paired by the results of the one
    before, which then can no longer change.
    """

    name: ClassVar[str]
    players: ClassVar[int] = 64
    most: ClassVar[int] = 256
    endless: ClassVar[bool] = False
    fixed: ClassVar[bool] = False

    def rounds(self, count: int, terms: TournamentTerms) -> int:
        """The number of rounds of ``count`` players."""
        return 0

    def draw(
        self, tournament: Tournament, pairings: Sequence[Pairing], number: int
    ) -> list[Pairing]:
        """The pairings of a round and of those played together with it; empty if nobody can meet.

        Raises NoPairing.
        """
        return []

    def replays(self, tournament: Tournament, pairings: Sequence[Pairing]) -> list[Pairing]:
        """Games to be played once more before the round is over."""
        return []

    @abstractmethod
    def standings(
        self, entrants: Iterable[Entrant], pairings: Iterable[Pairing]
    ) -> tuple[Standing, ...]:
        """The standings in order."""


def placed(entrants: Iterable[Entrant]) -> list[Entrant]:
    """Everybody who has begun the tournament, by seed."""
    seeded_entrants = (
        entrant for entrant in entrants if entrant.seed and entrant.status != "waiting"
    )
    return sorted(seeded_entrants, key=lambda entrant: entrant.seed)


def seated(pairings: Iterable[Pairing], slot: int, other: int) -> tuple[int, int]:
    """Two slots by seat: ``slot`` first, unless it had the first seat more often, compared with the
    second seat.
    """
    seats = [pairing.slots for pairing in pairings if pairing.result != "bye"]

    def balance(player: int) -> int:
        return sum((first == player) - (second == player) for first, second in seats)

    return (slot, other) if balance(slot) <= balance(other) else (other, slot)
