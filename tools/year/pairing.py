"""A year of members whom the bot pairs, by the real rule: ``python -m tools.year.pairing``.

Prints how long they wait, and what an army of accounts of one hand gains for the account that it
feeds, against what that account would have reached alone: the mean over all its accounts, as if
each were fed, and the standard error over several years. Honest members look all the time, or rest
as those of the lobby do.
"""

import random
import statistics
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from bot.domain.challenges.seekers import (
    CLOCKS,
    MOST_RUNNING,
    NEAR,
    REPEAT_AFTER,
    Seeker,
    choose_opponent,
    is_rated,
)
from bot.domain.ratings.glicko import PROVISIONAL, START, Strength, idle, periods, rate
from bot.domain.values import Place

DAWN = datetime(2026, 1, 1, tzinfo=UTC)
STEP = timedelta(hours=3)
DAYS = 11.0
"""A match takes so many days on average."""
STOPS = 0.25
REST = 14.0
"""After so many of their matches members stop looking, and begin again after so many days on
average.
"""
SERVERS = 40
YEARS = 6


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A match of a player that has ended, and what was known of the opponent before it."""

    end: datetime
    strength: Strength
    opponent: "SeekingMember"


@dataclass(frozen=True, slots=True)
class SimulatedMatch:
    """A match that will end at a moment, with the numbers of its players."""

    end: datetime
    one: int
    other: int


@dataclass(frozen=True, slots=True)
class Wait:
    """How long a member waited for an opponent, and whether that one's rating was near."""

    time: timedelta
    is_near: bool


@dataclass(slots=True)
class SeekingMember:
    """A member with their real strength; ``army``: of one hand, of which number 0 is fed."""

    seeker: Seeker
    real: float
    army: bool
    looks_at: datetime
    strength: Strength = START
    latest: datetime = DAWN
    faced: list[RatedMatch] = field(default_factory=list)
    met: dict[int, datetime] = field(default_factory=dict)
    deviations: list[float] = field(default_factory=list)

    def gain(self, rng: random.Random) -> float:
        """The points gained had the army fed this account: its own lose to it, other results are
        drawn anew.
        """
        fed_player = START
        alone = START
        latest = DAWN
        for match in self.faced:
            opponent = match.opponent
            score = float(rng.random() < chance(self.real, opponent.real))
            fed_score = 1.0 if opponent.army else score
            rest = periods(latest, match.end)
            fed_player = rate(idle(fed_player, rest), [(match.strength, fed_score)], periods=0)
            alone = rate(idle(alone, rest), [(match.strength, score)], periods=0)
            latest = match.end
        return fed_player.rating - alone.rating


def chance(real: float, other: float) -> float:
    """The chance to win of a member against another, by their real strengths."""
    return 1 / (1 + 10 ** ((other - real) / 400))


