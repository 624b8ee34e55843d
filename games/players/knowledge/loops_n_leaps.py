"""What players know of Loops 'n Leaps: pillars worth walling in, promotions, and what a leap
captures.
"""

from functools import cache
from itertools import pairwise
from math import exp

from ...colonnade import Colonnade
from ...core import SWAP_CODE, Random
from ...lattice import Lattice, bits
from ...loops_n_leaps import PILLARS_TO_WIN, LoopsNLeaps
from .base import Knowledge, Slips, any_win

# The fewest men that surround three pillars, less the one that closes the loop.
FEW = 11


class LoopsNLeapsKnowledge(Knowledge[LoopsNLeaps]):
    """Men decide, and leaps take them: a position is judged by both, decisions also by the pillars
    beside them.
    """

    trust = 5.0
    exploration = 0.3
    slips = Slips(0.75, 0.47, 0.82, 0.62, 0.42)
    guesses = True
    amaf = True

    def hopeless(self, position: LoopsNLeaps) -> bool:
        return True

    def winning(self, position: LoopsNLeaps) -> int | None:
        if position.stuck:
            return None
        if len(position.vacant) < 2:
            return any_win(position)
        seat = position.to_move
        men = position.men[seat]
        colonnade = position.colonnade
        ground = colonnade.ground
        pillars = colonnade.pillars
        joined = ground.arcs.joined
        count = men.bit_count()
        if count >= FEW:
            near = ground.dilate(men)
            for cell in position.vacant:
                with_it = men | 1 << cell
                if (
                    near >> cell & 1
                    and joined(with_it, cell)
                    and _closed(ground, with_it, pillars) >= PILLARS_TO_WIN
                ):
                    return cell
        for source in position.doubles[seat]:
            for flight in colonnade.flights[source]:
                if not position.may_fly(seat, flight):
                    continue
                code, landing, _ = flight
                taken = position.captures(seat, landing)
                with_it = men | landing | taken
                if (
                    with_it.bit_count() > FEW
                    and any(joined(with_it, cell) for cell in bits(landing | taken))
                    and _closed(ground, with_it, pillars) >= PILLARS_TO_WIN
                ):
                    return code
        return None

    def candidates(self, position: LoopsNLeaps) -> list[int]:
        codes = position.codes()
        seat = position.to_move
        men = position.men
        size = position.board.size
        if len(codes) == 1 or len(position.vacant) < 2 or men[1 - seat].bit_count() < FEW:
            return codes
        position.to_move = 1 - seat
        threat = self.winning(position)
        position.to_move = seat
        if threat is None:
            return codes
        # A loop is stopped on the very cell that would close it, or by taking a man out of it.
        stops = [code for code in codes if code == threat or code >= size or threat >= size]
        return [code for code in stops if self._stopped(position, code, threat)] or codes[:1]

    def _stopped(self, position: LoopsNLeaps, code: int, threat: int) -> bool:
        after = position.after(code)
        return (
            after.reason is not None
            or after.to_move == position.to_move
            or self.winning(after) != threat
        )

    def priors(self, position: LoopsNLeaps, codes: list[int]) -> list[float]:
        if len(codes) == 1:
            return [0.5]
        seat = position.to_move
        own = position.men[seat]
        enemy = position.men[1 - seat]
        colonnade = position.colonnade
        worth = {}
        for pillar, ring in rings(colonnade).items():
            mine = (own & ring).bit_count()
            theirs = (enemy & ring).bit_count()
            worth[pillar] = (PLAN[mine] if not theirs else 0.0) + (
                STOP[theirs] if not mine else 0.0
            )
        beside = _beside(colonnade)
        size = position.board.size
        guesses = []
        for code in codes:
            if code >= size:
                guesses.append(0.30 + 0.24 * position.captures(seat, 1 << code % size).bit_count())
            elif code > SWAP_CODE:
                guess = 0.38 + sum(worth[pillar] for pillar in beside[code])
                if position.promotes(seat, code):
                    guess += 0.12
                guesses.append(guess)
            else:
                guesses.append(0.5)
        return [min(guess, 0.95) for guess in guesses]

    def judge(self, position: LoopsNLeaps) -> float:
        """What the position looks to be worth to the seat that decides, from 0 to 1."""
        seat = position.to_move
        men = position.men
        doubles = position.doubles
        own, enemy = (closed.bit_count() for closed in position.closed)
        if seat:
            own, enemy = enemy, own
        score = MAN * (men[seat].bit_count() - men[1 - seat].bit_count())
        score += DOUBLE * (len(doubles[seat]) - len(doubles[1 - seat]))
        score += TWO_PILLARS * ((own == PILLARS_TO_WIN - 1) - (enemy == PILLARS_TO_WIN - 1))
        mine = men[seat]
        theirs = men[1 - seat]
        for wall in triangles(position.colonnade):
            own = mine & wall
            enemy = theirs & wall
            if not enemy:
                score += WALL[own.bit_count()]
            elif not own:
                score -= WALL[enemy.bit_count()]
        score += TAKES * most_taken(position, seat) - THREATENED * most_taken(position, 1 - seat)
        return 1.0 / (1.0 + exp(-score))

    def simulate(
        self, position: LoopsNLeaps, random: Random, played: tuple[list[int], list[int]]
    ) -> float:
        # Random decisions would blur what is at stake: who takes whose men next.
        value = self.judge(position)
        return 1.0 - value if position.to_move else value


