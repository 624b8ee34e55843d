"""Ratings as members see them: what counts, what is undone or reset, and the leaderboard."""

from datetime import timedelta
from functools import partial

import pytest

from bot.domain.domain import Domain
from bot.domain.errors import Refused
from bot.domain.matches import agreements, endings
from bot.domain.matches.events import Asked, MatchStopped
from bot.domain.ratings.glicko import START, idle, rate
from bot.domain.ratings.service import Ratings
from bot.domain.values import NOBODY, Person, Place
from tests.bot.conftest import ANN, BEN, CAT, DAN, HERE, Clock
from tests.bot.domain.matches.helpers import cleared, played, started, swept
from tests.bot.domain.ratings.helpers import as_played, crowd, ended, kept, rating_of
from tests.bot.domain.tournaments.helpers import begun, decide

VELOOP = "veloop-square"
ELSEWHERE = Place(scope=800, channel=801)
MANAGER = 99


async def shown(ratings: Ratings, user: Person, scope: int = HERE.scope) -> str:
    """A member's rating as shown; empty if there is none."""
    return str(await rating_of(ratings, user.id, VELOOP, scope) or "")


async def test_winning_raises_a_rating_and_losing_lowers_it_by_as_much(
    domain: Domain, ratings: Ratings
) -> None:
    match = await ended(domain, ANN, BEN)
    ann = await rating_of(ratings, ANN.id, VELOOP, 900)
    ben = await rating_of(ratings, BEN.id, VELOOP, 900)
    assert (ann.wins, ann.losses, ann.draws, ben.wins, ben.losses, ben.draws) == (1, 0, 0, 0, 1, 0)
    assert ann.rating == pytest.approx(rate(START, [(START, 1.0)], periods=0).rating)
    assert ann.rating - 1500 == pytest.approx(1500 - ben.rating)
    assert (ann.provisional, ann.matches, ann.name) == (True, 1, "Ann")
    assert str(ann) == f"{ann.rating:.0f}?"
    first, second = await ratings.change(match.id)
    assert first.gain == -second.gain > 0
    assert (first.user, first.name, second.user, second.name) == (ANN.id, "Ann", BEN.id, "Ben")


async def test_a_draw_counts_half_and_a_draw_of_equals_changes_nothing_but_the_deviation(
    domain: Domain, ratings: Ratings
) -> None:
    await ended(domain, None, BEN)
    ann = await rating_of(ratings, ANN.id, VELOOP, 900)
    assert (ann.rating, ann.wins, ann.losses, ann.draws, ann.matches) == (
        pytest.approx(1500),
        0,
        0,
        1,
        1,
    )
    assert ann.deviation < START.deviation


