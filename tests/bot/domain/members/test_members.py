"""Members: what they have set, who is told of it, and their vacations."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest

from bot.domain.domain import Domain
from bot.domain.errors import Refused
from bot.domain.members.service import Members
from bot.domain.members.settings import MemberSettings
from bot.domain.unit_of_work import Database, UnitOfWork
from tests.bot.conftest import ANN, BEN, Clock


class Clocks:
    """Stands for the matches: whose clocks were stopped until when, and when the vacation before was to end."""

    def __init__(self) -> None:
        self.stopped: list[tuple[int, datetime | None, datetime]] = []

    async def shift_for_vacation(self, work: UnitOfWork, user: int, old: datetime | None, until: datetime) -> None:
        self.stopped.append((user, old, until))


@pytest.fixture
def clocks() -> Clocks:
    return Clocks()


@pytest.fixture
def members(database: Database, clocks: Clocks) -> Members:
    return Members(database, clocks)


async def test_members_set_what_they_like(members: Members) -> None:
    assert await members.settings(ANN.id) == MemberSettings()
    changed = await members.change(ANN.id, notices="dm", flip=True, theme="slate")
    assert (changed.notices, changed.flip, changed.theme) == ("dm", True, "slate")
    assert await members.settings(ANN.id) == changed
    with pytest.raises(Refused, match="can’t be"):
        await members.change(ANN.id, flip=False, notices="pigeon")
    assert await members.settings(ANN.id) == changed
    assert await members.settings(BEN.id) == MemberSettings()


async def test_settings_are_those_of_the_last_change_whoever_reads_meanwhile(domain: Domain) -> None:
    members, themes = domain.members, ("slate", "paper", "wood", "contrast")
    for theme in themes:
        reads = (members.settings(ANN.id) for _ in range(8))
        await asyncio.gather(*reads, members.change(ANN.id, theme=theme), members.settings(ANN.id))
        assert (await members.settings(ANN.id)).theme == theme
    await asyncio.gather(domain.privacy.delete(ANN.id), *(members.settings(ANN.id) for _ in range(8)))
    assert await members.settings(ANN.id) == MemberSettings()


async def test_settings_are_those_that_are_stored_whenever_their_change_is_cancelled(
    members: Members, database: Database, clocks: Clocks
) -> None:
    for number in range(80):
        before = await members.settings(ANN.id)
        change = asyncio.create_task(members.change(ANN.id, flip=not before.flip))
        await asyncio.sleep(number / 10_000)
        change.cancel()
        await asyncio.wait({change})
        assert await members.settings(ANN.id) == await Members(database, clocks).settings(ANN.id)


async def test_settings_that_another_process_changes_are_seen(
    domain: Domain, opened: Callable[[], Awaitable[Domain]]
) -> None:
    other_process = await opened()
    if domain.database.store.sqlite:
        return  # no other process has the file
    assert (await domain.members.settings(ANN.id)).theme == ""
    await other_process.members.change(ANN.id, theme="slate")
    assert (await domain.members.settings(ANN.id)).theme == "slate"


async def test_a_vacation_stops_clocks_until_it_ends(members: Members, clocks: Clocks, clock: Clock) -> None:
    assert await members.vacation(ANN.id) == (None, 30)
    until = await members.take_vacation(ANN.id, 10)
    assert until == clock.moment + timedelta(days=10)
    assert await members.vacation(ANN.id) == (until, 20)
    assert await members.away([ANN.id, BEN.id]) == {ANN.id: until}
    clock.move(days=4)
    home = await members.take_vacation(ANN.id, 0)
    assert home == clock.moment
    assert clocks.stopped == [(ANN.id, None, until), (ANN.id, until, home)]
    assert await members.vacation(ANN.id) == (None, 26), "days that were not used are given back"
    assert await members.away([ANN.id]) == {}


async def test_nobody_is_away_longer_than_they_may(members: Members, clocks: Clocks, clock: Clock) -> None:
    await members.take_vacation(ANN.id, 28)
    clock.move(days=28)
    for days in (2.5, -1):
        with pytest.raises(Refused, match="you have 2 days of vacation left"):
            await members.take_vacation(ANN.id, days)
    await members.take_vacation(ANN.id, 2)
    assert len(clocks.stopped) == 2
    clock.move(days=365 - 28)
    assert await members.vacation(ANN.id) == (None, 30), "a year after the first day, day by day they come free"


async def test_the_turn_of_a_year_does_not_double_a_vacation(members: Members, clock: Clock) -> None:
    clock.moment = datetime(2026, 12, 31, 23, tzinfo=UTC)
    await members.take_vacation(ANN.id, 30)
    for days in (0.1, 2, 40, 330):
        clock.moment = datetime(2026, 12, 31, 23, tzinfo=UTC) + timedelta(days=days)
        with pytest.raises(Refused):
            await members.take_vacation(ANN.id, 30.5)
        assert (await members.vacation(ANN.id))[1] == 0
    clock.moment = datetime(2027, 12, 31, 22, tzinfo=UTC)
    assert (await members.vacation(ANN.id))[1] == 0
    clock.move(hours=1)
    assert (await members.vacation(ANN.id))[1] == 30


async def test_changed_settings_leave_a_vacation_as_it_is(members: Members) -> None:
    until = await members.take_vacation(ANN.id, 3)
    await members.change(ANN.id, flip=True)
    assert (await members.vacation(ANN.id))[0] == until
    assert (await members.settings(ANN.id)).flip