# What counts in a position, as logarithms of odds, fitted to the outcomes of self-play: a man more,
# a double more, two pillars, and every man that one leap can take, for the side that decides and
# for the other.
MAN = 0.22
DOUBLE = 0.07
TWO_PILLARS = 0.5
TAKES = 0.42
THREATENED = 0.28
# The same for a loop round three pillars on which only one side has men, by how many of its twelve
# cells they hold.
WALL = tuple(2.3 * (men / 12) ** 6 for men in range(13))
# What a pillar round which only one side has men adds to a guess, by their number: for that side,
# for the other.
PLAN = (0.0, 0.01, 0.03, 0.05, 0.08, 0.12, 0.02)
STOP = (0.0, 0.005, 0.02, 0.04, 0.07, 0.12, 0.0)


def most_taken(position: LoopsNLeaps, seat: int) -> int:
    """The most enemies that a single leap of ``seat`` could take."""
    enemy = position.men[1 - seat]
    barred = position.men[seat] | position.safe[1 - seat]
    flights = position.colonnade.flights
    most = 0
    for source in position.doubles[seat]:
        for _, landing, between in flights[source]:
            if not (between & enemy or landing & barred):
                most = max(most, position.captures(seat, landing).bit_count())
    return most


def _closed(ground: Lattice, men: int, pillars: int) -> int:
    return (ground.enclosed(men) & pillars).bit_count()


@cache
def rings(colonnade: Colonnade) -> dict[int, int]:
    """The six cells round each pillar, as bits."""
    return {
        pillar: colonnade.ground.dilate(1 << pillar) ^ 1 << pillar
        for pillar in bits(colonnade.pillars)
    }


@cache
def triangles(colonnade: Colonnade) -> tuple[int, ...]:
    """The smallest loop round each three pillars that are next to each other, as bits."""
    ground = colonnade.ground
    pillars = colonnade.pillars
    loops = []
    for pillar in bits(pillars):
        # Anticlockwise from east: each two steps in turn lead to a triangle, which is met from its
        # lowest corner.
        for one, other in pairwise(ground.steps[:3]):
            if pillars >> pillar + 2 * one & pillars >> pillar + 2 * other & 1:
                inside = sum(
                    1 << pillar + step for step in (0, one, other, one + other, 2 * one, 2 * other)
                )
                loops.append(ground.dilate(inside) ^ inside)
    return tuple(loops)


@cache
def _beside(colonnade: Colonnade) -> dict[int, tuple[int, ...]]:
    round_each = rings(colonnade)
    return {
        cell: tuple(p for p, ring in round_each.items() if ring >> cell & 1)
        for cell in colonnade.board.cell
    }


KNOWLEDGE = LoopsNLeapsKnowledge()
