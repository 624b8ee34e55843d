"""What a prompt says: what to do next, which step of the turn it is, and why."""

from typing import NamedTuple

from ..core import Sentence


class Prompt(NamedTuple):
    """What the side to move is asked to do: step ``number`` of a turn of ``of`` steps; None where that depends on it.
    ``why``: what a player who meets this for the first time has to know, a sentence each."""

    asks: Sentence
    number: int = 1
    of: int | None = 1
    why: tuple[Sentence, ...] = ()
