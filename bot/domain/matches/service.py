"""The match service: a match is loaded, changed, stored, and told of, all in one unit of work.

Users are Discord ids. Every method that leads to a public post takes ``via`` (the interaction whose answer will be that
post) and gives a ``notice`` leased to the caller: send it, then ``outbox.done``. Without ``via`` the outbox sends it.
Refusals are ``Refused`` (a ``GameError``: ``.sentence``), and change nothing.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Protocol

from bot.domain.blocks.repository import has_blocked
from bot.domain.errors import Refused
from bot.domain.events import Event, Notice
from bot.domain.matches import agreements, beginning, endings, followers, outages, repository, turns
from bot.domain.matches.beginning import Setup
from bot.domain.matches.events import Asked, MatchFinished, MatchStarted, Nudged, TurnPlayed
from bot.domain.matches.finding import Finding
from bot.domain.matches.match import Addressed, Change, Changed, Match, Played
from bot.domain.matches.repository import Overtaken
from bot.domain.matches.waiting import commands as waiting
from bot.domain.members.repository import away as vacations
from bot.domain.members.repository import hours as waking_hours
from bot.domain.outbox import Address, enqueue, prepare_notice
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from bot.domain.values import COMPUTER, Via
from bot.store import Missed
from bot.store.tables import pending_answers

MOST_TOLD = 64
"""How many matches are kept for those who compose what is told of them."""


class MatchListener(Protocol):
    """Another part of the domain, told of what concerns it within the unit of work that does it; it may refuse."""

    async def match_ended(self, work: UnitOfWork, match: Match) -> None:
        """A match has ended or was called off."""

    async def result_annulled(self, work: UnitOfWork, match: Match) -> None:
        """Both players take the result of a match back; it is about to be called off."""


class OpenMatch:
    """A match inside the unit of work that changes it; ``match`` is how it is stored by now."""

    def __init__(self, matches: Matches, work: UnitOfWork, match: Match) -> None:
        self.work = work
        self.match = match
        self.told: dict[tuple[int, int], Match] = {}
        self._matches = matches

    async def apply(self, changed: Changed, via: Via | None = None) -> Change:
        """Store what a command has made of the match, and owe what it tells. Raises Overtaken."""
        if (new := changed.match) is self.match:
            return Change(self.match)
        old, listeners = self.match, self._matches.listeners
        if old.status == "finished" and new.status == "aborted":
            for listener in listeners:
                await listener.result_annulled(self.work, old)
        self.match = new = await self._matches.repository.save(self.work, old, waiting.planned(new))
        if old.status == "running" and new.status != "running":
            for listener in listeners:
                await listener.match_ended(self.work, new)
        notice: Notice[Event] | None = None
        for addressed in changed.events:
            notice = await self._tell(addressed, via)
            if notice is not None and via is not None:
                self.told[notice.id, via.interaction] = new
        return Change(new, notice)

    async def _tell(self, addressed: Addressed, via: Via | None) -> Notice[Event] | None:
        match, event, ping = self.match, addressed.event, addressed.ping
        if isinstance(event, Asked) and ping and await has_blocked(self.work.connection, ping, event.by):
            ping = None
        if isinstance(event, Nudged) and ping and await has_blocked(self.work.connection, ping, event.by):
            return None  # the one who nudges is not to learn of it
        notice = await enqueue(self.work, event, **_address(match, replace(addressed, ping=ping), via))
        if match.followers and isinstance(event, (TurnPlayed, MatchFinished)):
            await followers.tell(self.work, match, event)
        return notice


def _address(match: Match, addressed: Addressed, via: Via | None) -> Address:
    """Where the notice of an event goes."""
    ping = addressed.ping
    return Address(
        scope=match.scope,
        channel=match.thread or match.channel,
        ping=ping,
        match=match.id,
        via=via,
        public=addressed.public,
        not_before=addressed.not_before,
        alone_at=None if ping is None else waiting.told_at(match, ping, addressed.event),
        notices=None if ping is None else match.settings[match.seats.index(ping)].notices,
        language=match.language,
    )


class Matches(Finding):
    """All that can happen to matches.

    ``listeners`` are told of matches that end; ``turn_made``, once it is stored, of who made a turn, when, and how long
    it was waited for.
    """

    def __init__(self, database: Database, *, keep: int = 256) -> None:
        super().__init__(database, keep)
        self.listeners: list[MatchListener] = []
        self.turn_made: Callable[[int, datetime, timedelta], None] = lambda user, at, took: None
        # Also by the interaction: a database that is put in place of another counts its notices anew.
        self._told: OrderedDict[tuple[int, int], Match] = OrderedDict()

    @asynccontextmanager
    async def open(self, match: int | Match) -> AsyncIterator[OpenMatch]:
        """A unit of work on one match, which is replayed before, so that nobody waits for that. Raises NotFound.

        A match that was read just now is taken as it is; storing it raises Overtaken if it has changed since.
        """
        if isinstance(match, int) and not self.repository.at_hand(match):
            await self.get(match)
        async with self.database.unit_of_work() as work:
            found = await self.repository.load(work, match) if isinstance(match, int) else match.at(work.now)
            opened = OpenMatch(self, work, found)
            yield opened
        self._keep(opened.match, opened.told)

    def _keep(self, match: Match, told: Mapping[tuple[int, int], Match]) -> None:
        """Keep at hand what is stored of a match, and what its notices tell of."""
        self.repository.keep(match)
        self._told.update(told)
        while len(self._told) > MOST_TOLD:
            self._told.popitem(last=False)

    async def match_of(self, notice: Notice[Event]) -> Match:
        """The match that a notice tells of: as it is now, or as it was stored along with it for the caller it was
        leased to. What is sent later is read anew, for it may have been taken back. Raises NotFound."""
        told = None if notice.via is None else self._told.get((notice.id, notice.via.interaction))
        return told if told is not None and notice.attempts == 1 else await self.get(notice.match or 0)

    @retried
    async def do(self, match: int, command: Callable[[Match], Changed], via: Via | None = None) -> Change:
        """Give a match a command that has no method of its own, such as those of ``waiting.commands``."""
        return (await self._change(match, command, via))[1]

    async def begin(
        self,
        work: UnitOfWork,
        setup: Setup,
        *,
        challenge: int | None = None,
        ping: int | None = None,
        via: Via | None = None,
    ) -> Change:
        """Begin a match in a scope that is known, within the caller's unit of work. ``ping``: the player to tell."""
        scope = await self.repository.next_number(work, setup.scope)
        first, second = (who.id for who in setup.players)
        away = await vacations(work.connection, (first, second), work.now) if setup.clock != "none" else {}
        until = away.get(first), away.get(second)
        awake = await waking_hours(work.connection, (first, second))
        hours = awake[first], awake[second]
        match = beginning.begun(setup, scope.number, work.now, guild=scope.guild, away=until, hours=hours)
        match = await self.repository.add(work, waiting.planned(match))
        event = MatchStarted(version=match.version, challenge=challenge, first=match.mover == ping)
        notice = await enqueue(
            work, event, scope=match.scope, channel=match.channel, ping=ping, match=match.id, via=via
        )
        return Change(match, notice)

    # ------------------------------------------------------------------------------------------------ playing

    async def play(
        self,
        match: int | Match,
        user: int,
        text: str,
        *,
        version: int | None = None,
        drafted: int | None = None,
        confirm: bool | None = None,
        draw: bool = False,
        via: Via | None = None,
    ) -> Played:
        """Play the decisions that ``text`` means, one or several; whole or not at all.

        ``match`` is its id or, for a statement less, the match as it was read just now. Until the turn is whole they
        are a draft that only the mover sees. ``version`` and ``drafted`` (how many decisions the draft has) are what
        the caller has seen. ``confirm``: keep a whole turn as a draft until ``confirm`` is called; None: as the member
        has set it. ``draw``: offer a draw with the turn.
        """

        def command(found: Match) -> Changed:
            seat = found.seat_of(user)
            waits = confirm
            if waits is None:
                waits = user != COMPUTER and seat is not None and found.settings[seat].confirm
            return turns.play(found, user, text, version=version, drafted=drafted, confirm=waits, draw=draw)

        return await self._move(match, command, via)

    async def confirm(
        self,
        match: int,
        user: int,
        *,
        version: int | None = None,
        drafted: int | None = None,
        draw: bool = False,
        via: Via | None = None,
    ) -> Played:
        """Play the whole turn that waits in the draft; ``draw``: offer a draw with it."""
        seen = {"version": version, "drafted": drafted}
        return await self._move(match, lambda found: turns.confirm(found, user, draw=draw, **seen), via)

    async def undo(
        self, match: int, user: int, *, version: int | None = None, drafted: int | None = None, all: bool = False
    ) -> Played:
        """Take the last decision out of the draft (a forced one goes with that before it), or ``all`` of them."""
        seen = {"version": version, "drafted": drafted}
        return await self._move(match, lambda found: turns.undo(found, user, everything=all, **seen))

    @retried
    async def _move(self, match: int | Match, command: Callable[[Match], Changed], via: Via | None = None) -> Played:
        before = match.at(self.database.now()) if isinstance(match, Match) else await self.get(match)
        try:
            change = await self._store_turn(before, command(before), via)
            if change is None:
                before, change = await self._change(before, command, via)
        except Overtaken:
            before, change = await self._change(before.id, command, via)
        after = change.match
        if after.version == before.version:
            return Played(after, complete=False, draft=after.draft)
        if before.mover is not None:
            self.turn_made(before.mover, after.moved, max(after.moved - before.time.since, timedelta(0)))
        return Played(after, complete=True, turns=after.turns, notice=change.notice)

    async def _change(
        self, match: int | Match, command: Callable[[Match], Changed], via: Via | None
    ) -> tuple[Match, Change]:
        """A match as it was before a command, and what has come of that. Raises Overtaken for one that was given."""
        async with self.open(match) as opened:
            return opened.match, await opened.apply(command(opened.match), via)

    async def _store_turn(self, before: Match, changed: Changed, via: Via | None) -> Change | None:
        """Store a draft, or a turn after which the match goes on, and owe its post, all in one go. Raises Overtaken.

        None, and nothing is done, where more follows from it that has to be looked up.
        """
        new = changed.match
        plain = all(isinstance(addressed.event, TurnPlayed) for addressed in changed.events)
        if new is before or new.status != "running" or not plain or (changed.events and new.followers):
            return None
        new = waiting.planned(new)
        posts = [prepare_notice(told.event, new.now, _address(new, told, via)) for told in changed.events]
        steps = [repository.saving(before, new), *repository.saving_drafts(before, new, self.database.store.dialect)]
        try:
            keys = await self.database.do([*steps, *(step for post in posts for step in post.steps)])
        except Missed:
            raise repository.overtaken(before) from None
        new = replace(new, revision=before.revision + 1)
        notice = replace(posts[0].notice, id=keys[-1]) if posts and posts[0].notice is not None else None
        self._keep(new, {} if notice is None or via is None else {(notice.id, via.interaction): new})
        return Change(new, notice)

    @retried
    async def hinted(self, match: int, user: int, version: int, pending: int) -> Match:
        """Note that a player to move was given a hint, once for each pending answer. Raises Refused, Stale."""
        async with self.open(match) as opened:
            changed = turns.hinted(opened.match, user, version)
            new = pending_answers.c.id == pending, pending_answers.c.noted.is_(False)
            noted = pending_answers.update().where(*new).values(noted=True)
            if (await opened.work.connection.execute(noted)).rowcount:
                await opened.apply(changed)
            return opened.match

    # ------------------------------------------------------------------------------------- ends and agreements

    async def resign(self, match: int, user: int, *, version: int | None = None, via: Via | None = None) -> Change:
        """Give a match up; the other player wins."""
        return await self.do(match, lambda found: endings.resign(found, user, version), via)

    async def abort(self, match: int, user: int, *, version: int | None = None, via: Via | None = None) -> Change:
        """Call a match off before each side has made a turn; nobody wins."""
        return await self.do(match, lambda found: endings.abort(found, user, version), via)

    async def claim(
        self, match: int, user: int, what: str, *, version: int | None = None, via: Via | None = None
    ) -> Change:
        """Settle a match whose other player is out of time or has left.

        ``what``: ``win``, ``draw``, give more ``time``; or ``close``, only where the player has left: no result.
        """
        return await self.do(match, lambda found: endings.claim(found, user, what, version), via)

    async def offer_draw(self, match: int, user: int, *, version: int | None = None, via: Via | None = None) -> Change:
        """Offer a draw, or accept the one that the other player has offered. An offer stands until they move."""
        return await self.do(match, lambda found: agreements.offer_draw(found, user, version), via)

    async def answer_draw(
        self, match: int, user: int, yes: bool, *, version: int | None = None, via: Via | None = None
    ) -> Change:
        """Accept the draw that the other player has offered, or decline it."""
        return await self.do(match, lambda found: agreements.answer_draw(found, user, yes, version), via)

    async def ask_takeback(
        self, match: int, user: int, *, version: int | None = None, via: Via | None = None
    ) -> Change:
        """Ask to take back one's latest turn (and the answer to it). The computer agrees at once."""
        return await self.do(match, lambda found: agreements.ask_takeback(found, user, version), via)

    async def answer_takeback(
        self, match: int, user: int, yes: bool, *, version: int | None = None, via: Via | None = None
    ) -> Change:
        """Let the other player take their latest turn back, or not."""
        return await self.do(match, lambda found: agreements.answer_takeback(found, user, yes, version), via)

    async def ask_pause(self, match: int, user: int, *, version: int | None = None, via: Via | None = None) -> Change:
        """Ask to stop the clock, or agree to it. In a paused match: go on.

        The player to move goes on at once; the other one asks, and the match goes on when that is agreed to, or by
        itself after a week.
        """
        return await self.do(match, lambda found: agreements.ask_pause(found, user, version), via)

    async def answer_pause(
        self, match: int, user: int, yes: bool, *, version: int | None = None, via: Via | None = None
    ) -> Change:
        """Agree to pause, or to go on after a pause; or decline the pause."""
        return await self.do(match, lambda found: agreements.answer_pause(found, user, yes, version), via)

    async def wake_due(self, shards: Collection[int] = (0,), count: int = 1) -> int:
        """Tell what is due as time goes by, in a hundred matches at most; in how many there was something.

        Several processes may do so on one database: everything is told once. ``shards`` are those, of ``count`` in
        all, that are connected with Discord: in the servers of others nobody can move, so their matches are let alone.
        """
        done = 0
        for match in await self.due(shards, count):
            async with self.open(match) as opened:
                before = opened.match
                changed = agreements.wake(before)
                await opened.apply(waiting.wake(before) if changed.match is before else changed)
                done += opened.match is not before
        return done

    # ------------------------------------------------------------------------------------------------- players

    async def player_left(self, scope: int | None, user: int, *, banned: bool = False) -> int:
        """A member has left a server, or is ``banned`` there or everywhere (None): opponents may claim. How many do."""
        return await self._presence(scope, user, True, banned)

    async def player_back(self, scope: int | None, user: int) -> int:
        """A member is there again."""
        return await self._presence(scope, user, False)

    @retried
    async def _presence(self, scope: int | None, user: int, gone: bool, banned: bool = False) -> int:
        async with self.database.read() as connection:
            running, count = await repository.played_by(connection, user, scope), 0
        for match in running:
            async with self.open(match) as opened:
                before = opened.match
                if before.status == "running":
                    await opened.apply(endings.presence(before, user, gone, banned))
                    count += opened.match is not before
        return count

    async def move_to(self, match: int, channel: int, thread: int | None = None) -> Change:
        """Play a match in another channel or thread from now on, say because the old one was deleted."""
        return await self.do(match, lambda found: Changed(replace(found, channel=channel, thread=thread)))

    async def shift_for_vacation(self, work: UnitOfWork, user: int, old: datetime | None, until: datetime) -> None:
        """Stop the clocks that run for a player until then. ``old``: when the vacation under way was to end."""
        await outages.shift_for_vacation(work, user, old, until)

    # ----------------------------------------------------------------------------------------------- followers

    @retried
    async def follow(self, match: int, user: int, *, highlights: bool = False) -> None:
        """Send a member the turns of a match of others, or only its highlights. Raises LimitReached, Refused."""
        async with self.open(match) as opened:
            if opened.match.seat_of(user) is not None:
                raise Refused("you’re playing in {name} yourself", name=opened.match.name)
            await followers.add(opened.work, match, user, highlights)

    # ------------------------------------------------------------------------------------------- personal data

    async def forgotten(self, work: UnitOfWork, user: int) -> int:
        """End a person's running matches; how many matches are theirs."""
        for match in await repository.played_by(work.connection, user):
            opened = OpenMatch(self, work, await self.repository.load(work, match))
            if opened.match.status == "running":
                await opened.apply(endings.forget(opened.match, user))
        self._told.clear()
        return await repository.count_of(work.connection, user)
