"""Everything that is said of a turn is true: claims on recorded matches, decided once more by
trying everything.
"""

import random

import pytest

import games

from ...sampling import only
from .claim_samples import ALL, TRIES, hold

SLUGS = [game.slug for game in games.catalog()]


@pytest.mark.parametrize("slug", only(SLUGS, "snipsnip", "veloop-hex"))
def test_no_claim_is_false(slug: str) -> None:
    assert len(hold(slug, 12, 1500, random.Random(slug), 0.05)) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
def test_no_claim_of_a_hundred_is_false(slug: str) -> None:
    assert len(hold(slug, 100, 8_000, random.Random(f"hundreds {slug}"))) >= 6


@pytest.mark.exhaustive
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("slug", SLUGS)
def test_no_claim_of_thousands_is_false(slug: str) -> None:
    assert hold(slug, ALL, TRIES, random.Random(f"thousands {slug}")).total() >= ALL
