"""A server's season: the champion of each game, the longest match, the prettiest loop, the greatest
comeback.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain.matches.endings import GIVEN_UP
from bot.domain.matches.match import Match
from bot.domain.values import COMPUTER, NOBODY
from bot.store import insert_new
from bot.store.tables import loops, matches, rating_changes
from games.core import State

FEWEST = 3  # rated matches of a game that its champion has played in the season, at least
# won matches of a server, the longest, in which the computer looks for the season's greatest
# comeback
MOST_JUDGED = 10
COMEBACK = 30  # percent that the winner's chance must have come down to
BATCH = 50
_SHOWN = tuple(
    matches.c[name] for name in ("id", "number", "game", "winner", "name0", "name1", "channel")
)
_WON = (
    *(
        matches.c.winner.is_not(None),
        matches.c.reason.not_in(("time", "left", "deleted", "settled", "out")),
    ),
    *(matches.c.status == "finished", matches.c.given == 0, matches.c.imported.is_(None)),
    *(matches.c.seat0 != COMPUTER, matches.c.seat1 != COMPUTER),
)
"""Conditions for matches that people have won by what they played."""


@dataclass(frozen=True, slots=True)
class Champion:
    """Who had the highest rating in a game at the end of a season, and their score in it."""

    game: str
    user: int
    name: str
    rating: float
    matches: int
    score: float


@dataclass(frozen=True, slots=True)
class Remarkable:
    """A match worth showing to who may view ``channel``; ``size``: turns, cells of its loop, or the
    winner's least chance in percent; ``winner``: a seat."""

    id: int
    number: int
    game: str
    winner: int | None
    names: tuple[str, str]
    channel: int
    size: int

    @property
    def name(self) -> str:
        """The short name people use: M27."""
        return f"M{self.number}"


@dataclass(frozen=True, slots=True)
class Season:
    """What a server played from ``since`` up to, but not including, ``until``.

    ``quickest``: the win on the board, not by resignation or the clock, in the fewest turns, the
    earliest of those; ``loop``: the longest single loop that won a match; of those as long, the one
    around the largest area, then the earliest. ``loop_state``: its final board. ``comeback``: the
    win from the least chance that the computer has given the winner; known after the season.
    """

    since: datetime
    until: datetime
    matches: int
    players: int
    champions: tuple[Champion, ...]
    longest: Remarkable | None
    quickest: Remarkable | None
    loop: Remarkable | None
    comeback: Remarkable | None
    loop_state: State | None


async def season(
    connection: AsyncConnection, scope: int, since: datetime, until: datetime
) -> Season:
    """A server's season between two moments (aware, UTC)."""
    column = matches.c
    ended = (
        *(column.scope == scope, column.finished_at >= since, column.finished_at < until),
        *(column.status == "finished", column.given == 0, column.imported.is_(None)),
    )
    seats = sa.union_all(
        *(sa.select(seat.label("user")).where(*ended) for seat in (column.seat0, column.seat1))
    )
    users = seats.subquery().c.user
    counts = sa.select(sa.func.count() / 2, sa.func.count(sa.case((users > 0, users)).distinct()))
    played, players = (await connection.execute(counts)).one()
    longest = (
        sa.select(*_SHOWN, column.turn.label("size"))
        .where(*ended)
        .order_by(column.turn.desc(), column.id)
        .limit(1)
    )
    won = column.winner.is_not(None), column.reason.not_in((*GIVEN_UP, "out", "settled"))
    quickest = (
        sa.select(*_SHOWN, column.turn.label("size"))
        .where(*ended, *won)
        .order_by(column.turn, column.id)
        .limit(1)
    )
    prettiest = (
        sa.select(*_SHOWN, loops.c.cells.label("size"), column.options, column.decisions)
        .join(loops, loops.c.match == column.id)
        .where(loops.c.scope == scope, loops.c.at >= since, loops.c.at < until, loops.c.cells > 0)
        .order_by(loops.c.cells.desc(), loops.c.ground.desc(), loops.c.match)
        .limit(1)
    )
    comeback = (
        sa.select(*_SHOWN, loops.c.chance.label("size"))
        .join(loops, loops.c.match == column.id)
        .where(*ended, *_WON, loops.c.chance <= COMEBACK)
        .order_by(loops.c.chance, column.id)
        .limit(1)
    )
    queries = longest, quickest, prettiest, comeback
    long, quick, loop, back = [(await connection.execute(query)).one_or_none() for query in queries]
    state = None
    if loop is not None:
        state = await asyncio.to_thread(
            games.replay, loop.game, loop.options, loop.decisions.split()
        )
    champions = await _champions(connection, scope, since, until)
    feats = _remarkable(long), _remarkable(quick), _remarkable(loop), _remarkable(back)
    return Season(since, until, int(played), players, champions, *feats, state)


