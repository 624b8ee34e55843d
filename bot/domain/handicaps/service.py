"""The handicaps as one service: what each is worth, what makes two members even, and when that is
offered unasked.
"""

from collections.abc import Mapping

from bot.domain.handicaps.suggestion import MonthOfMatches, Suggestion
from bot.domain.handicaps.worth import WorthNow
from bot.domain.matches.match import Match
from bot.domain.unit_of_work import Service, UnitOfWork
from bot.domain.values import Viewer
from games.core import Game


class Handicaps(Service):
    """Worths and suggestions of handicaps. Listens to matches."""

    async def worths(self, game: Game, options: Mapping[str, str]) -> tuple[WorthNow, ...]:
        """What one extra turn, two, … are worth on a board now, as far as that was measured."""
        raise NotImplementedError

    async def worth(self, game: Game, options: Mapping[str, str]) -> WorthNow | None:
        """What the handicap of a match is worth now; None without one, and where that is not
        known.
        """
        raise NotImplementedError

    async def suggestion(
        self, scope: int, one: int, other: int, game: Game, options: Mapping[str, str]
    ) -> Suggestion | None:
        """What makes two members even on a board, in a server or private channel.

        None where they are even as they are, or nothing is known of them.
        """
        raise NotImplementedError

    async def due(self, match: Match) -> Suggestion | None:
        """What is to be offered to the players of a finished match without being asked; None where
        nothing is, or it was offered or declined lately.
        """
        raise NotImplementedError

    async def offer(self, match: Match) -> Suggestion | None:
        """The same, and note that it is offered after this match; asked again for the same match,
        the answer is the same.
        """
        raise NotImplementedError

    async def decline(self, user: int, other: int, game: str) -> None:
        """Note that a member declines a handicap with another one: it is not offered again soon."""
        raise NotImplementedError

    async def even_between(
        self, viewer: Viewer, user: int, other: int, game: str
    ) -> Suggestion | None:
        """What would make two members even at a game where ``viewer`` looks, on the board that they
        played last. Raises Refused.
        """
        raise NotImplementedError

    async def months(
        self, viewer: Viewer, user: int, other: int, game: str
    ) -> tuple[MonthOfMatches, ...]:
        """What two members have played with which handicap, month by month, the oldest first, as
        far as ``viewer`` may see it. Raises Refused.
        """
        raise NotImplementedError

    async def match_ended(self, work: UnitOfWork, match: Match) -> None:
        """Count what came of a match with a head start."""
        raise NotImplementedError

    async def result_annulled(self, work: UnitOfWork, match: Match) -> None:
        """What a match counted cannot be told from what others did, so it stays."""

    async def prune(self) -> int:
        """Forget offers of long ago; how many."""
        raise NotImplementedError
