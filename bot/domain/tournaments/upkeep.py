"""What falls due in tournaments, one transaction a step, so that another process can go on at any
time.
"""

import asyncio
import logging
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import sqlalchemy as sa

from bot.domain.challenges.limits import called_off, rated_left
from bot.domain.errors import Refused
from bot.domain.events import DomainEvent, Notice
from bot.domain.handicaps.finding import is_ratable_between, suggestion_for
from bot.domain.handicaps.suggestion import Suggestion
from bot.domain.matches import agreements, endings
from bot.domain.matches.beginning import Setup
from bot.domain.matches.match import Match
from bot.domain.matches.service import Matches
from bot.domain.members.repository import away as vacations
from bot.domain.outbox.enqueue import enqueue
from bot.domain.posts import note_decision
from bot.domain.ratings.repository import strengths
from bot.domain.servers import repository as servers
from bot.domain.tournaments import league_repository, repository, rounds, verdicts
from bot.domain.tournaments.contest import Contest
from bot.domain.tournaments.events import StandingsChanged, TournamentFinished
from bot.domain.tournaments.organising import EARLY
from bot.domain.tournaments.tournament import Pairing, Tournament
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from bot.domain.values import InteractionRef, Person, Place

log = logging.getLogger(__name__)

BATCH = 8  # matches begun in one transaction
MOST_STEPS = 500
UNTOLD = (StandingsChanged, TournamentFinished)  # events of a division without a post of their own


@dataclass(frozen=True, slots=True)
class BegunCounts:
    """How many matches of a tournament were begun, or forfeited.

    :param held_until: when the first may begin of those whose players have called off too many of
        theirs today
    """

    count: int
    held_until: datetime | None


async def save_and_enqueue(
    work: UnitOfWork, contest: Contest, interaction: InteractionRef | None = None
) -> Notice[DomainEvent] | None:
    """Store a changed tournament and enqueue its events; returns the last notice, leased if it is
    to answer an ``interaction``.
    """
    await repository.save(work.connection, contest)
    tournament = contest.tournament
    if contest.decision is not None:
        await note_decision(work, tournament.id, contest.decision.pairing, contest.decision.actor)
    notice = None
    for announcement in contest.announcements:
        if await _has_no_post(work, tournament, announcement.event):
            continue
        notice = await enqueue(
            work,
            announcement.event,
            scope=tournament.scope,
            channel=tournament.channel,
            ping=announcement.ping,
            interaction=interaction,
            public=announcement.public,
        )
    return notice


async def _has_no_post(work: UnitOfWork, tournament: Tournament, event: DomainEvent) -> bool:
    """Whether an event is told by another post: of its league, or one that is not sent yet."""
    if tournament.terms.league and isinstance(event, UNTOLD):
        return True
    if not isinstance(event, StandingsChanged):
        return False
    return await repository.standings_owed(work.connection, tournament)


