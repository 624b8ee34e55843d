"""History, profile and season: what members have played, found again, summed up and taken home."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from bot.domain.domain import Domain
from bot.domain.errors import Refused
from bot.domain.matches import endings
from bot.domain.ratings import history, season as season_of
from bot.domain.ratings.history import Filter, HistoryEntry, MatchResult, ResultCount
from bot.domain.ratings.season_repository import Remarkable
from bot.domain.ratings.service import Ratings
from bot.domain.values import COMPUTER, NOBODY, Place, Viewer
from bot.store.tables import loops, matches, rating_changes
from games.records import read
from tests.bot.conftest import ANN, BEN, CAT, HERE, Clock, viewer
from tests.bot.domain.matches.helpers import played, started
from tests.bot.domain.ratings.helpers import ended, rating_of

pytestmark = [pytest.mark.slow, pytest.mark.mutants]

NOW = datetime(2026, 3, 2, tzinfo=UTC)


async def some_matches(domain: Domain, clock: Clock) -> None:
    """Six matches of Ann that are over, and one that runs.

    She beats Ben in M1 and M2, draws with him in M3, loses to Cat in M4 and to the computer in M5.
    Ben ends M6 before it has begun.
    """
    for _ in range(2):
        await ended(domain, ANN, BEN)
        clock.move(hours=1)
    await ended(domain, None, BEN, rated=False)
    clock.move(hours=1)
    await ended(domain, CAT, ANN, game="vigilance")
    clock.move(hours=1)
    alone = await domain.challenges.play_computer(HERE, ANN, "snipsnip", 3)
    await domain.matches.act(alone.match.id, ANN.id, endings.resign)
    clock.move(hours=1)
    aborted_match = await started(domain)
    await domain.matches.act(aborted_match.id, BEN.id, endings.abort)
    await started(domain)


def names(entries: Sequence[HistoryEntry]) -> list[str]:
    """The names of the matches of a history."""
    return [entry.name for entry in entries]


async def test_a_history_lists_what_a_member_has_played_the_latest_first(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    await some_matches(domain, clock)
    page = await ratings.history(viewer(ANN), Filter(ANN.id))
    assert page.total == 6
    assert names(page.entries) == ["M6", "M5", "M4", "M3", "M2", "M1"]
    results = [entry.result for entry in page.entries]
    assert results == ["aborted", "lost", "lost", "drawn", "won", "won"]
    _, against_computer, _, draw, second, first = page.entries
    assert against_computer.opponent == COMPUTER
    assert draw.gain is None
    assert first.gain > second.gain > 0

    entries = []
    for offset in (0, 2, 4, 6):
        page = await ratings.history(viewer(ANN), Filter(ANN.id), limit=2, offset=offset)
        assert page.total == 6
        entries += names(page.entries)
    assert entries == ["M6", "M5", "M4", "M3", "M2", "M1"]


async def test_a_history_is_filtered_by_result_opponent_and_game(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    await some_matches(domain, clock)
    for filters, expected in (
        (Filter(ANN.id, result="won"), ["M2", "M1"]),
        (Filter(ANN.id, result="lost"), ["M5", "M4"]),
        (Filter(ANN.id, opponent=BEN.id, result="drawn"), ["M3"]),
        (Filter(ANN.id, game="vigilance"), ["M4"]),
        (Filter(ANN.id, opponent=CAT.id, result="won"), []),
    ):
        page = await ratings.history(viewer(ANN), filters)
        assert names(page.entries) == expected
    with pytest.raises(Refused, match="won, lost, drawn, aborted"):
        await ratings.history(viewer(ANN), Filter(ANN.id, result="great"))


async def test_others_find_in_a_history_what_was_played_in_channels_that_they_may_view(
    domain: Domain, ratings: Ratings
) -> None:
    async def only_here(scope: int, channels: frozenset[int]) -> frozenset[int]:
        return channels & {HERE.channel}

    hidden_channel = Place(HERE.scope, 902)
    for place in (HERE, hidden_channel):
        await ended(domain, ANN, BEN, place=place, rated=False)
    for reader, expected in ((ANN, ["M2", "M1"]), (CAT, ["M1"])):
        page = await ratings.history(Viewer(reader.id, HERE, only_here), Filter(ANN.id))
        assert names(page.entries) == expected


async def test_an_export_holds_the_records_of_what_was_played_in_the_place(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    await some_matches(domain, clock)
    await ended(domain, ANN, BEN, place=Place(800, 801))
    between_both = Filter(ANN.id, opponent=BEN.id)
    texts = json.loads(await ratings.export(viewer(ANN), between_both))
    records = [read(json.dumps(text)) for text in texts]
    assert [record.match for record in records] == ["M1", "M2", "M3", "M6"]
    for record in records[:2]:
        assert record.players == ("Ann", "Ben")
        assert record.states()[-1].turn == 5
    empty = await ratings.export(viewer(CAT), Filter(CAT.id, result="lost"))
    assert json.loads(empty) == []


async def test_a_profile_sums_up_what_a_member_has_played(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    await some_matches(domain, clock)
    profile = await ratings.profile(ANN.id, HERE.scope)
    assert profile.running == 1
    total = profile.total
    assert (total.wins, total.losses, total.draws, total.matches) == (2, 1, 1, 4)
    assert (total.streak, total.best) == (-1, 2)
    by_game = [(record.game, record.matches) for record in profile.records]
    assert by_game == [("veloop-square", 3), ("vigilance", 1)]
    opponent, count = profile.favourite
    assert (opponent, count.wins, count.matches) == (BEN.id, 2, 3)
    assert (profile.computer.losses, profile.computer.matches) == (1, 1)

    nobody = await ratings.profile(4711)
    assert nobody.total.matches == 0
    assert nobody.records == ()
    assert nobody.favourite is None


async def test_the_meetings_of_two_members_are_summed_up_for_either(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    await some_matches(domain, clock)
    meetings = await ratings.between(viewer(ANN), ANN.id, BEN.id)
    total = meetings.total
    assert (total.wins, total.losses, total.draws) == (2, 0, 1)
    assert names(meetings.latest) == ["M6", "M3", "M2"]

    for_ben = await ratings.between(viewer(BEN), BEN.id, ANN.id, latest=1)
    assert for_ben.total.losses == 2
    assert names(for_ben.latest) == ["M6"]

    with pytest.raises(Refused, match="two different members"):
        await ratings.between(viewer(ANN), ANN.id, ANN.id)


async def test_a_season_has_champions_the_longest_match_and_the_prettiest_loop(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    begin = clock()
    for winner, loser in ((ANN, BEN), (BEN, ANN), (ANN, BEN)):
        await ended(domain, winner, loser)
        clock.move(days=1)
    loop_matches = []
    for seed in range(3):
        match = await started(domain, "loop", variant="mini")
        loop_matches.append(await played(domain, match.id, 500, seed=seed))
        clock.move(days=1)
    end = clock()
    await ended(domain, CAT, BEN, game="vigilance")

    season = await ratings.season(HERE.scope, begin, end)
    assert (season.matches, season.players) == (6, 2)
    [champion] = season.champions
    assert (champion.name, champion.matches, champion.score) == ("Ann", 3, 2.0)
    assert season.longest.size == max(match.state.turn for match in loop_matches)

    with_loops = []
    sizes = []
    for match in loop_matches:
        if match.state.outcome is not None and match.state.outcome.loops:
            with_loops.append(match)
            sizes += [len(loop) for loop in match.state.outcome.loops]
    assert season.loop.size == max(sizes)
    assert season.loop_state.outcome is not None
    quickest, second, *_ = sorted(with_loops, key=lambda match: (match.state.turn, match.id))
    assert season.quickest.id == quickest.id
    assert quickest.id > second.id, "it is not just the first of them"

    empty = await ratings.season(HERE.scope, begin - timedelta(days=9), begin)
    assert (empty.matches, empty.champions, empty.longest, empty.loop) == (0, (), None, None)


async def test_a_season_counts_what_ended_in_it_and_its_champion_has_three_rated_matches(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    begin = clock()
    await ended(domain, ANN, BEN)
    clock.move(days=1)
    await ended(domain, ANN, CAT)
    clock.move(days=1)
    end = clock()
    await ended(domain, ANN, CAT)
    moment = timedelta(milliseconds=1)

    of_two = await ratings.season(HERE.scope, begin, end)
    assert (of_two.matches, of_two.players, of_two.champions) == (2, 3, ())

    of_three = await ratings.season(HERE.scope, begin, end + moment)
    assert of_three.matches == 3
    [champion] = of_three.champions
    assert (champion.user, champion.matches, champion.score) == (ANN.id, 3, 3.0)
    rating = await rating_of(ratings, ANN.id, "veloop-square", HERE.scope)
    assert (champion.game, champion.rating) == ("veloop-square", rating.rating)

    without_first = await ratings.season(HERE.scope, begin + moment, end + timedelta(days=1))
    assert (without_first.matches, without_first.champions) == (2, ())

    elsewhere = await ratings.season(800, begin, end)
    assert elsewhere.matches == 0


async def copied(domain: Domain, match: int, *changes: dict[str, object]) -> None:
    """Store a match again under the numbers 101, 102 … with changes, with its ratings and a long
    loop.
    """
    of_match = sa.select(matches).where(matches.c.id == match)
    ratings_of_match = sa.select(rating_changes).where(rating_changes.c.match == match)
    async with domain.database.unit_of_work() as work:
        row = dict((await work.connection.execute(of_match)).mappings().one())
        rating_rows = (await work.connection.execute(ratings_of_match)).mappings().all()
        for id, change in enumerate(changes, 101):
            copy = {**row, "id": id, "number": id, "turn": 99, **change}
            await work.connection.execute(matches.insert().values(copy))
            scope = copy["scope"]
            if scope != row["scope"]:
                for rating_row in rating_rows:
                    rating = {**rating_row, "match": id, "scope": scope, "rating": 2500.0}
                    await work.connection.execute(rating_changes.insert().values(rating))
            if "seat0" not in change:
                loop = {
                    "match": id,
                    "scope": scope,
                    "at": copy["finished_at"],
                    "cells": 99,
                    "ground": 99.0,
                }
                await work.connection.execute(loops.insert().values(loop))


async def test_a_season_is_of_its_server_and_time_and_of_matches_that_were_played_on_it(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    begin = clock()
    first = await ended(domain, ANN, BEN)
    for _ in range(2):
        clock.move(hours=1)
        await ended(domain, ANN, BEN)
    loop = await started(domain, "loop", variant="mini")
    await played(domain, loop.id, 500, seed=0)
    await domain.servers.change(Place(800, 801), days=3)
    clock.move(hours=1)
    season = await ratings.season(HERE.scope, begin, clock())

    not_played_on_it = (
        {"seat0": 7, "status": "aborted"},
        {"seat0": 7, "given": 4},
        {"seat0": 7, "imported": 7},
    )
    too_early = begin - timedelta(minutes=1)
    outside = (
        {"scope": 800, "seat1": 7},
        {"finished_at": clock()},
        {"finished_at": too_early},
    )
    await copied(domain, first.id, *not_played_on_it, *outside)
    with_copies = await ratings.season(HERE.scope, begin, clock())
    assert replace(with_copies, loop_state=season.loop_state) == season

    elsewhere = await ratings.season(800, begin, clock())
    assert (elsewhere.matches, elsewhere.players) == (1, 2)
    assert elsewhere.longest.id == 104


async def test_the_prettiest_loop_is_the_longest_and_then_the_one_around_most_ground(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    begin = clock()
    for _ in range(3):
        await ended(domain, ANN, BEN)
    clock.move(hours=1)
    async with domain.database.unit_of_work() as work:
        for match, cells, ground in ((3, 300, 0.5), (2, 299, 900.0), (1, 300, 1.0)):
            row = {
                "match": match,
                "scope": HERE.scope,
                "at": begin,
                "cells": cells,
                "ground": ground,
            }
            await work.connection.execute(loops.insert().values(row))
    season = await ratings.season(HERE.scope, begin, clock())
    assert (season.loop.id, season.loop.size) == (1, 300)


async def test_the_greatest_comeback_is_looked_for_once_in_the_ten_longest_wins_of_each_server(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    begin = clock()
    win = await ended(domain, ANN, BEN)
    await domain.servers.change(Place(800, 801), days=3)
    clock.move(hours=1)
    end = clock()
    own = {"seat0": ANN.id}
    longest: list[dict[str, object]] = [
        own | {"turn": 40},
        own | {"turn": 40},
        own | {"turn": 39},
        {"turn": 38},
        *[own | {"turn": 37}] * 6,
    ]
    just_too_early = begin - timedelta(milliseconds=1)
    others: list[dict[str, object]] = [
        own | {"reason": "time"},
        own | {"reason": "left"},
        own | {"reason": "deleted"},
        own | {"reason": "settled"},
        own | {"reason": "out"},
        own | {"winner": None},
        own | {"status": "aborted"},
        own | {"given": 2},
        own | {"imported": 7},
        {"seat0": COMPUTER},
        own | {"seat1": COMPUTER},
        own | {"turn": 36},
        own | {"finished_at": end},
        own | {"finished_at": just_too_early},
        own | {"scope": 800},
    ]
    await copied(domain, win.id, *longest, *others)
    assert await ratings.unjudged(begin, end) == [*range(101, 111), 125]

    for match, chance, greatest in (
        (101, 31, None),
        (102, 30, 102),
        (104, 12, 104),
        (103, 12, 103),
        (125, 1, 103),
    ):
        judged = await domain.matches.get(match)
        await ratings.store_chance(judged, 99)
        await ratings.store_chance(judged, chance)
        season = await ratings.season(HERE.scope, begin, end)
        comeback = None if season.comeback is None else season.comeback.id
        assert comeback == greatest
    assert season.comeback == Remarkable(
        103, 103, "veloop-square", 0, ("Ann", "Ben"), HERE.channel, 12
    )
    assert season.loop.id == 104, "what was known of its loop stays"
    elsewhere = await ratings.season(800, begin, end)
    assert elsewhere.comeback.size == 1
    assert await ratings.unjudged(begin, end) == [*range(105, 111)]


async def test_ten_matches_are_shown_unless_more_are_wanted(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    match = await ended(domain, ANN, BEN)
    await copied(domain, match.id, *[{"seat0": ANN.id}] * 12)
    page = await ratings.history(viewer(ANN), Filter(ANN.id))
    assert [entry.id for entry in page.entries] == [*range(112, 102, -1)]
    assert page.total == 13
    longer = await ratings.history(viewer(ANN), Filter(ANN.id), limit=11)
    assert len(longer.entries) == 11


async def test_the_best_of_a_season_is_the_highest_rated_whoever_played_last(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    begin = clock()
    for winner, loser in ((BEN, ANN), (BEN, ANN), (BEN, ANN), (ANN, CAT)):
        await ended(domain, winner, loser)
        clock.move(hours=1)
    season = await ratings.season(HERE.scope, begin, clock())
    [champion] = season.champions
    assert (champion.name, champion.matches, champion.score) == ("Ben", 3, 3.0)


async def test_the_loop_of_an_undone_match_is_no_longer_the_prettiest(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    begin = clock()
    for seed in range(3):
        match = await started(domain, "loop", variant="mini")
        await played(domain, match.id, 500, seed=seed)
    clock.move(hours=1)
    sizes = []
    season = await ratings.season(HERE.scope, begin, clock())
    while season.loop is not None:
        assert season.loop_state is not None
        sizes.append(season.loop.size)
        await ratings.undo(season.loop.id, 99)
        season = await ratings.season(HERE.scope, begin, clock())
    assert sizes
    assert sizes == sorted(sizes, reverse=True)
    assert season.matches == 3 - len(sizes)


def test_a_loop_is_as_large_as_the_area_it_goes_around() -> None:
    assert season_of._area([(0, 0), (2, 0), (2, 3), (0, 3)]) == 6.0
    assert season_of._area([(0, 0), (0, 3), (2, 3), (2, 0)]) == 6.0
    assert season_of._area([(1, 1), (3, 1), (1, 4)]) == 3.0


def entry(
    number: int, opponent: int, result: MatchResult, game: str = "loop", counts: bool = True
) -> HistoryEntry:
    """A match in somebody's history."""
    return HistoryEntry(
        number, number, 900, game, opponent, f"P{opponent}", result, None, NOW, counts
    )


