"""Who meets whom where results do not matter: round robins by Berger's tables, and the places in a bracket."""

from __future__ import annotations

from typing import TypeAlias

Pair: TypeAlias = tuple[int, int | None]
"""Two players by seat, or one who has a bye."""


def round_robin(count: int, cycles: int = 1) -> list[list[Pair]]:
    """The rounds in which ``count`` players, numbered from 0, all meet once in each cycle.

    Berger's tables (FIDE Handbook C.05, annex 1): sides are balanced to one game; with an odd number each has one bye
    a cycle. In the second of two cycles sides are exchanged.
    """
    last = count if count % 2 else count - 1  # with an odd count this one is the bye
    rounds = []
    for number in range(last):
        # Player i meets the one for whom their numbers add up to the round's; who would meet themselves meets the last.
        half = number * (last + 1) // 2 % last if last else 0
        pairs: list[Pair] = []
        if count % 2:
            pairs.append((half, None))
        else:
            pairs.append((half, last) if half < count // 2 else (last, half))
        for step in range(1, last // 2 + 1):
            one, other = sorted(((half + step) % last, (half - step) % last))
            pairs.append((one, other) if (one + other) % 2 else (other, one))
        rounds.append(pairs)
    found = list(rounds)
    for cycle in range(1, cycles):
        for pairs in rounds:
            exchanged = [(one, other) if other is None or not cycle % 2 else (other, one) for one, other in pairs]
            found.append(exchanged)
    return found


def bracket(count: int) -> list[tuple[int, int | None]]:
    """The first round of a knock-out of ``count`` players, numbered from 0 by strength, from top to bottom.

    The best two can meet in the final only, the best four in the semi-finals only, and so on; the best have the byes.
    Winners of two neighbouring ties meet in the next round.
    """
    order = [0]
    while len(order) < count:
        size = 2 * len(order)
        order = [place for seed in order for place in (seed, size - 1 - seed)]
    pairs = zip(order[::2], order[1::2], strict=True) if count > 1 else ()
    return [(one, other if other < count else None) for one, other in pairs]


def sides(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether the first of two players should sit in the first seat, by what both have sat in: (first, second) seats.

    Who has had the first seat less often, compared with the second one; the first of the two if that is equal.
    """
    return one[0] - one[1] <= other[0] - other[1]
