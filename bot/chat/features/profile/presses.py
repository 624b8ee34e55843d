"""The buttons and menus of profiles, match histories, leaderboards and seasons."""

from typing import Literal, TypeVar

from bot.chat.discord.press import MemberPress, Version

H = TypeVar("H", bound="HistoryPress")


class HeadToHead(MemberPress, action="versus"):
    """See how the matches of a member against another one have gone."""

    other: int


class ChooseOpponent(MemberPress, action="versuswho"):
    """Choose that other one."""


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


class HistoryOn(HistoryPress, action="historyf"):
    """See the next page."""
