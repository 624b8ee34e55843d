"""The simulated server: time moves by the clock that the bot is given, members look and play, and all is noted."""

from __future__ import annotations

import heapq
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count

from bot.app import Domain
from bot.domain.events import Event, Notice
from bot.domain.matches import agreements
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
)
from bot.domain.matches.finding import Summary
from bot.domain.matches.match import Changed, Match
from bot.domain.matches.waiting import commands as waiting
from bot.domain.quiet import ASKED_AFTER
from bot.domain.values import Place
from games.core import GameError

from .ledger import SLACK, Ledger
from .people import DAY, Player, Span, people
from .time_rule import Timed

START = datetime(2026, 1, 5, tzinfo=UTC)
LATEST = datetime.max.replace(tzinfo=UTC)
STEP = timedelta(minutes=30)
"""How often the bot looks what is due; on Discord it is every few seconds."""
HERE = Place(scope=900, channel=901)
GAMES = (("loop", "mini"), ("loop", ""), ("snipsnip", "ortho-5"), ("veloop-square", "8x8, single turns"))
CLOCKS = ("none", "none", "none", "none", "1d", "3d", "3d", "7d", "2d weekends off", "5d+8h", "3d+1d weekends off")
OUTAGES = ((0.11, 0.4), (0.37, 4.0), (0.52, 0.1), (0.74, 1.5), (0.9, 0.2))
"""When the bot goes down, as a share of the time, and for how many days."""


@dataclass(slots=True)
class Moment:
    """The clock that the services are given."""

    now: datetime = START

    def __call__(self) -> datetime:
        return self.now


