"""Queries for matches give what a search through all rows gives, also where times are equal or
missing.
"""

import random
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
    now = clock.moment
    await started(domain)
    made = []
    for n in range(500):
        seats = rng.sample((ANN.id, BEN.id, CAT.id, COMPUTER), 2)
        over = rng.random() < 0.3
        row = {"id": n + 1, "number": n + n % 2, "channel": rng.choice((HERE.channel, HIDDEN))}
        row["scope"] = (
            rng.choice((HERE.scope, OTHER_SHARD, PRIVATE, REMOVED)) if n % 3 else HERE.scope
        )
        row |= {"seat0": seats[0], "seat1": seats[1], "mover": None if over else rng.choice(seats)}
        row |= {
            "level": 1 if COMPUTER in seats else None,
            "draw_offer": rng.choice((None, None, 0, 1)),
        }
        row |= {
            "status": "finished" if over else "running",
            "moved_at": now + timedelta(days=rng.randrange(-2, 6)),
        }
        times = {
            "finished_at": now - timedelta(minutes=n * 7 % 500),
            "due_at": now + timedelta(days=rng.randrange(-2, 6)) if n % 3 else None,
            "paused_at": None if n % 5 else now,
            "wake_at": now + timedelta(minutes=n * 7 % 500 - 400),
            "quiet_wake_at": now + timedelta(minutes=n * 11 % 500 - 400),
        }
        made.append(
            row
            | {
                name: time if (name == "finished_at") == over else None
                for name, time in times.items()
            }
        )
    async with domain.database.unit_of_work() as work:
        like = dict(
            (await work.connection.execute(matches.delete().returning(matches))).mappings().one()
        )
        for scope, guild, removed in (
            (OTHER_SHARD, True, None),
            (PRIVATE, False, None),
            (REMOVED, True, now),
        ):
            await work.connection.execute(
                scopes.insert(),
                {"id": scope, "guild": guild, "settings": {}, "removed_at": removed},
            )
        unlike = {(row["scope"], row["number"]): like | row for row in made}
        await work.connection.execute(matches.insert(), [*unlike.values()])
    return [*unlike.values()]


def ids(found: Iterable[Summary | Data]) -> list[int]:
    return [each["id"] if isinstance(each, dict) else each.id for each in found]


def running(rows: Iterable[Data], user: int | None = None) -> list[Data]:
    return [
        row for row in rows if not row["finished_at"] and user in (None, row["seat0"], row["seat1"])
    ]


def urgency(row: Data) -> tuple[object, ...]:
    return row["due_at"] is None, row["due_at"] or 0, row["moved_at"], row["id"]


async def test_matches_of_a_member_and_of_a_place(domain: Domain, rows: list[Data]) -> None:
    of = domain.matches.of
    page = {"limit": 9, "offset": 4}
    over = [row for row in rows if row["finished_at"] and BEN.id in (row["seat0"], row["seat1"])]
    over.sort(key=lambda row: row["finished_at"], reverse=True)
    for scope in (None, HERE.scope, PRIVATE):
        mine = [row for row in running(rows, BEN.id) if scope in (None, row["scope"])]
        mine.sort(key=lambda row: (row["mover"] != BEN.id, urgency(row)))
        assert ids(await of(BEN.id, scope=scope)) == ids(mine)[:25]
        assert ids(await of(BEN.id, scope=scope, **page)) == ids(mine)[4:13]
        ended = ids(row for row in over if scope in (None, row["scope"]))
        assert ids(await of(BEN.id, scope=scope, status="finished")) == ended[:25]
        assert list(await played_by(domain.database, BEN.id, scope)) == sorted(ids(mine))
        all_of_ben = len(over) + len(running(rows, BEN.id))
        assert await count_of(domain.database, BEN.id) == all_of_ben
    looks = Viewer(CAT.id, HERE, all_but_one)
    here = [row for row in running(rows) if row["scope"] == HERE.scope]
    shown = [
        row for row in here if row["channel"] != HIDDEN or CAT.id in (row["seat0"], row["seat1"])
    ]
    latest = ids(sorted(shown, key=lambda row: (row["moved_at"], row["id"]), reverse=True))
    assert ids(await domain.matches.running(looks)) == latest[:25]
    assert ids(await domain.matches.running(looks, **page)) == latest[4:13]
    bens = ids(
        sorted(running(shown, BEN.id), key=lambda row: (row["mover"] != BEN.id, urgency(row)))
    )
    assert ids(await domain.matches.running_of(looks, BEN.id)) == bens[:25]
    assert ids(await domain.matches.running_of(looks, BEN.id, **page)) == bens[4:13]


