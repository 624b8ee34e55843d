"""What a head start is worth now: as it was measured, corrected by people's matches with it."""

from dataclasses import dataclass
from math import sqrt

from bot.domain.ratings.glicko import SCALE
from games.core import HandicapWorth

LEARNT_FROM = 50  # people's matches with a head start before they correct what was measured
MOST_CORRECTION = 60  # rating points by which they do, at most
MOST_SURPRISE = 100  # points that people's results may seem to say beyond what was measured
PEOPLES_ERROR = 50
"""The error, in points, that people's results have however many they are: ratings of different
circles mean different things, and some may lose on purpose.
"""
RATABLE_ERROR = 40  # a match with a head start may be rated where its worth is known so well


@dataclass(frozen=True, slots=True)
class PeoplesResults:
    """What came of people's matches with a head start.

    :param matches: how many counted
    :param score: of the second side in all of them: 1 for a win, 0.5 for a draw
    :param expected_score: the score that was expected of it, by ratings and the measured worth
    """

    matches: int = 0
    score: float = 0.0
    expected_score: float = 0.0


@dataclass(frozen=True, slots=True)
class WorthNow:
    """What a head start is worth to the second side now, in rating points, with its error.

    :param matches: people's matches that count in it; 0 while there are too few
    """

    points: int
    error: int
    matches: int = 0

    @property
    def ratable(self) -> bool:
        """Whether it is known so well that a match with it may be rated."""
        return self.error <= RATABLE_ERROR


def worth_now(measure: HandicapWorth, people: PeoplesResults) -> WorthNow:
    """What was measured, moved towards what people's results say.

    Both are weighed by their errors. What people say beyond the measure is bounded, and so is the
    correction: whoever loses on purpose bends a worth that is known by less than its error.
    """
    if people.matches < LEARNT_FROM:
        return WorthNow(measure.points, measure.error)
    mean = min(max(people.expected_score / people.matches, 0.05), 0.95)
    information = people.matches * mean * (1 - mean)
    surprise = SCALE * (people.score - people.expected_score) / information
    surprise = _bounded(surprise, MOST_SURPRISE)
    weight_of_people = 1 / (SCALE**2 / information + PEOPLES_ERROR**2)
    weight_of_measure = 1 / max(measure.error, 1) ** 2
    both_weights = weight_of_people + weight_of_measure
    correction = _bounded(surprise * weight_of_people / both_weights, MOST_CORRECTION)
    error = sqrt(1 / both_weights)
    return WorthNow(round(measure.points + correction), round(error), people.matches)


def _bounded(points: float, most: float) -> float:
    return min(max(points, -most), most)
