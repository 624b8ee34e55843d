"""Looks up what makes two members even."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.errors import Refused
from bot.domain.handicaps import repository, suggestion
from bot.domain.handicaps.repository import PastMatch
from bot.domain.handicaps.suggestion import ALL_WON, Suggestion, Unequal
from bot.domain.ratings.repository import settled_strengths
from games.core import Game, Handicap
from games.core.handicap import SIDE


async def suggestion_for(
    connection: AsyncConnection,
    scope: int,
    users: tuple[int, int],
    game: Game,
    options: Mapping[str, str],
    now: datetime,
    is_visible: sa.ColumnElement[bool] | None = None,
) -> Suggestion | None:
    """What makes two members even: by their ratings, or if they have played with a handicap and one
    still wins, or have no ratings, by their latest matches.

    :param is_visible: the condition for matches that somebody else may see; None: all
    """
    if min(users) <= 0 or users[0] == users[1]:
        return None
    worths = await repository.worths_of(connection, game, options)
    latest_matches = await repository.between(
        connection, *users, game.slug, scope=scope, is_visible=is_visible, limit=ALL_WON
    )
    from_results = suggestion.by_results(game, latest_matches, users, worths)
    if from_results is not None and _had_handicap(latest_matches):
        return from_results
    pair = await by_strength(connection, scope, users, game.slug, now)
    from_ratings = None if pair is None else suggestion.by_ratings(pair, worths)
    return from_ratings or from_results


async def by_strength(
    connection: AsyncConnection, scope: int, users: tuple[int, int], game: str, now: datetime
) -> Unequal | None:
    """Two members by their ratings; None unless both have one that is settled."""
    gap = await _gap(connection, scope, users, game, now)
    if gap is None:
        return None
    one, other = users
    if gap > 0:
        return Unequal(weaker=other, stronger=one, gap=gap)
    return Unequal(weaker=one, stronger=other, gap=-gap)


async def require_more_even(
    connection: AsyncConnection,
    scope: int,
    users: tuple[int, int],
    game: Game,
    options: Mapping[str, str],
    now: datetime,
) -> None:
    """Raises Refused where a match with a head start may not be rated between two members: unless
    that brings them nearer to each other by their ratings, it could be chosen to gain by it.

    :param users: by seat
    """
    worth = await repository.worth_of(connection, game, options)
    handicap = Handicap.of(options)
    if worth is None or handicap is None:
        return
    phrase = handicap.phrase(game.seats[SIDE])
    gap = await _gap(connection, scope, users, game.slug, now)
    if gap is None:
        raise Refused(
            "with {handicap} a match is rated only if neither of you has a provisional rating; "
            "play it unrated",
            handicap=phrase,
        )
    if not suggestion.makes_more_even(gap, worth.points):
        raise Refused(
            "by your ratings {handicap} would not make you more even, so it can’t be rated; "
            "play it unrated",
            handicap=phrase,
        )


async def is_ratable_between(
    connection: AsyncConnection,
    scope: int,
    users: tuple[int, int],
    game: Game,
    options: Mapping[str, str],
    now: datetime,
) -> bool:
    """Whether a match of two members may be rated, as far as its board and its handicap go.

    :param users: by seat
    """
    try:
        await repository.require_ratable(connection, game, options)
        await require_more_even(connection, scope, users, game, options, now)
    except Refused:
        return False
    return True


async def _gap(
    connection: AsyncConnection, scope: int, users: tuple[int, int], game: str, now: datetime
) -> float | None:
    """By how many rating points the first of two members is the stronger, below 0 the weaker; None
    unless both have a settled rating.
    """
    strengths = await settled_strengths(connection, scope, game, users, now)
    if len(strengths) < 2:
        return None
    first, second = users
    return strengths[first].rating - strengths[second].rating


def _had_handicap(latest_matches: Sequence[PastMatch]) -> bool:
    """Whether the latest match of two members had a handicap."""
    return bool(latest_matches) and latest_matches[0].handicap is not None
