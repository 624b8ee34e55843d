"""Members who look for an opponent, whom the bot pairs across servers by strength and clock: nobody
chooses whom.
"""

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain import tallies, variants
from bot.domain.blocks.service import blocks_between, recognise
from bot.domain.challenges import limits
from bot.domain.challenges.beginning import RATED_CLOCK, Inviting
from bot.domain.errors import Refused
from bot.domain.matches.beginning import Setup, name_of
from bot.domain.members.settings import MemberSettings
from bot.domain.ratings.glicko import START
from bot.domain.servers import repository as servers
from bot.domain.servers.settings import ServerSettings
from bot.domain.unit_of_work import UnitOfWork, retried
from bot.domain.values import EVERYWHERE, HIDDEN, WORLD, Person, Place
from bot.store.tables import bans, matches, members, ratings, scopes, seekers, shut_outs

NEAR = 300.0  # points between two world ratings that are near
# how long one waits for an opponent near their strength, before the nearest will do
PATIENCE = timedelta(days=1)
AGAIN = timedelta(days=90)  # the time in which the same two are not paired again
# matches at a time: who plays none is given one at once, and may be drawn for another
MOST_RUNNING = 2
MOST_AT_ONCE = 500  # members looked at in a round, drawn anew in each
UNRATED = 9  # matches of a newcomer to a game that count for nobody
CLOCKS = ("1d", RATED_CLOCK, "7d")
# the settings of members who play across servers
ACROSS = MemberSettings.about["across"].choices[1:]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seeker:
    """A member who looks for opponents at a game, with the name that others may read and their
    world rating.

    ``since``: when they began to wait. ``running``, ``finished``: matches across servers; ``met``:
    opponents of late.
    """

    user: int
    name: str
    game: str
    clock: str
    place: Place
    since: datetime
    rating: float = START.rating
    running: int = 0
    finished: int = 0
    met: frozenset[int] = frozenset()

    def may_meet(self, other: "Seeker") -> bool:
        """Whether the two may be paired."""
        same = self.game == other.game and self.clock == other.clock and self.user != other.user
        return (
            same and max(self.running, other.running) < MOST_RUNNING and other.user not in self.met
        )


def drawn(
    seeker: Seeker, others: Iterable[Seeker], now: datetime, rng: random.Random
) -> Seeker | None:
    """An opponent near their strength, or the nearest for who has waited for PATIENCE.

    A rating is drawn by lot, and who comes nearest to it is the opponent: accounts of one hand that
    gather at one strength are met no more often.
    """
    fit = [other for other in others if seeker.may_meet(other)]
    near = [other for other in fit if abs(other.rating - seeker.rating) <= NEAR]
    if not near and now - seeker.since < PATIENCE:
        return None
    aim = seeker.rating + (rng.uniform(-NEAR, NEAR) if near else 0)
    return min(near or fit, key=lambda other: (abs(other.rating - aim), rng.random()), default=None)


def counts(one: Seeker, other: Seeker) -> bool:
    """Whether a match of two is rated: neither is new, nor are they of one server, where they could
    look together.
    """
    return min(one.finished, other.finished) >= UNRATED and one.place.scope != other.place.scope


class Pairing(Inviting):
    """Looking for opponents across servers."""

    @retried
    async def seek(self, place: Place, who: Person, game: str, clock: str = RATED_CLOCK) -> None:
        """Look for opponents until ``stop``, at one clock for each game.

        Raises Refused and other GameErrors.
        """
        kind = games.get(game)
        clock = clock if clock in CLOCKS else RATED_CLOCK
        async with self._database.unit_of_work() as work:
            await work.lock_quotas(who.id)
            require_across(await servers.ensure(work, place))
            await recognise(work.connection, who.id)
            await work.connection.execute(
                seekers.delete().where(seekers.c.user == who.id, seekers.c.game == kind.slug)
            )
            values = {
                "scope": place.scope,
                "channel": place.channel,
                "user": who.id,
                "name": name_of(who),
            }
            values |= {"game": kind.slug, "clock": clock, "since": work.now}
            await work.connection.execute(seekers.insert().values(values))

    async def stop(self, user: int) -> None:
        """Look for opponents no longer; running matches go on."""
        await self._database.run(seekers.delete().where(seekers.c.user == user))

    async def of(self, user: int) -> list[Seeker]:
        """What a member looks for, if anything."""
        async with self._database.read() as connection:
            return await _looking(connection, self._database.now(), (user,))

    async def pair(self) -> int:
        """Give an opponent to each who looks and plays no such match; how many matches began.

        For any process.
        """
        if not await self._database.has(sa.select(seekers.c.user)):
            return 0
        now = self._database.now()
        begun = 0
        some = (
            sa.select(seekers.c.user)
            .group_by(seekers.c.user)
            .order_by(sa.func.random())
            .limit(MOST_AT_ONCE)
        )
        async with self._database.read() as connection:
            users = (await connection.execute(some)).scalars().all()
            free = {(each.user, each.game): each for each in await _looking(connection, now, users)}
        for seeker in sorted(free.values(), key=lambda each: (each.since, each.user)):
            if not seeker.running and (seeker.user, seeker.game) in free:
                other = drawn(seeker, free.values(), now, self._rng)
                if other is not None and await self._meet(seeker, other):
                    del free[seeker.user, seeker.game], free[other.user, other.game]
                    begun += 1
        return begun

    @retried
    async def _meet(self, *drawn: Seeker) -> bool:
        """Begin the match of two who were drawn; False if they look no longer, or may not play each
        other.
        """
        users = [each.user for each in drawn]
        try:
            async with self._database.unit_of_work() as work:
                await work.lock_quotas(*users)
                looking = await _looking(work.connection, work.now, users)
                pair = [each for each in looking if each.game == drawn[0].game]
                if (
                    len(pair) < 2
                    or not pair[0].may_meet(pair[1])
                    or all(each.running for each in pair)
                ):
                    return False
                out = sa.select(barred(users, [each.place.scope for each in pair]))
                if (await work.connection.execute(out)).scalar_one() or await blocks_between(
                    work.connection, users[0], users[1:]
                ):
                    return False
                if await tallies.noted(work, "met", *tallies.pair(*users)):
                    return False
                await servers.ensure(work, EVERYWHERE)
                self._rng.shuffle(pair)
                first, second = (Person(each.user, each.name) for each in pair)
                for who in (first, second):
                    await limits.match_room(work, WORLD, who, ServerSettings().matches)
                game = games.get(pair[0].game)
                terms = WORLD, 0, game, variants.parse(game, ""), (first, second)
                sides = pair[0].place, pair[1].place
                await self._matches.begin(
                    work, Setup(*terms, clock=pair[0].clock, rated=counts(*pair), sides=sides)
                )
                return True
        except Refused:
            return False

    async def forgotten(self, work: UnitOfWork, user: int) -> int:
        """Go on counting whom somebody was paired with who deletes their data; no match is
        touched.
        """
        for seat in (0, 1):
            own = matches.c[f"seat{seat}"]
            other = matches.c[f"seat{1 - seat}"]
            paired = (
                matches.c.home0.is_not(None),
                matches.c.arranged.is_(False),
                own == user,
                other > 0,
            )
            since = matches.c.created_at > work.now - AGAIN
            met = sa.select(other.label("other"), matches.c.created_at).where(*paired, since)
            for row in (await work.connection.execute(met)).all():
                both = tallies.pair(user, row.other)
                await tallies.note(
                    work, "met", *both, at=row.created_at, until=row.created_at + AGAIN
                )
        return 0


