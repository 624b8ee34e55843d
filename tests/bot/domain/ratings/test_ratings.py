"""Ratings as members see them: what counts, what is taken back, the leaderboard, and that all can be computed anew."""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from bot.domain.domain import Domain
from bot.domain.errors import LimitReached, Refused
from bot.domain.matches.events import Asked
from bot.domain.ratings.glicko import START, rate
from bot.domain.ratings.rating import WORLD
from bot.domain.ratings.service import Ratings
from bot.domain.values import Person, Place
from bot.store.tables import members
from bot.store.tables import ratings as table
from tests.bot.conftest import ANN, BEN, CAT, DAN, HERE, Clock, Crash, crash_after
from tests.bot.domain.matches.helpers import played, started, swept
from tests.bot.domain.ratings.helpers import ended, kept

VELOOP = "veloop-square"
ELSEWHERE = Place(scope=800, channel=801)


async def test_winning_raises_a_rating_and_losing_lowers_it_by_as_much(domain: Domain, ratings: Ratings) -> None:
    match = await ended(domain, ANN, BEN)
    ann, ben = await ratings.get(ANN.id, VELOOP, 900), await ratings.get(BEN.id, VELOOP, 900)
    assert ann is not None
    assert ben is not None
    assert (ann.wins, ann.losses, ben.wins, ben.losses) == (1, 0, 0, 1)
    assert ann.rating == pytest.approx(rate(START, [(START, 1.0)], periods=0).rating)
    assert ann.rating - 1500 == pytest.approx(1500 - ben.rating)
    assert ann.provisional
    assert str(ann) == f"{ann.rating:.0f}?"
    change = await ratings.change(match.id, 900)
    assert change is not None
    assert change[0].gain == -change[1].gain > 0


async def test_a_draw_counts_half_and_a_draw_of_equals_changes_nothing_but_the_deviation(
    domain: Domain, ratings: Ratings
) -> None:
    await ended(domain, None, BEN)
    ann = await ratings.get(ANN.id, VELOOP, 900)
    assert ann is not None
    assert (ann.rating, ann.draws, ann.matches) == (pytest.approx(1500), 1, 1)
    assert ann.deviation < START.deviation