async def test_claims_count_and_aborted_unrated_and_computer_matches_do_not(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    late = await played(domain, (await started(domain, rated=True, clock="1d")).id, 4)
    clock.move(days=2)
    await domain.matches.do(late.id, partial(endings.claim, user=BEN.id, what="win"))
    assert (await rating_of(ratings, BEN.id, VELOOP, 900)).wins == 1  # type: ignore[union-attr]
    rows = await kept(domain)
    aborted_match = await started(domain, rated=True)
    await domain.matches.act(aborted_match.id, ANN.id, endings.abort)
    await ended(domain, CAT, DAN, rated=False)
    alone = (await domain.challenges.play_computer(HERE, ANN, VELOOP, 1)).match
    await domain.matches.act(alone.id, ANN.id, endings.resign)
    assert await kept(domain) == rows


async def test_each_game_and_each_server_has_its_own_ratings(
    domain: Domain, ratings: Ratings
) -> None:
    await ended(domain, ANN, BEN)
    await ended(domain, ANN, BEN, place=ELSEWHERE)
    await ended(domain, BEN, ANN, game="vigilance")
    assert [rating.game for rating in await ratings.of(ANN.id, 900)] == [VELOOP, "vigilance"]
    assert [rating.wins for rating in await ratings.of(ANN.id, 800)] == [1]
    assert await shown(ratings, ANN) == await shown(ratings, ANN, 800)
    assert (await ratings.board(VELOOP, 800)).total == 2
    await as_played(domain, 800)
    await as_played(domain)


async def test_a_rating_grows_uncertain_between_matches(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    await ended(domain, ANN, BEN)
    old = await rating_of(ratings, ANN.id, VELOOP, 900)
    clock.move(days=70)
    new = await rating_of(ratings, ANN.id, VELOOP, 900)
    assert new.deviation == pytest.approx(
        idle(rate(START, [(START, 1.0)], periods=0), 10).deviation
    )
    assert new.deviation > old.deviation
    await ended(domain, ANN, CAT)
    await as_played(domain)


async def test_a_clock_that_was_set_back_does_not_change_the_order_of_results(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    await ended(domain, ANN, BEN)
    clock.move(days=-15)
    await ended(domain, BEN, ANN)
    course = await ratings.course(ANN.id, VELOOP, 900)
    assert [change.score for change in course] == [1, 0]
    assert course[1].strength_before == pytest.approx(course[0].strength_after)
    assert course[1].ended_at - course[0].ended_at == timedelta(milliseconds=1)
    assert course[1].strength_after.rating == (await rating_of(ratings, ANN.id, VELOOP, 900)).rating  # type: ignore[union-attr]


# ------------------------------------------------------------------------------------------ undoing


async def test_a_result_is_taken_back_by_both_within_a_day_and_leaves_no_trace_in_the_ratings(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    await ended(domain, ANN, BEN)
    clock.move(hours=1)
    rows = await kept(domain)
    wrong = await ended(domain, BEN, CAT)
    clock.move(hours=2)
    assert agreements.can_annul(await domain.matches.get(wrong.id), CAT.id)
    await domain.matches.act(wrong.id, CAT.id, agreements.ask_annulment)
    [request] = await swept(domain)
    assert isinstance(request.event, Asked)
    assert (request.event.request, request.ping) == ("result", BEN.id)
    with pytest.raises(Refused, match="already asked"):
        await domain.matches.act(wrong.id, CAT.id, agreements.ask_annulment)
    agree = partial(agreements.answer, "result", user=BEN.id, yes=True)
    change = await domain.matches.do(wrong.id, agree)
    assert (change.match.status, change.match.reason) == ("aborted", "taken-back")
    assert await kept(domain) == rows
    with pytest.raises(Refused, match="no result"):
        await domain.matches.act(wrong.id, BEN.id, agreements.ask_annulment)
    assert not agreements.can_annul(await domain.matches.get(wrong.id), BEN.id)


@pytest.mark.slow
@pytest.mark.mutants
async def test_matches_played_after_a_result_that_is_undone_are_rated_as_if_it_had_never_been(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    await ended(domain, DAN, BEN)
    clock.move(hours=1)
    wrong = await ended(domain, ANN, BEN)
    clock.move(days=9)
    later = await ended(domain, CAT, ANN)
    clock.move(hours=1)
    await ended(domain, None, CAT, drawn_with=DAN)
    stranger = Person(55, "Eve"), Person(56, "Fay")
    other_match = await ended(domain, *stranger)
    apart_before = await ratings.change(other_match.id)
    await ratings.undo(wrong.id, MANAGER)
    await as_played(domain)
    ann = await rating_of(ratings, ANN.id, VELOOP, 900)
    assert (ann.wins, ann.losses, ann.draws) == (0, 1, 0)
    assert ann.rating == pytest.approx(rate(START, [(START, 0.0)], periods=0).rating)
    cat = (await ratings.change(later.id))[0]
    assert (cat.user, cat.strength_before) == (CAT.id, START)
    assert cat.strength_after.rating == pytest.approx(rate(START, [(START, 1.0)], periods=0).rating)
    assert await ratings.change(wrong.id) == []
    assert await ratings.change(other_match.id) == apart_before
    ben = await rating_of(ratings, BEN.id, VELOOP, 900)
    assert (ben.losses, ben.matches) == (1, 1)


async def test_a_manager_undoes_a_result_at_any_time_and_both_players_are_notified(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    match = await ended(domain, ANN, BEN)
    await cleared(domain)
    clock.move(days=400)
    await ratings.undo(match.id, MANAGER)
    match_now = await domain.matches.get(match.id)
    assert (match_now.status, match_now.reason, match_now.winner) == ("aborted", "taken-back", None)
    notices = await swept(domain)
    recipients = [
        (set(notice.event.pings), notice.ping)
        for notice in notices
        if isinstance(notice.event, MatchStopped)
    ]
    assert recipients == [({ANN.id, BEN.id}, None)], "one post for both"
    [entry] = await domain.servers.log(HERE.scope)
    assert (entry.at, entry.manager, entry.action, entry.match, entry.user) == (
        clock(),
        MANAGER,
        "undone",
        1,
        None,
    )
    with pytest.raises(Refused, match="no result"):
        await ratings.undo(match.id, MANAGER)
    assert len(await domain.servers.log(HERE.scope)) == 1


async def test_running_and_tournament_matches_are_not_undone(
    domain: Domain, ratings: Ratings
) -> None:
    running_match = await started(domain, rated=True)
    with pytest.raises(Refused, match="not over yet"):
        await ratings.undo(running_match.id, MANAGER)
    tournament = await begun(domain, "round-robin", 2, rated=True)
    [game] = await domain.tournaments.games(tournament.id)
    await decide(domain, game, "1-0")
    for attempt in (
        lambda: ratings.undo(game.match or 0, MANAGER),
        lambda: domain.matches.act(
            game.match or 0, tournament.slot(1).user, agreements.ask_annulment
        ),
        lambda: domain.matches.do(
            game.match or 0,
            partial(agreements.answer, "result", user=tournament.slot(1).user, yes=True),
        ),
    ):
        with pytest.raises(Refused, match="its organiser can change the result"):
            await attempt()
    assert await domain.servers.log(HERE.scope) == []


# ---------------------------------------------------------------------------------------- resetting


@pytest.mark.slow
@pytest.mark.mutants
async def test_after_a_reset_a_member_begins_again_and_opponents_keep_their_points(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    first = await ended(domain, ANN, BEN)
    await ended(domain, ANN, BEN, game="vigilance")
    await ended(domain, ANN, BEN, place=ELSEWHERE)
    clock.move(days=1)
    old = await shown(ratings, BEN)
    vigilance = await rating_of(ratings, ANN.id, "vigilance", 900)
    await ratings.reset(900, ANN.id, VELOOP, MANAGER)
    assert await shown(ratings, ANN) == ""
    assert await shown(ratings, BEN) == old
    assert await rating_of(ratings, ANN.id, "vigilance", 900) == vigilance
    assert await shown(ratings, ANN, 800) != ""
    assert await ratings.course(ANN.id, VELOOP, 900) == []
    assert [change.user for change in await ratings.change(first.id)] == [NOBODY, BEN.id]
    second = await ended(domain, ANN, CAT)
    assert [change.strength_before for change in await ratings.change(second.id)] == [START, START]
    new = await shown(ratings, ANN)
    # What was before the reset does not come back by undoing it, but the opponent's points do.
    await ratings.undo(first.id, MANAGER)
    assert await shown(ratings, ANN) == new
    assert (await rating_of(ratings, ANN.id, VELOOP, 900)).wins == 1  # type: ignore[union-attr]
    assert await shown(ratings, BEN) == ""


async def test_all_ratings_of_a_member_on_a_server_are_reset_at_once_and_logged(
    domain: Domain, ratings: Ratings
) -> None:
    await ended(domain, ANN, BEN)
    await ended(domain, ANN, BEN, game="vigilance")
    await ratings.reset(900, ANN.id, None, MANAGER)
    assert await ratings.of(ANN.id, 900) == ()
    entries = await domain.servers.log(HERE.scope)
    actions = [(entry.action, entry.user, entry.game) for entry in entries]
    assert actions == [("reset", ANN.id, game) for game in ("vigilance", VELOOP)]
    assert await domain.servers.log(800) == []
    for user, game in ((ANN.id, None), (BEN.id, "loop")):
        with pytest.raises(Refused, match="no rating to reset"):
            await ratings.reset(900, user, game, MANAGER)
    assert len(await domain.servers.log(HERE.scope, limit=1)) == 1


async def test_an_opponent_who_was_reset_or_deleted_stays_as_strong_for_later_corrections(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    wrong = await ended(domain, ANN, BEN)
    clock.move(days=1)
    later = await ended(domain, BEN, CAT)
    [_, cat] = await ratings.change(later.id)
    await domain.privacy.delete(CAT.id)
    await ratings.undo(wrong.id, MANAGER)
    ben, former = await ratings.change(later.id)
    assert (former.user, former.strength_before) == (NOBODY, cat.strength_before)
    assert ben.strength_after == rate(START, [(cat.strength_before, 1.0)], periods=0)
    assert (await rating_of(ratings, BEN.id, VELOOP, 900)).rating == ben.strength_after.rating  # type: ignore[union-attr]


async def test_ratings_and_log_go_with_the_data_of_their_server(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    await ended(domain, ANN, BEN, place=ELSEWHERE)
    await ended(domain, ANN, BEN)
    await ratings.reset(800, BEN.id, None, MANAGER)
    await domain.servers.removed(800)
    clock.move(days=31)
    assert await domain.privacy.purge_left_servers() == 1
    assert await ratings.of(ANN.id, 800) == ()
    assert await domain.servers.log(800) == []
    await as_played(domain)


# ------------------------------------------------------------------------------------- leaderboards


async def test_the_leaderboard_is_paged_with_shared_places_and_ones_own_row(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    await crowd(domain, 40, clock())
    first = await ratings.board(VELOOP, 900, limit=6, user=5013)
    assert [row.place for row in first.rows] == [1, 1, 3, 3, 5, 5]
    assert first.total == 40
    assert (first.own.place, first.own.user) == (13, 5013)
    second = await ratings.board(VELOOP, 900, limit=6, offset=16, user=5039)
    assert [row.place for row in second.rows] == [17, 17, 19, 19, None, None]
    assert second.own.place is None
    odd = await ratings.board(VELOOP, 900, limit=4, offset=1, user=5001)
    assert [row.place for row in odd.rows] == [1, 3, 3, 5]
    assert odd.own == odd.rows[0]
    rows = []
    for offset in range(0, 48, 7):
        board = await ratings.board(VELOOP, 900, limit=7, offset=offset)
        rows += [row.user for row in board.rows]
    assert rows == list(range(5000, 5040))
    assert (await ratings.board(VELOOP, 900, limit=2, offset=-3)).rows == first.rows[:2]
    assert [row.user for row in (await ratings.board(VELOOP, 900)).rows] == [*range(5000, 5010)]
    assert (await ratings.board(VELOOP, 800)).rows == ()
    nobody = await ratings.board("vigilance", 900, user=ANN.id)
    assert (nobody.rows, nobody.total, nobody.own) == ((), 0, None)


async def test_who_has_not_played_for_long_becomes_provisional_again(
    domain: Domain, ratings: Ratings, clock: Clock
) -> None:
    await crowd(domain, 4, clock())
    clock.move(days=299)
    assert (await ratings.board(VELOOP, 900)).rows[0].place == 1
    assert not (await rating_of(ratings, 5000, VELOOP, 900)).provisional  # type: ignore[union-attr]
    clock.move(days=1)
    assert (await rating_of(ratings, 5000, VELOOP, 900)).provisional  # type: ignore[union-attr]
    board = await ratings.board(VELOOP, 900)
    assert [row.place for row in board.rows] == [None] * 4
    assert board.rows[0].deviation > 60
