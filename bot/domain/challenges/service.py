"""The challenge service: challenges are made, accepted, declined, withdrawn and countered, or
expire.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

import games
from bot.domain import clocks
from bot.domain.blocks.repository import recognise
from bot.domain.challenges import (
    approaches,
    beginning,
    counter_offers,
    events,
    limits,
    repository,
)
from bot.domain.challenges.challenge import OPPOSITE, Challenge, Side, note_of, side_of
from bot.domain.challenges.repository import OpenChallenge
from bot.domain.errors import Over, Refused
from bot.domain.events import DomainEvent, Notice
from bot.domain.handicaps.finding import is_ratable_between
from bot.domain.handicaps.suggestion import Suggestion
from bot.domain.matches.beginning import Setup, name_of
from bot.domain.matches.match import Match, StoredResult
from bot.domain.outbox.enqueue import enqueue
from bot.domain.servers import log, repository as servers
from bot.domain.servers.settings import ServerSettings
from bot.domain.unit_of_work import UnitOfWork, retried
from bot.domain.values import COMPUTER, NOBODY, WORLD, InteractionRef, Person, Place, Viewer
from games.core import Handicap


@dataclass(frozen=True, slots=True)
class Offered:
    """A challenge that was made or has changed, and the notice of it for the channel, if any."""

    challenge: Challenge
    notice: Notice[DomainEvent] | None = None


class Challenges(beginning.OfferService):
    """Making and answering challenges."""

    @retried
    async def make(
        self,
        place: Place,
        maker: Person,
        game: str,
        *,
        opponent: Person | None = None,
        variant: str = "",
        options: Mapping[str, str] | None = None,
        handicap: str = "",
        side: str = "random",
        clock: str = "",
        rated: bool = False,
        note: str = "",
        explore: bool = True,
        interaction: InteractionRef | None = None,
        instead_of: int | None = None,
    ) -> Offered:
        """Challenge ``opponent``, or anyone. A rated match always has a clock.

        Raises Refused and other GameErrors for an unknown game or variant, oneself as opponent, too
        long a note, or more challenges or matches than a member may have.

        :param options: instead of ``variant``
        :param handicap: one of the game's choices; empty: that of the options, if any
        :param clock: empty for the server's
        :param instead_of: the id of an open challenge of the maker, which is withdrawn unless this
            one is refused
        """
        kind = games.get(game)
        chosen_options = beginning.chosen_options(kind, variant, options, handicap)
        if opponent is not None and opponent.id == maker.id:
            raise Refused(
                "you can’t challenge yourself; leave the opponent out for an open challenge"
            )
        maker_side = side_of(side)
        beginning.require_side(chosen_options, maker_side)
        line = note_of(note)
        chosen_clock = clocks.parse(clock) if clock.strip() else None
        async with self._database.unit_of_work() as work:
            withdrawn_challenge = None
            if instead_of is not None:
                withdrawn_challenge = (await repository.locked(work, instead_of)).withdrawn_by(
                    maker
                )
            await _lock_quotas(work, maker, opponent)
            may_ping = opponent is not None and await approaches.may_approach(work, maker, opponent)
            if withdrawn_challenge is not None:
                await repository.end(work, withdrawn_challenge)
            settings = await _room_for(work, place, maker)
            challenge = Challenge(
                place=place,
                maker=_named(maker),
                target=None if opponent is None else _named(opponent),
                game=kind,
                options=chosen_options,
                side=maker_side,
                clock=beginning.clock_of(chosen_clock, clocks.parse(settings.clock), rated),
                rated=rated,
                note=line,
                explore=explore,
                created_at=work.now,
                expires=work.now + timedelta(days=settings.days),
            )
            await beginning.require_ratable(work, challenge, maker, opponent, settings)
            return await self._offer(work, challenge, events.ChallengeMade(), interaction, may_ping)

    @retried
    async def play_computer(
        self,
        place: Place,
        maker: Person,
        game: str,
        level: int,
        *,
        variant: str = "",
        side: str = "random",
        explore: bool = True,
        computer: str = "Loophole",
        options: Mapping[str, str] | None = None,
        handicap: str = "",
        initial_decisions: tuple[str, ...] = (),
        interaction: InteractionRef | None = None,
    ) -> StoredResult:
        """Begin a match against the computer, without a clock and unrated.

        Raises Refused where the game is over after ``initial_decisions``.

        :param computer: its name
        :param options: instead of ``variant``
        :param handicap: one of the game's choices; empty: that of the options, if any
        :param initial_decisions: what the match begins with
        """
        kind = games.get(game)
        chosen_options = beginning.chosen_options(kind, variant, options, handicap)
        maker_side = _side_against_computer(chosen_options, side_of(side))
        if maker_side == "both":
            raise Refused(
                "a pair of matches is for two members; choose one side against the computer"
            )
        if games.replay(kind.slug, chosen_options, initial_decisions).to_move is None:
            raise Refused("the match is over in that position")
        opponent = Person(COMPUTER, computer)
        setup = Setup(
            scope=place.scope,
            channel=place.channel,
            game=kind,
            options=chosen_options,
            players=beginning.seats(self._rng, maker, opponent, maker_side),
            level=level,
            explore=explore,
            initial_decisions=initial_decisions,
        )
        async with self._database.unit_of_work() as work:
            await work.lock_quotas(maker.id)
            settings = await servers.ensure(work, place)
            await limits.match_room(work, place.scope, maker, settings.matches)
            return await self._matches.begin(work, setup, interaction=interaction)

    @retried
    async def accept(
        self, challenge: int, who: Person, *, interaction: InteractionRef | None = None
    ) -> StoredResult:
        """Accept the challenge made to ``who``, or an open one: a match begins.

        Only one of two at once succeeds.
        """
        async with self._database.unit_of_work() as work:
            offer = await repository.locked(work, challenge)
            offer.accepted_by(who)
            await work.lock_quotas(who.id, offer.maker.id)
            settings = await servers.ensure(work, offer.place)
            return await self._accept(work, offer, who, settings, interaction)

    @retried
    async def decline(
        self, challenge: int, who: Person, *, interaction: InteractionRef | None = None
    ) -> Offered:
        """Decline the challenge made to ``who``; its maker is pinged."""
        async with self._database.unit_of_work() as work:
            offer = (await repository.locked(work, challenge)).declined_by(who)
            await repository.end(work, offer)
            event = events.ChallengeDeclined()
            return await _enqueue(work, offer, event, offer.maker.id, interaction)

    @retried
    async def withdraw(self, challenge: int, who: Person) -> Offered:
        """Withdraw one's own challenge, whose card is changed."""
        async with self._database.unit_of_work() as work:
            offer = (await repository.locked(work, challenge)).withdrawn_by(who)
            await repository.end(work, offer)
            return Offered(offer)

    @retried
    async def counter(
        self,
        challenge: int,
        who: Person,
        *,
        variant: str | None = None,
        handicap: str | None = None,
        side: str | None = None,
        clock: str | None = None,
        rated: bool | None = None,
        note: str = "",
        interaction: InteractionRef | None = None,
    ) -> Offered:
        """Answer a challenge made to ``who``, or an open one, with other terms.

        Those that are None stay, as do the players' sides; on another board the handicap stays,
        too. An open challenge stays open until one of the two is accepted.
        """
        async with self._database.unit_of_work() as work:
            original = await repository.locked(work, challenge)
            original_afterwards = original.countered_by(who)
            maker = original.maker
            await work.lock_quotas(who.id, maker.id)
            await beginning.require_no_block(work, who, maker)
            may_ping = True
            if original.target is None:
                await approaches.may_ask(work, who, maker)
                may_ping = await approaches.may_approach(work, who, maker)
            settings = await _room_for(work, original.place, who)
            line = note_of(note)
            terms = counter_offers.changed_terms(original, variant, handicap, side, clock, rated)
            if terms == counter_offers.terms_to_answer(original):
                raise Refused("that’s the same offer; change something, or accept it")
            answer = counter_offers.counter_offer(original, _named(who), terms, line)
            answer = replace(
                answer, created_at=work.now, expires=work.now + timedelta(days=settings.days)
            )
            await beginning.require_ratable(work, answer, who, maker, settings)
            if original_afterwards.status != "open":
                await repository.end(work, original_afterwards)
            event = events.ChallengeCountered(was=original.id)
            return await self._offer(work, answer, event, interaction, may_ping)

    async def make_even(
        self,
        challenge: int,
        who: Person,
        suggestion: Suggestion,
        *,
        interaction: InteractionRef | None = None,
    ) -> Offered:
        """Have a challenge with the handicap that makes its two even, unrated where that cannot be
        rated: the one challenged answers with it; its maker makes the challenge anew, as nobody is
        to accept terms that change meanwhile. Raises Refused, NotYours, Over.
        """
        item = await self.get(challenge)
        is_rated = await self._may_be_rated(item, suggestion)
        side = suggestion.side_of(who.id)
        handicap = str(suggestion.handicap)
        if item.maker.id != who.id:
            return await self.counter(
                challenge,
                who,
                handicap=handicap,
                side=side,
                rated=is_rated,
                interaction=interaction,
            )
        return await self.make(
            item.place,
            item.maker,
            item.game.slug,
            opponent=item.target,
            options=item.options,
            handicap=handicap,
            side=side,
            clock=str(item.clock),
            rated=is_rated,
            note=item.note,
            explore=item.explore,
            interaction=interaction,
            instead_of=challenge,
        )

    async def _may_be_rated(self, item: Challenge, suggestion: Suggestion) -> bool:
        """Whether a challenge can stay rated with a handicap."""
        if not item.rated or item.target is None:
            return False
        seats = suggestion.seats(item.maker.id, item.target.id)
        options = suggestion.options(item.options)
        async with self._database.read() as connection:
            now = self._database.now()
            return await is_ratable_between(
                connection, item.place.scope, seats, item.game, options, now
            )

    async def get(self, challenge: int) -> Challenge:
        """A challenge by its id. Raises NotFound."""
        async with self._database.read() as connection:
            return await repository.get(connection, challenge, self._database.now())

    async def shown(self, viewer: Viewer, challenge: int) -> Challenge:
        """A challenge that ``viewer`` may see. Raises NotFound."""
        item = await self.get(challenge)
        target = None if item.target is None else item.target.id
        if await viewer.sees(item.place.scope, item.place.channel, (item.maker.id, target)):
            return item
        raise repository.no_such_challenge()

    async def open(
        self, viewer: Viewer, *, limit: int = 25, offset: int = 0
    ) -> tuple[Challenge, ...]:
        """Open challenges of a place, newest first: by or to ``viewer``, and to anyone in channels
        they may view.
        """
        now = self._database.now()
        scope = viewer.place.scope
        async with self._database.read() as connection:
            channels = await repository.open_channels(connection, scope, now)
        visible_channels = await viewer.channels(channels)
        async with self._database.read() as connection:
            return tuple(
                await repository.listed(
                    connection, scope, now, viewer.user, visible_channels, limit, offset
                )
            )

    async def concerning(self, user: int, *, limit: int = 25) -> Sequence[Challenge]:
        """Open challenges by or to a user, wherever they were made, newest first."""
        now = self._database.now()
        async with self._database.read() as connection:
            return await repository.concerning(connection, now, user, limit)

    async def open_to(
        self, users: Collection[int], scopes: Collection[int]
    ) -> Sequence[OpenChallenge]:
        """Open challenges by or to some users, and to anyone in some places."""
        return await repository.open_to(self._database, self._database.now(), users, scopes)

    @retried
    async def rematch(
        self,
        match: int,
        user: int,
        *,
        suggestion: Suggestion | None = None,
        interaction: InteractionRef | None = None,
    ) -> Offered | StoredResult:
        """Ask the opponent to play a finished match again with sides exchanged, or agree if they
        have asked.

        With a handicap the sides stay, so that the same player has it. Against the computer it
        begins at once. Raises Refused, Over, LimitReached.

        :param suggestion: the handicap with which they ask, in place of that of the match
        """
        async with self._matches.open(match) as open_match:
            work = open_match.work
            finished_match = open_match.match
            seat = finished_match.playing(user)
            me = Person(finished_match.seats[seat], finished_match.names[seat])
            them = Person(finished_match.seats[1 - seat], finished_match.names[1 - seat])
            await _require_repeatable(work, finished_match)
            if them.id == NOBODY:
                raise Refused("your opponent has deleted their data, so there’s nobody to play")
            offer = await repository.rematch_offer(work.connection, match, work.now, lock=True)
            if offer is not None and offer.maker.id == user:
                raise Refused("you’ve already offered {other} a rematch", other=them.name)
            await work.lock_quotas(user, them.id)
            place = Place(
                finished_match.scope,
                finished_match.thread or finished_match.channel,
                finished_match.guild,
            )
            if offer is not None:
                return await self._accept(
                    work, offer, me, await servers.ensure(work, place), interaction
                )
            await approaches.may_ask(work, me, them)
            settings = await _room_for(work, place, me)
            if them.id == COMPUTER:
                players = (me, them) if seat == 0 else (them, me)
                if finished_match.handicap is None:
                    players = (players[1], players[0])
                return await self._repeat_with_computer(
                    work, finished_match, place, players, interaction
                )
            challenge = await _rematch_of(work, finished_match, seat, place, settings, suggestion)
            may_ping = await approaches.may_approach(work, me, them)
            return await self._offer(work, challenge, events.ChallengeMade(), interaction, may_ping)

    async def _repeat_with_computer(
        self,
        work: UnitOfWork,
        finished_match: Match,
        place: Place,
        players: tuple[Person, Person],
        interaction: InteractionRef | None,
    ) -> StoredResult:
        setup = Setup(
            scope=place.scope,
            channel=place.channel,
            game=finished_match.game,
            options=finished_match.options,
            players=players,
            level=finished_match.level,
            explore=finished_match.explore,
        )
        change = await self._matches.begin(work, setup, interaction=interaction)
        await repository.note_rematch(work, finished_match.id, change.match.id)
        return change

    async def rematch_offered(self, match: int, user: int) -> Challenge | None:
        """The rematch of a match that a member has offered and that is not answered yet."""
        offer = await self.open_rematch(match)
        return offer if offer is not None and offer.maker.id == user else None

    async def open_rematch(self, match: int) -> Challenge | None:
        """The rematch of a match that one of its players has offered and that is not answered
        yet.
        """
        async with self._database.read() as connection:
            return await repository.rematch_offer(connection, match, self._database.now())

    @retried
    async def expire(self, limit: int = 100) -> int:
        """Close challenges whose time is over, and tell their makers; returns how many there
        were.
        """
        if not await self._database.has(repository.expired_query(self._database.now())):
            return 0
        async with self._database.unit_of_work() as work:
            expired_challenges = await repository.take_expired(work, limit)
            for challenge in expired_challenges:
                await repository.end(work, challenge)
                event = events.ChallengeExpired()
                await _enqueue(work, challenge, event, challenge.maker.id, None, public=False)
            return len(expired_challenges)

    @retried
    async def clear_notes(self, scope: int, user: int, manager: int = NOBODY) -> int:
        """Delete the notes of a member's open challenges in a server, and log that the manager
        ``manager`` did; returns how many there were.
        """
        async with self._database.unit_of_work() as work:
            await log.write(work, scope, manager, "notes", user=user)
            return await repository.clear_notes(work, scope, user)

    async def forgotten(self, work: UnitOfWork, user: int) -> int:
        """Go on counting what limits look back on; no match is touched."""
        await limits.keep_counting(work, user)
        return 0

    async def _accept(
        self,
        work: UnitOfWork,
        challenge: Challenge,
        who: Person,
        settings: ServerSettings,
        interaction: InteractionRef | None,
    ) -> StoredResult:
        """Begin the match that a challenge leads to, or a pair, and close the challenge.

        Raises Refused.
        """
        change = await self._begin(work, challenge, who, settings, interaction)
        await repository.end(work, challenge.ended("taken", change.match.id))
        if challenge.counters is not None:
            await repository.close_countered(work, challenge.counters, change.match.id)
        if challenge.rematch_of is not None:
            await repository.note_rematch(work, challenge.rematch_of, change.match.id)
        return change

    async def _offer(
        self,
        work: UnitOfWork,
        challenge: Challenge,
        event: DomainEvent,
        interaction: InteractionRef | None,
        may_ping: bool = True,
    ) -> Offered:
        """Store a challenge and enqueue its notice."""
        challenge = await repository.add(work, challenge)
        ping = None
        if challenge.target is not None and may_ping:
            ping = challenge.target.id
        return await _enqueue(work, challenge, event, ping, interaction)


