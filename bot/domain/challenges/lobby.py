"""The lobby: offers that stand until they are withdrawn, and open again when one of their matches
ends.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain import clocks, tallies, variants
from bot.domain.blocks.service import no_block_between, recognise
from bot.domain.challenges import beginning, limits
from bot.domain.challenges.challenge import Challenge, side_of
from bot.domain.challenges.pairing import ACROSS, barred, require_across
from bot.domain.errors import LimitReached, NotFound, NotYours, Over, Refused
from bot.domain.events import Event
from bot.domain.matches.beginning import Setup, name_of
from bot.domain.matches.match import StoredResult
from bot.domain.members.repository import away, member
from bot.domain.posts import reopen_cards
from bot.domain.ratings.glicko import START
from bot.domain.ratings.rating import strengths
from bot.domain.servers import repository as servers
from bot.domain.teams.service import (
    Side,
    leads_enough,
    note_match,
    require_free,
    require_turns,
    seat_teams,
)
from bot.domain.unit_of_work import UnitOfWork, retried
from bot.domain.values import EVERYWHERE, HIDDEN, NOBODY, WORLD, Person, Place, Via, Viewer, named
from bot.store import key_of
from bot.store.personal import Plain, UserId
from bot.store.tables import matches, members, offer_matches, offers, scopes

MOST_OFFERS = 5  # standing offers of a member in one server
MOST_AT_ONCE = 10
MOST_LISTED = 100


class LobbyCard(Event, kind="lobby_card"):
    """Offers made since ``since`` (Unix seconds) in the notice's server are to be shown to
    ``user``.
    """

    user: UserId
    since: Plain[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingOffer(Challenge):
    """A challenge to anyone that stands.

    ``across``: members of other servers may take it, too; ``elsewhere``: it is as they see it;
    ``team``: for a match of both servers' teams. ``at_once``: its matches that may run at the same
    time; ``running``: do run. Conditions on who takes it: a rating at most ``near`` points away,
    ``least`` finished matches on the server, and ``again`` days since the latest of its matches
    against the same member; 0: none.
    """

    target: Person | None = None
    explore: bool = True
    expires: datetime = datetime.max
    across: bool = False
    team: bool = False
    at_once: int = 1
    near: int = 0
    least: int = 0
    again: int = 0
    running: int = 0
    elsewhere: bool = False


class Listed(NamedTuple):
    """An offer in the list of a member, and why they cannot take it now; None if they can."""

    offer: StandingOffer
    why: Refused | None


_SAME = (
    "id",
    "options",
    "side",
    "rated",
    "across",
    "team",
    "at_once",
    "near",
    "least",
    "again",
    "running",
)
"""Columns that are attributes of an offer under the same name."""
_RUNNING = (
    sa.select(sa.func.count())
    .select_from(offer_matches.join(matches, matches.c.id == offer_matches.c.match))
    .where(offer_matches.c.offer == offers.c.id, matches.c.finished_at.is_(None))
    .scalar_subquery()
)
_OFFERS = sa.select(offers, _RUNNING.label("running")).join(scopes, scopes.c.id == offers.c.scope)
_OFFERS = _OFFERS.where(scopes.c.removed_at.is_(None))
_NAMED = members.c.settings["across"].as_string()


class Lobby(beginning.Inviting):
    """Making, withdrawing and taking standing offers."""

    @retried
    async def make(
        self,
        place: Place,
        maker: Person,
        game: str,
        *,
        variant: str = "",
        side: str = "random",
        clock: str = "",
        rated: bool = False,
        across: bool = False,
        team: bool = False,
        at_once: int = 1,
        near: int = 0,
        least: int = 0,
        again: int = 0,
    ) -> StandingOffer:
        """Make a standing offer, unrated ``across`` servers.

        ``clock``: empty for the server's. Raises GameErrors.
        """
        kind = games.get(game)
        across = across or team
        rated = rated and not across
        if not (
            1 <= at_once <= MOST_AT_ONCE
            and 0 <= near <= 1_000
            and 0 <= least <= 1_000
            and 0 <= again <= 365
        ):
            raise Refused("an offer can be for 1 to {most} matches at a time", most=MOST_AT_ONCE)
        chosen = variants.parse(kind, variant)
        given = clocks.parse(clock) if clock.strip() else None
        async with self._database.unit_of_work() as work:
            await work.lock_quotas(maker.id)
            settings = await servers.ensure(work, place)
            await recognise(work.connection, maker.id)
            if across:
                require_across(settings)
                if (await member(work.connection, maker.id)).settings.across not in ACROSS:
                    raise Refused("allow matches across servers in /settings first")
            own = offers.c.maker == maker.id, offers.c.scope == place.scope
            count = sa.select(sa.func.count()).where(*own)
            if (await work.connection.execute(count)).scalar_one() >= MOST_OFFERS:
                raise LimitReached(
                    "you’ve reached the limit of {most} offers here; withdraw one", most=MOST_OFFERS
                )
            offer = StandingOffer(
                place=place,
                maker=Person(maker.id, name_of(maker)),
                game=kind,
                options=chosen,
                side=side_of(side),
                clock=beginning.clock_of(given, clocks.parse(settings.clock), rated),
                rated=rated,
                across=across,
                team=team,
                at_once=at_once,
                near=near,
                least=least,
                again=again,
                created=work.now,
            )
            await beginning.require_ratable(work, offer, maker, None, settings)
            if team:
                require_turns(offer.clock)
            values = {name: getattr(offer, name) for name in _SAME if name not in ("id", "running")}
            values |= {
                "options": dict(chosen),
                "scope": place.scope,
                "channel": place.channel,
                "maker": maker.id,
            }
            values |= {"maker_name": offer.maker.name, "game": kind.slug, "clock": str(offer.clock)}
            values |= {"created_at": work.now}
            return _read(
                await _row(
                    work.connection, key_of(await work.connection.execute(offers.insert(), values))
                )
            )

    @retried
    async def withdraw(self, offer: int, who: Person, *, moderator: bool = False) -> StandingOffer:
        """Withdraw an offer; its matches go on.

        ``moderator``: they manage the server. Raises NotFound, NotYours.
        """
        async with self._database.unit_of_work() as work:
            item = _read(await _row(work.connection, offer))
            if item.maker.id != who.id and not moderator:
                raise NotYours("only {name} can withdraw this offer", name=item.maker.name)
            await work.connection.execute(offers.delete().where(offers.c.id == offer))
            await reopen_cards(work, item.place.scope, LobbyCard.kind)
            return item

    @retried
    async def take(
        self,
        offer: int,
        who: Person,
        *,
        place: Place | None = None,
        manager: bool = False,
        via: Via | None = None,
    ) -> StoredResult:
        """Begin a match that an offer leads to.

        ``place``: where ``who`` acts; in another server than that of the offer, each plays in their
        own; ``manager``: of that server. Raises NotFound, Refused.
        """
        async with self._database.unit_of_work() as work:
            await work.connection.execute(
                sa.select(offers.c.id).where(offers.c.id == offer).with_for_update()
            )
            item = await _seen(work.connection, offer, who.id, place)
            await work.lock_quotas(who.id, item.maker.id)
            # as it is now that nobody else can take it
            item = await _seen(work.connection, offer, who.id, place)
            there = place if item.elsewhere else None
            scope = (there or item.place).scope
            why = await _why_not(work.connection, work.secret, item, who.id, work.now, scope)
            if why:
                raise why
            await limits.may_take(work, who, item.maker)
            settings = await servers.ensure(work, EVERYWHERE if there else item.place)
            if there and (await member(work.connection, who.id)).settings.across != "named":
                who = Person(who.id, HIDDEN)
            if item.team and there:
                if not manager:
                    raise Refused("only server managers can do that")
                change = await self._meet(work, item, who, there, via)
            else:
                change = await self._begin(work, item, who, settings, via, there)
            taken = {"match": change.match.id, "offer": offer, "taker": who.id, "at": work.now}
            await work.connection.execute(offer_matches.insert(), taken)
            await reopen_cards(work, item.place.scope, LobbyCard.kind)
            return change

    async def _meet(
        self, work: UnitOfWork, item: StandingOffer, who: Person, there: Place, via: Via | None
    ) -> StoredResult:
        """Begin a match of two servers, whose sides are led by those who have agreed to it."""
        await beginning.require_no_block(work, who, item.maker)
        await require_free(work, who.id)
        places = item.place, there
        first, second = await seat_teams(
            work, [Side((), at.scope, veto=False) for at in places], (item.maker.id, who.id)
        )
        terms = WORLD, 0, item.game, item.options, (first, second), str(item.clock)
        change = await self._matches.begin(
            work, Setup(*terms, sides=places, chose_opponent=True), ping=first.id, via=via
        )
        await note_match(work, change.match)
        return change

    async def forgotten(self, work: UnitOfWork, user: int) -> int:
        """Go on counting the offers that somebody has taken who deletes their data; no match is
        touched.
        """
        columns = offer_matches.c.offer, offer_matches.c.at, offers.c.again
        taken = sa.select(*columns).join(offers, offers.c.id == offer_matches.c.offer)
        for row in (
            await work.connection.execute(
                taken.where(offer_matches.c.taker == user, offers.c.again > 0)
            )
        ).all():
            until = row.at + timedelta(days=row.again)
            await tallies.note(work, "offer", row.offer, user, at=row.at, until=until)
        return 0

    async def get(
        self, offer: int, user: int = NOBODY, place: Place | None = None
    ) -> StandingOffer:
        """An offer by its id, as a member may take it in a ``place``. Raises NotFound."""
        async with self._database.read() as connection:
            return await _seen(connection, offer, user, place)

    async def listed(self, viewer: Viewer, since: datetime | None = None) -> list[Listed]:
        """The offers of a server that a member may see, and those of others that they may take
        there: their own first, then those they can take, the latest first.

        ``since``: only those made later that they can take now.
        """
        now = self._database.now()
        scope = viewer.place.scope
        async with self._database.read() as connection:
            unblocked = await no_block_between(connection, viewer.user, offers.c.maker)
            here = _OFFERS.where(offers.c.scope == scope)
            there = _elsewhere(viewer.user, scope)
            queries = [
                each.where(unblocked, _later(since)).order_by(offers.c.id.desc())
                for each in (here, there)
            ]
            items, others = [
                [_read(row) for row in await connection.execute(query.limit(MOST_LISTED))]
                for query in queries
            ]
        seen = await viewer.channels({item.place.channel for item in items})
        items = [
            item for item in items if item.place.channel in seen or item.maker.id == viewer.user
        ]
        items += others
        async with self._database.read() as connection:
            secret = self._database.secret
            found = [
                Listed(item, await _why_not(connection, secret, item, viewer.user, now, scope))
                for item in items
            ]
        found.sort(
            key=lambda each: (
                each.offer.maker.id != viewer.user,
                each.why is not None,
                -each.offer.id,
            )
        )
        return found if since is None else [each for each in found if each.why is None]


async def fresh_servers(
    connection: AsyncConnection, user: int, servers: Sequence[int], since: datetime
) -> list[tuple[int, int]]:
    """Those of some servers in which a member may take offers made since a moment, each with a
    channel of its own ones; 0 where only other servers have some.
    """
    query = sa.select(offers.c.scope, sa.func.max(offers.c.channel)).group_by(offers.c.scope)
    query = query.where(offers.c.scope.in_(servers), _later(since), offers.c.maker != user)
    fresh = {row.scope: row[1] for row in await connection.execute(query)} if servers else {}
    for scope in [scope for scope in servers if scope not in fresh]:
        if (
            await connection.execute(_elsewhere(user, scope).where(_later(since)).limit(1))
        ).first():
            fresh[scope] = 0
    return [*fresh.items()]


def _later(since: datetime | None) -> sa.ColumnElement[bool]:
    return sa.true() if since is None else offers.c.created_at > since


async def _why_not(
    connection: AsyncConnection,
    secret: bytes,
    item: StandingOffer,
    user: int,
    now: datetime,
    scope: int,
) -> Refused | None:
    """The condition of an offer that a member of a server does not meet; None if they meet all."""
    maker, name = item.maker, named(item.maker.name)
    if item.team and not item.elsewhere and user != maker.id:
        return NotYours("this offer is for managers of other servers")
    if user == maker.id:
        return NotYours("this is your own offer; wait for someone to take it")
    if await away(connection, {maker.id}, now):
        return Over("{name} is on vacation; try again later", name=name)
    if item.running >= item.at_once or (item.team and await leads_enough(connection, maker.id)):
        return Over("{name} is already playing as many of these as they like", name=name)
    if item.again:
        query = sa.select(sa.func.max(offer_matches.c.at)).where(offer_matches.c.offer == item.id)
        latest = (await connection.execute(query.where(offer_matches.c.taker == user))).scalar_one()
        if latest is None:  # they may have deleted their data since
            latest = max(
                await tallies.times(connection, secret, now, "offer", item.id, user), default=None
            )
        if latest is not None and now - latest < timedelta(days=item.again):
            return Refused("you’ve taken this offer within the last {days} days", days=item.again)
    if item.least:
        seats = (
            sa.select(matches.c.id).where(seat == user)
            for seat in (matches.c.seat0, matches.c.seat1)
        )
        played = [
            query.where(matches.c.scope == scope, matches.c.status == "finished") for query in seats
        ]
        count = sa.select(sa.func.count()).select_from(sa.union_all(*played).subquery())
        if (await connection.execute(count)).scalar_one() < item.least:
            return Refused(
                "this offer is for members with {count} finished matches here", count=item.least
            )
    if item.near:
        known = await strengths(
            connection, WORLD if item.elsewhere else scope, item.game.slug, (user, maker.id)
        )
        mine, theirs = (known.get(someone, START.rating) for someone in (user, maker.id))
        if abs(mine - theirs) > item.near:
            low = f"{theirs - item.near:.0f}"
            high = f"{theirs + item.near:.0f}"
            return Refused("this offer is for ratings of {low} to {high}", low=low, high=high)
    return None


def no_such_offer() -> NotFound:
    """Error for an offer that was withdrawn or may not be seen."""
    return NotFound("that offer was withdrawn")


def _elsewhere(user: int, scope: int) -> sa.Select[*tuple[object, ...]]:
    """The offers of other servers that a member may take in a server: all of them play across
    servers.
    """
    there = scopes.alias()
    taker = members.alias()
    allowed = sa.exists().where(there.c.id == scope, there.c.settings["across"].as_boolean())
    willing = sa.exists().where(
        taker.c.id == user, taker.c.settings["across"].as_string().in_(ACROSS)
    )
    return (
        _OFFERS.add_columns(_NAMED.label("named"))
        .join(members, members.c.id == offers.c.maker)
        .where(offers.c.across, offers.c.scope != scope, offers.c.maker != user, _NAMED.in_(ACROSS))
        .where(
            scopes.c.settings["across"].as_boolean(),
            ~barred((user, offers.c.maker), (scope, offers.c.scope)),
        )
        .where(allowed, willing)
    )


async def _seen(
    connection: AsyncConnection, offer: int, user: int, place: Place | None
) -> StandingOffer:
    """An offer as a member may take it in a place. Raises NotFound."""
    item = _read(await _row(connection, offer))
    if place is None or not place.guild or place.scope == item.place.scope:
        return item
    return _read(await _row(connection, offer, _elsewhere(user, place.scope)))


async def _row(
    connection: AsyncConnection, offer: int, query: sa.Select[*tuple[object, ...]] = _OFFERS
) -> sa.Row[*tuple[object, ...]]:
    row = (await connection.execute(query.where(offers.c.id == offer))).one_or_none()
    if row is None:
        raise no_such_offer()
    return row


def _read(row: sa.Row[*tuple[object, ...]]) -> StandingOffer:
    name_as = row._mapping.get("named", "")  # empty in its own server
    return StandingOffer(
        **{name: row._mapping[name] for name in _SAME},
        place=Place(row.scope, row.channel),
        elsewhere=name_as != "",
        maker=Person(row.maker, row.maker_name if name_as in ("", "named") else HIDDEN),
        game=games.get(row.game),
        clock=clocks.parse(row.clock),
        created=row.created_at,
    )
