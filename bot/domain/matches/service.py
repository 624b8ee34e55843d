"""The match service: loads a match, gives it a command, stores it and enqueues its notices, in one
unit of work.

Users are Discord ids. ``via`` is the interaction whose answer will be the public post: the notice
returned is then claimed for the caller, who sends it and calls ``outbox.done``. Without ``via`` the
outbox sends it. Every error is ``Refused`` and changes nothing.
"""

from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol, TypeAlias, TypedDict, Unpack

from bot.domain.blocks.repository import has_blocked
from bot.domain.computer import fair_play
from bot.domain.errors import Refused
from bot.domain.events import Event, Notice
from bot.domain.matches import agreements, beginning, endings, followers, repository, turns
from bot.domain.matches.beginning import Setup
from bot.domain.matches.events import (
    Answered,
    Asked,
    MatchEvent,
    MatchFinished,
    MatchStarted,
    MatchStopped,
    Nudged,
    PlayerLeft,
    QuietAsked,
    Request,
    TimeRanOut,
    TurnPlayed,
)
from bot.domain.matches.finding import Finding
from bot.domain.matches.match import Addressed, Change, Changed, Match
from bot.domain.matches.repository import Overtaken
from bot.domain.matches.waiting import commands as waiting
from bot.domain.members.repository import away as vacations, hours as waking_hours, hours_query
from bot.domain.outbox import Address, enqueue
from bot.domain.posts import note_answer, reopen
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from bot.domain.values import COMPUTER, NOBODY, WORLD, Via
from bot.store.tables import pending_answers
from games.core import State

Command: TypeAlias = Callable[[Match, int, int | None], Changed]
"""A command of a user on a match that they see at a version, if given."""
# the requests that end a match, by the reason of that
AGREED: Mapping[str, Request] = {"agreed": "draw", "abandoned": "abandon"}
ENDS = ("result", "take_up")  # requests that change how a match has ended
# answers that are shown on the post that asks, and in no other
SHOWN_IN_PLACE = ("pause", "resume", "end_pause")
MOST_ANNOUNCED = 64  # matches cached for the notices that were just claimed


class Played(TypedDict, total=False):
    """What a player has seen, the match's ``version`` and the number of ``drafted`` decisions;
    ``draw``: offer one.
    """

    version: int | None
    drafted: int | None
    draw: bool


class MatchListener(Protocol):
    """Another part of the domain, called within the unit of work; it may refuse."""

    async def match_ended(self, work: UnitOfWork, match: Match) -> None:
        """A match has ended or was aborted."""

    async def result_annulled(self, work: UnitOfWork, match: Match) -> None:
        """The result of a match is about to be annulled."""


class OpenMatch:
    """A match within a unit of work; ``match`` is as stored so far."""

    def __init__(self, matches: "Matches", work: UnitOfWork, match: Match) -> None:
        self.work = work
        self.match = match
        self.announced: dict[tuple[int, int], Match] = {}
        self._matches = matches

    async def apply(self, changed: Changed, via: Via | None = None) -> Change:
        """Store the result of a command and enqueue its events. Raises Overtaken."""
        new = changed.match
        if new is self.match:
            return Change(self.match)
        old = self.match
        listeners = self._matches.listeners
        if old.status == "finished" and new.status == "aborted":
            for listener in listeners:
                await listener.result_annulled(self.work, old)
        self.match = new = await self._matches.repository.save(self.work, old, waiting.planned(new))
        if old.status == "running" and new.status != "running":
            for listener in listeners:
                await listener.match_ended(self.work, new)
        notice: Notice[Event] | None = None
        for addressed in changed.events:
            notice = await self._enqueue(old, addressed, via)
            if notice is not None and via is not None:
                self.announced[notice.id, via.interaction] = new
        return Change(new, notice)

    async def _enqueue(
        self, old: Match, addressed: Addressed, via: Via | None
    ) -> Notice[Event] | None:
        match = self.match
        event = addressed.event
        ping = addressed.ping
        if (
            isinstance(event, Asked | Nudged)
            and ping
            and await has_blocked(self.work.connection, ping, event.by)
        ):
            if isinstance(event, Nudged):
                return None  # without a word to the member who nudges
            addressed = replace(addressed, ping=None)
        if isinstance(event, MatchStopped) or (
            isinstance(event, Answered) and event.request in ENDS and event.yes
        ):
            await reopen(self.work, match.id, MatchFinished.kind)
        answers = isinstance(event, Answered) or (
            isinstance(event, MatchFinished) and match.reason in AGREED
        )
        if answers and await self._note_answer(old, event):
            return None  # the post that asks is changed
        notice = None
        for to in _addresses(match, addressed, via):
            sent = await enqueue(self.work, event, **to)
            notice = sent if notice is None or to["via"] is not None else notice
        if match.followers and isinstance(event, TurnPlayed | MatchFinished):
            await followers.notify(self.work, match, event)
        return notice

    async def _note_answer(self, old: Match, event: MatchEvent) -> bool:
        """Note an answer on the posts that ask for it; whether nothing else is to be posted."""
        answer = event if isinstance(event, Answered) else None
        request: Request = AGREED[self.match.reason or ""] if answer is None else answer.request
        yes = answer is None or answer.yes
        withdrawn = answer is not None and answer.withdrawn
        by: int | None = vars(event).get("by")
        asker = None
        if by is not None and request in agreements.REQUESTS:
            asker = by if withdrawn else old.opponent(by)
        since = old.requested_at(request)
        noted = await note_answer(
            self.work, self.match.id, request, since, asker, by=by, agreed=yes
        )
        shown_in_place = False
        if by is not None and yes and request in SHOWN_IN_PLACE:
            # Where no channel took the post that asks, it stands in the direct messages of who
            # answers alone.
            shown_in_place = not noted.isdisjoint(
                (old.place_of(old.opponent(by)).channel, old.thread)
            )
        return withdrawn or request == "quiet" or shown_in_place


