"""Rules of tournaments as pure functions: limits of terms, rounds, verdicts, vacations and
pauses.
"""

import random
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.tournaments import rounds, verdicts
from bot.domain.tournaments.contest import Contest
from bot.domain.tournaments.events import (
    CheckInOpened,
    RoundEnding,
    TournamentCancelled,
    TournamentFinished,
    TournamentStarted,
)
from bot.domain.tournaments.kinds import KINDS
from bot.domain.tournaments.tournament import Pairing, RunningGame, TournamentTerms
from bot.domain.tournaments.verdicts import Verdict
from tests.bot.domain.tournaments.test_contest import NOW, contest, store_pairings
from tests.bot.domain.tournaments.test_standings import breaks, entrants, games

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)


def running(kind: str = "swiss", count: int = 4, **terms: object) -> Contest:
    """A tournament whose first matches have begun; seeds are slots."""
    item = contest(kind, count, TournamentTerms(**{"seeding": "order", "rounds": 2, **terms}))  # type: ignore[arg-type]
    rounds.begin(item, {}, random.Random(1))
    store_pairings(item)
    item.announcements.clear()
    return item


def wake_after(item: Contest) -> timedelta | None:
    assert not rounds.go_on(item, None)
    return None if item.tournament.wake is None else item.tournament.wake - item.now


def test_a_check_in_opens_in_time_and_lasts_an_hour_at_least() -> None:
    item = contest("swiss", 3, TournamentTerms(checkin=2))
    item.tournament = replace(item.tournament, starts=NOW + 5 * HOUR)
    assert not rounds.prepare_start(item)
    assert (item.tournament.status, item.tournament.wake) == ("signup", NOW + 3 * HOUR)
    item.now = NOW + 3 * HOUR
    assert not rounds.prepare_start(item)
    assert (item.tournament.status, item.tournament.starts) == ("checkin", NOW + 5 * HOUR)
    assert item.tournament.wake == NOW + 5 * HOUR
    end = int((NOW + 5 * HOUR).timestamp())
    assert [notice.event for notice in item.announcements] == [
        CheckInOpened(1, (2001, 2002, 2003), end)
    ]
    late = contest("swiss", 3, TournamentTerms(checkin=2))
    late.tournament = replace(late.tournament, starts=NOW)
    late.now = NOW
    assert not rounds.prepare_start(late)
    assert late.tournament.starts == NOW + HOUR
    late.now = NOW + HOUR
    assert rounds.prepare_start(late)


def test_a_notice_names_at_most_fifty_players() -> None:
    item = contest("swiss", 101, TournamentTerms(players=200, checkin=2))
    item.tournament = replace(item.tournament, starts=NOW + HOUR)
    rounds.prepare_start(item)
    assert [len(notice.event.pings) for notice in item.announcements] == [50, 50, 1]  # type: ignore[union-attr]


def test_with_fewer_than_two_players_a_tournament_is_cancelled() -> None:
    for count, event in ((1, TournamentCancelled(1, "few")), (2, TournamentStarted(1, 1))):
        item = contest("swiss", count, TournamentTerms())
        rounds.begin(item, {}, random.Random(1))
        assert [notice.event for notice in item.announcements] == [event]


def test_a_tournament_is_over_when_all_have_met() -> None:
    item = running("swiss", 3, rounds=3)
    item.pairings = [replace(pairing, result="1-0", how="played") for pairing in item.pairings]
    pairings_ = [
        Pairing(1, 8, slots, match=8, result="1-0", how="played")
        for slots in ((1, 2), (1, 3), (2, 3))
    ]
    item.pairings += pairings_
    assert rounds.go_on(item, None)
    assert item.announcements[-1].event == TournamentFinished(1, "met")


def test_a_round_wakes_when_something_may_be_due() -> None:
    item = running(days=7)
    assert item.tournament.ends == NOW + 7 * DAY
    assert wake_after(item) == timedelta(hours=6)
    item.now = NOW + 6 * DAY - HOUR
    assert wake_after(item) == HOUR
    end = NOW + 6 * DAY + timedelta(minutes=30)
    item.replace_pairing(replace(item.pairings[0], ends=end))
    item.now = NOW + 5 * DAY
    assert wake_after(item) == timedelta(minutes=30)
    assert not rounds.go_on(item, NOW + 4 * DAY + HOUR)
    assert item.tournament.wake == item.now + timedelta(minutes=30)
    item.replace_pairing(replace(item.pairings[0], ends=None))
    assert not rounds.go_on(item, NOW + 4 * DAY + HOUR)
    assert item.tournament.wake == item.now + HOUR
    asked_at = item.now - 7 * DAY + timedelta(minutes=5)
    item.replace_pairing(replace(item.pairings[0], how="late", settled=asked_at))
    assert wake_after(item) == timedelta(minutes=5)


