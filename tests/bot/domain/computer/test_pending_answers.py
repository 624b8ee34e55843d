"""Pending answers: held by one process at a time, taken up when it is gone, and kept no longer than
needed.
"""

from bot.domain.computer.answer_repository import (
    EXPIRES_AFTER,
    LEASE,
    MOST_TRIES,
    PendingAnswer,
)
from bot.domain.computer.pending_answers import PendingAnswers
from bot.domain.unit_of_work import Database
from bot.domain.values import InteractionRef
from tests.bot.conftest import ANN, HERE, Clock


async def asked(pending: PendingAnswers, match: int = 1) -> PendingAnswer:
    """Ann asks for a hint."""
    return await pending.ask(
        "hint", ANN.id, {"match": match, "made": []}, HERE, "de", InteractionRef(7, "token", 8)
    )


async def test_an_answer_is_held_until_its_process_is_gone(
    database: Database, clock: Clock
) -> None:
    one = PendingAnswers(database)
    other = PendingAnswers(database)
    hint = await asked(one)
    second = await asked(one, 2)
    assert await other.take() == []
    clock.move(milliseconds=-1)  # it is set back
    assert await other.take() == [hint, second]
    clock.move(seconds=LEASE.total_seconds() - 1)
    await one.keep([hint.id])
    clock.move(seconds=LEASE.total_seconds() - 1)
    assert await other.take() == [second]
    await other.done(second.id)
    clock.move(seconds=2)
    assert await other.take(exclude=[hint.id]) == []
    assert await other.take() == [hint]
    assert await one.take() == []
    await other.put_back([hint.id])
    assert await one.take() == [hint]
    await one.done(hint.id)
    await one.put_back()
    assert await other.take() == []


async def test_an_answer_is_given_up_after_some_tries_and_after_a_day(
    database: Database, clock: Clock
) -> None:
    pending = PendingAnswers(database)
    await asked(pending)
    for _ in range(MOST_TRIES - 1):
        await pending.put_back()
        assert await pending.take()
    await pending.put_back()
    assert await pending.take() == []
    late = await asked(pending)
    clock.move(seconds=EXPIRES_AFTER.total_seconds(), milliseconds=-1)
    assert await pending.take() == [late]
    await pending.put_back()
    clock.move(milliseconds=1)
    assert await pending.take() == []
