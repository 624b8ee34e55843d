"""The lobby: offers that stand until they are withdrawn, and open again when one of their matches
ends.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain import clocks, tallies
from bot.domain.blocks.repository import recognise
from bot.domain.challenges import beginning, limits, offer_repository as repository
from bot.domain.challenges.challenge import side_of
from bot.domain.challenges.offers import (
    ANYONE,
    MOST_OFFERS,
    Listed,
    LobbyCard,
    StandingOffer,
    TakerConditions,
    require_in_range,
)
from bot.domain.challenges.seekers import ACROSS, require_across
from bot.domain.errors import LimitReached, NotYours, Over, Refused
from bot.domain.matches.beginning import name_of
from bot.domain.matches.match import StoredResult
from bot.domain.members.repository import away, member
from bot.domain.posts import reopen_cards
from bot.domain.ratings.glicko import START
from bot.domain.ratings.repository import strengths
from bot.domain.servers import repository as servers
from bot.domain.servers.settings import ServerSettings
from bot.domain.unit_of_work import UnitOfWork, retried
from bot.domain.values import (
    EVERYWHERE,
    HIDDEN,
    NOBODY,
    WORLD,
    InteractionRef,
    Person,
    Place,
    Viewer,
    named,
)


class Lobby(beginning.OfferService):
    """Making, withdrawing and taking standing offers."""

    @retried
    async def make(
        self,
        place: Place,
        maker: Person,
        game: str,
        *,
        variant: str = "",
        handicap: str = "",
        side: str = "random",
        clock: str = "",
        rated: bool = False,
        across_servers: bool = False,
        at_once: int = 1,
        conditions: TakerConditions = ANYONE,
    ) -> StandingOffer:
        """Make a standing offer; one across servers is unrated.

        Raises GameErrors.

        :param handicap: one of the game's choices; empty: that of the variant, if any
        :param clock: empty for the server's
        :param at_once: matches that may run at the same time
        """
        kind = games.get(game)
        require_in_range(at_once, conditions)
        options = beginning.chosen_options(kind, variant, None, handicap)
        beginning.require_side(options, side_of(side))
        chosen_clock = clocks.parse(clock) if clock.strip() else None
        is_rated = rated and not across_servers
        async with self._database.unit_of_work() as work:
            await work.lock_quotas(maker.id)
            settings = await servers.ensure(work, place)
            await recognise(work.connection, maker.id)
            if across_servers:
                await _require_across(work, maker, settings)
            await _require_room(work, place.scope, maker)
            offer = StandingOffer(
                place=place,
                maker=Person(maker.id, name_of(maker)),
                game=kind,
                options=options,
                side=side_of(side),
                clock=beginning.clock_of(chosen_clock, clocks.parse(settings.clock), is_rated),
                rated=is_rated,
                across_servers=across_servers,
                at_once=at_once,
                conditions=conditions,
                created_at=work.now,
            )
            await beginning.require_ratable(work, offer, maker, None, settings)
            return await repository.add(work, offer)

    @retried
    async def withdraw(self, offer: int, who: Person, *, moderator: bool = False) -> StandingOffer:
        """Withdraw an offer; its matches go on. Raises NotFound, NotYours.

        :param moderator: they manage the server
        """
        async with self._database.unit_of_work() as work:
            item = await repository.get(work.connection, offer)
            if item.maker.id != who.id and not moderator:
                raise NotYours("only {name} can withdraw this offer", name=item.maker.name)
            await repository.delete(work, offer)
            await reopen_cards(work, item.place.scope, LobbyCard.kind)
            return item

    @retried
    async def take(
        self,
        offer: int,
        who: Person,
        *,
        place: Place | None = None,
        interaction: InteractionRef | None = None,
    ) -> StoredResult:
        """Begin a match that an offer leads to. Raises NotFound, Refused.

        :param place: where ``who`` acts; in another server than that of the offer, each plays in
            their own
        """
        async with self._database.unit_of_work() as work:
            await repository.lock(work, offer)
            item = await _as_seen(work.connection, offer, who.id, place)
            await work.lock_quotas(who.id, item.maker.id)
            # Read again, as nobody else can take it now.
            item = await _as_seen(work.connection, offer, who.id, place)
            taker_place = place if item.elsewhere else None
            scope = (taker_place or item.place).scope
            secret = self._database.secret
            why = await _why_not(work.connection, secret, work.now, item, who.id, scope)
            if why is not None:
                raise why
            await limits.may_take(work, who, item.maker)
            if taker_place is None:
                settings = await servers.ensure(work, item.place)
            else:
                settings = await servers.ensure(work, EVERYWHERE)
                who = await _as_named_across(work, who)
            change = await self._begin(work, item, who, settings, interaction, taker_place)
            await repository.note_taken(work, offer, change.match.id, who.id)
            await reopen_cards(work, item.place.scope, LobbyCard.kind)
            return change

    async def forgotten(self, work: UnitOfWork, user: int) -> int:
        """Go on counting the offers that somebody has taken who deletes their data.

        No match is touched.
        """
        for acceptance in await repository.taken_by(work, user):
            count_end = acceptance.taken_at + timedelta(days=acceptance.days_between)
            await tallies.note(
                work, "offer", acceptance.offer, user, time=acceptance.taken_at, expiry=count_end
            )
        return 0

    async def get(
        self, offer: int, user: int = NOBODY, place: Place | None = None
    ) -> StandingOffer:
        """An offer by its id, as a member may take it in a ``place``. Raises NotFound."""
        async with self._database.read() as connection:
            return await _as_seen(connection, offer, user, place)

    async def listed(self, viewer: Viewer, start_time: datetime | None = None) -> list[Listed]:
        """The offers that a member may see in a server: its own, and what they may take of others.

        The member's own offers come first, then those they can take, the latest first.

        :param start_time: only those made later that they can take now
        """
        user = viewer.user
        scope = viewer.place.scope
        async with self._database.read() as connection:
            local_offers = await repository.listed(connection, user, scope, start_time)
            foreign_offers = await repository.listed_elsewhere(connection, user, scope, start_time)
        channels = await viewer.channels({item.place.channel for item in local_offers})
        visible_offers = [
            item for item in local_offers if item.place.channel in channels or item.maker.id == user
        ]
        now = self._database.now()
        secret = self._database.secret
        listing = list[Listed]()
        async with self._database.read() as connection:
            for item in [*visible_offers, *foreign_offers]:
                why = await _why_not(connection, secret, now, item, user, scope)
                if start_time is None or why is None:
                    listing.append(Listed(item, why))
        listing.sort(key=lambda item: _list_order(item, user))
        return listing


async def fresh_servers(
    connection: AsyncConnection, user: int, servers: Sequence[int], start_time: datetime
) -> list[tuple[int, int]]:
    """Those of some servers in which a member may take offers made since a moment.

    Each comes with a channel of its own offers; 0 where only other servers have some.
    """
    channels = await repository.channels_of_new(connection, user, servers, start_time)
    fresh = list(channels.items())
    for scope in servers:
        if scope in channels:
            continue
        if await repository.any_elsewhere(connection, user, scope, start_time):
            fresh.append((scope, 0))
    return fresh


async def _require_across(work: UnitOfWork, maker: Person, settings: ServerSettings) -> None:
    """Raises Refused where a server or a member does not play across servers."""
    require_across(settings)
    if (await member(work.connection, maker.id)).settings.across not in ACROSS:
        raise Refused("allow matches across servers in /settings first")


async def _require_room(work: UnitOfWork, scope: int, maker: Person) -> None:
    """Raises LimitReached where a member may make no more offers in a server."""
    if await repository.count(work, maker.id, scope) >= MOST_OFFERS:
        raise LimitReached(
            "you’ve reached the limit of {most} offers here; withdraw one", most=MOST_OFFERS
        )


async def _as_named_across(work: UnitOfWork, who: Person) -> Person:
    """A member under the name that other servers may read."""
    if (await member(work.connection, who.id)).settings.across == "named":
        return who
    return Person(who.id, HIDDEN)


async def _as_seen(
    connection: AsyncConnection, offer: int, user: int, place: Place | None
) -> StandingOffer:
    """An offer as a member may take it in a place. Raises NotFound."""
    item = await repository.get(connection, offer)
    if place is None or not place.guild or place.scope == item.place.scope:
        return item
    return await repository.get_elsewhere(connection, offer, user, place.scope)


def _list_order(item: Listed, user: int) -> tuple[bool, bool, int]:
    offer = item.offer
    return offer.maker.id != user, item.why is not None, -offer.id


async def _why_not(
    connection: AsyncConnection,
    secret: bytes,
    now: datetime,
    item: StandingOffer,
    user: int,
    scope: int,
) -> Refused | None:
    """Why a member of a server cannot take an offer now; None if they can."""
    maker = item.maker
    if user == maker.id:
        return NotYours("this is your own offer; wait for someone to take it")
    if await away(connection, {maker.id}, now):
        return Over("{name} is on vacation; try again later", name=named(maker.name))
    if item.running >= item.at_once:
        return Over(
            "{name} is already playing as many of these as they like", name=named(maker.name)
        )
    days = item.conditions.days_between
    if days:
        latest_match = await _latest_taken(connection, secret, now, item, user)
        if latest_match is not None and now - latest_match < timedelta(days=days):
            return Refused("you’ve taken this offer within the last {days} days", days=days)
    min_finished = item.conditions.min_finished
    if min_finished:
        finished_count = await repository.finished_matches(connection, user, scope)
        if finished_count < min_finished:
            return Refused(
                "this offer is for members with {count} finished matches here", count=min_finished
            )
    if item.conditions.max_rating_gap:
        rating_scope = WORLD if item.elsewhere else scope
        return await _rating_too_far(connection, item, user, rating_scope)
    return None


async def _latest_taken(
    connection: AsyncConnection, secret: bytes, now: datetime, item: StandingOffer, user: int
) -> datetime | None:
    latest_match = await repository.latest_taken(connection, item.id, user)
    if latest_match is not None:
        return latest_match
    # They may have deleted their data since.
    tallied_times = await tallies.times(connection, secret, now, "offer", item.id, user)
    return max(tallied_times, default=None)


async def _rating_too_far(
    connection: AsyncConnection, item: StandingOffer, user: int, scope: int
) -> Refused | None:
    """The refusal of a member whose rating is too far from that of the offer's maker, if it is."""
    people = (user, item.maker.id)
    ratings = await strengths(connection, scope, item.game.slug, people)
    own, makers = (ratings.get(person, START.rating) for person in people)
    gap = item.conditions.max_rating_gap
    if abs(own - makers) <= gap:
        return None
    return Refused(
        "this offer is for ratings of {low} to {high}",
        low=f"{makers - gap:.0f}",
        high=f"{makers + gap:.0f}",
    )
