"""Rules of tournaments as pure functions: limits of terms, rounds, verdicts, vacations and pauses."""

import random
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.errors import NotYours, Refused
from bot.domain.tournaments import organising, rounds, verdicts
from bot.domain.tournaments.contest import Contest
from bot.domain.tournaments.events import (
    ByeGiven,
    CheckInOpened,
    PairingsOverdue,
    RoundEnding,
    TournamentCancelled,
    TournamentFinished,
    TournamentStarted,
)
from bot.domain.tournaments.kinds import KINDS
from bot.domain.tournaments.tournament import Pairing, RunningGame, Terms
from bot.domain.tournaments.verdicts import Verdict
from bot.domain.values import Person
from tests.bot.domain.tournaments.helpers import ORGANISER, field
from tests.bot.domain.tournaments.test_contest import NOW, contest, numbered
from tests.bot.domain.tournaments.test_standings import breaks, entrants, games

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def running(kind: str = "swiss", count: int = 4, **terms: object) -> Contest:
    """A tournament whose first matches have begun; seeds are slots."""
    item = contest(kind, count, Terms(**{"seeding": "order", "rounds": 2, **terms}))  # type: ignore[arg-type]
    rounds.begin(item, {}, random.Random(1))
    numbered(item)
    item.announced.clear()
    return item


def wake_after(item: Contest) -> timedelta | None:
    assert not rounds.go_on(item, None)
    return None if item.tournament.wake is None else item.tournament.wake - item.now


def test_the_terms_of_a_tournament_by_default() -> None:
    assert Terms() == Terms(64, 0, 1, 0, 0, "forfeit", False, "rating")


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [("players", 2, 256), ("rounds", 0, 30), ("cycles", 1, 2), ("checkin", 0, 72), ("days", 0, 60)],
)
def test_terms_have_limits(name: str, least: int, most: int) -> None:
    for value in (least, most):
        organising.check_terms(KINDS["swiss"], Terms(**{name: value}))  # type: ignore[arg-type]
    for value in (least - 1, most + 1):
        with pytest.raises(Refused, match=f"{name} can be {least} to {most}"):
            organising.check_terms(KINDS["swiss"], Terms(**{name: value}))  # type: ignore[arg-type]
    with pytest.raises(Refused, match="seeding can be rating, order, random"):
        organising.check_terms(KINDS["swiss"], Terms(seeding="height"))


def test_a_start_lies_in_the_future_and_within_a_year() -> None:
    organising.check_start(NOW + timedelta(milliseconds=1), NOW)
    organising.check_start(NOW + 366 * DAY, NOW)
    with pytest.raises(Refused, match="in the future"):
        organising.check_start(NOW, NOW)
    with pytest.raises(Refused, match="at most 366 days"):
        organising.check_start(NOW + 366 * DAY + HOUR, NOW)


def test_a_full_tournament_begins_by_itself() -> None:
    item = contest("swiss", 3, Terms(players=4))
    assert not rounds.due_to_begin(item)
    assert item.tournament.wake is None
    organising.join(item, Person(3001, "Last"))
    assert item.tournament.wake == NOW
    assert rounds.due_to_begin(item)
    organising.join(item, Person(3002, "Late"))
    assert [entrant.status for entrant in item.tournament.entrants] == ["in"] * 4 + ["waiting"]


def test_a_check_in_opens_in_time_and_lasts_an_hour_at_least() -> None:
    item = contest("swiss", 3, Terms(checkin=2))
    item.tournament = replace(item.tournament, starts=NOW + 5 * HOUR)
    assert not rounds.due_to_begin(item)
    assert (item.tournament.status, item.tournament.wake) == ("signup", NOW + 3 * HOUR)
    item.now = NOW + 3 * HOUR
    assert not rounds.due_to_begin(item)
    assert (item.tournament.status, item.tournament.starts) == ("checkin", NOW + 5 * HOUR)
    assert item.tournament.wake == NOW + 5 * HOUR
    until = int((NOW + 5 * HOUR).timestamp())
    assert [notice.event for notice in item.announced] == [CheckInOpened(1, (2001, 2002, 2003), until)]
    late = contest("swiss", 3, Terms(checkin=2))
    late.tournament, late.now = replace(late.tournament, starts=NOW), NOW
    assert not rounds.due_to_begin(late)
    assert late.tournament.starts == NOW + HOUR
    late.now = NOW + HOUR
    assert rounds.due_to_begin(late)


