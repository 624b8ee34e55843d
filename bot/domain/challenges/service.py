"""The challenge service: made to a member or to anyone, taken, declined, withdrawn, countered, and run out."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

import games
from bot.domain import clocks, variants
from bot.domain.blocks.repository import require_none
from bot.domain.challenges import repository
from bot.domain.challenges.challenge import OPPOSITE, Challenge, Side, named, note_of, rematch_of, side_of
from bot.domain.challenges.events import (
    ChallengeCountered,
    ChallengeDeclined,
    ChallengeExpired,
    ChallengeMade,
    ChallengeWithdrawn,
)
from bot.domain.challenges.limits import (
    MOST_RATED,
    challenge_room,
    match_room,
    may_approach,
    may_ask,
    rated_left,
    rated_room,
)
from bot.domain.errors import Over, Refused
from bot.domain.events import Event, Notice
from bot.domain.matches.beginning import Setup
from bot.domain.matches.match import Change
from bot.domain.matches.service import Matches
from bot.domain.outbox import enqueue
from bot.domain.servers.known import known
from bot.domain.servers.settings import ServerSettings
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from bot.domain.values import COMPUTER, NOBODY, Person, Place, Via
from bot.domain.viewer import Viewer


@dataclass(frozen=True, slots=True)
class Offered:
    """A challenge that was made or has changed, and the post that it calls for."""

    challenge: Challenge
    notice: Notice[Event] | None = None


class Challenges:
    """All that can happen to challenges. ``rng`` draws the side of those to whom it is all one.

    ``most_rated``: how many rated matches two members may begin in a month, whatever a server allows.
    """

    def __init__(
        self, database: Database, matches: Matches, rng: random.Random | None = None, most_rated: int = MOST_RATED
    ) -> None:
        self._database = database
        self._most_rated = most_rated
        self._matches = matches
        self._rng = rng or random.SystemRandom()

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
        """Challenge ``opponent``, or anyone. ``clock`` empty: the server's default. ``options`` go before ``variant``.
        ``explore``: lines may be tried on a board while the match runs.

        Raises Refused and other GameErrors for what cannot be: oneself as opponent, unknown games and variants, too
        long a note, more challenges or matches than a member may have.
        """
        kind = games.get(game)
        chosen = variants.parse(kind, variant) if options is None else kind.complete(options)
        if opponent is not None and opponent.id == maker.id:
            raise Refused("you can’t challenge yourself; leave the opponent out for an open challenge")
        wish, words = side_of(side), note_of(note)
        time = clocks.parse(clock) if clock.strip() else None
        async with self._database.unit_of_work() as work:
            await work.lock_members(maker.id, *(() if opponent is None else (opponent.id,)))
            settings = await known(work, place)
            if opponent is not None:
                await may_ask(work, maker, opponent)
            await challenge_room(work, place.scope, maker)
            await match_room(work, place.scope, maker, settings.matches)
            may_ping = opponent is not None and await may_approach(work, maker, opponent)
            if rated and opponent is not None:
                await rated_room(work, place.scope, maker, opponent, settings.rated, self._most_rated)
            challenge = Challenge(
                id=0,
                scope=place.scope,
                guild=place.guild,
                channel=place.channel,
                maker=named(maker),
                target=None if opponent is None else named(opponent),
                game=kind,
                options=chosen,
                side=wish,
                clock=clocks.parse(settings.clock) if time is None else time,
                rated=rated,
                note=words,
                status="open",
                match=None,
                rematch_of=None,
                created=work.now,
                expires=work.now + timedelta(days=settings.days),
                explore=explore,
            )
            return await self._offer(work, challenge, ChallengeMade(), via, may_ping)

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
    ) -> Change:
        """A match against the bot itself, at once, without a clock and unrated.

        ``options`` go before ``variant``; ``given`` are the decisions that it begins with. Raises Refused where the
        game is over after those.
        """
        kind = games.get(game)
        chosen, wish = variants.parse(kind, variant) if options is None else kind.complete(options), side_of(side)
        if games.replay(kind.slug, chosen, given).to_move is None:
            raise Refused("the game is over in that position")
        async with self._database.unit_of_work() as work:
            await work.lock_members(maker.id)
            settings = await known(work, place)
            await match_room(work, place.scope, maker, settings.matches)
            opponent = Person(COMPUTER, computer)
            players = (maker, opponent) if self._drawn(wish) == "first" else (opponent, maker)
            terms = place.scope, place.channel, kind, chosen, players
            setup = Setup(*terms, level=level, explore=explore, given=given)
            return await self._matches.begin(work, setup, via=via)

    @retried
    async def accept(self, challenge: int, who: Person, *, via: Via | None = None) -> Change:
        """Accept the challenge made to ``who``, or take an open one: a match begins. Of two at once, one gets it."""
        async with self._database.unit_of_work() as work:
            found = await repository.locked(work, challenge)
            found.accepted_by(who)
            await work.lock_members(who.id, found.maker.id)
            settings = await known(work, Place(found.scope, found.channel, found.guild))
            return await self._accept(work, found, who, settings, via)

    @retried
    async def decline(self, challenge: int, who: Person, *, via: Via | None = None) -> Offered:
        """Decline the challenge made to ``who``; its maker is told."""
        async with self._database.unit_of_work() as work:
            found = await repository.locked(work, challenge)
            declined = found.declined_by(who)
            return await self._close(work, declined, ChallengeDeclined(), found.maker.id, via)

    @retried
    async def withdraw(self, challenge: int, who: Person, *, via: Via | None = None, quietly: bool = False) -> Offered:
        """Withdraw one's own challenge; ``quietly``: its own card tells of it, so there is no other post."""
        async with self._database.unit_of_work() as work:
            found = await repository.locked(work, challenge)
            withdrawn = found.withdrawn_by(who)
            if quietly:
                await repository.end(work, withdrawn)
                return Offered(withdrawn, None)
            # Nobody has to do anything about it, so nobody is pinged.
            return await self._close(work, withdrawn, ChallengeWithdrawn(), None, via)

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
        """Answer a challenge made to ``who`` with one's own terms; what is None stays as it was, sides as wished."""
        async with self._database.unit_of_work() as work:
            found = await repository.locked(work, challenge)
            countered = found.countered_by(who)
            await work.lock_members(who.id)
            await require_none(work, who, found.maker, Over("this challenge can’t be accepted at the moment"))
            settings = await known(work, Place(found.scope, found.channel, found.guild))
            await challenge_room(work, found.scope, who)
            await match_room(work, found.scope, who, settings.matches)
            answer = replace(
                found,
                maker=named(who),
                target=found.maker,
                options=found.options if variant is None else variants.parse(found.game, variant),
                side=OPPOSITE[found.side] if side is None else side_of(side),
                clock=found.clock if clock is None else clocks.parse(clock),
                rated=found.rated if rated is None else rated,
                note=note_of(note),
                created=work.now,
                expires=work.now + timedelta(days=settings.days),
            )
            if answer.rated:
                await rated_room(work, found.scope, who, found.maker, settings.rated, self._most_rated)
            await repository.end(work, countered)
            return await self._offer(work, answer, ChallengeCountered(instead_of=challenge), via)

    async def get(self, challenge: int) -> Challenge:
        """A challenge by its id. Raises NotFound."""
        async with self._database.read() as connection:
            return await repository.get(connection, challenge, self._database.now())

    async def shown(self, viewer: Viewer, challenge: int) -> Challenge:
        """A challenge that somebody may look at. Raises NotFound, as if there were none, where it is not theirs."""
        found = await self.get(challenge)
        people = (found.maker.id, None if found.target is None else found.target.id)
        if await viewer.sees(found.scope, found.channel, people):
            return found
        raise repository.no_such_challenge()

    async def open(self, viewer: Viewer, *, limit: int = 25, offset: int = 0) -> tuple[Challenge, ...]:
        """Open challenges of a place that concern somebody, newest first: to or by them, and to anyone where they may
        see it."""
        now, scope = self._database.now(), viewer.place.scope
        async with self._database.read() as connection:
            channels = await repository.channels_of_open(connection, scope, now)
        seen = await viewer.channels(channels)
        query = repository.listed(scope, now, viewer.user, seen, limit, offset)
        async with self._database.read() as connection:
            return tuple(await repository.found(connection, query))

    @retried
    async def rematch(self, match: int, user: int, *, via: Via | None = None) -> Offered | Change:
        """Play a match that is over again, with sides exchanged: asks the other player, or agrees if they have asked.

        Against the computer it begins at once.
        """
        async with self._matches.open(match) as opened:
            work, over = opened.work, opened.match
            seat = over.playing(user)
            if over.status == "running":
                raise Refused("{name} is not over yet", name=over.name)
            if over.rematch is not None:
                again = await repository.name_of_match(work.connection, over.rematch)
                raise Over("the rematch of {name} has already started: {again}", name=over.name, again=again)
            me, them = (Person(over.seats[one], over.names[one]) for one in (seat, 1 - seat))
            if them.id == NOBODY:
                raise Refused("your opponent has deleted their data, so there’s nobody to play")
            asked = await repository.rematch_offer(work, match)
            if asked is not None and asked.maker.id == user:
                raise Refused("you’ve already offered {other} a rematch", other=them.name)
            await work.lock_members(user, them.id)
            settings = await known(work, Place(over.scope, over.channel, over.guild))
            if asked is not None:
                return await self._accept(work, asked, me, settings, via)
            await may_ask(work, me, them)
            await challenge_room(work, over.scope, me)
            await match_room(work, over.scope, me, settings.matches)
            if them.id == COMPUTER:
                players = (them, me) if seat == 0 else (me, them)
                channel = over.thread or over.channel
                setup = Setup(
                    over.scope, channel, over.game, over.options, players, level=over.level, explore=over.explore
                )
                change = await self._matches.begin(work, setup, via=via)
                await repository.note_rematch(work, match, change.match.id)
                return change
            most = (settings.rated, self._most_rated)
            rated = over.rated and await rated_left(work, over.scope, user, them.id, *most) > 0
            may_ping = await may_approach(work, me, them)
            challenge = rematch_of(over, me, them, rated, settings.days)
            return await self._offer(work, challenge, ChallengeMade(), via, may_ping)

    @retried
    async def expire(self, limit: int = 100) -> int:
        """Close challenges whose time is over; their makers are told. How many there were."""
        if not await self._database.holds(repository.expired(self._database.now())):
            return 0
        async with self._database.unit_of_work() as work:
            expired = await repository.take_expired(work, limit)
            for challenge in expired:
                ended = challenge.ended("expired")
                await self._close(work, ended, ChallengeExpired(), challenge.maker.id, None, public=False)
            return len(expired)

    async def blocked(self, work: UnitOfWork, user: int, other: int) -> None:
        """Close what is open between two members, one of whom has blocked the other. Nobody is told."""
        await repository.close_between(work, user, other)

    async def banned(self, work: UnitOfWork, scope: int, user: int) -> None:
        """Close what is open by or to a member who is kept from using the bot in a server. Nobody is told."""
        await repository.close_of(work, scope, user)

    @retried
    async def clear_notes(self, scope: int, user: int) -> int:
        """Take the notes off a member's open challenges in a server; how many there were."""
        async with self._database.unit_of_work() as work:
            return await repository.clear_notes(work, scope, user)

    async def _accept(
        self, work: UnitOfWork, challenge: Challenge, who: Person, settings: ServerSettings, via: Via | None
    ) -> Change:
        """Begin the match that a challenge leads to. Raises LimitReached, Over."""
        scope, maker = challenge.scope, challenge.maker
        await require_none(work, who, maker, Over("this challenge can’t be accepted at the moment"))
        await match_room(work, scope, who, settings.matches)
        await match_room(work, scope, maker, settings.matches, other=True)
        if challenge.rated:
            await rated_room(work, scope, who, maker, settings.rated, self._most_rated)
        setup = Setup(
            scope,
            challenge.channel,
            challenge.game,
            challenge.options,
            challenge.players(who, self._drawn(challenge.side)),
            clock=str(challenge.clock),
            rated=challenge.rated,
            note=challenge.note,
            explore=challenge.explore,
        )
        # The maker is told: the other player sees the match as the answer.
        change = await self._matches.begin(work, setup, challenge=challenge.id, ping=maker.id, via=via)
        await repository.end(work, challenge.ended("taken", change.match.id))
        if challenge.rematch_of is not None:
            await repository.note_rematch(work, challenge.rematch_of, change.match.id)
        return change

    async def _offer(
        self, work: UnitOfWork, challenge: Challenge, event: Event, via: Via | None, may_ping: bool = True
    ) -> Offered:
        """Store a challenge and tell of it."""
        stored = await repository.add(work, challenge)
        target = stored.target.id if stored.target is not None and may_ping else None
        return Offered(stored, await self._tell(work, stored, event, target, via))

    async def _close(
        self, work: UnitOfWork, ended: Challenge, event: Event, ping: int | None, via: Via | None, public: bool = True
    ) -> Offered:
        """Store the end of a challenge and tell of it."""
        await repository.end(work, ended)
        return Offered(ended, await self._tell(work, ended, event, ping, via, public))

    async def _tell(
        self, work: UnitOfWork, of: Challenge, event: Event, ping: int | None, via: Via | None, public: bool = True
    ) -> Notice[Event] | None:
        return await enqueue(
            work, event, scope=of.scope, channel=of.channel, ping=ping, challenge=of.id, via=via, public=public
        )

    def _drawn(self, side: Side) -> Side:
        """A side, drawn where it is all one."""
        return self._rng.choice(("first", "second")) if side == "random" else side
