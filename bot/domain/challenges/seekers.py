"""Members who look for an opponent across servers, and the rule by which the bot pairs them."""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.domain.challenges.beginning import RATED_CLOCK
from bot.domain.errors import Refused
from bot.domain.members.settings import MemberSettings
from bot.domain.ratings.glicko import START
from bot.domain.servers.settings import ServerSettings
from bot.domain.values import Place

NEAR = 300.0  # points between two world ratings that are near
# how long one waits for an opponent near their strength, before the nearest will do
PATIENCE = timedelta(days=1)
REPEAT_AFTER = timedelta(days=90)  # the time in which the same two are not paired again
# matches at a time: who plays none is given one at once, and may be drawn for another
MOST_RUNNING = 2
UNRATED = 9  # matches of a newcomer to a game that count for nobody
CLOCKS = ("1d", RATED_CLOCK, "7d")
# the settings of members who play across servers
ACROSS = MemberSettings.descriptions["across"].choices[1:]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seeker:
    """A member who looks for opponents at a game.

    :param name: that others may read
    :param wait_start: when they began to wait
    :param rating: their world rating
    :param running: matches across servers
    :param finished_matches: matches across servers
    :param met: opponents of late
    """

    user: int
    name: str
    game: str
    clock: str
    place: Place
    wait_start: datetime
    rating: float = START.rating
    running: int = 0
    finished_matches: int = 0
    met: frozenset[int] = frozenset()

    def may_meet(self, other: "Seeker") -> bool:
        """Whether the two may be paired."""
        if self.user == other.user or other.user in self.met:
            return False
        same_terms = self.game == other.game and self.clock == other.clock
        return same_terms and max(self.running, other.running) < MOST_RUNNING


def choose_opponent(
    seeker: Seeker, others: Iterable[Seeker], now: datetime, rng: random.Random
) -> Seeker | None:
    """An opponent near their strength, or the nearest for who has waited for PATIENCE.

    A rating is drawn by lot, and who comes nearest to it is the opponent: accounts of one hand that
    gather at one strength are met no more often.
    """
    candidates = [other for other in others if seeker.may_meet(other)]
    equals = [other for other in candidates if abs(other.rating - seeker.rating) <= NEAR]
    if equals:
        aim = seeker.rating + rng.uniform(-NEAR, NEAR)
        return _nearest(equals, aim, rng)
    if candidates and now - seeker.wait_start >= PATIENCE:
        return _nearest(candidates, seeker.rating, rng)
    return None


def _nearest(seekers: Iterable[Seeker], rating: float, rng: random.Random) -> Seeker:
    """Who is nearest to a rating; of several, any."""
    return min(seekers, key=lambda seeker: (abs(seeker.rating - rating), rng.random()))


def is_rated(one: Seeker, other: Seeker) -> bool:
    """Whether a match of two is rated: neither is new, nor are they of one server, where they could
    look together.
    """
    return (
        min(one.finished_matches, other.finished_matches) >= UNRATED
        and one.place.scope != other.place.scope
    )


def require_across(server: ServerSettings) -> None:
    """Raises Refused where a server does not play across servers."""
    if not server.across:
        raise Refused(
            "this server doesn’t play across servers; its managers can change that in /server"
        )
