"""Events of matches. A user ``by`` is the player who acted; times are in unix seconds."""

from typing import ClassVar, Literal, TypeAlias

from bot.domain.events import DomainEvent, PostedRequest
from bot.store.personal import Plain, UserId, UserIds

Request: TypeAlias = Literal[
    "draw", "takeback", "pause", "resume", "end_pause", "abandon", "result", "take_up", "quiet"
]
"""What players ask of each other; ``resume`` and ``end_pause``: in a pause.

Of ``quiet`` the bot asks them.
"""


class MatchEvent(DomainEvent):
    """An event in a match; ``version`` is that of the match afterwards."""

    version: Plain[int]

    @property
    def actor(self) -> int | None:
        """The player who acted: its ``by``, if any."""
        user = vars(self).get("by")
        return user if isinstance(user, int) else None


class MatchStarted(MatchEvent, kind="started"):
    """A match began. ``first``: the pinged player is to move."""

    first: Plain[bool] = True

    @property
    def calls_to_move(self) -> bool:
        return self.first


class TurnPlayed(MatchEvent, kind="turn"):
    """The plies from ``start`` to ``end``, perhaps not the latest.

    ``lapsed``: the opponent had offered a draw; ``outrun``: the mover had, and a conditional move
    of the opponent was played at once.
    """

    start: Plain[int]
    end: Plain[int]
    lapsed: Plain[bool] = False
    outrun: Plain[bool] = False

    @property
    def calls_to_move(self) -> bool:
        return True

    @property
    def open_request(self) -> PostedRequest:
        return PostedRequest("draw", self.version)


class MatchFinished(MatchEvent, kind="finished"):
    """The match ended: after the plies from ``start`` to ``end``, or without a move (``start``
    equals ``end``).
    """

    start: Plain[int]
    end: Plain[int]
    by: UserId | None = None


class Asked(MatchEvent, kind="asked"):
    """User ``by`` asks for a ``draw``, ``takeback`` (of ``turns``, the first of which had
    ``moves``), ``pause``, or to ``resume`` a paused match, ``abandon`` a match, annul its
    ``result``, or resume an adjourned one (``take_up``).
    """

    request: Plain[Request]
    by: UserId
    turns: Plain[int] = 1
    moves: Plain[str] = ""

    @property
    def open_request(self) -> PostedRequest:
        return PostedRequest(self.request, self.version, self.by)


class Answered(MatchEvent, kind="answered"):
    """User ``by`` agreed or not to a ``request`` as in ``Asked``, or ended a pause (``end_pause``).

    ``by`` None: a pause ended by itself. ``turns``: how many a takeback has undone. ``quiet``: they
    play on. ``withdrawn``: it was their own request, which they have taken back.
    """

    request: Plain[Request]
    yes: Plain[bool]
    by: UserId | None = None
    turns: Plain[int] = 1
    withdrawn: Plain[bool] = False


class TimeRunsShort(MatchEvent, kind="reminder"):
    """The turn of user ``by`` is due soon."""

    by: UserId


class TimeRanOut(MatchEvent, kind="overdue"):
    """The time of user ``by`` is over; the opponent may claim.

    ``pings``: whom of both the post pings.
    """

    waits: ClassVar[bool] = True
    by: UserId
    pings: UserIds = ()


class Nudged(MatchEvent, kind="nudge"):
    """User ``by`` reminds the opponent of their turn."""

    waits: ClassVar[bool] = True
    by: UserId


class QuietReminder(MatchEvent, kind="quiet"):
    """A match without a clock waits for a player; both have been silent ``since``."""

    waits: ClassVar[bool] = True
    since: Plain[int]


class QuietAsked(MatchEvent, kind="quiet_asked"):
    """Both, ``pings`` by one post, are asked whether a match goes on in which they have been silent
    ``since``.
    """

    waits: ClassVar[bool] = True
    since: Plain[int]
    pings: UserIds = ()

    @property
    def open_request(self) -> PostedRequest:
        return PostedRequest("quiet", self.version)


class MoreTimeGiven(MatchEvent, kind="more_time"):
    """User ``by`` gave the opponent more time instead of claiming."""

    by: UserId


class PlayerLeft(MatchEvent, kind="left"):
    """User ``by`` left the server, or is ``banned`` from using the bot; the opponent may claim or
    close the match.
    """

    by: UserId
    banned: Plain[bool] = False


class MatchStopped(MatchEvent, kind="stopped"):
    """A manager of the server ended the match, or undid its result; ``pings``: the players to be
    notified.
    """

    pings: UserIds = ()


class TreeOpened(MatchEvent, kind="tree"):
    """User ``by`` shares the lines they tried in a match that is over."""

    by: UserId


class LineAdded(MatchEvent, kind="line"):
    """User ``by`` adds a line to the shared ones: that to ``node`` of their own tree."""

    by: UserId
    node: Plain[int]
