"""From stored decisions back to states, with those of matches lately touched kept at hand."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import games
from bot.domain.matches import log
from games.core import Game, State
from games.core.notation import exact

MOST_DECISIONS = 2_000
"""A match that has had this many decisions is drawn."""


class Trail(NamedTuple):
    """How a match stands: its decisions, its log, and the states of the latest post (the one before it first)."""

    decisions: tuple[str, ...]
    entries: tuple[log.Entry, ...]
    states: tuple[State, ...]


def begin(game: str | Game, options: Mapping[str, str]) -> State:
    """The first state of a match."""
    return (games.get(game) if isinstance(game, str) else game).start(**options)


def follow(state: State, decisions: Sequence[str]) -> tuple[State, ...]:
    """``state`` and the states after each of ``decisions``."""
    states = [state]
    for text in decisions:
        states.append(states[-1].play(exact(text)))
    return tuple(states)


def whole(row: Mapping[str, Any]) -> Trail:
    """The trail of a stored match from its very start: every state."""
    decisions = tuple(row["decisions"].split())
    return Trail(decisions, tuple(log.read(row["log"])), follow(begin(row["game"], row["options"]), decisions))


def latest(row: Mapping[str, Any]) -> Trail:
    """The trail of a stored match with only the states since the latest post; what led there is not checked again."""
    decisions, entries = tuple(row["decisions"].split()), tuple(log.read(row["log"]))
    count = sum(entry.length for entry in entries[log.last_post(entries) :])
    before = max(len(decisions) - count - 1, 0)  # one more, so that each state knows what led to it
    state = begin(row["game"], row["options"]).forward(map(exact, decisions[:before]))
    return shortened(Trail(decisions, entries, follow(state, decisions[before:])))


def shortened(trail: Trail) -> Trail:
    """``trail`` with only the states since the latest post."""
    if not trail.entries:
        return trail._replace(states=trail.states[-1:])
    count = sum(entry.length for entry in trail.entries[log.last_post(trail.entries) :])
    return trail._replace(states=trail.states[-count - 1 :])


class Replays:
    """The trails of matches used lately, at most ``most`` of them. What is kept is checked against the decisions."""

    def __init__(self, most: int = 256) -> None:
        self.most = most
        self._kept: OrderedDict[int, tuple[str, str, Trail]] = OrderedDict()

    def trail(self, row: Mapping[str, Any]) -> Trail:
        """The trail of a stored match."""
        kept = self._kept.get(row["id"])
        if kept is not None and kept[:2] == (row["decisions"], row["log"]):
            self._kept.move_to_end(row["id"])
            return kept[2]
        trail = latest(row)
        self.keep(row["id"], trail)
        return trail

    def keep(self, match: int, trail: Trail) -> None:
        """Keep a trail that is about to be what is stored."""
        self._kept[match] = (" ".join(trail.decisions), log.write(trail.entries), trail)
        self._kept.move_to_end(match)
        while len(self._kept) > self.most:
            self._kept.popitem(last=False)

    def has(self, match: int) -> bool:
        """Whether a match is at hand (it may have gone on elsewhere)."""
        return match in self._kept
