"""What every part of the service stands on: reading a match, changing it under its guard, and putting notices out."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Protocol, TypeAlias

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain.errors import NotFound, NotYours, NotYourTurn, Over, Refused, Stale
from bot.domain.matches import clocks, log, replay, timing
from bot.domain.matches import outages as standstill
from bot.domain.matches.views import COMPUTER, Match, Notice, Place, Via
from bot.domain.members.preferences import MemberSettings, ServerSettings
from bot.store import Prepared, Store, insert_new
from bot.store.tables import conditionals, followers, matches, members, outbox, scopes

Row: TypeAlias = Mapping[str, Any]
LEASE = timedelta(seconds=60)
"""For so long a notice belongs to whoever is sending it."""

MATCH = sa.select(matches, scopes.c.guild).join(scopes, scopes.c.id == matches.c.scope)
_MATCH = MATCH.where(matches.c.id == sa.bindparam("match"))
_ROW, _ROW_TO_CHANGE = Prepared(_MATCH), Prepared(_MATCH.with_for_update(of=matches))
MEMBER = Prepared(sa.select(members.c.settings, members.c.vacation_until).where(members.c.id == sa.bindparam("user")))
_FOLLOWERS = Prepared(sa.select(followers.c.user).where(followers.c.match == sa.bindparam("of")))


@cache
def _change(columns: tuple[str, ...]) -> Prepared:
    """Writes these columns of the match ``which`` and gives its id, if its revision is the one ``seen``."""
    guard = matches.c.id == sa.bindparam("which"), matches.c.revision == sa.bindparam("seen")
    changed = matches.update().where(*guard).values({name: sa.bindparam(name) for name in columns})
    return Prepared(changed.returning(matches.c.id))


@cache
def _owe(columns: tuple[str, ...]) -> Prepared:
    """Puts these columns of a notice into the outbox, and gives its id."""
    values: dict[str, Any] = {name: sa.bindparam(name) for name in columns}
    return Prepared(outbox.insert().values(values).returning(outbox.c.id))


@dataclass(slots=True)
class Open:
    """A match inside the transaction that changes it: ``row`` is kept in step with what ``set`` has written."""

    base: Base
    connection: AsyncConnection
    row: dict[str, Any]
    now: datetime
    _trail: replay.Trail | None = None

    @property
    def trail(self) -> replay.Trail:
        """How the match stands; replayed when it is first asked for."""
        if self._trail is None:
            self._trail = self.base.replays.trail(self.row)
        return self._trail

    @trail.setter
    def trail(self, trail: replay.Trail) -> None:
        self._trail = trail

    def seat(self, user: int) -> int:
        """The seat of a player. Raises NotYours."""
        row = self.row
        if user not in (row["seat0"], row["seat1"]):
            raise NotYours(
                "{name} is the match of {first} and {second}; you can only watch it",
                name=f"M{row['number']}",
                first=row["name0"],
                second=row["name1"],
            )
        return 0 if user == row["seat0"] else 1

    def running(self) -> None:
        """Raises Over."""
        if self.row["status"] != "running":
            raise Over("{name} is over", name=f"M{self.row['number']}")

    def expect(self, version: int | None) -> None:
        """Raises Stale when the caller has seen another version."""
        if version is not None and version != self.row["version"]:
            self.running()
            raise Stale("{name} has gone on since; here is its board of now", name=f"M{self.row['number']}")

    def to_move(self, user: int) -> int:
        """The seat of ``user``, who is to move. Raises NotYours, Over, NotYourTurn."""
        seat = self.seat(user)
        self.running()
        if seat != self.row["to_move"]:
            raise NotYourTurn(
                "it is not your turn in {name}; {other} is to move",
                name=f"M{self.row['number']}",
                other=self.row[f"name{1 - seat}"],
            )
        if self.row["paused_at"] is not None:
            raise Refused(
                "{name} is paused; end the pause with /match pause before you move", name=f"M{self.row['number']}"
            )
        return seat

    def user(self, seat: int) -> int:
        """The user id in a seat."""
        return int(self.row[f"seat{seat}"])

    async def set(self, **columns: Any) -> None:
        """Write columns of the row, guarded by its revision."""
        columns["revision"] = self.row["revision"] + 1
        guard = {"which": self.row["id"], "seen": self.row["revision"]}
        if await _change(tuple(columns)).row(self.connection, **columns, **guard) is None:
            raise Stale("{name} has gone on since; here is its board of now", name=f"M{self.row['number']}")
        self.row.update(columns)

    def view(self) -> Match:
        """The match as it now stands."""
        return self.base.view(self.row, self.trail, self.now)


class Listener(Protocol):
    """Another part of the service, told of what concerns it within the transaction that does it; it may refuse."""

    async def finished(self, opened: Open) -> None:
        """A match has ended or was called off; its row is as it will be stored."""

    async def annulling(self, opened: Open) -> None:
        """Both players take the result of a match back; it is about to be called off."""

    async def preferred(self, connection: AsyncConnection, user: int, settings: MemberSettings) -> None:
        """A member has changed settings."""

    async def exported(self, connection: AsyncConnection, user: int) -> dict[str, Any]:
        """What else is kept about a person, as JSON values."""

    async def forgotten(self, connection: AsyncConnection, user: int) -> None:
        """The data of a person is being deleted."""

    async def purged(self, connection: AsyncConnection, scope: int) -> None:
        """The data of a server has been deleted."""


class Base:
    """The store, the clock, the replays at hand, and the primitives that the parts of the service share."""

    def __init__(
        self, store: Store, now: Callable[[], datetime], *, keep: int = 256, rng: random.Random | None = None
    ) -> None:
        self.store = store
        self.replays = replay.Replays(keep)
        self.rng = rng or random.SystemRandom()
        self.listeners: list[Listener] = []
        self._clock = now

    def now(self) -> datetime:
        """The moment, in whole milliseconds as the store keeps them."""
        moment = self._clock()
        return moment.replace(microsecond=moment.microsecond // 1000 * 1000)

    async def row(self, connection: AsyncConnection, match: int, *, lock: bool = False) -> dict[str, Any]:
        """The row of a match, with ``guild`` of its scope. Raises NotFound."""
        found = await (_ROW_TO_CHANGE if lock else _ROW).row(connection, match=match)
        if found is None:
            raise NotFound("that match is no longer kept")
        return found

    async def stored(self, match: int) -> dict[str, Any]:
        """The row of a match, as ``row`` gives it, at this moment. Raises NotFound."""
        found = await self.store.ask(_ROW, match=match)
        if not found:
            raise NotFound("that match is no longer kept")
        return found[0]

    @asynccontextmanager
    async def change(self, match: int, *, replayed: bool = True) -> AsyncIterator[Open]:
        """A transaction on one match. ``replayed``: its states will be needed.

        They are then replayed before it begins, so that others are not kept waiting for that.
        """
        if replayed and not self.replays.has(match):
            self.replays.trail(await self.stored(match))
        async with self.store.write() as connection:
            row = await self.row(connection, match, lock=True)
            opened = Open(self, connection, row, self.now())
            yield opened
        if opened._trail is not None:
            self.replays.keep(match, opened._trail)

    def view(self, row: Row, trail: replay.Trail, now: datetime) -> Match:
        """A match for the outside; ``trail`` may hold more states than those of the latest post."""
        recent = replay.shortened(trail)
        state = recent.states[-1]
        decisions = recent.decisions[len(recent.decisions) - len(recent.states) + 1 :]
        entries = recent.entries[log.last_post(recent.entries) :]
        due = row["due_at"]
        return Match(
            id=row["id"],
            number=row["number"],
            scope=row["scope"],
            guild=row["guild"],
            channel=row["channel"],
            thread=row["thread"],
            game=games.get(row["game"]),
            options=row["options"],
            seats=(row["seat0"], row["seat1"]),
            names=(row["name0"], row["name1"]),
            version=row["version"],
            state=state,
            trail=recent.states,
            turns=log.turns(entries, decisions, recent.states),
            decisions=recent.decisions,
            status=row["status"],
            winner=row["winner"],
            reason=row["reason"],
            rated=row["rated"],
            level=row["level"],
            clock=clocks.parse(row["clock"]),
            due=due,
            banks=timing.banks(row, now),
            overdue=due is not None and due <= now and row["paused_at"] is None,
            paused=row["paused_at"],
            draw_offer=row["draw_offer"],
            takeback_asked=row["takeback_asked"],
            pause_asked=row["pause_asked"],
            created=row["created_at"],
            moved=row["moved_at"],
            finished=row["finished_at"],
            gone=row["gone"],
            rematch=row["rematch"],
            note=row["note"],
            hints=(row["hints0"], row["hints1"]),
            away=timing.away(row, now),
        )

    async def scope(self, connection: AsyncConnection, place: Place) -> ServerSettings:
        """Make sure that a scope is known; its settings."""
        found = (
            await connection.execute(
                sa.select(scopes.c.settings, scopes.c.removed_at).where(scopes.c.id == place.scope)
            )
        ).one_or_none()
        if found is None:
            await insert_new(connection, scopes, id=place.scope, guild=place.guild, settings={})
            return ServerSettings()
        if found.removed_at is not None:
            await standstill.welcome_back(connection, place.scope, self.now())
        return ServerSettings.read(found.settings)

    async def member(self, connection: AsyncConnection, user: int) -> MemberSettings:
        """The settings of a member."""
        found = await MEMBER.row(connection, user=user)
        return MemberSettings.read(found["settings"] if found else {})

    async def away_until(self, connection: AsyncConnection, user: int, now: datetime) -> datetime | None:
        """When the vacation of a member ends; None if there is none at ``now``."""
        found = await MEMBER.row(connection, user=user)
        until = found["vacation_until"] if found else None
        return until if until is not None and until > now else None

    async def tell(
        self,
        connection: AsyncConnection,
        kind: str,
        *,
        scope: int,
        channel: int,
        ping: int | None = None,
        match: int | None = None,
        challenge: int | None = None,
        payload: Mapping[str, Any] | None = None,
        via: Via | None = None,
        public: bool = True,
    ) -> Notice | None:
        """Put a notice out, as the member it is for wants to be told: in the channel, by direct message, or both.

        The post in the channel is returned, leased to the caller if it goes by an interaction. Notices that are not
        ``public`` are for that member alone: without a channel post if they want direct messages, or none at all.
        """
        ping = None if ping is not None and ping <= COMPUTER else ping  # nobody to be told
        where = (await self.member(connection, ping)).notices if ping is not None else "channel"
        now = self.now()
        row: dict[str, Any] = {
            "kind": kind,
            "scope": scope,
            "match": match,
            "challenge": challenge,
            "payload": dict(payload or {}),
            "created_at": now,
            "next_try": now,
            "attempts": 0,
        }
        if ping is not None and where in ("dm", "both"):
            await _owe(tuple(privately := row | {"dm": ping, "ping": ping})).rows(connection, **privately)
        if not public and where in ("dm", "none"):
            return None
        row |= {"channel": channel, "ping": ping if where in ("channel", "both") else None}
        if via is not None:
            row |= {"interaction": via.interaction, "application": via.application, "token": via.token}
            row |= {"attempts": 1, "next_try": now + LEASE}
        (written,) = await _owe(tuple(row)).rows(connection, **row)
        return notice({**row, **written, "dm": None})

    async def tell_match(
        self,
        opened: Open,
        kind: str,
        *,
        ping: int | None = None,
        payload: Mapping[str, Any] | None = None,
        via: Via | None = None,
        public: bool = True,
    ) -> Notice | None:
        """``tell`` about a match, where it is played."""
        row = opened.row
        said = await self.tell(
            opened.connection,
            kind,
            scope=row["scope"],
            channel=row["thread"] or row["channel"],
            ping=ping,
            match=row["id"],
            payload=(payload := {"version": row["version"], **(payload or {})}),
            via=via,
            public=public,
        )
        if kind in ("turn", "finished"):
            for follower in await _FOLLOWERS.rows(opened.connection, of=row["id"]):
                await self._send(opened.connection, kind, row, follower["user"], payload)
        return said

    async def _send(
        self, connection: AsyncConnection, kind: str, row: Row, user: int, payload: Mapping[str, Any]
    ) -> None:
        """A direct message to somebody who follows a match."""
        now = self.now()
        values = {"kind": kind, "scope": row["scope"], "dm": user, "ping": user, "match": row["id"]}
        payload = {**payload, "followed": True}
        await connection.execute(outbox.insert().values(**values, payload=payload, created_at=now, next_try=now))

    async def finish(
        self,
        opened: Open,
        *,
        winner: int | None,
        reason: str,
        by: int | None,
        via: Via | None,
        start: int | None = None,
        columns: Row | None = None,
    ) -> Notice | None:
        """End a match, and say so to the player who did not end it.

        ``start`` is the ply at which the last post begins, ``columns`` what else is to be written.
        """
        row = opened.row
        ending = {
            "status": "finished" if reason != "aborted" else "aborted",
            "winner": winner,
            "reason": reason,
            "finished_at": opened.now,
            "version": row["version"] + 1,
            "to_move": None,
            "mover": None,
            "draft": "",
            "due_at": None,
            "wake_at": None,
            "paused_at": None,
            "draw_offer": None,
            "takeback_asked": None,
            "pause_asked": None,
        }
        await opened.set(**{**(columns or {}), **ending})
        await self.forget_plans(opened)
        for listener in self.listeners:
            await listener.finished(opened)
        other = next((opened.user(seat) for seat in (0, 1) if opened.user(seat) != by), None)
        ply = row["ply"]
        payload = {"from": ply if start is None else start, "to": ply, "by": by}
        return await self.tell_match(opened, "finished", ping=other, payload=payload, via=via)

    async def forget_plans(self, opened: Open, seat: int | None = None) -> None:
        """Cancel the conditional moves of a seat, or of both."""
        query = conditionals.delete().where(conditionals.c.match == opened.row["id"])
        await opened.connection.execute(query if seat is None else query.where(conditionals.c.seat == seat))


def notice(row: Row) -> Notice:
    """A row of the outbox for the outside."""
    via = None
    if row.get("interaction") is not None:
        via = Via(row["interaction"], row["token"], row["application"])
    return Notice(
        id=row["id"],
        kind=row["kind"],
        scope=row["scope"],
        channel=row.get("channel"),
        dm=row.get("dm"),
        ping=row["ping"],
        match=row["match"],
        challenge=row["challenge"],
        payload=row["payload"],
        via=via,
        created=row["created_at"],
        attempts=row["attempts"],
    )
