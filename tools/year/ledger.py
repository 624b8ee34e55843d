"""The notices that members of the simulated server got, and which of them break a promise."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from bot.domain.challenges.events import ChallengeDeclined, ChallengeMade
from bot.domain.daily_cards.service import DailyCard
from bot.domain.events import Event, Notice
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
"""What another member does and is posted as they do it: outside somebody's hours it comes without a sound."""
TO_MANY = (CheckInOpened, RoundEnding)
"""What is said to many at once in a channel, whatever the hour is where each of them lives: without a sound, too."""
TWICE = (TimeRunsShort, QuietReminder)
"""Reminders come at most twice in a turn, each at a stage of its own."""
SLACK = timedelta(minutes=70)


@dataclass(slots=True)
class Ledger:
    """Counts of all notices. ``broken`` are sentences about promises that were not kept; empty is good."""

    turns: int = 0
    matches: int = 0
    clocked: int = 0
    by_kind: Counter[str] = field(default_factory=Counter)
    silent: int = 0
    close: int = 0
    held: int = 0
    urgent: int = 0
    ended: Counter[str] = field(default_factory=Counter)
    longest_quiet: timedelta = timedelta(0)
    lost_on_time: int = 0
    claims_compared: int = 0
    learnt_inside: int = 0
    learnt: int = 0
    slowest_turn: timedelta = timedelta(0)
    broken: list[str] = field(default_factory=list)
    same: set[tuple[object, ...]] = field(default_factory=set)
    doubled: int = 0
    seen: Counter[tuple[object, ...]] = field(default_factory=Counter)
    pushed: dict[tuple[int, int], datetime] = field(default_factory=dict)
    asked: dict[tuple[int, int], datetime] = field(default_factory=dict)
    listed: dict[tuple[int, int], datetime] = field(default_factory=dict)
    besides: int = 0
    taken_up: int = 0
    tournaments: int = 0

    @property
    def notices(self) -> int:
        """How many notices called a member; one by direct message and in the channel, as set by them, is one."""
        return sum(self.by_kind.values())

    def note(
        self,
        notice: Notice[Event],
        user: int,
        now: datetime,
        match: Match | None,
        *,
        awake: bool,
        holds_dms: bool,
        silent: bool,
    ) -> None:
        """A notice has reached a member.

        ``awake``: by the hours the bot knows; ``holds_dms``: messages wait for them; ``silent``: without a sound.
        """
        event = notice.event
        kind = "followed" if notice.followed else event.kind
        same = (notice.match, notice.challenge, user, kind, str(event.payload()), notice.created)
        self.by_kind[kind] += same not in self.same
        self.doubled += same in self.same
        self.same.add(same)
        where = f"{kind} of match {notice.match} to {user} at {now:%Y-%m-%d %H:%M}"
        own = isinstance(event, TURNS) and not notice.followed
        by_bot = not own and (not isinstance(event, AT_ONCE) or getattr(event, "by", 1) is None)
        if not awake and by_bot and not (isinstance(event, TO_MANY) and silent):
            if isinstance(event, TimeRunsShort) and match is not None and match.due is not None:
                # It could wait no longer.
                if match.hours[match.seats.index(user)].next(now) < match.due - LAST_WORD:
                    self.broken.append(f"outside their hours: {where}")
                self.urgent += 1
            else:
                self.broken.append(f"outside their hours: {where}")
        elif not awake and not own:
            self.silent += 1
        if own:
            late = now - notice.created
            if notice.dm is not None and (holds_dms or not event.calls_to_move):
                self.held += late > SLACK
            else:
                self.slowest_turn = max(self.slowest_turn, late)
                if late > SLACK:
                    self.broken.append(f"late by {late}: {where}")
        self._once(notice, user, match, where)
        if by_bot and match is not None and match.mover == user and not isinstance(event, QuietAsked):
            self._count_close(event, match.id, user, now)
        if isinstance(event, QuietAsked) and notice.match is not None:
            self.asked[notice.match, user] = now

    def card(self, card: DailyCard, matches: Collection[int], day: date, now: datetime) -> None:
        """A daily card has reached a member; it lists these matches. A day has only one."""
        self.seen["card", card.user, day] += 1
        if self.seen["card", card.user, day] > 1:
            self.broken.append(f"repeated: a second card of {day} to {card.user}")
        self.listed |= {(match, card.user): now for match in matches}

    def _once(self, notice: Notice[Event], user: int, match: Match | None, where: str) -> None:
        """No notice is repeated; what is said of a turn's time may be when another turn's time runs short."""
        event, place = notice.event, "message" if notice.dm is not None else "channel"
        due = match.due if match is not None and isinstance(event, ABOUT_TIME) else None
        key = (notice.match, notice.challenge, user, place, event.kind, str(event.payload()), due)
        self.seen[key] += 1
        if self.seen[key] > (2 if isinstance(event, TWICE) else 1):
            self.broken.append(f"repeated: {where}")

    def _count_close(self, event: Event, match: int, user: int, now: datetime) -> None:
        """Count reminders of the same wait within half a day."""
        listed = self.listed.get((match, user))
        if listed is not None and now - listed < timedelta(hours=12) and isinstance(event, QuietReminder):
            self.besides += 1
        before = self.pushed.get((match, user))
        if before == now:
            return  # by direct message and in the channel, as the member has set it
        if before is not None and now - before < timedelta(hours=12) and not isinstance(event, TimeRunsShort):
            self.close += 1
        self.pushed[match, user] = now
