"""The leaps that each side of Veloop would have in its turn, and what was swapped in one."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from ...core import Move, Sentence
from ...lattice import bits
from ...veloop import Veloop
from .base import Telling, beside


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


def brings_home(start: Veloop, end: Veloop, seat: int) -> bool:
    """Whether an enemy stone that stood alone was swapped to several others of its side."""
    swap = slide(start, end, seat)
    if swap is None:
        return False
    source, target = swap
    if beside(end.board, source.bit_length() - 1) & start.tops[1 - seat]:
        return False
    groups = end.board.groups(end.tops[1 - seat])
    return any(group & target and group.bit_count() > 2 for group in groups)


def usually(position: Veloop, seat: int, holds: Callable[[Veloop], bool]) -> bool:
    """Whether something holds after two in three single leaps of the other side.

    What any leap of theirs undoes is not worth a word. Leaps that end the match do not count.
    """
    answers = _answers(_Keyed((position.board, seat, *position.key()), position), 1 - seat)
    count = sum(map(holds, answers))
    return 3 * count >= 2 * len(answers)


@dataclass(frozen=True, slots=True)
class _Keyed:
    """A position with what tells it from others, to be remembered by."""

    key: Hashable
    position: Veloop = field(compare=False)


@lru_cache(maxsize=64)
def _answers(keyed: _Keyed, seat: int) -> tuple[Veloop, ...]:
    """Where each single leap of a seat leads that does not end the match."""
    position = keyed.position
    return tuple(reply for _move, reply in leading(position, seat, moves(position, seat)))


@dataclass(frozen=True, slots=True)
class _KeyedTurn:
    """A turn of a seat with what tells it from others, to be remembered by."""

    key: Hashable
    start: Veloop = field(compare=False)
    end: Veloop = field(compare=False)
    seat: int


def remembered(telling: Telling) -> Telling:
    """A telling that decides each of the last turns once, though several plans ask for it."""

    @lru_cache(maxsize=512)
    def decide(turn: _KeyedTurn) -> Sentence | None:
        return telling(turn.start, turn.end, turn.seat)

    def tell(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
        key = (start.board, start.double, start.key(), end.key())
        return decide(_KeyedTurn(key, start, end, seat))

    return tell


def stays_possible(position: Veloop, seat: int, move: Move) -> bool:
    """Whether a leap of a seat is still possible after most leaps of the other side."""
    code = position.code(move)
    assert code is not None
    return usually(position, seat, lambda reply: bool(with_move(reply, seat)._legal() >> code & 1))


def stays_unable(position: Veloop, seat: int, stone: str) -> bool:
    """Whether a stone of the other side has no leap after most leaps of its own side."""
    return usually(position, seat, lambda reply: stone not in able(reply, 1 - seat))
