"""The buttons and menus of profiles, match histories, leaderboards and seasons."""

from typing import Literal, TypeVar

from bot.chat.discord.press import MemberPress, Version

H = TypeVar("H", bound="HistoryPress")


class HeadToHead(MemberPress, action="versus"):
    """See the results of two members against each other."""

    other: int


class ChooseOpponent(MemberPress, action="versuswho"):
    """Choose the other member."""


class OpenHistory(MemberPress, action="history"):
    """See a member's match history."""


class HistoryPress(MemberPress):
    """A press on a page of a member's match history.

    ``game`` is an index in the catalogue, ``opponent`` a user's id; ``-`` is no filter.
    """

    page: Version = 0
    game: str = "-"
    opponent: str = "-"
    result: Literal["-", "won", "lost", "drawn", "aborted"] = "-"

    def to(self, kind: type[H], page: int = 0) -> H:
        """Another press with the same filters."""
        return kind(self.member, page, self.game, self.opponent, self.result)


class HistoryOn(HistoryPress, action="historyf"):
    """See the next page."""
