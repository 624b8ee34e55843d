"""The match service: loads a match, gives it a command, stores it and enqueues its notices, in one
unit of work.

Users are Discord ids. ``interaction`` is the one whose answer will be the public post: the notice
returned is then claimed for the caller, who sends it and calls ``outbox.done``. Without it the
outbox sends the notice. Every error is ``Refused`` and changes nothing.
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
from bot.domain.events import DomainEvent, Notice
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
from bot.domain.matches.match import Announcement, CommandResult, Match, StoredResult
from bot.domain.matches.queries import MatchQueries
from bot.domain.matches.repository import Overtaken
from bot.domain.matches.waiting import commands as waiting
from bot.domain.members.repository import away as vacations, hours as waking_hours, hours_query
from bot.domain.outbox.enqueue import NoticeAddress, enqueue
from bot.domain.posts import note_answer, reopen
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from bot.domain.values import COMPUTER, NOBODY, WORLD, InteractionRef, Place
from games.core import State

MatchCommand: TypeAlias = Callable[[Match, int, int | None], CommandResult]
"""A command of a user on a match that they see at a version, if given."""
# the requests that end a match, by the reason of that
AGREED: Mapping[str, Request] = {"agreed": "draw", "abandoned": "abandon"}
# answers that are shown on the post that asks, and in no other
SHOWN_IN_PLACE = ("pause", "resume", "end_pause")
MOST_ANNOUNCED = 64  # matches cached for the notices that were just claimed


class Played(TypedDict, total=False):
    """What a player has seen, the match's ``version`` and the ``draft_length`` in decisions;
    ``draw``: offer one.
    """

    version: int | None
    draft_length: int | None
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
        self.match_by_notice: dict[tuple[int, int], Match] = {}
        self._matches = matches

    async def apply(
        self, result: CommandResult, interaction: InteractionRef | None = None
    ) -> StoredResult:
        """Store the result of a command and enqueue its events. Raises Overtaken."""
        if result.match is self.match:
            return StoredResult(self.match)
        old_match = self.match
        if old_match.status == "finished" and result.match.status == "aborted":
            for listener in self._matches.listeners:
                await listener.result_annulled(self.work, old_match)
        planned_match = waiting.planned(result.match)
        self.match = await self._matches.repository.save(self.work, old_match, planned_match)
        if old_match.status == "running" and self.match.status != "running":
            for listener in self._matches.listeners:
                await listener.match_ended(self.work, self.match)
        notice: Notice[DomainEvent] | None = None
        for announcement in result.events:
            notice = await self._enqueue(old_match, announcement, interaction)
            if notice is not None and interaction is not None:
                self.match_by_notice[notice.id, interaction.id] = self.match
        return StoredResult(self.match, notice)

    async def _enqueue(
        self, old_match: Match, announcement: Announcement, interaction: InteractionRef | None
    ) -> Notice[DomainEvent] | None:
        """Enqueue an event, unless the post that asked for it says enough.

        Returns the notice that goes to where the member acts.
        """
        event = announcement.event
        if await self._is_blocked(announcement):
            if isinstance(event, Nudged):
                return None  # without a word to the member who nudges
            announcement = replace(announcement, ping=None)
        if _changes_end(event):
            await reopen(self.work, self.match.id, MatchFinished.kind)
        if self._settles_request(event) and await self._note_answer(old_match, event):
            return None  # the post that asks is changed
        notice = None
        for address in _addresses(self.match, announcement, interaction):
            address_notice = await enqueue(self.work, event, **address)
            if notice is None or address["interaction"] is not None:
                notice = address_notice
        if self.match.followers and isinstance(event, TurnPlayed | MatchFinished):
            await followers.notify(self.work, self.match, event)
        return notice

    async def _is_blocked(self, announcement: Announcement) -> bool:
        """Whether the member who is asked or nudged has blocked who does that."""
        event = announcement.event
        if not isinstance(event, Asked | Nudged) or not announcement.ping:
            return False
        return await has_blocked(self.work.connection, announcement.ping, event.by)

    def _settles_request(self, event: MatchEvent) -> bool:
        """Whether an event answers a request, or ends the match as a request asked for."""
        if isinstance(event, Answered):
            return True
        return isinstance(event, MatchFinished) and self.match.reason in AGREED

    async def _note_answer(self, old_match: Match, event: MatchEvent) -> bool:
        """Note an answer on the posts that ask for it; whether nothing else is to be posted."""
        if isinstance(event, Answered):
            request = event.request
            yes = event.yes
            withdrawn = event.withdrawn
        else:
            request = AGREED[self.match.reason or ""]
            yes = True
            withdrawn = False
        actor = event.actor
        asker = None
        if actor is not None and request in agreements.REQUESTS:
            asker = actor if withdrawn else old_match.opponent(actor)
        request_version = old_match.requested_at(request)
        channels = await note_answer(
            self.work, self.match.id, request, request_version, asker, answerer=actor, yes=yes
        )
        if withdrawn or request == "quiet":
            return True
        if actor is None or not yes or request not in SHOWN_IN_PLACE:
            return False
        # Where no channel took the post that asks, it stands in the direct messages of who answers
        # alone.
        asked_in = (old_match.place_of(old_match.opponent(actor)).channel, old_match.thread)
        return not channels.isdisjoint(asked_in)


def _changes_end(event: MatchEvent) -> bool:
    """Whether the post of a match's end is to be composed again."""
    if isinstance(event, MatchStopped):
        return True
    return isinstance(event, Answered) and event.yes and event.request in agreements.AFTER_END


