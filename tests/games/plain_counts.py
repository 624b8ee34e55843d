"""What is held, sealed off, confined and surrounded in a position, found cell by cell by plain
rules.
"""

from collections.abc import Iterable

from games import State

from .plain_leaps import PlainLeaps, flood


def top(state: State, cell: str) -> int | None:
    """The seat whose piece lies on top on a cell."""
    stack = state.pieces().get(cell)
    if not stack:
        return None
    return stack[-1]


def held(state: State, seat: int) -> set[str]:
    """The cells on which a seat's piece lies on top."""
    return {cell for cell, stack in state.pieces().items() if stack[-1] == seat}


def empty(state: State) -> set[str]:
    """The cells on which nothing lies."""
    return set(state.board.cells) - set(state.pieces())


def reached(state: State, starts: Iterable[str], area: set[str]) -> set[str]:
    """What of an area hangs together with any of the starts."""
    return flood(starts, area, state.board.neighbours)


def sealed(state: State, seat: int) -> set[str]:
    """The empty cells to which no way leads from a stone of the other side."""
    enemy = held(state, 1 - seat)
    vacant = empty(state)
    beside_enemy = [cell for cell in vacant if not enemy.isdisjoint(state.board.neighbours(cell))]
    return vacant - reached(state, beside_enemy, vacant)


def confined(state: State) -> set[str]:
    """The stones from which no way leads to the edge but through those of the other side."""
    stones = set()
    for seat in (0, 1):
        passable = set(state.board.cells) - held(state, 1 - seat)
        stones |= held(state, seat) - reached(state, edge(state), passable)
    return stones


def edge(state: State) -> set[str]:
    """The cells with fewer neighbours than those in the middle of the board."""
    neighbours = {cell: len(state.board.neighbours(cell)) for cell in state.board.cells}
    most = max(neighbours.values())
    return {cell for cell, number in neighbours.items() if number < most}


def surrounded(state: State, seat: int) -> set[str]:
    """The pillars that a seat's men surround."""
    plain = plain_leaps(state)
    return {plain.name(cell) for cell in plain.surrounded(plain.men(seat))}


def safe(state: State, seat: int) -> set[str]:
    """The pieces of a seat in groups that surround a pillar."""
    plain = plain_leaps(state)
    return {plain.name(cell) for cell in plain.safe(seat)}


def plain_leaps(state: State) -> PlainLeaps:
    """A position of Loops 'n Leaps by the plain rules."""
    plain = PlainLeaps(state.options["board"])
    for cell, stack in state.pieces().items():
        plain.pieces[plain.cell(cell)] = (stack[-1], len(stack))
    return plain


def score(state: State, seat: int) -> int:
    """Cells that a seat has sealed off; elsewhere, what the rules say it counts."""
    if state.game.slug == "vigilance":
        return len(sealed(state, seat))
    return state.score[seat]
