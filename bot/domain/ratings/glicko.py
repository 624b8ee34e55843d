"""Glicko-2: how a rating, its deviation and its volatility change with results and with time.

Formulas and names follow Mark Glickman, "Example of the Glicko-2 system" (2022,
www.glicko.net/glicko/glicko2.pdf). A rating period is a week. Matches here take days and end one by
one, so each is rated by itself, in an instant, and the time between two of a player's matches
widens the deviation as much as the same weeks without a game would.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178
TAU = 0.5  # how fast volatilities change; Glickman recommends 0.3 to 1.2
PERIOD = timedelta(days=7)
WIDEST = 350.0
PROVISIONAL = 110.0  # a rating is provisional while its deviation is larger
_NEAR = 1e-6


class Strength(NamedTuple):
    """What is known of a player's strength; with a chance of 95% it is within two deviations of the
    rating.
    """

    rating: float
    deviation: float
    volatility: float


START = Strength(1500.0, WIDEST, 0.06)


def rate(
    player: Strength, results: Sequence[tuple[Strength, float]], *, periods: float = 1.0
) -> Strength:
    """The strength after a period, by opponents' strengths before it and scores (1, 0.5, 0).

    :param periods: that went by; 0: no time
    """
    if not results:
        return idle(player, periods)
    mu = (player.rating - START.rating) / SCALE
    phi = player.deviation / SCALE
    information = 0.0
    gain = 0.0
    for opponent, score in results:
        weight = _weight(opponent.deviation / SCALE)
        opponent_mu = (opponent.rating - START.rating) / SCALE
        expected_score = 1 / (1 + exp(-weight * (mu - opponent_mu)))
        information += weight * weight * expected_score * (1 - expected_score)
        gain += weight * (score - expected_score)
    variance = 1 / information
    sigma = _volatility(phi, player.volatility, variance, variance * gain)
    prior = phi * phi + periods * sigma * sigma
    posterior = 1 / (1 / prior + 1 / variance)
    rating = START.rating + SCALE * (mu + posterior * gain)
    deviation = min(SCALE * sqrt(posterior), WIDEST)
    return Strength(rating, deviation, sigma)


def rate_match(
    first: Strength, second: Strength, first_score: float, head_start: float = 0
) -> tuple[Strength, Strength]:
    """The strengths of both players after a match, in an instant.

    Each is rated as if the other were as much stronger or weaker as the head start makes them.

    :param head_start: what the second one had ahead, in rating points
    """
    second_as_met = second._replace(rating=second.rating + head_start)
    first_as_met = first._replace(rating=first.rating - head_start)
    return (
        rate(first, [(second_as_met, first_score)], periods=0),
        rate(second, [(first_as_met, 1 - first_score)], periods=0),
    )


def expected_score(player: Strength, opponent: Strength) -> float:
    """The score to expect of a player against an opponent, by how sure both strengths are."""
    deviation = sqrt(player.deviation**2 + opponent.deviation**2)
    difference = (player.rating - opponent.rating) / SCALE
    return 1 / (1 + exp(-_weight(deviation / SCALE) * difference))


def idle(player: Strength, periods: float) -> Strength:
    """The strength after ``periods`` without a game: the same, but less sure."""
    if periods <= 0:
        return player
    deviation = sqrt(player.deviation**2 + periods * (SCALE * player.volatility) ** 2)
    return player._replace(deviation=min(deviation, WIDEST))


def periods(start: datetime, end: datetime) -> float:
    """The time between two moments in rating periods; 0 if ``end`` is earlier."""
    return max((end - start) / PERIOD, 0.0)


def settled_until(player: Strength, moment: datetime) -> datetime:
    """When a rating won at a ``moment`` becomes provisional without further games; before it if it
    still is.
    """
    period_count = (PROVISIONAL**2 - player.deviation**2) / (SCALE * player.volatility) ** 2
    return moment + period_count * PERIOD


def _weight(phi: float) -> float:
    """Glickman's g: how much a game counts against an opponent as sure as this."""
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Step 5: the new volatility, by the Illinois method."""
    start = log(sigma * sigma)
    square = delta * delta
    spread = phi * phi + variance

    def slope(x: float) -> float:
        power = exp(x)
        by_results = power * (square - spread - power) / (2 * (spread + power) ** 2)
        return by_results - (x - start) / (TAU * TAU)

    low = start
    if square > spread:
        high = log(square - spread)
    else:
        steps = 1
        while slope(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    at_low = slope(low)
    at_high = slope(high)
    while abs(high - low) > _NEAR:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low = high
            at_low = at_high
        else:
            at_low /= 2
        high = middle
        at_high = at_middle
    return exp(low / 2)
