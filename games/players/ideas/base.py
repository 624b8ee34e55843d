"""What an idea is: a motif of a game's play with a name, an explanation, and a test that tells where it occurs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ...core import Event, Position, State
from ..claims.base import Prover, Story
from ..solver import OutOfTime, played

# How long a search for wins may take when it is asked whether a turn shows an idea.
SECONDS = 0.5


class Idea(NamedTuple):
    """An idea of a game: ``occurs`` tells of a turn whether it shows it; what it looks for, ``text`` says.

    ``warns``, of an idea that is told as a warning: whether a turn does what it warns of.
    """

    slug: str
    name: str
    text: str
    occurs: Callable[[Story], bool]
    warns: Callable[[Story], bool] | None = None

    @property
    def test(self) -> Callable[[Story], bool]:
        """Whether a turn shows the idea, or does what it warns of."""
        return self.warns or self.occurs


def events(told: Story, kind: str, seat: int | None = None) -> list[Event]:
    """The events of a kind in a turn; of one seat, or of both."""
    every = (event for state in told.states[1:] for event in state.events)
    return [event for event in every if event.kind == kind and seat in (None, event.seat)]


def own_cells(told: Story, kind: str) -> tuple[str, ...]:
    """The cells of the events of a kind by the seat whose turn it is."""
    return tuple(cell for event in events(told, kind, told.seat) for cell in event.cells)


def has_won(told: Story, *reasons: str) -> bool:
    """Whether the turn has won the match, for one of these reasons if any are named."""
    outcome = told.after.outcome
    return outcome is not None and outcome.winner == told.seat and (not reasons or outcome.reason in reasons)


def one_winner(position: Position, seat: int) -> list[int]:
    """The decisions of the seat to move that end the match at once with a win of ``seat``."""
    found = []
    for code in position.codes():
        after = played(position, code)
        if after.reason is not None and after.winner == seat:
            found.append(code)
    return found


def threats_of(state: State, seat: int) -> list[int]:
    """With how many single decisions a seat would win at once if it were its turn; none where nobody could think so."""
    if state.to_move is None:
        return []
    position = state.position()
    if state.to_move != seat:
        turned = position.turned()
        if turned is None:
            return []
        position = turned
    return one_winner(position, seat)


def forks(told: Story) -> bool:
    """Whether the seat threatens to win with one of several decisions, and no turn of the other stops them all."""
    threats = threats_of(told.after, told.seat)
    if told.after.to_move != 1 - told.seat or len(threats) < 2:
        return False
    return not _stops(told.after.position(), told.seat, set(threats), time.perf_counter() + SECONDS)


def _stops(position: Position, seat: int, threats: set[int], end: float) -> bool:
    """Whether the other seat has a turn after which none of the threats wins; also if that takes too long to tell."""
    if position.reason is not None:
        return position.winner != seat
    if position.to_move == seat:
        return not any(played(position, code).winner == seat for code in threats.intersection(position.codes()))
    if time.perf_counter() > end:
        return True
    return any(_stops(played(position, code), seat, threats, end) for code in position.codes())


def forces(told: Story) -> list[int]:
    """The one decision that the other seat must make, or lose at once; none where there is no such."""
    threats = threats_of(told.after, told.seat)
    if told.after.to_move != 1 - told.seat or len(threats) != 1:
        return []
    position = told.after.position()
    return threats if threats[0] in position.codes() and not one_winner(position, 1 - told.seat) else []


def proved(told: Story, *, threatening: bool) -> bool:
    """Whether the seat wins in its next turn, whatever is answered, with a threat standing or without one."""
    after, seat = told.after, told.seat
    if after.to_move != 1 - seat or bool(threats_of(after, seat)) != threatening:
        return False
    try:
        return Prover(after, SECONDS).wins(after.position(), seat, 1)
    except OutOfTime:
        return False


def saves(told: Story) -> bool:
    """Whether the other seat could have won with a single decision before the turn, and no longer can."""
    return (
        told.after.to_move == 1 - told.seat
        and bool(threats_of(told.before, 1 - told.seat))
        and not threats_of(told.after, 1 - told.seat)
    )


def lines(cells: set[str], neighbours: Callable[[str], tuple[str, ...]]) -> Iterator[set[str]]:
    """Connected groups of cells."""
    left = set(cells)
    while left:
        group, frontier = set(), [left.pop()]
        while frontier:
            cell = frontier.pop()
            group.add(cell)
            for other in neighbours(cell):
                if other in left:
                    left.discard(other)
                    frontier.append(other)
        yield group


def held(state: State, seat: int) -> set[str]:
    """The cells whose visible piece is a seat's."""
    return {cell for cell, stack in state.pieces().items() if stack[-1] == seat}
