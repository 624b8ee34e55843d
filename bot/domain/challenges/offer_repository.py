"""The rows of standing offers, and of the matches that they have led to.

Offers for matches of two servers' teams can be stored from earlier releases; nothing here reads
them.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain import clocks
from bot.domain.blocks.repository import no_block_between
from bot.domain.challenges.offers import StandingOffer, TakerConditions, no_such_offer
from bot.domain.challenges.seeker_repository import barred
from bot.domain.challenges.seekers import ACROSS
from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import HIDDEN, Person, Place
from bot.store import key_of
from bot.store.tables import matches, members, offer_matches, offers, scopes

MOST_LISTED = 100
_SAME = ("options", "side", "rated", "at_once")
"""Columns that are attributes of an offer under the same name."""
_RUNNING = (
    sa.select(sa.func.count())
    .select_from(offer_matches.join(matches, matches.c.id == offer_matches.c.match))
    .where(offer_matches.c.offer == offers.c.id, matches.c.finished_at.is_(None))
    .scalar_subquery()
)
_FOR_PLAYERS = offers.c.team.is_(False)
_OFFERS = (
    sa.select(offers, _RUNNING.label("running"))
    .join(scopes, scopes.c.id == offers.c.scope)
    .where(scopes.c.removed_at.is_(None), _FOR_PLAYERS)
)
_NAME_SETTING = members.c.settings["across"].as_string()


@dataclass(frozen=True, slots=True)
class TakenOffer:
    """When a member has taken an offer, and its days before they may take it again."""

    offer: int
    taken_at: datetime
    days_between: int


async def get(connection: AsyncConnection, offer: int) -> StandingOffer:
    """An offer as members of its server see it. Raises NotFound."""
    return await _one(connection, offer, _OFFERS)


async def get_elsewhere(
    connection: AsyncConnection, offer: int, user: int, scope: int
) -> StandingOffer:
    """An offer as a member sees it in another server. Raises NotFound."""
    return await _one(connection, offer, _elsewhere(user, scope))


async def lock(work: UnitOfWork, offer: int) -> None:
    """Lock an offer until commit."""
    row = sa.select(offers.c.id).where(offers.c.id == offer)
    await work.connection.execute(row.with_for_update())


async def count(work: UnitOfWork, maker: int, scope: int) -> int:
    """How many offers a member has made in a server."""
    own = (offers.c.maker == maker, offers.c.scope == scope, _FOR_PLAYERS)
    query = sa.select(sa.func.count()).where(*own)
    return (await work.connection.execute(query)).scalar_one()


async def add(work: UnitOfWork, offer: StandingOffer) -> StandingOffer:
    """Store a new offer; returns it as it is read."""
    place = offer.place
    maker = offer.maker
    conditions = offer.conditions
    values = {
        "scope": place.scope,
        "channel": place.channel,
        "maker": maker.id,
        "maker_name": maker.name,
        "game": offer.game.slug,
        "options": dict(offer.options),
        "side": offer.side,
        "clock": str(offer.clock),
        "rated": offer.rated,
        "across": offer.across_servers,
        "team": False,
        "at_once": offer.at_once,
        "near": conditions.max_rating_gap,
        "least": conditions.min_finished,
        "again": conditions.days_between,
        "created_at": offer.created_at,
    }
    key = key_of(await work.connection.execute(offers.insert(), values))
    return await get(work.connection, key)


async def delete(work: UnitOfWork, offer: int) -> None:
    """Delete an offer; its matches stay."""
    await work.connection.execute(offers.delete().where(offers.c.id == offer))


async def note_taken(work: UnitOfWork, offer: int, match: int, taker: int) -> None:
    """Store that a match has begun as a member took an offer."""
    values = {"match": match, "offer": offer, "taker": taker, "at": work.now}
    await work.connection.execute(offer_matches.insert(), values)


async def taken_by(work: UnitOfWork, user: int) -> list[TakenOffer]:
    """The offers with days between two matches that a member has taken."""
    query = sa.select(offer_matches.c.offer, offer_matches.c.at, offers.c.again)
    query = query.join(offers, offers.c.id == offer_matches.c.offer)
    query = query.where(offer_matches.c.taker == user, offers.c.again > 0)
    rows = await work.connection.execute(query)
    return [TakenOffer(row.offer, row.at, row.again) for row in rows]


async def latest_taken(connection: AsyncConnection, offer: int, user: int) -> datetime | None:
    """When a member has last taken an offer; None if never, or if they have deleted their data."""
    own = (offer_matches.c.offer == offer, offer_matches.c.taker == user)
    query = sa.select(sa.func.max(offer_matches.c.at)).where(*own)
    latest_time: datetime | None = (await connection.execute(query)).scalar_one()
    return latest_time


async def finished_matches(connection: AsyncConnection, user: int, scope: int) -> int:
    """How many matches a member has finished in a server."""
    is_finished = (matches.c.scope == scope, matches.c.status == "finished")
    by_seat = []
    for seat in (matches.c.seat0, matches.c.seat1):
        by_seat.append(sa.select(matches.c.id).where(seat == user, *is_finished))
    match_ids = sa.union_all(*by_seat).subquery()
    query = sa.select(sa.func.count()).select_from(match_ids)
    return (await connection.execute(query)).scalar_one()


async def listed(
    connection: AsyncConnection, user: int, scope: int, start_time: datetime | None
) -> list[StandingOffer]:
    """The latest offers of a server, but those by members whom blocks keep apart from ``user``.

    :param start_time: only those made later
    """
    query = _OFFERS.where(offers.c.scope == scope)
    return await _latest(connection, user, query, start_time)


async def listed_elsewhere(
    connection: AsyncConnection, user: int, scope: int, start_time: datetime | None
) -> list[StandingOffer]:
    """The latest offers of other servers that a member may take in a server, as in ``listed``."""
    return await _latest(connection, user, _elsewhere(user, scope), start_time)


async def any_elsewhere(
    connection: AsyncConnection, user: int, scope: int, start_time: datetime
) -> bool:
    """Whether other servers have offers made since a moment that a member may take in a server."""
    query = _elsewhere(user, scope).where(_later(start_time)).limit(1)
    return (await connection.execute(query)).first() is not None


async def channels_of_new(
    connection: AsyncConnection, user: int, servers: Collection[int], start_time: datetime
) -> dict[int, int]:
    """A channel with an offer that others made since a moment, by server; only servers with one."""
    if not servers:
        return {}
    any_channel = sa.func.max(offers.c.channel).label("channel")
    by_others = (offers.c.maker != user, _FOR_PLAYERS)
    query = sa.select(offers.c.scope, any_channel).group_by(offers.c.scope)
    query = query.where(offers.c.scope.in_(servers), _later(start_time), *by_others)
    return {row.scope: row.channel for row in await connection.execute(query)}


async def _latest(
    connection: AsyncConnection,
    user: int,
    query: sa.Select[*tuple[object, ...]],
    start_time: datetime | None,
) -> list[StandingOffer]:
    no_block = await no_block_between(connection, user, offers.c.maker)
    query = query.where(no_block, _later(start_time))
    query = query.order_by(offers.c.id.desc()).limit(MOST_LISTED)
    return [_read(row) for row in await connection.execute(query)]


def _later(start_time: datetime | None) -> sa.ColumnElement[bool]:
    return sa.true() if start_time is None else offers.c.created_at > start_time


def _elsewhere(user: int, scope: int) -> sa.Select[*tuple[object, ...]]:
    """The offers of other servers that a member may take in a server.

    Both servers and both members play across servers, and nobody is barred.
    """
    taker_server = scopes.alias()
    taker_server_plays = taker_server.c.settings["across"].as_boolean()
    server_allows = sa.exists().where(taker_server.c.id == scope, taker_server_plays)
    taker = members.alias()
    taker_plays = taker.c.settings["across"].as_string().in_(ACROSS)
    taker_allows = sa.exists().where(taker.c.id == user, taker_plays)
    maker_server_allows = scopes.c.settings["across"].as_boolean()
    maker_allows = _NAME_SETTING.in_(ACROSS)
    is_barred = barred((user, offers.c.maker), (scope, offers.c.scope))
    query = _OFFERS.add_columns(_NAME_SETTING.label("name_setting"))
    query = query.join(members, members.c.id == offers.c.maker)
    query = query.where(offers.c.across, offers.c.scope != scope, offers.c.maker != user)
    return query.where(maker_server_allows, maker_allows, server_allows, taker_allows, ~is_barred)


async def _one(
    connection: AsyncConnection, offer: int, query: sa.Select[*tuple[object, ...]]
) -> StandingOffer:
    row = (await connection.execute(query.where(offers.c.id == offer))).one_or_none()
    if row is None:
        raise no_such_offer()
    return _read(row)


def _read(row: sa.Row[*tuple[object, ...]]) -> StandingOffer:
    columns = row._mapping
    values = {name: columns[name] for name in _SAME}
    elsewhere = "name_setting" in columns
    maker_name = row.maker_name
    if elsewhere and columns["name_setting"] != "named":
        maker_name = HIDDEN
    return StandingOffer(
        **values,
        across_servers=row.across,
        id=row.id,
        place=Place(row.scope, row.channel),
        maker=Person(row.maker, maker_name),
        game=games.get(row.game),
        clock=clocks.parse(row.clock),
        conditions=TakerConditions(row.near, row.least, row.again),
        running=row.running,
        elsewhere=elsewhere,
        created_at=row.created_at,
    )
