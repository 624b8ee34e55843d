"""What a server's matches and ratings of a season say, and the loops that won matches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.matches.endings import GIVEN_UP
from bot.domain.matches.match import Match
from bot.domain.values import COMPUTER, NOBODY
from bot.store import insert_new
from bot.store.tables import loops, matches, rating_changes

FEWEST = 3  # rated matches of a game that its champion has played in the season, at least
# won matches of a server, the longest, in which the computer looks for the season's greatest
# comeback
MOST_JUDGED = 10
COMEBACK = 30  # percent that the winner's chance must have come down to
BATCH = 50
_SHOWN = tuple(
    matches.c[name] for name in ("id", "number", "game", "winner", "name0", "name1", "channel")
)
_FINISHED = (
    matches.c.status == "finished",
    matches.c.given == 0,
    matches.c.imported.is_(None),
)
"""Conditions for matches that were played here from the first turn on and have a result."""
_NOT_PLAYED = ("time", "left", "deleted", "settled", "out")
"""Reasons of ends that nobody has played for."""
_WON = (
    *_FINISHED,
    matches.c.winner.is_not(None),
    matches.c.reason.not_in(_NOT_PLAYED),
    matches.c.seat0 != COMPUTER,
    matches.c.seat1 != COMPUTER,
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
    """A match worth showing.

    :param winner: a seat
    :param channel: whose readers may see it
    :param size: turns, cells of its loop, or the winner's least chance in percent
    """

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
class FinalBoard:
    """A match with what its final board is made of."""

    match: Remarkable
    options: Mapping[str, str]
    decisions: Sequence[str]


@dataclass(frozen=True, slots=True)
class SeasonCounts:
    """How many matches a server played in a season, and how many members played in them."""

    matches: int
    players: int


async def counts(
    connection: AsyncConnection, scope: int, start: datetime, end: datetime
) -> SeasonCounts:
    """How much was played in a season."""
    conditions = _ended(scope, start, end)
    by_seat = []
    for seat in (matches.c.seat0, matches.c.seat1):
        by_seat.append(sa.select(seat.label("user")).where(*conditions))
    user = sa.union_all(*by_seat).subquery().c.user
    people = sa.func.count(sa.case((user > 0, user)).distinct())
    match_count = (sa.func.count() / 2).label("matches")
    query = sa.select(match_count, people.label("players"))
    row = (await connection.execute(query)).one()
    return SeasonCounts(int(row.matches), row.players)


async def longest(
    connection: AsyncConnection, scope: int, start: datetime, end: datetime
) -> Remarkable | None:
    """The match with the most turns."""
    query = sa.select(*_SHOWN, matches.c.turn.label("size"))
    query = query.where(*_ended(scope, start, end))
    query = query.order_by(matches.c.turn.desc(), matches.c.id)
    return await _first(connection, query)


async def quickest(
    connection: AsyncConnection, scope: int, start: datetime, end: datetime
) -> Remarkable | None:
    """The win on the board in the fewest turns."""
    off_board = (*GIVEN_UP, "out", "settled")
    is_win_on_board = (matches.c.winner.is_not(None), matches.c.reason.not_in(off_board))
    query = sa.select(*_SHOWN, matches.c.turn.label("size"))
    query = query.where(*_ended(scope, start, end), *is_win_on_board)
    query = query.order_by(matches.c.turn, matches.c.id)
    return await _first(connection, query)


async def comeback(
    connection: AsyncConnection, scope: int, start: datetime, end: datetime
) -> Remarkable | None:
    """The win from the least chance that the computer has given the winner."""
    chance = loops.c.chance
    query = sa.select(*_SHOWN, chance.label("size")).join(loops, loops.c.match == matches.c.id)
    query = query.where(*_ended(scope, start, end), *_WON, chance <= COMEBACK)
    query = query.order_by(chance, matches.c.id)
    return await _first(connection, query)


async def prettiest_loop(
    connection: AsyncConnection, scope: int, start: datetime, end: datetime
) -> FinalBoard | None:
    """The match that was won by the longest loop; of those as long, by the one around the largest
    area.
    """
    loop = loops.c
    in_season = (loop.scope == scope, loop.at >= start, loop.at < end)
    query = sa.select(*_SHOWN, loop.cells.label("size"), matches.c.options, matches.c.decisions)
    query = query.join(loops, loop.match == matches.c.id).where(*in_season, loop.cells > 0)
    query = query.order_by(loop.cells.desc(), loop.ground.desc(), loop.match)
    row = (await connection.execute(query.limit(1))).one_or_none()
    if row is None:
        return None
    return FinalBoard(_remarkable(row), row.options, row.decisions.split())


async def rated_in(
    connection: AsyncConnection, scope: int, start: datetime, end: datetime
) -> list[Champion]:
    """Who has played FEWEST rated matches of a game in a season, the lowest rating first."""
    change = rating_changes.c
    in_season = (change.scope == scope, change.at >= start, change.at < end)
    player = (change.game, change.user)
    latest_first = sa.func.row_number().over(partition_by=player, order_by=change.at.desc())
    match_count = sa.func.count().over(partition_by=player)
    score = sa.func.sum(change.score).over(partition_by=player)
    changes = sa.select(
        change.game,
        change.user,
        change.name,
        change.rating,
        match_count.label("matches"),
        score.label("score"),
        latest_first.label("latest"),
    )
    latest_changes = changes.where(*in_season, change.user != NOBODY).subquery()
    query = sa.select(latest_changes).where(
        latest_changes.c.latest == 1, latest_changes.c.matches >= FEWEST
    )
    query = query.order_by(latest_changes.c.rating, latest_changes.c.user.desc())
    champions = list[Champion]()
    for row in await connection.execute(query):
        champions.append(Champion(row.game, row.user, row.name, row.rating, row.matches, row.score))
    return champions


async def add_loop(connection: AsyncConnection, match: Match, cells: int, ground: float) -> None:
    """Store the loop that won a match: its number of cells, and the area that it encloses."""
    await insert_new(
        connection,
        loops,
        match=match.id,
        scope=match.scope,
        at=match.finished,
        cells=cells,
        ground=ground,
    )


async def delete_loop(connection: AsyncConnection, match: int) -> None:
    """Forget the loop that won a match."""
    await connection.execute(loops.delete().where(loops.c.match == match))


async def unjudged(connection: AsyncConnection, start: datetime, end: datetime) -> list[int]:
    """The ids of some matches of a season in which the computer has yet to look for a comeback."""
    end_time = matches.c.finished_at
    longest_first = (matches.c.turn.desc(), matches.c.id)
    rank = sa.func.row_number().over(partition_by=matches.c.scope, order_by=longest_first)
    wins = sa.select(matches.c.id, rank.label("rank"))
    ranking = wins.where(end_time >= start, end_time < end, *_WON).subquery()
    query = sa.select(ranking.c.id).outerjoin(loops)
    query = query.where(ranking.c.rank <= MOST_JUDGED, loops.c.chance.is_(None))
    rows = await connection.execute(query.order_by(ranking.c.id).limit(BATCH))
    return [*rows.scalars()]


async def store_chance(connection: AsyncConnection, match: Match, chance: int) -> None:
    """Store the least chance, in percent, that the winner of a match had."""
    await add_loop(connection, match, cells=0, ground=0)
    row = loops.update().where(loops.c.match == match.id)
    await connection.execute(row.values(chance=chance))


def _ended(scope: int, start: datetime, end: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    """The conditions for matches that a server has finished in a season."""
    return (
        *_FINISHED,
        matches.c.scope == scope,
        matches.c.finished_at >= start,
        matches.c.finished_at < end,
    )


async def _first(
    connection: AsyncConnection, query: sa.Select[*tuple[object, ...]]
) -> Remarkable | None:
    row = (await connection.execute(query.limit(1))).one_or_none()
    return None if row is None else _remarkable(row)


def _remarkable(row: sa.Row[*tuple[object, ...]]) -> Remarkable:
    names = (row.name0, row.name1)
    return Remarkable(row.id, row.number, row.game, row.winner, names, row.channel, row.size)
