"""What a player of Loop is asked to do: place a tile, in a hole or on three others."""

from ..core import Sentence, State, _
from .base import Prompt

GROUND = _("place a tile in an empty hole")
HIGHER = _("place a tile in an empty hole, or on three others beside one of yours")
HOLES = _("the holes of level one take tiles; higher up, a tile rests on three others")


def ask(state: State) -> Prompt:
    """The tile to place; higher levels are named once one can be reached."""
    higher = any(not move.target.startswith("1") for move in state.legal_moves() if move.target)
    return Prompt(Sentence(HIGHER if higher else GROUND), why=(Sentence(HOLES),) if state.turn < 3 else ())
