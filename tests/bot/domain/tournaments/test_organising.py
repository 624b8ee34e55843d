"""What members and the organiser may do in a tournament, and when, as pure functions."""

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.domain.errors import LimitReached, NotYours, Refused
from bot.domain.tournaments import organising, rounds
from bot.domain.tournaments.contest import Contest
from bot.domain.tournaments.events import TournamentMoved
from bot.domain.tournaments.kinds import KINDS
from bot.domain.tournaments.tournament import OFFER, TournamentTerms
from bot.domain.values import COMPUTER, Person
from tests.bot.domain.tournaments.helpers import ORGANISER, field
from tests.bot.domain.tournaments.test_contest import contest, store_pairings

DAY = timedelta(days=1)
NEW = Person(3000, "New")
LOOPHOLE = Person(COMPUTER, "Loophole")
ONE, TWO, THREE, FOUR, FIVE, SIX = field(6)


def refusal(command: Callable[..., object], *arguments: Any) -> str:
    """The sentence with which a command is refused."""
    with pytest.raises((NotYours, LimitReached, Refused)) as error:
        command(*arguments)
    return str(error.value)


def pings(item: Contest) -> list[int | None]:
    """Whom each announcement pings."""
    return [notice.ping for notice in item.announcements]


def memberships(item: Contest) -> dict[int, str]:
    return {entrant.user: entrant.status for entrant in item.tournament.entrants}


def begun(kind: str = "swiss", count: int = 4) -> Contest:
    """A tournament whose first matches have begun."""
    item = contest(kind, count, TournamentTerms(seeding="order", rounds=2))
    rounds.begin(item, {}, random.Random(1))
    store_pairings(item)
    item.announcements.clear()
    return item


def ladder(count: int = 6) -> Contest:
    """A running ladder; whoever joined first stands highest."""
    item = contest("ladder", 0, TournamentTerms(players=count))
    item.tournament = replace(item.tournament, status="running", round=1)
    for person in field(count):
        organising.join(item, person)
    return item


# ------------------------------------------------------------------------------------------- terms


@pytest.mark.parametrize(
    ("name", "minimum", "most"),
    [
        ("players", 2, 256),
        ("rounds", 0, 30),
        ("cycles", 1, 2),
        ("checkin", 0, 72),
        ("days", 0, 60),
    ],
)
def test_terms_have_limits_that_are_named(name: str, minimum: int, most: int) -> None:
    swiss = KINDS["swiss"]
    for number in (minimum, most):
        organising.check_terms(swiss, replace(TournamentTerms(), **{name: number}))  # type: ignore[arg-type]
    for number in (minimum - 1, most + 1):
        terms = replace(TournamentTerms(), **{name: number})  # type: ignore[arg-type]
        assert refusal(organising.check_terms, swiss, terms) == f"{name} can be {minimum} to {most}"


def test_a_round_robin_has_at_most_32_players() -> None:
    everybody = KINDS["round-robin"]
    organising.check_terms(everybody, TournamentTerms(players=32))
    assert refusal(organising.check_terms, everybody, TournamentTerms(players=33)) == (
        "a round robin takes at most 32 players"
    )


def test_a_tournament_starts_in_the_future_and_within_a_year() -> None:
    item = contest("swiss", 3, TournamentTerms())
    assert refusal(organising.move, item, ORGANISER.id, item.now) == (
        "the start must be in the future"
    )
    assert refusal(organising.move, item, ORGANISER.id, item.now + 367 * DAY) == (
        "the start can be at most 366 days from now"
    )
    organising.move(item, ORGANISER.id, item.now + 366 * DAY)
    assert item.tournament.starts == item.now + 366 * DAY
    (notice,) = item.announcements
    assert isinstance(notice.event, TournamentMoved)


# ------------------------------------------------------------------------------ joining and leaving


def test_who_joins_a_full_tournament_waits_and_takes_the_first_place_that_is_free() -> None:
    item = contest("swiss", 4, TournamentTerms(players=3))
    assert memberships(item)[FOUR.id] == "waiting"
    organising.leave(item, ONE.id)
    assert memberships(item) == {TWO.id: "in", THREE.id: "in", FOUR.id: "in"}


