"""Who is still in a server: asked when it matters, for only bots with a privileged intent learn who
leaves.
"""

import asyncio
import logging

from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.gateway.gateway import Gateway
from bot.chat.discord.gateway.refusals import ApiRequest, unless_gone
from bot.domain.exclusions.service import Exclusions
from bot.domain.matches.match import Match
from bot.domain.matches.service import Matches
from bot.domain.values import COMPUTER
from games.core import GameError

log = logging.getLogger(__name__)

# how many members are asked for at a time: Discord takes 50 requests a second, and posts go before
MOST_AT_ONCE = 2


class Presence:
    """Asks Discord whether players are in their server, and tells the match service."""

    def __init__(self, matches: Matches, exclusions: Exclusions, gateway: Gateway) -> None:
        self._exclusions = exclusions
        self._matches = matches
        self._gateway = gateway
        self._asking = asyncio.Semaphore(MOST_AT_ONCE)
        self.gone: set[tuple[int, int]] = set()  # servers and members who have left them

    async def refresh(self) -> None:
        """Read who has left, as stored by an earlier process."""
        self.gone |= await self._matches.absent_players()

    async def back(self, scope: int, user: int) -> None:
        """Note that a member who is ``gone`` from a server is back: they use the bot there."""
        try:
            await self._matches.presence(scope, user, absent=False)
        except (*FAILURES, GameError) as error:
            log.info("it cannot be noted that a member is back in server %s: %s", scope, error)
        else:
            self.gone.discard((scope, user))

    async def queue(self, match: Match, user: int) -> None:
        """The same as ``look``, after those who are asked for already."""
        async with self._asking:
            await self.look(match, user)

    async def look(self, match: Match, user: int) -> bool:
        """Ask whether a player of a match is in its server; True if they have left.

        Else, or if unknown: False.
        """
        place = match.place_of(user)
        guild = self._gateway.guild(place.scope) if place.guild else None
        if guild is None or user <= COMPUTER or self._exclusions.why(place.scope, user):
            return False  # who is kept out is not back for being there
        try:
            member = await unless_gone(guild.fetch_member(user), ApiRequest.MEMBER)
            if member is None:
                self.gone.add((place.scope, user))
                await self._matches.presence(place.scope, user, absent=True)
                return True
            if match.absence is not None and match.seats[match.absence.seat] == user:
                await self._matches.presence(place.scope, user, absent=False)
        except (*FAILURES, GameError) as error:
            log.info(
                "it cannot be learned or noted whether a member is in server %s: %s",
                place.scope,
                error,
            )
        return False
