"""Queries for matches give what a search through all rows gives, also where times are equal or
missing.
"""

import random
from collections import Counter
from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import Any

import pytest

from bot.domain.domain import Domain
from bot.domain.matches.lists.repository import MOST_WOKEN
from bot.domain.matches.lists.summary import Summary
from bot.domain.matches.repository import count_of, played_by
from bot.domain.matches.waiting.to_move import MOST, matches_to_move
from bot.domain.values import COMPUTER, EVERYONE, WORLD, Place, Viewer, every_channel
from bot.store.tables import matches, scopes
from tests.bot.conftest import ANN, BEN, CAT, HERE, Clock
from tests.bot.domain.matches.helpers import started

OTHER_SHARD = 1 << 22
PRIVATE = 5555
REMOVED = 78
HIDDEN = 902
"""A channel of each place that ``all_but_one`` may not view."""

Data = dict[str, Any]


async def all_but_one(scope: int, channels: Collection[int]) -> Collection[int]:
    return set(channels) - {HIDDEN}


@pytest.fixture
async def rows(domain: Domain, clock: Clock) -> list[Data]:
    """Matches in four places: running, paused and over, of members and of the computer, many with
    equal times.
    """
    rng = random.Random(5)
    await started(domain)
    drawn = [drawn_row(rng, number, clock) for number in range(500)]
    places = [
        {"id": OTHER_SHARD, "guild": True, "settings": {}, "removed_at": None},
        {"id": PRIVATE, "guild": False, "settings": {}, "removed_at": None},
        {"id": REMOVED, "guild": True, "settings": {}, "removed_at": clock.moment},
    ]
    async with domain.database.unit_of_work() as work:
        deleted = await work.connection.execute(matches.delete().returning(matches))
        usual = dict(deleted.mappings().one())
        await work.connection.execute(scopes.insert(), places)
        unlike = {(row["scope"], row["number"]): usual | row for row in drawn}
        await work.connection.execute(matches.insert(), [*unlike.values()])
    return [*unlike.values()]


def drawn_row(rng: random.Random, n: int, clock: Clock) -> Data:
    """What is unusual in the ``n``-th of these matches."""
    now = clock.moment
    seats = rng.sample((ANN.id, BEN.id, CAT.id, COMPUTER), 2)
    over = rng.random() < 0.3
    channel = rng.choice((HERE.channel, HIDDEN))
    scope = HERE.scope
    if n % 3:
        scope = rng.choice((HERE.scope, OTHER_SHARD, PRIVATE, REMOVED))
    row: Data = {
        "id": n + 1,
        "number": n + n % 2,
        "channel": channel,
        "scope": scope,
        "seat0": seats[0],
        "seat1": seats[1],
        "mover": None if over else rng.choice(seats),
        "level": 1 if COMPUTER in seats else None,
        "draw_offer": rng.choice((None, None, 0, 1)),
        "status": "finished" if over else "running",
        "moved_at": now + timedelta(days=rng.randrange(-2, 6)),
        "finished_at": None,
        "due_at": None,
        "paused_at": None,
        "wake_at": None,
        "quiet_wake_at": None,
    }
    days = rng.randrange(-2, 6) if n % 3 else None
    if over:
        row["finished_at"] = now - timedelta(minutes=n * 7 % 500)
        return row
    if days is not None:
        row["due_at"] = now + timedelta(days=days)
    if n % 5 == 0:
        row["paused_at"] = now
    row["wake_at"] = now + timedelta(minutes=n * 7 % 500 - 400)
    row["quiet_wake_at"] = now + timedelta(minutes=n * 11 % 500 - 400)
    return row


def ids(listed: Iterable[Summary | Data]) -> list[int]:
    return [item["id"] if isinstance(item, dict) else item.id for item in listed]


def plays(row: Data, user: int) -> bool:
    return user in (row["seat0"], row["seat1"])


def running(rows: Iterable[Data], user: int | None = None) -> list[Data]:
    return [row for row in rows if not row["finished_at"] and (user is None or plays(row, user))]


