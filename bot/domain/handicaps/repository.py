"""The rows of handicaps: what came of them, what two members have played with which, and when one
was offered to them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain import tallies, variants
from bot.domain.errors import Refused
from bot.domain.handicaps.worth import PeoplesResults, WorthNow, worth_now
from bot.domain.unit_of_work import UnitOfWork
from bot.store import insert_new
from bot.store.statements import upsert
from bot.store.tables import handicap_offers, handicap_results, matches
from games.core import HANDICAP, Game, Handicap, HandicapWorth
from games.core.handicap import SIDE, variant_without

MOST_READ = 1_000  # finished matches of two members
_OF_PAST_MATCH = (
    matches.c.id,
    matches.c.options,
    matches.c.seat0,
    matches.c.seat1,
    matches.c.winner,
    matches.c.finished_at,
)
_HAS_RESULT = (
    matches.c.finished_at.is_not(None),
    matches.c.status == "finished",
    matches.c.given == 0,
)
"""Conditions for matches that were played from the first turn on and have a result."""


# ---------------------------------------------------------------------------------------- worths


async def worths_of(
    connection: AsyncConnection, game: Game, options: Mapping[str, str]
) -> dict[int, WorthNow]:
    """What each count of extra turns that a variant offers is worth now, as far as that was
    measured; the fewest first.
    """
    head_start = game.head_start(options)
    if head_start is None or not head_start.worths:
        return {}
    results = await _peoples_results(connection, game, variant_without(options))
    worths = {}
    for turns, measure in zip(head_start.counts, head_start.worths, strict=False):
        people = results.get((turns, measure.points), PeoplesResults())
        worths[turns] = worth_now(measure, people)
    return worths


async def worth_of(
    connection: AsyncConnection, game: Game, options: Mapping[str, str]
) -> WorthNow | None:
    """What the handicap of a match is worth now; None without one, and where that is not known."""
    handicap = Handicap.of(options)
    if handicap is None or not handicap.turns:
        return None
    worths = await worths_of(connection, game, options)
    return worths.get(handicap.turns)


async def require_ratable(
    connection: AsyncConnection, game: Game, options: Mapping[str, str]
) -> None:
    """Raises Refused where the result of a match says little, or what its handicap is worth is not
    known well.
    """
    variants.require_ratable(game, options)
    handicap = Handicap.of(options)
    if handicap is None:
        return
    worth = await worth_of(connection, game, options)
    if worth is None or not worth.ratable:
        raise Refused(
            "nobody knows well enough what {handicap} would be worth here, so it can’t be rated; "
            "play it unrated",
            handicap=handicap.phrase(game.seats[SIDE]),
        )


async def _peoples_results(
    connection: AsyncConnection, game: Game, variant: str
) -> dict[tuple[int, int], PeoplesResults]:
    """What came of people's matches in a variant, by turns and by the measured worth."""
    results = handicap_results.c
    query = sa.select(handicap_results)
    query = query.where(results.game == game.slug, results.variant == variant)
    by_turns = {}
    for row in await connection.execute(query):
        by_turns[row.turns, row.points] = PeoplesResults(row.matches, row.score, row.expected)
    return by_turns


@dataclass(frozen=True, slots=True)
class HeadStartKey:
    """What results are counted by: so many turns in a variant of a game."""

    game: str
    variant: str
    turns: int

    @property
    def name(self) -> str:
        """What its lock is called."""
        return f"{self.game} {self.variant} {self.turns}"

    @property
    def number(self) -> int:
        """A number for it, by which tallies are kept."""
        return tallies.number_of_text(self.name)


async def count_result(
    work: UnitOfWork, key: HeadStartKey, measure: HandicapWorth, *, score: float, expectation: float
) -> None:
    """Add the score of the second side in a match, and what was expected of it."""
    fields: dict[str, Any] = {
        "game": key.game,
        "variant": key.variant,
        "turns": key.turns,
        "points": measure.points,
    }
    await insert_new(work.connection, handicap_results, **fields, matches=0, score=0, expected=0)
    results = handicap_results.c
    is_row = [results[name] == value for name, value in fields.items()]
    sums = {
        "matches": results.matches + 1,
        "score": results.score + score,
        "expected": results.expected + expectation,
    }
    await work.connection.execute(handicap_results.update().where(*is_row).values(sums))