async def test_claims_count_and_aborted_unrated_and_computer_matches_do_not(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    late = await played(domain, (await started(domain, rated=True, clock="1d")).id, 4)
    clock.move(days=2)
    await domain.matches.claim(late.id, BEN.id, "win")
    assert (await ratings.get(BEN.id, VELOOP, 900)).wins == 1  # type: ignore[union-attr]
    before = await kept(domain)
    off = await started(domain, rated=True)
    await domain.matches.abort(off.id, ANN.id)
    await ended(domain, CAT, DAN, rated=False)
    alone = (await domain.challenges.play_computer(HERE, ANN, VELOOP, 1)).match
    await domain.matches.resign(alone.id, ANN.id)
    assert await kept(domain) == before


async def test_each_game_and_each_server_has_its_own_ratings_and_the_world_has_all(
    domain: Domain, ratings: Ratings
) -> None:
    await ended(domain, ANN, BEN)
    await ended(domain, ANN, BEN, place=ELSEWHERE)
    await ended(domain, BEN, ANN, game="vigilance")
    assert [one.game for one in await ratings.of(ANN.id, 900)] == [VELOOP, "vigilance"]
    assert [one.wins for one in await ratings.of(ANN.id, 800)] == [1]
    world = await ratings.get(ANN.id, VELOOP)
    assert world is not None
    assert world.wins == 2
    assert world.rating > (await ratings.get(ANN.id, VELOOP, 900)).rating  # type: ignore[union-attr]


async def test_the_world_shows_only_members_who_allow_it(domain: Domain, ratings: Ratings) -> None:
    await ended(domain, ANN, BEN)
    assert (await ratings.board(VELOOP)).total == 0
    await domain.members.change(ANN.id, global_rating=True)
    assert [row.rating.user for row in (await ratings.board(VELOOP)).rows] == [ANN.id]
    await domain.members.change(CAT.id, global_rating=True)
    await ended(domain, CAT, ANN)
    assert [row.rating.user for row in (await ratings.board(VELOOP)).rows] == [CAT.id, ANN.id]
    await domain.members.change(CAT.id, global_rating=False)
    assert (await ratings.board(VELOOP)).total == 1
    assert (await ratings.board(VELOOP, 900)).total == 3


async def test_two_members_may_begin_only_so_many_rated_matches_in_a_month(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    await domain.servers.change(HERE, rated=2)
    await ended(domain, ANN, BEN)
    last = await ended(domain, BEN, ANN)
    with pytest.raises(LimitReached, match="Ann and Ben have reached this month’s limit of 2 rated matches"):
        await ended(domain, ANN, BEN)
    opened = await domain.challenges.make(HERE, BEN, VELOOP, rated=True)
    with pytest.raises(LimitReached):
        await domain.challenges.accept(opened.challenge.id, ANN)
    await domain.challenges.accept(opened.challenge.id, CAT)
    again = await domain.challenges.rematch(last.id, ANN.id)
    assert not again.challenge.rated  # type: ignore[union-attr]
    clock.move(days=31)
    assert (await ended(domain, ANN, BEN)).rated


async def test_matches_may_not_be_rated_at_all_on_a_server_that_says_so(domain: Domain, ratings: Ratings) -> None:
    await domain.servers.change(HERE, rated=0)
    with pytest.raises(LimitReached, match="rated matches are off"):
        await ended(domain, ANN, BEN)


async def test_a_result_is_taken_back_by_both_within_a_day_and_leaves_no_trace_in_the_ratings(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    await ended(domain, ANN, BEN)
    clock.move(hours=1)
    before = await kept(domain)
    wrong = await ended(domain, BEN, CAT)
    clock.move(hours=2)
    await ratings.ask_takeback(wrong.id, CAT.id)
    [asked] = await swept(domain)
    assert isinstance(asked.event, Asked)
    assert (asked.event.request, asked.ping) == ("result", BEN.id)
    with pytest.raises(Refused, match="already asked"):
        await ratings.ask_takeback(wrong.id, CAT.id)
    change = await ratings.answer_takeback(wrong.id, BEN.id, True)
    assert (change.match.status, change.match.reason) == ("aborted", "taken-back")
    assert await kept(domain) == before
    with pytest.raises(Refused, match="no result"):
        await ratings.ask_takeback(wrong.id, BEN.id)


async def test_a_takeback_is_declined_or_comes_too_late(domain: Domain, ratings: Ratings, clock: Clock) -> None:
    match = await ended(domain, ANN, BEN)
    await ratings.ask_takeback(match.id, BEN.id)
    change = await ratings.answer_takeback(match.id, ANN.id, False)
    assert change.match.status == "finished"
    await ratings.ask_takeback(match.id, ANN.id)
    clock.move(days=1, minutes=1)
    with pytest.raises(Refused, match="within a day"):
        await ratings.answer_takeback(match.id, BEN.id, True)


async def test_matches_played_after_a_result_that_is_taken_back_are_rated_anew(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    wrong = await ended(domain, ANN, BEN)
    clock.move(hours=1)
    await ended(domain, CAT, ANN)
    clock.move(hours=1)
    await ended(domain, DAN, CAT)
    await ratings.ask_takeback(wrong.id, ANN.id)
    await ratings.ask_takeback(wrong.id, BEN.id)  # asking back is agreeing
    assert await ratings.get(BEN.id, VELOOP, 900) is None
    assert (await ratings.recompute()).changed == 0
    ann, dan = await ratings.get(ANN.id, VELOOP, 900), await ratings.get(DAN.id, VELOOP, 900)
    assert ann is not None
    assert dan is not None
    assert ann.rating == pytest.approx(rate(START, [(START, 0.0)], periods=0).rating)
    assert dan.wins == 1


async def test_computing_all_anew_changes_nothing_and_repairs_what_was_damaged(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    people = (ANN, BEN, CAT, DAN)
    for number, (one, other) in enumerate(itertools.permutations(people, 2)):
        clock.move(days=number)
        place = HERE if number % 3 else ELSEWHERE
        game = VELOOP if number % 4 else "vigilance"
        await ended(domain, one if number % 5 else None, other, place=place, game=game, drawn_with=one)
    before = await kept(domain)
    recount = await ratings.recompute()
    assert (recount.changed, recount.matches) == (0, 24)
    assert await kept(domain) == before
    async with domain.database.store.write() as connection:
        await connection.execute(table.update().where(table.c.user == ANN.id).values(rating=3000.0, wins=99))
        await connection.execute(table.delete().where(table.c.user == BEN.id))
    assert (await ratings.recompute()).changed > 0
    assert await kept(domain) == before


async def test_a_match_that_ends_by_a_clock_that_is_behind_is_put_in_its_place(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    await ended(domain, ANN, BEN)
    clock.move(days=30)
    await ended(domain, CAT, ANN)
    clock.move(days=-15)
    await ended(domain, BEN, CAT)
    assert (await ratings.recompute()).changed == 0


async def test_deleting_a_person_leaves_the_ratings_of_opponents_and_recomputing_agrees(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    await ended(domain, ANN, BEN)
    clock.move(days=1)
    await ended(domain, CAT, ANN)
    clock.move(days=1)
    await ended(domain, ANN, BEN)
    before = await ratings.get(BEN.id, VELOOP, 900)
    exported = await domain.privacy.export(ANN.id)
    assert len(exported["ratings"]) == 2
    assert len(exported["rating_changes"]) == 6
    await domain.privacy.delete(ANN.id)
    assert await ratings.get(ANN.id, VELOOP, 900) is None
    assert await ratings.get(BEN.id, VELOOP, 900) == before
    assert (await ratings.recompute()).changed == 0
    assert str(ANN.id) not in str(await kept(domain))


async def test_no_server_takes_results_of_the_world_with_it_by_going_away(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    await ended(domain, ANN, BEN, place=ELSEWHERE)
    clock.move(days=1)
    await ended(domain, ANN, BEN)
    before = [await ratings.course(who.id, VELOOP) for who in (ANN, BEN)]
    await domain.servers.removed(800)
    clock.move(days=31)
    assert await domain.privacy.purge_left_servers() == 1
    assert await ratings.of(ANN.id, 800) == ()
    assert [await ratings.course(who.id, VELOOP) for who in (ANN, BEN)] == before
    assert all(len(course) == 2 for course in before)
    assert (await ratings.recompute()).changed == 0
    await domain.privacy.delete(ANN.id)
    assert await ratings.course(BEN.id, VELOOP) == before[1]
    assert (await ratings.recompute()).changed == 0


async def test_a_match_whose_end_is_cut_off_at_any_step_has_neither_ended_nor_been_rated(
    opened: Callable[[], Awaitable[Domain]], monkeypatch: pytest.MonkeyPatch
) -> None:
    domain = await opened()
    ratings = domain.ratings
    match = await played(domain, (await started(domain, rated=True)).id, 4)
    before = await kept(domain)
    for steps in itertools.count():
        with monkeypatch.context() as patched:
            crash_after(patched, steps)
            try:
                await domain.matches.resign(match.id, ANN.id)
                break
            except Crash:
                pass
        assert await kept(domain) == before
        assert (await domain.matches.get(match.id)).status == "running"
    assert steps > 10
    assert (await ratings.get(BEN.id, VELOOP, 900)).wins == 1  # type: ignore[union-attr]
    assert (await ratings.recompute()).changed == 0


async def crowd(domain: Domain, count: int, clock: Clock) -> None:
    """So many rated members of a server, the first ``count`` // 2 of them no longer provisional."""
    rows = [
        {
            "pool": 900,
            "game": VELOOP,
            "user": 5000 + number,
            "name": f"Member {number}",
            "rating": 2000.0 - number // 2,
            "deviation": 60.0 if number < count // 2 else 200.0,
            "volatility": 0.06,
            "at": clock(),
            "match": 1,
            "wins": 5,
            "losses": 3,
            "draws": 1,
            "settled_until": clock() + timedelta(days=300 if number < count // 2 else 0),
            "listed": True,
        }
        for number in range(count)
    ]
    async with domain.database.store.write() as connection:
        await connection.execute(table.insert(), rows)


async def test_the_leaderboard_is_paged_with_shared_places_the_provisional_at_the_end_and_ones_own_row(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    await crowd(domain, 40, clock)
    first = await ratings.board(VELOOP, 900, limit=6, user=5013)
    assert [row.place for row in first.rows] == [1, 1, 3, 3, 5, 5]
    assert first.total == 40
    assert first.own is not None
    assert (first.own.place, first.own.rating.user) == (13, 5013)
    second = await ratings.board(VELOOP, 900, limit=6, offset=16, user=5039)
    assert [row.place for row in second.rows] == [17, 17, 19, 19, None, None]
    assert second.own is not None
    assert second.own.place is None
    odd = await ratings.board(VELOOP, 900, limit=4, offset=1)
    assert [row.place for row in odd.rows] == [1, 3, 3, 5]
    seen = [
        row.rating.user for at in range(0, 48, 7) for row in (await ratings.board(VELOOP, 900, limit=7, offset=at)).rows
    ]
    assert sorted(seen) == list(range(5000, 5040))
    assert (await ratings.board("vigilance", 900, user=ANN.id)).own is None


async def test_who_has_not_played_for_long_becomes_provisional_again(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    await crowd(domain, 4, clock)
    clock.move(days=299)
    assert (await ratings.board(VELOOP, 900)).rows[0].place == 1
    clock.move(days=2)
    board = await ratings.board(VELOOP, 900)
    assert [row.place for row in board.rows] == [None] * 4
    assert board.rows[0].rating.deviation > 60


async def test_a_leaderboard_of_a_thousand_is_read_through_the_index(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    await crowd(domain, 1000, clock)
    statements: list[tuple[str, Any]] = []
    async with domain.database.read() as connection:
        engine = connection.engine.sync_engine

    def note(_: Any, __: Any, statement: str, parameters: Any, *___: Any) -> None:
        statements.append((statement, parameters))

    sa.event.listen(engine, "before_cursor_execute", note)
    await ratings.board(VELOOP, 900, limit=10, offset=300, user=5700)
    sa.event.remove(engine, "before_cursor_execute", note)
    if not domain.database.store.sqlite:
        return
    asked = [one for one in statements if "FROM ratings" in one[0]]
    assert len(asked) <= 5
    async with domain.database.read() as connection:
        for statement, parameters in asked:
            plan = (await connection.exec_driver_sql("EXPLAIN QUERY PLAN " + statement, parameters)).all()
            assert all("SEARCH" in str(row) for row in plan if "ratings" in str(row)), plan
            assert not any("SCAN ratings" in str(row) for row in plan)


async def test_the_course_of_a_rating_has_a_point_for_every_match(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    for _ in range(3):
        await ended(domain, ANN, BEN)
        clock.move(days=2)
    points = await ratings.course(ANN.id, VELOOP, 900)
    assert [point.rating for point in points] == sorted(point.rating for point in points)
    assert points[-1].rating == (await ratings.get(ANN.id, VELOOP, 900)).rating  # type: ignore[union-attr]
    assert len(await ratings.course(ANN.id, VELOOP, 900, since=clock() - timedelta(days=5))) == 2
    assert await ratings.course(ANN.id, VELOOP, WORLD) != ()


async def test_members_settings_are_not_needed_for_the_world(domain: Domain, ratings: Ratings) -> None:
    async with domain.database.store.write() as connection:
        await connection.execute(members.insert().values(id=ANN.id, settings={"global_rating": True}))
    await ended(domain, ANN, Person(7, "Eve"))
    assert [row.rating.name for row in (await ratings.board(VELOOP)).rows] == ["Ann"]
