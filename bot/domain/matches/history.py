"""When and how decisions were made: a text beside the decisions, one entry for each turn in a match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from bot.domain.matches.views import How, Turn
from games.core import State

_LETTER: dict[How, str] = {"played": "m", "passed": "p", "prepared": "c"}
_HOW: dict[str, How] = {letter: how for how, letter in _LETTER.items()}


class Entry(NamedTuple):
    """``length`` decisions in a row by one seat; ``at`` in unix seconds."""

    length: int
    how: How
    at: int


def read(text: str) -> list[Entry]:
    """The entries of a log such as ``2m1763712000 1p1763712000``."""
    entries = []
    for word in text.split():
        at = next(index for index, char in enumerate(word) if not char.isdigit())
        entries.append(Entry(int(word[:at]), _HOW[word[at]], int(word[at + 1 :])))
    return entries


def write(entries: Iterable[Entry]) -> str:
    """The text that ``read`` reads."""
    return " ".join(f"{entry.length}{_LETTER[entry.how]}{entry.at}" for entry in entries)


def last_post(entries: Sequence[Entry]) -> int:
    """The index of the entry that the latest post begins with: a turn that was played, not its consequences."""
    at = len(entries)
    while at > 0:
        at -= 1
        if entries[at].how == "played":
            break
    return at


def turns(entries: Iterable[Entry], decisions: Sequence[str], states: Sequence[State]) -> tuple[Turn, ...]:
    """The turns of some entries, given their decisions and the states before, between and after these."""
    found = []
    start = 0
    for entry in entries:
        state = states[start]
        assert state.to_move is not None
        made = tuple(decisions[start : start + entry.length])
        found.append(Turn(state.turn, state.to_move, made, datetime.fromtimestamp(entry.at, UTC), entry.how))
        start += entry.length
    return tuple(found)