class Server:
    """A server of ``size`` members over so many ``days``. ``domain`` runs on ``clock``."""

    def __init__(self, domain: Domain, clock: Moment, size: int, days: int, seed: int) -> None:
        self.domain, self.clock, self.days = domain, clock, days
        self.rng = random.Random(seed)
        self.players = {one.who.id: one for one in people(size, START, days, self.rng)}
        self.ledger = Ledger()
        self.timed: dict[int, Timed] = {}
        self.words: dict[int, datetime] = {}
        self.down = [(START + share * days * DAY, START + (share * days + span) * DAY) for share, span in OUTAGES]
        self.vacations: dict[int, list[Span]] = {user: [] for user in self.players}
        self.outages: list[Span] = []
        self._order = count()
        self._looks: list[tuple[datetime, int, int]] = []

    async def run(self) -> Ledger:
        """Let the time pass."""
        for user, one in self.players.items():
            await self.domain.members.change(user, **one.settings)
            self._look_later(user)
        beat, end = self.clock.now, START + self.days * DAY
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
                self.clock.now = max(moment, now)  # who looked while the bot was down looks again now
                await self._visit(self.players[user])
                self._look_later(user)
            if now.hour % 6 == 0 and now.minute < STEP.seconds // 60:
                await self.domain.members.store_rhythms()
                if now.hour == 12:
                    await self._quiet()
            self.clock.now = now + STEP
        return self.ledger

    def _look_later(self, user: int) -> None:
        following = self.players[user].next_look(self.clock.now, self.rng)
        heapq.heappush(self._looks, (following, next(self._order), user))

    async def _bot(self) -> None:
        """What the bot does by itself."""
        await self.domain.heartbeat.beat()
        while await self.domain.matches.wake_due():
            pass
        await self.domain.challenges.expire()
        await self._deliver()

    async def _deliver(self) -> None:
        """Give every notice that is due to whom it is for, as the delivery would."""
        while some := await self.domain.outbox.claim():
            for notice in some:
                if await self.domain.outbox.put_off(notice):
                    continue
                await self.domain.outbox.done(notice.id)
                user = notice.ping or notice.dm
                match = None if notice.match is None else await self.domain.matches.get(notice.match)
                if match is not None:
                    self._happened(notice, match)
                if user is None or stale(notice, match):
                    continue
                one, habits = self.players[user], await self.domain.members.habits(user)
                now, awake = self.clock.now, habits.hours.awake(self.clock.now)
                self.ledger.note(notice, user, now, match, awake=awake, holds=bool(one.settings["hold_dms"]))
                if habits.learnt and notice.event.kind in ("quiet", "quiet_asked", "reminder", "overdue"):
                    self.ledger.learnt += 1
                    self.ledger.learnt_inside += one.awake(now)
                if notice.event.kind == "quiet_asked" and notice.match is not None:
                    one.inbox.append((notice.match, "quiet"))
                elif isinstance(notice.event, Asked) and notice.match is not None:
                    one.inbox.append((notice.match, notice.event.request))
                elif notice.challenge is not None and not isinstance(notice.event, MatchStarted):
                    one.challenges.append(notice.challenge)

    def _happened(self, notice: Notice[Event], match: Match) -> None:
        """Note the end of a match, and that a pause is over."""
        timed = self.timed.get(match.id)
        if isinstance(notice.event, MatchFinished) and self.words.pop(match.id, None) is not None:
            self.ledger.ended[match.reason or ""] += 1
        elif isinstance(notice.event, Answered) and match.paused is None and timed is not None:
            timed.pauses = [(start, min(end, notice.created)) for start, end in timed.pauses]

    async def _quiet(self) -> None:
        """Both players of every match that has been quiet for two weeks must have been asked by now."""
        now = self.clock.now
        for number, since in self.words.items():
            if now - since <= ASKED_AFTER:
                continue
            match = await self.domain.matches.get(number)
            assert match.to_move is not None
            latest = since + ASKED_AFTER
            for seat in (match.to_move, 1 - match.to_move):
                user = match.seats[seat]
                asked = self.ledger.asked.get((number, user))
                if asked is not None and asked > since:
                    latest = asked
                    self.ledger.longest_quiet = max(self.ledger.longest_quiet, asked - since)
                    continue
                latest = self._could_be_asked(latest, user, match, seat)
                wishes = self.players[user].settings
                # When they are asked was planned by the hours that were learnt until then.
                slack = SLACK if "hours" in wishes else DAY
                # A few waking minutes may pass between two rounds of the bot; it is told in the next ones.
                if wishes["notices"] != "none" and now > match.hours[seat].next(latest + slack) + SLACK:
                    self.ledger.broken.append(f"{match.name}: {user} not asked, quiet since {since:%Y-%m-%d %H:%M}")

    def _could_be_asked(self, moment: datetime, user: int, match: Match, seat: int) -> datetime:
        """The first moment from one on at which a member is awake and not on vacation, and the bot is up."""
        while True:
            away = [end for start, end in (*self.outages, *self.vacations[user]) if start <= moment < end]
            later = match.hours[seat].next(max([moment, *away]))
            if later == moment:
                return moment
            moment = later

    def _off(self, match: Match) -> list[Span]:
        """The times that count for nobody, or not for the player to move."""
        return [*self.outages, *self.vacations[match.seats[match.to_move or 0]]]

    def _word(self, match: int) -> None:
        """A player has said a word in a match."""
        self.words[match] = self.clock.now

    def _pause_seen(self, before: Match, after: Match) -> None:
        """A pause has begun or is over."""
        if (timed := self.timed.get(after.id)) is None or before.paused == after.paused:
            return
        if after.paused is not None:
            timed.pauses.append((after.paused, LATEST))
        else:
            timed.pauses = [(start, min(end, self.clock.now)) for start, end in timed.pauses]

    # ------------------------------------------------------------------------------------------ what members do

    async def _visit(self, one: Player) -> None:
        """A member looks at what waits, and does something about some of it."""
        rng, user = self.rng, one.who.id
        while one.vacations and one.vacations[0][0] <= self.clock.now:
            _, days = one.vacations.pop(0)
            await self._try(self._go_away(one, days))
        if any(start <= self.clock.now < end for start, end in self.vacations[user]) and rng.random() < 0.85:
            return
        for challenge in one.challenges:
            if rng.random() < 0.8:
                await self._accept(challenge, one)
            elif rng.random() < 0.5:
                await self._try(self.domain.challenges.decline(challenge, one.who))
        one.challenges = []
        inbox, one.inbox = one.inbox, []
        for match, what in inbox:
            await self._answer(one, match, what)
        mine = await self.domain.matches.of(user, limit=50)
        for item in mine:
            await self._attend(one, item)
        if len(mine) < one.wants and rng.random() < 0.1:
            await self._challenge(one)
        await self._deliver()

    async def _attend(self, one: Player, item: Summary) -> None:
        rng, user, matches = self.rng, one.who.id, self.domain.matches
        if item.mover != user:
            if item.overdue:
                await self._claim(one, item)
            elif rng.random() < 0.08:
                await self._do(item.id, lambda found: waiting.nudge(found, user), word=False)
            elif (rng.random() < 0.004 and item.due is not None) or (item.paused and rng.random() < 0.2):
                await self._ask(matches.ask_pause(item.id, user), item.id)
        elif item.paused:
            if rng.random() < 0.2:
                await self._pause_ends(item.id, user)
        elif rng.random() < one.care:
            await self._move(item.id, user)
        elif rng.random() < 0.15:
            await self._do(item.id, lambda found: waiting.snooze(found, user, rng.choice((1, 3, 7))), word=False)
        elif rng.random() < 0.02:
            await self._ask(matches.offer_draw(item.id, user), item.id)

    async def _move(self, match: int, user: int) -> None:
        before = await self.domain.matches.get(match)
        assert before.to_move is not None
        state, complete = before.draft.state, False
        while not complete:
            played = await self.domain.matches.play(match, user, str(self.rng.choice(state.legal_moves())))
            complete, state = played.complete, played.match.draft.state
        self.ledger.turns += len(played.turns)
        self._word(match)
        if (timed := self.timed.get(match)) is not None and played.match.to_move is not None:
            timed.played(before.to_move, played.match.to_move, self.clock.now, self._off(before))
        await self._deliver()

    async def _claim(self, one: Player, item: Summary) -> None:
        """The other player is out of time: the win, more time, or nothing for now."""
        before, user = await self.domain.matches.get(item.id), one.who.id
        timed = self.timed[item.id]
        used = timed.used(self.clock.now, self._off(before))
        self.ledger.claims_compared += 1
        if used < timed.may - 1:
            self.ledger.broken.append(f"{item.name}: claimable {timed.may - used:.0f} s before the time is out")
        what = self.rng.choices(("win", "time", ""), (55, 15, 30))[0]
        if not what:
            return
        after = (await self.domain.matches.claim(item.id, user, what)).match
        self._word(item.id)
        if after.status == "running":
            assert before.to_move is not None
            timed.extended(before.to_move, self.clock.now)
        else:
            self.ledger.lost_on_time += 1

    async def _answer(self, one: Player, match: int, what: str) -> None:
        """Answer a question that was asked since the last look, or leave it."""
        rng, user, matches = self.rng, one.who.id, self.domain.matches
        yes = rng.random() < 0.6
        before = await matches.get(match)
        if before.status != "running" or rng.random() < 0.3:
            return
        if what == "quiet":
            if yes:
                await self._do(match, lambda found: waiting.play_on(found, user))
            elif rng.random() < 0.5:
                await self._ask(self._abandon(match, user), match)
        elif what == "draw":
            await self._ask(matches.answer_draw(match, user, yes), match)
        elif what == "pause":
            await self._ask(matches.answer_pause(match, user, yes), match)
        elif what == "resume":
            await self._ask(matches.answer_pause(match, user, True), match)
        elif what == "abandon":
            await self._ask(self._abandon(match, user), match)
        self._pause_seen(before, await matches.get(match))

    async def _pause_ends(self, match: int, user: int) -> None:
        before = await self.domain.matches.get(match)
        await self._ask(self.domain.matches.ask_pause(match, user), match)
        self._pause_seen(before, await self.domain.matches.get(match))

    async def _abandon(self, match: int, user: int) -> None:
        await self.domain.matches.do(match, lambda found: agreements.ask_abandon(found, user))

    async def _go_away(self, one: Player, days: int) -> None:
        until = await self.domain.members.take_vacation(one.who.id, days)
        self.vacations[one.who.id].append((self.clock.now, until))

    async def _challenge(self, one: Player) -> None:
        other = self.rng.choice([found for found in self.players.values() if found is not one])
        game, variant = self.rng.choice(GAMES)
        terms = {"variant": variant, "clock": self.rng.choice(CLOCKS)}
        await self._try(self.domain.challenges.make(HERE, one.who, game, opponent=other.who, **terms))

    async def _accept(self, challenge: int, one: Player) -> None:
        try:
            match = (await self.domain.challenges.accept(challenge, one.who)).match
        except GameError:
            return
        self.ledger.matches += 1
        self._word(match.id)
        if match.clock:
            self.ledger.clocked += 1
            self.timed[match.id] = Timed.begun(match.clock, self.clock.now)
        await self._deliver()

    async def _do(self, match: int, command: Callable[[Match], Changed], *, word: bool = True) -> None:
        try:
            await self.domain.matches.do(match, command)
        except GameError:
            return
        if word:
            self._word(match)
        await self._deliver()

    async def _ask(self, asking: Awaitable[object], match: int) -> None:
        """Ask or answer something in a match, which may be refused."""
        await self._try(asking, match)

    async def _try(self, doing: Awaitable[object], match: int | None = None) -> None:
        """Do something that may be refused; what is not is a word in a match, if it is about one."""
        try:
            await doing
        except GameError:
            return
        if match is not None:
            self._word(match)
        await self._deliver()


def stale(notice: Notice[Event], match: Match | None) -> bool:
    """Whether a notice has nothing left to say, so that nothing is posted; as those who compose it see it."""
    event = notice.event
    if match is None or not isinstance(event, (Nudged, QuietReminder, QuietAsked, TimeRunsShort, TimeRanOut)):
        return False
    if isinstance(event, (TimeRunsShort, TimeRanOut)) and match.due is None:
        return True
    return match.status != "running" or match.version != event.version
