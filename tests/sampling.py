"""Sweeps over everything there is: a few cases of each kind run always, the others among the slow
tests.
"""

from collections.abc import Callable, Hashable, Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet

Case = tuple[Any, ...]


def only(cases: Iterable[Any], *always: Any) -> list[ParameterSet]:
    """All cases, as parameters: those that are given, games by their slugs, run always, the others
    are slow.
    """
    return [
        pytest.param(
            case, marks=[] if getattr(case, "slug", case) in always else [pytest.mark.slow]
        )
        for case in cases
    ]


def some_of_each(
    cases: Iterable[Case], each: int, kind: Callable[[Case], Hashable] = lambda case: str(case[0])
) -> list[ParameterSet]:
    """All cases, as parameters in their order: ``each`` of every kind, from its first to its last,
    run always.
    """
    listed = list(cases)
    kinds: dict[Hashable, list[int]] = {}
    for number, case in enumerate(listed):
        kinds.setdefault(kind(case), []).append(number)
    always = {
        found[round(step * (len(found) - 1) / max(each - 1, 1))]
        for found in kinds.values()
        for step in range(each)
    }
    return [
        pytest.param(*case, marks=[] if number in always else [pytest.mark.slow])
        for number, case in enumerate(listed)
    ]
