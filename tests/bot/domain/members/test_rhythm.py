"""What is learnt of when members move and how soon they answer."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.domain.domain import Domain
from bot.domain.members.rhythm import Rhythm
from bot.store import Unavailable
from tests.bot.conftest import ANN, BEN, CAT, Clock
from tests.bot.domain.matches.helpers import started

AT = datetime(2026, 3, 2, 23, 59, tzinfo=UTC)


def answered(*hours: float) -> Rhythm:
    """A member who took that long for their answers."""
    rhythm = Rhythm()
    for span in hours:
        rhythm = rhythm.moved(AT, timedelta(hours=span))
    return rhythm


def test_moves_are_counted_by_the_hour_and_halved_above_200() -> None:
    rhythm = Rhythm()
    for day, hour in ((0, 3), *((day, 23) for day in range(199))):
        for _ in range(3):  # in one hour, which is counted once
            moment = AT.replace(hour=hour) + timedelta(days=day)
            pause = timedelta(seconds=90.7)
            rhythm = rhythm.moved(moment, pause)
    assert {hour: count for hour, count in enumerate(rhythm.moves[:24]) if count} == {3: 1, 23: 199}
    assert rhythm.moves[24] == 199, "days"
    assert rhythm.answers == (90,) * 20, "the latest twenty, in seconds"
    rhythm = rhythm.moved(AT + timedelta(days=199), timedelta(0))
    assert {hour: count for hour, count in enumerate(rhythm.moves[:24]) if count} == {23: 100}
    assert rhythm.answers == (*[90] * 19, 0)
    assert Rhythm.read(list(rhythm.moves), list(rhythm.answers)) == rhythm
    assert Rhythm.read(None, None) == Rhythm.read([], []) == Rhythm()


@pytest.mark.parametrize(
    ("hours", "usual"),
    [
        ((1, 1, 1, 1), None),
        ((1, 1, 1, 1, 200), 1),
        ((1, 1, 1, 1.001, 200), 2),
        ((0.2, 0.2, 0.2, 24, 24), 24),
        ((5, 5, 5, 6, 6), 8),
        ((20, 3, 2, 2, 2, 2, 2, 2), 2),
        ((20, 20, 20, 2, 2, 2, 2, 2), 24),
        ((168,) * 5, 168),
        ((168.001,) * 5, None),
    ],
)
def test_the_usual_answer_time_covers_three_of_four_rounded_up(
    hours: tuple[float, ...], usual: int | None
) -> None:
    assert answered(*hours).usual() == (None if usual is None else timedelta(hours=usual))


async def test_turns_of_players_are_stored_once_and_of_nobody_else(
    domain: Domain, clock: Clock
) -> None:
    await started(domain)
    for user, hours in ((ANN.id, 1), (0, 1), (BEN.id, 2), (ANN.id, 3), (CAT.id, 1)):
        domain.members.turn_made(user, clock.moment, timedelta(hours=hours))
    for _ in range(2):
        await domain.members.store_turns()
    rhythms = [(await domain.members.get(user)).rhythm for user in (ANN.id, BEN.id, CAT.id, 0)]
    assert [rhythm.answers for rhythm in rhythms] == [(3600, 10800), (7200,), (), ()]
    assert [rhythm.moves[12] for rhythm in rhythms] == [1, 1, 0, 0], "once an hour"


async def test_turns_that_could_not_be_stored_are_stored_later_in_order(
    domain: Domain, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await started(domain)
    domain.members.turn_made(ANN.id, clock.moment, timedelta(seconds=1))

    async def fails(*args: object) -> None:
        domain.members.turn_made(ANN.id, clock.moment, timedelta(seconds=2))
        raise Unavailable(writing=True)

    with monkeypatch.context() as patch:
        patch.setattr("bot.domain.members.repository.store_turns", fails)
        with pytest.raises(Unavailable):
            await domain.members.store_turns()
    await domain.members.store_turns()
    assert (await domain.members.get(ANN.id)).rhythm.answers == (1, 2)


async def test_turns_of_a_member_who_deletes_their_data_are_dropped(
    domain: Domain, clock: Clock
) -> None:
    await started(domain)
    domain.members.turn_made(ANN.id, clock.moment, timedelta(hours=1))
    async with domain.database.unit_of_work() as work:
        assert await domain.members.forgotten(work, ANN.id) == 0
    await domain.members.store_turns()
    assert (await domain.members.get(ANN.id)).rhythm == Rhythm()
