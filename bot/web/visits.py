"""A request of somebody who has entered: what they may ask for, see and read, as with every command."""

import re
from collections.abc import Collection
from contextlib import suppress

from bot.chat.discord.delivery.pending import look_of
from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.gateway.gate import Work
from bot.chat.discord.services import Services
from bot.chat.language import phrases, texts
from bot.chat.language.i18n import Language, moment
from bot.domain.errors import LimitReached, NotFound, Refused
from bot.domain.matches.match import Match
from bot.domain.members.doors import Visitor
from bot.domain.values import Place, Viewer
from render import Look

PRIVATE = Place(0, 0, guild=False)
"""Where members ask for what they play themselves, wherever that is."""
_MARKUP = re.compile(r"\\(.)|\*\*|`|\u200b|^-# |^### ", re.MULTILINE)
_TIME = re.compile(r"<t:(\d+):\w>")


class ShutOut(Refused):
    """The member may not use the bot."""


class Visit:
    """One request. ``begin`` reads the member's settings and asks the gate."""

    def __init__(self, services: Services, visitor: Visitor) -> None:
        self.services = services
        self.visitor = visitor
        self.user = visitor.user
        self.t = Language(visitor.locale)
        self.look: Look = {}

    async def begin(self, work: Work) -> None:
        """Raises ShutOut, LimitReached."""
        await self.require(self.visitor.place.scope)
        settings = await self.services.members.settings(self.user)
        if settings.language:
            self.t = Language(settings.language)
        self.look = look_of(settings, self.t)
        await self.admit(work)

    async def admit(self, work: Work) -> None:
        """Ask the gate. Raises LimitReached."""
        if refused := await self.services.gate.admit(self.user, self.visitor.place.scope, work):
            raise LimitReached(texts.TOO_MUCH[refused.limit], when=moment(refused.again, "R"))

    async def require(self, scope: int) -> None:
        """Raises ShutOut where the member may not use the bot."""
        if (why := self.services.exclusions.why(scope, self.user)) is not None:
            raise ShutOut(texts.SHUT_OUT[why])

    async def match(self, match: int | Match) -> Match:
        """A match that the member may look at; read anew unless it is given. Raises NotFound, ShutOut."""
        try:
            shown = await self.services.matches.shown(self._viewer(self.visitor.place), match)
        except NotFound:
            shown = await self.services.matches.shown(self._viewer(PRIVATE), match)
        await self.require(shown.place_of(self.user).scope)
        self.t.names = phrases.names_of((shown,), 0, shown.scope)
        return shown

    def private(self) -> Viewer:
        """The member as somebody who asks for what they play themselves."""
        return self._viewer(PRIVATE)

    def _viewer(self, place: Place) -> Viewer:
        return Viewer(self.user, place, self._views, self.services.exclusions.barring.get(self.user, ()))

    async def _views(self, scope: int, channels: Collection[int]) -> Collection[int]:
        with suppress(*FAILURES):
            return await self.services.visibility.of_user(self.user, scope, channels)
        return ()


def unmarked(text: str) -> str:
    """A text as a page shows it: without Discord's markup, times left as ``<t:seconds:f>`` for the page to write."""
    return _MARKUP.sub(lambda sign: sign[1] or "", text)