def _addresses(
    match: Match, announcement: Announcement, interaction: InteractionRef | None
) -> list[NoticeAddress]:
    """Where an event goes: to where the match is played, and across servers to each side, that of
    the ``interaction`` last.
    """
    address = _address(match, announcement, interaction)
    if match.scope != WORLD:
        return [address]
    if len(set(match.sides)) == 1:
        return [_at_side(address, match.sides[0])]
    pinged_seat = match.seat_of(announcement.ping or NOBODY)
    if pinged_seat is not None:
        actor = 1 - pinged_seat
    else:
        actor = match.seat_of(announcement.event.actor or NOBODY) or 0
    addresses = []
    for seat in (1 - actor, actor):
        if announcement.public or seat == pinged_seat:
            to_side = _at_side(address, match.sides[seat])
            to_side["ping"] = announcement.ping if seat == pinged_seat else None
            to_side["interaction"] = interaction if seat == actor else None
            addresses.append(to_side)
    return addresses


def _at_side(address: NoticeAddress, side: Place) -> NoticeAddress:
    """The address in the place of a side, whose server has a language of its own."""
    return address | {"scope": side.scope, "channel": side.channel, "language": None}


def _address(
    match: Match, announcement: Announcement, interaction: InteractionRef | None
) -> NoticeAddress:
    event = announcement.event
    ping = announcement.ping
    notices = None
    alone_at = None
    if ping is not None:
        notices = match.settings[match.seats.index(ping)].notices
        alone_at = waiting.direct_message_at(match, ping, event)
    private = isinstance(event, PlayerLeft | MatchStopped | QuietAsked | TimeRanOut)
    if private and not announcement.public:
        # the channel has a post of its own, or none: a ban is not announced to everybody
        notices = "dm"
    return NoticeAddress(
        scope=match.scope,
        channel=match.thread or match.channel,
        ping=ping,
        match=match.id,
        interaction=interaction,
        public=announcement.public,
        not_before=announcement.not_before,
        alone_at=alone_at,
        notices=notices,
        language=match.language,
    )


def _ignore_turn(user: int, moment: datetime, duration: timedelta) -> None:
    """What ``Matches.turn_made`` does until somebody listens."""


