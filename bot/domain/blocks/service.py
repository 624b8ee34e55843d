"""Blocks: made, listed and lifted by the member who wants to be left alone, and checked where two
members meet.
"""

from collections.abc import Collection, Sequence

from bot.domain.blocks import repository
from bot.domain.blocks.repository import Blocked
from bot.domain.errors import LimitReached, Refused
from bot.domain.unit_of_work import Service, UnitOfWork, retried
from bot.domain.values import COMPUTER, Person, named

MOST_BLOCKED = 100  # members that one member may have blocked


class Blocks(Service):
    """Members who take no challenge, match or ping from certain others."""

    @retried
    async def block(self, user: int, other: Person) -> None:
        """Block a member without a notice; challenges between the two expire.

        Raises Refused, LimitReached.
        """
        if other.id == user:
            raise Refused("you can’t block yourself")
        if other.id <= COMPUTER:
            raise Refused("only people can be blocked")
        async with self._database.unit_of_work() as work:
            # for the limit, and so that no challenge is made at this moment
            await work.lock_quotas(user, other.id)
            await repository.recognise(work.connection, other.id)
            blocks = await repository.blocked_by(work.connection, user)
            if any(item.user == other.id for item in blocks):
                return
            if len(blocks) >= MOST_BLOCKED:
                raise LimitReached(
                    "you’ve reached the limit of {most} blocked members", most=MOST_BLOCKED
                )
            await repository.add(work, user, other)
            await repository.expire_challenges(work, user, other.id)

    async def lift(self, user: int, other: int) -> None:
        """Unblock a member; does nothing if they were not blocked."""
        await self._database.run(repository.delete(user, other))

    async def between(self, user: int, others: Collection[int]) -> bool:
        """Whether a member has blocked any of the others, or one of them the member."""
        async with self._database.read() as connection:
            return await repository.blocks_between(connection, user, others)

    async def forgotten(self, work: UnitOfWork, user: int) -> int:
        """Put a keyed hash in place of a user in the blocks of others, which hold if the user comes
        back.
        """
        if await repository.is_blocked(work.connection, user):
            await repository.recognise(work.connection, user)
            await repository.hash_out(work.connection, user)
        return 0

    async def of(self, user: int) -> Sequence[Blocked]:
        """The members that ``user`` has blocked, the latest first; for ``user`` only."""
        async with self._database.read() as connection:
            return await repository.blocked_by(connection, user)


async def require_none(work: UnitOfWork, who: Person, other: Person, refusal: Refused) -> None:
    """Raises Refused where one of two members has blocked the other.

    :param refusal: the refusal where ``other`` has blocked ``who``; it has other reasons, too
    """
    if COMPUTER in (who.id, other.id):
        return
    if await repository.has_blocked(work.connection, other.id, who.id):
        raise refusal
    if await repository.has_blocked(work.connection, who.id, other.id):
        raise Refused(
            "you’ve blocked {other}; unblock them in /settings first", other=named(other.name)
        )