def _addresses(match: Match, addressed: Addressed, via: Via | None) -> list[Address]:
    """Where an event goes: to where the match is played, and across servers to each side, that of
    ``via`` the last.
    """
    to = _address(match, addressed, via)
    if match.scope != WORLD:
        return [to]
    if len(set(match.sides)) == 1:
        return [
            to
            | {"scope": match.sides[0].scope, "channel": match.sides[0].channel, "language": None}
        ]
    pinged = match.seat_of(addressed.ping or NOBODY)
    by = match.seat_of(vars(addressed.event).get("by") or NOBODY) or 0
    acting = by if pinged is None else 1 - pinged
    return [
        to
        | {"scope": match.sides[seat].scope, "channel": match.sides[seat].channel, "language": None}
        | {
            "ping": addressed.ping if seat == pinged else None,
            "via": via if seat == acting else None,
        }
        for seat in (1 - acting, acting)
        if addressed.public or seat == pinged
    ]


def _address(match: Match, addressed: Addressed, via: Via | None) -> Address:
    ping = addressed.ping
    notices = None if ping is None else match.settings[match.seats.index(ping)].notices
    if (
        isinstance(addressed.event, PlayerLeft | MatchStopped | QuietAsked | TimeRanOut)
        and not addressed.public
    ):
        # the channel has a post of its own, or none: a ban is not announced to everybody
        notices = "dm"
    return Address(
        scope=match.scope,
        channel=match.thread or match.channel,
        ping=ping,
        match=match.id,
        via=via,
        public=addressed.public,
        not_before=addressed.not_before,
        alone_at=None if ping is None else waiting.direct_message_at(match, ping, addressed.event),
        notices=notices,
        language=match.language,
    )


