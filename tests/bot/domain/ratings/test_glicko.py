"""Glicko-2 against the worked example of its author, and how it behaves."""

import math
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, strategies as some

from bot.domain.ratings.glicko import (
    PERIOD,
    PROVISIONAL,
    START,
    Strength,
    idle,
    periods,
    rate,
    settled_until,
)

NOW = datetime(2026, 3, 2, tzinfo=UTC)
strengths = some.builds(
    Strength, some.floats(500, 2800), some.floats(30, 350), some.floats(0.03, 0.09)
)
scores = some.sampled_from((0.0, 0.5, 1.0))


def test_the_published_example_comes_out() -> None:
    player = Strength(1500, 200, 0.06)
    opponents = [Strength(1400, 30, 0.06), Strength(1550, 100, 0.06), Strength(1700, 300, 0.06)]
    results = list(zip(opponents, (1.0, 0.0, 0.0), strict=True))
    new = rate(player, results)
    assert new.rating == pytest.approx(1464.06, abs=0.01)
    assert new.deviation == pytest.approx(151.52, abs=0.01)
    assert new.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_games_widens_the_deviation_only() -> None:
    new = rate(Strength(1500, 200, 0.06), [])
    assert (new.rating, new.volatility) == (1500, 0.06)
    assert new.deviation == pytest.approx((200**2 + (173.7178 * 0.06) ** 2) ** 0.5)
    assert idle(START, 50) == START


@given(strengths, strengths, scores, some.floats(0, 60))
def test_who_scores_more_than_expected_gains_and_a_game_always_makes_surer(
    player: Strength, opponent: Strength, score: float, weeks: float
) -> None:
    new = rate(player, [(opponent, score)], periods=0)
    # The opponent's deviation tempers the expectation, never beyond an even chance.
    if score == 1.0 or (score == 0.5 and player.rating < opponent.rating):
        assert new.rating >= player.rating
    if score == 0.0 or (score == 0.5 and player.rating > opponent.rating):
        assert new.rating <= player.rating
    assert 0 < new.deviation < player.deviation
    assert idle(new, weeks).deviation >= new.deviation
    assert 0.01 < new.volatility < 0.5


@given(strengths)
def test_a_result_moves_two_equal_players_by_the_same_amount(player: Strength) -> None:
    equal = Strength(player.rating, player.deviation, player.volatility)
    winner = rate(player, [(equal, 1.0)], periods=0)
    loser = rate(equal, [(player, 0.0)], periods=0)
    gain = winner.rating - player.rating
    loss = player.rating - loser.rating
    assert gain == pytest.approx(loss)


@given(strengths)
def test_a_rating_becomes_provisional_when_its_deviation_has_grown_to_the_limit(
    player: Strength,
) -> None:
    end = settled_until(player, NOW)
    if player.deviation >= PROVISIONAL:
        assert end <= NOW
    else:
        deviation = idle(player, (end - NOW) / PERIOD).deviation
        assert deviation == pytest.approx(PROVISIONAL, abs=0.01)


@given(strengths, strengths, scores, some.sampled_from((0.0, 1.0, 4.0)))
def test_the_new_volatility_solves_the_equation_of_step_5(
    player: Strength, opponent: Strength, score: float, weeks: float
) -> None:
    """The names are those of Glickman's “Example of the Glicko-2 system”."""
    new = rate(player, [(opponent, score)], periods=weeks)
    scale = 173.7178
    mu = (player.rating - 1500) / scale
    phi = player.deviation / scale
    mu_j = (opponent.rating - 1500) / scale
    phi_j = opponent.deviation / scale
    spread = 3 * phi_j**2 / math.pi**2
    g = 1 / math.sqrt(1 + spread)
    exponent = -g * (mu - mu_j)
    expected = 1 / (1 + math.exp(exponent))
    v = 1 / (g**2 * expected * (1 - expected))
    delta = v * g * (score - expected)
    a = math.log(player.volatility**2)
    tau = 0.5

    def f(x: float) -> float:
        variance = phi**2 + v + math.exp(x)
        surprise = math.exp(x) * (delta**2 - variance) / (2 * variance**2)
        return surprise - (x - a) / tau**2

    x = math.log(new.volatility**2)
    assert f(x - 1e-4) > 0 > f(x + 1e-4)

    phi_star_squared = phi**2 + weeks * new.volatility**2
    phi_new_squared = 1 / (1 / phi_star_squared + 1 / v)
    deviation = scale * math.sqrt(phi_new_squared)
    assert new.deviation == pytest.approx(min(deviation, 350))
    mu_new = mu + phi_new_squared * g * (score - expected)
    assert new.rating == pytest.approx(1500 + scale * mu_new)


def test_a_great_surprise_raises_the_volatility() -> None:
    weak = Strength(800, 50, 0.06)
    strong = Strength(2200, 30, 0.06)
    new = rate(weak, [(strong, 1.0)], periods=0)
    assert new.volatility > 0.06001


def test_a_rating_period_is_a_week() -> None:
    day = timedelta(days=1)
    assert periods(NOW, NOW + 7 * day) == 1
    assert periods(NOW, NOW + day) == pytest.approx(1 / 7)
    assert periods(NOW, NOW - day) == 0


def test_the_start_is_as_unsure_as_a_rating_can_be() -> None:
    assert Strength(1500, 350, 0.06) == START
    assert PROVISIONAL == 110
    assert idle(Strength(1500, 349.99, 0.06), 1).deviation == 350
    rating = Strength(1500, 100, 0.06)
    assert idle(rating, 0) == rating
