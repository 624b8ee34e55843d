"""The gate before every interaction: what a member, a server and the whole bot may ask for, by kind
of work, and what that may cost.
"""

import contextlib
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, TypeAlias

from bot.chat.discord.gateway.buckets import (
    MAX_KNOWN,
    Allowance,
    Buckets,
    L,
    Shortage,
    Source,
    take_all,
)
from bot.chat.discord.gateway.spending import Account, Limit, Spending, overdraft
from bot.chat.discord.gateway.turns import Turns, WorkTurn
from bot.domain.errors import LimitReached
from bot.metrics import REFUSALS
from bot.store import Unavailable
from bot.workers.spending import paying

Work: TypeAlias = Literal["typing", "touch", "words", "board", "heavy"]
"""What an interaction costs: an offer while somebody types, a touch on the page, an answer in
words, a picture of a board, or more.
"""

PLAYERS_SECONDS = 20.0  # how long it is believed whether somebody plays in a server


class Allowances(NamedTuple):
    """What each may ask for of one kind of work.

    Where others have reached the limit of the server or of the whole bot, members who have asked
    for less go ahead of those who have asked for more.

    :param decay: how much of what a member has asked for is forgotten, a second
    """

    member: Allowance
    decay: float
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
# how often a refused member is answered: only who keeps pressing is not
ANSWERED = Allowance(5, 0.5)
POSTS_MEMBER = Allowance(3, 1 / 300)  # how many private cards a member may post to channels
POSTS_CHANNEL = Allowance(6, 1 / 120)  # how many such cards a channel takes
POSTS_SAME = Allowance(1, 1 / 600)  # how often the same card is posted to a channel
Posting: TypeAlias = Literal["member", "channel", "same"]  # which limit of posts is reached


class _BucketsOfWork(NamedTuple):
    """The buckets of one kind of work.

    :param interactions: count what members have asked for lately
    """

    member: Buckets
    server: Buckets
    whole: Buckets
    interactions: Buckets

    @classmethod
    def of(cls, allowances: Allowances, share: float) -> "_BucketsOfWork":
        """Buckets with a share of what is allowed."""
        interactions = Allowance(allowances.member.burst, allowances.decay)
        return cls(
            Buckets(allowances.member.scaled(share)),
            Buckets(allowances.server.scaled(share)),
            Buckets(allowances.whole.scaled(share)),
            Buckets(interactions.scaled(share)),
        )


class _Belief(NamedTuple):
    """Whether a member plays in a scope, as is believed until a time (monotonic seconds)."""

    plays: bool
    end: float


class LimitRefusal(NamedTuple):
    """Whose limit is reached, and until when."""

    limit: Limit
    end: datetime


class PostRefusal(NamedTuple):
    """Which limit of posts is reached, and until when."""

    limit: Posting
    end: datetime


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
        # by member and scope
        self._players: OrderedDict[tuple[int, int], _Belief] = OrderedDict()
        share = percent / 100
        self._buckets = {
            work: _BucketsOfWork.of(allowances, share) for work, allowances in ALLOWANCES.items()
        }
        self._spending = Spending(monotonic, share)
        self.turns = Turns(share)
        self._answered = Buckets(ANSWERED)
        self._busy: set[int] = set()
        self._same = Buckets(POSTS_SAME)
        self._by_member = Buckets(POSTS_MEMBER)
        self._in_channel = Buckets(POSTS_CHANNEL)

    async def admit(self, member: int, scope: int, work: Work) -> LimitRefusal | None:
        """Count an interaction of a member, who may play in the scope; None where it may go on."""
        refusal = self.ask(member, scope, work)
        if refusal is not None and refusal.limit != "member" and await self._playing(member, scope):
            refusal = self.ask(member, scope, work, plays=True)
        if refusal is not None:
            REFUSALS.labels(work, refusal.limit).inc()
        return refusal

    async def _playing(self, member: int, scope: int) -> bool:
        """Whether a member plays in a scope, as it was a moment ago; the database is asked only for
        the refused.
        """
        key = (member, scope)
        now = self._monotonic()
        belief = self._players.get(key)
        if belief is not None and now < belief.end:
            return belief.plays
        end = now + PLAYERS_SECONDS
        # for those who press on until the answer is there
        self._players[key] = _Belief(False, end)
        with contextlib.suppress(Unavailable):
            plays = await self._plays(member, scope)
            self._players[key] = _Belief(plays, end)
        while len(self._players) > MAX_KNOWN:
            self._players.popitem(last=False)
        return self._players[key].plays

    def ask(
        self, member: int, scope: int, work: Work, *, plays: bool = False
    ) -> LimitRefusal | None:
        """Count an interaction of a member; None where it may go on.

        :param plays: asked again for who plays there
        """
        now = self._monotonic()
        buckets = self._buckets[work]
        asked_lately = buckets.interactions.burst - buckets.interactions.level(member, now)
        bursts = overdraft(asked_lately, plays=plays)
        if not plays:
            # refused interactions count too: pressing on gets nobody ahead
            buckets.interactions.take(member, now)
        shortage = self._spending.debt(member, scope, heavy=work == "heavy", plays=plays)
        if shortage is None:
            shortage = take_all(
                now,
                Source("member", buckets.member, member),
                Source("server", buckets.server, scope, bursts),
                Source("whole", buckets.whole, 0, bursts),
            )
        return None if shortage is None else self._refusal(shortage)

    def debt(self, member: int, scope: int, work: Work) -> LimitRefusal | None:
        """Whether what was used since a member was admitted is more than they, or the server, may
        use; None: it is not.

        Asked when what they ask for is about to begin: much may have been admitted at once.
        """
        debt = self._spending.debt(member, scope, heavy=work == "heavy", plays=True)
        return None if debt is None else self._refusal(debt)

    @asynccontextmanager
    async def turn(self, member: int, scope: int) -> AsyncIterator[WorkTurn]:
        """Wait for a turn of a member, which is over with the block, or while what is asked for
        waits for a helper.
        """
        turn = await self.turns.begin(member, scope)
        payer = paying()
        if isinstance(payer, Account):
            payer.resting = turn.end
        try:
            yield turn
        finally:
            turn.end()

    def used(self, member: int) -> float:
        """Seconds of the bot's own process that a member has used lately, less what is paid off."""
        return self._spending.used(member)

    def account(self, member: int, scope: int) -> Account:
        """Who pays for the processor time of what a member asks for in a scope; 0: it is not known
        in which.
        """
        return Account(self._spending, member, scope)

    def _refusal(self, shortage: Shortage[Limit]) -> LimitRefusal:
        return LimitRefusal(shortage.limit, self._end_of(shortage))

    def _end_of(self, shortage: Shortage[L]) -> datetime:
        return self._now() + timedelta(seconds=shortage.seconds)

    def answers(self, member: int) -> bool:
        """Count an answer to a member who is refused; False where they have had too many to be
        given another.
        """
        shortage = take_all(self._monotonic(), Source("member", self._answered, member))
        return shortage is None

    def post(self, member: int, channel: int, card: str) -> PostRefusal | None:
        """Count a card that a member posts to a channel; nothing is counted where it is refused."""
        shortage: Shortage[Posting] | None = take_all(
            self._monotonic(),
            Source("same", self._same, hash((channel, card))),
            Source("member", self._by_member, member),
            Source("channel", self._in_channel, channel),
        )
        if shortage is None:
            return None
        return PostRefusal(shortage.limit, self._end_of(shortage))

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
