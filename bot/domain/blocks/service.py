"""Blocks as features see them: made, listed and lifted by the member who wants to be left alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.domain.blocks import repository
from bot.domain.blocks.repository import Blocked
from bot.domain.errors import LimitReached, Refused
from bot.domain.unit_of_work import Database, retried
from bot.domain.values import COMPUTER, Person

MOST_BLOCKED = 100
"""Members that one member may have blocked."""


class Blocks:
    """Members who take no challenge, match or ping from certain others."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @retried
    async def block(self, user: int, other: Person) -> None:
        """Block another member, who gets no notice of it. Raises Refused, LimitReached."""
        if other.id == user:
            raise Refused("you can’t block yourself")
        if other.id <= COMPUTER:
            raise Refused("only people can be blocked")
        async with self._database.unit_of_work() as work:
            await work.lock_members(user, other.id)  # for the limit, and so that no challenge is made at this moment
            known = await repository.blocked_by(work.connection, user)
            if any(blocked.user == other.id for blocked in known):
                return
            if len(known) >= MOST_BLOCKED:
                raise LimitReached("you’ve reached the limit of {most} blocked members", most=MOST_BLOCKED)
            await repository.add(work, user, other)

    @retried
    async def lift(self, user: int, other: int) -> None:
        """Unblock a member; does nothing if they were not blocked."""
        async with self._database.unit_of_work() as work:
            await repository.lift(work.connection, user, other)

    async def between(self, user: int, others: Collection[int]) -> bool:
        """Whether a member has blocked any of the others, or one of them the member."""
        async with self._database.read() as connection:
            return await repository.blocks_between(connection, user, others)

    async def of(self, user: int) -> Sequence[Blocked]:
        """The members that ``user`` has blocked, the latest first; for ``user`` only."""
        async with self._database.read() as connection:
            return await repository.blocked_by(connection, user)
