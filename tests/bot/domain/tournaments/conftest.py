"""The tournaments of a test."""

from __future__ import annotations

import pytest

from bot.app import Domain
from bot.domain.tournaments.service import Tournaments


@pytest.fixture
def tournaments(domain: Domain) -> Tournaments:
    return domain.tournaments
