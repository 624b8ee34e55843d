"""Claims as short texts, for what cannot hold more, such as buttons."""

from __future__ import annotations

import re

from .base import Claim, Story
from .forced import Ends, ForcesWin, Holds, Wins

_SHORT = re.compile(r"(?P<kind>[hf])(?P<turns>[1-9])|e?", re.ASCII)


def short(claim: Claim | None) -> str:
    """A claim that sets a turn apart (``parting``) as a text: ``h`` or ``f`` with a number of turns, or ``e``."""
    if isinstance(claim, Holds | ForcesWin):
        return f"{'h' if isinstance(claim, Holds) else 'f'}{claim.turns}"
    return "e" if isinstance(claim, Wins | Ends) else ""


def lengthened(text: str, told: Story) -> Claim | None:
    """The claim about a turn that ``short`` has written so; None where there is none. Raises ValueError."""
    meant = _SHORT.fullmatch(text)
    if meant is None:
        raise ValueError(text)
    if meant["kind"]:
        return (Holds if meant["kind"] == "h" else ForcesWin)(int(meant["turns"]))
    outcome = told.after.outcome
    if not text or outcome is None:
        return None
    won = outcome.winner == told.seat
    return Wins(outcome.reason, outcome.cells) if won else Ends(outcome.winner is not None)