class Matches(Finding):
    """All that can happen to matches.

    ``turn_made``: called after a turn was stored (user, time, how long it took).
    """

    def __init__(self, database: Database, *, keep: int = 256) -> None:
        super().__init__(database, keep)
        self.listeners: list[MatchListener] = []
        self.turn_made: Callable[[int, datetime, timedelta], None] = lambda user, at, took: None
        # By notice and interaction: after a restore, another notice may have the same id.
        self._announced: OrderedDict[tuple[int, int], Match] = OrderedDict()

    @asynccontextmanager
    async def open(self, match: int | Match) -> AsyncIterator[OpenMatch]:
        """A unit of work on a match.

        For one just read, storing raises Overtaken if it has changed. Raises NotFound.
        """
        if isinstance(match, int) and not self.repository.cached(match):
            await self.get(match)  # replayed before the transaction, which blocks others
        async with self.database.unit_of_work() as work:
            now = (
                await self.repository.load(work, match)
                if isinstance(match, int)
                else match.at(work.now)
            )
            opened = OpenMatch(self, work, now)
            yield opened
        self._keep(opened.match, opened.announced)

    def _keep(self, match: Match, announced: Mapping[tuple[int, int], Match]) -> None:
        self.repository.keep(match.id, match.history, match.draft)
        self._announced.update(announced)
        while len(self._announced) > MOST_ANNOUNCED:
            self._announced.popitem(last=False)

    async def match_of(self, notice: Notice[Event]) -> Match:
        """The match a notice is about; from the cache if this process just stored it.

        Raises NotFound.
        """
        match = (
            None if notice.via is None else self._announced.get((notice.id, notice.via.interaction))
        )
        return (
            match
            if match is not None and notice.attempts == 1
            else await self.get(notice.match or 0)
        )

    @retried
    async def do(
        self, match: int | Match, command: Callable[[Match], Changed], via: Via | None = None
    ) -> Change:
        """Give a match a command. A match that was just read saves a statement."""
        try:
            return (await self._change(match, command, via))[1]
        except Overtaken:
            if isinstance(match, int):
                raise
            return (await self._change(match.id, command, via))[1]

    async def act(
        self,
        match: int | Match,
        user: int,
        command: Command,
        *,
        version: int | None = None,
        via: Via | None = None,
    ) -> Change:
        """Give a match a command of a player who sees it at ``version``."""
        return await self.do(match, lambda match: command(match, user, version), via)

    async def begin(
        self, work: UnitOfWork, setup: Setup, *, ping: int | None = None, via: Via | None = None
    ) -> Change:
        """Begin a match in a known scope, in the caller's unit of work.

        ``ping``: the player to notify.
        """
        number, guild = await self.repository.next_number(work, setup.scope)
        first, second = (who.id for who in setup.players)
        away = (
            await vacations(work.connection, (first, second), work.now)
            if setup.clock != "none"
            else {}
        )
        awake = waking_hours(
            await work.connection.execute(hours_query((first, second))), (first, second)
        )
        until = (away.get(first), away.get(second))
        hours = (awake[first], awake[second])
        match = beginning.new_match(setup, number, work.now, guild=guild, away=until, hours=hours)
        match = await self.repository.add(work, waiting.planned(match))
        notice: Notice[Event] | None = None
        for user, side in zip(match.seats if setup.sides else (ping,), match.sides, strict=True):
            event = MatchStarted(version=match.version, first=match.mover == user)
            # it is the answer to who takes an offer across servers
            answers = setup.sides is None or user != ping
            to: Address = {"scope": side.scope, "channel": side.channel, "match": match.id}
            to |= {
                "ping": user if via is None or user == ping else None,
                "via": via if answers else None,
            }
            sent = await enqueue(work, event, **to)
            notice = sent if answers else notice
        return Change(match, notice)

    # -------------------------------------------------------------------------------------- playing

    async def play(
        self,
        match: int | Match,
        user: int,
        text: str,
        *,
        confirm: bool | None = None,
        via: Via | None = None,
        **more: Unpack[Played],
    ) -> Change:
        """Do ``turns.play``.

        A match that was just read saves a statement. ``confirm`` None: as the member has set.
        """

        def command(match: Match) -> Changed:
            seat = match.seat_of(user)
            waits = confirm
            if waits is None:
                waits = user != COMPUTER and seat is not None and match.settings[seat].confirm
            return turns.play(match, user, text, confirm=waits, **more)

        return await self._move(match, command, via)

    async def confirm(
        self, match: int | Match, user: int, *, via: Via | None = None, **more: Unpack[Played]
    ) -> Change:
        """Do ``turns.confirm``."""
        return await self._move(match, partial(turns.confirm, user=user, **more), via)

    async def undo(
        self,
        match: int | Match,
        user: int,
        *,
        version: int | None = None,
        drafted: int | None = None,
    ) -> Change:
        """Do ``turns.undo``."""
        return await self._move(
            match, partial(turns.undo, user=user, version=version, drafted=drafted)
        )

    @retried
    async def _move(
        self, match: int | Match, command: Callable[[Match], Changed], via: Via | None = None
    ) -> Change:
        before = (
            match.at(self.database.now()) if isinstance(match, Match) else await self.get(match)
        )
        try:
            changed = command(before)
            if before.mover != COMPUTER and changed.match.mover == COMPUTER:
                await self.require_no_help(
                    before.mover or 0, before.game.slug, lambda: [changed.match.state]
                )
            change = await self._store(before, changed, via)
        except Overtaken:
            before, change = await self._change(before.id, command, via)
        after = change.match
        if after.version == before.version:
            return replace(change, complete=False)
        if before.mover is not None:
            self.turn_made(
                before.mover, after.moved, max(after.moved - before.time.since, timedelta(0))
            )
        return change

    async def _change(
        self, match: int | Match, command: Callable[[Match], Changed], via: Via | None
    ) -> tuple[Match, Change]:
        """A match before a command, and the change.

        Raises Overtaken for a match that was read before.
        """
        async with self.open(match) as opened:
            return opened.match, await opened.apply(command(opened.match), via)

    async def _store(self, before: Match, changed: Changed, via: Via | None) -> Change:
        """Store the result of a command that was given before the transaction.

        Raises Overtaken.
        """
        if changed.match is before:
            return Change(before)
        async with self.database.unit_of_work() as work:
            opened = OpenMatch(self, work, before)
            change = await opened.apply(changed, via)
        self._keep(opened.match, opened.announced)
        return change

    async def require_no_help(
        self, user: int, slug: str, states: Callable[[], Sequence[State]], but: int = 0
    ) -> None:
        """Do ``fair_play.require_no_help``."""
        await fair_play.require_no_help(self.database, self.get, user, slug, states, but)

    @retried
    async def hinted(self, match: int, user: int, version: int, pending: int) -> Match:
        """Count a hint, once for each pending answer. Raises Refused, Stale."""
        async with self.open(match) as opened:
            changed = turns.hinted(opened.match, user, version)
            new = pending_answers.c.id == pending, pending_answers.c.noted.is_(False)
            noted = pending_answers.update().where(*new).values(noted=True)
            if (await opened.work.connection.execute(noted)).rowcount:
                await opened.apply(changed)
            return opened.match

    async def wake_due(self, shards: Collection[int] = (0,), count: int = 1) -> int:
        """Do what is due by time in up to MOST_WOKEN matches; the number of matches that changed.

        ``shards``: those, of ``count``, that are connected to Discord: in servers of others nobody
        can move. Several processes may call this on one database.
        """
        done = 0
        for match in await self.due(shards, count):
            async with self.open(match) as opened:
                before = opened.match
                changed = agreements.wake(before)
                await opened.apply(waiting.wake(before) if changed.match is before else changed)
                done += opened.match is not before
        return done

    # -------------------------------------------------------------------------------------- players

    async def plays(self, user: int, scope: int) -> bool:
        """Whether a member has a running match in a scope. Raises Unavailable."""
        async with self.database.read() as connection:
            return bool(await repository.played_by(connection, user, scope))

    @retried
    async def presence(
        self, scope: int | None, user: int, *, gone: bool, banned: bool = False
    ) -> int:
        """Note that a member left a server (None: all), or is ``banned`` there, or is back; how
        many matches change.
        """
        async with self.database.read() as connection:
            running = await repository.played_by(connection, user, scope)
            count = 0
        for match in running:
            async with self.open(match) as opened:
                before = opened.match
                if before.status == "running":
                    await opened.apply(endings.presence(before, user, gone, banned))
                    count += opened.match is not before
        return count

    async def move_to(self, match: int, channel: int, thread: int | None = None) -> Change:
        """Play a match in another channel or thread from now on."""

        def moved(match: Match) -> Changed:
            place = replace(match.place, channel=channel)
            return Changed(replace(match, place=place, thread=thread))

        return await self.do(match, moved)

    @retried
    async def follow(self, match: int, user: int, *, highlights: bool = False) -> None:
        """Let a member follow a match of others. Raises LimitReached, Refused."""
        async with self.open(match) as opened:
            if opened.match.seat_of(user) is not None:
                raise Refused("you’re playing in {name} yourself", name=opened.match.name)
            await followers.add(opened.work, match, user, highlights)

    async def forgotten(self, work: UnitOfWork, user: int) -> int:
        """End the running matches of a user who deletes their data; the number of all their
        matches.
        """
        for match in await repository.played_by(work.connection, user):
            opened = OpenMatch(self, work, await self.repository.load(work, match))
            if opened.match.status == "running":
                await opened.apply(endings.forget(opened.match, user))
        self._announced.clear()
        return await repository.count_of(work.connection, user)
