"""Proof by exhaustive search: whether a seat can force a win within a number of turns."""

import time
from collections import Counter
from collections.abc import Callable, Hashable
from threading import Event
from typing import Any

from ..core import Position
from .knowledge import Knowledge

MOST_KNOWN = 800_000  # positions remembered, about 200 bytes each
NEVER = 1 << 20  # turns; more than any match has
NOTHING = NEVER, 0


class OutOfTime(Exception):
    """Time was over before something was proved."""


class Solver:
    """Proves whether ``seat`` can force a win, within limits counted in turns of that seat.

    It gives up after ``seconds``, once ``stop`` is set, or after ``most_tried`` decisions, the same
    on every machine. What is proved is remembered for positions of the same variant that have the
    same ``key``.
    """

    def __init__(
        self,
        knowledge: Knowledge[Any],
        seat: int,
        seconds: float = float("inf"),
        *,
        most_known: int = MOST_KNOWN,
        most_tried: float = float("inf"),
        key: Callable[[Any], Hashable] = Position.key,
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
        # How often a decision settled a position (the history heuristic), by 2 * code, plus 1 for
        # the other side.
        self.merits: Counter[int] = Counter()

    def wins(self, position: Position, turns: int) -> bool:
        """Whether the seat can force a win within ``turns`` of its own, including the present.

        Raises OutOfTime.
        """
        if position.reason is not None:
            return position.winner == self.seat
        if turns <= 0:
            return False
        key = self.key(position)
        enough, too_few = self.known.get(key, NOTHING)
        if enough <= turns:
            return True
        if too_few >= turns:
            return False
        own = position.to_move == self.seat
        is_win = self._search(position, turns, own)
        if len(self.known) >= self.most_known:
            self.known.clear()
        enough, too_few = self.known.get(key, NOTHING)
        if is_win:
            self.known[key] = min(enough, turns), too_few
        else:
            self.known[key] = enough, max(too_few, turns)
        return is_win

    def _search(self, position: Position, turns: int, own: bool) -> bool:
        """Whether one decision of the seat, or every one of the other's, leads on to a win."""
        knowledge = self.knowledge
        if knowledge.winning(position) is not None:
            return own
        if own and turns == 1 and knowledge.hopeless(position):
            return False
        for code in self._ordered(position, turns, own):
            next_position = self._play(position, code)
            turns_left = turns
            if own and next_position.to_move != self.seat:
                turns_left -= 1
            if self.wins(next_position, turns_left) == own:
                self.merits[2 * code + (not own)] += 1
                return own
        return not own

    def _ordered(self, position: Position, turns: int, own: bool) -> list[int]:
        """The decisions of a position, those first that are likely to settle it."""
        codes = self.knowledge.candidates(position)
        if len(codes) == 1:
            return codes
        if turns == 1 or not own or not self.knowledge.guesses:
            merits = self.merits
            other = not own
            return sorted(codes, key=lambda code: merits.get(2 * code + other, 0), reverse=True)
        guesses = dict(zip(codes, self.knowledge.priors(position, codes), strict=True))
        codes.sort(key=guesses.__getitem__, reverse=True)
        return codes

    def _play(self, position: Position, code: int) -> Position:
        self.tried += 1
        is_stopped = self.stop is not None and self.stop.is_set()
        if is_stopped or self.tried > self.most_tried or time.perf_counter() > self.end:
            raise OutOfTime
        return position.after(code)

    def winners(self, position: Position, turns: int, most: int | None = None) -> list[int]:
        """The decisions by which the seat, which is to move, forces a win within ``turns``.

        :param most: After how many to stop.
        """
        codes = []
        for code in position.codes():
            next_position = self._play(position, code)
            if self.wins(next_position, turns - (next_position.to_move != self.seat)):
                codes.append(code)
                if len(codes) == most:
                    break
        return codes
