"""The tournaments as one service; each change is one transaction."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVarTuple

import games
from bot.domain import clocks, tallies, variants
from bot.domain.blocks.service import require_none
from bot.domain.challenges import approaches
from bot.domain.errors import Ambiguous, LimitReached, NotFound, Refused
from bot.domain.events import DomainEvent, Notice
from bot.domain.matches import endings
from bot.domain.matches.match import Match
from bot.domain.members import repository as members
from bot.domain.servers import log, repository as servers
from bot.domain.tournaments import organising, repository
from bot.domain.tournaments.contest import Contest
from bot.domain.tournaments.events import TournamentCreated
from bot.domain.tournaments.kinds import KINDS, TournamentKind
from bot.domain.tournaments.kinds.knock_out import ties
from bot.domain.tournaments.tournament import Pairing, Standing, Tie, Tournament, TournamentTerms
from bot.domain.tournaments.upkeep import Upkeep, save_and_enqueue
from bot.domain.tournaments.verdicts import winner_by
from bot.domain.unit_of_work import UnitOfWork, retried
from bot.domain.values import COMPUTER, InteractionRef, Person, Place, Viewer
from games.core import Game, Handicap

MOST_TOURNAMENTS = 20  # tournaments of a server that are not over, at most
MOST_OWN = 3  # those announced by one member who does not manage the server
MOST_TITLE = 80  # characters
MOST_NAME = 40  # characters of a name that was typed

Ts = TypeVarTuple("Ts")
_NAME = re.compile(r"[\s`*_#]*+t?[\s#-]*+(\d{1,9})[\s`*_]*", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class TournamentChange:
    """A tournament after a change, and its last notice, if any."""

    tournament: Tournament
    notice: Notice[DomainEvent] | None = None


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
        preferences: Iterable[Callable[[Tournament], bool]] = (),
    ) -> Tournament:
        """The tournament named (T3); else the only one, as far as ``preferences`` tell.

        Raises NotFound, Ambiguous.

        :param preferences: conditions, the most important first; each is dropped where no
            tournament meets it.
        """
        if name and name.strip():
            return await self._named(viewer, name)
        candidates = await self.of(viewer)
        if not candidates:
            candidates = await self.of(viewer, is_running=False, limit=1)
        if not candidates:
            raise NotFound("there are no tournaments here yet; create one with /tournament create")
        for is_wanted in preferences:
            candidates = tuple(filter(is_wanted, candidates)) or candidates
        if len(candidates) > 1:
            names = tuple(item.name for item in candidates)
            raise Ambiguous("which tournament: {names}?", names=names)
        return candidates[0]

    async def _named(self, viewer: Viewer, name: str) -> Tournament:
        """The tournament of the viewer's place with a name that was typed. Raises NotFound."""
        name_match = _NAME.fullmatch(name) if len(name) <= MOST_NAME else None
        if name_match is None:
            raise NotFound("“{text}” isn’t a tournament; write it like T3", text=name[:MOST_NAME])
        number = int(name_match[1])
        async with self._database.read() as connection:
            item = await repository.numbered(connection, viewer.place.scope, number)
        if item is None or not await _sees(viewer, item):
            raise NotFound("there’s no tournament T{number} here", number=number)
        return item

    async def of(
        self, viewer: Viewer, *, is_running: bool = True, limit: int = MOST_TOURNAMENTS
    ) -> tuple[Tournament, ...]:
        """Tournaments of a place that the viewer may see, those not over or those over, the latest
        first.
        """
        scope = viewer.place.scope
        async with self._database.read() as connection:
            items = await repository.of(connection, scope, is_running, max(limit, MOST_TOURNAMENTS))
        visible_items = [item for item in items if await _sees(viewer, item)]
        return tuple(visible_items[:limit])

    async def games(self, tournament: int, round: int | None = None) -> tuple[Pairing, ...]:
        """The pairings of a tournament, or of one of its rounds."""
        async with self._database.read() as connection:
            pairings = await repository.pairings_of(connection, tournament)
        return tuple(pairing for pairing in pairings if round in (None, pairing.round))

    async def of_match(self, match: int) -> tuple[Tournament, Pairing] | None:
        """The tournament and the pairing of a match; None for a match of no tournament."""
        async with self._database.read() as connection:
            tournament_game = await repository.pairing_of(connection, match)
            if tournament_game is None:
                return None
            tournament = await repository.get(connection, tournament_game.tournament)
            return tournament, tournament_game.pairing

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
        terms: TournamentTerms | None = None,
        *,
        title: str = "",
        variant: str = "",
        clock: str = "3d",
        rated: bool = True,
        starts: datetime | None = None,
        moderator: bool = False,
        interaction: InteractionRef | None = None,
    ) -> TournamentChange:
        """Announce a tournament, with as many places as its kind usually has if the terms say 0.

        Without a word on pairs, they are played where a side leads. Raises GameError.

        :param moderator: the organiser manages the server, so MOST_OWN is no limit
        """
        if kind not in KINDS:
            raise Refused("the format can be {choices}", choices=tuple(KINDS))
        tournament = _new_tournament(
            place, organiser, KINDS[kind], games.get(game), terms, title, variant, clock, rated
        )
        if starts is not None:
            organising.check_start(starts, self._database.now())
        if starts is None and tournament.terms.checkin:
            raise Refused("check-in needs a start time")
        async with self._database.unit_of_work() as work:
            server = await servers.ensure(work, place)
            tournament = replace(tournament, rated=rated and server.rated > 0)
            if KINDS[kind].endless:
                tournament = replace(tournament, status="running", round=1, wake=work.now)
            elif starts is not None:
                tournament = replace(tournament, starts=starts, wake=work.now)
            await _require_room(work, place.scope, organiser.id, moderator=moderator)
            tournament = await repository.add(work.connection, tournament)
            contest = Contest(tournament, [], work.now)
            contest.announce(TournamentCreated(tournament.id))
            return TournamentChange(tournament, await save_and_enqueue(work, contest, interaction))

    async def do(
        self,
        tournament: int,
        change: Callable[[Contest, *Ts], None],
        *args: *Ts,
        interaction: InteractionRef | None = None,
    ) -> TournamentChange:
        """Change a tournament by a function of ``organising``, then do what that asks for.

        Raises NotFound, Refused.
        """
        contest, notice = await self._change(tournament, change, args, interaction)
        if contest.follow_up is None:
            return TournamentChange(contest.tournament, notice)
        if contest.follow_up == "all":
            await self.settle_due(tournament)
        else:
            await self.sweep(tournament)
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
        self, tournament: int, actor: int, game: int, result: str, *, moderator: bool = False
    ) -> TournamentChange:
        """Give a game the organiser's result, also in place of an earlier one.

        A running match ends with it.

        Raises Refused once the next round is paired by it. A match that is over keeps its own
        result and ratings.
        """
        pairings = await self.games(tournament)
        match = next((pairing.match for pairing in pairings if pairing.id == game), None)
        if match is not None:
            async with self._matches.open(match) as open_match:
                if open_match.match.status == "running":
                    work = open_match.work
                    contest = await repository.load(
                        work.connection, tournament, work.now, lock=True
                    )
                    organising.settle(contest, actor, game, result, moderator)
                    await save_and_enqueue(work, contest)
                    result_change = endings.settled(
                        open_match.match,
                        winner=winner_by(result),
                        reason="aborted" if result == "0-0" else "settled",
                        actor=actor,
                    )
                    await open_match.apply(result_change)
                    return TournamentChange(contest.tournament)
        return await self.do(tournament, organising.settle, actor, game, result, moderator)

    @retried
    async def clear_title(self, tournament: int, scope: int, manager: int) -> Tournament:
        """Do ``organising.clear_title`` for a manager of the server ``scope``, and log it.

        Raises NotFound.
        """
        async with self._database.unit_of_work() as work:
            contest = await repository.load(work.connection, tournament, work.now, lock=True)
            organising.clear_title(contest)
            await log.write(work, scope, manager, "title", tournament=contest.tournament.number)
            await save_and_enqueue(work, contest)
            return contest.tournament

    async def note_post(self, tournament: int, channel: int, post: int) -> None:
        """Store where the standings were last posted."""
        await self._database.run(repository.note_post(tournament, channel, post))

    async def result_annulled(self, work: UnitOfWork, match: Match) -> None:
        """Nothing to do: results of tournaments cannot be undone, which the ratings refuse."""

    async def forgotten(self, work: UnitOfWork, user: int) -> int:
        """Withdraw a person from all tournaments; the games played against them stay."""
        for game in await repository.met_on_ladders(work, user, work.now - organising.AGAIN):
            both = tallies.pair(user, game.other)
            count_end = game.settled + organising.AGAIN
            await tallies.note(
                work, "ladder", game.tournament, *both, time=game.settled, expiry=count_end
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
        interaction: InteractionRef | None,
    ) -> tuple[Contest, Notice[DomainEvent] | None]:
        async with self._database.unit_of_work() as work:
            contest = await repository.load(work.connection, tournament, work.now, lock=True)
            change(contest, *args)
            request = contest.request
            if request is not None and request.asker != request.other.id:
                await _require_askable(work, contest, request.asker, request.other)
            return contest, await save_and_enqueue(work, contest, interaction)