def _side_against_computer(options: Mapping[str, str], side: Side) -> Side:
    """The side of a member against the computer, which asks nobody for hints. Raises Refused."""
    handicap = Handicap.of(options)
    if handicap is None or handicap.kind != "hints":
        return side
    if side == "first":
        raise Refused("hints are for the second side; take that one, or play without a handicap")
    return "second"


async def _lock_quotas(work: UnitOfWork, maker: Person, opponent: Person | None) -> None:
    """Lock the quotas of those whom a challenge concerns. Raises Refused where the opponent takes
    none.
    """
    if opponent is None:
        await work.lock_quotas(maker.id)
        return
    await work.lock_quotas(maker.id, opponent.id)
    await approaches.may_ask(work, maker, opponent)


async def _require_repeatable(work: UnitOfWork, match: Match) -> None:
    """Raises Refused, Over where a match cannot be played again."""
    if match.status == "running":
        raise Refused("{name} is not over yet", name=match.name)
    if match.scope == WORLD:
        raise Refused("there’s no rematch across servers; find an opponent in the lobby")
    if match.pair:
        half = await repository.running_half(work, match.id)
        if half is not None:
            raise Refused("{half}, the other match of the pair, is not over yet", half=half)
    if match.rematch is not None:
        raise Over(
            "the rematch of {name} has already started: {again}",
            name=match.name,
            again=await repository.match_name(work, match.rematch),
        )


