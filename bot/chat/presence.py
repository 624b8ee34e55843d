"""Who is still in a server: asked when it matters, for only bots with a privileged intent are told who leaves."""

from __future__ import annotations

import logging
from collections import OrderedDict
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import discord

from bot.domain.matches.views import COMPUTER, NOBODY, Match, Notice
from games.core import GameError

from .failures import FAILURES

if TYPE_CHECKING:
    from .client import Bot

log = logging.getLogger(__name__)

AGAIN_AFTER = timedelta(hours=12)
"""How long an answer of Discord is believed where nothing depends on it at once."""
MOST_KNOWN = 10_000
MOST_AT_ONCE = 2
"""So many are asked for at a time at most: Discord takes 50 requests a second, and posts go before."""


class Presence:
    """Asks Discord whether players are in their server, and tells the match service."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._asked: OrderedDict[tuple[int, int], datetime] = OrderedDict()
        self._asking = 0

    async def told(self, notice: Notice) -> None:
        """A notice was sent: see that the player it leaves to act is there, asking at most twice a day for each.

        While there is much to do some are left for their next turn.
        """
        if notice.match is None or notice.kind not in ("turn", "reminder", "overdue") or self._asking >= MOST_AT_ONCE:
            return
        if notice.kind == "turn" and notice.ping is not None and self._known(notice.scope, notice.ping):
            return  # who is called is who is to move; the match need not be read for that
        match = await self._bot.matches.get(notice.match)
        if match.status == "running" and match.mover is not None and not self._known(match.scope, match.mover):
            self._asking += 1
            try:
                await self.look(match, match.mover)
            finally:
                self._asking -= 1

    def _known(self, scope: int, user: int) -> bool:
        """Whether it was asked not long ago."""
        last = self._asked.get((scope, user))
        return last is not None and self._bot.matches.now() - last < AGAIN_AFTER

    async def look(self, match: Match, user: int) -> None:
        """Ask whether a player of a match is in its server. Where that cannot be known nothing changes."""
        guild = self._bot.get_guild(match.scope) if match.guild else None
        if guild is None or user in (COMPUTER, NOBODY):
            return
        self._asked[match.scope, user] = self._bot.matches.now()
        self._asked.move_to_end((match.scope, user))
        while len(self._asked) > MOST_KNOWN:
            self._asked.popitem(last=False)
        try:
            await guild.fetch_member(user)
        except discord.NotFound:
            await self._note(match.scope, user, here=False)
        except FAILURES as error:
            log.info("cannot learn whether member %s is in server %s: %s", user, match.scope, error)
        else:
            if match.gone is not None and match.seats[match.gone] == user:
                await self._note(match.scope, user, here=True)

    async def _note(self, scope: int, user: int, *, here: bool) -> None:
        service = self._bot.matches
        try:
            await (service.player_back if here else service.player_left)(scope, user)
        except GameError as error:
            log.info("member %s of server %s could not be noted: %s", user, scope, error)
