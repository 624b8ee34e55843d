"""The course of a match: its values made of the searches of all its turns, each with its error."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

# The course is a hidden Markov model over the logarithm of the first side's odds, in steps of STEP
# from -REACH to REACH: from turn to turn it drifts a little, and rarely jumps anywhere.
STEP = 0.1
REACH = 50  # steps
DRIFT = 0.1  # standard deviation of what good play and a deeper look change in a turn
DRIFT_REACH = 3  # steps
JUMP = 0.04  # the share of turns that change the match
# The error of a search, in logarithms of odds: what it cannot see, and the chance in its playouts.
BLINDNESS = 0.2
PLAYOUT_ERROR = 2.0
# Now and then a search is mistaken by far more.
MISTAKES = 0.05
MISTAKE = 5.0  # times the error
# The first value is as likely to be anything as the first turns' searches make it, round even.
START = 1.5
# What a search overvalues the side to move by in one match, as far as turns in a row show it.
TEMPO_TURNS = 8.0  # turns that count as much as the knowledge that it is none at the mean
MOST_TEMPO = 0.6
ALMOST = 0.995


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is known of a state by itself, from -1 to 1 for seat 0.

    :param seat: Who is to move; None at the end.
    :param playouts: Those of the search.
    :param proven: Whether the value is certain.
    :param is_checked: Whether another search agrees with it, so that it is no mistake.
    """

    value: float
    seat: int | None
    playouts: int = 0
    proven: bool = False
    is_checked: bool = False

    @property
    def error(self) -> float:
        """The standard error in logarithms of odds."""
        return sqrt(BLINDNESS**2 + PLAYOUT_ERROR**2 / (1 + self.playouts))


@dataclass(frozen=True, slots=True)
class CoursePoint:
    """What a match was worth at a moment, from -1 to 1 for seat 0, and the standard error."""

    value: float
    error: float = 0.0


def course(estimates: Sequence[Estimate]) -> list[CoursePoint]:
    """The values of a match, by each state's own search and those of the states round it.

    What is proved stays as it is. A change that the searches see clearly stays as large and as
    sharp as they see it; one within their error is shared among the turns.
    """
    odds = _without_tempo(estimates)
    points: list[CoursePoint] = []
    stretch: list[int] = []
    for number, estimate in enumerate(estimates):
        if estimate.proven:
            points += _smoothed(estimates, odds, stretch)
            stretch = []
            points.append(CoursePoint(estimate.value))
        else:
            stretch.append(number)
    return points + _smoothed(estimates, odds, stretch)


def _log_odds(value: float) -> float:
    value = max(-ALMOST, min(ALMOST, value))
    return log((1 + value) / (1 - value))


def _value(step: int) -> float:
    """The value, from -1 to 1, of a step of the grid."""
    odds = exp(STEP * step)
    return (odds - 1) / (odds + 1)


def _without_tempo(estimates: Sequence[Estimate]) -> list[float]:
    """The logarithms of seat 0's odds, less what whoever is to move is overvalued by.

    That shows in turns in a row: a value that lies above both its neighbours whenever the same seat
    is to move is no course of a match.
    """
    odds = [_log_odds(estimate.value) for estimate in estimates]
    teeth = []
    for number in range(1, len(estimates) - 1):
        row = estimates[number - 1 : number + 2]
        seats = [estimate.seat for estimate in row]
        alternate = seats in ([0, 1, 0], [1, 0, 1])
        if alternate and not any(estimate.proven for estimate in row):
            tooth = odds[number] - (odds[number - 1] + odds[number + 1]) / 2
            if seats[1] == 1:
                tooth = -tooth
            # The neighbours are on the other side of the course by as much.
            teeth.append(max(-MOST_TEMPO, min(MOST_TEMPO, tooth / 2)))
    tempo = sum(teeth) / (len(teeth) + TEMPO_TURNS)
    without_tempo = []
    for estimate, logarithm in zip(estimates, odds, strict=True):
        if estimate.seat == 0:
            logarithm -= tempo
        elif estimate.seat == 1:
            logarithm += tempo
        without_tempo.append(logarithm)
    return without_tempo


def _smoothed(
    estimates: Sequence[Estimate], odds: Sequence[float], stretch: Sequence[int]
) -> list[CoursePoint]:
    """The course over states in a row of which nothing is proved, by forward and backward sums."""
    if not stretch:
        return []
    likelihoods = [_likelihoods(odds[number], estimates[number]) for number in stretch]
    start = [exp(-0.5 * (STEP * step / START) ** 2) for step in range(-REACH, REACH + 1)]
    forward = [_normalized(_times(start, likelihoods[0]))]
    for likelihood in likelihoods[1:]:
        forward.append(_normalized(_times(_spread(forward[-1]), likelihood)))
    backward = [[1.0] * len(start)]
    for likelihood in reversed(likelihoods[1:]):
        backward.append(_normalized(_spread(_times(backward[-1], likelihood))))
    points = []
    for earlier, later in zip(forward, reversed(backward), strict=True):
        points.append(_point(_normalized(_times(earlier, later))))
    return points


def _likelihoods(odds: float, estimate: Estimate) -> list[float]:
    """How likely a search gives these odds, by what they are."""
    mistakes = 0.0 if estimate.is_checked else MISTAKES
    likelihoods = []
    for step in range(-REACH, REACH + 1):
        distance = (odds - STEP * step) / estimate.error
        usual = exp(-0.5 * distance**2)
        mistaken = exp(-0.5 * (distance / MISTAKE) ** 2) / MISTAKE
        likelihoods.append((1 - mistakes) * usual + mistakes * mistaken)
    return likelihoods


def _times(one: Sequence[float], other: Sequence[float]) -> list[float]:
    return [weight * factor for weight, factor in zip(one, other, strict=True)]


def _normalized(weights: Sequence[float]) -> list[float]:
    total = sum(weights)
    return [weight / total for weight in weights]


_DRIFTS = _normalized(
    [exp(-0.5 * (STEP * step / DRIFT) ** 2) for step in range(-DRIFT_REACH, DRIFT_REACH + 1)]
)


def _spread(weights: Sequence[float]) -> list[float]:
    """The weights a turn later, or earlier, which is the same."""
    count = len(weights)
    anywhere = JUMP * sum(weights) / count
    padding = [0.0] * DRIFT_REACH
    padded = [*padding, *weights, *padding]
    new_weights = []
    for number in range(count):
        neighbours = padded[number : number + len(_DRIFTS)]
        drifted = sum(weight * drift for weight, drift in zip(neighbours, _DRIFTS, strict=True))
        new_weights.append(anywhere + (1 - JUMP) * drifted)
    return new_weights


def _point(weights: Sequence[float]) -> CoursePoint:
    """The mean value and its standard error."""
    mean = 0.0
    square = 0.0
    for weight, step in zip(weights, range(-REACH, REACH + 1), strict=True):
        value = _value(step)
        mean += weight * value
        square += weight * value * value
    return CoursePoint(mean, sqrt(max(0.0, square - mean * mean)))