class World:
    """``honest`` members of ``kinds`` games and an ``army``, all of whose accounts look all the
    time, end matches among themselves at once, and play others, as no match ends without a result.
    """

    def __init__(
        self, rng: random.Random, honest: int, army: int = 0, kinds: int = 1, stops: float = STOPS
    ) -> None:
        self.rng = rng
        self.now = DAWN
        self.kinds = kinds
        self.stops = stops
        self.waits: list[Wait] = []
        self.running: list[SimulatedMatch] = []
        self.players = [self._player(number, number < army) for number in range(army + honest)]

    def _player(self, number: int, one_hand: bool) -> SeekingMember:
        place = Place(1000 + number if one_hand else number % SERVERS, 0)
        game = f"game {self.rng.randrange(self.kinds)}"
        clock = self.rng.choice(CLOCKS[: self.kinds])
        seeker = Seeker(user=number, name="", game=game, clock=clock, place=place, wait_start=DAWN)
        first_look = 60 if one_hand else self.rng.expovariate(1 / REST)
        strength = 1500.0 if one_hand else self.rng.gauss(1500, 200)
        return SeekingMember(seeker, strength, one_hand, DAWN + timedelta(days=first_look))

    def run(self, days: int) -> None:
        """Let time pass; matches go on to their end."""
        end = DAWN + timedelta(days=days)
        while self.now < end:
            self.now += STEP
            due = [match for match in self.running if match.end <= self.now]
            for match in sorted(due, key=lambda match: (match.end, match.one, match.other)):
                self.running.remove(match)
                self._end(self.players[match.one], self.players[match.other])
            self._pair()

    def _pair(self) -> None:
        visitors = [player for player in self.players if player.looks_at <= self.now]
        seekers = {
            player.seeker.user: player.seeker
            for player in visitors
            if player.seeker.running < MOST_RUNNING
        }
        for player in sorted(visitors, key=lambda player: player.seeker.wait_start):
            seeker = player.seeker
            if seeker.running or seeker.user not in seekers:
                continue
            opponent = choose_opponent(seeker, seekers.values(), self.now, self.rng)
            if opponent is not None:
                is_near = abs(opponent.rating - seeker.rating) <= NEAR
                self.waits.append(Wait(self.now - seeker.wait_start, is_near))
                self._begin(player, self.players[opponent.user])
                del seekers[seeker.user]
                del seekers[opponent.user]

    def _begin(self, one: SeekingMember, other: SeekingMember) -> None:
        days = 0.1 if one.army and other.army else self.rng.gammavariate(3, DAYS / 3)
        end = self.now + timedelta(days=days)
        self.running.append(SimulatedMatch(end, one.seeker.user, other.seeker.user))
        for player, opponent in ((one, other), (other, one)):
            player.met[opponent.seeker.user] = self.now
            for user, moment in [*player.met.items()]:
                if self.now - moment >= REPEAT_AFTER:
                    del player.met[user]
            count = player.seeker.running + 1
            player.seeker = replace(player.seeker, running=count, met=frozenset(player.met))

    def _end(self, one: SeekingMember, other: SeekingMember) -> None:
        score = float(self.rng.random() < chance(one.real, other.real))
        if one.army and other.army and 0 in (one.seeker.user, other.seeker.user):
            score = float(one.seeker.user == 0)
        if is_rated(one.seeker, other.seeker):
            self._rate(one, other, score)
        self._finish(one)
        self._finish(other)

    def _rate(self, one: SeekingMember, other: SeekingMember, score: float) -> None:
        one_before = idle(one.strength, periods(one.latest, self.now))
        other_before = idle(other.strength, periods(other.latest, self.now))
        one.strength = rate(one_before, [(other_before, score)], periods=0)
        other.strength = rate(other_before, [(one_before, 1 - score)], periods=0)
        one.faced.append(RatedMatch(self.now, other_before, other))
        other.faced.append(RatedMatch(self.now, one_before, one))
        for player in (one, other):
            player.latest = self.now
            player.deviations.append(player.strength.deviation)

    def _finish(self, player: SeekingMember) -> None:
        """Have a player look on, or rest, after a match."""
        count = player.seeker.running - 1
        rests = not count and not player.army and self.rng.random() < self.stops
        pause = self.rng.expovariate(1 / REST) if rests else 0
        player.looks_at = self.now + timedelta(days=pause)
        player.seeker = replace(
            player.seeker,
            running=count,
            finished_matches=player.seeker.finished_matches + 1,
            rating=player.strength.rating,
            wait_start=player.looks_at,
        )


def hours(waits: list[Wait]) -> str:
    """The median and the 95th hundredth of some waits, in hours."""
    hours_in_order = sorted(wait.time / timedelta(hours=1) for wait in waits)
    most = hours_in_order[len(hours_in_order) * 95 // 100]
    return f"median {statistics.median(hours_in_order):.1f} h, 95 % within {most:.1f} h"


def main() -> None:
    """Print what was measured."""
    print_lobby()
    for stops in (0.0, STOPS):
        print_army(stops)


def print_lobby() -> None:
    """How long members of a lobby wait."""
    lobby = World(random.Random(1), 300, kinds=6)
    lobby.run(365)
    near_waits = [wait for wait in lobby.waits if wait.is_near]
    share = len(near_waits) / len(lobby.waits)
    print(f"300 members: {len(lobby.waits)} pairs, {share:.0%} near; {hours(near_waits)}")


def print_army(stops: float) -> None:
    """What an army gains.

    :param stops: the share of matches after which an honest member rests.
    """
    gains = list[float]()
    shares = list[float]()
    lookers = list[bool]()
    tenth_deviations = list[float]()
    rng = random.Random(1)
    for seed in range(1, YEARS + 1):
        world = World(random.Random(seed), 1000, 100, stops=stops)
        world.run(365)
        army = [player for player in world.players if player.army]
        honest = [player for player in world.players if not player.army]
        gains.append(statistics.mean(player.gain(rng) for player in army for _ in range(5)))
        opponents = [match.opponent for player in army for match in player.faced]
        shares.append(statistics.mean(opponent.army for opponent in opponents))
        lookers += [player.looks_at <= world.now for player in honest]
        histories = [player.deviations for player in honest]
        tenth_deviations += [history[9] for history in histories if len(history) >= 10]
    gain = statistics.mean(gains)
    error = statistics.stdev(gains) / YEARS**0.5
    share_settled = statistics.mean(deviation <= PROVISIONAL for deviation in tenth_deviations)
    print(
        f"army of 100 among 1,000, of whom {statistics.mean(lookers):.0%} look at a time, "
        f"{YEARS} years: {gain:+.0f} ± {error:.0f} points for the account it feeds, as "
        f"{statistics.mean(shares):.1%} of its rated opponents are its own; {share_settled:.0%} "
        "of honest members have a settled rating after ten rated matches"
    )


if __name__ == "__main__":
    main()
