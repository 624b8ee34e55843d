"""The moves of a match: its decisions, when and how they were made, and the states of the latest
post.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import accumulate, groupby
from typing import Literal, NamedTuple

import games
from games.core import Game, State
from games.core.notation import exact

MOST_DECISIONS = 2_000  # a match with this many decisions is drawn

TurnOrigin = Literal["played", "passed", "prepared", "given"]

_LETTER: dict[TurnOrigin, str] = {"played": "m", "passed": "p", "prepared": "c", "given": "g"}
_HOW: dict[str, TurnOrigin] = {letter: how for how, letter in _LETTER.items()}
_ENTRY = re.compile(r"(\d+)([mpcg])(\d+)(?:/(\d+))?")


class StoredTurn(NamedTuple):
    """``length`` decisions in a row by one seat; ``made_at`` in unix seconds.

    ``bank``: the seconds in its player's bank afterwards; None without banks, and for turns that
    were not chosen or are older than this note.
    """

    length: int
    how: TurnOrigin
    made_at: int
    bank: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """Decisions of one seat in a row.

    :param how: ``played``, ``passed`` (forced), ``prepared`` (a conditional move), or ``given``
        (the match began with them).
    :param bank: as in ``StoredTurn``.
    """

    number: int
    seat: int
    decisions: tuple[str, ...]
    made_at: datetime
    how: TurnOrigin
    bank: int | None = None

    @property
    def chosen(self) -> bool:
        """Whether its player chose it, now or as a conditional move."""
        return self.how in ("played", "prepared")


@dataclass(frozen=True, slots=True)
class History:
    """The decisions of a match and an entry for each turn; ``text`` and ``log`` are both as stored.

    ``states``: those of the latest post, the one before it first; or all states since the start.
    """

    decisions: tuple[str, ...]
    entries: tuple[StoredTurn, ...]
    states: tuple[State, ...]
    text: str
    log: str

    @property
    def state(self) -> State:
        """The current state."""
        return self.states[-1]

    def has_texts(self, decisions: str, log: str) -> bool:
        """Whether it is stored as these texts."""
        return self.text == decisions and self.log == log

    def turns(self) -> tuple[Turn, ...]:
        """The turns from the first of ``states`` to the last."""
        count = len(self.states) - 1
        decisions = self.decisions[len(self.decisions) - count :]
        first = len(self.entries)
        while count > 0:
            first -= 1
            count -= self.entries[first].length
        turns = []
        start = 0
        for entry in self.entries[first:]:
            state = self.states[start]
            end = start + entry.length
            seat = state.to_move
            assert seat is not None
            made_at = datetime.fromtimestamp(entry.made_at, UTC)
            turn = Turn(state.turn, seat, decisions[start:end], made_at, entry.how, entry.bank)
            turns.append(turn)
            start = end
        return tuple(turns)

    @property
    def given(self) -> int:
        """The number of decisions that the match began with."""
        count = 0
        for entry in self.entries:
            if entry.how != "given":
                break
            count += entry.length
        return count

    def ends(self) -> tuple[int, ...]:
        """The number of decisions after each turn."""
        return tuple(accumulate(entry.length for entry in self.entries))

    def extended(self, states: Sequence[State], entries: Sequence[StoredTurn]) -> "History":
        """The history after another post.

        :param states: the current one and those that follow.
        :param entries: the new turns.
        """
        decisions = tuple(str(state.last_move) for state in states[1:])
        text = " ".join((self.text, *decisions))
        log = f"{self.log} {write_log(entries)}"
        return History(
            decisions=(*self.decisions, *decisions),
            entries=(*self.entries, *entries),
            states=tuple(states),
            text=text.lstrip(),
            log=log.strip(),
        )

    def each_made(self, count: int) -> bool:
        """Whether both seats have made ``count`` turns; forced passes and given turns do not
        count.
        """
        state = self._start()
        ply = 0
        turns = [0, 0]
        for entry in self.entries:
            assert state.to_move is not None
            if entry.how not in ("passed", "given"):
                turns[state.to_move] += 1
            if min(turns) >= count:
                return True
            decisions = self.decisions[ply : ply + entry.length]
            state = state.replay(map(exact, decisions))
            ply += entry.length
        return False

    def _start(self) -> State:
        return begin(self.state.game, self.state.options)

    def until(self, ply: int) -> "History":
        """The history of the first ``ply`` decisions."""
        entries = []
        plies_left = ply
        for entry in self.entries:
            if plies_left <= 0:
                break
            entries.append(entry._replace(length=min(entry.length, plies_left)))
            plies_left -= entry.length
        return _latest(self._start(), self.decisions[:ply], tuple(entries))

    def whole(self) -> "History":
        """The same history with every state since the start."""
        return replace(self, states=follow(self._start(), self.decisions))


def begin(game: str | Game, options: Mapping[str, str]) -> State:
    """The first state of a match."""
    if isinstance(game, str):
        game = games.get(game)
    return game.start(**options)


def given(state: State, decisions: Iterable[str], moment: datetime) -> History:
    """The history of a match that begins with some decisions."""
    states = follow(state, decisions)
    entries = []
    for _, turn in groupby(states[:-1], key=lambda state: state.to_move):
        entries.append(StoredTurn(len(list(turn)), "given", int(moment.timestamp())))
    texts = tuple(str(state.last_move) for state in states[1:])
    return _latest(state, texts, tuple(entries))


def follow(state: State, decisions: Iterable[str]) -> tuple[State, ...]:
    """``state`` and the states after each of ``decisions``."""
    states = [state]
    for text in decisions:
        states.append(states[-1].play(exact(text)))
    return tuple(states)


def read(game: str, options: Mapping[str, str], text: str, log: str) -> History:
    """A stored history; only the decisions of its latest post are checked again."""
    return _latest(begin(game, options), tuple(text.split()), tuple(read_log(log)))


def _latest(start: State, decisions: tuple[str, ...], entries: tuple[StoredTurn, ...]) -> History:
    """A history with the states of the latest post: the last turn that was played, and what
    followed from it.
    """
    count = _length_of_latest(entries)
    first_ply = max(len(decisions) - count - 1, 0)  # one more, so that each state has its last move
    state = start.replay(map(exact, decisions[:first_ply]))
    states = follow(state, decisions[first_ply:])
    return History(
        decisions=decisions,
        entries=entries,
        states=states[-count - 1 :],
        text=" ".join(decisions),
        log=write_log(entries),
    )


def _length_of_latest(entries: Sequence[StoredTurn]) -> int:
    """The number of decisions of the last turn that was played, and of what followed from it."""
    count = 0
    for entry in reversed(entries):
        count += entry.length
        if entry.how in ("played", "given"):
            break
    return count


def read_log(text: str) -> list[StoredTurn]:
    """The entries of a log such as ``2m1763712000/604800 1p1763712000``."""
    entries = []
    for length, letter, moment, bank in _ENTRY.findall(text):
        seconds = int(bank) if bank else None
        entries.append(StoredTurn(int(length), _HOW[letter], int(moment), seconds))
    return entries


def write_log(entries: Iterable[StoredTurn]) -> str:
    """The text that ``read_log`` reads."""
    return " ".join(_text_of(entry) for entry in entries)


def _text_of(entry: StoredTurn) -> str:
    text = f"{entry.length}{_LETTER[entry.how]}{entry.made_at}"
    return text if entry.bank is None else f"{text}/{entry.bank}"