class Upkeep:
    """The part of the service that keeps tournaments going."""

    def __init__(
        self, database: Database, matches: Matches, *, rng: random.Random | None = None
    ) -> None:
        self._database = database
        self._matches = matches
        self._rng = rng or random.SystemRandom()

    async def work(self) -> int:
        """Do all that is due in all tournaments; returns the number of steps."""
        step_count = 0
        query = repository.due_query(self._database.now())
        for (tournament,) in await self._database.store.fetch(query):
            try:
                step_count += await self.settle_due(tournament)
            except Refused as error:  # another process was quicker
                log.info("tournament %s: %s", tournament, error)
            except Exception:
                # A tournament that fails must not stop the others.
                log.exception("tournament %s", tournament)
        return step_count

    async def settle_due(self, tournament: int) -> int:
        """Do all that is due in a tournament; returns the number of steps."""
        step_count = 0
        while step_count < MOST_STEPS:
            steps = await self._time_off(tournament)
            steps += await self.sweep(tournament)
            steps += await self._go_on(tournament)
            if not steps:
                break
            step_count += steps
        return step_count

    @retried
    async def _time_off(self, tournament: int) -> int:
        """Extend games whose players are on vacation; returns their number."""
        vacation_ends = await self._away(tournament)
        if not vacation_ends:
            return 0
        async with self._database.unit_of_work() as work:
            contest = await repository.load(work.connection, tournament, work.now, lock=True)
            count = rounds.move_deadlines(contest, vacation_ends)
            await save_and_enqueue(work, contest)
            return count

    async def _away(self, tournament: int) -> Mapping[int, datetime]:
        """When the vacations end of players whose games are not extended yet, by user id."""
        now = self._database.now()
        async with self._database.read() as connection:
            contest = await repository.load(connection, tournament, now)
            users = set[int]()
            for pairing in rounds.unmoved(contest):
                users.update(player.user for player in contest.players(pairing))
            return await vacations(connection, users, now) if users else {}

    @retried
    async def _go_on(self, tournament: int) -> int:
        """Do the next step that is due; returns the number of steps."""
        async with self._database.unit_of_work() as work:
            contest = await repository.load(work.connection, tournament, work.now, lock=True)
            steps = await self._step(work, contest)
            await save_and_enqueue(work, contest)
            return steps

    async def sweep(self, tournament: int) -> int:
        """End games that are overdue or whose players are gone, by rule, and pauses; returns their
        number.
        """
        async with self._database.read() as connection:
            contest = await repository.load(connection, tournament, self._database.now())
        if contest.tournament.status != "running":
            return 0
        count = 0
        for pairing in contest.pairings:
            game = pairing.game
            if game is None or pairing.match is None:
                continue
            if verdicts.verdict_on(contest, pairing) is not None:
                count += await self._end_game(tournament, pairing.id, pairing.match)
            if game.paused is not None and rounds.ends_pause(contest, pairing, game.paused):
                await self._matches.do(pairing.match, agreements.end_pause)
                count += 1
        return count

    async def time_lost(
        self, work: UnitOfWork, start: datetime, scopes: sa.Select[int] | None
    ) -> None:
        """Extend rounds and check-ins by an outage of the bot since ``start``."""
        await repository.shift(work.connection, start, work.now, scopes)

    async def match_ended(self, work: UnitOfWork, match: Match) -> None:
        """Record the result of a match in the transaction that ends it; an aborted match is played
        again.
        """
        game = await repository.pairing_of(work.connection, match.id)
        if game is None or game.pairing.result is not None:
            return
        contest = await repository.load(work.connection, game.tournament, work.now, lock=True)
        verdicts.match_ended(contest, match)
        await save_and_enqueue(work, contest)

    @retried
    async def _end_game(self, tournament: int, pairing: int, match: int) -> int:
        """End a game by rule, unless it went on since it was read."""
        async with self._matches.open(match) as open_match:
            work = open_match.work
            contest = await repository.load(work.connection, tournament, work.now, lock=True)
            pairing_now = next(other for other in contest.pairings if other.id == pairing)
            verdict = verdicts.verdict_on(contest, pairing_now)
            if verdict is None:
                return 0
            verdicts.record_verdict(contest, pairing_now, verdict)
            # Stored before the match ends, so that its own result is not recorded.
            await save_and_enqueue(work, contest)
            if verdict.how != "late":
                result = endings.settled(
                    open_match.match,
                    winner=verdicts.winner_by(verdict.result),
                    reason=verdict.reason,
                    actor=None,
                    rated=verdict.rated,
                )
                await open_match.apply(result)
            return 1

    async def _step(self, work: UnitOfWork, contest: Contest) -> int:
        """Do the next step that is due; 0 if nothing is, and then ``wake`` is set."""
        tournament = contest.tournament
        if tournament.finished is not None or tournament.wake is None:
            return 0
        if tournament.wake > contest.now:
            return 0
        if tournament.status in EARLY:
            return await self._early_step(work, contest)
        if tournament.terms.league and verdicts.settle_division(contest):
            return 1
        pairings = await _startable(work, contest)
        outcome = await self._begin_some(work, contest, pairings)
        if outcome.count:
            return outcome.count
        # Drawing a round takes long.
        went_on = await asyncio.to_thread(rounds.go_on, contest, _first_due(contest))
        if outcome.held_until is not None and not went_on:
            wake = contest.tournament.wake or outcome.held_until
            contest.sleep_until(min(outcome.held_until, wake))
        return int(went_on)

    async def _early_step(self, work: UnitOfWork, contest: Contest) -> int:
        """Do what is due in a tournament that has not begun."""
        if not rounds.prepare_start(contest):
            return 0
        tournament = contest.tournament
        users = [entrant.user for entrant in tournament.entrants]
        ratings = await strengths(work.connection, tournament.scope, tournament.game.slug, users)
        await asyncio.to_thread(rounds.begin, contest, ratings, self._rng)
        return 1

    async def _begin_some(
        self, work: UnitOfWork, contest: Contest, pairings: Sequence[Pairing]
    ) -> BegunCounts:
        """Begin a BATCH of the matches that wait, or forfeit them."""
        users = set[int]()
        for pairing in pairings[:BATCH]:
            users.update(player.user for player in contest.players(pairing))
        await work.lock_quotas(*users)
        count = 0
        start_times = list[datetime]()
        for pairing in pairings:
            if count == BATCH:
                break
            if verdicts.forfeit(contest, pairing):
                count += 1
                continue
            first, second = contest.players(pairing)
            record = await called_off(work, first.user, second.user)
            if record.next_start is not None:
                start_times.append(record.next_start)
                continue
            await self._begin_match(work, contest, pairing)
            count += 1
        return BegunCounts(count, min(start_times, default=None))

    async def _begin_match(self, work: UnitOfWork, contest: Contest, pairing: Pairing) -> None:
        """Begin the match of a pairing, rated if the two may begin another rated match this
        month.

        In a tournament with handicaps, who takes which side follows from that.
        """
        tournament = contest.tournament
        options = tournament.options
        suggestion = await _handicap(work, contest, pairing)
        if suggestion is not None:
            options = suggestion.options(options)
            pairing = _with_second(contest, pairing, suggestion.second)
        first, second = contest.players(pairing)
        setup = Setup(
            scope=tournament.scope,
            channel=tournament.channel,
            game=tournament.game,
            options=options,
            players=(Person(first.user, first.name), Person(second.user, second.name)),
            clock=str(tournament.clock),
            rated=await _may_be_rated(work, tournament, (first.user, second.user), options),
            note=f"{tournament.name} {tournament.title}",
            tournament=tournament.id,
        )
        change = await self._matches.begin(work, setup, ping=first.user)
        contest.replace_pairing(replace(pairing, match=change.match.id))


