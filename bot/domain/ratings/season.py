"""A server's season: the champion of each game, the longest match, the prettiest loop, the greatest
comeback.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain.matches.match import Match
from bot.domain.ratings import season_repository as repository
from bot.domain.ratings.season_repository import Champion, FinalBoard, Remarkable
from games.core import State


@dataclass(frozen=True, slots=True)
class Season:
    """What a server played from ``start`` up to, but not including, ``end``.

    :param quickest: the win on the board, not by resignation or the clock, in the fewest turns, the
        earliest of those
    :param loop: the longest single loop that won a match; of those as long, the one around the
        largest area, then the earliest
    :param comeback: the win from the least chance that the computer has given the winner; known
        after the season
    :param loop_state: the final board of ``loop``
    """

    start: datetime
    end: datetime
    matches: int
    players: int
    champions: tuple[Champion, ...]
    longest: Remarkable | None
    quickest: Remarkable | None
    loop: Remarkable | None
    comeback: Remarkable | None
    loop_state: State | None


async def season(connection: AsyncConnection, scope: int, start: datetime, end: datetime) -> Season:
    """A server's season between two moments (aware, UTC)."""
    counts = await repository.counts(connection, scope, start, end)
    prettiest = await repository.prettiest_loop(connection, scope, start, end)
    loop = None
    loop_state = None
    if prettiest is not None:
        loop = prettiest.match
        loop_state = await _replay(prettiest)
    return Season(
        start=start,
        end=end,
        matches=counts.matches,
        players=counts.players,
        champions=await _champions(connection, scope, start, end),
        longest=await repository.longest(connection, scope, start, end),
        quickest=await repository.quickest(connection, scope, start, end),
        loop=loop,
        comeback=await repository.comeback(connection, scope, start, end),
        loop_state=loop_state,
    )


async def _replay(board: FinalBoard) -> State:
    game = board.match.game
    return await asyncio.to_thread(games.replay, game, board.options, board.decisions)


async def _champions(
    connection: AsyncConnection, scope: int, start: datetime, end: datetime
) -> tuple[Champion, ...]:
    """The champions, in the catalogue's order; of equal ratings, the one with the lower user id."""
    worst_first = await repository.rated_in(connection, scope, start, end)
    best_champions = {champion.game: champion for champion in worst_first}
    return tuple(
        best_champions[game.slug] for game in games.catalog() if game.slug in best_champions
    )


async def store_loop(connection: AsyncConnection, match: Match) -> None:
    """Store the longest of the loops that won a match, if any; of those as long, the one around the
    largest area.
    """
    state = match.state
    if state.outcome is None or not state.outcome.loops:
        return
    sizes = list[tuple[int, float]]()
    for loop in state.outcome.loops:
        points = [state.board.xy(cell) for cell in loop]
        sizes.append((len(loop), _area(points)))
    cells, ground = max(sizes)
    await repository.add_loop(connection, match, cells, ground)


def _area(points: Sequence[Sequence[float]]) -> float:
    """The area of a polygon, by the shoelace formula; rounded, so that equal areas are equal."""
    double_area = 0.0
    for point, next_point in zip(points, [*points[1:], points[0]], strict=True):
        double_area += point[0] * next_point[1] - next_point[0] * point[1]
    return round(abs(double_area) / 2, 6)
