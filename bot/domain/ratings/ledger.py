"""The ledger of rated matches: what each changed in two ratings, in the order in which a player's
matches ended.
"""

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TypeAlias

from bot.domain.matches.match import Match
from bot.domain.ratings.glicko import START, Strength, idle, periods, rate_match
from bot.domain.ratings.ledger_repository import LedgerRepository, RatingChange
from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import COMPUTER, NOBODY

TICK = timedelta(milliseconds=1)
"""The shortest time between two matches of a player in the ledger; moments are stored in
milliseconds.
"""
Latest: TypeAlias = dict[int, RatingChange | None]
"""The latest change of players, by user id; None before their first match."""


class Ledger:
    """The ratings of a game in a scope, locked in a transaction."""

    def __init__(self, rows: LedgerRepository) -> None:
        self._rows = rows

    @classmethod
    async def locked(cls, work: UnitOfWork, scope: int, game: str) -> "Ledger":
        """The ledger, which no other transaction changes until this one is over."""
        await work.lock_ratings(scope, game)
        return cls(LedgerRepository(work.connection, scope, game))

    async def enter(self, match: Match, head_start: int = 0) -> None:
        """Rate a finished match of two people.

        :param head_start: what the second side had ahead, in rating points
        """
        latest_changes = {user: await self._rows.latest(user) for user in match.seats}
        pair = _unrated_changes(match, latest_changes, head_start)
        strengths = [_strength(latest_changes[change.user], change.ended_at) for change in pair]
        changes = _rated(pair, strengths)
        await self._rows.add_changes(changes)
        for change in changes:
            if latest_changes[change.user] is None:
                await self._rows.add_rating(change)
            else:
                await self._rows.count_result(change, 1)
                await self._rows.store_rating(change)

    async def undo(self, match: int) -> None:
        """Take a match out and rate those after it again: the ratings are as if it had not been
        played.
        """
        changes = await self._rows.of_match(match)
        if not changes:
            return
        await self._rows.delete_match(match)
        of_members = [change for change in changes if change.user != NOBODY]
        latest_changes: Latest = {}
        for change in of_members:
            latest_changes[change.user] = await self._rows.latest(
                change.user, end_time=change.ended_at
            )
        later_changes = await self._rows.after(changes[0].ended_at)
        rated_again = await asyncio.to_thread(_rated_again, later_changes, latest_changes)
        different_changes = [
            new for old, new in zip(later_changes, rated_again, strict=True) if new != old
        ]
        await self._rows.store_changes(different_changes)
        for change in of_members:
            await self._rows.count_result(change, -1)
        for user, last_change in latest_changes.items():
            if last_change is None:
                await self._rows.delete_rating(user)
            else:
                await self._rows.store_rating(last_change)

    async def reset(self, user: int) -> bool:
        """Forget a member's results, as if they had played none; opponents keep their points.

        False: had no rating.
        """
        await self._rows.make_nobodys(user)
        return await self._rows.delete_rating(user)


def _unrated_changes(match: Match, latest_changes: Latest, head_start: int) -> list[RatingChange]:
    """The changes of both players of a finished match, before they are rated."""
    assert match.finished is not None
    moment = match.finished
    for change in latest_changes.values():
        if change is not None:
            # A clock that was set back must not change the order of a player's matches.
            moment = max(moment, change.ended_at + TICK)
    first_score = 0.5 if match.winner is None else 1.0 - match.winner
    changes = list[RatingChange]()
    for seat, score in enumerate((first_score, 1.0 - first_score)):
        change = RatingChange(
            match=match.id,
            seat=seat,
            user=match.seats[seat],
            name=match.names[seat],
            ended_at=moment,
            score=score,
            head_start=head_start,
        )
        changes.append(change)
    return changes


def _rated(pair: Sequence[RatingChange], strengths: Sequence[Strength]) -> list[RatingChange]:
    """Both changes of a match, by seat, given the strengths before it."""
    first, second = strengths
    new_strengths = rate_match(first, second, pair[0].score, pair[0].head_start)
    changes = list[RatingChange]()
    for change, old, new in zip(pair, strengths, new_strengths, strict=True):
        changes.append(change._replace(strength_before=old, strength_after=new))
    return changes


def _rated_again(
    later_changes: Sequence[RatingChange], latest_changes: Latest
) -> list[RatingChange]:
    """Changes rated again from other strengths.

    Matches in which nobody plays whose strength is different stay as they are.

    :param latest_changes: the last change of each player whose strength is different now; is
        brought up to date
    """
    changes = list[RatingChange]()
    for pair in zip(later_changes[::2], later_changes[1::2], strict=True):
        new_pair: Sequence[RatingChange] = pair
        if any(change.user in latest_changes for change in pair):
            new_pair = _rated(pair, [_strength_now(change, latest_changes) for change in pair])
            latest_changes.update(
                (change.user, change) for change in new_pair if change.user != NOBODY
            )
        changes += new_pair
    return changes


def _strength_now(change: RatingChange, latest_changes: Latest) -> Strength:
    """The strength of a player before a change, as it is by their latest change now."""
    if change.user in latest_changes:
        return _strength(latest_changes[change.user], change.ended_at)
    return change.strength_before


def _strength(latest_change: RatingChange | None, moment: datetime) -> Strength:
    """A player's strength at a moment after their latest change; None: before their first match."""
    if latest_change is None:
        return START
    return idle(latest_change.strength_after, periods(latest_change.ended_at, moment))


def rated_between_people(match: Match) -> bool:
    """Whether a match counts for ratings: rated, with a result, and between two people."""
    between_people = not {COMPUTER, NOBODY} & set(match.seats)
    return match.rated and match.status == "finished" and between_people