def _remarkable(row: sa.Row[*tuple[object, ...]] | None) -> Remarkable | None:
    if row is None:
        return None
    return Remarkable(
        row.id, row.number, row.game, row.winner, (row.name0, row.name1), row.channel, row.size
    )


async def _champions(
    connection: AsyncConnection, scope: int, since: datetime, until: datetime
) -> tuple[Champion, ...]:
    """The champions, in the catalogue's order; of equal ratings, the one with the lower user id."""
    change = rating_changes.c
    own = (change.game, change.user)
    latest = sa.func.row_number().over(partition_by=own, order_by=change.at.desc())
    players = (
        sa.select(
            *(change.game, change.user, change.name, change.rating),
            sa.func.count().over(partition_by=own).label("matches"),
            sa.func.sum(change.score).over(partition_by=own).label("score"),
            latest.label("latest"),
        )
        .where(change.scope == scope, change.at >= since, change.at < until, change.user != NOBODY)
        .subquery()
    )
    query = (
        sa.select(*list(players.c)[:6])
        .where(players.c.latest == 1, players.c.matches >= FEWEST)
        .order_by(players.c.rating, players.c.user.desc())
    )
    best = {row.game: Champion(*row) for row in await connection.execute(query)}
    return tuple(best[game.slug] for game in games.catalog() if game.slug in best)


async def store_loop(connection: AsyncConnection, match: Match) -> None:
    """Store the longest of the loops that won a match, if any; of those as long, the one around the
    largest area.
    """
    state = match.state
    winning = state.outcome.loops if state.outcome is not None else ()
    if winning:
        cells, ground = max(
            (len(loop), _area([state.board.xy(cell) for cell in loop])) for loop in winning
        )
        key = {"match": match.id, "scope": match.scope, "at": match.finished}
        await insert_new(connection, loops, **key, cells=cells, ground=ground)


async def unjudged(connection: AsyncConnection, since: datetime, until: datetime) -> list[int]:
    """The ids of some matches of a season in which the computer has yet to look for a comeback."""
    column = matches.c
    season = (matches.c.finished_at >= since, matches.c.finished_at < until)
    rank = sa.func.row_number().over(
        partition_by=column.scope, order_by=(column.turn.desc(), column.id)
    )
    longest = sa.select(column.id, rank.label("rank")).where(*season, *_WON).subquery()
    query = sa.select(longest.c.id).outerjoin(loops).order_by(longest.c.id)
    query = query.where(longest.c.rank <= MOST_JUDGED, loops.c.chance.is_(None)).limit(BATCH)
    return [*(await connection.execute(query)).scalars()]


async def store_chance(connection: AsyncConnection, match: Match, chance: int) -> None:
    """Store the least chance, in percent, that the winner of a match had."""
    await insert_new(
        connection, loops, match=match.id, scope=match.scope, at=match.finished, cells=0, ground=0
    )
    await connection.execute(loops.update().where(loops.c.match == match.id).values(chance=chance))


def _area(points: Sequence[Sequence[float]]) -> float:
    """The area of a polygon, by the shoelace formula; rounded, so that equal areas are equal."""
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    return round(abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)) / 2, 6)
