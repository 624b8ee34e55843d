"""What a search asks of a game beyond its rules, with answers that hold for any game."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

from ...core import Position, Random

P = TypeVar("P", bound=Position)


class Knowledge(Generic[P]):
    """Knowledge of a game that is told nothing but its rules; others improve on it.

    ``exploration`` weighs curiosity in choosing decisions to search. ``prior_weight`` says how many playouts a guess
    before any search counts for among the hunches, ``trust`` how many visits hunches stand for. With ``amaf``,
    decisions that come later in a playout count as hunches, too (all moves as first). ``sees_all`` tells that
    ``winning`` overlooks nothing, ``plays_out`` that matches are decided only when nothing is left to play,
    ``guesses`` that ``priors`` tells decisions apart.
    """

    exploration = 0.35
    prior_weight = 4.0
    trust = 4.0
    amaf = False
    sees_all = False
    plays_out = False
    guesses = False

    def key(self, position: P) -> Hashable:
        """What tells a position from others of its match: equal keys, equal futures. Unless told, none are equal."""
        return object()

    def canonical(self, position: P) -> Hashable:
        """The same for positions that are each other's mirror images, where that is known; slower than ``key``."""
        return self.key(position)

    def winning(self, position: P) -> int | None:
        """A decision that ends the match at once with a win, if one is found; looking is cheap."""
        return None

    def hopeless(self, position: P) -> bool:
        """Whether the decider surely cannot win within this turn, as far as a look tells."""
        return False

    def ends_turn(self, position: P) -> bool:
        """Whether every decision here is the last of its turn."""
        return False

    def near_end(self, position: P, seconds: float) -> bool:
        """Whether so little is left of the match that its end may be worked out in so many seconds."""
        return False

    def forced(self, position: P, most: int = 0) -> tuple[int, int] | None:
        """A decision that wins by threats alone, where no win at once was found, and in how many decisions it does.

        Each threat leaves the other side one answer at most; ``most`` are tried (0: as many as a look costs).
        """
        return None

    def candidates(self, position: P) -> list[int]:
        """The decisions worth a look: all but some that surely lose."""
        return position.codes()

    def priors(self, position: P, codes: list[int]) -> list[float]:
        """A guess from 0 to 1 what each decision is worth to the seat that makes it."""
        return [0.5] * len(codes)

    def simulate(self, position: P, random: Random, played: tuple[list[int], list[int]]) -> float:
        """Play on from a position that is not over, and tell what it is worth to seat 0, from 0 to 1.

        The decisions made are added to ``played``, by seat.
        """
        draw, play = position.draw, position.play
        while position.reason is None:
            code = draw(random)
            played[position.to_move].append(code)
            play(code)
        winner = position.winner
        return 0.5 if winner is None else 1.0 - winner


def any_win(position: Position) -> int | None:
    """A decision that ends the match at once with a win, found by trying all."""
    for code in position.codes():
        after = position.copy()
        after.play(code)
        if after.reason is not None and after.winner == position.to_move:
            return code
    return None
