"""Matches that are solved from their start: certificates that replay by the rules, and the compiled solver for them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ...core import Move, Outcome, State
from .certificate import Claim, Strategy, WrongCertificate, played, read

__all__ = [
    "CERTIFICATES",
    "Advice",
    "Claim",
    "Strategy",
    "WrongCertificate",
    "advice",
    "best_play",
    "path_of",
    "read",
    "winner",
]

CERTIFICATES = Path(__file__).parent / "certificates"


class Advice(NamedTuple):
    """A decision by which the side that decides forces a win, or else at least a draw."""

    move: Move
    wins: bool


def path_of(claim: Claim) -> Path:
    """Where the certificate of a claim is kept."""
    return CERTIFICATES / ".".join((claim.slug, *claim.options.values(), str(claim.seat), claim.goal))


def advice(state: State) -> Advice | None:
    """What a certificate says of a state that is not over; None if none says anything."""
    seat = state.to_move
    for goal in ("win", "draw"):
        claim = Claim(state.game.slug, state.options, seat or 0, goal)
        strategy = _kept(path_of(claim))
        if strategy is not None:
            position = state.position()
            code = strategy.decision(position)
            if code is not None:
                return Advice(position.move(code), goal == "win")
    return None


def best_play(slug: str, options: Mapping[str, str]) -> Outcome | None:
    """How a variant ends in best play, by the certificates; None where none proves it."""
    for seat in (0, 1):
        if path_of(Claim(slug, options, seat, "win")).name in _names():
            return Outcome(seat, "solved")
    if all(path_of(Claim(slug, options, seat, "draw")).name in _names() for seat in (0, 1)):
        return Outcome(None, "solved")
    return None


def winner(state: State) -> int | None:
    """The seat that forces a win from a state that is not over, by a certificate; None where none tells."""
    seat = state.to_move or 0
    found = advice(state)
    if found is not None and found.wins:
        return seat
    other = _kept(path_of(Claim(state.game.slug, state.options, 1 - seat, "win")))
    if other is None:
        return None
    position = state.position()
    ends = (played(position, code) for code in position.codes())
    lost = all(
        after.winner == 1 - seat
        if after.reason is not None
        else after.to_move != seat and other.decision(after) is not None
        for after in ends
    )
    return 1 - seat if lost else None


@cache
def _names() -> frozenset[str]:
    return frozenset(path.name for path in CERTIFICATES.iterdir())


@cache
def _kept(path: Path) -> Strategy | None:
    return read(path.read_bytes()) if path.is_file() else None
