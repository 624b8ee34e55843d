"""Token buckets: how much of something each of many may have at once, and in the long run."""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

MAX_KNOWN = 20_000  # members, and servers, whose interactions of a kind of work are counted
EPSILON = 1e-3  # interactions


class Allowance(NamedTuple):
    """Interactions, or seconds of processor time, at once, and a second in the long run."""

    burst: float
    rate: float

    def scaled(self, share: float) -> "Allowance":
        """A share of it."""
        return Allowance(self.burst * share, self.rate * share)


class Buckets:
    """A token bucket for each of many keys, which can be overdrawn.

    Times are seconds of a clock that is never set back.

    Of a bucket only the time is stored at which it will be full again. Full ones are forgotten, and
    those used least lately where there are more than ``most``.
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

    def wait(self, key: int, now: float, *, overdraft: float = 0.0) -> float:
        """Seconds until a token can be taken, with the bucket overdrawn by at most ``overdraft``
        bursts.
        """
        deficit = 1 - overdraft * self.burst - self.level(key, now)
        return deficit / self.rate if deficit > EPSILON else 0.0

    def take(self, key: int, now: float, tokens: float = 1.0) -> None:
        """Take tokens, whether they are there or not."""
        deficit = self.burst - self.level(key, now) + tokens
        self._full[key] = now + deficit / self.rate
        self._full.move_to_end(key)
        while self._full:
            least_lately_used = next(iter(self._full.values()))
            if len(self._full) <= self._most and least_lately_used > now:
                break
            self._full.popitem(last=False)


L = TypeVar("L", bound=str)


@dataclass(frozen=True, slots=True)
class Source(Generic[L]):
    """A bucket from which a token is to be taken.

    :param limit: what the buckets limit
    :param key: of the bucket
    :param overdraft: bursts by which the bucket may be overdrawn
    """

    limit: L
    buckets: Buckets
    key: int
    overdraft: float = 0.0

    def wait(self, now: float) -> float:
        """Seconds until a token can be taken."""
        return self.buckets.wait(self.key, now, overdraft=self.overdraft)


@dataclass(frozen=True, slots=True)
class Shortage(Generic[L]):
    """A limit that is reached, and for how many seconds."""

    limit: L
    seconds: float


def take_all(now: float, *sources: Source[L]) -> Shortage[L] | None:
    """Take a token from each bucket; none from any where one of them is empty."""
    for source in sources:
        seconds = source.wait(now)
        if seconds:
            return Shortage(source.limit, seconds)
    for source in sources:
        source.buckets.take(source.key, now)
    return None
