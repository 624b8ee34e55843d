"""What was played in a match: its decisions, when and how they were made, and the states that they lead to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import accumulate, groupby
from typing import Literal, NamedTuple

import games
from games.core import Game, State
from games.core.notation import exact

MOST_DECISIONS = 2_000
"""A match that has had this many decisions is drawn."""

How = Literal["played", "passed", "prepared", "given"]

_LETTER: dict[How, str] = {"played": "m", "passed": "p", "prepared": "c", "given": "g"}
_HOW: dict[str, How] = {letter: how for how, letter in _LETTER.items()}


class Entry(NamedTuple):
    """``length`` decisions in a row by one seat; ``at`` in unix seconds."""

    length: int
    how: How
    at: int


@dataclass(frozen=True, slots=True)
class Turn:
    """Decisions made in one go by a seat: ``how`` is ``played``, ``passed`` (forced) or ``prepared`` (conditional).

    Those that are ``given`` are what the match began with; its players have not made them.
    """

    number: int
    seat: int
    decisions: tuple[str, ...]
    at: datetime
    how: How


@dataclass(frozen=True, slots=True)
class History:
    """The decisions of a match, an entry for each turn, and the states of the latest post (the one before it first).

    ``states`` may also hold all states since the start. ``text`` and ``log`` are the decisions and entries as stored.
    """

    decisions: tuple[str, ...]
    entries: tuple[Entry, ...]
    states: tuple[State, ...]
    text: str
    log: str

    @property
    def state(self) -> State:
        """How the match stands."""
        return self.states[-1]

    def turns(self) -> tuple[Turn, ...]:
        """The turns that led from the first of ``states`` to the last."""
        made = len(self.states) - 1
        decisions = self.decisions[len(self.decisions) - made :]
        at = len(self.entries)
        while made > 0:
            at -= 1
            made -= self.entries[at].length
        found, start = [], 0
        for entry in self.entries[at:]:
            state, end = self.states[start], start + entry.length
            assert state.to_move is not None
            when = datetime.fromtimestamp(entry.at, UTC)
            found.append(Turn(state.turn, state.to_move, decisions[start:end], when, entry.how))
            start = end
        return tuple(found)

    @property
    def given(self) -> int:
        """How many decisions the match began with."""
        return sum(entry.length for entry in self.entries if entry.how == "given")

    def ends(self) -> tuple[int, ...]:
        """After how many decisions each turn ended; the seats take turns, from the first one on."""
        return tuple(accumulate(entry.length for entry in self.entries))

    def extended(self, states: Sequence[State], entries: Sequence[Entry]) -> History:
        """The history after another post: ``states`` begin with the present one, ``entries`` are those of its turns."""
        decisions = tuple(str(state.last_move) for state in states[1:])
        return History(
            (*self.decisions, *decisions),
            (*self.entries, *entries),
            tuple(states),
            " ".join((self.text, *decisions)).lstrip(),
            f"{self.log} {write_log(entries)}".strip(),
        )

    def each_made(self, count: int) -> bool:
        """Whether either seat has made so many turns; forced passes do not count, nor what was given."""
        state, at, missing = begin(self.state.game, self.state.options), 0, [count, count]
        for entry in self.entries:
            assert state.to_move is not None
            missing[state.to_move] -= entry.how not in ("passed", "given")
            if max(missing) <= 0:
                return True
            state = follow(state, self.decisions[at : at + entry.length])[-1]
            at += entry.length
        return False

    def until(self, ply: int) -> History:
        """What was played in the first ``ply`` decisions, with only the states of the latest post then."""
        entries, left = [], ply
        for entry in self.entries:
            if left <= 0:
                break
            entries.append(entry._replace(length=min(entry.length, left)))
            left -= entry.length
        return _latest(begin(self.state.game, self.state.options), self.decisions[:ply], tuple(entries))

    def whole(self) -> History:
        """The same with every state since the start."""
        states = follow(begin(self.state.game, self.state.options), self.decisions)
        return History(self.decisions, self.entries, states, self.text, self.log)


def begin(game: str | Game, options: Mapping[str, str]) -> State:
    """The first state of a match."""
    return (games.get(game) if isinstance(game, str) else game).start(**options)


def given(state: State, decisions: Iterable[str], at: datetime, how: How = "given") -> History:
    """The history of a match that begins with some decisions from its first state on."""
    states = follow(state, decisions)
    runs = [len(list(run)) for _, run in groupby(one.to_move for one in states[:-1])]
    entries = tuple(Entry(length, how, int(at.timestamp())) for length in runs)
    return _latest(state, tuple(str(one.last_move) for one in states[1:]), entries)


def follow(state: State, decisions: Iterable[str]) -> tuple[State, ...]:
    """``state`` and the states after each of ``decisions``."""
    states = [state]
    for text in decisions:
        states.append(states[-1].play(exact(text)))
    return tuple(states)


def new(state: State) -> History:
    """The history of a match in which nothing has been played."""
    return History((), (), (state,), "", "")


def read(game: str, options: Mapping[str, str], text: str, log: str) -> History:
    """The history of a stored match; what led to its latest post is not checked again."""
    return _latest(begin(game, options), tuple(text.split()), tuple(read_log(log)))


def _latest(start: State, decisions: tuple[str, ...], entries: tuple[Entry, ...]) -> History:
    count = sum(entry.length for entry in entries[_last_post(entries) :])
    before = max(len(decisions) - count - 1, 0)  # one more, so that each state knows what led to it
    states = follow(start.forward(map(exact, decisions[:before])), decisions[before:])
    return History(decisions, entries, states[-count - 1 :], " ".join(decisions), write_log(entries))


def _last_post(entries: Sequence[Entry]) -> int:
    """The index of the entry that the latest post begins with: a turn that was played, not its consequences."""
    at = len(entries)
    while at > 0:
        at -= 1
        if entries[at].how in ("played", "given"):
            break
    return at


def read_log(text: str) -> list[Entry]:
    """The entries of a log such as ``2m1763712000 1p1763712000``."""
    entries = []
    for word in text.split():
        at = next(index for index, char in enumerate(word) if not char.isdigit())
        entries.append(Entry(int(word[:at]), _HOW[word[at]], int(word[at + 1 :])))
    return entries


def write_log(entries: Iterable[Entry]) -> str:
    """The text that ``read_log`` reads."""
    return " ".join(f"{entry.length}{_LETTER[entry.how]}{entry.at}" for entry in entries)
