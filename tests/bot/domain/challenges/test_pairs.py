"""Whom the bot pairs, and when."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from random import Random

from bot.domain.challenges.seekers import PATIENCE, Seeker, choose_opponent
from bot.domain.domain import Domain
from tests.bot.conftest import ANN, BEN, CAT, DAN, HERE
from tests.bot.domain.challenges.test_lobby import THERE, allowing

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


async def test_who_plays_is_given_no_other_match_by_themselves(domain: Domain) -> None:
    people = (ANN, HERE), (BEN, THERE), (CAT, HERE), (DAN, THERE)
    await allowing(domain, *((who, place, "named") for who, place in people))
    for who, place in people:
        await domain.pairing.seek(place, who, "loop")
    assert [await domain.pairing.pair() for _ in range(2)] == [2, 0]


def test_an_opponent_is_drawn_by_strength_and_not_by_head() -> None:
    def seeker(user: int, rating: float) -> Seeker:
        return Seeker(
            user=user, name="", game="loop", clock="3d", place=HERE, wait_start=NOON, rating=rating
        )

    me = seeker(1, 1500)
    similar = seeker(2, 1800)
    far = seeker(3, 1199.9)
    rng = Random(1)
    assert choose_opponent(me, [far, similar], NOON, rng) == similar
    assert choose_opponent(me, [], NOON + PATIENCE, rng) is None
    assert [
        choose_opponent(me, [far], NOON + PATIENCE - timedelta(days=n), rng) for n in (0, 1)
    ] == [
        far,
        None,
    ]
    crowd = [seeker(n, 1500) for n in range(10, 60)]
    counts = Counter(choose_opponent(me, [similar, *crowd], NOON, rng) for _ in range(400))
    assert (80 < counts[similar] < 120, len(counts) > 40) == (True, True), (
        "a quarter of all strengths are nearer to 1800"
    )
