"""What people are told of a match: one class an event, stored as its kind and payload."""

from __future__ import annotations

from typing import ClassVar

from bot.domain.events import Event
from bot.store.personal import Plain, UserId


class MatchEvent(Event):
    """Something that happened in a match; ``version`` is that of the match afterwards."""

    version: Plain[int]


class MatchStarted(MatchEvent, kind="started"):
    """The first board of a match, which came from ``challenge``, if from any; ``first``: who is pinged is to move."""

    challenge: Plain[int | None] = None
    first: Plain[bool] = True

    @property
    def calls_to_move(self) -> bool:
        return self.first


class TurnPlayed(MatchEvent, kind="turn"):
    """``start`` and ``end`` are the plies before and after what was played. ``draw``: a draw offer goes with it.

    The match may have gone on since: ``matches.look(match, end)``.
    """

    start: Plain[int]
    end: Plain[int]
    draw: Plain[bool] = False

    @property
    def calls_to_move(self) -> bool:
        return True


class MatchFinished(MatchEvent, kind="finished"):
    """The end: as ``TurnPlayed`` if a decision ended it, else ``start`` is ``end``.

    ``by`` is the user who played the last turn, resigned, claimed or the like, if anybody.
    """

    start: Plain[int]
    end: Plain[int]
    by: UserId | None = None


class Asked(MatchEvent, kind="asked"):
    """User ``by`` requests a ``draw``, ``takeback``, ``pause``, to ``resume``, to ``abandon`` the match, to take the
    ``result`` back, or to take a match up again that was put away (``take_up``). ``turns``: how many a takeback undoes.
    """

    request: Plain[str]
    by: UserId
    turns: Plain[int] = 1


class Answered(MatchEvent, kind="answered"):
    """User ``by`` has said ``yes`` or no to a ``request``, as in ``Asked``; also ``end_pause``, which needs no answer.

    ``by`` None: a pause has ended by itself. ``turns``: how many a takeback has undone.
    """

    request: Plain[str]
    yes: Plain[bool]
    by: UserId | None = None
    turns: Plain[int] = 1


class TimeRunsShort(MatchEvent, kind="reminder"):
    """The turn of user ``by`` is due at ``due`` (unix seconds)."""

    due: Plain[int]
    by: UserId


class TimeRanOut(MatchEvent, kind="overdue"):
    """The turn of user ``by`` was due at ``due`` (unix seconds); the other player may claim."""

    waits: ClassVar[bool] = True
    due: Plain[int]
    by: UserId


class Nudged(MatchEvent, kind="nudge"):
    """User ``by`` reminds the other player that it is their turn."""

    waits: ClassVar[bool] = True
    by: UserId


class QuietReminder(MatchEvent, kind="quiet"):
    """A match without a clock waits for a player; nobody has said a word ``since`` (unix seconds)."""

    waits: ClassVar[bool] = True
    since: Plain[int]


class QuietAsked(MatchEvent, kind="quiet_asked"):
    """A player is asked what is to become of a match in which nobody has said a word ``since`` (unix seconds)."""

    waits: ClassVar[bool] = True
    since: Plain[int]


class MoreTimeGiven(MatchEvent, kind="more_time"):
    """User ``by`` gave the other player time until ``due`` (unix seconds) instead of claiming."""

    by: UserId
    due: Plain[int]


class PlayerLeft(MatchEvent, kind="left"):
    """User ``by`` has left the server; the other player may claim or close the match.

    ``banned``: they are kept from using the bot.
    """

    by: UserId
    banned: Plain[bool] = False


class MatchStopped(MatchEvent, kind="stopped"):
    """Who manages the server has ended the match; it is told to each player."""


class TreeOpened(MatchEvent, kind="tree"):
    """User ``by`` shows everyone the lines that they have thought through in a match that is over."""

    by: UserId


class LineAdded(MatchEvent, kind="line"):
    """User ``by`` adds a line to those that are shown: the one to a node of their own tree."""

    by: UserId
    node: Plain[int]
