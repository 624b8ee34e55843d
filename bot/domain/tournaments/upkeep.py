"""What falls due in tournaments, one transaction a step, so that another process can go on at any
time.
"""

import asyncio
import logging
import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import sqlalchemy as sa

from bot.domain.challenges.limits import called_off, rated_left
from bot.domain.errors import Refused
from bot.domain.events import Event, Notice
from bot.domain.matches import agreements, endings
from bot.domain.matches.beginning import Setup
from bot.domain.matches.match import Match
from bot.domain.matches.service import Matches
from bot.domain.members.repository import away as vacations
from bot.domain.outbox import enqueue
from bot.domain.posts import note_decision
from bot.domain.ratings.rating import strengths
from bot.domain.servers import repository as servers
from bot.domain.tournaments import repository, rounds, verdicts
from bot.domain.tournaments.contest import Contest
from bot.domain.tournaments.events import StandingsChanged, TournamentFinished
from bot.domain.tournaments.organising import EARLY
from bot.domain.tournaments.tournament import Pairing
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from bot.domain.values import Person, Place, Via

log = logging.getLogger(__name__)

BATCH = 8  # matches begun in one transaction
MOST_STEPS = 500
UNTOLD = (StandingsChanged, TournamentFinished)  # events of a division without a post of their own


