"""The challenge service: challenges are made, accepted, declined, withdrawn and countered, or
expire.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

import games
from bot.domain import clocks, variants
from bot.domain.blocks.repository import recognise
from bot.domain.challenges import approaches, beginning, events, limits, repository
from bot.domain.challenges.challenge import OPPOSITE, Challenge, Side, note_of, side_of
from bot.domain.clocks import Clock
from bot.domain.errors import Over, Refused
from bot.domain.events import Event, Notice
from bot.domain.matches.beginning import Setup, name_of
from bot.domain.matches.match import Match, StoredResult
from bot.domain.outbox import enqueue
from bot.domain.servers import log, repository as servers
from bot.domain.servers.settings import ServerSettings
from bot.domain.unit_of_work import UnitOfWork, retried
from bot.domain.values import COMPUTER, NOBODY, WORLD, Person, Place, Via, Viewer


@dataclass(frozen=True, slots=True)
class Offered:
    """A challenge that was made or has changed, and the notice of it for the channel, if any."""

    challenge: Challenge
    notice: Notice[Event] | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """What a counter-offer can change."""

    options: Mapping[str, str]
    side: Side
    clock: Clock
    rated: bool


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
        side: str = "random",
        clock: str = "",
        rated: bool = False,
        note: str = "",
        explore: bool = True,
        via: Via | None = None,
    ) -> Offered:
        """Challenge ``opponent``, or anyone. A rated match always has a clock.

        Raises Refused and other GameErrors for an unknown game or variant, oneself as opponent, too
        long a note, or more challenges or matches than a member may have.

        :param options: instead of ``variant``
        :param clock: empty for the server's
        """
        kind = games.get(game)
        chosen = variants.parse(kind, variant) if options is None else kind.complete(options)
        if opponent is not None and opponent.id == maker.id:
            raise Refused(
                "you can’t challenge yourself; leave the opponent out for an open challenge"
            )
        maker_side = side_of(side)
        line = note_of(note)
        chosen_clock = clocks.parse(clock) if clock.strip() else None
        async with self._database.unit_of_work() as work:
            if opponent is None:
                await work.lock_quotas(maker.id)
            else:
                await work.lock_quotas(maker.id, opponent.id)
                await approaches.may_ask(work, maker, opponent)
            settings = await _room_for(work, place, maker)
            may_ping = opponent is not None and await approaches.may_approach(work, maker, opponent)
            challenge = Challenge(
                place=place,
                maker=_named(maker),
                target=None if opponent is None else _named(opponent),
                game=kind,
                options=chosen,
                side=maker_side,
                clock=beginning.clock_of(chosen_clock, clocks.parse(settings.clock), rated),
                rated=rated,
                note=line,
                explore=explore,
                created=work.now,
                expires=work.now + timedelta(days=settings.days),
            )
            await beginning.require_ratable(work, challenge, maker, opponent, settings)
            return await self._offer(work, challenge, events.ChallengeMade(), via, may_ping)

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
        given: tuple[str, ...] = (),
        via: Via | None = None,
    ) -> StoredResult:
        """Begin a match against the computer, without a clock and unrated.

        Raises Refused where the game is over after the decisions ``given``.

        :param computer: its name
        :param options: instead of ``variant``
        :param given: the decisions that the match begins with
        """
        kind = games.get(game)
        chosen = variants.parse(kind, variant) if options is None else kind.complete(options)
        maker_side = side_of(side)
        if maker_side == "both":
            raise Refused(
                "a pair of matches is for two members; choose one side against the computer"
            )
        if games.replay(kind.slug, chosen, given).to_move is None:
            raise Refused("the match is over in that position")
        async with self._database.unit_of_work() as work:
            await work.lock_quotas(maker.id)
            settings = await servers.ensure(work, place)
            await limits.match_room(work, place.scope, maker, settings.matches)
            opponent = Person(COMPUTER, computer)
            setup = Setup(
                scope=place.scope,
                channel=place.channel,
                game=kind,
                options=chosen,
                players=beginning.seats(self._rng, maker, opponent, maker_side),
                level=level,
                explore=explore,
                given=given,
            )
            return await self._matches.begin(work, setup, via=via)

    @retried
    async def accept(self, challenge: int, who: Person, *, via: Via | None = None) -> StoredResult:
        """Accept the challenge made to ``who``, or an open one: a match begins.

        Only one of two at once succeeds.
        """
        async with self._database.unit_of_work() as work:
            accepted = await repository.locked(work, challenge)
            accepted.accepted_by(who)
            await work.lock_quotas(who.id, accepted.maker.id)
            settings = await servers.ensure(work, accepted.place)
            return await self._accept(work, accepted, who, settings, via)

    @retried
    async def decline(self, challenge: int, who: Person, *, via: Via | None = None) -> Offered:
        """Decline the challenge made to ``who``; its maker is pinged."""
        async with self._database.unit_of_work() as work:
            declined = (await repository.locked(work, challenge)).declined_by(who)
            await repository.end(work, declined)
            event = events.ChallengeDeclined()
            return await _enqueue(work, declined, event, declined.maker.id, via)

    @retried
    async def withdraw(self, challenge: int, who: Person) -> Offered:
        """Withdraw one's own challenge, whose card is changed."""
        async with self._database.unit_of_work() as work:
            withdrawn = (await repository.locked(work, challenge)).withdrawn_by(who)
            await repository.end(work, withdrawn)
            return Offered(withdrawn)

    @retried
    async def counter(
        self,
        challenge: int,
        who: Person,
        *,
        variant: str | None = None,
        side: str | None = None,
        clock: str | None = None,
        rated: bool | None = None,
        note: str = "",
        via: Via | None = None,
    ) -> Offered:
        """Answer a challenge made to ``who``, or an open one, with other terms.

        Those that are None stay, as do the players' sides. An open challenge stays open until one
        of the two is accepted.
        """
        async with self._database.unit_of_work() as work:
            countered = await repository.locked(work, challenge)
            ended = countered.countered_by(who)
            maker = countered.maker
            await work.lock_quotas(who.id, maker.id)
            await beginning.require_no_block(work, who, maker)
            may_ping = True
            if countered.target is None:
                await approaches.may_ask(work, who, maker)
                may_ping = await approaches.may_approach(work, who, maker)
            settings = await _room_for(work, countered.place, who)
            line = note_of(note)
            terms = _changed_terms(countered, variant, side, clock, rated)
            if terms == _terms_to_answer(countered):
                raise Refused("that’s the same offer; change something, or accept it")
            answer = replace(
                countered,
                maker=_named(who),
                target=maker,
                options=terms.options,
                side=terms.side,
                clock=terms.clock,
                rated=terms.rated,
                note=line,
                counters=countered.id if countered.target is None else countered.counters,
                created=work.now,
                expires=work.now + timedelta(days=settings.days),
            )
            await beginning.require_ratable(work, answer, who, maker, settings)
            if ended.status != "open":
                await repository.end(work, ended)
            event = events.ChallengeCountered(was=countered.id)
            return await self._offer(work, answer, event, via, may_ping)

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
        visible = await viewer.channels(channels)
        async with self._database.read() as connection:
            return tuple(
                await repository.listed(connection, scope, now, viewer.user, visible, limit, offset)
            )

    async def concerning(self, user: int, *, limit: int = 25) -> Sequence[Challenge]:
        """Open challenges by or to a user, wherever they were made, newest first."""
        now = self._database.now()
        async with self._database.read() as connection:
            return await repository.concerning(connection, now, user, limit)

    @retried
    async def rematch(
        self, match: int, user: int, *, via: Via | None = None
    ) -> Offered | StoredResult:
        """Ask the opponent to play a finished match again with sides exchanged, or agree if they
        have asked.

        Against the computer it begins at once. Raises Refused, Over, LimitReached.
        """
        async with self._matches.open(match) as opened:
            work = opened.work
            over = opened.match
            seat = over.playing(user)
            me = Person(over.seats[seat], over.names[seat])
            them = Person(over.seats[1 - seat], over.names[1 - seat])
            await _require_repeatable(work, over)
            if them.id == NOBODY:
                raise Refused("your opponent has deleted their data, so there’s nobody to play")
            offer = await repository.rematch_offer(work.connection, match, work.now, lock=True)
            if offer is not None and offer.maker.id == user:
                raise Refused("you’ve already offered {other} a rematch", other=them.name)
            await work.lock_quotas(user, them.id)
            place = Place(over.scope, over.thread or over.channel, over.guild)
            if offer is not None:
                return await self._accept(work, offer, me, await servers.ensure(work, place), via)
            await approaches.may_ask(work, me, them)
            settings = await _room_for(work, place, me)
            if them.id == COMPUTER:
                players = (them, me) if seat == 0 else (me, them)
                return await self._repeat_with_computer(work, over, place, players, via)
            challenge = await _rematch_of(work, over, seat, place, settings)
            may_ping = await approaches.may_approach(work, me, them)
            return await self._offer(work, challenge, events.ChallengeMade(), via, may_ping)

    async def _repeat_with_computer(
        self,
        work: UnitOfWork,
        over: Match,
        place: Place,
        players: tuple[Person, Person],
        via: Via | None,
    ) -> StoredResult:
        setup = Setup(
            scope=place.scope,
            channel=place.channel,
            game=over.game,
            options=over.options,
            players=players,
            level=over.level,
            explore=over.explore,
        )
        change = await self._matches.begin(work, setup, via=via)
        await repository.note_rematch(work, over.id, change.match.id)
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
            expired = await repository.take_expired(work, limit)
            for challenge in expired:
                await repository.end(work, challenge)
                event = events.ChallengeExpired()
                await _enqueue(work, challenge, event, challenge.maker.id, None, public=False)
            return len(expired)

    @retried
    async def clear_notes(self, scope: int, user: int, by: int = NOBODY) -> int:
        """Delete the notes of a member's open challenges in a server, and log that the manager
        ``by`` did; returns how many there were.
        """
        async with self._database.unit_of_work() as work:
            await log.write(work, scope, by, "notes", user=user)
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
        via: Via | None,
    ) -> StoredResult:
        """Begin the match that a challenge leads to, or a pair, and close the challenge.

        Raises Refused.
        """
        change = await self._begin(work, challenge, who, settings, via)
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
        event: Event,
        via: Via | None,
        may_ping: bool = True,
    ) -> Offered:
        """Store a challenge and enqueue its notice."""
        stored = await repository.add(work, challenge)
        ping = stored.target.id if stored.target is not None and may_ping else None
        return await _enqueue(work, stored, event, ping, via)


