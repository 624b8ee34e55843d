"""What members of the simulated server do when they look at their matches: play, answer, ask,
claim, go away.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from bot.domain.domain import Domain
from bot.domain.matches import agreements, endings
from bot.domain.matches.events import Request
from bot.domain.matches.lists.summary import Summary
from bot.domain.matches.match import CommandResult, Match
from bot.domain.matches.waiting import commands as waiting
from bot.domain.values import Place
from games.core import GameError

from .contests import Contests
from .ledger import NoticeLedger
from .people import SimulatedMember, Span, people
from .time_rule import Timed

START = datetime(2026, 1, 5, tzinfo=UTC)
LATEST = datetime.max.replace(tzinfo=UTC)
HERE = Place(scope=900, channel=901)
GAMES = (
    ("loop", "mini"),
    ("loop", ""),
    ("snipsnip", "ortho-5"),
    ("veloop-square", "8x8, single turns"),
)
CLOCKS = (
    "none",
    "none",
    "none",
    "none",
    "1d",
    "3d",
    "3d",
    "7d",
    "2d weekends off",
    "5d+8h",
    "3d+1d weekends off",
)


@dataclass(slots=True)
class VisitClock:
    """The clock that the services are given."""

    now: datetime = START

    def __call__(self) -> datetime:
        return self.now


class Visits(ABC):
    """``size`` members of a server over ``days``; ``domain`` runs on ``clock``.

    ``timed``: the clocks of matches, counted independently; ``words``: when a player last said a
    word in a match that is no tournament's; ``began``: when a match did that is not over;
    ``vacations`` and ``outages``: as they were.
    """

    def __init__(self, domain: Domain, clock: VisitClock, size: int, days: int, seed: int) -> None:
        self.domain = domain
        self.clock = clock
        self.days = days
        self.rng = random.Random(seed)
        self.players = {player.who.id: player for player in people(size, START, days, self.rng)}
        self.ledger = NoticeLedger()
        self.timed: dict[int, Timed] = {}
        self.words: dict[int, datetime] = {}
        self.began: dict[int, datetime] = {}
        self.vacations: dict[int, list[Span]] = {user: [] for user in self.players}
        self.followed: dict[int, set[int]] = {user: set() for user in self.players}
        self.outages: list[Span] = []
        self.contests = Contests(domain, self.rng, HERE)

    @abstractmethod
    async def _deliver(self) -> None:
        """Give every notice that is due to whom it is for."""

    async def _visit(self, player: SimulatedMember) -> None:
        """A member looks at what waits, and does something about some of it."""
        rng = self.rng
        user = player.who.id
        while player.vacations and player.vacations[0][0] <= self.clock.now:
            _, days = player.vacations.pop(0)
            await self._try(self._go_away(player, days))
        if (
            any(start <= self.clock.now < end for start, end in self.vacations[user])
            and rng.random() < 0.85
        ):
            return
        for challenge in player.challenges:
            if rng.random() < 0.8:
                await self._accept(challenge, player)
            elif rng.random() < 0.5:
                await self._try(self.domain.challenges.decline(challenge, player.who))
        player.challenges = []
        inbox = player.inbox
        player.inbox = []
        for match, what in inbox:
            await self._answer(player, match, what)
        await self.contests.look(player)
        for match in player.put_away:
            if rng.random() < 0.3:
                await self._take_up(match, user)
        player.put_away = []
        if player.follows and rng.random() < 0.01:
            await self._follow(player)
        own_matches = await self.domain.matches.of(user, limit=50)
        for item in own_matches:
            await self._attend(player, item)
        if len(own_matches) < player.wants and rng.random() < 0.1:
            await self._challenge(player)
        await self._deliver()

    async def _attend(self, player: SimulatedMember, item: Summary) -> None:
        rng = self.rng
        user = player.who.id
        matches = self.domain.matches
        if item.mover != user:
            if item.overdue:
                await self._claim(player, item)
            elif rng.random() < 0.08:
                await self._do(item.id, lambda match: waiting.nudge(match, user), word=False)
            elif (rng.random() < 0.004 and item.due is not None) or (
                item.paused and rng.random() < 0.2
            ):
                await self._try(matches.act(item.id, user, agreements.ask_pause), item.id)
        elif item.paused:
            if rng.random() < 0.2:
                await self._pause_ends(item.id, user)
        elif rng.random() < player.care:
            await self._move(item.id, user)
        elif rng.random() < 0.15:
            await self._do(
                item.id,
                lambda match: waiting.snooze(match, user, rng.choice((1, 3, 7))),
                word=False,
            )
        elif rng.random() < 0.02:
            await self._try(matches.act(item.id, user, agreements.offer_draw), item.id)
        elif rng.random() < 0.01:
            await self._try(self._abandon(item.id, user), item.id)

    async def _follow(self, player: SimulatedMember) -> None:
        """A member comes across a match of others, and follows it."""
        other_matches = [match for match in self.began if match not in self.followed[player.who.id]]
        if other_matches:
            match = self.rng.choice(other_matches)
            self.followed[player.who.id].add(match)
            await self._try(
                self.domain.matches.follow(
                    match, player.who.id, highlights=player.follows == "highlights"
                )
            )

    async def _move(self, match: int, user: int) -> None:
        old_match = await self.domain.matches.get(match)
        assert old_match.to_move is not None
        state = old_match.draft.state
        complete = False
        while not complete:
            result = await self.domain.matches.play(
                match, user, str(self.rng.choice(state.legal_moves()))
            )
            complete = result.complete
            state = result.match.draft.state
        self.ledger.turns += len(result.match.turns)
        self._word(match)
        timed_match = self.timed.get(match)
        if timed_match is not None and result.match.to_move is not None:
            spans = self._off(old_match)
            timed_match.played(old_match.to_move, result.match.to_move, self.clock.now, spans)
        await self._deliver()

    async def _claim(self, player: SimulatedMember, item: Summary) -> None:
        """The other player is out of time: the win, more time, or nothing for now."""
        old_match = await self.domain.matches.get(item.id)
        user = player.who.id
        timed_match = self.timed[item.id]
        seconds = timed_match.used(self.clock.now, self._off(old_match))
        self.ledger.claims += 1
        if seconds < timed_match.may - 1:
            self.ledger.violations.append(
                f"{item.name}: claimable {timed_match.may - seconds:.0f} s before the time is out"
            )
        what = self.rng.choices(("win", "time", ""), (55, 15, 30))[0]
        if not what:
            return
        new_match = (
            await self.domain.matches.do(item.id, partial(endings.claim, user=user, what=what))
        ).match
        self._word(item.id)
        if new_match.status == "running":
            assert old_match.to_move is not None
            timed_match.extended(old_match.to_move, self.clock.now)

    async def _answer(self, player: SimulatedMember, match: int, what: str) -> None:
        """Answer a question that was asked since the last look, or leave it."""
        rng = self.rng
        user = player.who.id
        matches = self.domain.matches
        yes = rng.random() < 0.6
        old_match = await matches.get(match)
        if what == "take_up" and old_match.reason == "adjourned" and yes:
            await self._take_up(match, user)
            return
        if old_match.status != "running" or rng.random() < 0.3:
            return
        if what == "quiet":
            if yes:
                await self._do(match, lambda match: waiting.play_on(match, user))
            elif rng.random() < 0.5:
                await self._try(self._abandon(match, user), match)
        elif what in ("draw", "pause", "resume"):
            request: Request = "draw" if what == "draw" else "pause"
            yes = yes or what == "resume"
            await self._try(
                matches.do(match, partial(agreements.answer, request, user=user, yes=yes)), match
            )
        elif what == "abandon":
            await self._try(self._abandon(match, user), match)
        self._pause_seen(old_match, await matches.get(match))

    async def _pause_ends(self, match: int, user: int) -> None:
        old_match = await self.domain.matches.get(match)
        await self._try(self.domain.matches.act(match, user, agreements.ask_pause), match)
        self._pause_seen(old_match, await self.domain.matches.get(match))

    async def _abandon(self, match: int, user: int) -> None:
        await self.domain.matches.do(match, lambda match: agreements.ask_abandon(match, user))

    async def _take_up(self, match: int, user: int) -> None:
        """Ask to go on with a match that was put away, or agree to that."""
        await self._do(match, lambda match: agreements.ask_take_up(match, user), word=False)
        new_match = await self.domain.matches.get(match)
        if new_match.status == "running":
            self._begun(new_match)
            timed_match = self.timed.get(match)
            if timed_match is not None and new_match.to_move is not None:
                timed_match.extended(new_match.to_move, self.clock.now)

    async def _go_away(self, player: SimulatedMember, days: int) -> None:
        end = await self.domain.members.take_vacation(player.who.id, days)
        self.vacations[player.who.id].append((self.clock.now, end))

    async def _challenge(self, player: SimulatedMember) -> None:
        other = self.rng.choice([other for other in self.players.values() if other is not player])
        game, variant = self.rng.choice(GAMES)
        clock = self.rng.choice(CLOCKS)
        make = self.domain.challenges.make(
            HERE, player.who, game, opponent=other.who, variant=variant, clock=clock
        )
        await self._try(make)

    async def _accept(self, challenge: int, player: SimulatedMember) -> None:
        try:
            match = (await self.domain.challenges.accept(challenge, player.who)).match
        except GameError:
            return
        self._begun(match)
        await self._deliver()

    async def _do(
        self, match: int, command: Callable[[Match], CommandResult], *, word: bool = True
    ) -> None:
        try:
            await self.domain.matches.do(match, command)
        except GameError:
            return
        if word:
            self._word(match)
        await self._deliver()

    async def _try(self, action: Awaitable[object], match: int | None = None) -> None:
        """Do something that may be refused; if it is not, it counts as a word in ``match``."""
        try:
            await action
        except GameError:
            return
        if match is not None:
            self._word(match)
        await self._deliver()

    def _begun(self, match: Match) -> None:
        """A match has begun, or goes on that was put away."""
        self.ledger.matches += match.id not in self.timed
        self.began[match.id] = self.clock.now
        if match.tournament is None:
            self.words[match.id] = self.clock.now
        if match.clock and match.id not in self.timed:
            self.timed[match.id] = Timed.begun(match.clock, self.clock.now)

    def _off(self, match: Match) -> list[Span]:
        """The times that count for nobody, or not for the player to move."""
        return [*self.outages, *self.vacations[match.seats[match.to_move or 0]]]

    def _word(self, match: int) -> None:
        """A player has said a word in a match; in tournaments nobody is asked whether to go on."""
        if match in self.words:
            self.words[match] = self.clock.now

    def _pause_seen(self, old_match: Match, new_match: Match) -> None:
        """A pause has begun or is over."""
        timed_match = self.timed.get(new_match.id)
        if timed_match is None or old_match.paused == new_match.paused:
            return
        if new_match.paused is not None:
            timed_match.pauses.append((new_match.paused, LATEST))
        else:
            timed_match.pauses = [
                (start, min(end, self.clock.now)) for start, end in timed_match.pauses
            ]
