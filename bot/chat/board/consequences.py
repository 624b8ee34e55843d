"""What a decision would do to the board, as far as it can be seen at once: what it takes, swaps and
seals off.
"""

from typing import NamedTuple

from games.core import Move, State

_TAKING = ("captured", "converted")
_REGIONS = "sealed{seat}"  # marks of a game that are cells won for good, by seat


class Consequence(NamedTuple):
    """What a decision would do.

    :param captures: the cells of what it takes, or of which one may be taken next
    :param swaps: the cells whose stones change places
    :param seals: the cells that it seals off
    """

    captures: tuple[str, ...] = ()
    swaps: tuple[str, ...] = ()
    seals: tuple[str, ...] = ()

    @property
    def sign(self) -> str:
        """In short, behind the name of a cell: ``×2`` for two stones taken, ``+3`` for three cells
        sealed off.
        """
        sign = ""
        if self.captures:
            sign += f" ×{len(self.captures)}"
        if self.seals:
            sign += f" +{len(self.seals)}"
        return sign


def consequence(state: State, move: Move) -> Consequence:
    """What a legal decision would do."""
    seat = state.to_move
    next_state = state.after(move)
    captures = list[str]()
    for event in next_state.events:
        if event.kind in _TAKING and event.seat == seat:
            captures += event.cells
    swaps = next((event.cells for event in next_state.events if event.kind == "swapped"), ())
    # Where one of several stones is taken by a decision of its own, any of them may be.
    if next_state.to_move == seat and _any_move(next_state).kind == "remove":
        replies = next_state.legal_moves()
        if all(move.kind == "remove" for move in replies):
            captures.append(replies[0].target)
    seals: tuple[str, ...] = ()
    region = _REGIONS.format(seat=seat)
    sealed_before = state.marks.get(region)
    if sealed_before is not None:
        seals = tuple(cell for cell in next_state.marks[region] if cell not in sealed_before)
    return Consequence(tuple(captures), swaps, seals)


def _any_move(state: State) -> Move:
    """A legal decision, without listing all."""
    position = state.position()
    return position.move(position.random_code(lambda: 0.0))
