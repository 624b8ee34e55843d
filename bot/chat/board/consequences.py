"""What a decision would do to the board, as far as it can be seen at once: what it takes, swaps and
seals off.
"""

from typing import NamedTuple

from games.core import Move, State

_TAKING = ("captured", "converted")
_REGIONS = "sealed{seat}"  # marks of a game that are cells won for good, by seat


class Consequence(NamedTuple):
    """The cells of what a decision takes (or of which one may be taken next), swaps, and seals
    off.
    """

    taken: tuple[str, ...] = ()
    swapped: tuple[str, ...] = ()
    sealed: tuple[str, ...] = ()

    @property
    def sign(self) -> str:
        """In short, behind the name of a cell: ``×2`` for two stones taken, ``+3`` for three cells
        sealed off.
        """
        return "".join(
            (
                f" ×{len(self.taken)}" if self.taken else "",
                f" +{len(self.sealed)}" if self.sealed else "",
            )
        )


def consequence(state: State, move: Move) -> Consequence:
    """What a legal decision would do."""
    seat = state.to_move
    after = state.after(move)
    taken = [
        cell
        for event in after.events
        if event.kind in _TAKING and event.seat == seat
        for cell in event.cells
    ]
    swapped = next((event.cells for event in after.events if event.kind == "swapped"), ())
    # Where one of several stones is taken by a decision of its own, any of them may be.
    if after.to_move == seat and _any(after).kind == "remove":
        following = after.legal_moves()
        if all(move.kind == "remove" for move in following):
            taken.append(following[0].target)
    kind = _REGIONS.format(seat=seat)
    had = state.marks.get(kind)
    sealed = () if had is None else tuple(cell for cell in after.marks[kind] if cell not in had)
    return Consequence(tuple(taken), swapped, sealed)


def _any(state: State) -> Move:
    """A legal decision, without listing all."""
    position = state.position()
    return position.move(position.random_code(lambda: 0.0))
