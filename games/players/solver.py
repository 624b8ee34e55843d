"""Proof by exhaustive search: whether a seat can force a win within a number of turns, and by which decisions."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from threading import Event
from typing import Any

from ..core import Position
from .knowledge import Knowledge

MOST_KNOWN = 800_000  # positions remembered, about 200 bytes each
NEVER = 1 << 20  # turns; more than any match has


class OutOfTime(Exception):
    """Time was over before something was proved."""


class Solver:
    """Proves whether ``seat`` can force a win, within limits counted in turns of that seat.

    It gives up after ``seconds``, once ``stop`` is set, or after ``most_tried`` decisions, the same on every machine.
    What is proved is remembered for positions of the same variant that have the same ``key``.
    """

    def __init__(
        self,
        knowledge: Knowledge[Any],
        seat: int,
        seconds: float = float("inf"),
        *,
        most_known: int = MOST_KNOWN,
        most_tried: float = float("inf"),
        key: Callable[[Any], Hashable] = Position.form,
        stop: Event | None = None,
    ) -> None:
        self.knowledge = knowledge
        self.seat = seat
        self.end = time.perf_counter() + seconds
        self.tried = 0
        self.most_known = most_known
        self.most_tried = most_tried
        self.stop = stop
        self.key = key
        # By position: the fewest turns proved to be enough, and the most proved to be too few.
        self.known: dict[Hashable, tuple[int, int]] = {}
        self._nothing = (NEVER, 0)
        # How often a decision settled a position (the history heuristic), by 2 * code, plus 1 for the other side.
        self.merits: dict[int, int] = {}

    def wins(self, position: Position, turns: int) -> bool:
        """Whether the seat can force a win within ``turns`` of its own, the present one included. Raises OutOfTime."""
        if position.reason is not None:
            return position.winner == self.seat
        if turns <= 0:
            return False
        key = self.key(position)
        enough, too_few = self.known.get(key, self._nothing)
        if enough <= turns:
            return True
        if too_few >= turns:
            return False
        own = position.to_move == self.seat
        won = self._own(position, turns) if own else self._others(position, turns)
        if len(self.known) >= self.most_known:
            self.known.clear()
        enough, too_few = self.known.get(key, self._nothing)
        self.known[key] = (min(enough, turns), too_few) if won else (enough, max(too_few, turns))
        return won

    def _own(self, position: Position, turns: int) -> bool:
        knowledge = self.knowledge
        if knowledge.winning(position) is not None:
            return True
        if turns == 1 and knowledge.hopeless(position):
            return False
        for code in self._ordered(position, turns):
            after = self._play(position, code)
            if self.wins(after, turns - (after.to_move != self.seat)):
                self.merits[2 * code] = self.merits.get(2 * code, 0) + 1
                return True
        return False

    def _others(self, position: Position, turns: int) -> bool:
        if self.knowledge.winning(position) is not None:
            return False
        for code in self._ordered(position, turns):
            if not self.wins(self._play(position, code), turns):
                self.merits[2 * code + 1] = self.merits.get(2 * code + 1, 0) + 1
                return False
        return True

    def _ordered(self, position: Position, turns: int) -> list[int]:
        """The decisions of a position, those first that are likely to settle it."""
        codes = self.knowledge.candidates(position)
        if len(codes) == 1:
            return codes
        own = position.to_move == self.seat
        if turns == 1 or not own or not self.knowledge.guesses:
            merits, other = self.merits, not own
            return sorted(codes, key=lambda code: merits.get(2 * code + other, 0), reverse=True)
        guesses = dict(zip(codes, self.knowledge.priors(position, codes), strict=True))
        codes.sort(key=guesses.__getitem__, reverse=True)
        return codes

    def _play(self, position: Position, code: int) -> Position:
        self.tried += 1
        if self.tried > self.most_tried or time.perf_counter() > self.end:
            raise OutOfTime
        if self.stop is not None and self.stop.is_set():
            raise OutOfTime
        return position.after(code)

    def winners(self, position: Position, turns: int, most: int | None = None) -> list[int]:
        """The decisions by which the seat, which is to move, forces a win within ``turns``; at most ``most``."""
        codes = []
        for code in position.codes():
            after = self._play(position, code)
            if self.wins(after, turns - (after.to_move != self.seat)):
                codes.append(code)
                if len(codes) == most:
                    break
        return codes
