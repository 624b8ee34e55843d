"""Stored notices of tournaments stay readable."""

import pytest

from bot.domain.events import JSON, read_event
from bot.domain.tournaments.events import (
    ByeGiven,
    CalendarDue,
    CheckInOpened,
    EntrantPromoted,
    EntrantReplaced,
    OrganiserChanged,
    PairingsOverdue,
    RoundEnding,
    RoundStarted,
    StandingsChanged,
    TournamentCancelled,
    TournamentCreated,
    TournamentEvent,
    TournamentFinished,
    TournamentMoved,
    TournamentStarted,
)

STORED: list[tuple[dict[str, JSON], TournamentEvent]] = [
    ({"what": "created"}, TournamentCreated(7)),
    ({"what": "moved"}, TournamentMoved(7)),
    ({"what": "calendar", "make": True}, CalendarDue(7, True)),
    ({"what": "checkin", "pings": [1, 2], "until": 9}, CheckInOpened(7, (1, 2), 9)),
    ({"what": "started", "round": 1}, TournamentStarted(7, 1)),
    ({"what": "round", "round": 2}, RoundStarted(7, 2)),
    ({"what": "bye", "round": 2}, ByeGiven(7, 2)),
    ({"what": "standings"}, StandingsChanged(7)),
    ({"what": "ending", "round": 2, "pings": [1], "until": 9}, RoundEnding(7, 2, (1,), 9)),
    ({"what": "overdue", "games": [4], "until": 9}, PairingsOverdue(7, (4,), 9)),
    ({"what": "promoted"}, EntrantPromoted(7)),
    ({"what": "replaced", "to": 1, "out": 2}, EntrantReplaced(7, 1, 2)),
    ({"what": "organiser"}, OrganiserChanged(7)),
    ({"what": "finished", "why": "met"}, TournamentFinished(7, "met")),
    ({"what": "cancelled", "why": "few"}, TournamentCancelled(7, "few")),
]


@pytest.mark.parametrize(("payload", "event"), STORED)
def test_a_stored_notice_is_read_as_its_event(payload: dict[str, JSON], event: TournamentEvent) -> None:
    stored: dict[str, JSON] = {"tournament": 7, **payload}
    assert event.kind == "tournament"
    assert event.payload() == stored
    assert read_event("tournament", stored) == event
