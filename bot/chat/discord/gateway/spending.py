"""What is paid for what was used: processor time of the bot's own process and of its helpers, by
member and by server.

It is charged after the fact, whatever it was used for. Who is in debt waits until they have paid it
off.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from bot.chat.discord.gateway.buckets import Allowance, Buckets, Shortage, Source

Limit: TypeAlias = Literal["member", "server", "whole"]  # whose limit is reached

OVERDRAFT = 2
"""Bursts by which members who have asked for nothing lately may overdraw the bucket of a server or
of the whole bot; those who have asked for n things by 1 / (1 + n)² of that.

Another burst is kept for those who play in the server.
"""
PAID_AT = 1e-3  # seconds of processor time that are put together before they are paid for
PAID_OFF = 0.05  # seconds by which a debt must be paid off before something else may begin


def overdraft(lately: float, *, plays: bool) -> float:
    """Bursts by which a member may overdraw the bucket of a server or of the whole bot.

    :param lately: how many things they have asked for
    :param plays: they play in the server
    """
    bursts = OVERDRAFT / (1 + lately) ** 2
    return bursts + 1 if plays else bursts


class Budget(NamedTuple):
    """Seconds of processor time: how many may be used by a member, in a server and by everybody
    together.

    :param unit: who has used so many lately counts like somebody who has asked for one thing
    """

    member: Allowance
    server: Allowance
    whole: Allowance
    unit: float


PROCESS = Budget(Allowance(3, 0.08), Allowance(10, 0.4), Allowance(20, 0.6), 0.1)
"""Of the bot's own process.

A board takes about 0.01 s, so that nobody comes near who only plays.
"""
HELPERS = Budget(Allowance(300, 1), Allowance(1800, 2), Allowance(3600, 8), 10)
"""Of helper processes.

They stand back behind the bot, and their queues are fair, so this only bounds what is heavy.
"""


class _Budgets:
    """The buckets of a budget."""

    def __init__(self, budget: Budget, share: float) -> None:
        self._members = Buckets(budget.member.scaled(share))
        self._servers = Buckets(budget.server.scaled(share))
        self._whole = Buckets(budget.whole.scaled(share))
        self._unit = budget.unit * share

    def charge(self, member: int, scope: int, now: float, seconds: float) -> None:
        self._members.take(member, now, seconds)
        if scope:
            self._servers.take(scope, now, seconds)
        self._whole.take(0, now, seconds)

    def used(self, member: int, now: float) -> float:
        """Seconds that a member has used and not paid off."""
        return self._members.burst - self._members.level(member, now)

    def debt(self, member: int, scope: int, now: float, *, plays: bool) -> Shortage[Limit] | None:
        """Whose debt is in the way, until it is paid off."""
        bursts = overdraft(self.used(member, now) / self._unit, plays=plays)
        sources: tuple[Source[Limit], ...] = (
            Source("member", self._members, member),
            Source("server", self._servers, scope, bursts),
            Source("whole", self._whole, 0, bursts),
        )
        for source in sources:
            buckets = source.buckets
            debt = -buckets.level(source.key, now) - source.overdraft * buckets.burst
            if debt > 0:
                return Shortage(source.limit, (debt + PAID_OFF) / buckets.rate)
        return None


class Spending:
    """Adds up what is used. ``share`` scales what may be."""

    def __init__(self, monotonic: Callable[[], float], share: float) -> None:
        self._monotonic = monotonic
        self._process = _Budgets(PROCESS, share)
        self._helpers = _Budgets(HELPERS, share)

    def in_process(self, member: int, scope: int, seconds: float) -> None:
        """Charge for time of the bot's own process."""
        self._process.charge(member, scope, self._monotonic(), seconds)

    def in_helpers(self, member: int, scope: int, seconds: float) -> None:
        """Charge for time of helper processes."""
        self._helpers.charge(member, scope, self._monotonic(), seconds)

    def used(self, member: int) -> float:
        """Seconds of the bot's own process that a member has used lately, less what is paid off."""
        return self._process.used(member, self._monotonic())

    def debt(self, member: int, scope: int, *, heavy: bool, plays: bool) -> Shortage[Limit] | None:
        """Whose debt keeps a member from something, and for how long.

        What was used of helpers only keeps them from what is ``heavy``.

        :param plays: they play in the scope
        """
        now = self._monotonic()
        debt = self._process.debt(member, scope, now, plays=plays)
        if debt is None and heavy:
            debt = self._helpers.debt(member, scope, now, plays=plays)
        return debt


class Account:
    """A member who pays for what they ask for in a scope."""

    def __init__(self, spending: Spending, member: int, scope: int) -> None:
        self._spending = spending
        self.owner = member
        self._scope = scope
        self._unpaid = 0.0
        self.resting: Callable[[], None] | None = None
        """Called when what was asked for waits for a helper."""

    def rests(self) -> None:
        """What was asked for waits for a helper."""
        if self.resting is not None:
            self.resting()

    def in_process(self, seconds: float) -> None:
        """Pay for time in the bot's own process."""
        self._unpaid += seconds
        if self._unpaid >= PAID_AT:
            self.settle()

    def in_helpers(self, seconds: float) -> None:
        """Pay for time in a helper process."""
        self._spending.in_helpers(self.owner, self._scope, seconds)

    def settle(self) -> None:
        """Pay for what was put together."""
        unpaid = self._unpaid
        self._unpaid = 0.0
        if unpaid:
            self._spending.in_process(self.owner, self._scope, unpaid)
