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
from bot.domain.matches.match import Match
from bot.domain.matches.repository import count_of, played_by
from bot.domain.matches.waiting.to_move import MOST, MatchesToMove, matches_to_move
from bot.domain.values import COMPUTER, EVERYONE, WORLD, Place, Viewer, every_channel
from bot.store.tables import matches, scopes
from tests.bot.conftest import ANN, BEN, CAT, HERE, Clock, viewer
from tests.bot.domain.matches.helpers import started

OTHER_SHARD = 1 << 22
PRIVATE = 5555
REMOVED = 78
HIDDEN = 902
"""A channel of each place that ``all_but_one`` may not view."""

Data = dict[str, Any]


async def all_but_one(scope: int, channels: Collection[int]) -> Collection[int]:
    return set(channels) - {HIDDEN}


async def no_channel(scope: int, channels: Collection[int]) -> Collection[int]:
    return ()


@pytest.fixture
async def rows(domain: Domain, clock: Clock) -> list[Data]:
    """Matches in four places: running, paused and over, of members and of the computer, many with
    equal times.
    """
    rng = random.Random(5)
    await started(domain)
    places = [
        {"id": OTHER_SHARD, "guild": True, "settings": {}, "removed_at": None},
        {"id": PRIVATE, "guild": False, "settings": {}, "removed_at": None},
        {"id": REMOVED, "guild": True, "settings": {}, "removed_at": clock.moment},
    ]
    async with domain.database.unit_of_work() as work:
        deletion = await work.connection.execute(matches.delete().returning(matches))
        usual = dict(deletion.mappings().one())
        by_name: dict[tuple[int, int], Data] = {}
        for number in range(500):
            row = usual | random_values(rng, number, clock)
            by_name[row["scope"], row["number"]] = row
        rows = list(by_name.values())
        await work.connection.execute(scopes.insert(), places)
        await work.connection.execute(matches.insert(), rows)
    return rows


def random_values(rng: random.Random, n: int, clock: Clock) -> Data:
    """Random values of what differs in the ``n``-th of these matches."""
    now = clock.moment
    seats = rng.sample((ANN.id, BEN.id, CAT.id, COMPUTER), 2)
    is_finished = rng.random() < 0.3
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
        "mover": None if is_finished else rng.choice(seats),
        "level": 1 if COMPUTER in seats else None,
        "draw_offer": rng.choice((None, None, 0, 1)),
        "status": "finished" if is_finished else "running",
        "moved_at": now + timedelta(days=rng.randrange(-2, 6)),
        "finished_at": None,
        "due_at": None,
        "paused_at": None,
        "wake_at": None,
        "quiet_wake_at": None,
    }
    days = rng.randrange(-2, 6) if n % 3 else None
    if is_finished:
        age = timedelta(minutes=n * 7 % 500)
        row["finished_at"] = now - age
        return row
    if days is not None:
        row["due_at"] = now + timedelta(days=days)
    if n % 5 == 0:
        row["paused_at"] = now
    until_wake = timedelta(minutes=n * 7 % 500 - 400)
    row["wake_at"] = now + until_wake
    until_quiet_wake = timedelta(minutes=n * 11 % 500 - 400)
    row["quiet_wake_at"] = now + until_quiet_wake
    return row


def ids(rows: Iterable[Data]) -> list[int]:
    """The ids of rows."""
    return [row["id"] for row in rows]


def ids_of(summaries: Iterable[Summary | Match]) -> list[int]:
    """The ids of matches that were listed."""
    return [summary.id for summary in summaries]


def plays(row: Data, user: int) -> bool:
    """Whether a member plays in a match."""
    return user in (row["seat0"], row["seat1"])


def running(rows: Iterable[Data]) -> list[Data]:
    """The rows of matches that are not over."""
    return [row for row in rows if row["finished_at"] is None]


def running_of(rows: Iterable[Data], user: int) -> list[Data]:
    """The rows of a member's matches that are not over."""
    return [row for row in running(rows) if plays(row, user)]


def in_scope(rows: Iterable[Data], scope: int | None) -> list[Data]:
    """The rows of matches in a place, or with None everywhere."""
    return [row for row in rows if scope in (None, row["scope"])]


def urgency(row: Data) -> tuple[object, ...]:
    """The order in which a member's matches are urgent: first those that are due."""
    due = row["due_at"]
    return due is None, due or 0, row["moved_at"], row["id"]


def for_ben(row: Data) -> tuple[object, ...]:
    """The order in which Ben sees his matches."""
    return row["mover"] != BEN.id, urgency(row)


PAGE = {"limit": 9, "offset": 4}


