"""The gate before every interaction: what a member, a server and the whole bot may ask for, by kind of work."""

import contextlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from bot.domain.errors import LimitReached
from bot.metrics import REFUSALS
from bot.store import Unavailable

Work: TypeAlias = Literal["typing", "touch", "words", "board", "heavy"]
"""What an interaction costs: an offer while somebody types, a touch on the page, an answer in words, a picture of a
board, or more."""
Limit: TypeAlias = Literal["member", "server", "whole"]  # whose limit is reached

MAX_KNOWN = 20_000  # members, and servers, whose interactions of a kind of work are counted
OVERDRAFT = 2
"""Bursts by which members who have asked for nothing lately may overdraw the bucket of a server or of the whole bot;
those who have asked for n things by 1 / (1 + n)² of that. Another burst is kept for those who play in the server."""
PLAYERS_SECONDS = 20.0  # how long it is believed whether somebody plays in a server
EPSILON = 1e-3  # interactions


class Allowance(NamedTuple):
    """Interactions at once, and a second in the long run."""

    burst: float
    rate: float


class Allowances(NamedTuple):
    """What each may ask for of one kind of work. Where others have reached the limit of the server or of the whole bot,
    members who have asked for less go ahead of those who have asked for more. What a member has asked for is
    ``forgotten`` at this rate, a second."""

    member: Allowance
    forgotten: float
    server: Allowance
    whole: Allowance


ALLOWANCES: Mapping[Work, Allowances] = {
    "typing": Allowances(Allowance(20, 4), 0.5, Allowance(30, 10), Allowance(100, 40)),
    "touch": Allowances(Allowance(60, 4), 0.5, Allowance(200, 60), Allowance(400, 150)),
    "words": Allowances(Allowance(20, 2), 0.5, Allowance(30, 15), Allowance(150, 60)),
    "board": Allowances(Allowance(20, 2), 0.5, Allowance(30, 10), Allowance(100, 40)),
    "heavy": Allowances(Allowance(5, 0.1), 0.1, Allowance(15, 0.5), Allowance(40, 2)),
}
"""A process answers seventy boards a second or more; no server can ask for all of them."""
ANSWERED = Allowance(5, 0.5)  # how often a refused member is answered: only who keeps pressing is not
POSTS_MEMBER = Allowance(3, 1 / 300)  # how many private cards a member may post to channels
POSTS_CHANNEL = Allowance(6, 1 / 120)  # how many such cards a channel takes
POSTS_SAME = Allowance(1, 1 / 600)  # how often the same card is posted to a channel
Posting: TypeAlias = Literal["member", "channel", "same"]  # which limit of posts is reached


class Buckets:
    """A token bucket for each of many keys, which can be overdrawn.

    Times are seconds of a clock that is never set back.

    Of a bucket only the time is stored at which it will be full again. Full ones are forgotten, and those used least
    lately where there are more than ``most``.
    """

    def __init__(self, allowance: Allowance, most: int = MAX_KNOWN) -> None:
        self.burst = max(1.0, allowance.burst)
        self.rate = allowance.rate
        self._most = most
        self._full: OrderedDict[int, float] = OrderedDict()

    def __len__(self) -> int:
        return len(self._full)

    def level(self, key: int, now: float) -> float:
        """Tokens in a bucket; below 0 where it is overdrawn."""
        return self.burst - max(0.0, self._full.get(key, now) - now) * self.rate

    def wait(self, key: int, now: float, *, overdrawn: float = 0.0) -> float:
        """Seconds until a token can be taken, with the bucket overdrawn by at most ``overdrawn`` bursts."""
        lacking = 1 - overdrawn * self.burst - self.level(key, now)
        return lacking / self.rate if lacking > EPSILON else 0.0

    def take(self, key: int, now: float) -> None:
        """Take a token, whether it is there or not."""
        self._full[key] = now + (self.burst + 1 - self.level(key, now)) / self.rate
        self._full.move_to_end(key)
        while len(self._full) > self._most or next(iter(self._full.values())) <= now:
            self._full.popitem(last=False)


L = TypeVar("L", bound=str)


def take_all(now: float, *limits: tuple[L, Buckets, int, float]) -> tuple[L, float] | None:
    """Take a token of a key from each bucket, extended by ``overdrawn`` bursts; or none: the empty one, and seconds."""
    for limit, buckets, key, overdrawn in limits:
        if wait := buckets.wait(key, now, overdrawn=overdrawn):
            return limit, wait
    for _, buckets, key, _ in limits:
        buckets.take(key, now)
    return None


