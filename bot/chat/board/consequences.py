"""What a decision would do to the board, as far as it can be seen at once: what it takes, swaps and
seals off.
"""

from typing import NamedTuple

from games.core import Move, State

_TAKING = ("captured", "converted")
_REGIONS = "sealed{seat}"  # marks of a game that are cells won for good, by seat


class Consequence(NamedTuple):
    """What a decision would do.

    :param taken: the cells of what it takes, or of which one may be taken next
    :param swapped: the cells whose stones change places
    :param sealed: the cells that it seals off
    """

    taken: tuple[str, ...] = ()
    swapped: tuple[str, ...] = ()
    sealed: tuple[str, ...] = ()

    @property
    def sign(self) -> str:
        """In short, behind the name of a cell: ``×2`` for two stones taken, ``+3`` for three cells
        sealed off.
        """
        sign = ""
        if self.taken:
            sign += f" ×{len(self.taken)}"
        if self.sealed:
            sign += f" +{len(self.sealed)}"
        return sign


def consequence(state: State, move: Move) -> Consequence:
    """What a legal decision would do."""
    seat = state.to_move
    after = state.after(move)
    taken = list[str]()
    for event in after.events:
        if event.kind in _TAKING and event.seat == seat:
            taken += event.cells
    swapped = next((event.cells for event in after.events if event.kind == "swapped"), ())
    # Where one of several stones is taken by a decision of its own, any of them may be.
    if after.to_move == seat and _any_move(after).kind == "remove":
        following = after.legal_moves()
        if all(move.kind == "remove" for move in following):
            taken.append(following[0].target)
    sealed: tuple[str, ...] = ()
    region = _REGIONS.format(seat=seat)
    sealed_before = state.marks.get(region)
    if sealed_before is not None:
        sealed = tuple(cell for cell in after.marks[region] if cell not in sealed_before)
    return Consequence(tuple(taken), swapped, sealed)


def _any_move(state: State) -> Move:
    """A legal decision, without listing all."""
    position = state.position()
    return position.move(position.random_code(lambda: 0.0))