def _complete(
    terms: TournamentTerms, kind: TournamentKind, game: Game, options: Mapping[str, str]
) -> TournamentTerms:
    """Terms with the usual number of players, and pairs where a side leads, if they say nothing."""
    players = terms.players or kind.players
    pairs = terms.pairs
    if pairs is None:
        pairs = not terms.handicap and game.leader(options) is not None
    return replace(terms, players=players, pairs=pairs)


def _new_tournament(
    place: Place,
    organiser: Person,
    kind: TournamentKind,
    game: Game,
    terms: TournamentTerms | None,
    title: str,
    variant: str,
    clock: str,
    rated: bool,
) -> Tournament:
    """A tournament that could be announced, as long as nothing is said of its start.

    Raises GameError.
    """
    options = variants.parse(game, variant)
    chosen_clock = clocks.parse(clock)
    if Handicap.of(options) is not None:
        raise Refused(
            "in a tournament the handicap depends on who meets; leave it out of the board, and "
            "choose a tournament with handicaps"
        )
    if game.best_play(options) is not None:
        raise Refused("this board is solved, so it’s not for tournaments; choose another one")
    full_terms = _complete(terms or TournamentTerms(players=0, pairs=None), kind, game, options)
    organising.check_terms(kind, full_terms)
    words = " ".join(title.split()) or game.name
    if len(words) > MOST_TITLE:
        raise Refused("the title is too long; the limit is {most} characters", most=MOST_TITLE)
    organising.check_clock(kind, full_terms, chosen_clock, rated=rated)
    return Tournament(
        scope=place.scope,
        channel=place.channel,
        title=words,
        organiser=organiser,
        kind=kind.name,
        game=game,
        options=options,
        clock=chosen_clock,
        rated=rated,
        terms=full_terms,
        status="signup",
    )