def test_a_notice_names_at_most_fifty_players() -> None:
    item = contest("swiss", 101, Terms(players=200, checkin=2))
    item.tournament = replace(item.tournament, starts=NOW + HOUR)
    rounds.due_to_begin(item)
    assert [len(notice.event.pings) for notice in item.announced] == [50, 50, 1]  # type: ignore[union-attr]


def test_with_fewer_than_two_players_a_tournament_is_cancelled() -> None:
    for count, event in ((1, TournamentCancelled(1, "few")), (2, TournamentStarted(1, 1))):
        item = contest("swiss", count, Terms())
        rounds.begin(item, {}, random.Random(1))
        assert [notice.event for notice in item.announced] == [event]


def test_seeds_go_by_rating_then_by_order_of_joining() -> None:
    item = contest("swiss", 4, Terms())
    rounds.begin(item, {2003: 1600.0, 2002: 1400.0}, random.Random(1))
    seeds = {entrant.user: entrant.seed for entrant in item.tournament.entrants}
    assert seeds == {2003: 1, 2002: 2, 2001: 3, 2004: 4}
    orders = set()
    for chance in range(9):
        item = contest("swiss", 4, Terms(seeding="random"))
        rounds.begin(item, {2003: 1600.0}, random.Random(chance))
        orders.add(tuple(entrant.seed for entrant in item.tournament.entrants))
    assert len(orders) > 4


def test_a_tournament_is_over_when_all_have_met() -> None:
    item = running("swiss", 3, rounds=3)
    item.pairings = [replace(pairing, result="1-0", how="played") for pairing in item.pairings]
    met = [Pairing(1, 8, slots, match=8, result="1-0", how="played") for slots in ((1, 2), (1, 3), (2, 3))]
    item.pairings += met
    assert rounds.go_on(item, None)
    assert item.announced[-1].event == TournamentFinished(1, "met")


def test_a_bye_is_announced_to_its_player_only() -> None:
    item = contest("swiss", 3, Terms(seeding="order"))
    rounds.begin(item, {}, random.Random(1))
    [bye] = [notice for notice in item.announced if isinstance(notice.event, ByeGiven)]
    assert (bye.event, bye.ping, bye.public) == (ByeGiven(1, 1), 2003, False)
    [pairing] = [pairing for pairing in item.pairings if pairing.slots[1] is None]
    assert (pairing.result, pairing.how, pairing.settled) == ("bye", "bye", NOW)


def test_a_round_wakes_when_something_may_be_due() -> None:
    item = running(days=7)
    assert item.tournament.ends == NOW + 7 * DAY
    assert wake_after(item) == timedelta(hours=6)
    item.now = NOW + 6 * DAY - HOUR
    assert wake_after(item) == HOUR
    item.write(replace(item.pairings[0], ends=NOW + 6 * DAY + timedelta(minutes=30)))
    item.now = NOW + 5 * DAY
    assert wake_after(item) == timedelta(minutes=30)
    assert not rounds.go_on(item, NOW + 4 * DAY + HOUR)
    assert item.tournament.wake == item.now + timedelta(minutes=30)
    item.write(replace(item.pairings[0], ends=None))
    assert not rounds.go_on(item, NOW + 4 * DAY + HOUR)
    assert item.tournament.wake == item.now + HOUR
    item.write(replace(item.pairings[0], how="late", settled=item.now - 7 * DAY + timedelta(minutes=5)))
    assert wake_after(item) == timedelta(minutes=5)


def test_players_are_warned_a_day_before_a_round_ends() -> None:
    item = running(days=7)
    item.now = NOW + 6 * DAY - timedelta(minutes=1)
    assert not rounds.go_on(item, None)
    item.now = NOW + 6 * DAY
    assert rounds.go_on(item, None)
    until = int((NOW + 7 * DAY).timestamp())
    assert [notice.event for notice in item.announced] == [RoundEnding(1, 1, (2001, 2003, 2004, 2002), until)]
    assert (item.tournament.warned, item.tournament.ends) == (item.now, NOW + 7 * DAY)
    assert not rounds.go_on(item, None)
    late = running(days=7)
    late.pairings.append(replace(late.pairings[0], id=99))  # the second match of a pair
    late.now = NOW + 20 * DAY
    assert rounds.go_on(late, None)
    assert late.tournament.ends == late.now + DAY
    assert [notice.event.several for notice in late.announced] == [(2001, 2003, 2004, 2002)], "each is pinged once"