@pytest.mark.slow
@pytest.mark.mutants
async def test_running_matches_of_a_place_are_those_that_may_be_seen_there(
    domain: Domain, rows: list[Data]
) -> None:
    for n, (home0, home1, room0, room1) in enumerate(
        [
            (HERE.scope, OTHER_SHARD, HERE.channel, 1),
            (OTHER_SHARD, HERE.scope, 1, HIDDEN),
            (OTHER_SHARD, REMOVED, 1, 2),
        ]
    ):
        values = {"scope": WORLD, "home0": home0, "home1": home1, "room0": room0, "room1": room1}
        across = matches.update().values(number=matches.c.id, channel=0, **values)
        async with domain.database.unit_of_work() as work:
            if not n:
                await work.connection.execute(
                    scopes.insert(), {"id": WORLD, "guild": False, "settings": {}}
                )
            await work.connection.execute(across.where(matches.c.id % 11 == n))
    going = [await domain.matches.get(row["id"]) for row in running(rows)]
    for user, scope in ((CAT.id, HERE.scope), (ANN.id, OTHER_SHARD), (EVERYONE, HERE.scope)):
        looks = Viewer(user, Place(scope, HERE.channel), all_but_one)
        shown = {match.id for match in going if await match.seen_by(looks)}
        assert any(match.scope == WORLD for match in going if match.id in shown)
        assert set(ids(await domain.matches.running(looks, limit=500))) == shown
        bens = {
            match.id
            for match in going
            if BEN.id in match.seats and match.place_of(BEN.id).scope == scope
        }
        assert set(ids(await domain.matches.running_of(looks, BEN.id, limit=500))) == shown & bens


@pytest.mark.parametrize(
    "place", [HERE, Place(PRIVATE, HERE.channel, guild=False)], ids=["server", "private"]
)
async def test_matches_in_which_a_member_is_to_move(
    domain: Domain, rows: list[Data], place: Place
) -> None:
    waits = [
        row for row in running(rows, ANN.id) if row["mover"] == ANN.id and not row["paused_at"]
    ]
    named = [row["number"] for row in waits if row["scope"] == place.scope][-1]
    for number, most, barred in (
        (0, MOST, ()),
        (0, 3, ()),
        (0, MOST, (OTHER_SHARD,)),
        (named, 2, ()),
        (999, 2, ()),
    ):
        asks = Viewer(ANN.id, place, every_channel, barred)

        def order(row: Data, number: int = number) -> tuple[object, ...]:
            elsewhere = row["scope"] != place.scope
            return elsewhere or row["number"] != number, elsewhere, *urgency(row)

        read = [row for row in sorted(waits, key=order)[:most] if row["scope"] not in barred]
        read.sort(key=lambda row: (row["due_at"] is None, row["due_at"] or row["moved_at"]))
        here = [row for row in read if not place.guild or row["scope"] == place.scope]
        name = f"M{number}" if number else ""
        given = await matches_to_move(
            domain.matches, asks, name, **({"most": most} if most == 3 else {})
        )
        assert (ids(given.everywhere), ids(given.here)) == (ids(read), ids(here))
        match = given.named(name)
        assert (match and (match.number, match.scope)) == (
            (named, place.scope) if number == named else None
        )


async def test_matches_that_wait_for_the_computer_or_are_due(
    domain: Domain, clock: Clock, rows: list[Data]
) -> None:
    def by_turns(some: Iterable[Data]) -> list[tuple[int, int, bool, bool, bool]]:
        """One of each opponent before a second of any, the longest waiting first."""
        order = []
        turns = dict.fromkeys((ANN.id, BEN.id, CAT.id), 0)
        for row in sorted(some, key=lambda row: (row["moved_at"], row["id"])):
            turns[owner := row["seat0"] + row["seat1"]] += 1
            task = (
                owner,
                row["scope"] != PRIVATE,
                row["mover"] == COMPUTER,
                row["draw_offer"] is not None,
            )
            order.append((turns[owner], row["moved_at"], row["id"], *task))
        return [task[2:] for task in sorted(order)]

    active = [
        row
        for row in running(rows)
        if row["level"] and not row["paused_at"] and row["scope"] != REMOVED
    ]
    moving = by_turns(row for row in active if row["mover"] == COMPUTER)
    offers = by_turns(
        row for row in active if row["mover"] != COMPUTER and row["draw_offer"] is not None
    )
    tasks = await domain.matches.waiting_for_computer()
    assert [
        (task.match, task.owner, task.guild, task.moves, task.offer) for task in tasks
    ] == moving + offers
    for shards, count in (((0,), 1), ((0,), 2), ((1,), 2), ((0, 1), 2)):
        due: dict[int, None] = {}
        for wake in ("wake_at", "quiet_wake_at"):
            late = [
                row
                for row in rows
                if row[wake] and row[wake] <= clock.moment and row["scope"] != REMOVED
            ]
            late = [row for row in late if (count == 2 and row["scope"] == OTHER_SHARD) in shards]
            due |= dict.fromkeys(ids(sorted(late, key=lambda row: row[wake]))[:MOST_WOKEN])
        assert list(await domain.matches.due(shards, count)) == [*due][:MOST_WOKEN]
