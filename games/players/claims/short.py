"""Claims as short texts, for what cannot carry more, such as buttons."""

from __future__ import annotations

import re

from .base import Claim, Turn
from .forced import Ends, ForcesWin, Holds, Wins, ending

_SHORT = re.compile(r"(?P<kind>[hf])(?P<turns>[1-9])|e?", re.ASCII)


def short(claim: Claim | None) -> str:
    """A claim made by ``parting`` as a text: ``h`` or ``f`` with a number of turns, ``e``, or nothing."""
    if isinstance(claim, Holds | ForcesWin):
        return f"{'h' if isinstance(claim, Holds) else 'f'}{claim.turns}"
    return "e" if isinstance(claim, Wins | Ends) else ""


def lengthened(text: str, turn: Turn) -> Claim | None:
    """The claim about a turn that ``short`` wrote as ``text``; None where there is none. Raises ValueError."""
    parts = _SHORT.fullmatch(text)
    if parts is None:
        raise ValueError(text)
    if parts["kind"]:
        return (Holds if parts["kind"] == "h" else ForcesWin)(int(parts["turns"]))
    return ending(turn) if text and turn.after.outcome is not None else None