def urgency(row: Data) -> tuple[object, ...]:
    return row["due_at"] is None, row["due_at"] or 0, row["moved_at"], row["id"]


def for_ben(row: Data) -> tuple[object, ...]:
    """The order in which Ben sees his matches."""
    return row["mover"] != BEN.id, urgency(row)


PAGE = {"limit": 9, "offset": 4}


async def test_matches_of_a_member_and_of_a_place(domain: Domain, rows: list[Data]) -> None:
    of = domain.matches.of
    over = [row for row in rows if row["finished_at"] and plays(row, BEN.id)]
    over.sort(key=lambda row: row["finished_at"], reverse=True)
    for scope in (None, HERE.scope, PRIVATE):
        mine = [row for row in running(rows, BEN.id) if scope in (None, row["scope"])]
        mine.sort(key=for_ben)
        assert ids(await of(BEN.id, scope=scope)) == ids(mine)[:25]
        assert ids(await of(BEN.id, scope=scope, **PAGE)) == ids(mine)[4:13]
        ended = ids(row for row in over if scope in (None, row["scope"]))
        assert ids(await of(BEN.id, scope=scope, status="finished")) == ended[:25]
        assert list(await played_by(domain.database, BEN.id, scope)) == sorted(ids(mine))
    assert await count_of(domain.database, BEN.id) == len(over) + len(running(rows, BEN.id))


async def test_matches_of_a_place_that_somebody_else_may_see(
    domain: Domain, rows: list[Data]
) -> None:
    viewer = Viewer(CAT.id, HERE, all_but_one)
    here = [row for row in running(rows) if row["scope"] == HERE.scope]
    visible = [row for row in here if row["channel"] != HIDDEN or plays(row, CAT.id)]
    latest = sorted(visible, key=lambda row: (row["moved_at"], row["id"]), reverse=True)
    assert ids(await domain.matches.running(viewer)) == ids(latest)[:25]
    assert ids(await domain.matches.running(viewer, **PAGE)) == ids(latest)[4:13]
    bens = sorted(running(visible, BEN.id), key=for_ben)
    assert ids(await domain.matches.running_of(viewer, BEN.id)) == ids(bens)[:25]
    assert ids(await domain.matches.running_of(viewer, BEN.id, **PAGE)) == ids(bens)[4:13]


ACROSS = [
    {"home0": HERE.scope, "home1": OTHER_SHARD, "room0": HERE.channel, "room1": 1},
    {"home0": OTHER_SHARD, "home1": HERE.scope, "room0": 1, "room1": HIDDEN},
    {"home0": OTHER_SHARD, "home1": REMOVED, "room0": 1, "room1": 2},
]
"""Where players across servers play."""


async def move_some_across_servers(domain: Domain) -> None:
    world = {"id": WORLD, "guild": False, "settings": {}}
    across = matches.update().values(number=matches.c.id, channel=0, scope=WORLD)
    async with domain.database.unit_of_work() as work:
        await work.connection.execute(scopes.insert(), world)
        for n, places in enumerate(ACROSS):
            some = across.where(matches.c.id % 11 == n)
            await work.connection.execute(some.values(**places))


@pytest.mark.slow
@pytest.mark.mutants
async def test_running_matches_of_a_place_are_those_that_may_be_seen_there(
    domain: Domain, rows: list[Data]
) -> None:
    await move_some_across_servers(domain)
    every = [await domain.matches.get(row["id"]) for row in running(rows)]
    for user, scope in ((CAT.id, HERE.scope), (ANN.id, OTHER_SHARD), (EVERYONE, HERE.scope)):
        viewer = Viewer(user, Place(scope, HERE.channel), all_but_one)
        visible = [match for match in every if await match.seen_by(viewer)]
        assert any(match.scope == WORLD for match in visible)
        listed = await domain.matches.running(viewer, limit=500)
        assert set(ids(listed)) == {match.id for match in visible}
        bens = [match for match in visible if BEN.id in match.seats]
        here = {match.id for match in bens if match.place_of(BEN.id).scope == scope}
        assert set(ids(await domain.matches.running_of(viewer, BEN.id, limit=500))) == here