async def test_running_matches_of_a_member(domain: Domain, rows: list[Data]) -> None:
    for scope in (None, HERE.scope, PRIVATE):
        expected = in_scope(running_of(rows, BEN.id), scope)
        expected.sort(key=for_ben)
        first_page = await domain.matches.of(BEN.id, scope=scope)
        assert ids_of(first_page) == ids(expected)[:25]
        page = await domain.matches.of(BEN.id, scope=scope, **PAGE)
        assert ids_of(page) == ids(expected)[4:13]
        assert list(await played_by(domain.database, BEN.id, scope)) == sorted(ids(expected))


async def test_finished_matches_of_a_member(domain: Domain, rows: list[Data]) -> None:
    finished_rows = [row for row in rows if row["finished_at"] and plays(row, BEN.id)]
    finished_rows.sort(key=lambda row: row["finished_at"], reverse=True)
    for scope in (None, HERE.scope, PRIVATE):
        first_page = await domain.matches.of(BEN.id, scope=scope, status="finished")
        assert ids_of(first_page) == ids(in_scope(finished_rows, scope))[:25]
    assert await count_of(domain.database, BEN.id) == len(finished_rows) + len(
        running_of(rows, BEN.id)
    )


async def test_matches_of_a_place_that_somebody_else_may_see(
    domain: Domain, rows: list[Data]
) -> None:
    viewer = Viewer(CAT.id, HERE, all_but_one)
    visible = []
    for row in in_scope(running(rows), HERE.scope):
        if row["channel"] != HIDDEN or plays(row, CAT.id):
            visible.append(row)

    latest = sorted(visible, key=lambda row: (row["moved_at"], row["id"]), reverse=True)
    assert ids_of(await domain.matches.running(viewer)) == ids(latest)[:25]
    assert ids_of(await domain.matches.running(viewer, **PAGE)) == ids(latest)[4:13]

    bens = sorted(running_of(visible, BEN.id), key=for_ben)
    assert ids_of(await domain.matches.running_of(viewer, BEN.id)) == ids(bens)[:25]
    assert ids_of(await domain.matches.running_of(viewer, BEN.id, **PAGE)) == ids(bens)[4:13]


ACROSS = [
    {"home0": HERE.scope, "home1": OTHER_SHARD, "room0": HERE.channel, "room1": 1},
    {"home0": OTHER_SHARD, "home1": HERE.scope, "room0": 1, "room1": HIDDEN},
    {"home0": OTHER_SHARD, "home1": REMOVED, "room0": 1, "room1": 2},
]
"""Home servers and channels of both players in matches across servers."""


async def move_some_across_servers(domain: Domain) -> None:
    """Three of eleven matches become matches across servers."""
    world = {"id": WORLD, "guild": False, "settings": {}}
    move_rows = matches.update().values(number=matches.c.id, channel=0, scope=WORLD)
    async with domain.database.unit_of_work() as work:
        await work.connection.execute(scopes.insert(), world)
        for remainder, places in enumerate(ACROSS):
            some = move_rows.where(matches.c.id % 11 == remainder)
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
        running_here = await domain.matches.running(viewer, limit=500)
        assert set(ids_of(running_here)) == set(ids_of(visible))

        bens = [match for match in visible if BEN.id in match.seats]
        bens_here = [match for match in bens if match.place_of(BEN.id).scope == scope]
        running_of_ben = await domain.matches.running_of(viewer, BEN.id, limit=500)
        assert set(ids_of(running_of_ben)) == set(ids_of(bens_here))


async def test_either_server_lists_a_match_across_servers_to_who_may_view_its_own_channel(
    domain: Domain,
) -> None:
    there = Place(800, 801)
    for who, place in ((ANN, HERE), (BEN, there)):
        await domain.servers.change(place, across=True)
        await domain.members.change(who.id, across="named")
        await domain.pairing.seek(place, who, "loop")
    await domain.pairing.pair()
    for place in (HERE, there):
        assert len(await domain.matches.running(viewer(CAT, place))) == 1
        assert not await domain.matches.running(Viewer(CAT.id, place, no_channel))


def first_to_move(rows: Iterable[Data], place: Place, limit: int, number: int = 0) -> list[Data]:
    """The first rows of matches in which Ann is to move: the one with a number, then those of the
    place, then those that are due.
    """

    def order(row: Data) -> tuple[object, ...]:
        elsewhere = row["scope"] != place.scope
        is_named = not elsewhere and row["number"] == number
        return not is_named, elsewhere, *urgency(row)

    rows_in_order = []
    for row in running_of(rows, ANN.id):
        if row["mover"] == ANN.id and row["paused_at"] is None:
            rows_in_order.append(row)
    rows_in_order.sort(key=order)
    return rows_in_order[:limit]


def assert_listed(to_move: MatchesToMove, expected: list[Data], place: Place) -> None:
    """These matches are listed, the most urgent first; those of a server also by themselves."""
    expected.sort(key=lambda row: (row["due_at"] is None, row["due_at"] or row["moved_at"]))
    assert ids_of(to_move.everywhere) == ids(expected)
    own_rows = in_scope(expected, place.scope) if place.guild else expected
    assert ids_of(to_move.local) == ids(own_rows)


