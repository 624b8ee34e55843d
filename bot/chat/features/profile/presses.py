"""The buttons and menus of profiles, match histories, leaderboards and seasons."""

from typing import Literal, TypeVar

from bot.chat.discord.press import MatchPress, MemberPress, Press, Version

H = TypeVar("H", bound="HistoryPress")


class ShowChart(MemberPress, action="profile"):
    """See the course of a member's rating at the game chosen."""


class PostProfile(MemberPress, action="profilepost"):
    """Show a profile to everyone, with the course of the rating at a game."""

    game: str


class HeadToHead(MemberPress, action="versus"):
    """See how the matches of a member against another one have gone."""

    other: int


class ChooseOpponent(MemberPress, action="versuswho"):
    """Choose that other one."""


class PostHeadToHead(MemberPress, action="versuspost"):
    """Show to everyone how the matches of two members have gone."""

    other: int


class OpenHistory(MemberPress, action="history"):
    """See all that a member has played."""


class HistoryPress(MemberPress):
    """A press on a page of a member's match history.

    ``game`` is an index in the catalogue, ``opponent`` a user's id; each filter is ``-`` where it lets all through.
    """

    page: Version = 0
    game: str = "-"
    opponent: str = "-"
    result: Literal["-", "won", "lost", "drawn", "aborted"] = "-"

    def to(self, kind: type[H], page: int = 0) -> H:
        """Another press with the same filters."""
        return kind(self.member, page, self.game, self.opponent, self.result)


class HistoryBack(HistoryPress, action="historyb"):
    """See the page before."""


class HistoryOn(HistoryPress, action="historyf"):
    """See the next page."""


class FilterGame(HistoryPress, action="historygame"):
    """Choose the game."""


class FilterOpponent(HistoryPress, action="historywho"):
    """Choose the opponent."""


class FilterResult(HistoryPress, action="historyresult"):
    """Choose the result."""


class ExportHistory(HistoryPress, action="exported"):
    """Have all these matches as a file."""


class OpenPlayed(MemberPress, action="opened"):
    """Look through the match chosen in a member's history."""


class LeaderboardPress(Press):
    """See a page of this server's leaderboard of a game."""

    page: Version
    game: str


class LeaderboardBack(LeaderboardPress, action="leadersb"):
    """The page before."""


class LeaderboardOn(LeaderboardPress, action="leadersf"):
    """The next page."""


class LeaderboardMine(LeaderboardPress, action="leadersm"):
    """The page with one's own place."""


class PostLeaderboard(LeaderboardPress, action="leaderspost"):
    """Show this page to everyone."""


class PostSeason(Press, action="seasonpost"):
    """Show the season ``back`` quarters ago to everyone."""

    back: Version


class OpenSeasonMatch(MatchPress, action="seasonmatch"):
    """Look through a match of a season."""
