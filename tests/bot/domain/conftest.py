"""What the tests of the domain share."""

import ast
from functools import cache
from pathlib import Path

import pytest

from bot.domain.domain import Domain
from bot.domain.ratings.service import Ratings
from bot.domain.tournaments.service import Tournaments


@pytest.fixture(autouse=True)
def only_translatable_sentences(translatable_sentences: None) -> None:
    """Whatever the domain says to a member can be translated."""


@cache
def users_of_asyncio(file: Path) -> set[str]:
    """The functions and classes of a file that name asyncio, or something of the file that does."""
    names_in: dict[str, set[str]] = {}
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
            fixtures = {part.arg for part in ast.walk(node) if isinstance(part, ast.arg)}
            names_in[node.name] = names | fixtures
    users = {"asyncio"}
    for _ in names_in:  # a chain of calls is no longer than this
        users |= {name for name, names in names_in.items() if names & users}
    return users


@pytest.fixture(autouse=True)
def quick_where_nothing_happens_at_once(request: pytest.FixtureRequest) -> None:
    """Tests that use asyncio do something at once, so their databases work in threads; all others
    do without.
    """
    if request.function.__name__ not in users_of_asyncio(request.path):
        request.getfixturevalue("without_threads")


@pytest.fixture
def ratings(domain: Domain) -> Ratings:
    return domain.ratings


@pytest.fixture
def tournaments(domain: Domain) -> Tournaments:
    return domain.tournaments
