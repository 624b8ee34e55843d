"""The gate before every interaction: what a member, a server and the whole bot may ask for in a while, by kind of work.

All of it is in memory and of bounded size; nothing waits here, so that twenty presses at once are counted one by one.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, TypeAlias

from bot.domain.errors import LimitReached
from bot.metrics import REFUSALS

Work: TypeAlias = Literal["typing", "words", "board", "heavy"]
"""What an interaction costs: an offer while somebody types, an answer in words, a picture of a board, or more."""
Limit: TypeAlias = Literal["member", "server", "whole"]
"""Whose limit is reached."""

MOST_KNOWN = 20_000
"""Members, and servers, of whom it is known what they have asked for of a kind of work."""

OVERDRAWN = 2
"""So many bursts of a server, or of the whole bot, are left to members who have asked for nothing lately; half of that
to those who have asked for one thing, a third to those who have asked for two, and so on."""
NOTHING = 1e-3
"""So little of one interaction is an error of counting with moments."""


class Allowance(NamedTuple):
    """So many interactions at once, and so many a second in the long run."""

    burst: float
    rate: float


class Allowances(NamedTuple):
    """What each may ask for of one kind of work.

    Where others have reached the limit of the server or of the whole bot, members who have asked for less go ahead of
    those who have asked for more: who asks for little does not notice those who ask for much. What a member has asked
    for is ``forgotten`` at so many a second.
    """

    member: Allowance
    forgotten: float
    server: Allowance
    whole: Allowance


ALLOWANCES: Mapping[Work, Allowances] = {
    "typing": Allowances(Allowance(20, 4), 0.2, Allowance(30, 10), Allowance(100, 40)),
    "words": Allowances(Allowance(20, 2), 0.1, Allowance(40, 15), Allowance(150, 60)),
    "board": Allowances(Allowance(20, 2), 0.15, Allowance(30, 10), Allowance(100, 40)),
    "heavy": Allowances(Allowance(5, 0.1), 0.02, Allowance(15, 0.5), Allowance(40, 2)),
}
"""A process answers seventy boards a second or more; no server can ask for all of them."""
ANSWERED = Allowance(1, 0.1)
"""How often a member is told of being refused; those who go on all the same are not answered in between."""
ANSWERED_WHOLE = Allowance(60, 6)
"""How often anybody is."""
POSTS_MEMBER = Allowance(3, 1 / 300)
"""How many private cards a member may post to channels."""
POSTS_CHANNEL = Allowance(6, 1 / 120)
"""How many a channel takes."""
POSTS_SAME = Allowance(1, 1 / 600)
"""How often the same card is posted to a channel."""
Posting: TypeAlias = Literal["member", "channel", "same"]
"""Which limit of posts is reached."""


class Buckets:
    """One allowance of many, each with a bucket of its own that is known by a number. Times are unix times.

    Of a bucket only the moment is kept at which it will be full again. A bucket that is full is forgotten; where there
    are too many others, the one that was used least lately is. It can be overdrawn by ``OVERDRAWN`` bursts.
    """

    def __init__(self, allowance: Allowance, most: int = MOST_KNOWN) -> None:
        self.burst = max(1.0, allowance.burst)
        self.rate = allowance.rate
        self._most = most
        self._full: OrderedDict[int, float] = OrderedDict()

    def __len__(self) -> int:
        return len(self._full)

    def level(self, key: int, now: float) -> float:
        """What is left in a bucket; below 0 where it is overdrawn."""
        # A clock that was set back must not empty anything for longer than it takes to fill it.
        missing = (self._full.get(key, now) - now) * self.rate
        return self.burst - min(max(0.0, missing), (1 + OVERDRAWN) * self.burst)

    def wait(self, key: int, now: float, *, overdrawn: float = 0.0) -> float:
        """Seconds until one can be taken out, with the bucket overdrawn by so many bursts at most."""
        lacking = 1 - overdrawn * self.burst - self.level(key, now)
        return lacking / self.rate if lacking > NOTHING else 0.0

    def take(self, key: int, now: float) -> None:
        """Take one out, whether it is there or not."""
        self._full[key] = now + (self.burst + 1 - self.level(key, now)) / self.rate
        self._full.move_to_end(key)
        while len(self._full) > self._most or next(iter(self._full.values())) <= now:
            self._full.popitem(last=False)


class Counted:
    """What was asked for of one kind of work."""

    def __init__(self, allowances: Allowances) -> None:
        self._member, self._server, self._whole = map(Buckets, (allowances.member, allowances.server, allowances.whole))
        self._lately = Buckets(Allowance(allowances.member.burst, allowances.forgotten))

    def ask(self, member: int, scope: int, now: float) -> tuple[Limit, float] | None:
        """Count one for a member; or whose limit is reached, and for how many seconds, with nothing counted."""
        asked = self._lately.burst - self._lately.level(member, now)
        self._lately.take(member, now)  # what is refused counts too: pressing on gets nobody ahead
        ahead = OVERDRAWN / (1 + asked)
        places: tuple[tuple[Limit, Buckets, int], ...] = (
            ("member", self._member, member),
            ("server", self._server, scope),
            ("whole", self._whole, 0),
        )
        for limit, buckets, key in places:
            if wait := buckets.wait(key, now, overdrawn=0.0 if limit == "member" else ahead):
                return limit, wait
        for _, buckets, key in places:
            buckets.take(key, now)
        return None


class Refusal(NamedTuple):
    """Whose limit is reached, when it is worth trying again, and whether the member is to be told."""

    limit: Limit
    again: datetime
    told: bool


class Gate:
    """Counts what is asked for; ``now`` gives the moment, ``percent`` scales all that may be asked for."""

    def __init__(self, now: Callable[[], datetime], percent: float = 100) -> None:
        self._now = now
        self._kinds = {work: Counted(_scaled(allowances, percent / 100)) for work, allowances in ALLOWANCES.items()}
        self._answered = Buckets(ANSWERED)
        self._answered_whole = Buckets(ANSWERED_WHOLE)
        self._busy: set[int] = set()
        posts: tuple[tuple[Posting, Allowance], ...] = (
            ("same", POSTS_SAME),
            ("member", POSTS_MEMBER),
            ("channel", POSTS_CHANNEL),
        )
        self._posts = {limit: Buckets(allowance) for limit, allowance in posts}

    def ask(self, member: int, scope: int, work: Work) -> Refusal | None:
        """Count an interaction of a member; None where it may go on."""
        now = self._now()
        at = now.timestamp()
        found = self._kinds[work].ask(member, scope, at)
        if found is None:
            return None
        limit, seconds = found
        REFUSALS.labels(work, limit).inc()
        told = not (self._answered.wait(member, at) or self._answered_whole.wait(0, at))
        if told:
            self._answered.take(member, at)
            self._answered_whole.take(0, at)
        return Refusal(limit, now + timedelta(seconds=seconds), told)

    def post(self, member: int, channel: int, card: str) -> tuple[Posting, datetime] | None:
        """Count a card that a member posts to a channel; or which limit is reached and until when, nothing counted."""
        now = self._now()
        at = now.timestamp()
        keys: dict[Posting, int] = {"same": hash((channel, card)), "member": member, "channel": channel}
        for limit, buckets in self._posts.items():
            if wait := buckets.wait(keys[limit], at):
                return limit, now + timedelta(seconds=wait)
        for limit, buckets in self._posts.items():
            buckets.take(keys[limit], at)
        return None

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


def _scaled(allowances: Allowances, share: float) -> Allowances:
    member, server, whole = (
        Allowance(one.burst * share, one.rate * share)
        for one in (allowances.member, allowances.server, allowances.whole)
    )
    return Allowances(member, allowances.forgotten * share, server, whole)
