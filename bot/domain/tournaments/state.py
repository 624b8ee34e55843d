"""A tournament inside the transaction that changes it: read whole, written under its version, told to people."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, cast

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain.errors import NotFound, NotYours, Stale
from bot.domain.matches import Matches, Notice, Person, Refused, Via, clocks
from bot.domain.ratings import Ratings
from bot.domain.tournaments.views import Changed, Entrant, Game, Status, Terms, Tournament
from bot.store.contests import entrants, pairings, tournaments
from bot.store.tables import outbox, scopes

MOST_PINGS = 50
"""A notice names at most this many people; for more there are several."""


@dataclass(slots=True)
class Open:
    """A tournament being changed: ``row``, ``entrants`` and ``games`` are kept in step with what is written."""

    base: Base
    connection: AsyncConnection
    row: dict[str, Any]
    entrants: list[Entrant]
    games: list[Game]
    now: datetime

    @property
    def id(self) -> int:
        """The id of the tournament."""
        return int(self.row["id"])

    @property
    def name(self) -> str:
        """The short name people use."""
        return f"T{self.row['number']}"

    @property
    def terms(self) -> Terms:
        """How it goes."""
        return Terms.read(self.row["terms"])

    def view(self) -> Tournament:
        """The tournament as it now stands."""
        return view(self.row, self.entrants)

    def entrant(self, user: int) -> Entrant:
        """The place of a member. Raises Refused."""
        found = self.view().entrant(user)
        if found is None:
            raise Refused("you do not take part in {name}", name=self.name)
        return found

    def member(self, user: int) -> Entrant:
        """The place of somebody else. Raises Refused."""
        found = self.view().entrant(user)
        if found is None:
            raise Refused("this member does not take part in {name}", name=self.name)
        return found

    def slot(self, slot: int) -> Entrant:
        """The entrant with a slot."""
        return next(one for one in self.entrants if one.slot == slot)

    def organiser(self, by: int, moderator: bool) -> None:
        """Raises NotYours for everybody but the organiser and moderators."""
        if by != self.row["organiser"] and not moderator:
            raise NotYours(
                "{name} is organised by {organiser}; they, or who may manage the server, can do that",
                name=self.name,
                organiser=self.row["organiser_name"],
            )

    def status(self, *allowed: str) -> None:
        """Raises Refused, saying how the tournament stands."""
        if self.row["status"] in allowed:
            return
        sentences = {
            "signup": "{name} has not started yet",
            "checkin": "{name} has not started yet",
            "running": "{name} has already started",
            "finished": "{name} is over",
            "cancelled": "{name} was cancelled",
        }
        raise Refused(sentences[self.row["status"]], name=self.name)

    async def set(self, **columns: Any) -> None:
        """Write columns of the tournament, guarded by its version. Raises Stale."""
        columns["version"] = self.row["version"] + 1
        where = (tournaments.c.id == self.id, tournaments.c.version == self.row["version"])
        result = await self.connection.execute(tournaments.update().where(*where).values(**columns))
        if result.rowcount != 1:
            raise Stale("{name} has gone on since; please look again", name=self.name)
        self.row.update(columns)

    async def enter(self, who: Person, status: str, seed: int = 0) -> Entrant:
        """Give somebody a place."""
        slot = max((one.slot for one in self.entrants), default=0) + 1
        row = Entrant(slot, who.id, who.name, status, False, seed, self.now)
        values = {
            "tournament": self.id,
            "slot": slot,
            "user": who.id,
            "name": who.name,
            "status": status,
            "checked": False,
            "seed": seed,
            "joined_at": self.now,
        }
        await self.connection.execute(entrants.insert().values(**values))
        self.entrants.append(row)
        return row

    async def put(self, entrant: Entrant, **columns: Any) -> None:
        """Write columns of an entrant."""
        where = (entrants.c.tournament == self.id, entrants.c.slot == entrant.slot)
        await self.connection.execute(entrants.update().where(*where).values(**columns))
        if "joined_at" in columns:
            columns["joined"] = columns.pop("joined_at")
        self.entrants = [replace(one, **columns) if one.slot == entrant.slot else one for one in self.entrants]

    async def drop(self, entrant: Entrant) -> None:
        """Take an entrant out without a trace."""
        where = (entrants.c.tournament == self.id, entrants.c.slot == entrant.slot)
        await self.connection.execute(entrants.delete().where(*where))
        self.entrants.remove(entrant)

    async def pair(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Add pairings."""
        blank = {"leg": 1, "match": None, "result": None, "how": None, "settled_at": None}
        values = [{**blank, "tournament": self.id, **row} for row in rows]
        if values:
            await self.connection.execute(pairings.insert(), values)
            self.games = await read_games(self.connection, self.id)

    async def write(self, game: Game, **columns: Any) -> None:
        """Write columns of a pairing: ``match``, ``result``, ``how`` or ``settled_at``."""
        await self.connection.execute(pairings.update().where(pairings.c.id == game.id).values(**columns))
        if "settled_at" in columns:
            columns["settled"] = columns.pop("settled_at")
        self.games = [replace(one, **columns) if one.id == game.id else one for one in self.games]

    async def tell(
        self,
        what: str,
        *,
        ping: int | None = None,
        via: Via | None = None,
        public: bool = True,
        **payload: Any,
    ) -> Notice | None:
        """Put a notice about the tournament out."""
        return await self.base.service.tell(
            self.connection,
            "tournament",
            scope=self.row["scope"],
            channel=self.row["channel"],
            ping=ping,
            payload={"tournament": self.id, "what": what, **payload},
            via=via,
            public=public,
        )

    async def tell_all(self, what: str, users: Iterable[int], **payload: Any) -> None:
        """Put a notice out that names several people, in portions."""
        named = [user for user in users if user > 0]
        for start in range(0, len(named), MOST_PINGS):
            await self.tell(what, pings=named[start : start + MOST_PINGS], **payload)

    async def tell_standings(self) -> None:
        """Put out that results have come in, unless that is still to be told."""
        await self.base.owe_standings(self.connection, self.id, self.row["scope"], self.row["channel"])


