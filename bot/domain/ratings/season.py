"""A server's season: the champion of each game, the longest match, and the prettiest loop."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain.matches.endings import GIVEN_UP
from bot.domain.matches.match import Match
from bot.domain.values import NOBODY
from bot.store import insert_new
from bot.store.tables import loops, matches, rating_changes
from games.core import State

FEWEST = 3  # rated matches of a game that its champion has played in the season, at least
_SHOWN = tuple(matches.c[name] for name in ("id", "number", "game", "winner", "name0", "name1", "channel"))


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
    """A match worth showing to who may view ``channel``; ``size``: turns, or cells of its loop; ``winner``: a seat."""

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
    """What a server played from ``since`` up to, but not including, ``until``. ``quickest``: the win on the board, not
    by resignation or the clock, in the fewest turns, the earliest of those; ``loop``: the longest single loop that won
    a match; of those as long, the one around the largest area, then the earliest. ``loop_state``: its final board."""

    since: datetime
    until: datetime
    matches: int
    players: int
    champions: tuple[Champion, ...]
    longest: Remarkable | None
    quickest: Remarkable | None
    loop: Remarkable | None
    loop_state: State | None


async def season(connection: AsyncConnection, scope: int, since: datetime, until: datetime) -> Season:
    """A server's season between two moments (aware, UTC)."""
    column = matches.c
    ended = (
        *(column.scope == scope, column.finished_at >= since, column.finished_at < until),
        *(column.status == "finished", column.given == 0, column.imported.is_(None)),
    )
    seats = sa.union_all(*(sa.select(seat.label("user")).where(*ended) for seat in (column.seat0, column.seat1)))
    users = seats.subquery().c.user
    counts = sa.select(sa.func.count() / 2, sa.func.count(sa.case((users > 0, users)).distinct()))
    played, players = (await connection.execute(counts)).one()
    longest = (
        sa.select(*_SHOWN, column.turn.label("size")).where(*ended).order_by(column.turn.desc(), column.id).limit(1)
    )
    won = column.winner.is_not(None), column.reason.not_in((*GIVEN_UP, "out", "settled"))
    quickest = (
        sa.select(*_SHOWN, column.turn.label("size")).where(*ended, *won).order_by(column.turn, column.id).limit(1)
    )
    prettiest = (
        sa.select(*_SHOWN, loops.c.cells.label("size"), column.options, column.decisions)
        .join(loops, loops.c.match == column.id)
        .where(loops.c.scope == scope, loops.c.at >= since, loops.c.at < until, loops.c.cells > 0)
        .order_by(loops.c.cells.desc(), loops.c.ground.desc(), loops.c.match)
        .limit(1)
    )
    queries = longest, quickest, prettiest
    long, quick, loop = [(await connection.execute(query)).one_or_none() for query in queries]
    state = None
    if loop is not None:
        state = await asyncio.to_thread(games.replay, loop.game, loop.options, loop.decisions.split())
    champions = await _champions(connection, scope, since, until)
    feats = _remarkable(long), _remarkable(quick), _remarkable(loop)
    return Season(since, until, int(played), players, champions, *feats, state)


def _remarkable(row: sa.Row[*tuple[object, ...]] | None) -> Remarkable | None:
    if row is None:
        return None
    return Remarkable(row.id, row.number, row.game, row.winner, (row.name0, row.name1), row.channel, row.size)


async def _champions(connection: AsyncConnection, scope: int, since: datetime, until: datetime) -> tuple[Champion, ...]:
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
    """Store the longest of the loops that won a match, if any; of those as long, the one around the largest area."""
    state = match.state
    winning = state.outcome.loops if state.outcome is not None else ()
    if winning:
        cells, ground = max((len(loop), _area([state.board.xy(cell) for cell in loop])) for loop in winning)
        key = {"match": match.id, "scope": match.scope, "at": match.finished}
        await insert_new(connection, loops, **key, cells=cells, ground=ground)


def _area(points: Sequence[Sequence[float]]) -> float:
    """The area of a polygon, by the shoelace formula; rounded, so that equal areas are equal."""
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    return round(abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)) / 2, 6)