async def _may_be_rated(
    work: UnitOfWork, tournament: Tournament, users: tuple[int, int], options: Mapping[str, str]
) -> bool:
    """Whether a match of a tournament is rated.

    :param users: its players, by seat
    :param options: those of the match, with its handicap
    """
    scope = tournament.scope
    settings = await servers.ensure(work, Place(scope, tournament.channel))
    if not tournament.rated:
        return False
    if not await rated_left(work, scope, *users, settings.rated):
        return False
    return await is_ratable_between(
        work.connection, scope, users, tournament.game, options, work.now
    )


async def _handicap(work: UnitOfWork, contest: Contest, pairing: Pairing) -> Suggestion | None:
    """What makes the players of a pairing even, in a tournament with handicaps."""
    tournament = contest.tournament
    if not tournament.terms.handicap:
        return None
    first, second = contest.players(pairing)
    users = first.user, second.user
    return await suggestion_for(
        work.connection, tournament.scope, users, tournament.game, tournament.options, work.now
    )


def _with_second(contest: Contest, pairing: Pairing, user: int) -> Pairing:
    """A pairing in which a member has the second side."""
    first, second = pairing.slots
    if second is None or contest.tournament.slot(second).user == user:
        return pairing
    return replace(pairing, slots=(second, first))


async def _startable(work: UnitOfWork, contest: Contest) -> list[Pairing]:
    """The pairings whose match can begin: in a division as many as its members like to play."""
    tournament = contest.tournament
    if not tournament.terms.league:
        return verdicts.waiting(contest)
    at_once = await league_repository.at_once(
        work.connection, tournament.scope, tournament.game.slug
    )
    return verdicts.startable(contest, at_once)


def _first_due(contest: Contest) -> datetime | None:
    """When the first turn of the running matches is due; None where no clock runs."""
    games = [pairing.game for pairing in contest.pairings if pairing.game is not None]
    return min((game.deadline for game in games if game.deadline is not None), default=None)
