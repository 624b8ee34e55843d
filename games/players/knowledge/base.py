"""What a search asks of a game beyond its rules, with answers that hold for any game."""

from math import exp, log
from typing import Generic, TypeVar

from ...core import Position, Random

P = TypeVar("P", bound=Position)
ALMOST_NONE = 0.0005  # the least chance where nothing is proved


class Knowledge(Generic[P]):
    """Knowledge of a game by its rules alone; each game's own class improves on it.

    ``exploration`` weighs decisions that were seldom searched. A guess before any search counts as
    ``prior_weight`` playouts among the priors, and all priors as ``trust`` visits. With ``amaf``,
    decisions later in a playout are priors, too (all moves as first). ``plays_out``: matches are
    decided only when nothing is left to play; ``guesses``: ``priors`` differ. ``glimpse``: how many
    decisions a player without knowledge tries to see a loss in one turn. ``start_length``: how many
    decisions make up a start that is to be even, as the other side may take it over.
    ``steepness``, ``tempo`` and ``upsets`` make chances between equals of the mean of a search's
    playouts: in logarithms of odds, how steeply they rise with it, and by how much it overvalues
    the side to move; and how often whoever is farthest behind wins.
    """

    exploration = 0.35
    prior_weight = 4.0
    trust = 4.0
    amaf = False
    plays_out = False
    guesses = False
    glimpse = float("inf")
    start_length = 0
    steepness = 1.0
    tempo = 0.0
    upsets = 0.0

    def chance(self, mean: float) -> float:
        """How often the side to move wins between equals, from 0 to 1.

        :param mean: That of a search's playouts, from 0 to 1.
        """
        mean = max(ALMOST_NONE, min(1 - ALMOST_NONE, mean))
        odds = self.steepness * (log(mean / (1 - mean)) - self.tempo)
        return self.upsets + (1 - 2 * self.upsets) / (1 + exp(-odds))

    def log_odds(self, chance: float) -> float:
        """The logarithm of the odds that a mean is of which ``chance`` makes this chance."""
        usual = (chance - self.upsets) / (1 - 2 * self.upsets)
        return log(usual / (1 - usual)) / self.steepness + self.tempo

    def winning(self, position: P) -> int | None:
        """A decision that ends the match at once with a win, or None.

        Cheap, and may overlook some.
        """
        return None

    def hopeless(self, position: P) -> bool:
        """Whether the side to move has no win in this turn, though ``winning`` gives none.

        May be wrongly False.
        """
        return False

    def near_end(self, position: P, seconds: float) -> bool:
        """Whether the rest of the match may be solved within ``seconds``."""
        return False

    def forced(self, position: P, most: int = 0) -> tuple[int, int] | None:
        """A decision that wins by threats alone where nothing wins at once, and in how many
        decisions; or None.

        Each threat leaves the other side one answer at most; ``most`` are tried (0: a few).
        """
        return None

    def candidates(self, position: P) -> list[int]:
        """The decisions to search: all but some that surely lose."""
        return position.codes()

    def priors(self, position: P, codes: list[int]) -> list[float]:
        """For each decision a guess, from 0 to 1, of its worth to the seat that makes it."""
        return [0.5] * len(codes)

    def simulate(self, position: P, random: Random, history: tuple[list[int], list[int]]) -> float:
        """Play on to the end; what that is worth to seat 0, from 0 to 1.

        :param history: To which the decisions are added, by seat.
        """
        draw = position.random_code
        play = position.play
        while position.reason is None:
            code = draw(random)
            history[position.to_move].append(code)
            play(code)
        return value_of(position.winner)


def value_of(winner: int | None) -> float:
    """What an outcome is worth to seat 0."""
    return 0.5 if winner is None else 1.0 - winner


def any_win(position: Position) -> int | None:
    """A decision that ends the match at once with a win, by trying all; None if there is none."""
    for code in position.codes():
        if position.after(code).winner == position.to_move:
            return code
    return None
