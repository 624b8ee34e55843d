"""A request of somebody who has entered: what they may ask for, see and read, as with every
command.
"""

import re
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress

import render
from bot.chat.discord.components import Item
from bot.chat.discord.delivery.pending import look_of
from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.gateway.gate import LimitRefusal, Work
from bot.chat.discord.gateway.spending import Account
from bot.chat.discord.services import Services
from bot.chat.language import phrases, texts
from bot.chat.language.i18n import Language, moment
from bot.domain.errors import LimitReached, NotFound, Refused
from bot.domain.matches.match import Match
from bot.domain.members.doors import Visitor
from bot.domain.members.settings import MemberSettings
from bot.domain.values import Person, Place, Viewer
from bot.web.wording import PageLanguage
from games.core.numbers import whole_number
from render import Look

PRIVATE = Place(0, 0, guild=False)
"""Where members ask for what they play themselves, wherever that is."""
_MARKUP = re.compile(r"\\(.)|\*\*|`|\u200b|^-# |^### |^> ", re.MULTILINE)


class MemberShutOut(Refused):
    """The member may not use the bot."""


def number(digits: str) -> int | None:
    """The number in a part of an address; None where there is none."""
    return whole_number(digits)


def _look_overrides(query: Mapping[str, str]) -> Look:
    """How a page wants to see a board, in place of what its member has set; what makes no sense is
    left out.
    """
    look = Look(sight=query.get("sight") == "1", legal=query.get("legal") == "1")
    theme = query.get("theme")
    if theme in render.THEMES:
        look["theme"] = theme
    coordinates = query.get("coordinates")
    if coordinates in render.COORDINATES:
        look["coordinates"] = coordinates
    flip = query.get("flip")
    if flip in ("0", "1"):
        look["flip"] = flip == "1"
    return look


def require_allowed(services: Services, scope: int, user: int) -> None:
    """Raises ShutOut where a member may not use the bot."""
    why = services.exclusions.why(scope, user)
    if why is not None:
        raise MemberShutOut(texts.SHUT_OUT[why])


class Visit:
    """One request. ``begin`` reads the member's settings and asks the gate.

    :param works_here: whether a button of the chat does something on the page, too
    """

    settings: MemberSettings
    look: Look

    def __init__(
        self,
        services: Services,
        visitor: Visitor,
        query: Mapping[str, str],
        works_here: Callable[[Item], bool],
    ) -> None:
        self.works_here = works_here
        self.services = services
        self.visitor = visitor
        self.query = query
        self.user = visitor.user
        self.t: Language = PageLanguage(visitor.locale, services.gateway, visitor.place.scope)

    async def begin(self, work: Work) -> None:
        """Raises ShutOut, LimitReached."""
        self.services.database.begin_request(self.user)
        require_allowed(self.services, self.visitor.place.scope, self.user)
        self.settings = await self.services.members.settings(self.user)
        if self.settings.language:
            self.t = self.t.another(self.settings.language)
        self.look = {**look_of(self.settings, self.t), **_look_overrides(self.query)}
        await self.admit(work)

    @property
    def account(self) -> Account:
        """Who pays for what is done to answer."""
        return self.services.gate.account(self.user, self.visitor.place.scope)

    async def admit(self, work: Work) -> None:
        """Ask the gate. Raises LimitReached."""
        scope = self.visitor.place.scope
        _require_admitted(await self.services.gate.admit(self.user, scope, work))

    @asynccontextmanager
    async def turn(self, work: Work) -> AsyncIterator[None]:
        """Wait for a turn to work on the answer, as for a command.

        Raises LimitReached where what was used since this was admitted is more than may be.
        """
        gate = self.services.gate
        scope = self.visitor.place.scope
        async with gate.turn(self.user, scope):
            _require_admitted(gate.debt(self.user, scope, work))
            yield

    async def match(self, match: int | Match) -> Match:
        """A match that the member may look at.

        :param match: a match to be checked, or the id of one to be read.

        Raises NotFound, ShutOut.
        """
        matches = self.services.matches
        try:
            visible = await matches.shown(self.viewer(self.visitor.place), match)
        except NotFound:
            visible = await matches.shown(self.viewer(), match)
        require_allowed(self.services, visible.place_of(self.user).scope, self.user)
        self.t.names = phrases.names_of((visible,), 0, self.visitor.place.scope)
        return visible

    async def names(self, users: Sequence[int]) -> Mapping[int, str]:
        """What members of the server where the page was opened are called; without those whom
        Discord does not tell of now.
        """
        names = {self.user: self.visitor.name}
        place = self.visitor.place
        for user in users:
            if user in names or not place.guild:
                continue
            with suppress(*FAILURES):
                member = await self.services.visibility.member(user, place.scope)
                if member is not None:
                    names[user] = Person(user, member.display_name).name
        return names

    def viewer(self, place: Place = PRIVATE) -> Viewer:
        """The member as somebody who asks in a place, or for what they play themselves."""
        barring = self.services.exclusions.barring.get(self.user, ())
        return Viewer(self.user, place, self._views, barring)

    async def _views(self, scope: int, channels: Collection[int]) -> Collection[int]:
        with suppress(*FAILURES):
            return await self.services.visibility.of_user(self.user, scope, channels)
        return ()


def _require_admitted(gate_refusal: LimitRefusal | None) -> None:
    """Raises LimitReached for what the gate refuses."""
    if gate_refusal is not None:
        when = moment(gate_refusal.end, "R")
        raise LimitReached(texts.TOO_MUCH[gate_refusal.limit], when=when)


def without_markup(text: str) -> str:
    """A text as a page shows it: without Discord's markup, times left as ``<t:seconds:f>`` for the
    page to write.
    """
    return _MARKUP.sub(lambda sign: sign[1] or "", text)
