"""History, profile and season: what members have played, found again, summed up and taken home."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from bot.domain.domain import Domain
from bot.domain.errors import Refused
from bot.domain.matches import endings
from bot.domain.ratings import history, season as season_of
from bot.domain.ratings.history import Filter, HistoryEntry, Result, ResultCount
from bot.domain.ratings.season_repository import Remarkable
from bot.domain.ratings.service import Ratings
from bot.domain.values import COMPUTER, NOBODY, Place
from bot.store.tables import loops, matches, rating_changes
from games.records import read
from tests.bot.conftest import ANN, BEN, CAT, HERE, Clock, viewer
from tests.bot.domain.matches.helpers import played, started
from tests.bot.domain.ratings.helpers import ended, rating_of

pytestmark = [pytest.mark.slow, pytest.mark.mutants]

NOW = datetime(2026, 3, 2, tzinfo=UTC)


async def some_matches(domain: Domain, clock: Clock) -> None:
    """Ann beats Ben twice, draws with him, loses to Cat, and a match against the computer."""
    for _ in range(2):
        await ended(domain, ANN, BEN)
        clock.move(hours=1)
    await ended(domain, None, BEN, rated=False)
    clock.move(hours=1)
    await ended(domain, CAT, ANN, game="vigilance")
    clock.move(hours=1)
    alone = (await domain.challenges.play_computer(HERE, ANN, "snipsnip", 3)).match
    await domain.matches.act(alone.id, ANN.id, endings.resign)
    clock.move(hours=1)
    off = await started(domain)
    await domain.matches.act(off.id, BEN.id, endings.abort)
    await started(domain)


@pytest.mark.mutants
async def test_what_members_have_played_is_found_summed_up_and_taken_home(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    await some_matches(domain, clock)
    page = await ratings.history(viewer(ANN), Filter(ANN.id))
    assert page.total == 6
    assert [entry.result for entry in page.entries] == [
        "aborted",
        "lost",
        "lost",
        "drawn",
        "won",
        "won",
    ]
    assert [entry.name for entry in page.entries] == ["M6", "M5", "M4", "M3", "M2", "M1"]
    assert page.entries[1].opponent == COMPUTER
    assert page.entries[3].gain is None
    assert page.entries[5].gain > page.entries[4].gain > 0  # type: ignore[operator]
    for filters, names in (
        ({"result": "won"}, ["M2", "M1"]),
        ({"result": "lost"}, ["M5", "M4"]),
        ({"opponent": BEN.id, "result": "drawn"}, ["M3"]),
        ({"game": "vigilance"}, ["M4"]),
        ({"opponent": CAT.id, "result": "won"}, []),
    ):
        page = await ratings.history(viewer(ANN), Filter(ANN.id, **filters))  # type: ignore[arg-type]
        assert [entry.name for entry in page.entries] == names
    pages = [
        await ratings.history(viewer(ANN), Filter(ANN.id), limit=2, offset=at)
        for at in (0, 2, 4, 6)
    ]
    assert [entry.name for page in pages for entry in page.entries] == [
        "M6",
        "M5",
        "M4",
        "M3",
        "M2",
        "M1",
    ]
    assert {page.total for page in pages} == {6}
    with pytest.raises(Refused, match="won, lost, drawn, aborted"):
        await ratings.history(viewer(ANN), Filter(ANN.id, result="great"))
    await ended(domain, ANN, BEN, place=Place(800, 801))
    found = json.loads(await ratings.export(viewer(ANN), Filter(ANN.id, opponent=BEN.id)))
    records = [read(json.dumps(each)) for each in found]
    assert [record.match for record in records] == ["M1", "M2", "M3", "M6"]
    assert [(record.players, record.states()[-1].turn) for record in records[:2]] == [
        (("Ann", "Ben"), 5)
    ] * 2
    assert json.loads(await ratings.export(viewer(CAT), Filter(CAT.id, result="lost"))) == []
    profile = await ratings.profile(ANN.id, HERE.scope)
    assert profile.running == 1
    total = profile.total
    assert (total.wins, total.losses, total.draws, total.matches) == (2, 1, 1, 4)
    assert (total.streak, total.best) == (-1, 2)
    assert [(record.game, record.matches) for record in profile.records] == [
        ("veloop-square", 3),
        ("vigilance", 1),
    ]
    assert (profile.favourite[0], profile.favourite[1].wins, profile.favourite[1].matches) == (
        BEN.id,
        2,
        3,
    )
    assert (profile.computer.losses, profile.computer.matches) == (1, 1)
    nobody = await ratings.profile(4711)
    assert (nobody.total.matches, nobody.records, nobody.favourite) == (0, (), None)
    meetings = await ratings.between(viewer(ANN), ANN.id, BEN.id)
    assert (meetings.total.wins, meetings.total.losses, meetings.total.draws) == (2, 0, 1)
    assert [entry.name for entry in meetings.latest] == ["M6", "M3", "M2"]
    seen_by_ben = await ratings.between(viewer(BEN), BEN.id, ANN.id, latest=1)
    assert (seen_by_ben.total.losses, [entry.name for entry in seen_by_ben.latest]) == (2, ["M6"])
    with pytest.raises(Refused, match="two different members"):
        await ratings.between(viewer(ANN), ANN.id, ANN.id)


@pytest.mark.mutants
async def test_a_season_has_champions_the_longest_match_and_the_prettiest_loop(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    since = clock()
    for winner in (ANN, BEN, ANN):
        await ended(domain, winner, BEN if winner is ANN else ANN)
        clock.move(days=1)
    loops = []
    for seed in range(3):
        match = await started(domain, "loop", variant="mini")
        loops.append(await played(domain, match.id, 500, seed=seed))
        clock.move(days=1)
    until = clock()
    await ended(domain, CAT, BEN, game="vigilance")
    season = await ratings.season(HERE.scope, since, until)
    assert (season.matches, season.players) == (6, 2)
    [champion] = season.champions
    assert (champion.name, champion.matches, champion.score) == ("Ann", 3, 2.0)
    assert season.longest.size == max(one.state.turn for one in loops)
    winning = [one for one in loops if one.state.outcome is not None and one.state.outcome.loops]
    assert winning
    assert season.loop.size == max(len(loop) for one in winning for loop in one.state.outcome.loops)  # type: ignore[union-attr]
    assert season.loop_state.outcome is not None
    quickest, first, *_ = sorted(winning, key=lambda one: (one.state.turn, one.id))
    assert (season.quickest.id, quickest.id > first.id) == (quickest.id, True)
    empty = await ratings.season(HERE.scope, since - timedelta(days=9), since)
    assert (empty.matches, empty.champions, empty.longest, empty.loop) == (0, (), None, None)


@pytest.mark.mutants
async def test_a_season_counts_what_ended_in_it_and_its_champion_has_three_rated_matches(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    since = clock()
    await ended(domain, ANN, BEN)
    clock.move(days=1)
    await ended(domain, ANN, CAT)
    clock.move(days=1)
    until = clock()
    await ended(domain, ANN, CAT)
    two = await ratings.season(HERE.scope, since, until)
    assert (two.matches, two.players, two.champions) == (2, 3, ())
    three = await ratings.season(HERE.scope, since, until + timedelta(milliseconds=1))
    [champion] = three.champions
    rating = await rating_of(ratings, ANN.id, "veloop-square", HERE.scope)
    assert (three.matches, champion.user, champion.matches, champion.score) == (3, ANN.id, 3, 3.0)
    assert (champion.game, champion.rating) == ("veloop-square", rating.rating)
    later = await ratings.season(
        HERE.scope, since + timedelta(milliseconds=1), until + timedelta(days=1)
    )
    assert (later.matches, later.champions) == (2, ())
    assert (await ratings.season(800, since, until)).matches == 0


async def copied(domain: Domain, match: int, *changes: dict[str, object]) -> None:
    """Store a match again under the numbers 101, 102 … with changes, with its ratings and a long
    loop.
    """
    async with domain.database.unit_of_work() as work:
        row = (
            (await work.connection.execute(sa.select(matches).where(matches.c.id == match)))
            .one()
            ._asdict()
        )
        query = sa.select(rating_changes).where(rating_changes.c.match == match)
        rated = [found._asdict() for found in await work.connection.execute(query)]
        for id, change in enumerate(changes, 101):
            new = {**row, "id": id, "number": id, "turn": 99, **change}
            await work.connection.execute(matches.insert().values(new))
            for found in rated if new["scope"] != row["scope"] else ():
                other = {**found, "match": id, "scope": new["scope"], "rating": 2500.0}
                await work.connection.execute(rating_changes.insert().values(other))
            if "seat0" not in change:
                loop = {
                    "match": id,
                    "scope": new["scope"],
                    "at": new["finished_at"],
                    "cells": 99,
                    "ground": 99.0,
                }
                await work.connection.execute(loops.insert().values(loop))


@pytest.mark.mutants
async def test_a_season_is_of_its_server_and_time_and_of_matches_that_were_played_on_it(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    since = clock()
    first = await ended(domain, ANN, BEN)
    for _ in range(2):
        clock.move(hours=1)
        await ended(domain, ANN, BEN)
    loop = await started(domain, "loop", variant="mini")
    await played(domain, loop.id, 500, seed=0)
    await domain.servers.change(Place(800, 801), days=3)
    clock.move(hours=1)
    before = await ratings.season(HERE.scope, since, clock())
    left = [
        {"seat0": 7, **change} for change in ({"status": "aborted"}, {"given": 4}, {"imported": 7})
    ]
    outside = [
        {"scope": 800, "seat1": 7},
        {"finished_at": clock()},
        {"finished_at": since - timedelta(minutes=1)},
    ]
    await copied(domain, first.id, *left, *outside)
    after = await ratings.season(HERE.scope, since, clock())
    assert replace(after, loop_state=before.loop_state) == before
    elsewhere = await ratings.season(800, since, clock())
    assert (elsewhere.matches, elsewhere.players, elsewhere.longest and elsewhere.longest.id) == (
        1,
        2,
        104,
    )
    largest = {"scope": HERE.scope, "at": since}
    async with domain.database.unit_of_work() as work:
        for id, cells, ground in ((3, 300, 0.5), (2, 299, 900.0), (1, 300, 1.0)):
            await work.connection.execute(
                loops.insert().values(match=id, cells=cells, ground=ground, **largest)
            )
    prettiest = (await ratings.season(HERE.scope, since, clock())).loop
    assert (prettiest.id, prettiest.size) == (1, 300)


async def test_the_greatest_comeback_is_looked_for_once_in_the_ten_longest_wins_of_each_server(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    since = clock()
    won = await ended(domain, ANN, BEN)
    await domain.servers.change(Place(800, 801), days=3)
    clock.move(hours=1)
    until = clock()
    own = {"seat0": ANN.id}
    longest = (
        [own | {"turn": 40 - n // 2} for n in range(3)] + [{"turn": 38}] + [own | {"turn": 37}] * 6
    )
    others: list[dict[str, object]] = [
        own | {"reason": why} for why in ("time", "left", "deleted", "settled", "out")
    ]
    others += [
        own | change
        for change in ({"winner": None}, {"status": "aborted"}, {"given": 2}, {"imported": 7})
    ]
    others += [
        {"seat0": COMPUTER},
        own | {"seat1": COMPUTER},
        own | {"turn": 36},
        own | {"finished_at": until},
    ]
    others += [own | {"finished_at": since - timedelta(milliseconds=1)}, own | {"scope": 800}]
    await copied(domain, won.id, *longest, *others)
    assert await ratings.unjudged(since, until) == [*range(101, 111), 125]
    for match, chance, best in (
        (101, 31, None),
        (102, 30, 102),
        (104, 12, 104),
        (103, 12, 103),
        (125, 1, 103),
    ):
        for known in (99, chance):
            await ratings.store_chance(await domain.matches.get(match), known)
        season = await ratings.season(HERE.scope, since, until)
        assert (season.comeback and season.comeback.id) == best
    assert season.comeback == Remarkable(
        *(103, 103, "veloop-square", 0, ("Ann", "Ben"), HERE.channel, 12)
    )
    assert season.loop.id == 104, "what was known of its loop stays"
    assert (await ratings.season(800, since, until)).comeback.size == 1
    assert await ratings.unjudged(since, until) == [*range(105, 111)]


async def test_ten_matches_are_shown_unless_more_are_wanted(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    match = await ended(domain, ANN, BEN)
    await copied(domain, match.id, *[{"seat0": ANN.id}] * 12)
    page = await ratings.history(viewer(ANN), Filter(ANN.id))
    assert ([entry.id for entry in page.entries], page.total) == ([*range(112, 102, -1)], 13)
    assert len((await ratings.history(viewer(ANN), Filter(ANN.id), limit=11)).entries) == 11


async def test_the_best_of_a_season_is_the_highest_rated_whoever_played_last(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    since = clock()
    for winner, loser in ((BEN, ANN), (BEN, ANN), (BEN, ANN), (ANN, CAT)):
        await ended(domain, winner, loser)
        clock.move(hours=1)
    [champion] = (await ratings.season(HERE.scope, since, clock())).champions
    assert (champion.name, champion.matches, champion.score) == ("Ben", 3, 3.0)


@pytest.mark.mutants
async def test_the_loop_of_an_undone_match_is_no_longer_the_prettiest(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    since = clock()
    for seed in range(3):
        match = await started(domain, "loop", variant="mini")
        await played(domain, match.id, 500, seed=seed)
    clock.move(hours=1)
    sizes = []
    while (season := await ratings.season(HERE.scope, since, clock())).loop is not None:
        assert season.loop_state is not None
        sizes.append(season.loop.size)
        await ratings.undo(season.loop.id, 99)
    assert sizes
    assert sizes == sorted(sizes, reverse=True)
    assert season.matches == 3 - len(sizes)


def test_a_loop_is_as_large_as_the_area_it_goes_around() -> None:
    assert season_of._area([(0, 0), (2, 0), (2, 3), (0, 3)]) == 6.0
    assert season_of._area([(0, 0), (0, 3), (2, 3), (2, 0)]) == 6.0
    assert season_of._area([(1, 1), (3, 1), (1, 4)]) == 3.0


def entry(
    number: int, opponent: int, result: Result, game: str = "loop", counts: bool = True
) -> HistoryEntry:
    return HistoryEntry(
        number, number, 900, game, opponent, f"P{opponent}", result, None, NOW, counts
    )


def test_streaks_end_with_another_result_and_the_best_one_is_kept() -> None:
    results: list[Result] = ["won", "won", "won", "drawn", "won", "lost", "lost"]
    played = [entry(number, 5, result) for number, result in enumerate(results)]
    assert history.count(played) == ResultCount("", 4, 2, 1, -2, 3)
    assert history.count(played[:5]) == ResultCount("", 4, 0, 1, 1, 3)
    assert history.count([*played, entry(9, 5, "won")]).streak == 1
    assert history.count([entry(1, 5, "won", counts=False)]) == ResultCount("", 0, 0, 0, 0, 0)


def test_the_favourite_opponent_was_met_most_and_of_several_last() -> None:
    played = [
        entry(1, 5, "won"),
        entry(2, 6, "won"),
        entry(3, 6, "lost"),
        entry(4, 5, "lost"),
        entry(5, 7, "won"),
    ]
    favourite = history.profile(1, played, 0, None).favourite
    assert favourite == (5, ResultCount("", 1, 1, 0, -1, 1))
    unknown = [entry(1, NOBODY, "won"), entry(2, COMPUTER, "won"), entry(3, 8, "won", counts=False)]
    assert history.profile(1, unknown, 2, None).favourite is None
    assert history.profile(1, unknown, 2, None).computer.wins == 1
