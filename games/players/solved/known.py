"""What is solved of one variant, asked in one place by all that decide something about a position."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ...core import Move, Outcome, Position, State
from ...snipsnip import SnipSnip
from ..solver import played
from .certificate import Claim, Strategy, read

CERTIFICATES = Path(__file__).parent / "certificates"


class Advice(NamedTuple):
    """A decision by which the side that decides forces a win, or else at least a draw."""

    move: Move
    wins: bool


class Known:
    """The certificates of a variant. Most have none, and nothing is known then."""

    def __init__(self, slug: str, options: Mapping[str, str]) -> None:
        claims = (Claim(slug, options, seat, goal) for goal in ("win", "draw") for seat in (0, 1))
        self._strategies: dict[tuple[int, str], Strategy] = {
            (claim.seat, claim.goal): read(path_of(claim).read_bytes())
            for claim in claims
            if path_of(claim).name in _names()
        }

    def decision(self, position: Position) -> tuple[int, bool] | None:
        """By what, as a code, the side that decides reaches what is proved of it, and whether that is a win."""
        for goal in ("win", "draw"):
            strategy = self._strategies.get((position.to_move, goal))
            if strategy is not None and not _has_come_back(position):
                code = strategy.decision(position)
                if code is not None:
                    return code, goal == "win"
        return None

    def forces(self, position: Position, seat: int, goal: str) -> bool:
        """Whether a certificate tells how a seat reaches a goal from here, whoever decides."""
        strategy = self._strategies.get((seat, goal))
        if strategy is None or _has_come_back(position):
            return False
        if position.reason is not None:
            return strategy.claim.is_met(position)
        if position.to_move == seat:
            return strategy.decision(position) is not None
        return all(self.forces(played(position, code), seat, goal) for code in position.codes())

    def secures(self, position: Position, seat: int) -> bool:
        """Whether by a certificate a seat reaches at least a draw."""
        return any(self.forces(position, seat, goal) for goal in ("win", "draw"))

    def winner(self, position: Position) -> int | None:
        """The seat that forces a win from a position; None where no certificate tells."""
        return next((seat for seat in (0, 1) if self.forces(position, seat, "win")), None)

    def drawn(self, position: Position) -> bool:
        """Whether certificates tell both seats how not to lose."""
        return all(self.forces(position, seat, "draw") for seat in (0, 1))


def path_of(claim: Claim) -> Path:
    """Where the certificate of a claim is kept."""
    return CERTIFICATES / ".".join((claim.slug, *claim.options.values(), str(claim.seat), claim.goal))


def known_of(slug: str, options: Mapping[str, str]) -> Known:
    """What is solved of a variant."""
    return _known(slug, tuple(options.items()))


def advice(state: State) -> Advice | None:
    """What a certificate says of a state that is not over; None if none says anything."""
    position = state.position()
    found = known_of(state.game.slug, state.options).decision(position)
    return None if found is None else Advice(position.move(found[0]), found[1])


def turn(state: State) -> tuple[Move, ...]:
    """The rest of a turn by which a certificate wins; () where none says anything."""
    moves: list[Move] = []
    seat = state.to_move
    while seat is not None and state.to_move == seat:
        held = advice(state)
        if held is None or not held.wins:
            return ()
        moves.append(held.move)
        state = state.play(held.move)
    return tuple(moves)


def winner(state: State) -> int | None:
    """The seat that forces a win from a state that is not over, by a certificate; None where none tells."""
    return known_of(state.game.slug, state.options).winner(state.position())


def best_play(slug: str, options: Mapping[str, str]) -> Outcome | None:
    """How a variant ends in best play, by the certificates; None where none proves it."""
    for seat in (0, 1):
        if path_of(Claim(slug, options, seat, "win")).name in _names():
            return Outcome(seat, "solved")
    if all(path_of(Claim(slug, options, seat, "draw")).name in _names() for seat in (0, 1)):
        return Outcome(None, "solved")
    return None


def _has_come_back(position: Position) -> bool:
    """Whether something has stood twice already that would end the match as a draw if it stood once more.

    On the way of a proof no position comes back, but certificates know nothing of the match before it.
    """
    return isinstance(position, SnipSnip) and any(position.past.count(one) > 1 for one in position.past[:-1])


@cache
def _names() -> frozenset[str]:
    return frozenset(path.name for path in CERTIFICATES.iterdir())


@cache
def _known(slug: str, options: tuple[tuple[str, str], ...]) -> Known:
    return Known(slug, dict(options))
