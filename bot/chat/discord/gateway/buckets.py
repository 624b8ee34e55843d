"""Token buckets: how much of something each of many may have at once, and in the long run."""

from collections import OrderedDict
from typing import NamedTuple, TypeVar

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

    def wait(self, key: int, now: float, *, overdrawn: float = 0.0) -> float:
        """Seconds until a token can be taken, with the bucket overdrawn by at most ``overdrawn``
        bursts.
        """
        lacking = 1 - overdrawn * self.burst - self.level(key, now)
        return lacking / self.rate if lacking > EPSILON else 0.0

    def take(self, key: int, now: float, tokens: float = 1.0) -> None:
        """Take tokens, whether they are there or not."""
        lacking = self.burst - self.level(key, now) + tokens
        self._full[key] = now + lacking / self.rate
        self._full.move_to_end(key)
        while self._full:
            least_lately_used = next(iter(self._full.values()))
            if len(self._full) <= self._most and least_lately_used > now:
                break
            self._full.popitem(last=False)


L = TypeVar("L", bound=str)


def take_all(now: float, *limits: tuple[L, Buckets, int, float]) -> tuple[L, float] | None:
    """Take a token of a key from each bucket, extended by ``overdrawn`` bursts; or none: the empty
    one, and seconds.
    """
    for limit, buckets, key, overdrawn in limits:
        wait = buckets.wait(key, now, overdrawn=overdrawn)
        if wait:
            return limit, wait
    for _, buckets, key, _ in limits:
        buckets.take(key, now)
    return None
