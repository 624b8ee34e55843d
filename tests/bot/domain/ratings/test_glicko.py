"""Glicko-2 against the worked example of its author, and how it behaves."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as some

from bot.domain.ratings.glicko import PERIOD, PROVISIONAL, START, Strength, idle, rate, settled_until

NOW = datetime(2026, 3, 2, tzinfo=UTC)
strengths = some.builds(Strength, some.floats(500, 2800), some.floats(30, 350), some.floats(0.03, 0.09))
scores = some.sampled_from((0.0, 0.5, 1.0))


def test_the_published_example_comes_out() -> None:
    player = Strength(1500, 200, 0.06)
    opponents = [Strength(1400, 30, 0.06), Strength(1550, 100, 0.06), Strength(1700, 300, 0.06)]
    after = rate(player, list(zip(opponents, (1.0, 0.0, 0.0), strict=True)))
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_games_widens_the_deviation_only() -> None:
    after = rate(Strength(1500, 200, 0.06), [])
    assert (after.rating, after.volatility) == (1500, 0.06)
    assert after.deviation == pytest.approx((200**2 + (173.7178 * 0.06) ** 2) ** 0.5)
    assert idle(START, 50) == START


@given(strengths, strengths, scores, some.floats(0, 60))
def test_who_scores_more_than_expected_gains_and_a_game_always_makes_surer(
    player: Strength, opponent: Strength, score: float, weeks: float
) -> None:
    after = rate(player, [(opponent, score)], periods=0)
    # The opponent's deviation tempers the expectation, never beyond an even chance.
    if score == 1.0 or (score == 0.5 and player.rating < opponent.rating):
        assert after.rating >= player.rating
    if score == 0.0 or (score == 0.5 and player.rating > opponent.rating):
        assert after.rating <= player.rating
    assert 0 < after.deviation < player.deviation
    assert idle(after, weeks).deviation >= after.deviation
    assert 0.01 < after.volatility < 0.5


@given(strengths, strengths)
def test_a_result_moves_two_equal_players_by_the_same_amount(player: Strength, other: Strength) -> None:
    equal = Strength(player.rating, player.deviation, player.volatility)
    won, lost = rate(player, [(equal, 1.0)], periods=0), rate(equal, [(player, 0.0)], periods=0)
    assert won.rating - player.rating == pytest.approx(player.rating - lost.rating)


@given(strengths)
def test_a_rating_becomes_provisional_when_its_deviation_has_grown_to_the_limit(player: Strength) -> None:
    until = settled_until(player, NOW)
    if player.deviation >= PROVISIONAL:
        assert until <= NOW
    else:
        assert idle(player, (until - NOW) / PERIOD).deviation == pytest.approx(PROVISIONAL, abs=0.01)
