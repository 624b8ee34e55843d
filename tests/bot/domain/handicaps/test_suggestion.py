"""Which handicap makes two members even, by their ratings or by how their matches went."""

from datetime import UTC, datetime

from hypothesis import given, strategies as st

import games
from bot.domain.handicaps.repository import PastMatch
from bot.domain.handicaps.suggestion import (
    ALL_WON,
    EVEN,
    MonthOfMatches,
    Suggestion,
    Unequal,
    by_month,
    by_ratings,
    by_results,
)
from bot.domain.handicaps.worth import WorthNow
from games.core import HANDICAP, Handicap

WEAK, STRONG = 7, 8
USERS = (WEAK, STRONG)
TURNS = {1: WorthNow(80, 20), 2: WorthNow(160, 30, 120), 3: WorthNow(220, 60)}
BACK = {turns: WorthNow(-worth.points, worth.error) for turns, worth in TURNS.items()}
"""Turns that hold back who has made them."""
GAME = games.get("veloop-square")


def unequal(gap: float) -> Unequal:
    return Unequal(WEAK, STRONG, gap)


def played(
    handicap: str = "",
    *,
    winner: int | None = STRONG,
    second: int = WEAK,
    month: int = 5,
    board: str = "8x8",
) -> PastMatch:
    options = {"board": board, "turns": "double"}
    if handicap:
        options[HANDICAP] = handicap
    return PastMatch(options, second, winner, datetime(2026, month, 20, tzinfo=UTC))


def after(handicap: str, *, winner: int = STRONG, second: int = WEAK) -> Suggestion | None:
    """What is suggested when one of two has won all, the latest match with a handicap."""
    latest = played(handicap, winner=winner, second=second)
    return by_results(GAME, [latest, *[played(winner=winner)] * (ALL_WON - 1)], USERS, TURNS)


# ------------------------------------------------------------------------------------- by ratings


def test_the_turns_whose_worth_is_nearest_make_even() -> None:
    for gap, turns in ((60, 1), (119, 1), (121, 2), (189, 2), (191, 3), (900, 3)):
        suggestion = by_ratings(unequal(gap), TURNS)
        assert suggestion is not None
        assert (suggestion.handicap, suggestion.second, suggestion.weaker_user) == (
            Handicap("turns", turns),
            WEAK,
            WEAK,
        )
        assert suggestion.points == TURNS[turns].points
        assert suggestion.error == TURNS[turns].error
        assert suggestion.matches == TURNS[turns].matches
        assert suggestion.reason == "ratings"


def test_where_turns_hold_back_the_stronger_has_them() -> None:
    suggestion = by_ratings(unequal(150), BACK)
    assert suggestion == Suggestion(
        Handicap("turns", 2), STRONG, WEAK, "ratings", points=160, error=30
    )
    assert suggestion.side_of(STRONG) == "second"
    assert suggestion.side_of(WEAK) == "first"


def test_two_who_are_even_need_none() -> None:
    assert by_ratings(unequal(EVEN - 1), TURNS) is None
    assert by_ratings(unequal(0), {}) is None


def test_where_there_are_no_fitting_turns_hints_help() -> None:
    for gap, count in ((60, 3), (89, 3), (90, 6), (119, 6), (120, 10), (2_000, 10)):
        suggestion = by_ratings(unequal(gap), {})
        assert suggestion == Suggestion(Handicap("hints", count), WEAK, WEAK, "ratings")
    too_much = {1: WorthNow(400, 20)}
    assert by_ratings(unequal(80), too_much) == Suggestion(
        Handicap("hints", 3), WEAK, WEAK, "ratings"
    )


@given(st.floats(0, 1_000), st.lists(st.integers(-500, 500), max_size=5))
def test_what_is_suggested_never_makes_them_less_even(gap: float, points: list[int]) -> None:
    worths = {2 * place + 2: WorthNow(worth, 20) for place, worth in enumerate(points)}
    suggestion = by_ratings(unequal(gap), worths)
    if suggestion is None:
        assert gap < EVEN
        return
    assert suggestion.weaker_user == WEAK
    if suggestion.points is not None:
        assert abs(gap - suggestion.points) < gap
        helps_second = worths[suggestion.handicap.turns].points >= 0
        assert suggestion.second == (WEAK if helps_second else STRONG)


# ------------------------------------------------------------------------------------- by results


def test_who_has_lost_the_last_five_is_helped_by_a_step() -> None:
    suggestion = by_results(GAME, [played()] * ALL_WON, USERS, TURNS)
    assert suggestion == Suggestion(
        Handicap("turns", 1), WEAK, WEAK, "results", points=80, error=20
    )
    assert by_results(GAME, [played()] * ALL_WON, USERS, {}) == Suggestion(
        Handicap("hints", 3), WEAK, WEAK, "results"
    )


def test_nobody_is_helped_who_has_won_or_drawn_one_of_them() -> None:
    for other in (played(winner=WEAK), played(winner=None)):
        for place in range(ALL_WON):
            matches = [played()] * ALL_WON
            matches[place] = other
            assert by_results(GAME, matches, USERS, TURNS) is None
    assert by_results(GAME, [played()] * (ALL_WON - 1), USERS, TURNS) is None
    assert by_results(GAME, [played(winner=None)] * ALL_WON, USERS, TURNS) is None
    assert by_results(GAME, [], USERS, TURNS) is None


def test_who_still_loses_gets_a_step_more_as_far_as_there_are_steps() -> None:
    for handicap, turns in (("turns-1", 2), ("turns-2", 3), ("turns-3", 3), ("hints-6", 1)):
        suggestion = after(handicap)
        assert suggestion is not None
        assert suggestion.handicap == Handicap("turns", turns)
        assert suggestion.second == WEAK


def test_who_wins_with_a_handicap_gives_a_step_back() -> None:
    less = after("turns-3", winner=WEAK)
    assert less is not None
    assert (less.handicap, less.second, less.weaker_user) == (Handicap("turns", 2), WEAK, WEAK)
    assert after("turns-1", winner=WEAK) is None, "even without"


# ----------------------------------------------------------------------------------------- months


def test_months_tell_how_one_has_closed_in() -> None:
    matches = [
        played("turns-1", winner=WEAK, month=8),
        played("turns-1", winner=STRONG, month=8),
        played("turns-3", winner=None, month=5),
        played("turns-3", winner=STRONG, month=5),
        played(winner=STRONG, month=4),
    ]
    first_days = [datetime(2026, month, 1, tzinfo=UTC).date() for month in (4, 5, 8)]
    assert by_month(GAME, matches, USERS) == (
        MonthOfMatches(first_days[0], None, WEAK, 0, 1, 0),
        MonthOfMatches(first_days[1], Handicap("turns", 3), WEAK, 0, 1, 1),
        MonthOfMatches(first_days[2], Handicap("turns", 1), WEAK, 1, 1, 0),
    )
    assert by_month(GAME, [], USERS) == ()


def test_a_month_tells_whom_a_handicap_helped() -> None:
    snipsnip = games.get("snipsnip")
    options = snipsnip.complete({HANDICAP: "turns-1"})
    match = PastMatch(options, STRONG, WEAK, datetime(2026, 5, 20, tzinfo=UTC))
    [month] = by_month(snipsnip, [match], USERS)
    assert (month.weaker_user, month.wins) == (WEAK, 1), "stones that hold back the stronger"
    swapped = played("turns-1", second=STRONG, winner=STRONG)
    [month] = by_month(GAME, [swapped], USERS)
    assert (month.weaker_user, month.wins) == (STRONG, 1)
