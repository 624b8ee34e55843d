"""The ratings as one service: kept up to date with the matches, asked about, taken back, and computed anew."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime

import games
from bot.domain.errors import Refused
from bot.domain.matches import agreements
from bot.domain.matches.match import Change, Match
from bot.domain.matches.service import Matches
from bot.domain.members import repository as members
from bot.domain.members.settings import MemberSettings
from bot.domain.ratings import circles, finished_matches, pools, repository
from bot.domain.ratings import history as histories
from bot.domain.ratings import season as seasons
from bot.domain.ratings.circles import Circle
from bot.domain.ratings.history import RESULTS, HeadToHead, HistoryPage, Profile
from bot.domain.ratings.ledger import Ledger
from bot.domain.ratings.rating import WORLD, Leaderboard, LeaderboardRow, Rating, RatingChange, RatingPoint, Recount
from bot.domain.ratings.recounting import Pool, Recounting, mark
from bot.domain.ratings.repository import PoolRepository
from bot.domain.ratings.results import UNTELLING, Position, rated_result
from bot.domain.ratings.season import Loop, PlayedOut, Season
from bot.domain.ratings.world import FOUNDERS, World, WorldMembers
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from bot.domain.values import NOBODY, Via
from bot.domain.viewer import Viewer
from bot.store.key_value import recall, remember
from bot.store.locks import player, try_lock
from bot.store.locks import pool as pool_lock
from games.records import to_json

LOOPS = "loops"
"""Under what name it is remembered that the loops of all earlier matches are stored."""
LOOPS_AT_ONCE = 5


class Ratings:
    """All about ratings and what has been played. Listens to matches and members.

    ``founders``: how many members the world begins with at least; 0: all results count in it.
    """

    def __init__(self, database: Database, matches: Matches, founders: int = FOUNDERS) -> None:
        self._database = database
        self._matches = matches
        self._world = World(founders)
        self.recounting = Recounting(database, self._world)
        self.world_members = WorldMembers(database, founders)

    async def get(self, user: int, game: str, pool: int = WORLD) -> Rating | None:
        """How strong a member is at a game; None before their first rated match."""
        async with self._database.read() as connection:
            return await PoolRepository(connection, pool, game).rating(user, self._database.now())

    async def of(self, user: int, pool: int = WORLD) -> tuple[Rating, ...]:
        """How strong a member is at every game they have played rated matches of, in the order of the catalogue."""
        async with self._database.read() as connection:
            found = await repository.ratings_of(connection, user, pool, self._database.now())
        return tuple(found[game.slug] for game in games.catalog() if game.slug in found)

    async def board(
        self, game: str, pool: int = WORLD, *, limit: int = 10, offset: int = 0, user: int | None = None
    ) -> Leaderboard:
        """A page of the leaderboard, from row ``offset`` on: by rating, those still provisional at the end.

        ``user``: whose own row is wanted too.
        """
        now, offset = self._database.now(), max(offset, 0)
        async with self._database.read() as connection:
            stored = PoolRepository(connection, pool, game)
            total, settled = await stored.listed(now)
            found: list[Rating] = []
            if offset < settled:
                most = min(limit, settled - offset)
                found += await stored.best(now, provisional=False, offset=offset, limit=most)
            if offset + limit > settled:
                start = max(offset - settled, 0)
                most = min(limit, offset + limit - settled)
                found += await stored.best(now, provisional=True, offset=start, limit=most)
            own = None if user is None else await stored.rating(user, now)
            first = await stored.place(found[0].rating, now) if found and not found[0].provisional else 1
            own_place = (
                await stored.place(own.rating, now)
                if own and own.listed and not own.apart and not own.provisional
                else None
            )
        own_row = None if own is None else LeaderboardRow(own_place, own)
        return Leaderboard(game, pool, _placed(found, offset, first), total, own_row)

    async def course(
        self, user: int, game: str, pool: int = WORLD, *, since: datetime | None = None
    ) -> tuple[RatingPoint, ...]:
        """How the rating of a member has gone, a point after each match."""
        async with self._database.read() as connection:
            return await repository.points(connection, user, game, pool, since)

    async def change(self, match: int, pool: int) -> tuple[RatingChange, RatingChange] | None:
        """What a match did to the ratings of its players, by seat; None if it was not rated."""
        async with self._database.read() as connection:
            found = await repository.changes_of(connection, match, pool)
        return (found[0], found[1]) if len(found) == 2 else None

    async def recompute(self, scope: int | None = None) -> Recount:
        """Compute every rating anew, and write what was different, in short steps, one pool after the other.

        With ``scope`` only those of one server.
        """
        async with self._database.read() as connection:
            found = await repository.pools(connection, scope)
        return await self.recounting.anew(Pool(*one) for one in found)

    async def circles(self) -> tuple[Circle, ...]:
        """Members who are set apart in the world, each with the partners from whom their gain comes."""
        return await self._circles(PoolRepository.those_apart)

    async def undo_circle(self, user: int) -> int:
        """Let the results count no longer among a member and those against whom they have gained most in the world; how
        many there were. The member need not be set apart.

        Everybody who has lost points by them has those back. The matches stay as they are.
        """

        async def this_one(stored: PoolRepository) -> list[int]:
            return [user] if await stored.ratings({user}) else []

        undone = 0
        for found in await self._circles(this_one):
            undone += await self._undo(found) if found.partners else 0
        if undone:
            await self.recounting.work()
        return undone

    async def _circles(self, whose: Callable[[PoolRepository], Awaitable[list[int]]]) -> tuple[Circle, ...]:
        """The circles of some members, in the world at each game."""
        async with self._database.read() as connection:
            found = []
            for pool, game in await repository.pools(connection, None):
                stored = PoolRepository(connection, pool, game)
                for user in await whose(stored) if pool == WORLD else ():
                    opponents = await stored.opponents(user)
                    partners = tuple(sorted(circles.circle(opponents)))
                    found.append(Circle(game, user, partners, sum(opponents[one].gain for one in partners)))
        return tuple(found)

    @retried
    async def _undo(self, found: Circle) -> int:
        async with self._database.unit_of_work() as work:
            among = await repository.among(work.connection, found.game, (found.user, *found.partners))
            pools_of = sorted({WORLD, *(one.pool for one in among)})
            await work.lock(*(pool_lock(pool, found.game, shared=False) for pool in pools_of))
            await repository.unrate(work.connection, [one.match for one in among])
            for pool in pools_of:
                first = min(Position(one.at, one.match) for one in among if pool in (WORLD, one.pool))
                await mark(work, Pool(pool, found.game), first)
            return len({one.match for one in among})

    async def takes_back(self, match: int, user: int) -> bool:
        """Whether somebody could ask to take the result of a match back."""
        found = await self._matches.get(match)
        try:
            _may_take_back(found, user)
        except Refused:
            return False
        return True

    @retried
    async def ask_takeback(self, match: int, user: int, *, via: Via | None = None) -> Change:
        """Ask to take back the result of a match, or agree to it. It then counts for nothing, as if called off."""
        async with self._matches.open(match) as opened:
            _may_take_back(opened.match, user)
            return await opened.apply(agreements.ask_annulment(opened.match, user), via)

    @retried
    async def answer_takeback(self, match: int, user: int, yes: bool, *, via: Via | None = None) -> Change:
        """Agree to take the result of a match back, or not."""
        async with self._matches.open(match) as opened:
            _may_take_back(opened.match, user)
            return await opened.apply(agreements.answer_annulment(opened.match, user, yes), via)

    async def history(
        self,
        viewer: Viewer,
        user: int,
        *,
        game: str | None = None,
        opponent: int | None = None,
        result: str | None = None,
        limit: int = 10,
        offset: int = 0,
    ) -> HistoryPage:
        """Finished matches of a member that somebody may see; ``result`` is one of RESULTS. Raises GameError.

        Outside servers members see their own of all places.
        """
        _check(game, result)
        scope = _place(viewer, user)
        shown = None if user == viewer.user else await finished_matches.seen_of(self._database, viewer, user)
        async with self._database.read() as connection:
            found = finished_matches.finished(user, scope, game, opponent, result, shown)
            return await finished_matches.page(connection, found, limit, offset)

    async def export(
        self,
        viewer: Viewer,
        *,
        game: str | None = None,
        opponent: int | None = None,
        result: str | None = None,
    ) -> bytes:
        """Every match of one's own that ``history`` would find, with all its moves: JSON records, the oldest first."""
        _check(game, result)
        async with self._database.read() as connection:
            scope = _place(viewer, viewer.user)
            found = finished_matches.finished(viewer.user, scope, game, opponent, result)
            ids = await finished_matches.ids(connection, found)
        records = [to_json(await self._matches.record(match)).strip() for match in ids]
        return ("[\n" + ",\n".join(records) + "\n]\n").encode()

    async def profile(self, user: int, scope: int | None = None) -> Profile:
        """What a member has played on a server, or with ``scope`` None everywhere (which is for the member alone)."""
        async with self._database.read() as connection:
            played = await finished_matches.played(connection, finished_matches.finished(user, scope))
            running = await finished_matches.running(connection, user, scope)
            usual = (await members.member(connection, user)).rhythm.usual() if played or running else None
        return replace(histories.profile(user, played, running), usual=usual)

    async def between(self, viewer: Viewer, user: int, other: int, latest: int = 3) -> HeadToHead:
        """How the matches of two members that somebody may see went, and the ``latest`` of them. Raises Refused.

        Outside servers members see their own of all places.
        """
        if user == other:
            raise Refused("choose two different members")
        own = viewer.user in (user, other)
        scope = None if own and not viewer.place.guild else viewer.place.scope
        shown = None if own else await finished_matches.seen_of(self._database, viewer, user)
        async with self._database.read() as connection:
            found = finished_matches.finished(user, scope, opponent=other, shown=shown)
            played = await finished_matches.played(connection, found)
            page = await finished_matches.page(connection, found, latest, 0)
        return histories.head_to_head(user, other, played, page.entries)

    async def season(self, scope: int, since: datetime, until: datetime) -> Season:
        """What was remarkable on a server between two moments (aware, UTC)."""
        async with self._database.read() as connection:
            ended = finished_matches.SeasonRepository(connection, scope, since, until)
            played, players = await ended.counts()
            champions, longest, found = await ended.champions(), await ended.longest(), await ended.prettiest()
        loop, match = found or (None, None)
        state = None if match is None else await asyncio.to_thread(match.state)
        return Season(since, until, played, players, champions, longest, loop, state)

    async def find_loops(self) -> int:
        """Look for the loops of matches that ended before they were stored with the match; how many matches it were."""
        done = 0
        if await recall(self._database.store, LOOPS) is not None:
            return done
        while True:
            async with self._database.read() as connection:
                some = await finished_matches.without_loop(connection, LOOPS_AT_ONCE)
            if not some:
                await remember(self._database.store, LOOPS, "done")
                return done
            begun = time.perf_counter()
            found = await asyncio.to_thread(_loops_of, some)
            async with self._database.unit_of_work() as work:
                for one, loop in zip(some, found, strict=True):
                    await finished_matches.keep_loop(work.connection, one.id, one.scope, one.finished, loop)
            done += len(some)
            await asyncio.sleep(3 * (time.perf_counter() - begun))

    async def match_ended(self, work: UnitOfWork, match: Match) -> None:
        """Count a match that has ended, in the transaction that ends it."""
        counts = match.winner is not None and match.finished is not None and not match.history.given
        if counts and match.finished is not None and match.reason not in finished_matches.NO_LOOP:
            loop = seasons.longest_loop(match.state)
            await finished_matches.keep_loop(work.connection, match.id, match.scope, match.finished, loop)
        new, game = rated_result(match), match.game.slug
        if new is None or NOBODY in new.users:
            return
        counted = [match.scope] if match.reason in UNTELLING else [match.scope, WORLD]
        held = (pool_lock(pool, game, shared=True) for pool in counted)
        await work.lock(*held, *(player(user, game) for user in new.users))
        for pool in counted:
            stored = PoolRepository(work.connection, pool, game)
            (result,) = await self._world.effects(work, pool)([new])
            if not await pools.enter(Ledger(work.connection, pool, game), stored, result):
                await mark(work, Pool(pool, game), new.position)
                if await try_lock(work.connection, pool_lock(pool, game, shared=False)):
                    await self.recounting.step(work, Pool(pool, game))
            elif pool == WORLD:
                await pools.look_for_circles(stored, new.users)

    async def result_annulled(self, work: UnitOfWork, match: Match) -> None:
        """Count a match no longer; those after it are rated anew, the first few at once."""
        await finished_matches.forget_loop(work.connection, match.id)
        gone, game = rated_result(match), match.game.slug
        if gone is None:
            return
        affected = [Pool(pool, game) for pool in (match.scope, WORLD)]
        await work.lock(*(pool_lock(*pool, shared=False) for pool in affected))
        for pool in affected:
            await mark(work, pool, gone.position)
            await self.recounting.step(work, pool, without=match.id)
        await pools.look_for_circles(PoolRepository(work.connection, WORLD, game), gone.users)

    async def settings_changed(self, work: UnitOfWork, user: int, settings: MemberSettings) -> None:
        """Show the member's ratings over all servers, or hide them."""
        await repository.list_world(work.connection, user, settings.global_rating)


