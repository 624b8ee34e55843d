"""Proof by exhaustive search: can a seat force a win within so many of its turns, and by which decisions?"""

from __future__ import annotations

import time
from collections.abc import Hashable
from threading import Event
from typing import Any

from ..core import Position
from .knowledge import Knowledge

# Positions remembered: about 200 bytes each.
MOST_KNOWN = 800_000
# More turns than any match has.
NEVER = 1 << 20


class OutOfTime(Exception):
    """A proof was not found before its time was over."""


class Solver:
    """Proves that ``seat`` can or cannot force a win, within limits counted in turns of that seat.

    It gives up after so many seconds, once ``stop`` is set, or when ``most_tried`` decisions were tried, which is the
    same on every machine.
    What is found out is kept for later questions about positions of the same match options.
    """

    def __init__(
        self,
        knowledge: Knowledge[Any],
        seat: int,
        seconds: float = float("inf"),
        *,
        most_known: int = MOST_KNOWN,
        most_tried: float = float("inf"),
        symmetric: bool = False,
        stop: Event | None = None,
    ) -> None:
        self.knowledge = knowledge
        self.seat = seat
        self.end = time.perf_counter() + seconds
        self.tried = 0
        self.most_known = most_known
        self.most_tried = most_tried
        self.stop = stop
        self.key = knowledge.canonical if symmetric else knowledge.key
        # By position: the fewest turns that are known to be enough, the most that are known not to be.
        self.known: dict[Hashable, tuple[int, int]] = {}
        self._nothing = (NEVER, 0)
        # How often a decision has settled a position, by code; doubled, plus 1 for the other side.
        self.merits: dict[int, int] = {}

    def wins(self, position: Position, turns: int) -> bool:
        """Whether the seat can force a win in at most so many of its turns, the present one included if it is its own.

        Raises OutOfTime.
        """
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
        found = self._own(position, turns) if own else self._others(position, turns)
        if len(self.known) >= self.most_known:
            self.known.clear()
        enough, too_few = self.known.get(key, self._nothing)
        self.known[key] = (min(enough, turns), too_few) if found else (enough, max(too_few, turns))
        return found

    def _own(self, position: Position, turns: int) -> bool:
        knowledge = self.knowledge
        if knowledge.winning(position) is not None:
            return True
        if turns == 1 and (knowledge.hopeless(position) or (knowledge.sees_all and knowledge.ends_turn(position))):
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
            # What has settled other positions may settle this one (the history heuristic).
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
        return played(position, code)

    def winners(self, position: Position, turns: int, most: int | None = None) -> list[int]:
        """The decisions of the seat, which is to decide, that force a win within so many turns; at most ``most``."""
        found = []
        for code in position.codes():
            after = self._play(position, code)
            if self.wins(after, turns - (after.to_move != self.seat)):
                found.append(code)
                if len(found) == most:
                    break
        return found


def played(position: Position, code: int) -> Position:
    """What a decision leads to."""
    after = position.copy()
    after.play(code)
    return after