# --------------------------------------------------------------------------------------- matches


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A finished match of two members.

    :param second: the id of who moved second
    :param winner: the id of who won; None for a draw
    """

    options: Mapping[str, str]
    second: int
    winner: int | None
    ended_at: datetime

    @property
    def handicap(self) -> Handicap | None:
        """The handicap of it, if it had one."""
        return Handicap.of(self.options)


async def between(
    connection: AsyncConnection,
    user: int,
    other: int,
    game: str,
    *,
    scope: int | None,
    is_visible: sa.ColumnElement[bool] | None = None,
    limit: int = MOST_READ,
) -> list[PastMatch]:
    """The latest matches of two members at a game that have a result, the latest first.

    :param scope: where; None: everywhere
    :param is_visible: the condition for those that somebody else may see; None: all
    """
    past_matches = sa.select(*_OF_PAST_MATCH).where(*_HAS_RESULT, matches.c.game == game)
    if scope is not None:
        past_matches = past_matches.where(matches.c.scope == scope)
    if is_visible is not None:
        past_matches = past_matches.where(is_visible)
    # A query for each order of seats, since the index is by seat.
    user_first = past_matches.where(matches.c.seat0 == user, matches.c.seat1 == other)
    other_first = past_matches.where(matches.c.seat0 == other, matches.c.seat1 == user)
    both = sa.union_all(user_first, other_first).subquery()
    latest_rows = sa.select(both).order_by(both.c.finished_at.desc(), both.c.id.desc()).limit(limit)
    return [_past_match(row) for row in await connection.execute(latest_rows)]


def _past_match(row: sa.Row[*tuple[Any, ...]]) -> PastMatch:
    users = (row.seat0, row.seat1)
    winner = None if row.winner is None else users[row.winner]
    return PastMatch(row.options, row.seat1, winner, row.finished_at)


# ---------------------------------------------------------------------------------------- offers


@dataclass(frozen=True, slots=True)
class LatestOffer:
    """When a handicap was last offered unasked to two members at a game, and when it was declined.

    :param match: after which it was offered
    """

    match: int | None = None
    offered_at: datetime | None = None
    declined_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class MemberOffer:
    """The latest offer to two members at a game (its slug)."""

    users: tuple[int, int]
    game: str
    offer: LatestOffer


async def latest_offer(
    connection: AsyncConnection, user: int, other: int, game: str
) -> LatestOffer:
    """The latest offer to two members, whoever is named first."""
    offers = handicap_offers.c
    one, another = tallies.pair(user, other)
    query = sa.select(handicap_offers)
    query = query.where(offers.one == one, offers.other == another, offers.game == game)
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return LatestOffer()
    return LatestOffer(row.match, row.offered_at, row.declined_at)


async def store_offer(
    work: UnitOfWork, user: int, other: int, game: str, offer: LatestOffer
) -> None:
    """Store the latest offer to two members in place of any other."""
    one, another = tallies.pair(user, other)
    await upsert(
        work.connection,
        handicap_offers,
        one=one,
        other=another,
        game=game,
        match=offer.match,
        offered_at=offer.offered_at,
        declined_at=offer.declined_at,
    )


async def offers_of(work: UnitOfWork, user: int) -> Sequence[MemberOffer]:
    """The latest offers to a member and each other one, at each game."""
    offers = handicap_offers.c
    query = sa.select(handicap_offers).where(sa.or_(offers.one == user, offers.other == user))
    rows = await work.fetch(query)
    return [
        MemberOffer(
            (row.one, row.other), row.game, LatestOffer(row.match, row.offered_at, row.declined_at)
        )
        for row in rows
    ]


def forget_offers(now: datetime, age: timedelta) -> sa.Delete:
    """The statement that forgets offers that were made, or declined since, so long ago."""
    offers = handicap_offers.c
    cutoff = now - age
    never_declined = sa.and_(offers.declined_at.is_(None), offers.offered_at <= cutoff)
    return handicap_offers.delete().where(sa.or_(offers.declined_at <= cutoff, never_declined))


def latest_options(latest_matches: Sequence[PastMatch], game: Game) -> dict[str, str]:
    """The board of the latest match of two members, without a handicap; the default one where they
    have played none.
    """
    options = dict(latest_matches[0].options) if latest_matches else {}
    options.pop(HANDICAP, None)
    return game.complete(options)
