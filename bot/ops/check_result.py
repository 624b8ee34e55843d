"""What ``python -m bot check`` says of one thing."""

from typing import NamedTuple


class CheckResult(NamedTuple):
    """Whether something is in order, what it is, and a sentence about it."""

    is_good: bool
    what: str
    sentence: str

    def __str__(self) -> str:
        return f"{'✓' if self.is_good else '✗'} {self.what}: {' '.join(self.sentence.split())}"
