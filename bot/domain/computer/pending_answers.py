"""Questions of members that the computer thinks about, stored until they are answered, so that they
outlive a restart.

A process leases a question while it works on it, and renews the lease. After a lease has run out
another process takes the question up.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace

from bot.domain.computer import answer_repository as repository
from bot.domain.computer.answer_repository import LEASE, PendingAnswer
from bot.domain.errors import LimitReached
from bot.domain.events import JSON
from bot.domain.unit_of_work import Service, retried
from bot.domain.values import InteractionRef, Place

MOST_PENDING = 3  # answers that a member may wait for at a time


def check_pending(count: int) -> None:
    """Raises LimitReached for a member who asks another question while waiting for this many
    answers.
    """
    if count >= MOST_PENDING:
        raise LimitReached(
            "you’re already waiting for {most} answers; wait for one of them", most=MOST_PENDING
        )


class PendingAnswers(Service):
    """The answers that members wait for."""

    @retried
    async def ask(
        self,
        kind: str,
        user: int,
        details: Mapping[str, JSON],
        place: Place,
        locale: str,
        interaction: InteractionRef,
    ) -> PendingAnswer:
        """Store a question, leased to the caller.

        Raises LimitReached, also for presses at the same time.
        """
        question = PendingAnswer(0, kind, user, details, place.channel, locale, interaction)
        async with self._database.unit_of_work() as work:
            await work.lock_quotas(user)
            check_pending(await repository.count(work, user))
            key = await repository.add(work, place.scope, question)
            return replace(question, id=key)

    @retried
    async def take(self, exclude: Collection[int] = ()) -> list[PendingAnswer]:
        """Lease the answers whose lease has run out, except these ids, oldest first; delete those
        tried too often.
        """
        now = self._database.now()
        if not await self._database.has(repository.free_query(now, exclude)):
            return []
        async with self._database.unit_of_work() as work:
            await repository.delete_hopeless(work, now, exclude)
            return await repository.lease_free(work, now, exclude)

    async def keep(self, ids: Collection[int]) -> None:
        """Renew the lease of answers."""
        await self._database.run(repository.lease(ids, self._database.now() + LEASE))

    async def put_back(self, ids: Collection[int] | None = None) -> None:
        """End the lease of answers; None: of all, allowed only to a process that has the database
        to itself.
        """
        await self._database.run(repository.lease(ids, self._database.now()))

    async def done(self, answer: int) -> None:
        """Delete an answer that was given, or cannot be."""
        await self._database.run(repository.delete(answer))
