"""The ratings of a pool as the outcome of its matches in the order in which they ended, whatever order they came in."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.matches import COMPUTER, NOBODY
from bot.domain.matches.base import Row
from bot.domain.members.preferences import MemberSettings
from bot.domain.ratings import glicko
from bot.domain.ratings.glicko import START, Strength
from bot.domain.ratings.views import WORLD
from bot.store.contests import changes, ratings
from bot.store.tables import matches, members

_CHUNK = 500


class Key(NamedTuple):
    """Where a match stands in the order: by when it ended, and of those that ended at once by its id."""

    at: datetime
    match: int


class Counted(NamedTuple):
    """A rated match: who played, by seat, under which names, and the first seat's score."""

    key: Key
    users: tuple[int, int]
    names: tuple[str, str]
    score: float


@dataclass(slots=True)
class Standing:
    """What is known of a player after some match."""

    strength: Strength
    at: datetime
    match: int
    name: str


def counted(row: Row) -> Counted | None:
    """The match of a row if it is rated: between two people, and with a result."""
    if not row["rated"] or row["status"] != "finished" or COMPUTER in (row["seat0"], row["seat1"]):
        return None
    score = 0.5 if row["winner"] is None else 1.0 - row["winner"]
    seats, names = (row["seat0"], row["seat1"]), (row["name0"], row["name1"])
    return Counted(Key(row["finished_at"], row["id"]), seats, names, score)


def fold(
    games: Iterable[Counted], known: dict[int, Standing], kept: Mapping[tuple[int, int], Strength]
) -> Iterator[dict[str, Any]]:
    """The change of each seat by each match. ``games`` are in order; ``known`` is brought up to date on the way.

    ``kept`` tells by match and seat how strong players were whose data is deleted; without that a match does not count.
    """
    for game in games:
        at, match = game.key
        before = []
        for seat, user in enumerate(game.users):
            if user == NOBODY:
                strength = kept.get((match, seat))
            elif user in known:
                standing = known[user]
                strength = glicko.idle(standing.strength, glicko.periods(standing.at, at))
            else:
                strength = START
            before.append(strength)
        if before[0] is None or before[1] is None or set(game.users) == {NOBODY}:
            continue
        for seat, user in enumerate(game.users):
            own, other = before[seat], before[1 - seat]
            assert own is not None
            assert other is not None
            score = game.score if seat == 0 else 1.0 - game.score
            after = glicko.rate(own, [(other, score)], periods=0)
            if user != NOBODY:
                known[user] = Standing(after, at, match, game.names[seat])
            yield {
                "match": match,
                "seat": seat,
                "user": user,
                "name": game.names[seat],
                "at": at,
                "score": score,
                "rating_before": own.rating,
                "deviation_before": own.deviation,
                "volatility_before": own.volatility,
                "rating": after.rating,
                "deviation": after.deviation,
                "volatility": after.volatility,
            }


async def enter(connection: AsyncConnection, pool: int, game: str, new: Counted) -> None:
    """Count a match that has just ended. Nothing happens if it is counted already."""
    query = (
        sa.select(ratings)
        .where(ratings.c.pool == pool, ratings.c.game == game, ratings.c.user.in_(new.users))
        .order_by(ratings.c.user)
        .with_for_update()
    )
    rows = {row["user"]: row for row in (await connection.execute(query)).mappings()}
    if any((row["at"], row["match"]) >= new.key for row in rows.values()):
        there = sa.select(changes.c.seat).where(changes.c.pool == pool, changes.c.match == new.key.match)
        if (await connection.execute(there)).first() is None:
            await refold(connection, pool, game, since=new.key, add=new)
        return
    known = {user: Standing(_strength(row), row["at"], row["match"], row["name"]) for user, row in rows.items()}
    fresh = list(fold([new], known, {}))
    await connection.execute(changes.insert(), [{**change, "pool": pool, "game": game} for change in fresh])
    for change in fresh:
        user = change["user"]
        columns = _standing_columns(known[user])
        tally = {1.0: "wins", 0.5: "draws", 0.0: "losses"}[change["score"]]
        if user in rows:
            columns[tally] = rows[user][tally] + 1
            where = (ratings.c.pool == pool, ratings.c.game == game, ratings.c.user == user)
            await connection.execute(ratings.update().where(*where).values(**columns))
        else:
            columns |= {"wins": 0, "losses": 0, "draws": 0} | {tally: 1}
            listed = pool != WORLD or await _allows(connection, user)
            await connection.execute(ratings.insert().values(pool=pool, game=game, user=user, listed=listed, **columns))


