"""How long a match has been quiet, and what is to be told of that next; a value, like the clock beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

REMINDERS = {"usual": (timedelta(days=3), timedelta(days=7)), "rare": (timedelta(days=7),), "none": ()}
"""After how long a player is reminded of a match without a clock, by the member's setting."""
ASKED_AFTER = timedelta(days=14)
"""After how long both players are asked what is to become of a match."""
PUT_AWAY_AFTER = timedelta(days=30)
"""How long after that a match is put away if neither has said a word."""
NUDGES_APART = timedelta(days=3)
NUDGE_AFTER = timedelta(days=1)
"""How long a turn must have waited before the opponent may nudge."""
REMINDED_APART = timedelta(days=1)
"""How long after a reminder the opponent may nudge, and after a nudge a reminder comes, so that it is said once."""

Step: TypeAlias = Literal["remind", "ask_mover", "ask_other", "put_away"]


@dataclass(frozen=True, slots=True)
class Quiet:
    """The silence in a match.

    ``since``: the last word of either player, by a turn or otherwise. ``reminded``: how many reminders were told since.
    ``asked``: when the players were asked what is to become of it, mover first; ``other_asked``: the other one was,
    too. ``nudged``: when the player to move was nudged last. ``wake``: when the next of these is to be told.
    """

    since: datetime
    reminded: int = 0
    asked: datetime | None = None
    other_asked: bool = False
    nudged: datetime | None = None
    wake: datetime | None = None

    def heard(self, now: datetime) -> Quiet:
        """One of the players has said a word, or made a turn."""
        return Quiet(since=now, nudged=self.nudged)

    def following(self, reminders: Sequence[timedelta], *, people: int) -> tuple[Step, datetime]:
        """What is to be told next, and from when on. ``people``: how many of the players are; the mover is one."""
        if self.asked is not None:
            if not self.other_asked and people == 2:
                return "ask_other", self.asked
            return "put_away", self.asked + PUT_AWAY_AFTER
        if self.reminded < len(reminders):
            return "remind", self.since + reminders[self.reminded]
        return "ask_mover", self.since + ASKED_AFTER

    def told(self, step: Step, now: datetime) -> Quiet:
        """A step has been told."""
        if step == "remind":
            return replace(self, reminded=self.reminded + 1)
        if step == "ask_mover":
            return replace(self, asked=now)
        return replace(self, other_asked=True)