class Refusal(NamedTuple):
    """Whose limit is reached, and when to try ``again``."""

    limit: Limit
    again: datetime


async def _nobody(member: int, scope: int) -> bool:
    return False


class Gate:
    """Counts what is asked for.

    :param now: gives the present moment, from which members read when to try again.
    :param monotonic: seconds of a clock that is never set back, by which all is counted.
    :param percent: scales all that may be asked for.
    :param plays: whether a member has a running match in a scope; may raise Unavailable.
    """

    def __init__(
        self,
        now: Callable[[], datetime],
        monotonic: Callable[[], float] = time.monotonic,
        percent: float = 100,
        plays: Callable[[int, int], Awaitable[bool]] = _nobody,
    ) -> None:
        self._now = now
        self._monotonic = monotonic
        self._plays = plays
        self._players: OrderedDict[tuple[int, int], tuple[float, bool]] = OrderedDict()
        share = percent / 100
        self._buckets = {
            work: [
                Buckets(Allowance(burst * share, rate * share))
                for burst, rate in (member, server, whole, (member.burst, forgotten))
            ]
            for work, (member, forgotten, server, whole) in ALLOWANCES.items()
        }
        self._answered = Buckets(ANSWERED)
        self._busy: set[int] = set()
        self._same, self._by_member, self._in_channel = map(Buckets, (POSTS_SAME, POSTS_MEMBER, POSTS_CHANNEL))

    async def admit(self, member: int, scope: int, work: Work) -> Refusal | None:
        """Count an interaction of a member, who may play in the scope; None where it may go on."""
        refused = self.ask(member, scope, work)
        if refused is not None and refused.limit != "member" and await self._playing(member, scope):
            refused = self.ask(member, scope, work, plays=True)
        if refused is not None:
            REFUSALS.labels(work, refused.limit).inc()
        return refused

    async def _playing(self, member: int, scope: int) -> bool:
        """Whether a member plays in a scope, as it was a moment ago; the database is asked only for the refused."""
        key, now = (member, scope), self._monotonic()
        if key not in self._players or self._players[key][0] <= now:
            self._players[key] = now + PLAYERS_SECONDS, False  # for those who press on until the answer is there
            with contextlib.suppress(Unavailable):
                self._players[key] = now + PLAYERS_SECONDS, await self._plays(member, scope)
            while len(self._players) > MAX_KNOWN:
                self._players.popitem(last=False)
        return self._players[key][1]

    def ask(self, member: int, scope: int, work: Work, *, plays: bool = False) -> Refusal | None:
        """Count an interaction of a member; None where it may go on. ``plays``: asked again for who plays there."""
        at = self._monotonic()
        members, servers, whole, asked = self._buckets[work]
        overdrawn = OVERDRAFT / (1 + asked.burst - asked.level(member, at)) ** 2 + plays
        if not plays:
            asked.take(member, at)  # refused interactions count too: pressing on gets nobody ahead
        refused: tuple[Limit, float] | None = take_all(
            at, ("member", members, member, 0.0), ("server", servers, scope, overdrawn), ("whole", whole, 0, overdrawn)
        )
        if refused is None:
            return None
        limit, seconds = refused
        return Refusal(limit, self._now() + timedelta(seconds=seconds))

    def answers(self, member: int) -> bool:
        """Count an answer to a member who is refused; False where they have had too many to be given another."""
        return not take_all(self._monotonic(), ("member", self._answered, member, 0.0))

    def post(self, member: int, channel: int, card: str) -> tuple[Posting, datetime] | None:
        """Count a card that a member posts to a channel; or which limit is reached and until when, nothing counted."""
        reached: tuple[Posting, float] | None = take_all(
            self._monotonic(),
            ("same", self._same, hash((channel, card)), 0.0),
            ("member", self._by_member, member, 0.0),
            ("channel", self._in_channel, channel, 0.0),
        )
        return reached and (reached[0], self._now() + timedelta(seconds=reached[1]))

    @contextmanager
    def one_heavy_job(self, member: int, work: Work) -> Iterator[None]:
        """Allow one heavy job per member. Raises LimitReached."""
        if work != "heavy":
            yield
            return
        if member in self._busy:
            raise LimitReached("I’m still working on your last request; try again when it’s done")
        self._busy.add(member)
        try:
            yield
        finally:
            self._busy.discard(member)