class Base:
    """The match service that tournaments stand on, and how they are read and changed."""

    def __init__(self, service: Matches, ratings: Ratings) -> None:
        self.service = service
        self.ratings = ratings
        self.store = service.store

    @asynccontextmanager
    async def change(self, tournament: int) -> AsyncIterator[Open]:
        """A transaction on one tournament. Raises NotFound."""
        async with self.store.write() as connection:
            yield await self.open(connection, tournament)

    async def open(self, connection: AsyncConnection, tournament: int, *, lock: bool = True) -> Open:
        """A tournament in a transaction. Raises NotFound."""
        query = (
            sa.select(tournaments, scopes.c.guild)
            .join(scopes, scopes.c.id == tournaments.c.scope)
            .where(tournaments.c.id == tournament)
        )
        if lock:
            query = query.with_for_update(of=tournaments)
        row = (await connection.execute(query)).mappings().one_or_none()
        if row is None:
            raise NotFound("that tournament is no longer kept")
        return Open(
            self,
            connection,
            dict(row),
            await read_entrants(connection, [tournament]),
            await read_games(connection, tournament),
            self.service.now(),
        )

    async def owe_standings(self, connection: AsyncConnection, tournament: int, scope: int, channel: int) -> None:
        """Put out that results have come in, unless that is still to be told."""
        query = sa.select(outbox.c.payload).where(
            outbox.c.scope == scope, outbox.c.kind == "tournament", outbox.c.attempts == 0
        )
        for owed in (await connection.execute(query)).scalars():
            if owed["tournament"] == tournament and owed["what"] == "standings":
                return
        payload = {"tournament": tournament, "what": "standings"}
        await self.service.tell(connection, "tournament", scope=scope, channel=channel, payload=payload)


async def read_entrants(connection: AsyncConnection, ids: Iterable[int]) -> list[Entrant]:
    """The entrants of tournaments, by slot."""
    query = sa.select(entrants).where(entrants.c.tournament.in_(list(ids))).order_by(entrants.c.slot)
    return [entrant(row) for row in (await connection.execute(query)).mappings()]


async def read_games(connection: AsyncConnection, tournament: int) -> list[Game]:
    """The pairings of a tournament, by round and board."""
    query = (
        sa.select(pairings)
        .where(pairings.c.tournament == tournament)
        .order_by(pairings.c.round, pairings.c.board, pairings.c.leg)
    )
    return [game(row) for row in (await connection.execute(query)).mappings()]


def entrant(row: Mapping[Any, Any]) -> Entrant:
    """A row of ``entrants`` for the outside."""
    return Entrant(row["slot"], row["user"], row["name"], row["status"], row["checked"], row["seed"], row["joined_at"])


def game(row: Mapping[Any, Any]) -> Game:
    """A row of ``pairings`` for the outside."""
    return Game(
        id=row["id"],
        round=row["round"],
        board=row["board"],
        leg=row["leg"],
        slots=(row["slot0"], row["slot1"]),
        match=row["match"],
        result=row["result"],
        how=row["how"],
        settled=row["settled_at"],
    )


def view(row: Mapping[Any, Any], found: Iterable[Entrant]) -> Tournament:
    """A row of ``tournaments``, with ``guild``, for the outside."""
    return Tournament(
        id=row["id"],
        number=row["number"],
        scope=row["scope"],
        guild=row["guild"],
        channel=row["channel"],
        title=row["title"],
        organiser=Person(row["organiser"], row["organiser_name"]),
        kind=row["kind"],
        game=games.get(row["game"]),
        options=row["options"],
        clock=clocks.parse(row["clock"]),
        rated=row["rated"],
        terms=Terms.read(row["terms"]),
        status=cast(Status, row["status"]),
        round=row["round"],
        rounds=row["rounds"],
        version=row["version"],
        created=row["created_at"],
        starts=row["starts_at"],
        ends=row["ends_at"],
        finished=row["finished_at"],
        entrants=tuple(found),
        post=None if row["post"] is None else (row["post_channel"], row["post"]),
    )


__all__ = ["Base", "Changed", "Open", "entrant", "game", "read_entrants", "read_games", "view"]
