"""Claims about what a turn does on the board: what it takes, makes, gains and counts."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from ...core import State
from ...loop import Loop
from ..knowledge.loop import bridges
from .base import Claim, Prover, Turn

Whose: TypeAlias = Literal["own", "other"]


class EventClaim(Claim):
    """The events of a ``kind`` in the turn, of the seat or of the ``other``, have these cells, at least one."""

    kind: ClassVar[str] = ""
    other: ClassVar[bool] = False
    cells: tuple[str, ...]

    @classmethod
    def seen_in(cls, turn: Turn) -> tuple[str, ...]:
        """The cells of a true claim of this kind; () where there is none."""
        return turn.cells(cls.kind, 1 - turn.seat if cls.other else turn.seat)

    def is_true(self, turn: Turn, prover: Prover) -> bool:
        return bool(self.cells) and self.cells == self.seen_in(turn)


class Captures(EventClaim):
    """Enemy pieces on these cells have left the board, or a piece of one's own has landed on them."""

    kind = "captured"


class Converts(EventClaim):
    """Enemy pieces on these cells have become one's own."""

    kind = "converted"


class Crowns(EventClaim):
    """The man placed on this cell has become a double."""

    kind = "promoted"


class Covers(EventClaim):
    """Enemy stones on these cells are covered by stones of one's own."""

    kind = "covered"


class Breaks(EventClaim):
    """The pillars on these cells are no longer surrounded by the other seat."""

    kind = "broken"
    other = True


class Surrounds(Claim):
    """These pillars are newly surrounded by the seat, which has ``now`` of them."""

    pillars: tuple[str, ...]
    now: int

    def is_true(self, turn: Turn, prover: Prover) -> bool:
        score = turn.after.score
        counted = score is not None and score[turn.seat] == self.now
        return counted and bool(self.pillars) and self.pillars == turn.cells("surrounded")


class Counts(Claim):
    """What ``whose`` side counts (largest group, pillars, sealed cells) goes from ``was`` to ``now``."""

    whose: Whose
    was: int
    now: int

    def is_true(self, turn: Turn, prover: Prover) -> bool:
        seat = seat_of(turn, self.whose)
        was, now = turn.before.score, turn.after.score
        return was is not None and now is not None and (was[seat], now[seat]) == (self.was, self.now) and was != now


class Room(Claim):
    """The empty cells out of sight of every enemy stone go from ``was`` to ``now`` for ``whose`` side."""

    whose: Whose
    was: int
    now: int

    def is_true(self, turn: Turn, prover: Prover) -> bool:
        seat = seat_of(turn, self.whose)
        return (room(turn.before, seat), room(turn.after, seat)) == (self.was, self.now)


class Reserve(Claim):
    """The other seat has ``stones`` more stones in hand than before, which it must place."""

    stones: int

    def is_true(self, turn: Turn, prover: Prover) -> bool:
        other = 1 - turn.seat
        return self.stones > 0 and turn.after.reserve[other] - turn.before.reserve[other] == self.stones


class Bridge(Claim):
    """On each of these cells a tile of ``whose`` side would close a bridge if enemy tiles filled the feet it needs.

    Of one's own, these are empty and new; of the other's, the turn takes them.
    """

    whose: Whose
    cells: tuple[str, ...]

    def is_true(self, turn: Turn, prover: Prover) -> bool:
        return bool(self.cells) and self.cells == bridge_cells(turn, self.whose)


def bridge_cells(turn: Turn, whose: Whose) -> tuple[str, ...]:
    """The cells of a claim ``Bridge``; () in other games."""
    was, now, seat = turn.before.position(), turn.after.position(), turn.seat
    if not isinstance(was, Loop) or not isinstance(now, Loop):
        return ()
    if whose == "own":
        return now.board.names(bridges(now, seat) & ~bridges(was, seat))
    return now.board.names(now.tiles[seat] & ~was.tiles[seat] & bridges(was, 1 - seat))


def seat_of(turn: Turn, whose: Whose) -> int:
    """The seat that made the turn, or the other."""
    return turn.seat if whose == "own" else 1 - turn.seat


def room(state: State, seat: int) -> int | None:
    """The number of empty cells out of the other seat's sight; None where the game has no sight."""
    seen = state.marks.get(f"seen{1 - seat}")
    return None if seen is None else len(state.board) - len(state.pieces()) - len(seen)
