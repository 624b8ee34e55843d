"""Certificates: for each position that one side can meet, how it goes on to force its goal; and their checker."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ...core import Position
from ...registry import get
from .forms import KEY_BYTES, Mirror

ENTRY = KEY_BYTES + 1
GOALS = ("win", "draw")


class WrongCertificate(ValueError):
    """A certificate does not prove what it says."""


class Walked(NamedTuple):
    """What a walk through a certificate met: positions of the claim's seat and of the other one, mirror images once."""

    own: int
    others: int


@dataclass(frozen=True, slots=True)
class Claim:
    """``seat`` reaches ``goal`` (a win, or at least a draw) whatever the other side does, from the start of a match."""

    slug: str
    options: Mapping[str, str]
    seat: int
    goal: str

    def start(self) -> Position:
        """The position at the start."""
        return get(self.slug).start(**self.options).position()

    def holds(self, position: Position) -> bool:
        """Whether a position that is over is what is claimed, or better."""
        return position.winner == self.seat or (self.goal == "draw" and position.winner is None)

    def winning(self, position: Position) -> int | None:
        """A decision of the seat that wins the match at once."""
        for code in position.codes():
            after = played(position, code)
            if after.reason is not None and after.winner == self.seat:
                return code
        return None


class Strategy:
    """A certificate in use: the decision for each position of the claim's seat, by what the position looks like.

    An entry is the first bytes of a hash of the position, and the number of the decision among all that are legal, in
    the order they have in the image from which the hash is made. Where the seat can win at once there is no entry.
    ``plies`` is how many decisions the certificate covers, where it would be too large to the end; 0 if it is whole.
    """

    def __init__(self, claim: Claim, entries: Mapping[bytes, int], plies: int = 0) -> None:
        self.claim = claim
        self.entries = entries
        self.plies = plies
        self.start = claim.start()
        self.mirror = Mirror(self.start)

    def decision(self, position: Position) -> int | None:
        """What to do in a position of the seat; None if the certificate does not say."""
        key, table = self.mirror.image(position)
        number = self.entries.get(key)
        if number is not None:
            ordered = in_order(position, table)
            if number < len(ordered):
                return ordered[number]
        return self.claim.winning(position)

    def check(self) -> Walked:
        """Play the seat's decisions against every answer, by the rules alone. Raises WrongCertificate.

        No position may come back on its own way, or the other side could lead the match round and round. Of a
        certificate that is not whole, only what it covers is played.
        """
        if self.plies:
            return self._check_top()
        own = others = 0
        done: dict[bytes, bool] = {}  # by position: whether all that may follow has been seen
        stack: list[tuple[Position, bool]] = [(self.start, False)]
        while stack:
            position, left = stack.pop()
            if position.reason is not None:
                if not self.claim.holds(position):
                    raise WrongCertificate(f"a match ends otherwise: {position.pieces()}")
                continue
            key = self.mirror.key(position)
            if left:
                done[key] = True
            elif key not in done:
                done[key] = False
                stack.append((position, True))
                if position.to_move == self.claim.seat:
                    own += 1
                    stack.append((played(position, self.said(position)), False))
                else:
                    others += 1
                    stack += ((played(position, code), False) for code in position.codes())
            elif not done[key]:
                raise WrongCertificate(f"a position comes back: {position.pieces()}")
        return Walked(own, others)

    def _check_top(self) -> Walked:
        own = others = 0
        seen: set[bytes] = set()
        layer = [self.start]
        for _ in range(self.plies):
            following: list[Position] = []
            for position in layer:
                key = self.mirror.key(position)
                if position.reason is not None and not self.claim.holds(position):
                    raise WrongCertificate(f"a match ends otherwise: {position.pieces()}")
                if position.reason is not None or key in seen:
                    continue
                seen.add(key)
                if position.to_move == self.claim.seat:
                    own += 1
                    following.append(played(position, self.said(position)))
                else:
                    others += 1
                    following += (played(position, code) for code in position.codes())
            layer = following
        return Walked(own, others)

    def said(self, position: Position) -> int:
        """What to do in a position that the certificate must know. Raises WrongCertificate."""
        code = self.decision(position)
        if code is None:
            raise WrongCertificate(f"nothing is said of {position.pieces()}")
        return code

    def write(self, path: Path) -> None:
        """A line of JSON that tells what is claimed, and the entries, sorted."""
        claim = self.claim
        head = {"game": claim.slug, "options": dict(claim.options), "seat": claim.seat, "goal": claim.goal}
        head |= {"plies": self.plies} if self.plies else {}
        body = b"".join(key + bytes([number]) for key, number in sorted(self.entries.items()))
        path.write_bytes(json.dumps(head).encode() + b"\n" + body)


def read(content: bytes) -> Strategy:
    """A certificate from what a file holds."""
    line, _, body = content.partition(b"\n")
    head = json.loads(line)
    claim = Claim(head["game"], head["options"], head["seat"], head["goal"])
    entries = {body[n : n + KEY_BYTES]: body[n + KEY_BYTES] for n in range(0, len(body), ENTRY)}
    return Strategy(claim, entries, head.get("plies", 0))


def in_order(position: Position, table: Mapping[int, int]) -> list[int]:
    """The legal decisions in the order that they have in a mirror image of the position, told by the image's table."""
    index = position.board.index

    def image(code: int) -> tuple[int, int]:
        move = position.move(code)
        source, target = (table[index[cell]] if cell else -1 for cell in (move.source, move.target))
        return source, target

    return sorted(position.codes(), key=image)


def played(position: Position, code: int) -> Position:
    """What a decision leads to."""
    after = position.copy()
    after.play(code)
    return after