@pytest.mark.parametrize(
    "place", [HERE, Place(PRIVATE, HERE.channel, guild=False)], ids=["server", "private"]
)
async def test_matches_in_which_a_member_is_to_move(
    domain: Domain, rows: list[Data], place: Place
) -> None:
    waiting = [
        row for row in running(rows, ANN.id) if row["mover"] == ANN.id and not row["paused_at"]
    ]
    named = [row["number"] for row in waiting if row["scope"] == place.scope][-1]
    for number, most, barred in (
        (0, MOST, ()),
        (0, 3, ()),
        (0, MOST, (OTHER_SHARD,)),
        (named, 2, ()),
        (999, 2, ()),
    ):
        viewer = Viewer(ANN.id, place, every_channel, barred)

        def order(row: Data, number: int = number) -> tuple[object, ...]:
            elsewhere = row["scope"] != place.scope
            return elsewhere or row["number"] != number, elsewhere, *urgency(row)

        first = sorted(waiting, key=order)[:most]
        everywhere = [row for row in first if row["scope"] not in barred]
        everywhere.sort(key=lambda row: (row["due_at"] is None, row["due_at"] or row["moved_at"]))
        here = [row for row in everywhere if not place.guild or row["scope"] == place.scope]
        name = f"M{number}" if number else ""
        limit = most if most == 3 else None
        listed = await matches_to_move(domain.matches, viewer, name, most=limit)
        assert ids(listed.everywhere) == ids(everywhere)
        assert ids(listed.local) == ids(here)
        match = listed.named(name)
        if number != named:
            assert match is None
        else:
            assert match is not None
            assert (match.number, match.scope) == (named, place.scope)


Task = tuple[int, int, bool, bool, bool]
"""A match, its member, and whether it is in a server, the computer moves, a draw is offered."""


def by_turns(rows: Iterable[Data]) -> list[Task]:
    """One of each opponent before a second of any, the longest waiting first."""
    numbered = []
    count = Counter[int]()
    for row in sorted(rows, key=lambda row: (row["moved_at"], row["id"])):
        owner = row["seat0"] + row["seat1"]
        count[owner] += 1
        guild = row["scope"] != PRIVATE
        offered = row["draw_offer"] is not None
        task = (row["id"], owner, guild, row["mover"] == COMPUTER, offered)
        numbered.append((count[owner], row["moved_at"], task))
    return [task for _, _, task in sorted(numbered)]


async def test_matches_that_wait_for_the_computer(domain: Domain, rows: list[Data]) -> None:
    active = [
        row
        for row in running(rows)
        if row["level"] and not row["paused_at"] and row["scope"] != REMOVED
    ]
    moving = [row for row in active if row["mover"] == COMPUTER]
    offered = [row for row in active if row["mover"] != COMPUTER and row["draw_offer"] is not None]
    tasks = await domain.matches.waiting_for_computer()
    assert [
        (task.match, task.owner, task.guild, task.moves, task.offer) for task in tasks
    ] == by_turns(moving) + by_turns(offered)


async def test_matches_that_are_due(domain: Domain, clock: Clock, rows: list[Data]) -> None:
    present = [row for row in rows if row["scope"] != REMOVED]
    for shards, count in (((0,), 1), ((0,), 2), ((1,), 2), ((0, 1), 2)):
        own = [row for row in present if (count == 2 and row["scope"] == OTHER_SHARD) in shards]
        due: dict[int, None] = {}
        for wake in ("wake_at", "quiet_wake_at"):
            late = [row for row in own if row[wake] and row[wake] <= clock.moment]
            late.sort(key=lambda row: row[wake])
            due |= dict.fromkeys(ids(late)[:MOST_WOKEN])
        assert list(await domain.matches.due(shards, count)) == [*due][:MOST_WOKEN]
