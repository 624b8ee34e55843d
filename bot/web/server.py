"""The page's server: its files, its doors, and what it asks for.

A token alone says who asks.

Whatever strangers send, it is refused before it costs anything: what no page of ours sends is not
read, and is no error of the bot.
"""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    nullcontext,
    suppress,
)
from contextvars import ContextVar
from datetime import datetime, timedelta

import orjson
from aiohttp import web

import render
from bot.chat.discord.gateway.gate import Work
from bot.chat.discord.reply import Handling
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Command, Language
from bot.domain.errors import LimitReached, NotFound, Stale
from bot.domain.matches.match import Match
from bot.domain.members.doors import NoEntry, Visitor
from bot.domain.unit_of_work import of_nobody
from bot.ops import Failed
from bot.ops.listening import listening
from bot.store import Unavailable
from bot.store.tables import storable
from bot.web import boards, cards, texts, thinking
from bot.web.activity import Activity
from bot.web.answers import (
    FOR_EVER,
    JSON,
    json_answer,
    packed_answer,
    unpack_unless_accepted,
)
from bot.web.client_files import read_client
from bot.web.fields import LONGEST_LANGUAGE, LONGEST_QUERY, require_lengths
from bot.web.linked_roles import LinkedRoles
from bot.web.misset import Misset, Mistakes
from bot.web.queues import NotNow
from bot.web.scenes import Blobs
from bot.web.senders import LOOPBACK, Network, Senders
from bot.web.visits import ShutOut, Visit, unmarked
from bot.workers.spending import metered
from games.core import GameError

log = logging.getLogger(__name__)

# matches, and how long
MOST_KEPT = 200
KEPT = timedelta(minutes=10)
LARGEST = 8 << 10  # bytes of a request
BODY_SECONDS = 10.0  # for all of it
LARGEST_NUMBER = 1 << 53  # that JSON of a browser has exactly
TRY_AGAIN_SECONDS = 60  # told with what is refused for a while
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
    "base-uri 'none'; "
    "form-action 'none'; frame-ancestors {}"
)
DISCORD = (
    "https://discord.com https://*.discord.com https://discordapp.com https://*.discordapp.com"
)
STATUS: dict[type[GameError], int] = {
    NoEntry: 401,
    ShutOut: 403,
    Misset: 403,
    NotFound: 404,
    Stale: 409,
    LimitReached: 429,
    Unavailable: 503,
    NotNow: 503,
}
_reader: ContextVar[Language] = ContextVar("reader")  # the language of who asks
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Answering = Callable[[Visit, web.Request], Awaitable[object]]
"""Gives the content of the answer to a member, or the answer."""


