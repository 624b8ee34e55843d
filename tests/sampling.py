"""Sweeps over everything there is: a few cases of each kind run always, the others among the slow
tests.
"""

from collections.abc import Callable, Hashable, Iterable
from typing import Any

import pytest

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


def spread(numbers: list[int], count: int) -> list[int]:
    """So many of some numbers, at even distances from the first to the last."""
    last = len(numbers) - 1
    steps = max(count - 1, 1)
    return [numbers[round(step * last / steps)] for step in range(count)]
