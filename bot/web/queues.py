"""What strangers may make the bot ask Discord: each door of the page has a queue, and budgets for
what is refused.

At 10,000 requests in ten minutes that Discord refuses, it shuts the host's address out, and the bot
with it. So codes that nobody knows cost those who send them: each address has a small budget of
refusals, and all of them together have one. What Discord grants costs nothing.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from bot.chat.discord.gateway.buckets import Allowance, Buckets
from bot.domain.errors import Refused
from bot.domain.members.doors import NoEntry
from games.core import _ as _

SECONDS = 10.0  # that Discord may take for all its answers, and the queue before them
AT_ONCE = 4  # members whom Discord is asked about
MOST_WAITING = 100
# members behind one address; those inside Discord share the addresses of its proxies
MOST_WAITING_SENDER = 20
REFUSED_SENDER = Allowance(10, 4 / 60)  # refusals at once, and a second
REFUSED_TOGETHER = Allowance(30, 12 / 60)

TOO_MANY = _("too many are coming in right now; try again in a minute")
DISCORD_AWAY = _("Discord can’t be asked right now; try again in a minute")


class NotNow(Refused):
    """Nobody can come in by this door at the moment."""


class DoorQueue:
    """Lets a few at a time ask Discord at one door.

    :param monotonic: seconds of a clock that is never set back.
    """

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._waiting: Counter[int] = Counter()
        self._refused_sender = Buckets(REFUSED_SENDER)
        self._refused_together = Buckets(REFUSED_TOGETHER)

    @asynccontextmanager
    async def turn(self, sender: int, *, is_known: bool = False) -> AsyncIterator[None]:
        """Run the block when it is the sender's turn; where it raises NoEntry, that is one refusal.

        :param is_known: whether Discord has granted what is asked for before, so that it is not
            limited.

        Raises NotNow, and TimeoutError where the queue and the block take too long.
        """
        if not is_known:
            self._require_budget(sender)
        if self._waiting.total() >= MOST_WAITING or self._waiting[sender] >= MOST_WAITING_SENDER:
            raise NotNow(TOO_MANY)
        self._waiting[sender] += 1
        try:
            async with asyncio.timeout(SECONDS), self._turns:
                if not is_known:  # again, since those that waited together may have used it up
                    self._require_budget(sender)
                try:
                    yield
                except NoEntry:
                    self._count_refusal(sender)
                    raise
        finally:
            self._waiting[sender] -= 1
            self._waiting += Counter()  # forgets those of whom none is waiting

    def _require_budget(self, sender: int) -> None:
        now = self._monotonic()
        if self._refused_sender.wait(sender, now) or self._refused_together.wait(0, now):
            raise NotNow(TOO_MANY)

    def _count_refusal(self, sender: int) -> None:
        now = self._monotonic()
        self._refused_sender.take(sender, now)
        self._refused_together.take(0, now)
