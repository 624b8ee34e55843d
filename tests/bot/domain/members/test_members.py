"""Members: what they have set, their vacations, how they are told, and which posts make no
sound.
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest

from bot.domain.challenges.events import ChallengeMade
from bot.domain.domain import Domain
from bot.domain.errors import Refused
from bot.domain.events import DomainEvent, Notice
from bot.domain.matches.events import TurnPlayed
from bot.domain.members import repository
from bot.domain.members.service import Members
from bot.domain.members.settings import MemberSettings
from tests.bot.conftest import ANN, BEN, CAT, Clock, sqlite_only
from tests.bot.domain.matches.helpers import started

START = datetime(2026, 3, 2, tzinfo=UTC)


@pytest.fixture
def members(domain: Domain) -> Members:
    return domain.members


async def test_members_set_what_they_like(members: Members) -> None:
    assert await members.settings(ANN.id) == MemberSettings()
    settings = await members.change(ANN.id, notices="dm", flip=True, theme="slate")
    assert (settings.notices, settings.flip, settings.theme) == ("dm", True, "slate")
    assert await members.settings(ANN.id) == settings
    with pytest.raises(Refused, match="can’t be"):
        await members.change(ANN.id, flip=False, notices="pigeon")
    assert await members.settings(ANN.id) == settings
    assert await members.settings(BEN.id) == MemberSettings()


@sqlite_only  # where other processes may change them, they are not cached
async def test_settings_are_cached_for_a_limited_number_of_members(
    domain: Domain, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.domain.members.service.CACHE_SIZE", 2)
    for user in (1, 2, 3):
        await domain.members.change(user, theme=f"theme{user}")
    queries = []
    fetch = domain.database.store.fetch

    async def noted(query: object, values: dict[str, int]) -> object:
        queries.append(values["user"])
        return await fetch(query, values)  # type: ignore[arg-type]

    monkeypatch.setattr(domain.database.store, "fetch", noted)
    for user in (1, 2, 1, 3, 1, 3, 2, 3):
        assert (await domain.members.settings(user)).theme == f"theme{user}"
    assert queries == [1, 2, 3, 2], "the one that was not asked for the longest is dropped"


async def test_settings_are_those_of_the_last_change_whoever_reads_meanwhile(
    domain: Domain,
) -> None:
    members = domain.members
    themes = ("slate", "paper", "wood", "contrast")
    for theme in themes:
        reads = (members.settings(ANN.id) for _ in range(8))
        await asyncio.gather(*reads, members.change(ANN.id, theme=theme), members.settings(ANN.id))
        assert (await members.settings(ANN.id)).theme == theme
    reads = [members.settings(ANN.id) for _ in range(8)]
    await asyncio.gather(domain.privacy.delete(ANN.id), *reads)
    assert await members.settings(ANN.id) == MemberSettings()


async def test_settings_are_those_that_are_stored_whenever_their_change_is_cancelled(
    members: Members,
) -> None:
    for number in range(0, 80, 3):
        settings = await members.settings(ANN.id)
        change = asyncio.create_task(members.change(ANN.id, flip=not settings.flip))
        await asyncio.sleep(number / 10_000)
        change.cancel()
        await asyncio.wait({change})
        assert await members.settings(ANN.id) == (await members.get(ANN.id)).settings


async def test_settings_that_another_process_changes_are_seen(
    domain: Domain, open_domain: Callable[[], Awaitable[Domain]]
) -> None:
    other_process = await open_domain()
    if domain.database.store.sqlite:
        return  # no other process has the file
    assert (await domain.members.settings(ANN.id)).theme == ""
    await other_process.members.change(ANN.id, theme="slate")
    assert (await domain.members.settings(ANN.id)).theme == "slate"


async def test_a_vacation_stops_clocks_until_it_ends(domain: Domain, clock: Clock) -> None:
    members = domain.members
    due = (await started(domain, clock="1d")).due
    assert await members.vacation(ANN.id) == (None, 30)
    end = await members.take_vacation(ANN.id, 10)
    assert end == clock.moment + timedelta(days=10)
    assert await members.vacation(ANN.id) == (end, 20)
    assert (await domain.matches.get(1)).due == due + timedelta(days=10)
    clock.move(days=4)
    assert await members.take_vacation(ANN.id, 0) == clock.moment
    assert await members.vacation(ANN.id) == (None, 26), "days that were not used are given back"
    assert (await domain.matches.get(1)).due == due + timedelta(days=4)


async def test_a_vacation_may_be_made_longer_or_shorter_while_it_lasts(
    members: Members, clock: Clock
) -> None:
    await members.take_vacation(ANN.id, 10)
    clock.move(days=4)
    longer = await members.take_vacation(ANN.id, 26)
    assert await members.vacation(ANN.id) == (longer, 0)
    clock.move(days=26)
    assert (await members.vacation(ANN.id))[0] is None
    with pytest.raises(Refused, match=r"^you have 0 days of vacation left$"):
        await members.take_vacation(ANN.id, 0.1)


async def test_nobody_is_away_longer_than_they_may(members: Members, clock: Clock) -> None:
    await members.take_vacation(ANN.id, 28)
    clock.move(days=28)
    for days in (2.5, -1):
        with pytest.raises(Refused, match=r"^you have 2 days of vacation left$"):
            await members.take_vacation(ANN.id, days)
    await members.take_vacation(ANN.id, 2)
    clock.move(days=365 - 28)
    assert await members.vacation(ANN.id) == (None, 30), (
        "a year after the first day, day by day they come free"
    )


async def test_of_several_members_those_who_are_on_vacation_are_known(
    domain: Domain, clock: Clock
) -> None:
    ends = {}
    for who, days in ((ANN, 1), (BEN, 2), (CAT, 3)):
        ends[who.id] = await domain.members.take_vacation(who.id, days)
    for days_later, absent_members in ((0, {ANN.id, BEN.id}), (1, {BEN.id}), (2, set())):
        async with domain.database.read() as connection:
            moment = START + timedelta(hours=12, days=days_later)
            absent = await repository.away(connection, [ANN.id, BEN.id, 4711], moment)
        assert absent == {user: ends[user] for user in absent_members}


async def test_changed_settings_leave_a_vacation_as_it_is(members: Members) -> None:
    end = await members.take_vacation(ANN.id, 3)
    await members.change(ANN.id, flip=True)
    assert (await members.vacation(ANN.id))[0] == end
    assert (await members.settings(ANN.id)).flip


def notice(
    event: DomainEvent, *, ping: int | None = None, dm: int | None = None, followed: bool = False
) -> Notice[DomainEvent]:
    """A notice that pings a member in a channel, or is sent to one."""
    place = {
        "scope": 900,
        "channel": None if dm else 901,
        "match": 1,
        "challenge": None,
        "interaction": None,
    }
    return Notice(
        id=1,
        event=event,
        dm=dm,
        ping=ping,
        created_at=START,
        attempts=1,
        followed=followed,
        **place,
    )  # type: ignore[arg-type]


async def test_a_post_makes_no_sound_while_a_member_it_pings_sleeps(members: Members) -> None:
    await members.change(ANN.id, hours="13-20")
    await members.change(BEN.id, hours="8-12:01")
    assert [await members.asleep(who.id) for who in (ANN, BEN, CAT)] == [True, False, False]
    event = ChallengeMade()
    turn = TurnPlayed(version=1, start=0, end=1)
    assert turn.calls_to_move
    for sleeper, silent in ((ANN.id, True), (BEN.id, False), (CAT.id, False), (None, False)):
        assert await members.silent(notice(event, ping=sleeper)) is silent
    assert await members.silent(notice(event, dm=ANN.id))
    assert not await members.silent(notice(event, ping=BEN.id, dm=ANN.id))
    assert not await members.silent(notice(turn, ping=ANN.id)), (
        "a member who is to move hears it at once"
    )
    assert await members.silent(notice(turn, ping=ANN.id, followed=True))


async def test_a_member_who_wants_to_confirm_is_asked_to(domain: Domain) -> None:
    await domain.members.change(ANN.id, confirm=True)
    match = await started(domain)
    result = await domain.matches.play(match.id, ANN.id, "e4-d6")
    assert (result.complete, result.match.draft.complete) == (False, True)
    assert (await domain.matches.confirm(match.id, ANN.id)).complete
