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
    """Acts of the manager ``by`` of the server ``scope``."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches

    @retried
    async def end(self, scope: int, by: int, match: int) -> None:
        """End a match without a result. Raises Refused."""
        async with self._matches.open(match) as opened:
            await opened.apply(endings.stopped(opened.match))
            await log.write(opened.work, scope, by, "ended", match=_number(opened.match))

    @retried
    async def clear_note(self, scope: int, by: int, match: int) -> None:
        """Remove the note of a match."""
        async with self._matches.open(match) as opened:
            await opened.apply(endings.without_note(opened.match))
            await log.write(opened.work, scope, by, "note", match=_number(opened.match))


def _number(match: Match) -> int:
    """A match as the log knows it."""
    return -match.number if match.scope == WORLD else match.number
