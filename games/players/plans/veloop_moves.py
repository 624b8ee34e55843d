"""The leaps that each side of Veloop would have in its turn, and what was swapped in one."""

from collections.abc import Iterable, Iterator

from ...core import Move
from ...lattice import bits
from ...veloop import Veloop


def with_move(position: Veloop, seat: int) -> Veloop:
    return position if position.to_move == seat else position.with_other_to_move()


def leaps(position: Veloop, seat: int) -> int:
    """How many leaps a seat would have."""
    return with_move(position, seat)._legal().bit_count()


def moves(position: Veloop, seat: int) -> Iterator[Move]:
    """The leaps that a seat would have."""
    own_turn = with_move(position, seat)
    for code in bits(own_turn._legal()):
        yield own_turn.move(code)


def able(position: Veloop, seat: int) -> dict[str, tuple[str, ...]]:
    """The stones of a seat that have a leap, each with the cells where it could place."""
    targets: dict[str, tuple[str, ...]] = {}
    for move in moves(position, seat):
        targets[move.source] = (*targets.get(move.source, ()), move.target)
    return targets


def unable(position: Veloop, seat: int) -> Iterator[str]:
    """The stones of a seat that have no leap."""
    able_stones = able(position, seat)
    for stone in position.board.names(position.tops[seat]):
        if stone not in able_stones:
            yield stone


def supports(position: Veloop, seat: int) -> int:
    return len(able(position, seat))


def leading(
    position: Veloop, seat: int, some_moves: Iterable[Move]
) -> Iterator[tuple[Move, Veloop]]:
    """Leaps of a seat that do not end the match, each with where it leads."""
    own_turn = with_move(position, seat)
    for move in some_moves:
        code = own_turn.code(move)
        assert code is not None
        next_position = own_turn.copy()
        next_position._leap(code)
        if next_position.reason is None:
            yield move, next_position


def slide(start: Veloop, end: Veloop, seat: int) -> tuple[int, int] | None:
    """Where the one enemy stone stood and stands that was swapped, as bits.

    None where it is not one.
    """
    source = start.tops[1 - seat] & ~end.tops[1 - seat]
    target = end.tops[1 - seat] & ~start.tops[1 - seat]
    if source.bit_count() != 1 or target.bit_count() != 1 or any(end.lower):
        return None
    return source, target
