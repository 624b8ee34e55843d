"""A year of members who play with head starts, by the real rules: ``python -m
tools.year.handicaps``.

Prints what somebody gains who makes the most of handicaps: their rating after a year less their
real strength, compared with a member who plays without, and the standard error over many years.
"""

import random
import statistics
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from bot.domain.handicaps.service import MOST_OF_PAIR, MOST_OF_PLACE
from bot.domain.handicaps.suggestion import Unequal, by_ratings, makes_more_even
from bot.domain.handicaps.worth import PeoplesResults, WorthNow, worth_now
from bot.domain.ratings.glicko import (
    PROVISIONAL,
    START,
    Strength,
    expected_score,
    idle,
    periods,
    rate_match,
)
from games.core import HandicapWorth

from .pairing import chance

DAWN = datetime(2026, 1, 1, tzinfo=UTC)
MEASURED = (HandicapWorth(80, 40), HandicapWorth(160, 40), HandicapWorth(240, 40))
"""Of one extra turn, two, three: as little known as a rated match allows."""
PERSONAL = 40.0  # points by which a head start suits two players more or less than others
SPREAD = 200.0  # of the members' real strengths
SERVERS = 8
MEMBERS = 24  # of a server; the first of them is the one who is looked at
MATCHES = 90  # of a member in a year
WITH_HANDICAP = 0.4  # the share of matches in which members take what is suggested
ARMY_PLACES = 5  # servers of one hand, in which all is lost with a head start
YEARS = 12


