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


@dataclass(slots=True)
class Player:
    """A member with their real strength; ``army``: of one hand, of which number 0 is fed."""

    seeker: Seeker
    real: float
    army: bool
    looks_at: datetime
    shown: Strength = START
    latest: datetime = DAWN
    faced: list[tuple[datetime, Strength, "Player"]] = field(default_factory=list)
    """Rated matches: the end of each, and what was known of the opponent before it."""
    met: dict[int, datetime] = field(default_factory=dict)
    deviations: list[float] = field(default_factory=list)

    def gain(self, rng: random.Random) -> float:
        """The points gained had the army fed this account: its own lose to it, other results are
        drawn anew.
        """
        fed = START
        alone = START
        latest = DAWN
        for at, against, other in self.faced:
            score = float(rng.random() < chance(self.real, other.real))
            rested = periods(latest, at)
            fed = rate(idle(fed, rested), [(against, 1.0 if other.army else score)], periods=0)
            alone = rate(idle(alone, rested), [(against, score)], periods=0)
            latest = at
        return fed.rating - alone.rating


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
        self.waits: list[tuple[timedelta, bool]] = []
        self.ending: list[tuple[datetime, int, int]] = []
        self.players = [self._player(number, number < army) for number in range(army + honest)]

    def _player(self, number: int, one_hand: bool) -> Player:
        place = Place(1000 + number if one_hand else number % SERVERS, 0)
        game = f"game {self.rng.randrange(self.kinds)}"
        clock = self.rng.choice(CLOCKS[: self.kinds])
        seeker = Seeker(user=number, name="", game=game, clock=clock, place=place, since=DAWN)
        begins = DAWN + timedelta(days=60 if one_hand else self.rng.expovariate(1 / REST))
        return Player(seeker, 1500.0 if one_hand else self.rng.gauss(1500, 200), one_hand, begins)

    def run(self, days: int) -> None:
        """Let time pass; matches go on to their end."""
        until = DAWN + timedelta(days=days)
        while self.now < until:
            self.now += STEP
            for due in sorted(due for due in self.ending if due[0] <= self.now):
                self.ending.remove(due)
                self._end(*(self.players[number] for number in due[1:]))
            self._pair()

    def _pair(self) -> None:
        waiting = [player for player in self.players if player.looks_at <= self.now]
        seekers = {
            player.seeker.user: player.seeker
            for player in waiting
            if player.seeker.running < MOST_RUNNING
        }
        for player in sorted(waiting, key=lambda each: each.seeker.since):
            if player.seeker.running or player.seeker.user not in seekers:
                continue
            other = choose_opponent(player.seeker, seekers.values(), self.now, self.rng)
            if other is not None:
                near = abs(other.rating - player.seeker.rating) <= NEAR
                self.waits.append((self.now - player.seeker.since, near))
                self._begin(player, self.players[other.user])
                del seekers[player.seeker.user], seekers[other.user]

    def _begin(self, one: Player, other: Player) -> None:
        days = 0.1 if one.army and other.army else self.rng.gammavariate(3, DAYS / 3)
        self.ending.append((self.now + timedelta(days=days), one.seeker.user, other.seeker.user))
        for player, opponent in ((one, other), (other, one)):
            player.met[opponent.seeker.user] = self.now
            player.met = {
                user: at for user, at in player.met.items() if self.now - at < REPEAT_AFTER
            }
            running = player.seeker.running + 1
            player.seeker = replace(player.seeker, running=running, met=frozenset(player.met))

    def _end(self, one: Player, other: Player) -> None:
        score = float(self.rng.random() < chance(one.real, other.real))
        if one.army and other.army and 0 in (one.seeker.user, other.seeker.user):
            score = float(one.seeker.user == 0)
        before = [idle(player.shown, periods(player.latest, self.now)) for player in (one, other)]
        rated = is_rated(one.seeker, other.seeker)
        sides = (
            (one, other, before[0], before[1], score),
            (other, one, before[1], before[0], 1 - score),
        )
        for player, opponent, own, against, result in sides:
            if rated:
                player.shown = rate(own, [(against, result)], periods=0)
                player.latest = self.now
                player.faced.append((self.now, against, opponent))
                player.deviations.append(player.shown.deviation)
            running = player.seeker.running - 1
            rests = not running and not player.army and self.rng.random() < self.stops
            player.looks_at = self.now + timedelta(
                days=self.rng.expovariate(1 / REST) if rests else 0
            )
            player.seeker = replace(
                player.seeker,
                running=running,
                finished=player.seeker.finished + 1,
                rating=player.shown.rating,
                since=player.looks_at,
            )


def hours(waits: list[timedelta]) -> str:
    """The median and the 95th hundredth of some waits, in hours."""
    taken = sorted(wait / timedelta(hours=1) for wait in waits)
    return (
        f"median {statistics.median(taken):.1f} h, 95 % within "
        f"{taken[len(taken) * 95 // 100]:.1f} h"
    )


def main() -> None:
    """Print what was measured."""
    lobby = World(random.Random(1), 300, kinds=6)
    lobby.run(365)
    near = [wait for wait, close in lobby.waits if close]
    print(
        f"300 members: {len(lobby.waits)} pairs, {len(near) / len(lobby.waits):.0%} near; "
        f"{hours(near)}"
    )
    for stops in (0.0, STOPS):
        gains = list[float]()
        shares = list[float]()
        looking = list[bool]()
        tenth = list[float]()
        rng = random.Random(1)
        for seed in range(1, YEARS + 1):
            world = World(random.Random(seed), 1000, 100, stops=stops)
            world.run(365)
            army = [player for player in world.players if player.army]
            gains.append(statistics.mean(player.gain(rng) for player in army for _ in range(5)))
            shares.append(
                statistics.mean(other.army for player in army for *_, other in player.faced)
            )
            honest = [player for player in world.players if not player.army]
            looking += [player.looks_at <= world.now for player in honest]
            tenth += [player.deviations[9] for player in honest if len(player.deviations) >= 10]
        error = statistics.stdev(gains) / YEARS**0.5
        within = sum(deviation <= PROVISIONAL for deviation in tenth) / len(tenth)
        print(
            f"army of 100 among 1,000, of whom {statistics.mean(looking):.0%} look at a time, "
            f"{YEARS} years: "
            f"{statistics.mean(gains):+.0f} ± {error:.0f} points for the account it feeds, as "
            f"{statistics.mean(shares):.1%} of its rated opponents are its own; {within:.0%} "
            "of "
            "honest members "
            "have a settled rating after ten rated matches"
        )


if __name__ == "__main__":
    main()
