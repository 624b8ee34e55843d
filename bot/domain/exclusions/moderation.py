"""What managers of a server do about matches in it; each act is stored with its entry in the
server's log.
"""

from bot.domain.matches import endings
from bot.domain.matches.match import Match
from bot.domain.matches.service import Matches
from bot.domain.servers import log
from bot.domain.unit_of_work import retried
from bot.domain.values import WORLD


class Moderation:
    """Acts of a manager (their user id) of the server ``scope``."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches

    @retried
    async def end(self, scope: int, manager: int, match: int) -> None:
        """End a match without a result. Raises Refused."""
        async with self._matches.open(match) as open_match:
            await open_match.apply(endings.stopped(open_match.match))
            await log.write(
                open_match.work, scope, manager, "ended", match=_number(open_match.match)
            )

    @retried
    async def clear_note(self, scope: int, manager: int, match: int) -> None:
        """Remove the note of a match."""
        async with self._matches.open(match) as open_match:
            await open_match.apply(endings.without_note(open_match.match))
            await log.write(
                open_match.work, scope, manager, "note", match=_number(open_match.match)
            )


def _number(match: Match) -> int:
    """A match as the log knows it."""
    return -match.number if match.scope == WORLD else match.number
