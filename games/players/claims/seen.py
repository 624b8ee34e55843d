"""Claims about what a turn does on the board: what it takes, makes, gains and counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...core import State
from ...loop import Loop
from ..knowledge.loop import bridges
from .base import Claim, Prover, Story


@dataclass(frozen=True)
class Captures(Claim):
    """Enemy pieces on these cells have left the board, or a piece of one's own has landed on them."""

    cells: tuple[str, ...]

    def holds(self, told: Story, prover: Prover) -> bool:
        return bool(self.cells) and self.cells == _of(told, "captured", told.seat)


@dataclass(frozen=True)
class Converts(Claim):
    """Enemy pieces on these cells have become one's own."""

    cells: tuple[str, ...]

    def holds(self, told: Story, prover: Prover) -> bool:
        return bool(self.cells) and self.cells == _of(told, "converted", told.seat)


@dataclass(frozen=True)
class Crowns(Claim):
    """The man placed on this cell has become a double."""

    cell: str

    def holds(self, told: Story, prover: Prover) -> bool:
        return _of(told, "promoted", told.seat) == (self.cell,)


@dataclass(frozen=True)
class Covers(Claim):
    """Enemy stones on these cells are covered by stones of one's own."""

    cells: tuple[str, ...]

    def holds(self, told: Story, prover: Prover) -> bool:
        return bool(self.cells) and self.cells == _of(told, "covered", told.seat)


@dataclass(frozen=True)
class Surrounds(Claim):
    """These pillars are newly surrounded by the seat, which has ``now`` of them."""

    pillars: tuple[str, ...]
    now: int

    def holds(self, told: Story, prover: Prover) -> bool:
        score = told.after.score
        return (
            bool(self.pillars)
            and self.pillars == _of(told, "surrounded", told.seat)
            and score is not None
            and score[told.seat] == self.now
        )


@dataclass(frozen=True)
class Breaks(Claim):
    """These pillars are no longer surrounded by the other seat."""

    pillars: tuple[str, ...]

    def holds(self, told: Story, prover: Prover) -> bool:
        return bool(self.pillars) and self.pillars == _of(told, "broken", 1 - told.seat)


@dataclass(frozen=True)
class Counts(Claim):
    """What ``whose`` side counts (largest group, pillars, sealed cells) goes from ``was`` to ``now``."""

    whose: Literal["own", "other"]
    was: int
    now: int

    def holds(self, told: Story, prover: Prover) -> bool:
        seat = told.seat if self.whose == "own" else 1 - told.seat
        was, now = told.before.score, told.after.score
        return was is not None and now is not None and (was[seat], now[seat]) == (self.was, self.now) and was != now


@dataclass(frozen=True)
class Room(Claim):
    """The empty cells out of sight of every enemy stone go from ``was`` to ``now`` for ``whose`` side."""

    whose: Literal["own", "other"]
    was: int
    now: int

    def holds(self, told: Story, prover: Prover) -> bool:
        seat = told.seat if self.whose == "own" else 1 - told.seat
        return (room(told.before, seat), room(told.after, seat)) == (self.was, self.now)


@dataclass(frozen=True)
class Reserve(Claim):
    """The other seat has ``stones`` more stones in hand than before, which it must place."""

    stones: int

    def holds(self, told: Story, prover: Prover) -> bool:
        other = 1 - told.seat
        return self.stones > 0 and told.after.reserve[other] - told.before.reserve[other] == self.stones


@dataclass(frozen=True)
class Bridge(Claim):
    """On each of these cells a tile of ``whose`` side would close a bridge if enemy tiles filled the feet it needs.

    Of one's own, these are empty and new; of the other's, the turn takes them.
    """

    whose: Literal["own", "other"]
    cells: tuple[str, ...]

    def holds(self, told: Story, prover: Prover) -> bool:
        was, now = told.before.position(), told.after.position()
        if not self.cells or not isinstance(was, Loop) or not isinstance(now, Loop):
            return False
        return self.cells == bridge_cells(was, now, told.seat, self.whose)


def bridge_cells(was: Loop, now: Loop, seat: int, whose: Literal["own", "other"]) -> tuple[str, ...]:
    """The cells of a claim ``Bridge``."""
    if whose == "own":
        return now.board.names(bridges(now, seat) & ~bridges(was, seat))
    return now.board.names(now.tiles[seat] & ~was.tiles[seat] & bridges(was, 1 - seat))


def room(state: State, seat: int) -> int | None:
    """The empty cells that a seat could place on; None where the game has no sight."""
    seen = state.marks.get(f"seen{1 - seat}")
    return None if seen is None else len(state.board) - len(state.pieces()) - len(seen)


def _of(told: Story, kind: str, seat: int) -> tuple[str, ...]:
    """The cells of all events of a kind in the turn, in their order."""
    events = (event for state in told.states[1:] for event in state.events)
    return tuple(cell for event in events if (event.kind, event.seat) == (kind, seat) for cell in event.cells)