def judged(item: Contest, pairing: Pairing, **changes: object) -> Verdict | None:
    """How the game of a pairing ends by rule, being at turn 9 but for the changes."""
    game = RunningGame((2001, 2003), 0, 9, None, None)._replace(**changes)
    return verdicts.verdict(item, replace(pairing, game=game))


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


def test_games_open_at_the_end_of_a_round_are_forfeited() -> None:
    item = running(days=3)
    item.tournament, item.now = replace(item.tournament, warned=NOW), NOW + 3 * DAY
    pairing = item.pairings[0]
    assert judged(item, pairing, to_move=1) == Verdict("1-0", "played")
    assert judged(item, pairing, turn=2) == Verdict("0-1", "forfeit")
    assert judged(item, pairing, turn=3) == Verdict("0-1", "played")
    assert judged(item, replace(pairing, ends=item.now + HOUR)) is None
    assert judged(item, replace(pairing, result="1-0")) is None
    item.now -= timedelta(milliseconds=1)
    assert judged(item, pairing) is None
    item.now += HOUR
    item.tournament = replace(item.tournament, warned=None)
    assert judged(item, pairing) is None


def test_overdue_games_are_forfeited_after_the_organisers_week() -> None:
    item = running(late="organiser")
    overdue = item.now - DAY
    verdicts.give(item, item.pairings[0], Verdict(None, "late"))
    [asked] = item.announced
    until = int((NOW + 7 * DAY).timestamp())
    assert (asked.event, asked.ping) == (PairingsOverdue(1, (item.pairings[0].id,), until), ORGANISER.id)
    item.now += 7 * DAY - timedelta(milliseconds=1)
    assert judged(item, item.pairings[0], due=overdue) is None
    item.now = NOW + 7 * DAY
    assert judged(item, item.pairings[0], due=overdue) == Verdict("0-1", "played", "time", True)


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
def test_games_of_withdrawn_and_replaced_players_are_lost(first: str, second: str, turn: int, verdict: Verdict) -> None:
    item = running()
    pairing = item.pairings[0]
    for slot, status in zip(pairing.slots, (first, second), strict=True):
        entrant = item.tournament.slot(slot or 0)
        item.put(replace(entrant, user=9000 + entrant.slot) if status == "new" else replace(entrant, status=status))
    assert judged(item, pairing, turn=turn) == verdict


@pytest.mark.parametrize(("gone", "result"), [((), None), ((0,), "0-1"), ((1,), "1-0"), ((0, 1), "0-0")], ids=str)
def test_withdrawn_players_forfeit_games_that_have_not_begun(gone: tuple[int, ...], result: str | None) -> None:
    item = running()
    pairing = replace(item.pairings[0], match=None)
    for seat in gone:
        item.put(replace(item.tournament.slot(pairing.slots[seat] or 0), status="out"))
    assert verdicts.forfeit(item, pairing) == bool(gone)
    assert item.pairings[0].result == result
    assert item.pairings[0].how == ("forfeit" if gone else None)


def test_a_vacation_extends_a_game_by_a_round_at_most() -> None:
    item = running(days=3)
    assert rounds.move_deadlines(item, {}) == 0
    assert item.announced == []
    assert rounds.move_deadlines(item, {2001: NOW + DAY, 2003: NOW + 2 * DAY}) == 1
    assert item.pairings[0].ends == item.tournament.ends + 2 * DAY
    assert [(notice.ping, notice.public) for notice in item.announced] == [(2001, False), (2003, False)]
    assert rounds.move_deadlines(item, {2002: NOW + 30 * DAY}) == 1
    assert item.pairings[1].ends == item.tournament.ends + 3 * DAY
    assert rounds.unmoved(item) == []
    assert rounds.move_deadlines(running(), {2001: NOW + DAY}) == 0, "rounds without an end need no extension"


