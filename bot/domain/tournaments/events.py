"""What people are told of a tournament: one class for each value of ``what`` in the payload of kind ``tournament``."""

from bot.domain.events import Event
from bot.store.personal import Plain, UserId, UserIds


class TournamentEvent(Event):
    """Something that happened in the tournament with this id."""

    tournament: Plain[int]


class TournamentCreated(TournamentEvent, kind="tournament", what="created"):
    """It is announced."""


class TournamentMoved(TournamentEvent, kind="tournament", what="moved"):
    """It begins at another time than was announced."""


class CalendarDue(TournamentEvent, kind="tournament", what="calendar"):
    """Nothing that is said: what the server's events show of it is to be brought up to date.

    ``make``: with a new one where there is none.
    """

    make: Plain[bool] = False


class CheckInOpened(TournamentEvent, kind="tournament", what="checkin"):
    """``pings``, at most MOST_PINGS, should say by ``until`` (unix seconds) that they are there."""

    pings: UserIds
    until: Plain[int]


class TournamentStarted(TournamentEvent, kind="tournament", what="started"):
    """The first round has begun."""

    round: Plain[int]


class RoundStarted(TournamentEvent, kind="tournament", what="round"):
    """A later round has begun."""

    round: Plain[int]


class ByeGiven(TournamentEvent, kind="tournament", what="bye"):
    """The member pinged has a bye in a round."""

    round: Plain[int]


class StandingsChanged(TournamentEvent, kind="tournament", what="standings"):
    """Results have come in. Never more than one is owed, so it may be posted or bring the last post up to date."""


class RoundEnding(TournamentEvent, kind="tournament", what="ending"):
    """The time of a round is over at ``until`` (unix seconds); ``pings``, at most MOST_PINGS, still play."""

    round: Plain[int]
    pings: UserIds
    until: Plain[int]


class DeadlineMoved(TournamentEvent, kind="tournament", what="vacation"):
    """User ``away`` is on vacation: their game, of match ``match``, may be played until then (unix seconds)."""

    match: Plain[int]
    away: UserId
    until: Plain[int]


class PairingsOverdue(TournamentEvent, kind="tournament", what="overdue"):
    """The organiser should settle ``games`` (ids of pairings), which end by rule at ``until`` (unix seconds)."""

    games: Plain[tuple[int, ...]]
    until: Plain[int]


class EntrantPromoted(TournamentEvent, kind="tournament", what="promoted"):
    """The member pinged, who waited for a place, has one now."""


class PlaceOffered(TournamentEvent, kind="tournament", what="offered"):
    """User ``to`` is asked to take the place of user ``out`` over, with this ``slot``, until then (unix seconds)."""

    slot: Plain[int]
    to: UserId
    out: UserId
    until: Plain[int]


class PlaceDeclined(TournamentEvent, kind="tournament", what="refused"):
    """User ``to`` does not want the place of user ``out``; the organiser is pinged."""

    to: UserId
    out: UserId


class EntrantReplaced(TournamentEvent, kind="tournament", what="replaced"):
    """User ``to`` has taken the place of user ``out``."""

    to: UserId
    out: UserId


class OrganiserChanged(TournamentEvent, kind="tournament", what="organiser"):
    """The member pinged organises the tournament now."""


class TournamentFinished(TournamentEvent, kind="tournament", what="finished"):
    """It is over. ``why``: ``met`` (nobody was left to pair), ``organiser`` (who closed a ladder), or empty."""

    why: Plain[str] = ""


class TournamentCancelled(TournamentEvent, kind="tournament", what="cancelled"):
    """It ends before its end. ``why``: too ``few`` came, or the ``organiser`` has called it off."""

    why: Plain[str]