class Server:
    """Serves the page to those who come in by ``doors``.

    :param activity: the door inside Discord, whose client then shows the page in a frame.
    :param framed: who may show the page in a frame, as a content policy says it.
    :param turn: what is entered to post: the sandbox does one thing after another.
    :param proxies: the networks of the web servers that pass requests on.
    """

    def __init__(
        self,
        handling: Handling,
        activity: Activity | None = None,
        framed: str = "'none'",
        turn: Callable[[], AbstractAsyncContextManager[object]] = nullcontext,
        proxies: Sequence[Network] = LOOPBACK,
    ) -> None:
        self._handling = handling
        self._services = handling.services
        self._doors = handling.services.doors
        self._senders = Senders(proxies)
        self._activity = activity
        self._roles: LinkedRoles | None = None
        self._mistakes = Mistakes()
        if activity is not None:
            self._roles = LinkedRoles(self._services, activity)
            self._doors.activity = activity.application
            framed = DISCORD
        self._turn = turn
        self._posting: set[asyncio.Task[None]] = set()
        self._blobs = Blobs(self._doors.signature)
        self._now = self._services.database.now
        # those that were last acted in, by id, and when: ``_acted``
        self._kept: dict[int, tuple[datetime, Match]] = {}
        self._services.privacy.deleted.append(self._forget)
        self._headers = {
            "X-Content-Type-Options": "nosniff",
            "Cross-Origin-Resource-Policy": "same-origin",
        }
        self._of_page = {
            "Content-Security-Policy": POLICY.format(framed),
            "Cross-Origin-Opener-Policy": "same-origin",
            "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
            "Referrer-Policy": "no-referrer",
        }
        self._client = read_client()

    def app(self) -> web.Application:
        """The routes, to be served under any path."""
        app = web.Application(client_max_size=LARGEST, middlewares=[self._guarded])
        app.router.add_get("/", self._page)
        app.router.add_get("/a/{version}/{file}", self._file)
        app.router.add_get("/linked-roles", self._link)
        app.router.add_post("/api/enter", self._enter)
        app.router.add_get("/api/back/{hash:[0-9a-f]{20}}", self._back)
        app.router.add_get(
            "/api/matches", self._for("words", lambda visit, _: boards.listed(visit))
        )
        app.router.add_post("/api/card", self._for("words", self._card))
        app.router.add_get(r"/api/m/{match:\d{1,18}}", self._for("touch", self._match))
        app.router.add_get(r"/api/m/{match:\d{1,18}}/think", self._for("touch", self._think))
        app.router.add_post(r"/api/m/{match:\d{1,18}}/think", self._for("touch", self._think))
        app.router.add_post(
            r"/api/m/{match:\d{1,18}}/{act:answer|choose|undo|play}", self._for("touch", self._act)
        )
        return app

    @web.middleware
    async def _guarded(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse requests of other pages, say what is refused in a sentence, and give every answer
        its headers.
        """
        languages = request.headers.get("Accept-Language", "en-US")[:LONGEST_LANGUAGE]
        _reader.set(Language(re.split("[,;]", languages)[0].strip()))
        try:
            if len(request.query_string) > LONGEST_QUERY:
                raise web.HTTPBadRequest
            _require_plain(request)
            self._require_own_page(request)
            answer = await handler(request)
        except GameError as error:
            status = next(
                (status for kind, status in STATUS.items() if isinstance(error, kind)), 422
            )
            sentence = _reader.get().whole(error.sentence)
            if request.match_info.handler == self._link:  # a browser shows it to its reader
                answer = web.Response(text=sentence, status=status)
            else:
                answer = json_answer({"error": sentence}, status)
            if isinstance(error, NotNow):
                answer.headers["Retry-After"] = str(TRY_AGAIN_SECONDS)
        except web.HTTPException as error:
            log.debug("the page's %s: %s", request.match_info.route.resource, error)
            answer = json_answer({"error": error.reason}, error.status)
        except Exception:
            log.exception("the page's %s failed", request.match_info.route.resource)
            answer = json_answer({"error": _reader.get()(shared.WRONG_FAILED)}, 500)
        answer.headers.update(self._headers)
        answer.headers.setdefault("Cache-Control", "no-store")
        unpack_unless_accepted(request, answer)
        return answer

    def _require_own_page(self, request: web.Request) -> None:
        """Raises HTTPForbidden for a request of another page, Misset where that is ours at another
        address.
        """
        origin = request.headers.get("Origin")
        if origin is None or (self._activity is not None and origin == self._activity.origin):
            return
        own = self._doors.url or f"{request.scheme}://{request.host}"
        if origin != "/".join(own.split("/")[:3]):
            raise self._mistakes.address(request, self._doors.url) or web.HTTPForbidden()

    async def _page(self, request: web.Request) -> web.Response:
        page = self._client.page
        answer = packed_answer(page.gzipped, page.content_type, "no-cache")
        answer.headers.update(self._of_page)
        return answer

    async def _file(self, request: web.Request) -> web.Response:
        """A module or style sheet of the client, at an address that has its version."""
        file = self._client.loaded.get(request.match_info["file"])
        if file is None or request.match_info["version"] != self._client.version:
            raise web.HTTPNotFound
        return packed_answer(file.gzipped, file.content_type, FOR_EVER)

    async def _back(self, request: web.Request) -> web.Response:
        data = self._blobs.find(request.match_info["hash"], request.query)
        if data is None:
            raise web.HTTPNotFound
        return packed_answer(data, JSON, FOR_EVER)

    async def _enter(self, request: web.Request) -> web.Response:
        """Exchange a code for a token, the words of the page, and what is shown first."""
        visitor, to = await self._came_in(request, await _body(request))
        visit = await self._begun(visitor, "words", {})
        return await metered(self._entered(visit, visitor, to), visit.account)

    async def _entered(self, visit: Visit, visitor: Visitor, to: int | str) -> web.Response:
        """What somebody who has entered is given."""
        t = visit.t
        rows = await boards.listed(visit)
        first = to if isinstance(to, int) else 0
        if not first and rows and rows[0]["waits"]:
            first = int(str(rows[0]["id"]))
        entered: dict[str, object] = {
            "token": self._doors.token(visitor),
            "language": t.locale,
            "matches": rows,
            "courses": cards.courses(),
            "words": {
                name: unmarked(t(text, play=Command("play"))) for name, text in texts.WORDS.items()
            },
            "themes": [[name, t.say(name)] for name in render.THEMES],
            "card": to if isinstance(to, str) else "",
            "coordinates": [[name, t(said)] for name, said in shared.COORDINATES.items()],
        }
        if first:
            entered["match"] = shown = await boards.shown(
                visit, self._blobs, await visit.match(first)
            )
            entered["blobs"] = {
                name: self._blobs.plain(name) for name in (str(shown["back"]), str(shown["theme"]))
            }
        return json_answer(entered)

    async def _came_in(
        self, request: web.Request, body: Mapping[str, object]
    ) -> tuple[Visitor, int | str]:
        """Who comes in by a code, and what they are shown first.

        A link's wrong codes are not counted: nobody guesses 128 bits, and they are refused without
        asking the database or Discord. Raises NoEntry, NotNow.
        """
        code = body.get("code")
        if body.get("door") != "activity":
            return await self._doors.enter(code if isinstance(code, str) else "")
        if self._activity is None:
            raise web.HTTPNotFound
        sender = self._senders.sender(request)
        who, place, locale = await self._activity.enters(code, body.get("instance"), sender)
        visitor = self._doors.visitor(who.id, "activity", place, locale, who.name)
        deep_link = re.fullmatch(r"m([1-9]\d{0,17})", str(body.get("custom_id")), re.ASCII)
        linked = int(deep_link[1]) if deep_link else 0
        return visitor, await self._doors.wanted(who.id) or linked

    async def _link(self, request: web.Request) -> web.Response:
        """Linked roles, at an address that members open in a browser: what is refused is a
        sentence, too.
        """
        if self._roles is None:
            raise web.HTTPNotFound
        answer = await self._roles.visited(request, self._senders.sender(request))
        answer.headers.update(self._of_page)
        return answer

    async def _begun(self, visitor: Visitor, work: Work, query: Mapping[str, str]) -> Visit:
        """The request of a visitor, whose language is then that of refusals.

        Raises ShutOut, LimitReached.
        """
        visit = Visit(self._services, visitor, query)
        try:
            await visit.begin(work)
        finally:
            _reader.set(visit.t)
        return visit

    def _for(self, work: Work, answering: Answering) -> Handler:
        """Answers the member whose token a request has, with a new token in time.

        Raises NoEntry and as ``_begun``.
        """

        async def handler(request: web.Request) -> web.StreamResponse:
            scheme, _, token = request.headers.get("Authorization", "").partition(" ")
            visitor = self._doors.read(token if scheme == "Bearer" else "")
            visit = await self._begun(visitor, work, request.query)
            content = await metered(answering(visit, request), visit.account)
            answer = content if isinstance(content, web.Response) else json_answer(content)
            renewed = self._doors.renewed(visitor)
            if renewed is not None:
                answer.headers["X-Token"] = self._doors.token(renewed)
            if visitor.door == "activity" and request.method == "GET":
                await self._point_to_pressed(visitor, answer)
            return answer

        return handler

    async def _point_to_pressed(self, visitor: Visitor, answer: web.Response) -> None:
        """Have an open page show what its member has pressed in the chat meanwhile, at one of its
        regular requests.
        """
        with suppress(Unavailable):
            to = await self._doors.wanted(visitor.user)
            if to:
                answer.headers["X-Open"] = str(to)

    async def _match(self, visit: Visit, request: web.Request) -> object:
        match = await visit.match(int(request.match_info["match"]))
        tag = f'"{match.id}.{match.revision}.{self._client.version}"'
        if request.headers.get("If-None-Match") == tag and not request.query_string:
            return web.Response(status=304)
        answer = json_answer(await boards.shown(visit, self._blobs, match))
        answer.headers["ETag"] = tag
        return answer

    async def _act(self, visit: Visit, request: web.Request) -> object:
        """Do what a player asks for, and show the match afterwards; a stale request is answered
        with how it is now.
        """
        act = request.match_info["act"]
        id = int(request.match_info["match"])
        body = await _body(request)
        try:
            match = await self._acted(visit, id, act, body)
            error = {}
            status = 200
        except Stale:
            match = await visit.match(id)
            error = {"error": visit.t(texts.STALE)}
            status = 409
        # Not of somebody who has deleted their data meanwhile: ``_forget`` came too early for it.
        if not any(map(self._services.database.deletions.lately, match.seats)):
            self._kept[id] = self._now(), match
        content = await boards.shown(visit, self._blobs, match)
        if status == 200 and act in ("answer", "play"):
            self._post()
        return json_answer(content | error, status)

    async def _acted(self, visit: Visit, id: int, act: str, body: boards.Body) -> Match:
        """A match after an act.

        A choice reads nothing: it is tried on the match as it was after the last act in it. That
        match is only used if it may be seen and if its revision is still the stored one, which the
        store checks; else the match is read anew. Its draft is shown as any: to its mover. Raises
        Refused, Stale.
        """
        _, kept = self._kept.pop(id, (None, None))
        while self._kept and (
            len(self._kept) >= MOST_KEPT or next(iter(self._kept.values()))[0] < self._now() - KEPT
        ):
            del self._kept[next(iter(self._kept))]
        if kept is not None and act in ("choose", "undo"):
            with suppress(GameError):
                return await boards.act(visit, await visit.match(kept.at(self._now())), act, body)
        match = await visit.match(id)
        return (
            match
            if boards.done(match, visit.user, act, body)
            else await boards.act(visit, match, act, body)
        )

    def _forget(self, user: int) -> None:
        """Drop the matches of a member whose data are deleted."""
        self._kept = {id: kept for id, kept in self._kept.items() if user not in kept[1].seats}

    async def _think(self, visit: Visit, request: web.Request) -> object:
        """Show a position of the member's own lines, after what is asked for was done to them, or
        of shared ones.
        """
        match = await visit.match(int(request.match_info["match"]))
        shared = await self._services.sharing.find(match)
        there = shared if visit.query.get("shared") == "1" else None
        if request.method == "POST":
            explored = await thinking.change(visit, match, await _body(request))
        else:
            explored = await thinking.look(visit, match, there)
        if isinstance(explored, Match):
            return await boards.shown(visit, self._blobs, explored)
        return thinking.shown(visit, self._blobs, explored, there, shares=shared is not None)

    async def _card(self, visit: Visit, request: web.Request) -> object:
        """Show a card of a lesson, a puzzle or the rules."""
        return await cards.shown(self._handling, visit, self._blobs, await _body(request))

    def _post(self) -> None:
        """Have the turn's post sent now, not with the next round of posts."""

        async def flush() -> None:
            async with self._turn():
                with of_nobody():
                    await self._handling.delivery.flush()

        posting = asyncio.create_task(flush())
        self._posting.add(posting)
        posting.add_done_callback(self._posting.discard)


@asynccontextmanager
async def served(
    handling: Handling,
    host: str,
    port: int,
    activity: Activity | None = None,
    proxies: Sequence[Network] = LOOPBACK,
) -> AsyncIterator[None]:
    """Serve the page where a host has given it an address; else nothing listens. Raises Failed."""
    if not handling.services.doors.url:
        yield
        return
    if activity is not None:
        await activity.register()
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(
                listening(Server(handling, activity, proxies=proxies).app(), host, port)
            )
        except OSError as error:
            raise Failed(
                f"WEB_PORT cannot be used: port {port} of {host} cannot be opened: "
                f"{error.strerror or error}"
            ) from None
        log.info("the board's page is served on http://%s:%s", host, port)
        yield


def _require_plain(request: web.Request) -> None:
    """Refuse what no page of ours sends before anything of it is read. Raises HTTPException."""
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise web.HTTPUnsupportedMediaType
    if "Upgrade" in request.headers:
        raise web.HTTPBadRequest


async def _body(request: web.Request) -> Mapping[str, object]:
    """The JSON object of a request. Raises HTTPException for anything else."""
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType
    try:
        async with asyncio.timeout(BODY_SECONDS):
            body = orjson.loads(await request.read())
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except (orjson.JSONDecodeError, web.RequestPayloadError, ConnectionError):
        raise web.HTTPBadRequest from None
    if not isinstance(body, dict) or not all(_storable(value) for value in body.values()):
        raise web.HTTPBadRequest
    require_lengths(body)
    return body


def _storable(value: object) -> bool:
    """Whether a value of a request is of the kinds that a page of ours sends, and holds no text
    that a database cannot keep.
    """
    if isinstance(value, str):
        return storable(value) == value
    if isinstance(value, list):
        return all(isinstance(part, str) and _storable(part) for part in value)
    return (
        value is None
        or isinstance(value, bool)
        or (isinstance(value, int) and abs(value) < LARGEST_NUMBER)
    )
