"""Blocks as features see them: made, listed and lifted by the member who wants to be left alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from bot.domain.blocks import repository
from bot.domain.blocks.repository import Blocked
from bot.domain.errors import LimitReached, Refused
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from bot.domain.values import COMPUTER, Person

MOST_BLOCKED = 100
"""How many members somebody may have blocked."""


class BlockListener(Protocol):
    """Another part of the domain, told of a block within the unit of work that stores it."""

    async def blocked(self, work: UnitOfWork, user: int, other: int) -> None:
        """A member has blocked another one: what is open between the two comes to nothing, and nobody is told."""


class Blocks:
    """Who takes nothing from whom."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._listeners: list[BlockListener] = []

    def listen(self, listener: BlockListener) -> None:
        """Tell another part of the domain of new blocks."""
        self._listeners.append(listener)

    @retried
    async def block(self, user: int, other: Person) -> None:
        """Take nothing from another member any more. They are not told. Raises Refused, LimitReached."""
        if other.id == user:
            raise Refused("you can’t block yourself")
        if other.id <= COMPUTER:
            raise Refused("only people can be blocked")
        async with self._database.unit_of_work() as work:
            # One at a time, for the limit, and no challenge is made meanwhile.
            await work.lock_members(user, other.id)
            known = await repository.blocked_by(work.connection, user)
            if any(one.user == other.id for one in known):
                return
            if len(known) >= MOST_BLOCKED:
                raise LimitReached("you’ve reached the limit of {most} blocked members", most=MOST_BLOCKED)
            await repository.add(work, user, other)
            for listener in self._listeners:
                await listener.blocked(work, user, other.id)

    @retried
    async def lift(self, user: int, other: int) -> None:
        """Take things from a member again; nothing happens if they were not blocked."""
        async with self._database.unit_of_work() as work:
            await repository.lift(work.connection, user, other)

    async def apart(self, user: int, others: Collection[int]) -> bool:
        """Whether a member has blocked one of the others, or the other way round."""
        async with self._database.read() as connection:
            return bool(others) and await repository.blocks_between(connection, user, others)

    async def of(self, user: int) -> Sequence[Blocked]:
        """Whom a member has blocked, for that member alone; the latest first."""
        async with self._database.read() as connection:
            return await repository.blocked_by(connection, user)
