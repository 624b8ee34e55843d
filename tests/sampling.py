"""Sweeps over everything there is: a few cases of each kind run always, the others among the slow
tests.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import product
from typing import Any

import pytest

from games.core import Game

Case = tuple[Any, ...]
Parameters = Any
"""What ``pytest.param`` gives, for which pytest has no public name."""


def only(cases: Iterable[Any], *always: Any) -> list[Parameters]:
    """All cases, as parameters: ``always`` (games by their slugs) run always, the others are
    slow.
    """
    parameters = []
    for case in cases:
        marks = [] if getattr(case, "slug", case) in always else [pytest.mark.slow]
        parameters.append(pytest.param(case, marks=marks))
    return parameters


def some_of_each(
    cases: Iterable[Case],
    each: int,
    kind: Callable[[Case], Hashable] = lambda case: str(case[0]),
    *,
    slowly: int = 1,
) -> list[Parameters]:
    """All cases, as parameters in their order: ``each`` of every kind, from its first to its last,
    run always.

    :param slowly: Of the others, one in so many is slow, the rest is exhaustive.
    """
    cases = list(cases)
    numbers_of: dict[Hashable, list[int]] = {}
    for number, case in enumerate(cases):
        numbers_of.setdefault(kind(case), []).append(number)
    always: set[int] = set()
    for numbers in numbers_of.values():
        always.update(spread(numbers, each))
    parameters = []
    for number, case in enumerate(cases):
        marks = []
        if number not in always:
            marks = [pytest.mark.exhaustive if number % slowly else pytest.mark.slow]
        parameters.append(pytest.param(*case, marks=marks))
    return parameters


def paired(games: Sequence[Game], others: Sequence[Any]) -> list[Parameters]:
    """Each game with each of the others, as parameters: each of either runs always with one of the
    other kind, the rest is slow.
    """
    parameters = []
    for (place, game), (other_place, other) in product(enumerate(games), enumerate(others)):
        is_pair = place % len(others) == other_place % len(games)
        marks = [] if is_pair else [pytest.mark.slow]
        parameters.append(pytest.param(game, other, marks=marks, id=f"{game.slug}-{other}"))
    return parameters


def spread(numbers: list[int], count: int) -> list[int]:
    """So many of some numbers, at even distances from the first to the last."""
    last = len(numbers) - 1
    steps = max(count - 1, 1)
    return [numbers[round(step * last / steps)] for step in range(count)]