def require_across(server: ServerSettings) -> None:
    """Raises Refused where a server does not play across servers."""
    if not server.across:
        raise Refused(
            "this server doesn’t play across servers; its managers can change that in /server"
        )


def barred(people: Sequence[object], places: Sequence[object]) -> sa.ColumnElement[bool]:
    """The condition that some of ``people`` (ids, or columns of them) may not use the bot in some
    of ``places``.
    """
    banned = sa.exists().where(bans.c.scope.in_(places), bans.c.user.in_(people))
    return banned | sa.exists().where(
        sa.or_(shut_outs.c.user.in_(people), shut_outs.c.server.in_(places))
    )


_across = members.c.settings["across"].as_string()
_SEEKERS = (
    sa.select(
        seekers,
        sa.func.coalesce(ratings.c.rating, START.rating).label("rating"),
        _across.label("across"),
    )
    .join(scopes, scopes.c.id == seekers.c.scope)
    .join(members, members.c.id == seekers.c.user)
    .outerjoin(
        ratings,
        (ratings.c.scope == WORLD)
        & (ratings.c.user == seekers.c.user)
        & (ratings.c.game == seekers.c.game),
    )
    .where(
        scopes.c.removed_at.is_(None), scopes.c.settings["across"].as_boolean(), _across.in_(ACROSS)
    )
)


async def _looking(
    connection: AsyncConnection, now: datetime, users: Sequence[int]
) -> list[Seeker]:
    """Those of some members who look for opponents: not who is away, may not play across servers,
    or has let a match run out since they began to look.

    Only matches that the bot has paired count.
    """
    of = matches.c
    met = defaultdict[int, set[int]](set)
    played = list[sa.Select[*tuple[object, ...]]]()
    for seat in (0, 1):
        own = of[f"seat{seat}"]
        other = of[f"seat{1 - seat}"]
        paired = of.home0.is_not(None), of.arranged.is_(False), own.in_(users)
        for user, opponent in await connection.execute(
            sa.select(own, other).where(*paired, of.created_at > now - AGAIN)
        ):
            met[user].add(opponent)
        late = of.reason.in_(("time", "left")) & of.winner.is_distinct_from(seat)
        played.append(
            sa.select(
                own.label("user"),
                of.game,
                of.status,
                of.finished_at,
                sa.case((late, of.finished_at)).label("late"),
            ).where(*paired)
        )
    each = sa.union_all(*played).subquery()
    count = sa.func.count
    counted = sa.select(
        *(
            each.c.user,
            each.c.game,
            count().label("begun"),
            count(each.c.finished_at).label("ended"),
        ),
        count(sa.case((each.c.status == "finished", 1))).label("finished"),
        *(sa.func.max(each.c.finished_at).label("latest"), sa.func.max(each.c.late).label("late")),
    )
    tally = counted.group_by(each.c.user, each.c.game).subquery()
    query = _SEEKERS.add_columns(*list(tally.c)[2:])
    query = query.outerjoin(
        tally, (tally.c.user == seekers.c.user) & (tally.c.game == seekers.c.game)
    )
    here = members.c.vacation_until.is_(None) | (members.c.vacation_until <= now)
    in_time = tally.c.late.is_(None) | (tally.c.late < seekers.c.since)
    rows = await connection.execute(query.where(here, in_time, seekers.c.user.in_(users)))
    return [
        Seeker(
            **{name: row._mapping[name] for name in ("user", "game", "clock", "rating")},
            name=row.name if row.across == "named" else HIDDEN,
            place=Place(row.scope, row.channel),
            since=max(row.since, row.latest or row.since),
            running=(row.begun or 0) - (row.ended or 0),
            finished=row.finished or 0,
            met=frozenset(met[row.user]),
        )
        for row in rows
    ]
