"""The handicaps as one service: what each is worth, what makes two members even, and when that is
offered unasked.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain import tallies
from bot.domain.blocks.repository import blocks_between
from bot.domain.errors import Refused
from bot.domain.handicaps import repository, suggestion
from bot.domain.handicaps.finding import by_strength, suggestion_for
from bot.domain.handicaps.repository import HeadStartKey, LatestOffer
from bot.domain.handicaps.suggestion import (
    ALL_WON,
    CLEARLY_UNEVEN,
    MonthOfMatches,
    Suggestion,
)
from bot.domain.handicaps.worth import WorthNow
from bot.domain.matches.match import Match
from bot.domain.ratings.glicko import expected_score
from bot.domain.ratings.history_repository import visible_of
from bot.domain.ratings.repository import settled_strengths
from bot.domain.unit_of_work import Service, UnitOfWork, retried
from bot.domain.values import WORLD, Viewer
from games.core import HANDICAP, Game, Handicap
from games.core.handicap import SIDE, variant_without

OFFERED_AGAIN = timedelta(days=30)  # a handicap is not offered unasked to the same two sooner
DECLINED_FOR = timedelta(days=90)  # nor so long after one of them has declined it
COUNTS_FOR = timedelta(days=365)
"""How long what two members or a place have told about a head start keeps them from telling more
than MOST_OF_PAIR and MOST_OF_PLACE.
"""
MOST_OF_PAIR = 5  # matches of two members that count for what a head start is worth
MOST_OF_PLACE = 10  # matches of a server or private channel that do


@dataclass(frozen=True, slots=True)
class _Occasion:
    """A match or a challenge of two members with which a handicap may be offered.

    :param key: the id of the match; of a challenge, below 0
    :param users: of a match by seat
    """

    key: int
    scope: int
    users: tuple[int, int]
    game: Game
    options: Mapping[str, str]


class Handicaps(Service):
    """Worths and suggestions of handicaps. Listens to matches."""

    async def worths(self, game: Game, options: Mapping[str, str]) -> dict[int, WorthNow]:
        """What each count of extra turns that a board offers is worth now, as far as that was
        measured.
        """
        async with self._database.read() as connection:
            return await repository.worths_of(connection, game, options)

    async def worth(self, game: Game, options: Mapping[str, str]) -> WorthNow | None:
        """What the handicap of a match is worth now; None without one, and where that is not
        known.
        """
        async with self._database.read() as connection:
            return await repository.worth_of(connection, game, options)

    async def suggestion(
        self, scope: int, one: int, other: int, game: Game, options: Mapping[str, str]
    ) -> Suggestion | None:
        """What makes two members even on a board, in a server or private channel.

        None where they are even as they are, or nothing is known of them.
        """
        async with self._database.read() as connection:
            now = self._database.now()
            return await suggestion_for(connection, scope, (one, other), game, options, now)

    async def due(self, match: Match) -> Suggestion | None:
        """What is to be offered to the players of a finished match without being asked; None where
        nothing is, or it was offered or declined lately.
        """
        if not _may_be_offered_after(match):
            return None
        async with self._database.read() as connection:
            return await self._due(connection, _after(match), self._database.now())

    async def offer(self, match: Match) -> Suggestion | None:
        """The same, and note that it is offered after this match; asked again for the same match,
        the answer is the same.
        """
        if not _may_be_offered_after(match):
            return None
        return await self._offer(_after(match))

    async def offer_in(
        self,
        challenge: int,
        scope: int,
        users: tuple[int, int],
        game: Game,
        options: Mapping[str, str],
    ) -> Suggestion | None:
        """What is to be offered unasked to the two of an open challenge, noted as offered in it;
        asked again for the same challenge, the answer is the same.

        :param challenge: its id
        """
        if scope == WORLD or Handicap.of(options) is not None:
            return None
        return await self._offer(_Occasion(-challenge, scope, users, game, options))

    async def was_offered_in(self, challenge: int, users: tuple[int, int], game: Game) -> bool:
        """Whether a handicap was offered unasked to the two of a challenge in it."""
        async with self._database.read() as connection:
            latest_offer = await repository.latest_offer(connection, *users, game.slug)
        return latest_offer.match == -challenge

    @retried
    async def _offer(self, occasion: _Occasion) -> Suggestion | None:
        """What is due on an occasion, noted as offered on it the first time."""
        async with self._database.read() as connection:  # mostly nothing is
            if await self._due(connection, occasion, self._database.now()) is None:
                return None
        one, other = occasion.users
        slug = occasion.game.slug
        async with self._database.unit_of_work() as work:
            await work.lock_quotas(one, other)
            due = await self._due(work.connection, occasion, work.now)
            latest_offer = await repository.latest_offer(work.connection, one, other, slug)
            if due is not None and latest_offer.match != occasion.key:
                offer = LatestOffer(occasion.key, work.now)
                await repository.store_offer(work, one, other, slug, offer)
            return due

    async def _due(
        self, connection: AsyncConnection, occasion: _Occasion, now: datetime
    ) -> Suggestion | None:
        """What is to be offered to two members unasked, unless that was done, or declined, before
        one of them deleted their data.
        """
        due = await _due(connection, occasion, now)
        if due is None:
            return None
        ids = _ids_of(occasion.users, occasion.game.slug)
        secret = self._database.secret
        is_counted = await tallies.times(connection, secret, now, "handicap", *ids)
        return None if is_counted else due

    @retried
    async def decline(self, user: int, other: int, game: str) -> None:
        """Note that a member declines a handicap with another one: it is not offered again soon."""
        slug = games.get(game).slug
        async with self._database.unit_of_work() as work:
            await work.lock_quotas(user, other)
            latest_offer = await repository.latest_offer(work.connection, user, other, slug)
            offer = replace(latest_offer, declined_at=work.now)
            await repository.store_offer(work, user, other, slug, offer)

    async def even_between(
        self, viewer: Viewer, user: int, other: int, game: str
    ) -> Suggestion | None:
        """What would make two members even at a game where ``viewer`` looks, on the board that they
        played last. Raises Refused.
        """
        _require_two(user, other)
        kind = games.get(game)
        scope = viewer.place.scope
        is_visible = await self._visible(viewer, user, other)
        async with self._database.read() as connection:
            latest_matches = await repository.between(
                connection, user, other, kind.slug, scope=scope, is_visible=is_visible, limit=1
            )
            options = repository.latest_options(latest_matches, kind)
            now = self._database.now()
            users = (user, other)
            return await suggestion_for(connection, scope, users, kind, options, now, is_visible)

    async def months(
        self, viewer: Viewer, user: int, other: int, game: str
    ) -> tuple[MonthOfMatches, ...]:
        """What two members have played with which handicap, month by month, the oldest first, as
        far as ``viewer`` may see it. Raises Refused.
        """
        _require_two(user, other)
        kind = games.get(game)
        is_own = viewer.user in (user, other)
        is_visible = await self._visible(viewer, user, other)
        scope = None if is_own and not viewer.place.guild else viewer.place.scope
        async with self._database.read() as connection:
            matches = await repository.between(
                connection, user, other, kind.slug, scope=scope, is_visible=is_visible
            )
        return suggestion.by_month(kind, matches, (user, other))

    async def _visible(
        self, viewer: Viewer, user: int, other: int
    ) -> sa.ColumnElement[bool] | None:
        """The condition for matches of two members that somebody may see; None: all."""
        if viewer.user in (user, other):
            return None
        return await visible_of(self._database, viewer, user)

    async def head_start(self, work: UnitOfWork, match: Match) -> int:
        """What the second side of a match has ahead now, in rating points."""
        worth = await repository.worth_of(work.connection, match.game, match.options)
        return 0 if worth is None else worth.points

    async def match_ended(self, work: UnitOfWork, match: Match) -> None:
        """Count what came of a match with a head start, in the transaction that ends it.

        What a match tells is held against what ratings made expect, so both players need settled
        ones. Two members count a few times a year and a place not much more often: nobody fills the
        count alone, and what many places agree on is moved by none.
        """
        handicap = match.handicap
        measure = match.game.worth(match.options)
        if handicap is None or measure is None or not _tells_of_strength(match):
            return
        variant = variant_without(match.options)
        key = HeadStartKey(match.game.slug, variant, handicap.turns)
        await work.lock_head_start(key.name)
        strengths = await settled_strengths(
            work.connection, match.scope, match.game.slug, match.seats, work.now
        )
        if len(strengths) < 2 or not await _note_unless_full(work, match, key):
            return
        first, second = (strengths[user] for user in match.seats)
        second_ahead = second._replace(rating=second.rating + measure.points)
        score = 0.5 if match.winner is None else float(match.winner)
        expectation = expected_score(second_ahead, first)
        await repository.count_result(work, key, measure, score=score, expectation=expectation)

    async def result_annulled(self, work: UnitOfWork, match: Match) -> None:
        """A match that counted stays counted: whose it was is not known any more."""

    async def forgotten(self, work: UnitOfWork, user: int) -> int:
        """Go on counting what was offered to a member, and what was declined; no match is
        touched.
        """
        for item in await repository.offers_of(work, user):
            ids = _ids_of(item.users, item.game)
            for moment, span in (
                (item.offer.offered_at, OFFERED_AGAIN),
                (item.offer.declined_at, DECLINED_FOR),
            ):
                if moment is not None:
                    await tallies.note(work, "handicap", *ids, time=moment, expiry=moment + span)
        return 0

    async def prune(self) -> int:
        """Forget offers of long ago; how many."""
        return await self._database.run(
            repository.forget_offers(self._database.now(), DECLINED_FOR)
        )


def _require_two(user: int, other: int) -> None:
    if user == other:
        raise Refused("choose two different members")


async def _note_unless_full(work: UnitOfWork, match: Match, key: HeadStartKey) -> bool:
    """Note that a match counts for what its head start is worth; False where its two members, or
    its place, have told as much of that as they may.
    """
    pair = tallies.pair(*match.seats)
    of_pair = await tallies.noted(work, "even", key.number, *pair)
    of_place = await tallies.noted(work, "even here", key.number, match.scope)
    if len(of_pair) >= MOST_OF_PAIR or len(of_place) >= MOST_OF_PLACE:
        return False
    expiry = work.now + COUNTS_FOR
    await tallies.note(work, "even", key.number, *pair, expiry=expiry)
    await tallies.note(work, "even here", key.number, match.scope, expiry=expiry)
    return True


def _tells_of_strength(match: Match) -> bool:
    """Whether the result of a match of two people says how strong they are: both have played some
    turns, from the start on.
    """
    between_people = min(match.seats) > 0
    was_played = match.status == "finished" and match.counts_for_rating
    return between_people and was_played and not match.history.given and match.imported is None


def _may_be_offered_after(match: Match) -> bool:
    """Whether a handicap may be offered after a match: the two have played it on one server of
    their own will.
    """
    return (
        match.status == "finished"
        and match.scope != WORLD
        and match.tournament is None
        and match.imported is None
        and min(match.seats) > 0
    )


def _after(match: Match) -> _Occasion:
    """The end of a match, as an occasion to offer a handicap."""
    return _Occasion(match.id, match.scope, match.seats, match.game, match.options)


def _ids_of(users: tuple[int, int], game: str) -> tuple[int, ...]:
    """What a tally of offers to two members at a game is about."""
    return (tallies.number_of_text(game), *tallies.pair(*users))


async def _due(
    connection: AsyncConnection, occasion: _Occasion, now: datetime
) -> Suggestion | None:
    """What is to be offered to two members unasked."""
    users = occasion.users
    one, other = users
    slug = occasion.game.slug
    latest_offer = await repository.latest_offer(connection, one, other, slug)
    if latest_offer.match != occasion.key and _was_lately(
        latest_offer.offered_at, now, OFFERED_AGAIN
    ):
        return None
    if _was_lately(latest_offer.declined_at, now, DECLINED_FOR):
        return None
    if await blocks_between(connection, one, [other]):
        return None
    latest_matches = await repository.between(
        connection, one, other, slug, scope=occasion.scope, limit=ALL_WON
    )
    pair = await by_strength(connection, occasion.scope, users, slug, now)
    clearly_uneven = pair is not None and pair.gap > CLEARLY_UNEVEN
    if not clearly_uneven and suggestion.won_all(latest_matches) is None:
        return None
    options = dict(occasion.options)
    options.pop(HANDICAP, None)
    due = await suggestion_for(connection, occasion.scope, users, occasion.game, options, now)
    latest_handicap = Handicap.of(occasion.options)
    if due is not None and due.handicap == latest_handicap and due.second == users[SIDE]:
        return None  # they have just played with it
    return due


def _was_lately(moment: datetime | None, now: datetime, span: timedelta) -> bool:
    return moment is not None and now - moment < span
