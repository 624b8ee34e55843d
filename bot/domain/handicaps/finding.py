"""Looks up what makes two members even."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.handicaps import repository, suggestion
from bot.domain.handicaps.repository import PlayedBetween
from bot.domain.handicaps.suggestion import ALL_WON, Suggestion, Unequal
from bot.domain.ratings.repository import settled_strengths
from games.core import Game


async def suggestion_for(
    connection: AsyncConnection,
    scope: int,
    users: tuple[int, int],
    game: Game,
    options: Mapping[str, str],
    now: datetime,
) -> Suggestion | None:
    """What makes two members even: by their ratings, or if they have played with a handicap and one
    still wins, or have no ratings, by their latest matches.
    """
    if min(users) <= 0 or users[0] == users[1]:
        return None
    worths = await repository.worths_of(connection, game, options)
    played = await repository.between(connection, *users, game.slug, scope=scope, limit=ALL_WON)
    from_results = suggestion.by_results(game, played, users, worths)
    if from_results is not None and _had_handicap(played):
        return from_results
    pair = await by_strength(connection, scope, users, game.slug, now)
    from_ratings = None if pair is None else suggestion.by_ratings(pair, worths)
    return from_ratings or from_results


async def by_strength(
    connection: AsyncConnection, scope: int, users: tuple[int, int], game: str, now: datetime
) -> Unequal | None:
    """Two members by their ratings; None unless both have one that is settled."""
    strengths = await settled_strengths(connection, scope, game, users, now)
    if len(strengths) < 2:
        return None
    one, other = users
    gap = strengths[one].rating - strengths[other].rating
    if gap > 0:
        return Unequal(weaker=other, stronger=one, gap=gap)
    return Unequal(weaker=one, stronger=other, gap=-gap)


def _had_handicap(played: Sequence[PlayedBetween]) -> bool:
    """Whether the latest match of two members had a handicap."""
    return bool(played) and played[0].handicap is not None