async def refold(
    connection: AsyncConnection,
    pool: int,
    game: str,
    *,
    since: Key | None = None,
    add: Counted | None = None,
    drop: int | None = None,
    games: list[Counted] | None = None,
) -> tuple[int, int, int]:
    """Rate the matches of a pool anew from a place in the order on; how many they are, ratings, and what has changed.

    Matches are those counted before, with ``add`` and without ``drop``, or ``games`` if given.
    """
    own = (changes.c.pool == pool, changes.c.game == game)
    later = () if since is None else (_from(since),)
    query = sa.select(changes).where(*own, *later).order_by(changes.c.at, changes.c.match, changes.c.seat)
    old = {(row["match"], row["seat"]): dict(row) for row in (await connection.execute(query)).mappings()}
    if games is None:
        games = [found for found in _games(old) if found.key.match != drop]
        games = sorted([*games, *([add] if add else [])])
    users = {row["user"] for row in old.values()} | {user for found in games for user in found.users}
    users.discard(NOBODY)
    known = {} if since is None else await _known(connection, pool, game, since, users)
    kept = {place: _strength(row, "_before") for place, row in old.items() if row["user"] == NOBODY}
    rated = await asyncio.to_thread(lambda: list(fold(games, known, kept)))
    new = {(row["match"], row["seat"]): {**row, "pool": pool, "game": game} for row in rated}
    differing = [place for place in {**old, **new} if old.get(place) != new.get(place)]
    touched = sorted({match for match, _ in differing})
    for start in range(0, len(touched), _CHUNK):
        where = (*own[:1], changes.c.match.in_(touched[start : start + _CHUNK]))
        await connection.execute(changes.delete().where(*where))
    rows = [new[match, seat] for match in touched for seat in (0, 1) if (match, seat) in new]
    if rows:
        await connection.execute(changes.insert(), rows)
    corrected = await _settle(connection, pool, game, None if since is None else users, known)
    return len(games), len(known), len(differing) + corrected


async def _settle(
    connection: AsyncConnection, pool: int, game: str, users: set[int] | None, known: Mapping[int, Standing]
) -> int:
    """Write the ratings that follow from the changes of some users, or of all; how many were different."""
    tallies: dict[int, dict[float, int]] = {}
    query = (
        sa.select(changes.c.user, changes.c.score, sa.func.count().label("matches"))
        .where(changes.c.pool == pool, changes.c.game == game)
        .group_by(changes.c.user, changes.c.score)
    )
    stored: dict[int, Mapping[str, Any]] = {}
    for chosen in _chosen(users):
        narrowed = query if chosen is None else query.where(changes.c.user.in_(chosen))
        for row in await connection.execute(narrowed):
            tallies.setdefault(row.user, {})[row.score] = row.matches
        rows = sa.select(ratings).where(ratings.c.pool == pool, ratings.c.game == game)
        rows = rows if chosen is None else rows.where(ratings.c.user.in_(chosen))
        stored |= {row["user"]: dict(row) for row in (await connection.execute(rows)).mappings()}
    corrected = 0
    for user in (users or set()) | set(stored) | set(known):
        where = (ratings.c.pool == pool, ratings.c.game == game, ratings.c.user == user)
        if user not in known:
            if user in stored:
                await connection.execute(ratings.delete().where(*where))
                corrected += 1
            continue
        tally = tallies.get(user, {})
        columns = _standing_columns(known[user])
        columns |= {"wins": tally.get(1.0, 0), "draws": tally.get(0.5, 0), "losses": tally.get(0.0, 0)}
        if user not in stored:
            listed = pool != WORLD or await _allows(connection, user)
            await connection.execute(ratings.insert().values(pool=pool, game=game, user=user, listed=listed, **columns))
            corrected += 1
        elif any(stored[user][name] != value for name, value in columns.items()):
            await connection.execute(ratings.update().where(*where).values(**columns))
            corrected += 1
    return corrected