@dataclass(slots=True)
class RatedMember:
    """A member with their real strength."""

    real: float
    strength: Strength = START
    latest: datetime = DAWN

    def at(self, moment: datetime) -> Strength:
        """What is known of them at a moment."""
        return idle(self.strength, periods(self.latest, moment))


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What the member does who is looked at.

    :param name: as the table has it
    :param handicaps: whether the others play with what is suggested
    :param side: the one that they always take, with the most turns; ``best``: they know by how much
        each worth is wrong, and take the side and the turns that are worth most to them
    :param learns: whether people's results correct the worths
    :param army: whether accounts of theirs lose with head starts to bend the worths
    """

    name: str
    handicaps: bool = True
    side: str = ""
    learns: bool = True
    army: bool = False


PLANS = (
    Behaviour("plays without handicaps, as all do", handicaps=False),
    Behaviour("plays with what is suggested, as all do"),
    Behaviour("always asks for the most turns", side="second"),
    Behaviour("always gives the most turns", side="first"),
    Behaviour("knows which worth is wrong by how much", side="best", learns=False),
    Behaviour("the same, and people's results correct it", side="best"),
    Behaviour(
        "the same, with accounts in five servers that lose on purpose", side="best", army=True
    ),
)


@dataclass(frozen=True, slots=True)
class Sides:
    """Who moves first and second in a match, and how many turns the second one has ahead."""

    first: RatedMember
    second: RatedMember
    turns: int = 0


@dataclass(slots=True)
class HandicapYear:
    """A year of some servers with one bot.

    :param results: what came of matches with one extra turn, two, three
    :param mistakes: by how much the measured worth of each is wrong
    :param counts: how often a pair of members, or a server, has counted for so many turns
    """

    rng: random.Random
    plan: Behaviour
    results: list[PeoplesResults] = field(default_factory=list)
    mistakes: list[float] = field(default_factory=list)
    counts: Counter[tuple[object, ...]] = field(default_factory=Counter)

    def run(self) -> Iterator[float]:
        """The rating less the real strength of each member who is looked at, after a year."""
        self.results = [PeoplesResults() for _ in MEASURED]
        self.mistakes = [self.rng.gauss(0, worth.error) for worth in MEASURED]
        servers = [self._server() for _ in range(SERVERS)]
        if self.plan.army:
            self._lose_on_purpose()
        rounds = MATCHES * MEMBERS // 2
        for number in range(rounds):
            now = DAWN + timedelta(days=365) * number / rounds
            for server, members in enumerate(servers):
                self._play(server, members, now)
        for members in servers:
            yield members[0].strength.rating - members[0].real

    def _server(self) -> list[RatedMember]:
        return [RatedMember(self.rng.gauss(START.rating, SPREAD)) for _ in range(MEMBERS)]

    def _lose_on_purpose(self) -> None:
        """What the accounts of one hand have told before the year begins, as far as they count."""
        for turns in range(len(MEASURED)):
            matches = ARMY_PLACES * MOST_OF_PLACE
            # Against the side by which the plan gains: a worth that is told too low helps who asks.
            score = 0.0 if self.mistakes[turns] >= 0 else float(matches)
            self.results[turns] = PeoplesResults(matches, score, matches / 2)

    def worths(self) -> list[WorthNow]:
        """What members are told now."""
        people = [PeoplesResults()] * len(MEASURED)
        if self.plan.learns:
            people = self.results
        return [worth_now(*pair) for pair in zip(MEASURED, people, strict=True)]

    def _play(self, server: int, members: Sequence[RatedMember], now: datetime) -> None:
        """Two members of a server play a rated match."""
        numbers = self.rng.sample(range(MEMBERS), 2)
        sides = self._sides(members, numbers, now)
        first = sides.first
        second = sides.second
        chance_of_first = self._chance(sides)
        first_score = float(self.rng.random() < chance_of_first)
        first_strength = first.at(now)
        second_strength = second.at(now)
        points = 0
        if sides.turns:
            points = self.worths()[sides.turns - 1].points
            pair = (server, *sorted(numbers))
            self._count(pair, first_strength, second_strength, sides.turns, 1 - first_score)
        first.strength, second.strength = rate_match(
            first_strength, second_strength, first_score, points
        )
        first.latest = now
        second.latest = now

    def _sides(
        self, members: Sequence[RatedMember], numbers: Sequence[int], now: datetime
    ) -> Sides:
        """How two members of a server play, by their numbers in it."""
        one, other = numbers
        sides = Sides(members[one], members[other])
        if 0 in numbers and self.plan.side:
            sides = self._of_plan(members[0], members[max(numbers)])
            if not self._may_be_rated(sides, now):
                return Sides(sides.first, sides.second)
        elif self.plan.handicaps and self.rng.random() < WITH_HANDICAP:
            sides = self._suggested(members[one], members[other], now)
        return sides

    def _chance(self, sides: Sides) -> float:
        """How likely the first side wins, by what the turns are really worth."""
        worth = 0.0
        if sides.turns:
            worth = MEASURED[sides.turns - 1].points + self.mistakes[sides.turns - 1]
            worth += self.rng.gauss(0, PERSONAL)
        return chance(sides.first.real, sides.second.real + worth)

    def _of_plan(self, own: RatedMember, opponent: RatedMember) -> Sides:
        """The sides as the plan of the member who is looked at has them."""
        most_turns = len(MEASURED)
        if self.plan.side == "first":
            return Sides(own, opponent, most_turns)
        if self.plan.side == "second":
            return Sides(opponent, own, most_turns)
        gains = []
        for place, worth in enumerate(self.worths()):
            gains.append(MEASURED[place].points + self.mistakes[place] - worth.points)
        best_place = max(range(most_turns), key=lambda place: abs(gains[place]))
        if gains[best_place] > 0:
            return Sides(opponent, own, best_place + 1)
        return Sides(own, opponent, best_place + 1)

    def _may_be_rated(self, sides: Sides, now: datetime) -> bool:
        """Whether a match is rated with a head start: it makes two more even whose ratings are
        settled.
        """
        gap = _settled_gap(sides.first.at(now), sides.second.at(now))
        if gap is None:
            return False
        return makes_more_even(gap, self.worths()[sides.turns - 1].points)

    def _suggested(self, one: RatedMember, other: RatedMember, now: datetime) -> Sides:
        """The sides and turns that are suggested to two whose ratings are settled."""
        gap = _settled_gap(one.at(now), other.at(now))
        if gap is None:
            return Sides(one, other)
        suggestion = by_ratings(Unequal(1, 0, abs(gap)), dict(enumerate(self.worths(), 1)))
        if suggestion is None or not suggestion.handicap.turns:
            return Sides(one, other)
        if gap > 0:
            return Sides(one, other, suggestion.handicap.turns)
        return Sides(other, one, suggestion.handicap.turns)

    def _count(
        self,
        pair: tuple[int, ...],
        first: Strength,
        second: Strength,
        turns: int,
        second_score: float,
    ) -> None:
        """Count what came of a match, as often as two and their server count.

        :param pair: the number of the server, and those of the two in it
        """
        server = pair[0]
        if _settled_gap(first, second) is None:
            return
        if self.counts[turns, pair] >= MOST_OF_PAIR or self.counts[turns, server] >= MOST_OF_PLACE:
            return
        self.counts[turns, pair] += 1
        self.counts[turns, server] += 1
        second_ahead = second._replace(rating=second.rating + MEASURED[turns - 1].points)
        results = self.results[turns - 1]
        self.results[turns - 1] = PeoplesResults(
            matches=results.matches + 1,
            score=results.score + second_score,
            expected_score=results.expected_score + expected_score(second_ahead, first),
        )


def _settled_gap(first: Strength, second: Strength) -> float | None:
    """By how many points the first of two is the stronger; None unless both ratings are settled."""
    if max(first.deviation, second.deviation) >= PROVISIONAL:
        return None
    return first.rating - second.rating


def main() -> None:
    """Print the table."""
    years = int(sys.argv[1]) if len(sys.argv) > 1 else YEARS
    print("| somebody | rating above their strength | standard error |")
    print("|---|---|---|")
    for plan in PLANS:
        gains = list[float]()
        for number in range(years):
            gains += HandicapYear(random.Random(number), plan).run()
        error = statistics.stdev(gains) / len(gains) ** 0.5
        print(f"| {plan.name} | {statistics.mean(gains):+.0f} | {error:.0f} |", flush=True)


if __name__ == "__main__":
    main()