async def _rematch_of(
    work: UnitOfWork,
    finished_match: Match,
    seat: int,
    place: Place,
    settings: ServerSettings,
    suggestion: Suggestion | None,
) -> Challenge:
    """The challenge of the player in a seat to play a match again with sides exchanged.

    With a handicap the sides stay as they were, so that the same player has it. It is rated as the
    match was, if the two may still have a rated one this month.

    :param suggestion: the handicap in place of that of the match
    """
    maker = Person(finished_match.seats[seat], finished_match.names[seat])
    target = Person(finished_match.seats[1 - seat], finished_match.names[1 - seat])
    own_side: Side = "first" if seat == 0 else "second"
    side = OPPOSITE[own_side] if finished_match.handicap is None else own_side
    options = finished_match.options
    match_count = 1
    if suggestion is not None:
        side = suggestion.side_of(maker.id)
        options = suggestion.options(options)
    elif finished_match.pair:
        side = "both"
        match_count = 2
    matches_left = await limits.rated_left(work, place.scope, maker.id, target.id, settings.rated)
    is_rated = finished_match.rated and matches_left >= match_count
    if is_rated and Handicap.of(options) is not None:
        users = (maker.id, target.id) if side == "first" else (target.id, maker.id)
        is_rated = await is_ratable_between(
            work.connection, place.scope, users, finished_match.game, options, work.now
        )
    return Challenge(
        place=place,
        maker=maker,
        target=target,
        game=finished_match.game,
        options=options,
        side=side,
        clock=beginning.clock_of(None, finished_match.clock, is_rated),
        rated=is_rated,
        explore=finished_match.explore,
        rematch_of=finished_match.id,
        created_at=work.now,
        expires=work.now + timedelta(days=settings.days),
    )


async def _room_for(work: UnitOfWork, place: Place, maker: Person) -> ServerSettings:
    """The settings of a place in which a member is to make a challenge.

    Raises LimitReached where they may not.
    """
    settings = await servers.ensure(work, place)
    await recognise(work.connection, maker.id)
    await limits.challenge_room(work, place.scope, maker)
    await limits.match_room(work, place.scope, maker, settings.matches)
    return settings


async def _enqueue(
    work: UnitOfWork,
    challenge: Challenge,
    event: DomainEvent,
    ping: int | None,
    interaction: InteractionRef | None,
    public: bool = True,
) -> Offered:
    place = challenge.place
    notice = await enqueue(
        work,
        event,
        scope=place.scope,
        channel=place.channel,
        ping=ping,
        challenge=challenge.id,
        interaction=interaction,
        public=public,
    )
    return Offered(challenge, notice)


def _named(who: Person) -> Person:
    """Somebody under the name that is stored."""
    return Person(who.id, name_of(who))
