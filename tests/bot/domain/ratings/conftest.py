"""The ratings on the match service of a test, and matches that are quickly over."""

from __future__ import annotations

import pytest

from bot.domain.matches.service import Matches
from bot.domain.ratings import Ratings


@pytest.fixture
def ratings(matches: Matches) -> Ratings:
    return Ratings(matches)