def _loops_of(played: Sequence[PlayedOut]) -> list[Loop]:
    """The loops that have won some matches, which are played over for that."""
    return [seasons.longest_loop(one.state()) for one in played]


def _place(viewer: Viewer, user: int) -> int | None:
    """Of which place somebody sees a member's matches: of all (None) only their own, outside servers."""
    return None if user == viewer.user and not viewer.place.guild else viewer.place.scope


def _may_take_back(match: Match, user: int) -> None:
    """Raises Refused unless a player may take the result of a match back."""
    agreements.may_annul(match, user)
    if match.tournament is not None:
        raise Refused("this is a tournament match; its organiser can change the result")


def _placed(ratings: Sequence[Rating], offset: int, first: int) -> tuple[LeaderboardRow, ...]:
    """Ratings in order with their places; ``first`` is the place of the one at ``offset``."""
    rows: list[LeaderboardRow] = []
    for index, rating in enumerate(ratings):
        place = first if index == 0 else offset + index + 1
        if rows and rating.rating == rows[-1].rating.rating:
            place = rows[-1].place or place
        rows.append(LeaderboardRow(None if rating.provisional else place, rating))
    return tuple(rows)


def _check(game: str | None, result: str | None) -> None:
    """Raises Refused, UnknownGame for filters that there are not."""
    if result is not None and result not in RESULTS:
        raise Refused("the result can be {choices}", choices=", ".join(RESULTS))
    if game is not None:
        games.get(game)
