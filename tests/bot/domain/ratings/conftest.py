"""The ratings of a test, in a world to which everybody belongs."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator

import pytest

from bot.domain.domain import Domain
from bot.domain.ratings.service import Ratings
from bot.store import Store
from tests.bot.conftest import Clock


@pytest.fixture
async def store(prepared: str) -> AsyncIterator[Store]:
    found = await Store.open(prepared)
    yield found
    await found.close()


@pytest.fixture
def domain(store: Store, clock: Clock) -> Domain:
    return Domain(store, clock, random.Random(1), founders=0)


@pytest.fixture
def ratings(domain: Domain) -> Ratings:
    return domain.ratings
