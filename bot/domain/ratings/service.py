"""The ratings as one object: kept up to date with the matches, asked about, taken back, and computed anew."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain.matches import COMPUTER, NOBODY, Matches, Refused
from bot.domain.matches import Change as MatchChange
from bot.domain.matches.base import Open
from bot.domain.matches.views import Via
from bot.domain.members.preferences import MemberSettings
from bot.domain.privacy import DELETED_NAME
from bot.domain.ratings import glicko, pools
from bot.domain.ratings.glicko import Strength
from bot.domain.ratings.season import Seasons
from bot.domain.ratings.views import WORLD, Board, Change, Point, Rating, Recount, Row
from bot.store.contests import changes, pairings, ratings
from bot.store.tables import matches

TAKEBACK = timedelta(days=1)
"""So long after its end a result can be taken back."""


class Ratings(Seasons):
    """All about ratings and what has been played. Hears of every match that ends on ``service``."""

    def __init__(self, service: Matches) -> None:
        super().__init__(service)
        service.listeners.append(self)

    async def get(self, user: int, game: str, pool: int = WORLD) -> Rating | None:
        """How strong a member is at a game; None before their first rated match."""
        async with self._store.read() as connection:
            query = sa.select(ratings).where(ratings.c.pool == pool, ratings.c.game == game, ratings.c.user == user)
            row = (await connection.execute(query)).mappings().one_or_none()
        return None if row is None else self._rating(row)

    async def of(self, user: int, pool: int = WORLD) -> tuple[Rating, ...]:
        """How strong a member is at every game they have played rated matches of, in the order of the catalogue."""
        async with self._store.read() as connection:
            query = sa.select(ratings).where(ratings.c.user == user, ratings.c.pool == pool)
            found = {row["game"]: self._rating(row) for row in (await connection.execute(query)).mappings()}
        return tuple(found[game.slug] for game in games.catalog() if game.slug in found)

    async def board(
        self, game: str, pool: int = WORLD, *, limit: int = 10, offset: int = 0, user: int | None = None
    ) -> Board:
        """A page of the leaderboard, from row ``offset`` on: by rating, those still provisional at the end.

        ``user``: whose own row is wanted too.
        """
        now = self._base.now()
        all_rows = (ratings.c.pool == pool, ratings.c.game == game, ratings.c.listed.is_(True))
        settled = ratings.c.settled_until > now
        count = sa.select(sa.func.count()).select_from(ratings)
        order = (ratings.c.rating.desc(), ratings.c.user)
        offset = max(offset, 0)
        async with self._store.read() as connection:
            total = (await connection.execute(count.where(*all_rows))).scalar_one()
            placed = (await connection.execute(count.where(*all_rows, settled))).scalar_one()
            rows = []
            for part, start, length in (
                (settled, offset, max(min(limit, placed - offset), 0)),
                (sa.not_(settled), max(offset - placed, 0), min(limit, offset + limit - placed)),
            ):
                if length > 0:
                    query = sa.select(ratings).where(*all_rows, part).order_by(*order).offset(start).limit(length)
                    rows += [self._rating(row) for row in (await connection.execute(query)).mappings()]
            above: dict[float, int] = {}
            own = None
            if user is not None:
                mine = sa.select(ratings).where(*all_rows[:2], ratings.c.user == user)
                row = (await connection.execute(mine)).mappings().one_or_none()
                own = None if row is None else self._rating(row)
            firsts = {rating.rating for rating in (*rows[:1], *([own] if own else [])) if not rating.provisional}
            for value in firsts:
                better = count.where(*all_rows, settled, ratings.c.rating > value)
                above[value] = (await connection.execute(better)).scalar_one()
        placed_rows: list[Row] = []
        for index, rating in enumerate(rows):
            if index and rating.rating == rows[index - 1].rating and not rating.provisional:
                place = placed_rows[-1].place
            else:
                place = offset + index + 1 if index else above.get(rating.rating, 0) + 1
            placed_rows.append(Row(None if rating.provisional else place, rating))
        own_row = None
        if own is not None:
            listed = own.listed and not own.provisional
            own_row = Row(above[own.rating] + 1 if listed else None, own)
        return Board(game, pool, tuple(placed_rows), total, offset, own_row)

    async def course(
        self, user: int, game: str, pool: int = WORLD, *, since: datetime | None = None
    ) -> tuple[Point, ...]:
        """How the rating of a member has gone, a point after each match."""
        query = (
            sa.select(changes.c.at, changes.c.rating, changes.c.deviation, changes.c.match)
            .where(changes.c.user == user, changes.c.pool == pool, changes.c.game == game)
            .order_by(changes.c.at, changes.c.match)
        )
        if since is not None:
            query = query.where(changes.c.at >= since)
        async with self._store.read() as connection:
            return tuple(Point(*row) for row in (await connection.execute(query)).all())

    async def change(self, match: int, pool: int) -> tuple[Change, Change] | None:
        """What a match did to the ratings of its players, by seat; None if it was not rated."""
        query = (
            sa.select(changes.c.user, changes.c.rating_before, changes.c.rating, changes.c.deviation)
            .where(changes.c.match == match, changes.c.pool == pool)
            .order_by(changes.c.seat)
        )
        async with self._store.read() as connection:
            found = [Change(*row) for row in (await connection.execute(query)).all()]
        return (found[0], found[1]) if len(found) == 2 else None

    async def takes_back(self, match: int, user: int) -> bool:
        """Whether somebody could ask to take the result of a match back."""
        async with self._base.store.read() as connection:
            row = await self._base.row(connection, match)
            try:
                await _taken_back(Open(self._base, connection, row, self._base.now()), user)
            except Refused:
                return False
        return True

    async def ask_takeback(self, match: int, user: int, *, via: Via | None = None) -> MatchChange:
        """Ask to take back the result of a match, or agree to it. It then counts for nothing, as if called off."""
        async with self._base.change(match) as opened:
            seat = await _taken_back(opened, user)
            row = opened.row
            if row["takeback_asked"] == 1 - seat:
                return await self._annul(opened, user, via)
            if row["takeback_asked"] == seat:
                raise Refused("you have already asked to take this result back")
            await opened.set(takeback_asked=seat)
            payload = {"what": "result", "by": user}
            ping = opened.user(1 - seat)
            notice = await self._base.tell_match(opened, "asked", ping=ping, payload=payload, via=via)
            return MatchChange(opened.view(), notice)

    async def answer_takeback(self, match: int, user: int, yes: bool, *, via: Via | None = None) -> MatchChange:
        """Agree to take the result of a match back, or not."""
        async with self._base.change(match) as opened:
            seat = await _taken_back(opened, user)
            if opened.row["takeback_asked"] != 1 - seat:
                raise Refused("nobody has asked you to take the result of {name} back", name=_name(opened))
            if yes:
                return await self._annul(opened, user, via)
            await opened.set(takeback_asked=None)
            payload = {"what": "result", "yes": False, "by": user}
            ping = opened.user(1 - seat)
            notice = await self._base.tell_match(opened, "answered", ping=ping, payload=payload, via=via)
            return MatchChange(opened.view(), notice)

    async def recompute(self, scope: int | None = None) -> Recount:
        """Compute every rating anew from the stored matches, and write what was different, one pool after the other.

        With ``scope`` only those of one server.
        """
        async with self._store.read() as connection:
            stored = sa.select(matches.c.scope, matches.c.game).where(matches.c.rated, matches.c.status == "finished")
            rated = sa.select(ratings.c.pool, ratings.c.game).distinct()
            if scope is not None:
                stored, rated = stored.where(matches.c.scope == scope), rated.where(ratings.c.pool == scope)
            found = set(map(tuple, (await connection.execute(stored.distinct())).all()))
            found |= set(map(tuple, (await connection.execute(rated)).all()))
        if scope is None:
            found |= {(WORLD, game) for _, game in found}
        total = [0, 0, 0]
        for pool, game in sorted(found):
            async with self._store.write() as connection:
                counted = await pools.stored_games(connection, pool, game)
                parts = await pools.refold(connection, pool, game, games=counted)
            total = [one + other for one, other in zip(total, parts, strict=True)]
        return Recount(len(found), *total)

    async def finished(self, opened: Open) -> None:
        """Count a match that has ended, in the transaction that ends it."""
        new = pools.counted(opened.row)
        if new is not None and NOBODY not in new.users:
            for pool in (opened.row["scope"], WORLD):
                await pools.enter(opened.connection, pool, opened.row["game"], new)

    async def annulling(self, opened: Open) -> None:
        """Count a match no longer; those after it are rated anew."""
        new = pools.counted(opened.row)
        if new is not None:
            for pool in (opened.row["scope"], WORLD):
                await pools.refold(opened.connection, pool, opened.row["game"], since=new.key, drop=opened.row["id"])

    async def preferred(self, connection: AsyncConnection, user: int, settings: MemberSettings) -> None:
        """Show the member's ratings over all servers, or hide them."""
        where = (ratings.c.user == user, ratings.c.pool == WORLD)
        await connection.execute(ratings.update().where(*where).values(listed=settings.global_rating))

    async def exported(self, connection: AsyncConnection, user: int) -> dict[str, Any]:
        """The member's ratings, and what each match did to them."""
        found: dict[str, Any] = {}
        for name, table in (("ratings", ratings), ("rating_changes", changes)):
            rows = (await connection.execute(sa.select(table).where(table.c.user == user))).mappings()
            found[name] = [
                {key: value.isoformat() if isinstance(value, datetime) else _plain(value) for key, value in row.items()}
                for row in rows
            ]
        return found

    async def forgotten(self, connection: AsyncConnection, user: int) -> None:
        """Delete the member's ratings. Opponents' ratings rest on how strong somebody was, without saying who."""
        await connection.execute(ratings.delete().where(ratings.c.user == user))
        anonymous = changes.update().where(changes.c.user == user).values(user=NOBODY, name=DELETED_NAME)
        await connection.execute(anonymous)

    async def purged(self, connection: AsyncConnection, scope: int) -> None:
        """Delete the ratings of a server; the world's go without its matches from now on."""
        query = sa.select(ratings.c.game).where(ratings.c.pool == scope).distinct()
        played = (await connection.execute(query)).scalars().all()
        await connection.execute(ratings.delete().where(ratings.c.pool == scope))
        for game in played:
            await pools.refold(connection, WORLD, game)

    async def _annul(self, opened: Open, user: int, via: Via | None) -> MatchChange:
        for listener in self._base.listeners:
            await listener.annulling(opened)
        row = opened.row
        await opened.set(
            status="aborted", reason="taken-back", winner=None, takeback_asked=None, version=row["version"] + 1
        )
        other = next(opened.user(seat) for seat in (0, 1) if opened.user(seat) != user)
        payload = {"what": "result", "yes": True, "by": user}
        notice = await self._base.tell_match(opened, "answered", ping=other, payload=payload, via=via)
        return MatchChange(opened.view(), notice)

    def _rating(self, row: Mapping[Any, Any]) -> Rating:
        now = self._base.now()
        strength = Strength(row["rating"], row["deviation"], row["volatility"])
        return Rating(
            user=row["user"],
            name=row["name"],
            pool=row["pool"],
            game=row["game"],
            rating=row["rating"],
            deviation=glicko.idle(strength, glicko.periods(row["at"], now)).deviation,
            provisional=row["settled_until"] <= now,
            wins=row["wins"],
            losses=row["losses"],
            draws=row["draws"],
            at=row["at"],
            listed=row["listed"],
        )


async def _taken_back(opened: Open, user: int) -> int:
    """The seat of a player who may take the result of a match back. Raises Refused."""
    seat, row = opened.seat(user), opened.row
    if row["status"] == "running":
        raise Refused("{name} is not over yet", name=_name(opened))
    if row["status"] == "aborted":
        raise Refused("{name} has no result that could be taken back", name=_name(opened))
    if opened.user(1 - seat) in (COMPUTER, NOBODY):
        raise Refused("there is nobody who could agree to take the result back")
    if opened.now - row["finished_at"] > TAKEBACK:
        raise Refused("a result can be taken back within a day; {name} ended earlier", name=_name(opened))
    query = sa.select(pairings.c.id).where(pairings.c.match == row["id"])
    if (await opened.connection.execute(query)).first() is not None:
        raise Refused("this match belongs to a tournament; its organiser can change the result")
    return seat


def _name(opened: Open) -> str:
    return f"M{opened.row['number']}"


def _plain(value: Any) -> Any:
    """Ids, which are too long for some readers' numbers, as text."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) and value > 2**53 else value
