"""The buttons and menus of profiles, match histories, leaderboards and seasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeVar

from bot.chat.kit.press import Press, Subject, Version

H = TypeVar("H", bound="HistoryPress")


@dataclass(frozen=True, slots=True)
class ShowChart(Press, action="profile"):
    """See the course of a member's rating at the game chosen."""

    member: Subject


@dataclass(frozen=True, slots=True)
class OpenHistory(Press, action="history"):
    """See all that a member has played."""

    member: Subject


@dataclass(frozen=True, slots=True)
class HistoryPress(Press):
    """A press on a page of a member's match history.

    ``game`` is an index in the catalogue, ``opponent`` a user's id; each filter is ``-`` where it lets all through.
    """

    member: Subject
    page: Version = 0
    game: str = "-"
    opponent: str = "-"
    result: Literal["-", "won", "lost", "drawn", "aborted"] = "-"

    def to(self, kind: type[H], page: int = 0) -> H:
        """Another press with the same filters."""
        return kind(self.member, page, self.game, self.opponent, self.result)


@dataclass(frozen=True, slots=True)
class HistoryBack(HistoryPress, action="historyb"):
    """See the page before."""


@dataclass(frozen=True, slots=True)
class HistoryOn(HistoryPress, action="historyf"):
    """See the next page."""


@dataclass(frozen=True, slots=True)
class FilterGame(HistoryPress, action="historygame"):
    """Choose the game."""


@dataclass(frozen=True, slots=True)
class FilterOpponent(HistoryPress, action="historywho"):
    """Choose the opponent."""


@dataclass(frozen=True, slots=True)
class FilterResult(HistoryPress, action="historyresult"):
    """Choose the result."""


@dataclass(frozen=True, slots=True)
class ExportHistory(HistoryPress, action="exported"):
    """Have all these matches as a file."""


@dataclass(frozen=True, slots=True)
class OpenPlayed(Press, action="opened"):
    """Look through the match chosen in a member's history."""

    member: Subject


@dataclass(frozen=True, slots=True)
class LeaderboardPress(Press):
    """See a page of the leaderboard of a game: of all servers (g) or of this one (s)."""

    page: Version
    scope: Literal["g", "s"]
    game: str


@dataclass(frozen=True, slots=True)
class LeaderboardBack(LeaderboardPress, action="leadersb"):
    """The page before."""


@dataclass(frozen=True, slots=True)
class LeaderboardOn(LeaderboardPress, action="leadersf"):
    """The next page."""


@dataclass(frozen=True, slots=True)
class LeaderboardMine(LeaderboardPress, action="leadersm"):
    """The page with one's own place."""


@dataclass(frozen=True, slots=True)
class LeaderboardOther(LeaderboardPress, action="leaderso"):
    """The leaderboard of the other scope."""


@dataclass(frozen=True, slots=True)
class PostSeason(Press, action="seasonpost"):
    """Show the season ``back`` quarters ago to everyone."""

    back: Version


@dataclass(frozen=True, slots=True)
class OpenSeasonMatch(Press, action="seasonmatch"):
    """Look through a match of a season."""

    match: Subject