def test_players_are_warned_a_day_before_a_round_ends() -> None:
    item = running(days=7)
    item.now = NOW + 6 * DAY - timedelta(minutes=1)
    assert not rounds.go_on(item, None)
    item.now = NOW + 6 * DAY
    assert rounds.go_on(item, None)
    end = int((NOW + 7 * DAY).timestamp())
    assert [notice.event for notice in item.announcements] == [
        RoundEnding(1, 1, (2001, 2003, 2004, 2002), end)
    ]
    assert (item.tournament.warned, item.tournament.ends) == (item.now, NOW + 7 * DAY)
    assert not rounds.go_on(item, None)
    late = running(days=7)
    late.pairings.append(replace(late.pairings[0], id=99))  # the second match of a pair
    late.now = NOW + 20 * DAY
    assert rounds.go_on(late, None)
    assert late.tournament.ends == late.now + DAY
    assert [notice.event.several for notice in late.announcements] == [(2001, 2003, 2004, 2002)], (
        "each is pinged once"
    )


def judged(item: Contest, pairing: Pairing, **changes: object) -> Verdict | None:
    """How the game of a pairing ends by rule, being at turn 9 but for the changes."""
    game = RunningGame((2001, 2003), 0, 9, None, None)._replace(**changes)
    return verdicts.verdict_on(item, replace(pairing, game=game))


@pytest.mark.parametrize(
    ("due", "late", "verdict"),
    [
        (None, "forfeit", None),
        (DAY - timedelta(milliseconds=1), "forfeit", None),
        (DAY, "forfeit", Verdict("0-1", "played", "time", True)),
        (DAY, "draw", Verdict("1/2", "settled")),
        (DAY, "organiser", Verdict(None, "late")),
    ],
)
def test_a_game_is_overdue_a_day_after_the_time_ran_out(
    due: timedelta | None, late: str, verdict: Verdict | None
) -> None:
    item = running(late=late)
    moment = None if due is None else item.now - due
    assert judged(item, item.pairings[0], due=moment) == verdict
    assert judged(item, item.pairings[0], due=moment, paused=item.now) is None


@pytest.mark.parametrize(
    ("first", "second", "turn", "verdict"),
    [
        ("out", "in", 9, Verdict("0-1", "forfeit", "out", True)),
        ("in", "out", 9, Verdict("1-0", "forfeit", "out", True)),
        ("removed", "in", 9, Verdict("0-1", "forfeit", "out", False)),
        ("out", "out", 9, Verdict("0-0", "forfeit", "aborted")),
        ("new", "in", 2, Verdict(None, "again", "aborted")),
        ("new", "in", 3, Verdict("0-1", "forfeit", "out", False)),
        ("in", "new", 3, Verdict("1-0", "forfeit", "out", False)),
        ("new", "new", 3, Verdict("0-0", "forfeit", "aborted")),
        ("out", "new", 2, Verdict("0-1", "forfeit", "out", True)),
    ],
)
def test_games_of_withdrawn_and_replaced_players_are_lost(
    first: str, second: str, turn: int, verdict: Verdict
) -> None:
    item = running()
    pairing = item.pairings[0]
    for slot, status in zip(pairing.slots, (first, second), strict=True):
        entrant = item.tournament.slot(slot or 0)
        if status == "new":
            item.replace_entrant(replace(entrant, user=9000 + entrant.slot))
        else:
            item.replace_entrant(replace(entrant, status=status))
    assert judged(item, pairing, turn=turn) == verdict


def test_direct_encounter_does_not_count_in_a_swiss_if_tied_players_have_not_met() -> None:
    table = KINDS["swiss"].standings(entrants(4), games("1-3=1-0 2-4=1-0", "4-1=1-0 2-3=0-1"))
    assert {standing.points for standing in table} == {1.0}
    assert [breaks(table, slot)["direct encounter"] for slot in (1, 2, 3, 4)] == [0, 0, 0, 0]
