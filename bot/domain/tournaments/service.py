"""The tournaments as one service; each change is one transaction."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVarTuple

import games
from bot.domain import approaches, clocks, tallies, variants
from bot.domain.blocks.service import require_none
from bot.domain.errors import Ambiguous, LimitReached, NotFound, Refused
from bot.domain.events import Event, Notice
from bot.domain.matches import endings
from bot.domain.matches.match import Match
from bot.domain.members import repository as members
from bot.domain.servers import log, repository as servers
from bot.domain.tournaments import organising, repository
from bot.domain.tournaments.contest import Contest
from bot.domain.tournaments.events import TournamentCreated
from bot.domain.tournaments.kinds import KINDS
from bot.domain.tournaments.kinds.knock_out import ties
from bot.domain.tournaments.tournament import Pairing, Standing, Terms, Tie, Tournament
from bot.domain.tournaments.upkeep import Upkeep, save_and_enqueue
from bot.domain.tournaments.verdicts import winner_by
from bot.domain.unit_of_work import UnitOfWork, retried
from bot.domain.values import COMPUTER, Person, Place, Via, Viewer
from bot.store.tables import tournaments
from games.players.solved import best_play

MOST_TOURNAMENTS = 20  # tournaments of a server that are not over, at most
MOST_OWN = 3  # those announced by one member who does not manage the server
MOST_TITLE = 80

Ts = TypeVarTuple("Ts")
_NAME = re.compile(r"[\s`*_#]*+t?[\s#-]*+(\d{1,9})[\s`*_]*", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class TournamentChange:
    """A tournament after a change, and its last notice, if any."""

    tournament: Tournament
    notice: Notice[Event] | None = None


class Tournaments(Upkeep):
    """The tournaments. Listens to matches."""

    async def get(self, tournament: int) -> Tournament:
        """A tournament by its id. Raises NotFound."""
        async with self._database.read() as connection:
            return await repository.get(connection, tournament)

    async def shown(self, viewer: Viewer, tournament: int) -> Tournament:
        """A tournament that the viewer may see. Raises NotFound."""
        item = await self.get(tournament)
        if not await _sees(viewer, item):
            raise repository.no_such_tournament()
        return item

    async def resolve(
        self,
        viewer: Viewer,
        name: str | None = None,
        wanted: Iterable[Callable[[Tournament], bool]] = (),
    ) -> Tournament:
        """The tournament named (T3); else the only one, at best like ``wanted``.

        Raises NotFound, Ambiguous.
        """
        if name and name.strip():
            read = _NAME.fullmatch(name) if len(name) <= 40 else None
            if read is None:
                raise NotFound("“{text}” isn’t a tournament; write it like T3", text=name[:40])
            async with self._database.read() as connection:
                item = await repository.numbered(connection, viewer.place.scope, int(read[1]))
            if item is None or not await _sees(viewer, item):
                raise NotFound("there’s no tournament T{number} here", number=int(read[1]))
            return item
        going = await self.of(viewer) or (await self.of(viewer, running=False, limit=1))
        if not going:
            raise NotFound("there are no tournaments here yet; create one with /tournament create")
        for fits in wanted:
            going = tuple(filter(fits, going)) or going
        if len(going) > 1:
            raise Ambiguous("which tournament: {names}?", names=tuple(item.name for item in going))
        return going[0]

    async def of(
        self, viewer: Viewer, *, running: bool = True, limit: int = MOST_TOURNAMENTS
    ) -> tuple[Tournament, ...]:
        """Tournaments of a place that the viewer may see, those not over or those over, the latest
        first.
        """
        async with self._database.read() as connection:
            items = await repository.of(
                connection, viewer.place.scope, running, max(limit, MOST_TOURNAMENTS)
            )
        return tuple([item for item in items if await _sees(viewer, item)][:limit])

    async def games(self, tournament: int, round: int | None = None) -> tuple[Pairing, ...]:
        """The pairings of a tournament, or of one of its rounds."""
        async with self._database.read() as connection:
            pairings = await repository.pairings_of(connection, tournament)
        return tuple(pairing for pairing in pairings if round in (None, pairing.round))

    async def of_match(self, match: int) -> tuple[Tournament, Pairing] | None:
        """The tournament and the pairing of a match; None for a match of no tournament."""
        async with self._database.read() as connection:
            paired = await repository.pairing_of(connection, match)
            return (
                None if paired is None else (await repository.get(connection, paired[0]), paired[1])
            )

    async def standings(self, tournament: int) -> tuple[Standing, ...]:
        """The standings in order."""
        contest = await self._look(tournament)
        return contest.kind.standings(contest.tournament.entrants, contest.meetings)

    async def bracket(self, tournament: int) -> tuple[tuple[Tie, ...], ...]:
        """The ties of a knock-out by round, with those to come; empty before it starts."""
        contest = await self._look(tournament)
        return ties(contest.tournament.entrants, contest.meetings)

    @retried
    async def create(
        self,
        place: Place,
        organiser: Person,
        kind: str,
        game: str,
        terms: Terms | None = None,
        *,
        title: str = "",
        variant: str = "",
        clock: str = "3d",
        rated: bool = True,
        starts: datetime | None = None,
        moderator: bool = False,
        via: Via | None = None,
    ) -> TournamentChange:
        """Announce a tournament, with as many places as its kind usually has if the terms say 0.

        Raises GameError.

        Without a word on pairs, they are played where a side leads. ``moderator``: the organiser
        manages the server, so MOST_OWN is no limit.
        """
        if kind not in KINDS:
            raise Refused("the format can be {choices}", choices=tuple(KINDS))
        what = games.get(game)
        how = KINDS[kind]
        chosen = variants.parse(what, variant)
        time = clocks.parse(clock)
        terms = terms or Terms(players=0, pairs=None)
        if best_play(what.slug, chosen) is not None:
            raise Refused("this board is solved, so it’s not for tournaments; choose another one")
        pairs = what.leader(chosen) is not None if terms.pairs is None else terms.pairs
        terms = replace(terms, players=terms.players or how.players, pairs=pairs)
        organising.check_terms(how, terms)
        words = " ".join(title.split()) or what.name
        if len(words) > MOST_TITLE:
            raise Refused("the title is too long; the limit is {most} characters", most=MOST_TITLE)
        if not time and (how.endless or not terms.days):
            raise Refused(
                "a tournament needs a time limit or days per round, or it might never end"
            )
        if rated and not time:
            raise Refused(
                "a rated tournament needs a time limit, such as 3d per turn; choose one, or "
                "make "
                "it unrated"
            )
        if starts is not None:
            organising.check_start(starts, self._database.now())
        if starts is None and terms.checkin:
            raise Refused("check-in needs a start time")
        async with self._database.unit_of_work() as work:
            server = await servers.ensure(work, place)
            new = Tournament(
                scope=place.scope,
                channel=place.channel,
                title=words,
                organiser=organiser,
                kind=kind,
                game=what,
                options=chosen,
                clock=time,
                rated=rated and server.rated > 0,
                terms=terms,
                status="running" if how.endless else "signup",
                round=int(how.endless),
                starts=None if how.endless else starts,
                wake=work.now if how.endless or starts is not None else None,
            )
            going = await repository.going_by_creator(work.connection, place.scope)
            # Their tournaments go on also where they have deleted their data since.
            once = await tallies.number(work, "creator", place.scope, organiser.id)
            own = going[organiser.id] + (0 if once is None else going[once])
            if going.total() - going[COMPUTER] >= MOST_TOURNAMENTS:
                raise LimitReached(
                    "the limit is {most} tournaments here; end one first", most=MOST_TOURNAMENTS
                )
            if not moderator and own >= MOST_OWN:
                raise LimitReached(
                    (
                        "you’ve reached the limit of {most} running tournaments of yours here; end "
                        "one first"
                    ),
                    most=MOST_OWN,
                )
            made = await repository.add(work.connection, new)
            contest = Contest(made, [], work.now)
            contest.announce(TournamentCreated(made.id))
            return TournamentChange(made, await save_and_enqueue(work, contest, via))

    async def do(
        self,
        tournament: int,
        change: Callable[[Contest, *Ts], None],
        *args: *Ts,
        via: Via | None = None,
    ) -> TournamentChange:
        """Change a tournament by a function of ``organising``, then do what that asks for.

        Raises NotFound, Refused.
        """
        contest, notice = await self._change(tournament, change, args, via)
        if contest.follow_up is None:
            return TournamentChange(contest.tournament, notice)
        await (self.settle_due if contest.follow_up == "all" else self.sweep)(tournament)
        return TournamentChange(await self.get(tournament), notice)

    async def check(
        self, tournament: int, change: Callable[[Contest, *Ts], None], *args: *Ts
    ) -> Tournament:
        """A tournament that could be changed so; nothing is stored. Raises as ``do``."""
        async with self._database.read() as connection:
            contest = await repository.load(connection, tournament, self._database.now())
        change(contest, *args)
        return contest.tournament

    @retried
    async def settle(
        self, tournament: int, by: int, game: int, result: str, *, moderator: bool = False
    ) -> TournamentChange:
        """Give a game the organiser's result, also in place of an earlier one.

        A running match ends with it.

        Raises Refused once the next round is paired by it. A match that is over keeps its own
        result and ratings.
        """
        match = next(
            (pairing.match for pairing in await self.games(tournament) if pairing.id == game), None
        )
        if match is not None:
            async with self._matches.open(match) as opened:
                if opened.match.status == "running":
                    contest = await repository.load(
                        opened.work.connection, tournament, opened.work.now, lock=True
                    )
                    organising.settle(contest, by, game, result, moderator)
                    await save_and_enqueue(opened.work, contest)
                    reason = "aborted" if result == "0-0" else "settled"
                    ended = endings.settled(
                        opened.match, winner=winner_by(result), reason=reason, by=by
                    )
                    await opened.apply(ended)
                    return TournamentChange(contest.tournament)
        return await self.do(tournament, organising.settle, by, game, result, moderator)

    @retried
    async def clear_title(self, tournament: int, scope: int, by: int) -> Tournament:
        """Do ``organising.clear_title`` for a manager of the server ``scope``, and log it.

        Raises NotFound.
        """
        async with self._database.unit_of_work() as work:
            contest = await repository.load(work.connection, tournament, work.now, lock=True)
            organising.clear_title(contest)
            await log.write(work, scope, by, "title", tournament=contest.tournament.number)
            await save_and_enqueue(work, contest)
            return contest.tournament

    async def note_post(self, tournament: int, channel: int, post: int) -> None:
        """Store where the standings were last posted."""
        noted = tournaments.update().where(tournaments.c.id == tournament)
        await self._database.run(noted.values(post_channel=channel, post=post))

    async def result_annulled(self, work: UnitOfWork, match: Match) -> None:
        """Nothing to do: results of tournaments cannot be undone, which the ratings refuse."""

    async def forgotten(self, work: UnitOfWork, user: int) -> int:
        """Withdraw a person from all tournaments; the games played against them stay."""
        for tournament, other, settled in await repository.met_on_ladders(
            work, user, work.now - organising.AGAIN
        ):
            both = tallies.pair(user, other)
            await tallies.note(
                work, "ladder", tournament, *both, at=settled, until=settled + organising.AGAIN
            )
        await repository.leave_all(work, user)
        for scope in await repository.servers_of_creator(work, user):
            stands_for = await tallies.number(work, "creator", scope, user, make=True)
            await repository.replace_creator(work, scope, user, stands_for)
        await repository.replace_creator(work, None, user, None)
        return 0

    async def _look(self, tournament: int) -> Contest:
        async with self._database.read() as connection:
            return await repository.load(connection, tournament, self._database.now())

    @retried
    async def _change(
        self,
        tournament: int,
        change: Callable[[Contest, *Ts], None],
        args: tuple[*Ts],
        via: Via | None,
    ) -> tuple[Contest, Notice[Event] | None]:
        async with self._database.unit_of_work() as work:
            contest = await repository.load(work.connection, tournament, work.now, lock=True)
            change(contest, *args)
            if contest.asks is not None and contest.asks[0] != contest.asks[1].id:
                await _require_askable(work, contest, *contest.asks)
            return contest, await save_and_enqueue(work, contest, via)


async def _require_askable(work: UnitOfWork, contest: Contest, user: int, other: Person) -> None:
    """Count that a member asks another one for something in a tournament, which pings them.

    Raises Refused, in the same words whether they have blocked who asks, take no challenges, or
    were asked too often of late. Who takes part already may be asked whether or not they take
    challenges.
    """
    await work.lock_quotas(user, other.id)
    closed = Refused("{other} can’t be asked at the moment", other=other.name)
    await require_none(work, Person(user, ""), other, closed)
    if contest.kind.endless and await tallies.noted(
        work, "ladder", contest.id, *tallies.pair(user, other.id)
    ):
        raise Refused(
            "you’ve played each other within the last {days} days", days=organising.AGAIN.days
        )
    takes_part = contest.stored[0].entrant(other.id) is not None
    if not takes_part and not (await members.member(work.connection, other.id)).settings.challenges:
        raise closed
    asked = await tallies.noted(work, "place", user, other.id)
    if len(asked) >= approaches.MOST_REJECTED:
        raise closed
    await tallies.note(work, "place", user, other.id, until=work.now + approaches.PERIOD)


async def _sees(viewer: Viewer, item: Tournament) -> bool:
    return await viewer.sees(item.scope, item.channel, item.people)
