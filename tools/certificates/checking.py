"""Checks a certificate by the rules alone: every answer of the other side is played."""

from typing import NamedTuple

from games.core import Position
from games.players.solved.certificate import Strategy


class WrongCertificate(ValueError):
    """A certificate does not prove its claim."""


class Checked(NamedTuple):
    """How many positions were checked: with the claim's seat to move, and with the other; mirror
    images count once.
    """

    own: int
    others: int


def check(strategy: Strategy) -> Checked:
    """Play the certificate's decisions against every answer, as far as it goes.

    Raises WrongCertificate.

    In a certificate to the end, no line may repeat a position: the other side could go round for
    ever.
    """
    return _check_first_plies(strategy) if strategy.plies else _check_to_the_end(strategy)


def _check_to_the_end(strategy: Strategy) -> Checked:
    own = others = 0
    # by position: False while positions that may follow are on the stack
    finished: dict[bytes, bool] = {}
    stack: list[tuple[Position, bool]] = [(strategy.start, False)]
    while stack:
        position, leaving = stack.pop()
        if is_rightly_over(strategy, position):
            continue
        key = strategy.mirror.key(position)
        if leaving:
            finished[key] = True
        elif key not in finished:
            finished[key] = False
            stack.append((position, True))
            stack += ((after, False) for after in answers(strategy, position))
            own += position.to_move == strategy.claim.seat
            others += position.to_move != strategy.claim.seat
        elif not finished[key]:
            raise WrongCertificate(f"a position comes back: {position.pieces()}")
    return Checked(own, others)


def _check_first_plies(strategy: Strategy) -> Checked:
    own = others = 0
    seen: set[bytes] = set()
    layer = [strategy.start]
    for _ in range(strategy.plies):
        following: list[Position] = []
        for position in layer:
            if (
                is_rightly_over(strategy, position)
                or (key := strategy.mirror.key(position)) in seen
            ):
                continue
            seen.add(key)
            following += answers(strategy, position)
            own += position.to_move == strategy.claim.seat
            others += position.to_move != strategy.claim.seat
        layer = following
    return Checked(own, others)


def is_rightly_over(strategy: Strategy, position: Position) -> bool:
    """Whether a position is over.

    Raises WrongCertificate where its result is not the claimed one, or a better one.
    """
    if position.reason is None:
        return False
    if not strategy.claim.is_met(position):
        raise WrongCertificate(f"a match ends otherwise: {position.pieces()}")
    return True


def answers(strategy: Strategy, position: Position) -> list[Position]:
    """The positions after the certificate's decision, or after every decision of the other side."""
    mine = position.to_move == strategy.claim.seat
    return [
        position.after(code)
        for code in ([required(strategy, position)] if mine else position.codes())
    ]


def required(strategy: Strategy, position: Position) -> int:
    """The certificate's decision in a position, as a code.

    Raises WrongCertificate where it has none.
    """
    code = strategy.decision(position)
    if code is None:
        raise WrongCertificate(f"no decision for {position.pieces()}")
    return code
