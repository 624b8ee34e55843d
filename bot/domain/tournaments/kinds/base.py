"""What tells the kinds of tournaments apart: a strategy that pairs rounds and says how everybody stands."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, NamedTuple

from bot.domain.tournaments.tournament import Entrant, Pairing, Slots, Standing, Terms, Tie, Tournament


class NoPairing(Exception):
    """Whoever could meet has met."""


class Drawn(NamedTuple):
    """A pairing that is to be."""

    round: int
    board: int
    slots: Slots
    leg: int = 1


class Kind(ABC):
    """A kind of tournament. It keeps nothing; all follows from the entrants and the pairings, in whatever order."""

    name: ClassVar[str]
    players: ClassVar[int] = 64
    """How many may take part where nothing else was agreed."""
    most: ClassVar[int] = 256
    """How many may take part at most."""
    endless: ClassVar[bool] = False
    """Whether it is open at once and goes on until it is closed, without sign-up and rounds."""
    fixed: ClassVar[bool] = False
    """Whether a round is paired by the results of the one before, which then no longer change."""

    def rounds(self, count: int, terms: Terms) -> int:
        """How many rounds are played by ``count`` players."""
        return 0

    def draw(self, tournament: Tournament, pairings: Sequence[Pairing], number: int) -> list[Drawn]:
        """The pairings of a round, and of others that are played together with it; empty where nobody can meet.

        Raises NoPairing.
        """
        return []

    def replays(self, tournament: Tournament, pairings: Sequence[Pairing]) -> list[Drawn]:
        """Games of the round that are to be played once more before it is over."""
        return []

    @abstractmethod
    def standings(self, entrants: Iterable[Entrant], pairings: Iterable[Pairing]) -> tuple[Standing, ...]:
        """The standings in order."""

    def bracket(self, entrants: Iterable[Entrant], pairings: Iterable[Pairing]) -> tuple[tuple[Tie, ...], ...]:
        """The ties by round, with those that are still to come; empty where there are none."""
        return ()


def placed(entrants: Iterable[Entrant]) -> list[Entrant]:
    """Everybody who has begun the tournament, by seed."""
    return sorted((one for one in entrants if one.seed and one.status != "waiting"), key=lambda one: one.seed)


def seated(pairings: Iterable[Pairing], one: int, other: int) -> tuple[int, int]:
    """Two slots by seat: first sits who has had the first seat less often, compared with the second one.

    If that is equal, ``one``.
    """
    seats = [pairing.slots for pairing in pairings if pairing.result != "bye"]

    def balance(slot: int) -> int:
        return sum((first == slot) - (second == slot) for first, second in seats)

    return (one, other) if balance(one) <= balance(other) else (other, one)
