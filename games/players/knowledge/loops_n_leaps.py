"""What players know of Loops 'n Leaps: pillars worth walling in, promotions, and what a leap captures."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from math import exp

from ...colonnade import Colonnade
from ...core import Random
from ...lattice import Lattice, bits
from ...loops_n_leaps import PILLARS_TO_WIN, SWAP_CODE, LoopsNLeaps
from .base import Knowledge, any_win

# The fewest men that surround three pillars, less the one that closes the loop.
FEW = 11


class LoopsNLeapsKnowledge(Knowledge[LoopsNLeaps]):
    """Walls are judged pillar by pillar: by the men of each side on the six cells round it."""

    prior_weight = 4.0
    trust = 20.0
    exploration = 0.3
    guesses = True
    amaf = True
    cut = 10
    sees_all = True

    def key(self, position: LoopsNLeaps) -> Hashable:
        white, black = position.men
        doubles = tuple(sum(1 << cell for cell in cells) for cells in position.doubles)
        return position.to_move, white, black, doubles

    def ends_turn(self, position: LoopsNLeaps) -> bool:
        return True

    def winning(self, position: LoopsNLeaps) -> int | None:
        if position.stuck:
            return None
        if len(position.vacant) < 2:
            return any_win(position)
        seat = position.to_move
        men, enemy = position.men[seat], position.men[1 - seat]
        colonnade = position.colonnade
        ground, pillars = colonnade.ground, colonnade.pillars
        joined, count = ground.arcs.joined, men.bit_count()
        if count >= FEW:
            near = ground.dilate(men)
            for cell in position.vacant:
                with_it = men | 1 << cell
                if near >> cell & 1 and joined(with_it, cell) and _closed(ground, with_it, pillars) >= PILLARS_TO_WIN:
                    return cell
        for source in position.doubles[seat]:
            for flight in colonnade.flights[source]:
                if not position._flies(flight):
                    continue
                code, landing, _ = flight
                target = landing.bit_length() - 1
                taken = landing if enemy & landing else position._custody(seat, target)
                with_it = men | landing | taken
                if (
                    with_it.bit_count() > FEW
                    and any(joined(with_it, cell) for cell in bits(landing | taken))
                    and _closed(ground, with_it, pillars) >= PILLARS_TO_WIN
                ):
                    return code
        return None

    def priors(self, position: LoopsNLeaps, codes: list[int]) -> list[float]:
        if len(codes) == 1:
            return [0.5]
        seat = position.to_move
        own, enemy = position.men[seat], position.men[1 - seat]
        occupied = own | enemy
        colonnade = position.colonnade
        rings = _rings(colonnade)
        worth = {}
        for pillar, ring in rings.items():
            mine, theirs = (own & ring).bit_count(), (enemy & ring).bit_count()
            worth[pillar] = (PLAN[mine] if not theirs else 0.0) + (STOP[theirs] if not mine else 0.0)
        beside = _beside(colonnade)
        size = position.board.size
        guesses = []
        for code in codes:
            if code >= size:
                target = code % size
                landing = 1 << target
                if enemy & landing:
                    taken = landing
                else:
                    taken = position._custody(seat, target)
                gain = 0.08 * taken.bit_count() + sum(worth[pillar] for pillar in beside[target])
                guesses.append(0.30 + gain)
            elif code > SWAP_CODE:
                guess = 0.38 + sum(worth[pillar] for pillar in beside[code])
                up, down, missing = colonnade.views[code]
                for ray in up:
                    if (met := ray & occupied) and met & -met & own:
                        missing -= 1
                for ray in down:
                    if (met := ray & occupied) and own >> met.bit_length() - 1 & 1:
                        missing -= 1
                if missing <= 0:
                    guess += 0.12
                guesses.append(guess)
            else:
                guesses.append(0.5)
        return [min(guess, 0.95) for guess in guesses]

    def judge(self, position: LoopsNLeaps) -> float:
        """What the position looks to be worth to seat 0, from 0 to 1."""
        white, black = position.men
        score = 0.0
        for ring in _rings(position.colonnade).values():
            w, b = (white & ring).bit_count(), (black & ring).bit_count()
            if not b:
                score += PLAN[w]
            elif not w:
                score -= PLAN[b]
        closed = position.closed
        score = 4.0 * score + 1.2 * (closed[0].bit_count() - closed[1].bit_count())
        score += 0.06 * (white.bit_count() - black.bit_count())
        score += 0.12 * (len(position.doubles[0]) - len(position.doubles[1]))
        return 1.0 / (1.0 + exp(-score))

    def simulate(self, position: LoopsNLeaps, random: Random, played: tuple[list[int], list[int]]) -> float:
        draw, play = position.draw, position.play
        left = self.cut
        while position.reason is None and left > 0:
            code = draw(random)
            played[position.to_move].append(code)
            play(code)
            left -= 1
        if position.reason is None:
            return self.judge(position)
        return 0.5 if position.winner is None else 1.0 - position.winner


# What a pillar round which only one side has men, so many of them, adds to a guess: for that side, for the other.
PLAN = (0.0, 0.01, 0.03, 0.05, 0.08, 0.12, 0.02)
STOP = (0.0, 0.005, 0.02, 0.04, 0.07, 0.12, 0.0)


def _closed(ground: Lattice, men: int, pillars: int) -> int:
    return (ground.enclosed(men) & pillars).bit_count()


@cache
def _rings(colonnade: Colonnade) -> dict[int, int]:
    """The six cells round each pillar, as bits."""
    return {pillar: colonnade.ground.dilate(1 << pillar) ^ 1 << pillar for pillar in bits(colonnade.pillars)}


@cache
def _beside(colonnade: Colonnade) -> dict[int, tuple[int, ...]]:
    """The pillars beside each cell."""
    rings = _rings(colonnade)
    return {cell: tuple(p for p, ring in rings.items() if ring >> cell & 1) for cell in colonnade.board.cell}
