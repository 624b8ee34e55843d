"""What is solved of a variant, by its certificates."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ...core import Move, Outcome, Position, State
from ...snipsnip import SnipSnip
from .certificate import Claim, Strategy, read

CERTIFICATES = Path(__file__).parent / "certificates"


class Advice(NamedTuple):
    """A decision by which the side to move forces a win, or else at least a draw."""

    move: Move
    wins: bool


class Known:
    """The certificates of a variant; most variants have none."""

    def __init__(self, slug: str, options: Mapping[str, str]) -> None:
        claims = (Claim(slug, options, seat, goal) for goal in ("win", "draw") for seat in (0, 1))
        self._strategies: dict[tuple[int, str], Strategy] = {
            (claim.seat, claim.goal): read(path_of(claim).read_bytes())
            for claim in claims
            if path_of(claim).is_file()
        }

    def advice(self, position: Position) -> Advice | None:
        """The decision by which the side to move reaches what is proved; None where nothing is."""
        for goal in ("win", "draw"):
            strategy = self._strategies.get((position.to_move, goal))
            if strategy is not None and not _has_come_back(position):
                code = strategy.decision(position)
                if code is not None:
                    return Advice(position.move(code), goal == "win")
        return None

    def forces(self, position: Position, seat: int, goal: str) -> bool:
        """Whether by a certificate a seat reaches a goal from here, with either seat to move."""
        strategy = self._strategies.get((seat, goal))
        if strategy is None or _has_come_back(position):
            return False
        if position.reason is not None:
            return strategy.claim.is_met(position)
        if position.to_move == seat:
            return strategy.decision(position) is not None
        return all(self.forces(position.after(code), seat, goal) for code in position.codes())

    def secures(self, position: Position, seat: int) -> bool:
        """Whether by a certificate a seat reaches at least a draw."""
        return any(self.forces(position, seat, goal) for goal in ("win", "draw"))

    def winner(self, position: Position) -> int | None:
        """The seat that forces a win from a position; None where no certificate proves one."""
        return next((seat for seat in (0, 1) if self.forces(position, seat, "win")), None)

    def drawn(self, position: Position) -> bool:
        """Whether by certificates each seat reaches at least a draw."""
        return all(self.forces(position, seat, "draw") for seat in (0, 1))


def path_of(claim: Claim) -> Path:
    """The file of the certificate of a claim."""
    return CERTIFICATES / ".".join(
        (claim.slug, *claim.options.values(), str(claim.seat), claim.goal)
    )


def known_of(state: State) -> Known:
    """What is solved of the variant of a match."""
    return _known(state.game.slug, tuple(state.options.items()))


def advice(state: State) -> Advice | None:
    """What a certificate advises in a state that is not over; None where there is none."""
    return known_of(state).advice(state.position())


def turn(state: State) -> tuple[Move, ...]:
    """The rest of a turn by which a certificate wins; () where none does."""
    moves: list[Move] = []
    seat = state.to_move
    while seat is not None and state.to_move == seat:
        advised = advice(state)
        if advised is None or not advised.wins:
            return ()
        moves.append(advised.move)
        state = state.play(advised.move)
    return tuple(moves)


def winner(state: State) -> int | None:
    """The seat that forces a win from a state that is not over; None where no certificate proves
    one.
    """
    return known_of(state).winner(state.position())


def best_play(slug: str, options: Mapping[str, str]) -> Outcome | None:
    """How a variant ends in best play, by the certificates; None where none proves it."""
    for seat in (0, 1):
        if path_of(Claim(slug, options, seat, "win")).is_file():
            return Outcome(seat, "solved")
    drawn = all(path_of(Claim(slug, options, seat, "draw")).is_file() for seat in (0, 1))
    return Outcome(None, "solved") if drawn else None


def _has_come_back(position: Position) -> bool:
    """Whether a third repetition is possible: certificates know nothing of the match before a
    position.
    """
    return isinstance(position, SnipSnip) and any(
        position.past.count(form) > 1 for form in position.past[:-1]
    )


@cache
def _known(slug: str, options: tuple[tuple[str, str], ...]) -> Known:
    return Known(slug, dict(options))