PLACES = (HERE, Place(PRIVATE, HERE.channel, guild=False))
"""A server, and a private channel."""


async def test_matches_in_which_a_member_is_to_move(domain: Domain, rows: list[Data]) -> None:
    for place in PLACES:
        viewer = Viewer(ANN.id, place, every_channel)
        to_move = await matches_to_move(domain.matches, viewer)
        assert_listed(to_move, first_to_move(rows, place, MOST), place)
        assert to_move.named("") is None

        three = await matches_to_move(domain.matches, viewer, most=3)
        assert_listed(three, first_to_move(rows, place, 3), place)


async def test_matches_to_move_are_not_listed_of_servers_that_bar_the_member(
    domain: Domain, rows: list[Data]
) -> None:
    for place in PLACES:
        viewer = Viewer(ANN.id, place, every_channel, (OTHER_SHARD,))
        to_move = await matches_to_move(domain.matches, viewer)
        first = first_to_move(rows, place, MOST)
        expected = [row for row in first if row["scope"] != OTHER_SHARD]
        assert_listed(to_move, expected, place)


async def test_the_match_that_a_member_names_is_listed_with_the_most_urgent_other_one(
    domain: Domain, rows: list[Data]
) -> None:
    for place in PLACES:
        viewer = Viewer(ANN.id, place, every_channel)
        rows_in_order = first_to_move(rows, place, len(rows))
        number = max(row["number"] for row in in_scope(rows_in_order, place.scope))
        to_move = await matches_to_move(domain.matches, viewer, f"M{number}")
        assert_listed(to_move, first_to_move(rows, place, 2, number), place)
        match = to_move.named(f"M{number}")
        assert match is not None
        assert (match.number, match.scope) == (number, place.scope)


async def test_where_no_match_has_the_name_the_two_most_urgent_are_listed(
    domain: Domain, rows: list[Data]
) -> None:
    for place in PLACES:
        viewer = Viewer(ANN.id, place, every_channel)
        to_move = await matches_to_move(domain.matches, viewer, "M999")
        assert_listed(to_move, first_to_move(rows, place, 2, 999), place)
        assert to_move.named("M999") is None


Task = tuple[int, int, bool, bool, bool]
"""A match, its member, and whether it is in a server, the computer moves, a draw is offered."""


def by_turns(rows: Iterable[Data]) -> list[Task]:
    """Tasks for rows: one of each opponent before a second of any, the longest waiting first."""
    rows_with_number = []
    count = Counter[int]()
    for row in sorted(rows, key=lambda row: (row["moved_at"], row["id"])):
        owner = row["seat0"] + row["seat1"]
        count[owner] += 1
        in_server = row["scope"] != PRIVATE
        moves = row["mover"] == COMPUTER
        draw_offered = row["draw_offer"] is not None
        task = (row["id"], owner, in_server, moves, draw_offered)
        rows_with_number.append((count[owner], row["moved_at"], task))
    return [task for _, _, task in sorted(rows_with_number)]


async def test_matches_that_wait_for_the_computer(domain: Domain, rows: list[Data]) -> None:
    to_move = []
    with_offer = []
    for row in running(rows):
        if not row["level"] or row["paused_at"] or row["scope"] == REMOVED:
            continue
        if row["mover"] == COMPUTER:
            to_move.append(row)
        elif row["draw_offer"] is not None:
            with_offer.append(row)

    tasks = await domain.matches.waiting_for_computer()
    values = [(task.match, task.owner, task.guild, task.moves, task.offer) for task in tasks]
    assert values == by_turns(to_move) + by_turns(with_offer)


def due_of_shards(rows: Iterable[Data], other_scopes: bool, other_shard: bool) -> list[Data]:
    """The rows of matches that one shard of two, the other one, or both have to wake."""
    own = []
    for row in rows:
        is_wanted = other_shard if row["scope"] == OTHER_SHARD else other_scopes
        if is_wanted and row["scope"] != REMOVED:
            own.append(row)
    return own


async def test_matches_that_are_due(domain: Domain, clock: Clock, rows: list[Data]) -> None:
    everything = due_of_shards(rows, other_scopes=True, other_shard=True)
    first = due_of_shards(rows, other_scopes=True, other_shard=False)
    second = due_of_shards(rows, other_scopes=False, other_shard=True)
    for shards, count, own in (
        ((0,), 1, everything),
        ((0,), 2, first),
        ((1,), 2, second),
        ((0, 1), 2, everything),
    ):
        due: list[int] = []
        for column in ("wake_at", "quiet_wake_at"):
            late = [row for row in own if row[column] and row[column] <= clock.moment]
            late.sort(key=lambda row: row[column])
            due += ids(late)[:MOST_WOKEN]
        each_once = list(dict.fromkeys(due))
        assert list(await domain.matches.due(shards, count)) == each_once[:MOST_WOKEN]
