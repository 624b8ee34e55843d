"""The events of tournaments: a class for each value of ``what`` in the payload of kind
``tournament``.
"""

from typing import Literal

from bot.domain.events import DomainEvent
from bot.store.personal import Plain, UserId, UserIds


class TournamentEvent(DomainEvent):
    """Something that happened in the tournament with this id."""

    tournament: Plain[int]


class TournamentCreated(TournamentEvent, kind="tournament", what="created"):
    """It is announced."""


class TournamentMoved(TournamentEvent, kind="tournament", what="moved"):
    """Its start was changed."""


class CalendarDue(TournamentEvent, kind="tournament", what="calendar"):
    """The server event of the tournament must be updated; ``make``: created if there is none.

    Has no post.
    """

    make: Plain[bool] = False


class CheckInOpened(TournamentEvent, kind="tournament", what="checkin"):
    """``pings``, at most MOST_PINGS, should confirm by ``until`` (Unix seconds) to be there."""

    pings: UserIds
    until: Plain[int]


class RoundEvent(TournamentEvent):
    """Something that happened in a round."""

    round: Plain[int]


class TournamentStarted(RoundEvent, kind="tournament", what="started"):
    """The first round has begun."""


class RoundStarted(RoundEvent, kind="tournament", what="round"):
    """A later round has begun."""


class ByeGiven(RoundEvent, kind="tournament", what="bye"):
    """The member pinged has a bye in the round."""


class StandingsChanged(TournamentEvent, kind="tournament", what="standings"):
    """Results were recorded.

    At most one such notice is pending; it is posted or updates the last post.
    """


class RoundEnding(RoundEvent, kind="tournament", what="ending"):
    """The round ends at ``until`` (Unix seconds); ``pings``, at most MOST_PINGS, still play."""

    pings: UserIds
    until: Plain[int]


class DeadlineMoved(TournamentEvent, kind="tournament", what="vacation"):
    """User ``away`` is on vacation: their game, of match ``match``, was extended to ``until`` (Unix
    seconds).

    ``pings``: both players.
    """

    match: Plain[int]
    away: UserId
    until: Plain[int]
    pings: UserIds = ()


class PairingsOverdue(TournamentEvent, kind="tournament", what="overdue"):
    """The organiser should settle ``games`` (ids of pairings), which end by rule at ``until`` (Unix
    seconds).
    """

    games: Plain[tuple[int, ...]]
    until: Plain[int]

    @property
    def open_pairings(self) -> tuple[int, ...]:
        return self.games


class EntrantPromoted(TournamentEvent, kind="tournament", what="promoted"):
    """The member pinged has moved up from the waiting list."""


class PlaceOffered(TournamentEvent, kind="tournament", what="offered"):
    """User ``to`` was offered the place of user ``out``, with this ``slot``, until ``until`` (Unix
    seconds).

    If ``to`` plays on the ladder, it is ``out`` who challenges them from this place.
    """

    slot: Plain[int]
    to: UserId
    out: UserId
    until: Plain[int]


class PlaceDeclined(TournamentEvent, kind="tournament", what="refused"):
    """User ``to`` declined the place or challenge of user ``out``; the organiser or ``out`` is
    pinged.
    """

    to: UserId
    out: UserId


class EntrantReplaced(TournamentEvent, kind="tournament", what="replaced"):
    """User ``to`` has taken the place of user ``out``."""

    to: UserId
    out: UserId


class OrganiserChanged(TournamentEvent, kind="tournament", what="organiser"):
    """The member pinged is the new organiser."""


class TournamentFinished(TournamentEvent, kind="tournament", what="finished"):
    """It is over.

    ``why``: ``met`` (nobody was left to pair), ``organiser`` (who closed a ladder), or empty.
    """

    why: Plain[Literal["", "met", "organiser"]] = ""


class TournamentCancelled(TournamentEvent, kind="tournament", what="cancelled"):
    """It was cancelled. ``why``: too ``few`` came, or the ``organiser`` did it."""

    why: Plain[Literal["few", "organiser"]]
