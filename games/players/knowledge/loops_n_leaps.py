"""What players know of Loops 'n Leaps: pillars, promotions, and what a leap captures."""

from functools import cache
from itertools import pairwise
from math import exp

from ...colonnade import Colonnade
from ...core import SWAP_CODE, Random
from ...lattice import bits
from ...loops_n_leaps import PILLARS_TO_WIN, LoopsNLeaps
from .base import Knowledge, any_win

# The fewest men that surround three pillars, less the one that closes the loop.
FEW = 11


class LoopsNLeapsKnowledge(Knowledge[LoopsNLeaps]):
    """Men decide, and leaps take them: positions are judged by both.

    Decisions also by the pillars beside them.
    """

    trust = 5.0
    exploration = 0.3
    start_length = 1
    guesses = True
    amaf = True
    # Fitted by ``tools/calibration.py`` to 954 matches of ``club``, alike in both halves. Without
    # upsets, sides valued at 65 % won 73 %, and those at 95 % won 93 %.
    steepness = 1.65
    tempo = -0.16
    upsets = 0.07

    def hopeless(self, position: LoopsNLeaps) -> bool:
        return True

    def winning(self, position: LoopsNLeaps) -> int | None:
        if position.stuck:
            return None
        if len(position.vacant) < 2:
            return any_win(position)
        placement = self._winning_placement(position)
        return self._winning_leap(position) if placement is None else placement

    def _winning_placement(self, position: LoopsNLeaps) -> int | None:
        """A man whose placement closes loops round enough pillars; None if there is none."""
        men = position.men[position.to_move]
        if men.bit_count() < FEW:
            return None
        colonnade = position.colonnade
        joins = colonnade.ground.arcs.joins
        neighbours = colonnade.ground.dilate(men)
        for cell in position.vacant:
            if neighbours >> cell & 1:
                with_man = men | 1 << cell
                if joins(with_man, cell) and _closes_enough(colonnade, with_man):
                    return cell
        return None

    def _winning_leap(self, position: LoopsNLeaps) -> int | None:
        """A leap that closes loops round enough pillars; None if there is none."""
        seat = position.to_move
        men = position.men[seat]
        colonnade = position.colonnade
        joins = colonnade.ground.arcs.joins
        for source in position.doubles[seat]:
            for flight in colonnade.flights[source]:
                if not position.may_fly(seat, flight):
                    continue
                code, landing, _ = flight
                gained = landing | position.captures(seat, landing)
                men_after = men | gained
                if men_after.bit_count() <= FEW:
                    continue
                if not any(joins(men_after, cell) for cell in bits(gained)):
                    continue
                if _closes_enough(colonnade, men_after):
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
        next_position = position.after(code)
        if next_position.reason is not None or next_position.to_move == position.to_move:
            return True
        return self.winning(next_position) != threat

    def priors(self, position: LoopsNLeaps, codes: list[int]) -> list[float]:
        if len(codes) == 1:
            return [0.5]
        seat = position.to_move
        worths = self._pillar_worths(position)
        pillars_beside = _pillars_beside(position.colonnade)
        size = position.board.size
        guesses = []
        for code in codes:
            if code >= size:
                count = position.captures(seat, 1 << code % size).bit_count()
                guesses.append(min(0.30 + 0.24 * count, 0.95))
            elif code > SWAP_CODE:
                guess = 0.38 + sum(worths[pillar] for pillar in pillars_beside[code])
                if position.promotes(seat, code):
                    guess += 0.12
                guesses.append(min(guess, 0.95))
            else:
                guesses.append(0.5)
        return guesses

    def _pillar_worths(self, position: LoopsNLeaps) -> dict[int, float]:
        """What each pillar adds to the guess for a man beside it."""
        own = position.men[position.to_move]
        enemy = position.men[1 - position.to_move]
        worths = {}
        for pillar, ring in rings(position.colonnade).items():
            mine = (own & ring).bit_count()
            theirs = (enemy & ring).bit_count()
            worths[pillar] = 0.0
            if not theirs:
                worths[pillar] += PLAN[mine]
            if not mine:
                worths[pillar] += STOP[theirs]
        return worths

    def judge(self, position: LoopsNLeaps) -> float:
        """What the position looks to be worth to the seat that decides, from 0 to 1."""
        seat = position.to_move
        own = position.men[seat]
        enemy = position.men[1 - seat]
        score = MAN * (own.bit_count() - enemy.bit_count())
        doubles = position.doubles
        score += DOUBLE * (len(doubles[seat]) - len(doubles[1 - seat]))
        if position.closed[seat].bit_count() == PILLARS_TO_WIN - 1:
            score += TWO_PILLARS
        if position.closed[1 - seat].bit_count() == PILLARS_TO_WIN - 1:
            score -= TWO_PILLARS
        for wall in triangles(position.colonnade):
            mine = own & wall
            theirs = enemy & wall
            if not theirs:
                score += WALL[mine.bit_count()]
            elif not mine:
                score -= WALL[theirs.bit_count()]
        score += TAKES * most_taken(position, seat) - THREATENED * most_taken(position, 1 - seat)
        return 1.0 / (1.0 + exp(-score))

    def simulate(
        self, position: LoopsNLeaps, random: Random, history: tuple[list[int], list[int]]
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
        for _, landing, path in flights[source]:
            if not (path & enemy or landing & barred):
                most = max(most, position.captures(seat, landing).bit_count())
    return most


def _closes_enough(colonnade: Colonnade, men: int) -> bool:
    """Whether men surround as many pillars as win."""
    surrounded = colonnade.ground.enclosed(men) & colonnade.pillars
    return surrounded.bit_count() >= PILLARS_TO_WIN


@cache
def rings(colonnade: Colonnade) -> dict[int, int]:
    """The six cells round each pillar, as bits."""
    ground = colonnade.ground
    return {pillar: ground.dilate(1 << pillar) ^ 1 << pillar for pillar in bits(colonnade.pillars)}


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
                shifts = (0, one, other, one + other, 2 * one, 2 * other)
                inside = sum(1 << pillar + shift for shift in shifts)
                loops.append(ground.dilate(inside) ^ inside)
    return tuple(loops)


@cache
def _pillars_beside(colonnade: Colonnade) -> dict[int, tuple[int, ...]]:
    """For each cell the pillars next to it."""
    pillars: dict[int, tuple[int, ...]] = dict.fromkeys(colonnade.board.cell, ())
    for pillar, ring in rings(colonnade).items():
        for cell in bits(ring):
            if cell in pillars:
                pillars[cell] += (pillar,)
    return pillars


KNOWLEDGE = LoopsNLeapsKnowledge()
