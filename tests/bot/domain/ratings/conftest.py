"""The ratings of a test."""

from __future__ import annotations

import pytest

from bot.domain.domain import Domain
from bot.domain.ratings.service import Ratings


@pytest.fixture
def ratings(domain: Domain) -> Ratings:
    return domain.ratings