async def save_and_enqueue(
    work: UnitOfWork, contest: Contest, via: Via | None = None
) -> Notice[Event] | None:
    """Store a changed tournament and enqueue its events; returns the last notice, leased if there
    is a ``via``.
    """
    await repository.save(work.connection, contest)
    tournament = contest.tournament
    notice = None
    if contest.decided is not None:
        await note_decision(work, tournament.id, *contest.decided)
    for event, ping, public in contest.announced:
        if tournament.terms.league and isinstance(event, UNTOLD):
            continue
        if isinstance(event, StandingsChanged) and await repository.standings_owed(
            work.connection, tournament
        ):
            continue
        scope = tournament.scope
        channel = tournament.channel
        notice = await enqueue(
            work, event, scope=scope, channel=channel, ping=ping, via=via, public=public
        )
    return notice


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
        done = 0
        for (tournament,) in await self._database.store.fetch(repository.due(self._database.now())):
            try:
                done += await self.settle_due(tournament)
            except Refused as error:  # another process was quicker
                log.info("tournament %s: %s", tournament, error)
            except Exception:
                # A tournament that fails must not stop the others.
                log.exception("tournament %s", tournament)
        return done

    async def settle_due(self, tournament: int) -> int:
        """Do all that is due in a tournament; returns the number of steps."""
        done = 0
        steps = 1
        while steps and done < MOST_STEPS:
            steps = (
                await self._time_off(tournament)
                + await self.sweep(tournament)
                + await self._go_on(tournament)
            )
            done += steps
        return done

    @retried
    async def _time_off(self, tournament: int) -> int:
        """Extend games whose players are on vacation; returns their number."""
        async with self._database.read() as connection:
            now = self._database.now()
            contest = await repository.load(connection, tournament, now)
            users = {
                player.user
                for pairing in rounds.unmoved(contest)
                for player in contest.players(pairing)
            }
            away = await vacations(connection, users, now) if users else {}
        if not away:
            return 0
        async with self._database.unit_of_work() as work:
            contest = await repository.load(work.connection, tournament, work.now, lock=True)
            moved = rounds.move_deadlines(contest, away)
            await save_and_enqueue(work, contest)
            return moved

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
        done = 0
        for pairing in contest.pairings:
            game = pairing.game
            if game is None or pairing.match is None:
                continue
            if verdicts.verdict(contest, pairing) is not None:
                done += await self._end_game(tournament, pairing.id, pairing.match)
            if game.paused is not None and rounds.ends_pause(contest, pairing, game.paused):
                await self._matches.do(pairing.match, agreements.end_pause)
                done += 1
        return done

    async def time_lost(
        self, work: UnitOfWork, start: datetime, scopes: sa.Select[int] | None
    ) -> None:
        """Extend rounds and check-ins by an outage of the bot since ``start``."""
        await repository.shift(work.connection, start, work.now, scopes)

    async def match_ended(self, work: UnitOfWork, match: Match) -> None:
        """Record the result of a match in the transaction that ends it; an aborted match is played
        again.
        """
        paired = await repository.pairing_of(work.connection, match.id)
        if paired is not None and paired[1].result is None:
            contest = await repository.load(work.connection, paired[0], work.now, lock=True)
            verdicts.match_ended(contest, match)
            await save_and_enqueue(work, contest)

    @retried
    async def _end_game(self, tournament: int, pairing: int, match: int) -> int:
        """End a game by rule, unless it went on since it was read."""
        async with self._matches.open(match) as opened:
            contest = await repository.load(
                opened.work.connection, tournament, opened.work.now, lock=True
            )
            (stored,) = (stored for stored in contest.pairings if stored.id == pairing)
            verdict = verdicts.verdict(contest, stored)
            if verdict is None:
                return 0
            verdicts.give(contest, stored, verdict)
            # Stored before the match ends, so that its own result is not recorded.
            await save_and_enqueue(opened.work, contest)
            if verdict.how != "late":
                winner = verdicts.winner_by(verdict.result)
                reason = verdict.reason
                await opened.apply(
                    endings.settled(
                        opened.match, winner=winner, reason=reason, by=None, rated=verdict.rated
                    )
                )
            return 1

    async def _step(self, work: UnitOfWork, contest: Contest) -> int:
        """Do the next step that is due; 0 if nothing is, and then ``wake`` is set."""
        tournament = contest.tournament
        if (
            tournament.finished is not None
            or tournament.wake is None
            or tournament.wake > contest.now
        ):
            return 0
        if tournament.status in EARLY:
            if not rounds.due_to_begin(contest):
                return 0
            users = [entrant.user for entrant in tournament.entrants]
            known_strengths = await strengths(
                work.connection, tournament.scope, tournament.game.slug, users
            )
            await asyncio.to_thread(rounds.begin, contest, known_strengths, self._rng)
            return 1
        waiting = [
            pairing
            for pairing in contest.pairings
            if pairing.match is None and pairing.result is None
        ]
        if tournament.terms.league:
            wanted = await repository.at_once(work.connection, tournament)
            if verdicts.settle_division(contest):
                return 1
            waiting = verdicts.startable(contest, waiting, wanted)
        batch = waiting[:BATCH]
        await work.lock_quotas(
            *{player.user for pairing in batch for player in contest.players(pairing)}
        )
        done, held = await self._begin_some(work, contest, waiting)
        if done:
            return done
        deadlines = (
            pairing.game.deadline for pairing in contest.pairings if pairing.game is not None
        )
        first_due = min((deadline for deadline in deadlines if deadline is not None), default=None)
        step = int(await asyncio.to_thread(rounds.go_on, contest, first_due))
        if held is not None and not step:
            contest.wake(min(held, contest.tournament.wake or held))
        return step

    async def _begin_some(
        self, work: UnitOfWork, contest: Contest, waiting: Sequence[Pairing]
    ) -> tuple[int, datetime | None]:
        """Begin a BATCH of matches that wait, or forfeit them; how many, and when the first of
        those may begin whose players have called off too many of theirs today.
        """
        done = 0
        held = list[datetime]()
        for pairing in waiting:
            if done == BATCH:
                break
            if not verdicts.forfeit(contest, pairing):
                first, second = contest.players(pairing)
                _, again = await called_off(work, first.user, second.user)
                if again is not None:
                    held.append(again)
                    continue
                await self._begin_match(work, contest, pairing)
            done += 1
        return done, min(held, default=None)

    async def _begin_match(self, work: UnitOfWork, contest: Contest, pairing: Pairing) -> None:
        """Begin the match of a pairing, rated if the two may begin another rated match this
        month.
        """
        tournament = contest.tournament
        first, second = contest.players(pairing)
        settings = await servers.ensure(work, Place(tournament.scope, tournament.channel))
        rated = tournament.rated and await rated_left(
            work, tournament.scope, first.user, second.user, settings.rated
        )
        setup = Setup(
            scope=tournament.scope,
            channel=tournament.channel,
            game=tournament.game,
            options=tournament.options,
            players=(Person(first.user, first.name), Person(second.user, second.name)),
            clock=str(tournament.clock),
            rated=bool(rated),
            note=f"{tournament.name} {tournament.title}",
            tournament=tournament.id,
        )
        change = await self._matches.begin(work, setup, ping=first.user)
        contest.write(replace(pairing, match=change.match.id))