async def _require_room(work: UnitOfWork, scope: int, organiser: int, *, moderator: bool) -> None:
    """Raises LimitReached where a server, or the organiser there, has enough tournaments."""
    counts = await repository.going_by_creator(work.connection, scope)
    if counts.total() - counts[COMPUTER] >= MOST_TOURNAMENTS:
        raise LimitReached(
            "the limit is {most} tournaments here; end one first", most=MOST_TOURNAMENTS
        )
    # Their tournaments go on also where they have deleted their data since.
    stands_for = await tallies.number(work, "creator", scope, organiser)
    own_count = counts[organiser]
    if stands_for is not None:
        own_count += counts[stands_for]
    if not moderator and own_count >= MOST_OWN:
        raise LimitReached(
            "you’ve reached the limit of {most} running tournaments of yours here; end one first",
            most=MOST_OWN,
        )


async def _require_askable(work: UnitOfWork, contest: Contest, user: int, other: Person) -> None:
    """Count that a member asks another one for something in a tournament, which pings them.

    Raises Refused, in the same words whether they have blocked who asks, take no challenges, or
    were asked too often of late. Who takes part already may be asked whether or not they take
    challenges.
    """
    await work.lock_quotas(user, other.id)
    refusal = Refused("{other} can’t be asked at the moment", other=other.name)
    await require_none(work, Person(user, ""), other, refusal)
    if contest.kind.endless:
        both = tallies.pair(user, other.id)
        if await tallies.noted(work, "ladder", contest.id, *both):
            raise Refused(
                "you’ve played each other within the last {days} days", days=organising.AGAIN.days
            )
    takes_part = contest.original.tournament.entrant(other.id) is not None
    takes_challenges = (await members.member(work.connection, other.id)).settings.challenges
    if not takes_part and not takes_challenges:
        raise refusal
    ask_times = await tallies.noted(work, "place", user, other.id)
    if len(ask_times) >= approaches.MOST_REJECTED:
        raise refusal
    await tallies.note(work, "place", user, other.id, expiry=work.now + approaches.PERIOD)


async def _sees(viewer: Viewer, item: Tournament) -> bool:
    return await viewer.sees(item.scope, item.channel, item.people)
