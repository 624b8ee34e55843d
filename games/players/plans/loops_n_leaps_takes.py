"""Leaps of Loops 'n Leaps that take men, and which men are in danger of them."""

from dataclasses import dataclass

from ...loops_n_leaps import LoopsNLeaps


def all_takes(position: LoopsNLeaps, seat: int) -> dict[str, tuple[str, ...]]:
    """The leaps with which a seat would take something in its turn, with what they take."""
    takes: dict[str, tuple[str, ...]] = {}
    for source in position.doubles[seat]:
        takes |= takes_from(position, seat, source)
    return takes


def takes_from(position: LoopsNLeaps, seat: int, source: int) -> dict[str, tuple[str, ...]]:
    """The same for the leaper of a seat on one cell."""
    board = position.board
    takes = {}
    for flight in position.colonnade.flights[source]:
        captures = position.captures(seat, flight.target)
        if captures and position.may_fly(seat, flight):
            takes[str(position.move(flight.code))] = board.names(captures)
    return takes


@dataclass(frozen=True, slots=True)
class Take:
    """A leap, and the cells of what it takes."""

    move: str
    cells: tuple[str, ...]


def take_if_crowned(position: LoopsNLeaps, seat: int, name: str) -> Take | None:
    """The leap that takes most of a leaper that a seat crowns on a free cell next, if any takes."""
    cell = position.board.index[name]
    takes = takes_from(with_man(position, seat, cell), seat, cell)
    if not takes:
        return None
    move = max(takes, key=lambda move: len(takes[move]))
    return Take(move, takes[move])


def with_man(position: LoopsNLeaps, seat: int, cell: int) -> LoopsNLeaps:
    """A position after a seat has placed a man on a free cell, whose turn it need not be."""
    later = position.copy()
    later.to_move = seat
    later.play(cell)
    return later


def endangered(position: LoopsNLeaps, seat: int) -> int:
    """The men of a seat that the other side can take with its next leap, as bits."""
    cells = {cell for taken in all_takes(position, 1 - seat).values() for cell in taken}
    return position.board.mask(cells)


def after_leap(position: LoopsNLeaps, seat: int, move: str) -> LoopsNLeaps:
    """A position after a leap of a seat in its turn."""
    source, target = move.split("-")
    later = position.copy()
    later.to_move = seat
    index = position.board.index
    later.play(index[source] * position.board.size + index[target])
    return later


def after_replies(position: LoopsNLeaps, seat: int) -> list[LoopsNLeaps]:
    """Where the leaps of the other side lead that take men of a seat."""
    other = 1 - seat
    return [after_leap(position, other, move) for move in all_takes(position, other)]
