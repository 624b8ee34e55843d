"""The ratings of a test."""

import pytest

from bot.domain.domain import Domain
from bot.domain.ratings.service import Ratings


@pytest.fixture
def ratings(domain: Domain) -> Ratings:
    return domain.ratings
