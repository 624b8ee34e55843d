"""Entering the page: a code is exchanged for a token and for what is shown first."""

import re
from dataclasses import dataclass
from typing import cast

from aiohttp import web

import render
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Language
from bot.domain.members.doors import Doors, Visitor
from bot.domain.members.settings import MemberSettings
from bot.web import protocol, texts
from bot.web.activity import Activity
from bot.web.browser_sessions import browser_name, secret_of
from bot.web.fields import Body
from bot.web.home import home_view
from bot.web.match_view import match_view
from bot.web.scenes import Blobs
from bot.web.senders import Senders
from bot.web.visits import Visit, without_markup

Destination = int | str
"""The match that is shown first, or the custom id of the button that opens a card; 0: neither."""
_DEEP_LINK = re.compile(r"m([1-9]\d{0,17})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Arrival:
    """Somebody who has come in, and what they are to see first.

    ``secret``: what their browser keeps to come in again; empty where it keeps what it has.
    """

    visitor: Visitor
    destination: Destination
    secret: str = ""


class Entrance:
    """Lets in by the links of the chat, and from inside Discord.

    :param activity: what asks Discord who comes from inside it; None: nobody does.
    :param senders: tells apart who sends requests.
    """

    def __init__(self, doors: Doors, activity: Activity | None, senders: Senders) -> None:
        self._doors = doors
        self._activity = activity
        self._senders = senders

    async def let_in(self, request: web.Request, body: Body) -> Arrival:
        """Use up the code of a request.

        A link's wrong codes are not counted: nobody guesses 128 bits, and they are refused without
        asking the database or Discord. Raises NoEntry, NotNow.
        """
        code = body.get("code")
        if body.get("door") == "browser":
            return await self._let_in_again(request)
        if body.get("door") != "activity":
            return Arrival(*await self._doors.enter(code if isinstance(code, str) else ""))
        if self._activity is None:
            raise web.HTTPNotFound
        sender = self._senders.sender(request)
        member = await self._activity.enter(code, body.get("instance"), sender)
        person = member.person
        visitor = self._doors.visitor(
            person.id, "activity", member.place, member.locale, person.name
        )
        destination = await self._doors.wanted(person.id)
        return Arrival(visitor, destination or _linked_match(body))

    async def stay(self, request: web.Request, arrival: Arrival) -> Arrival:
        """Begin a session for a browser in which a link was opened: a new one, and no older one
        goes on. Others come in as they are.
        """
        visitor = arrival.visitor
        if visitor.door != "link" or visitor.session:
            return arrival
        sessions = self._doors.sessions
        earlier = await sessions.find(secret_of(request))
        if earlier is not None:
            await sessions.end(earlier.user, earlier.id)
        secret = await sessions.begin(
            visitor.user, visitor.place, visitor.locale, visitor.name, browser_name(request)
        )
        session = await sessions.find(secret)
        if session is None:
            return arrival
        return Arrival(self._doors.visitor_of(session), arrival.destination, secret)

    async def _let_in_again(self, request: web.Request) -> Arrival:
        """Let in a browser by what it kept, at the page's own request only: inside Discord, Discord
        is asked. Raises NoEntry.
        """
        origin = request.headers.get("Origin")
        if origin is None or (self._activity is not None and origin == self._activity.origin):
            raise web.HTTPForbidden
        return Arrival(await self._doors.enter_again(secret_of(request)), 0)


def _linked_match(body: Body) -> int:
    """The match that a link into the Activity names; 0 if it names none."""
    link = _DEEP_LINK.fullmatch(str(body.get("custom_id")))
    return int(link[1]) if link else 0


async def first_view(visit: Visit, blobs: Blobs, destination: Destination) -> protocol.SessionView:
    """All that the page needs to begin but its token: its words, and what is shown first."""
    words = spoken(visit.t, visit.settings)
    extras: dict[str, object] = {"token": "", "to": "", "me": visit.visitor.name, "blobs": {}}
    view = cast("protocol.SessionView", {**words, **extras})
    if isinstance(destination, str):
        view["to"] = f"card/{destination}"
        return view
    if destination:
        match = await visit.match(destination)
        view["to"] = f"m/{match.id}"
        view["match"] = await match_view(visit, blobs, match)
        scenes: list[protocol.SceneView] = [view["match"]]
    else:
        view["home"] = await home_view(visit, blobs)
        scenes = [row["scene"] for row in view["home"]["waiting"] if row["scene"] is not None]
        scenes += [game["scene"] for game in view["home"]["games"]]
    for scene in scenes:
        for address in (scene["back"], scene["theme"]):
            view["blobs"][address] = blobs.plain(address)
    return view


def spoken(t: Language, settings: MemberSettings) -> protocol.Spoken:
    """The words of the page in a language, and what a member has set."""
    return {
        "language": t.locale,
        "words": {name: without_markup(t.say(text)) for name, text in texts.WORDS.items()},
        "themes": [[name, t.say(name)] for name in render.THEMES],
        "coordinates": [[name, t(text)] for name, text in shared.COORDINATES.items()],
        "languages": [[locale, t.say(name)] for locale, name in shared.LANGUAGES.items()],
        "chosen": {
            "theme": settings.theme,
            "coordinates": settings.coordinates,
            "flip": settings.flip,
            "language": settings.language,
        },
    }


def settings_tag(settings: MemberSettings) -> str:
    """Changes with what the page shows of a member's settings."""
    flip = "flip" if settings.flip else ""
    return ".".join((settings.language, settings.theme, settings.coordinates, flip))
