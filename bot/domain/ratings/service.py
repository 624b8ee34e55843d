"""The ratings as one service: kept up to date with the matches, shown, and corrected by a server's
managers.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.domain.errors import Refused
from bot.domain.matches import endings
from bot.domain.matches.match import Match
from bot.domain.matches.service import Matches
from bot.domain.members import repository as members
from bot.domain.ratings import history, history_repository, numbers, season, season_repository
from bot.domain.ratings.history import Filter, HeadToHeadResults, HistoryPage, Profile
from bot.domain.ratings.ledger import Ledger, rated_between_people
from bot.domain.ratings.ledger_repository import (
    RatingChange,
    changes_of_match,
    changes_of_user,
)
from bot.domain.ratings.numbers import Numbers
from bot.domain.ratings.rating import Leaderboard, Rating
from bot.domain.ratings.repository import leaderboard, players_named, rated_games, ratings_of
from bot.domain.ratings.season import Season
from bot.domain.servers import log
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from bot.domain.values import Person, Viewer
from games.records import to_json

COUNTED_AGAIN = timedelta(hours=1)  # the time for which counts over all matches are kept
MOST_COUNTS = 500  # servers


@dataclass(frozen=True, slots=True)
class KeptNumbers:
    """What matches say of boards, and when they were counted."""

    counted_at: datetime
    boards: Numbers


async def _no_head_start(work: UnitOfWork, match: Match) -> int:
    """What ``Ratings.head_start`` says until it is known what a head start is worth."""
    return 0


class Ratings:
    """Ratings, match histories and seasons. Listens to matches.

    ``head_start`` says what the second side of a match has ahead, in rating points.
    """

    def __init__(self, database: Database, matches: Matches) -> None:
        self._database = database
        self._matches = matches
        self.head_start: Callable[[UnitOfWork, Match], Awaitable[int]] = _no_head_start
        # at a time: many who ask at once would keep others from reading
        self._one_season = asyncio.Lock()
        self._numbers: dict[int | None, KeptNumbers] = {}

    async def of(self, user: int, scope: int) -> tuple[Rating, ...]:
        """A member's ratings at all games, in the catalogue's order."""
        async with self._database.read() as connection:
            return await ratings_of(connection, user, scope, self._database.now())

    async def board(
        self, game: str, scope: int, *, limit: int = 10, offset: int = 0, user: int | None = None
    ) -> Leaderboard:
        """A page of the leaderboard from row ``offset`` on, and the row of ``user``."""
        async with self._database.read() as connection:
            now = self._database.now()
            first = max(offset, 0)
            return await leaderboard(
                connection, scope, game, now, limit=limit, offset=first, user=user
            )

    async def players_named(self, scope: int, prefix: str, limit: int) -> Sequence[Person]:
        """People with a rating in a scope whose name begins so."""
        async with self._database.read() as connection:
            return await players_named(connection, scope, prefix, limit)

    async def course(self, user: int, game: str, scope: int) -> list[RatingChange]:
        """A member's matches at a game with their rating after each, the oldest first."""
        async with self._database.read() as connection:
            return await changes_of_user(connection, user, game, scope)

    async def change(self, match: int) -> list[RatingChange]:
        """What a match changed in the ratings of its players, by seat; empty if it was not
        rated.
        """
        async with self._database.read() as connection:
            return await changes_of_match(connection, match)

    @retried
    async def undo(self, match: int, manager: int) -> None:
        """Undo the result of a match for a manager of its server, and log it. Raises Refused."""
        async with self._matches.open(match) as open_match:
            await open_match.apply(endings.undone(open_match.match))
            await log.write(
                open_match.work,
                open_match.match.scope,
                manager,
                "undone",
                match=open_match.match.number,
            )

    @retried
    async def reset(self, scope: int, user: int, game: str | None, manager: int) -> None:
        """Reset a member's rating at a game, or at all (None), for a manager of the server, and log
        it.

        Raises Refused. Their next match is rated as their first; their opponents keep what they won
        or lost.
        """
        async with self._database.unit_of_work() as work:
            rated_slugs = await rated_games(work, scope, user)
            slugs = [slug for slug in rated_slugs if game in (None, slug)]
            if not slugs:
                raise Refused("this member has no rating to reset")
            for slug in slugs:
                ledger = await Ledger.locked(work, scope, slug)
                if await ledger.reset(user):
                    await log.write(work, scope, manager, "reset", user=user, game=slug)

    async def history(
        self, viewer: Viewer, criteria: Filter, *, limit: int = 10, offset: int = 0
    ) -> HistoryPage:
        """Finished matches of a member that ``viewer`` may see; outside servers their own of all
        places.
        """
        criteria = replace(criteria, scope=_scope(viewer, criteria.user))
        is_visible = None
        if criteria.user != viewer.user:
            is_visible = await history_repository.visible_of(self._database, viewer, criteria.user)
        async with self._database.read() as connection:
            return await history_repository.page(connection, criteria, is_visible, limit, offset)

    async def export(self, viewer: Viewer, criteria: Filter) -> bytes:
        """All of the viewer's own matches that ``history`` finds with their moves: JSON records,
        the oldest first.
        """
        criteria = replace(criteria, user=viewer.user, scope=_scope(viewer, viewer.user))
        async with self._database.read() as connection:
            entries = await history_repository.entries(connection, criteria)
        records = [to_json(await self._matches.record(entry.id)).strip() for entry in entries]
        return ("[\n" + ",\n".join(records) + "\n]\n").encode()

    async def profile(self, user: int, scope: int | None = None) -> Profile:
        """What a member has played in a scope, or with None everywhere (for the member alone)."""
        async with self._database.read() as connection:
            entries = await history_repository.entries(connection, Filter(user, scope))
            running_count = await history_repository.running(connection, user, scope)
            usual_time = None
            if entries or running_count:
                usual_time = (await members.member(connection, user)).rhythm.usual()
        return history.profile(user, entries, running_count, usual_time)

    async def between(
        self, viewer: Viewer, user: int, other: int, latest: int = 3
    ) -> HeadToHeadResults:
        """Matches of two members that ``viewer`` may see (outside servers, their own of all
        places).

        Raises Refused.
        """
        if user == other:
            raise Refused("choose two different members")
        is_player = viewer.user in (user, other)
        is_visible = None
        if not is_player:
            is_visible = await history_repository.visible_of(self._database, viewer, user)
        scope = None if is_player and not viewer.place.guild else viewer.place.scope
        criteria = Filter(user, scope, opponent=other)
        async with self._database.read() as connection:
            entries = await history_repository.entries(connection, criteria, is_visible)
        newest = tuple(entries[::-1][:latest])
        return HeadToHeadResults(
            user, other, history.count(entries), history.by_game(entries), newest
        )

    async def season(self, scope: int, start: datetime, end: datetime) -> Season:
        """What was remarkable on a server between two moments (aware, UTC)."""
        async with self._one_season, self._database.read() as connection:
            return await season.season(connection, scope, start, end)

    async def unjudged(self, start: datetime, end: datetime) -> list[int]:
        """The ids of some matches of a season in which the computer has yet to look for a
        comeback.
        """
        async with self._one_season, self._database.read() as connection:
            return await season_repository.unjudged(connection, start, end)

    @retried
    async def store_chance(self, match: Match, chance: int) -> None:
        """Store the least chance, in percent, that the winner of a match had."""
        async with self._database.unit_of_work() as work:
            await season_repository.store_chance(work.connection, match, chance)

    async def numbers(self, scope: int | None) -> Numbers:
        """What a server's matches say of their boards, or those of all servers (None); an hour old
        at most.
        """
        now = self._database.now()
        entry = self._numbers.get(scope)
        if entry is not None and now - entry.counted_at < COUNTED_AGAIN:
            return entry.boards
        async with self._one_season:
            rows = await self._database.store.fetch(numbers.query(scope))
            boards = tuple(numbers.read(row) for row in rows)
        if len(self._numbers) >= MOST_COUNTS:
            self._numbers.clear()
        self._numbers[scope] = KeptNumbers(now, boards)
        return boards

    async def match_ended(self, work: UnitOfWork, match: Match) -> None:
        """Rate a match and store its loop, in the transaction that ends it."""
        if match.winner is not None and not match.history.given:
            await season.store_loop(work.connection, match)
        if rated_between_people(match):
            ledger = await Ledger.locked(work, match.scope, match.game.slug)
            await ledger.enter(match, await self.head_start(work, match))

    async def result_annulled(self, work: UnitOfWork, match: Match) -> None:
        """Take a match out of the ratings."""
        await season_repository.delete_loop(work.connection, match.id)
        if rated_between_people(match):
            ledger = await Ledger.locked(work, match.scope, match.game.slug)
            await ledger.undo(match.id)


def _scope(viewer: Viewer, user: int) -> int | None:
    """Where somebody sees a member's matches: in their place, outside servers their own everywhere
    (None).
    """
    if user == viewer.user and not viewer.place.guild:
        return None
    return viewer.place.scope