def test_a_pause_ends_a_day_before_the_round_or_after_a_week() -> None:
    item = running(days=7)
    pairing = item.pairings[0]
    item.now = NOW + 6 * DAY
    assert rounds.ends_pause(item, pairing, item.now)
    item.now -= timedelta(milliseconds=1)
    assert not rounds.ends_pause(item, pairing, NOW)
    assert not rounds.ends_pause(item, replace(pairing, ends=NOW + 7 * DAY), NOW)
    endless = running()
    endless.now = NOW + 7 * DAY
    assert rounds.ends_pause(endless, endless.pairings[0], NOW)
    assert not rounds.ends_pause(endless, endless.pairings[0], NOW + HOUR)
    assert not rounds.ends_pause(endless, replace(endless.pairings[0], result="1-0"), NOW)


def test_direct_encounter_does_not_count_in_a_swiss_if_tied_players_have_not_met() -> None:
    table = KINDS["swiss"].standings(entrants(4), games("1-3=1-0 2-4=1-0", "4-1=1-0 2-3=0-1"))
    assert {standing.points for standing in table} == {1.0}
    assert [breaks(table, slot)["direct encounter"] for slot in (1, 2, 3, 4)] == [0, 0, 0, 0]


def test_a_ladder_is_challenged_within_three_rungs_and_a_week_apart() -> None:
    item = contest("ladder", 0, Terms(players=8))
    item.tournament = replace(item.tournament, status="running", round=1)
    people = field(5)
    for person in people:
        organising.join(item, person)
        item.now += HOUR
    for above, allowed in ((0, False), (1, True), (3, True), (4, False)):
        probe = replace_pairings(item, [])
        if allowed:
            organising.challenge(probe, people[4], people[above].id)
            assert not probe.pairings
            organising.accept_place(probe, 5, people[above])
            assert set(probe.pairings[0].slots) == {above + 1, 5}
        else:
            with pytest.raises(Refused, match="3 players above"):
                organising.challenge(probe, people[4], people[above].id)
    met = Pairing(1, 1, (4, 5), 1, 1, 1, "1-0", "played", item.now)
    for passed, allowed in ((timedelta(days=7), True), (timedelta(days=7) - timedelta(milliseconds=1), False)):
        probe = replace_pairings(item, [met])
        probe.now += passed
        if allowed:
            organising.challenge(probe, people[4], people[3].id)
            with pytest.raises(Refused, match="isn’t answered yet"):
                organising.challenge(probe, people[4], people[2].id)
            organising.accept_place(probe, 5, people[3])
            assert probe.pairings[1].board == 2
        else:
            with pytest.raises(Refused, match="within the last 7 days"):
                organising.challenge(probe, people[4], people[3].id)


def replace_pairings(item: Contest, pairings: list[Pairing]) -> Contest:
    return Contest(item.tournament, list(pairings), item.now)


def test_a_result_is_settled_until_the_game_is_played_again_or_the_next_round_is_paired() -> None:
    item = running("knock-out")
    game = item.pairings[0]
    with pytest.raises(NotYours):
        organising.settle(item, 5, game.id, "1-0", False)
    with pytest.raises(Refused, match="1-0, 0-1, 1/2, 0-0"):
        organising.settle(item, ORGANISER.id, game.id, "2-0", False)
    with pytest.raises(Refused, match="no such match"):
        organising.settle(item, ORGANISER.id, 99, "1-0", False)
    organising.settle(item, ORGANISER.id, game.id, "1-0", False)
    assert (item.pairings[0].result, item.pairings[0].how, item.pairings[0].settled) == ("1-0", "settled", NOW)
    item.now += HOUR
    organising.settle(item, 5, game.id, "1/2", True)
    assert (item.pairings[0].result, item.pairings[0].settled) == ("1/2", NOW)
    item.pairings.append(replace(game, id=50, leg=2))
    with pytest.raises(Refused, match="already paired"):
        organising.settle(item, ORGANISER.id, game.id, "0-1", False)
    item.pairings.pop()
    item.tournament = replace(item.tournament, round=2)
    with pytest.raises(Refused, match="already paired"):
        organising.settle(item, ORGANISER.id, game.id, "0-1", False)
