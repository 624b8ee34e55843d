"""What players know of Vigilance: the side that can place on more cells will seal off more."""

from math import exp

from ...core import Random
from ...vigilance import FIRST_TEST, PIE, Vigilance
from .base import Knowledge, any_win, value_of


class VigilanceKnowledge(Knowledge[Vigilance]):
    """Playouts are cut short, and judged by who may place on how many cells."""

    trust = 20.0
    exploration = 0.3
    guesses = True
    amaf = True
    start_length = PIE
    # Fitted by ``tools/calibration.py`` to 120 matches of ``club``: 1.71 ± 0.25, and -0.23 ± 0.01.
    steepness = 1.5
    tempo = -0.2
    horizon = 6
    steep = 6.0

    def winning(self, position: Vigilance) -> int | None:
        # With more than a third of the empty cells in the enemy's sight, no win is near.
        if position.ply < FIRST_TEST - 1:
            return None
        visible = position._seen_by(1 - position.to_move).bit_count()
        if 3 * visible > position.empty.bit_count():
            return None
        return any_win(position)

    def hopeless(self, position: Vigilance) -> bool:
        """Once slid, what the enemy sees stays seen, however many of the stones in hand are
        placed.
        """
        if not position.slid:
            return False
        seat = position.to_move
        free = position.empty.bit_count() - position.hand[seat]
        quota = (free - position.hand[1 - seat] + 1) // 2
        return position.seen.bit_count() > free - quota

    def priors(self, position: Vigilance, codes: list[int]) -> list[float]:
        if len(codes) == 1 or position.ply < PIE:
            return [0.5] * len(codes)
        seat = position.to_move
        guesses = []
        for code in codes:
            next_position = position.after(code)
            if next_position.reason is None:
                value = self.judge(next_position)
            else:
                value = value_of(next_position.winner)
            guesses.append(1.0 - value if seat else value)
        return guesses

    def judge(self, position: Vigilance) -> float:
        """What the position looks to be worth to seat 0, from 0 to 1."""
        empty = position.empty
        red = (empty & ~position._seen_by(1)).bit_count() - position.hand[0]
        white = (empty & ~position._seen_by(0)).bit_count() - position.hand[1]
        share = (white - red) / (empty.bit_count() + 1)
        return 1.0 / (1.0 + exp(self.steep * share))

    def simulate(
        self, position: Vigilance, random: Random, history: tuple[list[int], list[int]]
    ) -> float:
        draw = position.random_code
        play = position.play
        rest = self.horizon
        # Stop where a turn is over: a seat between slide and placement looks better than it is.
        while position.reason is None and (rest > 0 or position.slid):
            code = draw(random)
            history[position.to_move].append(code)
            play(code)
            rest -= 1
        return self.judge(position) if position.reason is None else value_of(position.winner)


KNOWLEDGE = VigilanceKnowledge()