def _changed_terms(
    countered: Challenge,
    variant: str | None,
    side: str | None,
    clock: str | None,
    rated: bool | None,
) -> Terms:
    """The terms of a counter-offer; those that are None stay. Raises Refused, ValueError."""
    is_rated = countered.rated if rated is None else rated
    chosen_clock = None if clock is None else clocks.parse(clock)
    terms = _terms_to_answer(countered)
    if variant is not None:
        terms = replace(terms, options=variants.parse(countered.game, variant))
    if side is not None:
        terms = replace(terms, side=side_of(side))
    clock_in_use = beginning.clock_of(chosen_clock, countered.clock, is_rated)
    return replace(terms, clock=clock_in_use, rated=is_rated)


def _terms_to_answer(challenge: Challenge) -> Terms:
    """The terms of a challenge, as the opponent would offer them."""
    side = OPPOSITE[challenge.side]
    return Terms(challenge.options, side, challenge.clock, challenge.rated)


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
    work: UnitOfWork, over: Match, seat: int, place: Place, settings: ServerSettings
) -> Challenge:
    """The challenge of the player in a seat to play a match again with sides exchanged.

    It is rated as the match was, if the two may still have a rated one this month.
    """
    maker = Person(over.seats[seat], over.names[seat])
    target = Person(over.seats[1 - seat], over.names[1 - seat])
    side: Side = "second" if seat == 0 else "first"
    if over.pair:
        side = "both"
    left = await limits.rated_left(work, place.scope, maker.id, target.id, settings.rated)
    rated = over.rated and left >= (2 if over.pair else 1)
    return Challenge(
        place=place,
        maker=maker,
        target=target,
        game=over.game,
        options=over.options,
        side=side,
        clock=beginning.clock_of(None, over.clock, rated),
        rated=rated,
        explore=over.explore,
        rematch_of=over.id,
        created=work.now,
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
    event: Event,
    ping: int | None,
    via: Via | None,
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
        via=via,
        public=public,
    )
    return Offered(challenge, notice)


def _named(who: Person) -> Person:
    """Somebody under the name that is stored."""
    return Person(who.id, name_of(who))