def test_a_full_ladder_takes_nobody() -> None:
    assert "is full; the limit is 4 players" in refusal(organising.join, ladder(4), NEW)


def test_only_people_play_and_each_once_and_before_the_start() -> None:
    item = contest("swiss", 3, TournamentTerms())
    assert refusal(organising.join, item, LOOPHOLE) == "only people can play"
    assert refusal(organising.join, item, ONE).startswith("you’re already in ")
    with pytest.raises(Refused):
        organising.join(begun(), NEW)


def test_checking_in_is_possible_while_it_is_open_and_joining_then_counts_as_it() -> None:
    item = contest("swiss", 3, TournamentTerms(checkin=12))
    assert "isn’t open yet" in refusal(organising.check_in, item, ONE)
    item.tournament = replace(item.tournament, status="checkin")
    organising.check_in(item, ONE)
    organising.join(item, NEW)
    users = {entrant.user for entrant in item.tournament.entrants if entrant.checked}
    assert users == {ONE.id, NEW.id}
    assert "so its start can’t be changed" in refusal(
        organising.move, item, ORGANISER.id, item.now + DAY
    )


def test_who_leaves_a_running_tournament_keeps_their_place_in_its_table() -> None:
    item = begun()
    organising.leave(item, ONE.id)
    assert memberships(item)[ONE.id] == "out"
    organising.remove(item, ORGANISER.id, TWO.id)
    assert memberships(item)[TWO.id] == "removed"
    with pytest.raises(Refused):
        organising.leave(item, NEW.id)


@pytest.mark.parametrize(
    "command",
    [
        lambda item, organiser: organising.remove(item, organiser, TWO.id),
        lambda item, organiser: organising.offer_place(item, organiser, TWO.id, NEW),
        lambda item, organiser: organising.hand_over(item, organiser, NEW),
        lambda item, organiser: organising.cancel(item, organiser),
        lambda item, organiser: organising.settle(item, organiser, 1, "1-0"),
    ],
)
def test_what_the_organiser_does_nobody_else_does(command: Callable[[Contest, int], None]) -> None:
    with pytest.raises(NotYours):
        command(begun(), ONE.id)
    command(begun(), ORGANISER.id)


def test_managers_of_a_server_may_close_any_tournament() -> None:
    item = begun()
    organising.cancel(item, ONE.id, True)
    assert item.tournament.status == "cancelled"


def test_a_tournament_starts_with_two_or_more() -> None:
    item = contest("swiss", 1, TournamentTerms())
    assert refusal(organising.start, item, ORGANISER.id) == (
        "a tournament needs at least two players"
    )
    organising.join(item, TWO)
    organising.start(item, ORGANISER.id)
    assert item.tournament.starts == item.now
    checked = contest("swiss", 3, TournamentTerms(checkin=12))
    checked.tournament = replace(checked.tournament, status="checkin")
    organising.check_in(checked, ONE)
    assert refusal(organising.start, checked, ORGANISER.id) == (
        "a tournament needs at least two players"
    )


def test_another_person_may_become_the_organiser() -> None:
    item = begun()
    assert refusal(organising.hand_over, item, ORGANISER.id, LOOPHOLE) == (
        "only people can organise tournaments"
    )
    organising.hand_over(item, ORGANISER.id, NEW)
    assert item.tournament.organiser == NEW
    assert pings(item) == [NEW.id]
    with pytest.raises(NotYours):
        organising.cancel(item, ORGANISER.id)


# ------------------------------------------------------------------------------------------ places


def test_a_place_is_offered_to_one_person_who_is_not_in_the_tournament() -> None:
    item = begun()
    offer = organising.offer_place
    assert refusal(offer, item, ORGANISER.id, ONE.id, LOOPHOLE) == "only people can play"
    assert "is already in" in refusal(offer, item, ORGANISER.id, ONE.id, TWO)
    assert "this member isn’t in" in refusal(offer, item, ORGANISER.id, 999, NEW)
    offer(item, ORGANISER.id, ONE.id, NEW)
    assert pings(item) == [NEW.id]
    assert refusal(offer, item, ORGANISER.id, TWO.id, NEW) == (
        "New has already been asked and hasn’t answered yet"
    )


