"""What managers of a server do about matches and words in it; each act is stored with its entry in the server's log."""

from bot.domain.challenges import repository as challenges
from bot.domain.matches import endings
from bot.domain.matches.match import Match
from bot.domain.matches.service import Matches
from bot.domain.servers import log
from bot.domain.tournaments.service import Tournaments
from bot.domain.tournaments.tournament import Tournament
from bot.domain.unit_of_work import Database, retried
from bot.domain.values import WORLD


class Moderation:
    """Acts of the manager ``by`` of the server ``scope``."""

    def __init__(self, database: Database, matches: Matches, tournaments: Tournaments) -> None:
        self._database = database
        self._matches = matches
        self._tournaments = tournaments

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

    async def clear_title(self, scope: int, by: int, tournament: int) -> Tournament:
        """Give a tournament the name of its game as title. Raises NotFound."""
        return await self._tournaments.clear_title(tournament, scope, by)

    @retried
    async def clear_notes(self, scope: int, by: int, user: int) -> int:
        """Delete the notes of a member's open challenges in a server; returns how many there were."""
        async with self._database.unit_of_work() as work:
            await log.write(work, scope, by, "notes", user=user)
            return await challenges.clear_notes(work, scope, user)


def _number(match: Match) -> int:
    """A match as the log knows it."""
    return -match.number if match.scope == WORLD else match.number