def test_streaks_end_with_another_result_and_the_best_one_is_kept() -> None:
    results: list[MatchResult] = ["won", "won", "won", "drawn", "won", "lost", "lost"]
    entries = [entry(number, 5, result) for number, result in enumerate(results)]
    assert history.count(entries) == ResultCount("", 4, 2, 1, -2, 3)
    assert history.count(entries[:5]) == ResultCount("", 4, 0, 1, 1, 3)
    assert history.count([*entries, entry(9, 5, "won")]).streak == 1
    assert history.count([entry(1, 5, "won", counts=False)]) == ResultCount("", 0, 0, 0, 0, 0)


def test_the_favourite_opponent_was_met_most_and_of_several_last() -> None:
    entries = [
        entry(1, 5, "won"),
        entry(2, 6, "won"),
        entry(3, 6, "lost"),
        entry(4, 5, "lost"),
        entry(5, 7, "won"),
    ]
    profile = history.profile(1, entries, 0, None)
    assert profile.favourite == (5, ResultCount("", 1, 1, 0, -1, 1))


def test_who_has_left_the_computer_and_what_does_not_count_are_no_favourites() -> None:
    entries = [
        entry(1, NOBODY, "won"),
        entry(2, COMPUTER, "won"),
        entry(3, 8, "won", counts=False),
    ]
    profile = history.profile(1, entries, 2, None)
    assert profile.favourite is None
    assert profile.computer.wins == 1