def test_who_accepts_a_place_has_it_with_its_results() -> None:
    item = begun()
    slot = item.entrant(ONE.id).slot
    organising.offer_place(item, ORGANISER.id, ONE.id, NEW)
    other = Person(3001, "Other")
    assert "is for somebody else" in refusal(organising.accept_place, item, slot, other)
    organising.accept_place(item, slot, NEW)
    assert item.entrant(NEW.id).slot == slot
    assert ONE.id not in memberships(item)
    assert "no longer open" in refusal(organising.accept_place, item, slot, NEW)


def test_a_place_that_is_declined_or_not_answered_in_time_stays_with_who_had_it() -> None:
    item = begun()
    slot = item.entrant(ONE.id).slot
    organising.offer_place(item, ORGANISER.id, ONE.id, NEW)
    late = Contest(item.tournament, item.pairings, item.now + OFFER)
    assert "no longer open" in refusal(organising.accept_place, late, slot, NEW)
    item.announcements.clear()
    organising.decline_place(item, slot, NEW)
    assert pings(item) == [ORGANISER.id]
    assert "no longer open" in refusal(organising.accept_place, item, slot, NEW)
    assert memberships(item)[ONE.id] == "in"


# ----------------------------------------------------------------------------------------- ladders


def test_on_a_ladder_one_of_the_three_above_is_challenged_and_may_accept() -> None:
    item = ladder()
    assert refusal(organising.challenge, item, FIVE, ONE.id) == (
        "you can only challenge the 3 players above you on the ladder"
    )
    assert refusal(organising.challenge, item, ONE, TWO.id) == (
        "you can only challenge the 3 players above you on the ladder"
    )
    organising.challenge(item, FIVE, TWO.id)
    assert pings(item) == [TWO.id]
    assert "isn’t answered yet" in refusal(organising.challenge, item, FIVE, THREE.id)
    organising.accept_place(item, item.entrant(FIVE.id).slot, TWO)
    (pairing,) = item.pairings
    assert {place.user for place in item.players(pairing)} == {TWO.id, FIVE.id}
    assert refusal(organising.challenge, item, FIVE, FOUR.id) == (
        "finish your current match on this ladder first"
    )
    assert "is already playing on this ladder" in refusal(organising.challenge, item, THREE, TWO.id)


def test_the_same_two_meet_again_on_a_ladder_after_a_week() -> None:
    item = ladder()
    organising.challenge(item, THREE, TWO.id)
    organising.accept_place(item, item.entrant(THREE.id).slot, TWO)
    store_pairings(item)
    (pairing,) = item.pairings
    item.result(pairing, "1-0", "played")
    item.now += timedelta(days=7, seconds=-1)
    two_on_top = item.entrant(TWO.id).slot == item.pairings[0].slots[0]
    lower, higher = (THREE, TWO) if two_on_top else (TWO, THREE)
    assert refusal(organising.challenge, item, lower, higher.id) == (
        "you’ve played each other within the last 7 days"
    )
    item.now += timedelta(seconds=1)
    organising.challenge(item, lower, higher.id)


def test_only_on_a_ladder_members_choose_whom_they_meet() -> None:
    assert "isn’t a ladder; pairings are made for you" in refusal(
        organising.challenge, begun(), TWO, ONE.id
    )


# ----------------------------------------------------------------------------- the organiser's word


def test_a_result_of_the_organiser_is_one_that_there_is_in_a_match_that_there_is() -> None:
    item = begun()
    assert "the result can be " in refusal(organising.settle, item, ORGANISER.id, 1, "odd")
    assert "there’s no such match in" in refusal(organising.settle, item, ORGANISER.id, 99, "1-0")
    organising.settle(item, ORGANISER.id, 1, "0-1")
    assert (item.pairings[0].result, item.pairings[0].how) == ("0-1", "settled")


def test_once_the_next_round_is_paired_a_result_of_the_last_one_stays() -> None:
    item = begun()
    for pairing in list(item.pairings):
        item.result(pairing, "1-0", "played")
    rounds.go_on(item, None)
    assert item.tournament.round == 2
    store_pairings(item)
    assert refusal(organising.settle, item, ORGANISER.id, 1, "0-1") == (
        "the next round is already paired, so this result can’t be changed"
    )
