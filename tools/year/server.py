"""The simulated server: time moves by the clock that the bot is given, members look and play, and
all is noted.
"""

import heapq
import random
import tempfile
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from zoneinfo import ZoneInfo

from bot.domain.daily_cards.service import DailyCard
from bot.domain.domain import Domain
from bot.domain.events import DomainEvent, Notice
from bot.domain.matches.events import (
    Answered,
    Asked,
    MatchFinished,
    MatchStarted,
    Nudged,
    QuietAsked,
    QuietReminder,
    TimeRanOut,
    TimeRunsShort,
    TurnPlayed,
)
from bot.domain.matches.match import Match
from bot.domain.members.daily import MAX_DELAY
from bot.domain.quiet import ASKED_AFTER
from bot.store import Store

from .ledger import SLACK, NoticeLedger
from .people import DAY
from .visits import START, VisitClock, Visits

MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
"""A folder whose files no disk has to be waited for, where the system has one."""
STEP = timedelta(minutes=30)
"""How often the bot looks what is due; on Discord it is every few seconds."""
OUTAGES = ((0.11, 0.4), (0.37, 4.0), (0.52, 0.1), (0.74, 1.5), (0.9, 0.2))
"""When the bot goes down, as a share of the time, and for how many days."""


class SimulatedServer(Visits):
    """The bot beside its members: it does what is due, and what it says reaches them."""

    def __init__(self, domain: Domain, clock: VisitClock, size: int, days: int, seed: int) -> None:
        super().__init__(domain, clock, size, days, seed)
        self.down = []
        for share, length in OUTAGES:
            day = share * days
            self.down.append((START + day * DAY, START + (day + length) * DAY))
        self._order = count()
        self._looks: list[tuple[datetime, int, int]] = []

    async def run(self) -> NoticeLedger:
        """Let the time pass."""
        for user, player in self.players.items():
            await self.domain.members.change(user, **player.settings)
            self._look_later(user)
        beat = self.clock.now
        end = START + self.days * DAY
        while self.clock.now < end:
            if any(start <= self.clock.now < stop for start, stop in self.down):
                self.clock.now += STEP
                continue
            now = self.clock.now
            if now - beat > 2 * STEP:
                self.outages.append((beat, now))
            beat = now
            await self._bot()
            while self._looks and self._looks[0][0] < now + STEP:
                moment, _, user = heapq.heappop(self._looks)
                # a member who looked during an outage looks again now
                self.clock.now = max(moment, now)
                await self._visit(self.players[user])
                self._look_later(user)
            await self.contests.announce(now)
            if now.hour % 6 == 0 and now.minute < STEP.seconds // 60:
                await self.domain.members.store_turns()
                if now.hour == 12:
                    await self._quiet()
            self.clock.now = now + STEP
        self.ledger.tournaments = self.contests.announced
        return self.ledger

    def _look_later(self, user: int) -> None:
        next_look = self.players[user].next_look(self.clock.now, self.rng)
        heapq.heappush(self._looks, (next_look, next(self._order), user))

    async def _bot(self) -> None:
        """What the bot does by itself."""
        await self.domain.heartbeat.beat()
        while await self.domain.matches.wake_due():
            pass
        await self.domain.challenges.expire()
        await self.domain.daily_cards.work()
        await self.domain.tournaments.work()
        await self._deliver()

    async def _deliver(self) -> None:
        """Give every notice that is due to whom it is for, as the delivery would."""
        notices = await self.domain.outbox.claim()
        while notices:
            for notice in notices:
                if await self.domain.outbox.postpone(notice):
                    continue
                await self.domain.outbox.done(notice.id)
                match = (
                    None if notice.match is None else await self.domain.matches.get(notice.match)
                )
                # What everybody is told is posted at once; the same by direct message may wait for
                # the morning.
                if match is not None and notice.dm is None:
                    await self._happened(notice, match)
                recipient = notice.ping or notice.dm
                for user in notice.event.several or (() if recipient is None else (recipient,)):
                    if not await self._nothing_to_say(notice, match):
                        await self._reached(notice, user, match)
            notices = await self.domain.outbox.claim()

    async def _nothing_to_say(self, notice: Notice[DomainEvent], match: Match | None) -> bool:
        """Whether nothing is posted; as those who compose it see it."""
        if not isinstance(notice.event, DailyCard):
            return stale(notice, match)
        late = self.clock.now - notice.created_at > MAX_DELAY
        user = notice.event.user
        return (
            late
            or await self.domain.members.asleep(user)
            or not await self.domain.daily_cards.waiting(user)
        )

    async def _reached(self, notice: Notice[DomainEvent], user: int, match: Match | None) -> None:
        """A notice reaches a member."""
        event = notice.event
        player = self.players[user]
        now = self.clock.now
        member = await self.domain.members.get(user)
        silent = notice.dm is None and await self.domain.members.silent(notice)
        awake = member.hours.awake(now)
        holds_dms = bool(player.settings["hold_dms"])
        self.ledger.note(notice, user, now, match, awake=awake, holds_dms=holds_dms, silent=silent)
        if isinstance(event, DailyCard):
            self.ledger.card(event, now.astimezone(ZoneInfo(player.zone)).date())
        elif isinstance(event, QuietAsked) and notice.match is not None:
            player.inbox.append((notice.match, "quiet"))
        elif isinstance(event, Asked) and notice.match is not None:
            player.inbox.append((notice.match, event.request))
        elif notice.challenge is not None and not isinstance(event, MatchStarted):
            player.challenges.append(notice.challenge)

    async def _happened(self, notice: Notice[DomainEvent], match: Match) -> None:
        """Note the start of a tournament's match, the end of a match, and that a pause is over."""
        timed_match = self.timed.get(match.id)
        event = notice.event
        if isinstance(event, MatchStarted) and match.tournament is not None:
            self._begun(match)
        elif isinstance(event, MatchFinished) and (match.id in self.began):
            self.words.pop(match.id, None)
            round_start = self.began.pop(match.id)
            if match.reason == "adjourned":
                for user in match.seats:
                    self.players[user].put_away.append(match.id)
            elif match.tournament is not None and event.by is None and match.reason == "time":
                await self._check_loss_on_time(match, round_start, notice.created_at)
        elif isinstance(event, Answered) and match.paused is None and timed_match is not None:
            timed_match.pauses = [
                (start, min(end, notice.created_at)) for start, end in timed_match.pauses
            ]

    async def _check_loss_on_time(self, match: Match, start: datetime, end: datetime) -> None:
        """Note a broken promise if a match of a tournament was lost before its time was out.

        :param start: When the match began.
        :param end: When it was lost.
        """
        timed_match = self.timed.get(match.id)
        if timed_match is not None:
            loser = match.seats[1 - (match.winner or 0)]
            spans = [*self.outages, *self.vacations[loser]]
            if timed_match.used(end, spans) >= timed_match.may - 1:
                return
        if not await self.contests.over(match, start, end, self.outages):
            self.ledger.violations.append(f"{match.name} lost on time before its end at {end}")

    async def _quiet(self) -> None:
        """Both players of every match that has been quiet for two weeks must have been asked by
        now.
        """
        now = self.clock.now
        for number, quiet_since in self.words.items():
            if now - quiet_since <= ASKED_AFTER:
                continue
            match = await self.domain.matches.get(number)
            assert match.to_move is not None
            latest_time = quiet_since + ASKED_AFTER
            for seat in (match.to_move, 1 - match.to_move):
                user = match.seats[seat]
                question = self.ledger.asked_at.get((number, user))
                if question is not None and question > quiet_since:
                    latest_time = question
                    continue
                latest_time = self._could_be_asked(latest_time, user, match, seat)
                wishes = self.players[user].settings
                # When they are asked was planned by the hours that were learnt until then.
                slack = SLACK if "hours" in wishes else DAY
                # A few waking minutes may pass between two rounds of the bot; it asks in the next
                # ones.
                if (
                    wishes["notices"] != "none"
                    and now > match.hours[seat].next(latest_time + slack) + SLACK
                ):
                    self.ledger.violations.append(
                        f"{match.name}: {user} not asked, quiet since {quiet_since:%Y-%m-%d %H:%M}"
                    )

    def _could_be_asked(self, moment: datetime, user: int, match: Match, seat: int) -> datetime:
        """The first moment from ``moment`` on at which a member is awake and not on vacation, and
        the bot is up.
        """
        while True:
            absence_ends = [
                end
                for start, end in (*self.outages, *self.vacations[user])
                if start <= moment < end
            ]
            later_time = match.hours[seat].next(max([moment, *absence_ends]))
            if later_time == moment:
                return moment
            moment = later_time


def stale(notice: Notice[DomainEvent], match: Match | None) -> bool:
    """Whether nothing is posted for a notice any more, as its composers decide it."""
    event = notice.event
    if match is None:
        return False
    is_running = match.status == "running"
    if isinstance(event, (MatchStarted, TurnPlayed)):
        is_past = not is_running or match.version != event.version
        return is_past and notice.dm is not None and not notice.followed
    if isinstance(event, (Nudged, QuietReminder, QuietAsked, TimeRunsShort, TimeRanOut)):
        timed_out = isinstance(event, (TimeRunsShort, TimeRanOut)) and match.due is None
        return not is_running or match.version != event.version or timed_out
    return False


async def simulate(size: int, days: int, seed: int = 1) -> NoticeLedger:
    """Simulate ``size`` members over ``days``, on a database file of its own."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        clock = VisitClock()
        store = await Store.open(f"sqlite+aiosqlite:///{folder}/year.db")
        try:
            domain = Domain(store, clock, random.Random(seed))
            # The bot beats once a step here, not every few seconds.
            domain.heartbeat.longest_gap = 2 * STEP
            return await SimulatedServer(domain, clock, size, days, seed).run()
        finally:
            await store.close()