async def _known(connection: AsyncConnection, pool: int, game: str, since: Key, users: set[int]) -> dict[int, Standing]:
    """How users stood just before a place in the order."""
    known: dict[int, Standing] = {}
    for chosen in _chosen(users):
        latest = (
            sa.func.row_number()
            .over(partition_by=changes.c.user, order_by=(changes.c.at.desc(), changes.c.match.desc()))
            .label("latest")
        )
        ranked = (
            sa.select(changes, latest)
            .where(changes.c.pool == pool, changes.c.game == game, changes.c.user.in_(chosen or ()))
            .where(sa.not_(_from(since)))
            .subquery()
        )
        for row in (await connection.execute(sa.select(ranked).where(ranked.c.latest == 1))).mappings():
            known[row["user"]] = Standing(_strength(row), row["at"], row["match"], row["name"])
    return known


async def stored_games(connection: AsyncConnection, pool: int, game: str) -> list[Counted]:
    """The rated matches of a pool as the matches themselves tell."""
    names = ("id", "seat0", "seat1", "name0", "name1", "winner", "finished_at", "rated", "status")
    query = sa.select(*(matches.c[name] for name in names)).where(
        matches.c.game == game, matches.c.rated, matches.c.status == "finished"
    )
    if pool != WORLD:
        query = query.where(matches.c.scope == pool, matches.c.finished_at.is_not(None))
    found = (counted(dict(row)) for row in (await connection.execute(query)).mappings())
    return sorted(one for one in found if one is not None)


def _games(rows: Mapping[tuple[int, int], Mapping[str, Any]]) -> Iterator[Counted]:
    """The matches that changes tell of."""
    for (match, seat), row in rows.items():
        if seat == 0:
            other = rows[match, 1]
            users, names = (row["user"], other["user"]), (row["name"], other["name"])
            yield Counted(Key(row["at"], match), users, names, row["score"])


def _from(since: Key) -> sa.ColumnElement[bool]:
    at = changes.c.at
    return sa.or_(at > since.at, sa.and_(at == since.at, changes.c.match >= since.match))


def _chosen(users: set[int] | None) -> Iterator[list[int] | None]:
    """Users in portions that a query takes; None for all."""
    if users is None:
        yield None
        return
    ordered = sorted(users)
    for start in range(0, len(ordered), _CHUNK):
        yield ordered[start : start + _CHUNK]


def _strength(row: Mapping[Any, Any], when: str = "") -> Strength:
    return Strength(row[f"rating{when}"], row[f"deviation{when}"], row[f"volatility{when}"])


def _standing_columns(standing: Standing) -> dict[str, Any]:
    rating, deviation, volatility = standing.strength
    until = glicko.settled_until(standing.strength, standing.at)
    return {
        "name": standing.name,
        "rating": rating,
        "deviation": deviation,
        "volatility": volatility,
        "at": standing.at,
        "match": standing.match,
        "settled_until": until.replace(microsecond=until.microsecond // 1000 * 1000),
    }


async def _allows(connection: AsyncConnection, user: int) -> bool:
    """Whether a member lets others see how they are rated over all servers."""
    found = await connection.execute(sa.select(members.c.settings).where(members.c.id == user))
    return MemberSettings.read(found.scalar_one_or_none() or {}).global_rating
