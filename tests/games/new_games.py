"""A plugin of pytest for ``tests/test_more_games.py``: of tests with a case for each game, only the
cases of the games that were added run.
"""

import pytest

import games

NEW = ("col", "hex")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the cases of games that the project has anyway, whose own run has them."""
    others = [game.slug for game in games.catalog() if game.slug not in NEW]
    cases_of_others = [item for item in items if is_case_of(item, others)]
    items[:] = [item for item in items if not is_case_of(item, others)]
    config.hook.pytest_deselected(items=cases_of_others)


def is_case_of(item: pytest.Item, slugs: list[str]) -> bool:
    """Whether one of a test's parameters is one of these games, or something of it."""
    if not isinstance(item, pytest.Function) or not hasattr(item, "callspec"):
        return False
    parameters = item.callspec.params.values()
    return any(getattr(parameter, "slug", parameter) in slugs for parameter in parameters)
