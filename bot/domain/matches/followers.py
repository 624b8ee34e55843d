"""Members who follow matches of others and get direct messages about them."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from bot.domain.errors import LimitReached
from bot.domain.hours import tell_at
from bot.domain.matches import follower_repository as repository
from bot.domain.matches.events import MatchFinished, TurnPlayed
from bot.domain.matches.match import Match
from bot.domain.outbox.enqueue import enqueue_for_followers
from bot.domain.unit_of_work import Database, RowSource, UnitOfWork, retried

Follows: TypeAlias = Literal["turns", "highlights"]
"""What a follower gets: every turn, or only threats to win and the end."""

MOST_FOLLOWED = 25  # matches that a member may follow
MOST_FOLLOWERS = 50  # followers of a match


async def notify(work: UnitOfWork, match: Match, event: TurnPlayed | MatchFinished) -> None:
    """Enqueue an event for all followers who get such events, in their waking hours."""
    followers = await repository.followers_of(work, match.id)
    if any(follower.highlights for follower in followers) and not _is_highlight(match, event):
        followers = [follower for follower in followers if not follower.highlights]
    times = {follower.user: tell_at(follower.hours, work.now) for follower in followers}
    await enqueue_for_followers(work, event, times, scope=match.scope, match=match.id)


def _is_highlight(match: Match, event: TurnPlayed | MatchFinished) -> bool:
    """Whether an event is the end, or leaves a threat to win."""
    return isinstance(event, MatchFinished) or match.state.threatens_win


async def _follows(reader: RowSource, match: int, user: int) -> Follows | None:
    highlights = await repository.only_highlights(reader, match, user)
    if highlights is None:
        return None
    return "highlights" if highlights else "turns"


async def add(work: UnitOfWork, match: int, user: int, highlights: bool) -> None:
    """Let a member follow a match, whose row is locked, or change what they get.

    Raises LimitReached.
    """
    await work.lock_quotas(user)
    if await _follows(work, match, user):
        await repository.change(work, match, user, highlights)
        return
    if await repository.count(work, user=user) >= MOST_FOLLOWED:
        raise LimitReached(
            "you’ve reached the limit of {most} followed matches", most=MOST_FOLLOWED
        )
    if await repository.count(work, match=match) >= MOST_FOLLOWERS:
        raise LimitReached(
            "this match has reached the limit of {most} followers", most=MOST_FOLLOWERS
        )
    await repository.add(work, match, user, highlights)


class Following:
    """The part of the match service about followers."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def follows(self, match: int, user: int) -> Follows | None:
        """What a member gets of a match; None if they do not follow it."""
        return await _follows(self.database, match, user)

    async def followed(self, user: int) -> Sequence[int]:
        """The ids of the matches that a member follows."""
        return await repository.followed_by(self.database, user)

    @retried
    async def unfollow(self, match: int, user: int) -> None:
        """Stop following a match."""
        async with self.database.unit_of_work() as work:
            await repository.remove(work, match, user)
