"""The tournaments of a test."""

import pytest

from bot.domain.domain import Domain
from bot.domain.tournaments.service import Tournaments


@pytest.fixture
def tournaments(domain: Domain) -> Tournaments:
    return domain.tournaments
