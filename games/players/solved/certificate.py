"""Certificates: for each position that one side can meet, the decision by which it goes on to force
its goal.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from ...core import Position
from ...registry import get
from ..knowledge.base import any_win
from .forms import KEY_BYTES, Mirror

ENTRY = KEY_BYTES + 1  # bytes


@dataclass(frozen=True, slots=True)
class Claim:
    """``seat`` reaches ``goal`` (a win, or at least a draw) whatever the other side does, from the
    start of a match.
    """

    slug: str
    options: Mapping[str, str]
    seat: int
    goal: str

    def start(self) -> Position:
        """The position at the start."""
        return get(self.slug).start(**self.options).position()

    def is_met(self, position: Position) -> bool:
        """Whether a finished position has the claimed or a better result."""
        return position.winner == self.seat or (self.goal == "draw" and position.winner is None)


class Strategy:
    """A certificate in use: the decision for each position of the claim's seat.

    An entry maps the first bytes of a position's hash to the number of the decision among all that
    are legal, in the order they have in the mirror image that was hashed. Where the seat can win at
    once there is no entry. ``plies`` is how many decisions a certificate covers that would be too
    large to the end; 0 if it is whole.
    """

    def __init__(self, claim: Claim, entries: Mapping[bytes, int], plies: int = 0) -> None:
        self.claim = claim
        self.entries = entries
        self.plies = plies
        self.start = claim.start()
        self.mirror = Mirror(self.start)

    def decision(self, position: Position) -> int | None:
        """What to do in a position of the seat, as a code; None if the certificate does not say."""
        key, table = self.mirror.image(position)
        number = self.entries.get(key)
        if number is not None and number < len(ordered := in_order(position, table)):
            return ordered[number]
        return any_win(position)


def read(content: bytes) -> Strategy:
    """A certificate from the content of its file: a line of JSON, then the entries."""
    line, _, body = content.partition(b"\n")
    head = json.loads(line)
    claim = Claim(head["game"], head["options"], head["seat"], head["goal"])
    entries = {body[n : n + KEY_BYTES]: body[n + KEY_BYTES] for n in range(0, len(body), ENTRY)}
    return Strategy(claim, entries, head.get("plies", 0))


def in_order(position: Position, table: Mapping[int, int]) -> list[int]:
    """The legal decisions, as codes, in the order they have in the mirror image made by
    ``table``.
    """
    index = position.board.index

    def image(code: int) -> tuple[int, int]:
        move = position.move(code)
        source, target = (table[index[cell]] if cell else -1 for cell in (move.source, move.target))
        return source, target

    return sorted(position.codes(), key=image)
