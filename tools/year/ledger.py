"""The notices that members of the simulated server got, and which of them break a promise."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from bot.domain.challenges.events import ChallengeDeclined, ChallengeMade
from bot.domain.daily_cards.service import DailyCard
from bot.domain.events import DomainEvent, Notice
from bot.domain.hours import LAST_WORD
from bot.domain.matches.events import (
    Answered,
    Asked,
    MatchFinished,
    MatchStarted,
    MoreTimeGiven,
    QuietAsked,
    QuietReminder,
    TimeRanOut,
    TimeRunsShort,
    TurnPlayed,
)
from bot.domain.matches.match import Match
from bot.domain.tournaments.events import CheckInOpened, RoundEnding

TURNS = (TurnPlayed, MatchStarted, MatchFinished)
ABOUT_TIME = (TimeRunsShort, TimeRanOut, MoreTimeGiven)
"""Notices of a turn itself: its post, the first board, and the end."""
AT_ONCE = (Asked, Answered, ChallengeMade, ChallengeDeclined, MoreTimeGiven)
"""What another member does and is posted as they do it: outside somebody's hours it comes without a
sound.
"""
TO_MANY = (CheckInOpened, RoundEnding, QuietAsked, TimeRanOut)
"""What is said to many at once in a channel, whatever the hour is where each of them lives: without
a sound, too.
"""
TWICE = (TimeRunsShort, QuietReminder)
"""Reminders come at most twice in a turn, each at a stage of its own."""
SLACK = timedelta(minutes=70)


@dataclass(slots=True)
class NoticeLedger:
    """Counts of all notices.

    ``violations`` are sentences about promises that were not kept; empty is good.
    """

    turns: int = 0
    matches: int = 0
    tournaments: int = 0
    claims: int = 0
    violations: list[str] = field(default_factory=list)
    same: set[tuple[object, ...]] = field(default_factory=set)
    counts: Counter[tuple[object, ...]] = field(default_factory=Counter)
    asked_at: dict[tuple[int, int], datetime] = field(default_factory=dict)

    @property
    def notices(self) -> int:
        """How many notices called a member; one by direct message and in the channel, as set by
        them, is one.
        """
        return len(self.same)

    def note(
        self,
        notice: Notice[DomainEvent],
        user: int,
        now: datetime,
        match: Match | None,
        *,
        awake: bool,
        holds_dms: bool,
        silent: bool,
    ) -> None:
        """A notice has reached a member.

        ``awake``: by the hours the bot knows; ``holds_dms``: messages wait for them; ``silent``:
        without a sound.
        """
        event = notice.event
        kind = "followed" if notice.followed else event.kind
        self.same.add(
            (notice.match, notice.challenge, user, kind, str(event.payload()), notice.created_at)
        )
        where = f"{kind} of match {notice.match} to {user} at {now:%Y-%m-%d %H:%M}"
        own = isinstance(event, TURNS) and not notice.followed
        by_bot = not own and (not isinstance(event, AT_ONCE) or getattr(event, "by", 1) is None)
        if not awake and by_bot and not (isinstance(event, TO_MANY) and silent):
            # A reminder of a time that runs out before they wake could wait no longer.
            timed_match = match if isinstance(event, TimeRunsShort) else None
            if (
                timed_match is None
                or timed_match.due is None
                or timed_match.hours[timed_match.seats.index(user)].next(now)
                < timed_match.due - LAST_WORD
            ):
                self.violations.append(f"outside their hours: {where}")
        waits = notice.dm is not None and (holds_dms or not event.calls_to_move)
        if own and not waits and now - notice.created_at > SLACK:
            self.violations.append(f"late by {now - notice.created_at}: {where}")
        self._once(notice, user, match, where)
        if isinstance(event, QuietAsked) and notice.match is not None:
            self.asked_at[notice.match, user] = now

    def card(self, card: DailyCard, day: date) -> None:
        """A daily card has reached a member. A day has only one."""
        self.counts["card", card.user, day] += 1
        if self.counts["card", card.user, day] > 1:
            self.violations.append(f"repeated: a second card of {day} to {card.user}")

    def _once(
        self, notice: Notice[DomainEvent], user: int, match: Match | None, where: str
    ) -> None:
        """No notice is repeated; what is said of a turn's time may be when another turn's time runs
        short.
        """
        event = notice.event
        place = "message" if notice.dm is not None else "channel"
        due = match.due if match is not None and isinstance(event, ABOUT_TIME) else None
        key = (notice.match, notice.challenge, user, place, event.kind, str(event.payload()), due)
        self.counts[key] += 1
        if self.counts[key] > (2 if isinstance(event, TWICE) else 1):
            self.violations.append(f"repeated: {where}")
