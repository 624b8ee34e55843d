"""What the tests of the domain share."""

import pytest

from bot.domain.domain import Domain
from bot.domain.ratings.service import Ratings
from bot.domain.tournaments.service import Tournaments


@pytest.fixture(autouse=True)
def only_translatable_sentences(translatable_sentences: None) -> None:
    """Whatever the domain says to a member can be translated."""


@pytest.fixture(autouse=True)
def quick_where_nothing_happens_at_once(request: pytest.FixtureRequest) -> None:
    """Files that import asyncio do something at once, so their databases work in threads; all
    others do without.
    """
    if "asyncio" not in vars(request.module):
        request.getfixturevalue("without_threads")


@pytest.fixture
def ratings(domain: Domain) -> Ratings:
    return domain.ratings


@pytest.fixture
def tournaments(domain: Domain) -> Tournaments:
    return domain.tournaments
