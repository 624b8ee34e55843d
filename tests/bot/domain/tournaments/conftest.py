"""The tournaments on the match service of a test."""

from __future__ import annotations

import pytest

from bot.domain.matches.service import Matches
from bot.domain.ratings import Ratings
from bot.domain.tournaments import Tournaments


@pytest.fixture
def tournaments(matches: Matches) -> Tournaments:
    return Tournaments(matches, Ratings(matches))
