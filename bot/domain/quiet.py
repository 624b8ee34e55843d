"""How long both players of a match have been silent, and the next step because of it; an immutable
value.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

REMINDERS = {
    "usual": (timedelta(days=3), timedelta(days=7)),
    "rare": (timedelta(days=7),),
    "none": (),
}
"""When the player to move is reminded of a match without a clock, by setting."""
ASKED_AFTER = timedelta(days=14)  # when both players are asked whether the match goes on
PUT_AWAY_AFTER = timedelta(days=30)  # how long after that question a silent match is adjourned
NUDGES_APART = timedelta(days=3)
# the least time between a reminder, or the beginning of a turn, and a nudge
REMINDED_APART = timedelta(days=1)

QuietStep: TypeAlias = Literal["remind", "ask", "put_away"]


@dataclass(frozen=True, slots=True)
class Quiet:
    """The silence in a match.

    :param start: the last turn or other sign of either player
    :param reminder_count: how many reminders there were in it
    :param asked_at: when both were asked whether the match goes on
    :param nudged_at: when the player to move was last nudged
    :param wake: when the next step is due
    """

    start: datetime
    reminder_count: int = 0
    asked_at: datetime | None = None
    nudged_at: datetime | None = None
    wake: datetime | None = None

    def after_activity(self, now: datetime) -> "Quiet":
        """After a turn or other sign of a player."""
        return Quiet(start=now, nudged_at=self.nudged_at)

    def following(
        self, reminders: Sequence[timedelta], *, alone: bool
    ) -> tuple[QuietStep, datetime]:
        """The next step and its earliest time.

        :param alone: the opponent is no person, so nobody is asked
        """
        if self.asked_at is not None:
            return "put_away", self.asked_at + PUT_AWAY_AFTER
        if self.reminder_count < len(reminders):
            return "remind", self.start + reminders[self.reminder_count]
        if alone:
            return "put_away", self.start + ASKED_AFTER + PUT_AWAY_AFTER
        return "ask", self.start + ASKED_AFTER

    def after(self, step: QuietStep, now: datetime) -> "Quiet":
        """After a step other than ``put_away``."""
        if step == "remind":
            return replace(self, reminder_count=self.reminder_count + 1)
        return replace(self, asked_at=now)
