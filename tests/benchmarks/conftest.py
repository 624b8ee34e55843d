"""Fixtures of the bot's tests that the benchmarks use too, and a club that is open."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.chat.conftest import Club
from tests.bot.conftest import copied_database, empty_database, postgres

__all__ = ["club", "copied_database", "empty_database", "postgres"]


@pytest.fixture
async def club(copied_database: Path) -> AsyncIterator[Club]:
    async with Club(copied_database) as open_club:
        open_club.env.settle_timeout = 120.0  # benchmarks fill databases, and machines are busy
        yield open_club