class Matches(MatchQueries):
    """All that can happen to matches.

    ``turn_made`` is called after a turn was stored, with the user, the time and how long it took.
    """

    def __init__(self, database: Database, *, keep: int = 256) -> None:
        super().__init__(database, keep)
        self.listeners: list[MatchListener] = []
        self.turn_made: Callable[[int, datetime, timedelta], None] = _ignore_turn
        # By notice and interaction: after a restore, another notice may have the same id.
        self._match_by_notice: OrderedDict[tuple[int, int], Match] = OrderedDict()

    @asynccontextmanager
    async def open(self, match: int | Match) -> AsyncIterator[OpenMatch]:
        """A unit of work on a match.

        For one just read, storing raises Overtaken if it has changed. Raises NotFound.
        """
        if isinstance(match, int) and not self.repository.cached(match):
            await self.get(match)  # replayed before the transaction, which blocks others
        async with self.database.unit_of_work() as work:
            if isinstance(match, int):
                open_match = OpenMatch(self, work, await self.repository.load(work, match))
            else:
                open_match = OpenMatch(self, work, match.at(work.now))
            yield open_match
        self._keep(open_match.match, open_match.match_by_notice)

    def _keep(self, match: Match, match_by_notice: Mapping[tuple[int, int], Match]) -> None:
        self.repository.keep(match.id, match.history, match.draft)
        self._match_by_notice.update(match_by_notice)
        while len(self._match_by_notice) > MOST_ANNOUNCED:
            self._match_by_notice.popitem(last=False)

    async def match_of(self, notice: Notice[DomainEvent]) -> Match:
        """The match a notice is about; from the cache if this process just stored it.

        Raises NotFound.
        """
        if notice.interaction is not None and notice.attempts == 1:
            match = self._match_by_notice.get((notice.id, notice.interaction.id))
            if match is not None:
                return match
        return await self.get(notice.match or 0)

    @retried
    async def do(
        self,
        match: int | Match,
        command: Callable[[Match], CommandResult],
        interaction: InteractionRef | None = None,
    ) -> StoredResult:
        """Give a match a command. A match that was just read saves a statement."""
        try:
            return (await self._change(match, command, interaction))[1]
        except Overtaken:
            if isinstance(match, int):
                raise
            return (await self._change(match.id, command, interaction))[1]

    async def act(
        self,
        match: int | Match,
        user: int,
        command: MatchCommand,
        *,
        version: int | None = None,
        interaction: InteractionRef | None = None,
    ) -> StoredResult:
        """Give a match a command of a player who sees it at ``version``."""
        return await self.do(match, lambda match: command(match, user, version), interaction)

    async def begin(
        self,
        work: UnitOfWork,
        setup: Setup,
        *,
        ping: int | None = None,
        interaction: InteractionRef | None = None,
    ) -> StoredResult:
        """Begin a match in a known scope, in the caller's unit of work.

        :param ping: the player to notify; across servers, who does not get it as an answer.
        """
        number, guild = await self.repository.next_number(work, setup.scope)
        connection = work.connection
        first, second = (player.id for player in setup.players)
        vacation_ends = dict[int, datetime]()
        if setup.clock != "none":
            vacation_ends = await vacations(connection, (first, second), work.now)
        rows = await connection.execute(hours_query((first, second)))
        hours = waking_hours(rows, (first, second))
        match = beginning.new_match(
            setup,
            number,
            work.now,
            guild=guild,
            vacation_ends=(vacation_ends.get(first), vacation_ends.get(second)),
            hours=(hours[first], hours[second]),
        )
        match = await self.repository.add(work, waiting.planned(match))
        if setup.sides is None:
            notice = await self._announce(
                work, match, match.sides[0], ping, may_ping=True, interaction=interaction
            )
            return StoredResult(match, notice)
        return StoredResult(match, await self._announce_to_sides(work, match, ping, interaction))

    async def _announce_to_sides(
        self, work: UnitOfWork, match: Match, ping: int | None, interaction: InteractionRef | None
    ) -> Notice[DomainEvent] | None:
        """Enqueue the notice of the beginning of a match across servers, for each player.

        Returns the one that answers who has taken an offer.
        """
        answer: Notice[DomainEvent] | None = None
        for user, side in zip(match.seats, match.sides, strict=True):
            is_answer = user != ping
            notice = await self._announce(
                work,
                match,
                side,
                user,
                may_ping=interaction is None or not is_answer,
                interaction=interaction if is_answer else None,
            )
            if is_answer:
                answer = notice
        return answer

    async def _announce(
        self,
        work: UnitOfWork,
        match: Match,
        side: Place,
        user: int | None,
        *,
        may_ping: bool,
        interaction: InteractionRef | None,
    ) -> Notice[DomainEvent] | None:
        """Enqueue the notice of a match's beginning for a player, in their place."""
        return await enqueue(
            work,
            MatchStarted(version=match.version, first=match.mover == user),
            scope=side.scope,
            channel=side.channel,
            match=match.id,
            ping=user if may_ping else None,
            interaction=interaction,
        )

    # -------------------------------------------------------------------------------------- playing

    async def play(
        self,
        match: int | Match,
        user: int,
        text: str,
        *,
        confirm: bool | None = None,
        instead: bool = False,
        interaction: InteractionRef | None = None,
        **more: Unpack[Played],
    ) -> StoredResult:
        """Do ``turns.play``.

        A match that was just read saves a statement. ``confirm`` None: as the member has set.
        """

        def command(match: Match) -> CommandResult:
            seat = match.seat_of(user)
            waits = confirm
            if waits is None:
                waits = user != COMPUTER and seat is not None and match.settings[seat].confirm
            return turns.play(match, user, text, confirm=waits, instead=instead, **more)

        return await self._move(match, command, interaction)

    async def confirm(
        self,
        match: int | Match,
        user: int,
        *,
        interaction: InteractionRef | None = None,
        **more: Unpack[Played],
    ) -> StoredResult:
        """Do ``turns.confirm``."""
        return await self._move(match, partial(turns.confirm, user=user, **more), interaction)

    async def undo(
        self,
        match: int | Match,
        user: int,
        *,
        version: int | None = None,
        draft_length: int | None = None,
    ) -> StoredResult:
        """Do ``turns.undo``."""
        return await self._move(
            match, partial(turns.undo, user=user, version=version, draft_length=draft_length)
        )

    @retried
    async def _move(
        self,
        match: int | Match,
        command: Callable[[Match], CommandResult],
        interaction: InteractionRef | None = None,
    ) -> StoredResult:
        old_match = await self.get(match) if isinstance(match, int) else match
        old_match = old_match.at(self.database.now())
        try:
            result = command(old_match)
            await self._require_no_help_before(old_match, result.match)
            stored_result = await self._store(old_match, result, interaction)
        except Overtaken:
            old_match, stored_result = await self._change(old_match.id, command, interaction)
        new_match = stored_result.match
        if new_match.version == old_match.version:
            return replace(stored_result, complete=False)
        if old_match.mover is not None:
            duration = max(new_match.moved_at - old_match.time.turn_start, timedelta(0))
            self.turn_made(old_match.mover, new_match.moved_at, duration)
        return stored_result

    async def _require_no_help_before(self, old_match: Match, new_match: Match) -> None:
        """Raises Refused for a turn to which the computer's answer would help in a rated match."""
        if old_match.mover != COMPUTER and new_match.mover == COMPUTER:
            mover = old_match.mover or 0
            await self.require_no_help(mover, old_match.game.slug, lambda: [new_match.state])

    async def _change(
        self,
        match: int | Match,
        command: Callable[[Match], CommandResult],
        interaction: InteractionRef | None,
    ) -> tuple[Match, StoredResult]:
        """A match before a command, and the change.

        Raises Overtaken for a match that was read before.
        """
        async with self.open(match) as open_match:
            return open_match.match, await open_match.apply(command(open_match.match), interaction)

    async def _store(
        self, old_match: Match, result: CommandResult, interaction: InteractionRef | None
    ) -> StoredResult:
        """Store the result of a command that was given before the transaction.

        Raises Overtaken.
        """
        if result.match is old_match:
            return StoredResult(old_match)
        async with self.database.unit_of_work() as work:
            open_match = OpenMatch(self, work, old_match)
            stored_result = await open_match.apply(result, interaction)
        self._keep(open_match.match, open_match.match_by_notice)
        return stored_result

    async def require_no_help(
        self, user: int, slug: str, states: Callable[[], Sequence[State]], exclude: int = 0
    ) -> None:
        """Do ``fair_play.require_no_help``."""
        await fair_play.require_no_help(self.database, self.get, user, slug, states, exclude)

    @retried
    async def hinted(self, match: int, user: int, version: int, pending_answer: int) -> Match:
        """Count a hint, once for each pending answer. Raises Refused, Stale."""
        async with self.open(match) as open_match:
            # One that was counted is told again after a restart, even if it was the last.
            turns.advised(open_match.match, user, version, is_repeat=True)
            if await repository.note_hint(open_match.work, pending_answer):
                await open_match.apply(turns.hinted(open_match.match, user, version))
            return open_match.match

    async def wake_due(self, shards: Collection[int] = (0,), count: int = 1) -> int:
        """Do what is due by time in up to MOST_WOKEN matches; the number of matches that changed.

        In servers that are not connected to Discord nobody can move. Several processes may call
        this on one database.

        :param shards: those, of ``count``, that are connected.
        """
        change_count = 0
        for match in await self.due(shards, count):
            async with self.open(match) as open_match:
                old_match = open_match.match
                result = agreements.wake(old_match)
                if result.match is old_match:
                    result = waiting.wake(old_match)
                await open_match.apply(result)
                change_count += open_match.match is not old_match
        return change_count

    # -------------------------------------------------------------------------------------- players

    async def plays(self, user: int, scope: int) -> bool:
        """Whether a member has a running match in a scope. Raises Unavailable."""
        return bool(await repository.played_by(self.database, user, scope))

    @retried
    async def presence(
        self, scope: int | None, user: int, *, absent: bool, is_banned: bool = False
    ) -> int:
        """Note that a member left a server (None: all), or is banned there, or is back; how
        many matches change.
        """
        count = 0
        for match in await repository.played_by(self.database, user, scope):
            async with self.open(match) as open_match:
                old_match = open_match.match
                if old_match.status == "running":
                    await open_match.apply(endings.presence(old_match, user, absent, is_banned))
                    count += open_match.match is not old_match
        return count

    async def move_to(self, match: int, channel: int, thread: int | None = None) -> StoredResult:
        """Play a match in another channel or thread from now on."""

        def moved(match: Match) -> CommandResult:
            place = replace(match.place, channel=channel)
            return CommandResult(replace(match, place=place, thread=thread))

        return await self.do(match, moved)

    @retried
    async def follow(self, match: int, user: int, *, highlights: bool = False) -> None:
        """Let a member follow a match of others. Raises LimitReached, Refused."""
        async with self.open(match) as open_match:
            if open_match.match.seat_of(user) is not None:
                raise Refused("you’re playing in {name} yourself", name=open_match.match.name)
            await followers.add(open_match.work, match, user, highlights)

    async def forgotten(self, work: UnitOfWork, user: int) -> int:
        """End the running matches of a user who deletes their data; the number of all their
        matches.
        """
        for match in await repository.played_by(work, user):
            open_match = OpenMatch(self, work, await self.repository.load(work, match))
            if open_match.match.status == "running":
                await open_match.apply(endings.forget(open_match.match, user))
        self._match_by_notice.clear()
        return await repository.count_of(work, user)
