"""What each change to a tournament does, whom it tells, and in which words it is refused."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any, TypeAlias

import pytest

from bot.domain.errors import NotYours, Refused
from bot.domain.tournaments import events, organising
from bot.domain.tournaments.contest import Announced, Contest
from bot.domain.tournaments.tournament import Entrant, Status, Terms
from bot.domain.values import COMPUTER, Person
from tests.bot.conftest import ANN, BEN
from tests.bot.domain.tournaments.helpers import ORGANISER, field
from tests.bot.domain.tournaments.test_contest import NOW, contest

Command: TypeAlias = Callable[[Contest], None]
DAY = timedelta(days=1)
P1, P2, P3, P4, P5 = field(5)
BOT = Person(COMPUTER, "Loophole")


def cup(status: Status = "signup", kind: str = "swiss", offered: Person | None = None) -> Contest:
    """A day after five members joined: two of them wait for a place, but on a ladder."""
    item = contest(kind, 0, Terms(players=5 if kind == "ladder" else 3, checkin=3))
    item.tournament = replace(item.tournament, status="running" if kind == "ladder" else "signup")
    for person in field(5):
        organising.join(item, person)
    if offered is not None:
        place = replace(item.tournament.slot(1), offered_to=offered.id, offered=NOW)
        item.put(place)
    item.tournament, item.now = replace(item.tournament, status=status, wake=None), NOW + DAY
    return item


def by_organiser(command: Callable[..., None], *args: Any) -> Command:
    return lambda item: command(item, ORGANISER.id, *args)


def ladder(who: Person, above: Person) -> tuple[Contest, Command]:
    return cup("running", "ladder"), lambda item: organising.challenge(item, who, above.id)


MOVE, CANCEL = by_organiser(organising.move, NOW + 2 * DAY), by_organiser(organising.cancel)
START, REMOVE = by_organiser(organising.start), by_organiser(organising.remove, P1.id)
OFFER, HAND_OVER = by_organiser(organising.offer_place, P1.id, ANN), by_organiser(organising.hand_over, ANN)
ACCEPT, DECLINE = (partial(act, slot=1, who=ANN) for act in (organising.accept_place, organising.decline_place))
PROMOTED = Announced(events.EntrantPromoted(1), P4.id, False)
PLACE = Entrant(1, P1.id, "P1", "in", False, 0, NOW)
UNTIL = int((NOW + 4 * DAY).timestamp())
CHALLENGED = Announced(events.PlaceOffered(1, slot=4, to=P2.id, out=P4.id, until=UNTIL), P2.id, True)


@pytest.mark.parametrize(
    ("item", "command", "announced", "follow_up", "asks", "changed", "place"),
    [
        (cup(), partial(organising.leave, user=P1.id), PROMOTED, "sweep", None, {}, None),
        (cup("checkin"), REMOVE, PROMOTED, "sweep", None, {}, None),
        (cup("running"), REMOVE, None, "sweep", None, {"wake": NOW + DAY}, replace(PLACE, status="removed")),
        (cup(), by_organiser(organising.remove, P4.id), None, "sweep", None, {}, PLACE),
        (cup(), OFFER, Announced(events.PlaceOffered(1, 1, ANN.id, P1.id, UNTIL), ANN.id, True), None,
         (ORGANISER.id, ANN), {}, replace(PLACE, offered_to=ANN.id, offered=NOW + DAY)),
        (cup(offered=BEN), OFFER, Announced(events.PlaceOffered(1, 1, ANN.id, P1.id, UNTIL), ANN.id, True), None,
         (ORGANISER.id, ANN), {}, replace(PLACE, offered_to=ANN.id, offered=NOW + DAY)),
        (cup(offered=ANN), ACCEPT, Announced(events.EntrantReplaced(1, ANN.id, P1.id), ANN.id, True), "all", None,
         {"wake": NOW + DAY}, Entrant(1, ANN.id, "Ann", "in", True, 0, NOW)),
        (cup(offered=ANN), DECLINE, Announced(events.PlaceDeclined(1, ANN.id, P1.id), ORGANISER.id, True), None, None,
         {}, PLACE),
        (cup(), HAND_OVER, Announced(events.OrganiserChanged(1), ANN.id, True), None, (ORGANISER.id, ANN),
         {"organiser": ANN}, PLACE),
        (cup("checkin"), partial(organising.check_in, who=Person(P1.id, "Pia")), None, None, None, {},
         replace(PLACE, checked=True, name="Pia")),
        (cup(), START, None, "all", None,
         {"starts": NOW + DAY, "wake": NOW + DAY, "terms": Terms(players=3, checkin=0)}, PLACE),
        (cup(), MOVE, Announced(events.TournamentMoved(1), None, True), None, None,
         {"starts": NOW + 2 * DAY, "wake": NOW + DAY}, PLACE),
        (cup("running"), CANCEL, Announced(events.TournamentCancelled(1, "organiser"), None, True), None, None,
         {"status": "cancelled", "finished": NOW + DAY}, PLACE),
        (cup("running", "ladder"), CANCEL, Announced(events.TournamentFinished(1, "organiser"), None, True), None, None,
         {"status": "finished", "finished": NOW + DAY}, replace(PLACE, seed=1)),
        (cup(), organising.clear_title, Announced(events.CalendarDue(1), None, True), None, None,
         {"title": "Veloop swiss"}, PLACE),
        (*ladder(P4, P2), CHALLENGED, None, (P4.id, P2), {}, replace(PLACE, seed=1)),
    ],
)  # fmt: skip
def test_a_change_is_made_and_told_to_those_whom_it_concerns(
    item: Contest, command: Command, announced: Announced | None, follow_up: str | None,
    asks: tuple[int, Person] | None, changed: dict[str, Any], place: Entrant | None,
) -> None:  # fmt: skip
    before = item.tournament
    command(item)
    assert (item.announced, item.follow_up, item.asks) == ([announced] if announced else [], follow_up, asks)
    assert replace(item.tournament, entrants=()) == replace(before, entrants=(), **changed)
    assert next((entrant for entrant in item.tournament.entrants if entrant.slot == 1), None) == place


def test_members_come_in_and_an_organiser_may_be_gone() -> None:
    item = cup("checkin", offered=ANN)
    organising.join(item, BEN)
    assert item.tournament.slot(6) == Entrant(6, BEN.id, "Ben", "waiting", True, 0, NOW + DAY)
    item.tournament = replace(item.tournament, organiser=Person(-1, "somebody"))
    DECLINE(item)
    assert [notice.ping for notice in item.announced] == [None]


@pytest.mark.parametrize(
    ("item", "command", "why"),
    [
        (cup(), partial(organising.join, who=BOT), "only people can play"),
        (cup(), partial(organising.join, who=P4), "you’re already in T1"),
        (cup("running"), partial(organising.join, who=ANN), "T1 has already started"),
        (cup("running", "ladder"), partial(organising.join, who=ANN), "T1 is full; the limit is 5 players"),
        (cup(), partial(organising.check_in, who=P1), "check-in for T1 isn’t open yet"),
        (cup("checkin"), partial(organising.check_in, who=ANN), "you’re not in T1"),
        (cup("running"), partial(organising.check_in, who=P1), "T1 has already started"),
        (cup("finished"), partial(organising.leave, user=P1.id), "T1 is over"),
        (cup(), by_organiser(organising.remove, ANN.id), "this member isn’t in T1"),
        (cup("cancelled"), REMOVE, "T1 was cancelled"),
        (cup(), by_organiser(organising.offer_place, P1.id, BOT), "only people can play"),
        (cup(), by_organiser(organising.offer_place, P1.id, P4), "P4 is already in T1"),
        (cup(), by_organiser(organising.offer_place, P4.id, ANN), "this member isn’t in T1"),
        (cup(offered=ANN), OFFER, "Ann has already been asked and hasn’t answered yet"),
        (cup("finished"), OFFER, "T1 is over"),
        (cup(offered=BEN), ACCEPT, "this offer in T1 is for somebody else"),
        (cup("finished", offered=ANN), ACCEPT, "T1 is over"),
        (cup(), DECLINE, "this offer in T1 is no longer open"),
        (cup(offered=P4), lambda item: organising.accept_place(item, 1, P4), "you’re already in T1"),
        (cup(), by_organiser(organising.hand_over, BOT), "only people can organise tournaments"),
        (cup("running"), START, "T1 has already started"),
        (cup("checkin"), START, "a tournament needs at least two players"),
        (cup("checkin"), MOVE, "check-in for T1 is open, so its start can’t be changed"),
        (cup("running"), MOVE, "T1 has already started"),
        (cup("cancelled"), CANCEL, "T1 was cancelled"),
        (cup("running"), ladder(P2, P1)[1], "T1 isn’t a ladder; pairings are made for you"),
        (cup("finished", "ladder"), ladder(P2, P1)[1], "T1 is over"),
        (*ladder(ANN, P1), "you’re not in T1"),
        (*ladder(P2, ANN), "this member isn’t in T1"),
        (*ladder(P2, P2), "you can only challenge the 3 players above you on the ladder"),
        (cup(), lambda item: organising.settle(item, ORGANISER.id, 1, "1-0"), "T1 hasn’t started yet"),
    ],
)
def test_what_cannot_be_done_is_refused(item: Contest, command: Command, why: str) -> None:
    before = item.tournament
    with pytest.raises(Refused) as refused:
        command(item)
    assert (str(refused.value), item.tournament, item.announced, item.pairings) == (why, before, [], [])


@pytest.mark.parametrize(
    ("command", "args"),
    [
        (organising.remove, (P1.id,)),
        (organising.offer_place, (P1.id, ANN)),
        (organising.hand_over, (ANN,)),
        (organising.start, ()),
        (organising.move, (NOW + 2 * DAY,)),
        (organising.cancel, ()),
    ],
)
def test_the_organiser_and_managers_alone_change_a_tournament(command: Callable[..., None], args: tuple[Any]) -> None:
    with pytest.raises(NotYours, match=r"^only Olga, who organises T1, and server managers can do that$"):
        command(cup(), P1.id, *args)
    command(cup(), P1.id, *args, True)
    command(cup(), ORGANISER.id, *args)
