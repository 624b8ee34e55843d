"""The page's server: its routes, and who may ask for what.

A token alone says who asks. Whatever strangers send, it is refused before it costs anything: what
no page of ours sends is not read, and is no error of the bot.
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
from email.utils import format_datetime
from functools import partial
from typing import TypeVar

from aiohttp import web

from bot.chat.discord.gateway.gate import Work
from bot.chat.discord.reply import Handling
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Language
from bot.domain.errors import LimitReached, NotFound, Stale
from bot.domain.matches.match import Match
from bot.domain.members.doors import NoEntry, Visitor
from bot.domain.unit_of_work import of_nobody
from bot.ops import port_refused
from bot.ops.listening import listening
from bot.store import Unavailable
from bot.web import acts, browser_sessions, challenging, home, match_acts, rules, texts, thinking
from bot.web.actions import works_here
from bot.web.activity import Activity
from bot.web.analysing import Analyses
from bot.web.answers import (
    FOR_EVER,
    JSON,
    json_answer,
    packed_answer,
    unpack_unless_accepted,
)
from bot.web.client_files import ClientFile, ClientFiles, read_client
from bot.web.compression import BROTLI_CODING, takes_brotli
from bot.web.entrance import Entrance, first_view, settings_tag, spoken
from bot.web.fields import LONGEST_LANGUAGE, Body, read_body, require_plain, text_in
from bot.web.linked_roles import LinkedRoles
from bot.web.match_view import match_view, read_match
from bot.web.members import MemberSearch
from bot.web.misconfiguration import Misconfigured, Mistakes
from bot.web.objections import objection
from bot.web.protocol import MatchView
from bot.web.pulse import Pulse
from bot.web.queues import NotNow
from bot.web.recent_matches import RecentMatches
from bot.web.repeats import Repeats
from bot.web.scenes import Blobs
from bot.web.senders import LOOPBACK, Network, Senders
from bot.web.shared_reads import SharedReads
from bot.web.terms import terms_view
from bot.web.visits import MemberShutOut, Visit, without_markup
from bot.web.wording import PageLanguage
from bot.workers.spending import in_thread, metered
from games.core import GameError
from games.core.numbers import whole_number
from games.records import to_text

log = logging.getLogger(__name__)

LARGEST = 8 << 10  # bytes of a request
LONGEST_LOCALE = 20
TRY_AGAIN_SECONDS = 60  # said with what is refused for a while
POLICY = (
    "default-src 'none'; script-src 'self' '{script}'; style-src 'self'; connect-src 'self'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors {framed}"
)
DISCORD = (
    "https://discord.com https://*.discord.com https://discordapp.com https://*.discordapp.com"
)
STATUS: dict[type[GameError], int] = {
    NoEntry: 401,
    MemberShutOut: 403,
    Misconfigured: 403,
    NotFound: 404,
    Stale: 409,
    LimitReached: 429,
    Unavailable: 503,
    NotNow: 503,
}
SETTINGS_HEADER = "X-Settings"
"""By which an open page learns that its member's settings have changed, here or in the chat."""
REFUSED = 422  # the status of refusals of other kinds
_reader: ContextVar[Language] = ContextVar("reader")  # the language of who asks
T = TypeVar("T")
RouteHandler = Callable[[web.Request], Awaitable[web.StreamResponse]]
MemberHandler = Callable[[Visit, web.Request], Awaitable[object]]
"""Gives the content of the answer to a member, or the answer."""
TagCheck = Callable[[Visit, web.Request, str], Awaitable[bool]]
"""Whether what a page shows, by the tag of the answer that it had, is as it was."""


class PageServer:
    """Serves the page to those who come in by ``doors``.

    :param client: what runs in browsers.
    :param activity: the door inside Discord, whose client then shows the page in a frame.
    :param ancestors: who may show the page in a frame, as a content policy says it.
    :param turn: what is entered to post: the sandbox does one thing after another.
    :param proxies: the networks of the web servers that pass requests on.
    """

    def __init__(
        self,
        handling: Handling,
        client: ClientFiles,
        activity: Activity | None = None,
        ancestors: str = "'none'",
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
            ancestors = DISCORD
        self._entrance = Entrance(self._doors, activity, self._senders)
        self._turn = turn
        self._posting: set[asyncio.Task[None]] = set()
        self._analyses = Analyses(handling.services)
        self._blobs = Blobs(self._doors.signature)
        self._now = self._services.database.now
        self.recent_matches = RecentMatches(self._now)
        self._pulse = Pulse(self._services.matches.revisions, self._now)
        self._homes = SharedReads(partial(home.read_contents, self._services))
        self._repeats = Repeats()
        self._member_search = MemberSearch(self._services.gateway, self._services.monotonic)
        self._services.privacy.deleted.append(self.recent_matches.forget)
        self._services.privacy.deleted.append(self._repeats.forget)
        self._services.privacy.deleted.append(self._pulse.forget)
        self._services.privacy.deleted.append(self._doors.sessions.forget)
        self._headers = {
            "X-Content-Type-Options": "nosniff",
            "Cross-Origin-Resource-Policy": "same-origin",
        }
        self._client = client
        policy = POLICY.format(script=self._client.script_hash, framed=ancestors)
        self._page_headers = {
            "Content-Security-Policy": policy,
            "Cross-Origin-Opener-Policy": "same-origin",
            "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
            "Referrer-Policy": "no-referrer",
        }
        self._works_here = partial(works_here, handling.buttons)

    def app(self) -> web.Application:
        """The routes, to be served under any path."""
        app = web.Application(client_max_size=LARGEST, middlewares=[self._guarded])
        app.on_startup.append(self._prepare)
        app.router.add_get("/", self._page)
        app.router.add_get("/a/{version}/{file:.+}", self._file)
        app.router.add_get("/linked-roles", self._link_roles)
        app.router.add_post("/api/enter", self._enter)
        app.router.add_get("/api/back/{hash:[0-9a-f]{20}}", self._blob)
        home_handler = self._for_member("touch", self._home, self._home_is_unchanged)
        app.router.add_get("/api/home", home_handler)
        app.router.add_post("/api/act", self._for_member("words", self._press))
        app.router.add_post("/api/challenge", self._for_member("words", self._challenge))
        app.router.add_get("/api/settings", self._for_member("words", self._settings))
        app.router.add_post("/api/language", self._for_member("words", self._language))
        app.router.add_get("/api/members", self._for_member("words", self._members))
        app.router.add_get("/api/terms/{game}", self._for_member("words", self._terms))
        app.router.add_get("/api/rules/{game}", self._for_member("words", self._rules))
        match = r"/api/m/{match:\d{1,18}}"
        match_handler = self._for_member("touch", self._match, self._match_is_unchanged)
        app.router.add_get(match, match_handler)
        app.router.add_get(f"{match}/analysis", self._for_member("touch", self._analysis))
        app.router.add_get(f"{match}/objection", self._for_member("touch", self._objection))
        app.router.add_get(f"{match}/record", self._for_member("words", self._record))
        app.router.add_get(f"{match}/think", self._for_member("touch", self._think))
        app.router.add_post(f"{match}/think", self._for_member("touch", self._think))
        app.router.add_post(
            f"{match}/{{act:choose|undo|play}}", self._for_member("touch", self._act)
        )
        return app

    async def _prepare(self, app: web.Application) -> None:
        """Read courses and puzzles before somebody waits for them."""
        await in_thread(home.read_courses)

    @web.middleware
    async def _guarded(self, request: web.Request, handler: RouteHandler) -> web.StreamResponse:
        """Refuse requests of other pages, say what is refused in a sentence, and give every answer
        its headers.
        """
        _reader.set(_browser_language(request))
        try:
            require_plain(request)
            self._require_own_page(request)
            answer = await handler(request)
        except GameError as error:
            answer = self._refusal(request, error)
        except web.HTTPException as error:
            log.debug("the page's %s: %s", request.match_info.route.resource, error)
            answer = json_answer({"error": error.reason}, error.status)
        except Exception:
            log.exception("the page's %s failed", request.match_info.route.resource)
            answer = json_answer({"error": _reader.get()(shared.WRONG_FAILED)}, 500)
        answer.headers.update(self._headers)
        answer.headers.setdefault("Cache-Control", "no-store")
        # by which pages set their clocks: the sandbox moves its own on
        answer.headers.setdefault("Date", format_datetime(self._now(), usegmt=True))
        await unpack_unless_accepted(request, answer)
        return answer

    def _refusal(self, request: web.Request, error: GameError) -> web.Response:
        """The answer that says why a request is refused."""
        status = _status_of(error)
        sentence = without_markup(_reader.get().as_sentence(error.sentence))
        if request.match_info.handler == self._link_roles:  # a browser shows it to its reader
            answer = web.Response(text=sentence, status=status)
        else:
            answer = json_answer({"error": sentence}, status)
        if isinstance(error, NotNow):
            answer.headers["Retry-After"] = str(TRY_AGAIN_SECONDS)
        return answer

    def _require_own_page(self, request: web.Request) -> None:
        """Raises HTTPForbidden for a request of another page, Misconfigured where that is ours at
        another address.
        """
        origin = request.headers.get("Origin")
        if origin is None or (self._activity is not None and origin == self._activity.origin):
            return
        own = self._doors.url or f"{request.scheme}://{request.host}"
        if origin != "/".join(own.split("/")[:3]):
            raise self._mistakes.address(request, self._doors.url) or web.HTTPForbidden()

    async def _page(self, request: web.Request) -> web.Response:
        is_inside_discord = "frame_id" in request.query  # as Discord opens it
        page = self._client.page_in_discord if is_inside_discord else self._client.page
        answer = _file_answer(request, page, "no-cache")
        answer.headers.update(self._page_headers)
        answer.headers["Link"] = self._client.links
        return answer

    async def _file(self, request: web.Request) -> web.Response:
        """A module or style sheet of the client, at an address that has its version."""
        file = self._client.loaded.get(request.match_info["file"])
        if file is None or request.match_info["version"] != self._client.version:
            raise web.HTTPNotFound
        return _file_answer(request, file, FOR_EVER)

    async def _blob(self, request: web.Request) -> web.Response:
        """A board or theme, by its hash."""
        data = self._blobs.find(request.match_info["hash"], request.query)
        if data is None:
            raise web.HTTPNotFound
        return packed_answer(data, JSON, FOR_EVER)

    async def _enter(self, request: web.Request) -> web.Response:
        """Exchange a code for a token, the words of the page, and what is shown first.

        A session begins only for those who may come in and see it.
        """
        arrival = await self._entrance.let_in(request, await read_body(request))
        visit = await self._begin_visit(arrival.visitor, "words", {})
        first = partial(first_view, visit, self._blobs, arrival.destination)
        view = await _in_turn(visit, "words", first)
        arrival = await self._entrance.stay(request, arrival)
        view["token"] = self._doors.token(arrival.visitor)
        answer = json_answer(view)
        answer.headers[SETTINGS_HEADER] = settings_tag(visit.settings)
        if "home" in view:
            answer.headers["X-First"] = "home"  # its module is asked for before this is read
        if arrival.secret:
            browser_sessions.keep(answer, arrival.secret, self._doors.url)
        return answer

    async def _link_roles(self, request: web.Request) -> web.Response:
        """Linked roles, at an address that members open in a browser: what is refused is a
        sentence, too.
        """
        if self._roles is None:
            raise web.HTTPNotFound
        answer = await self._roles.answer(request, self._senders.sender(request))
        answer.headers.update(self._page_headers)
        return answer

    async def _begin_visit(self, visitor: Visitor, work: Work, query: Mapping[str, str]) -> Visit:
        """The request of a visitor, whose language is then that of refusals.

        Raises ShutOut, LimitReached.
        """
        visit = Visit(self._services, visitor, query, self._works_here)
        try:
            await visit.begin(work)
        finally:
            _reader.set(visit.t)
        return visit

    def _for_member(
        self, work: Work, answer_member: MemberHandler, is_unchanged: TagCheck | None = None
    ) -> RouteHandler:
        """A handler for requests with a member's token, who gets a new token in time.

        It raises NoEntry, and as ``_begin_visit``.

        :param is_unchanged: says without a turn whether what a page shows is as it was: open pages
            ask that all the time, and wait for each other meanwhile
        """

        async def respond(visit: Visit, request: web.Request) -> web.Response:
            content = await answer_member(visit, request)
            return content if isinstance(content, web.Response) else json_answer(content)

        async def handle(request: web.Request) -> web.StreamResponse:
            visitor = self._doors.read(_bearer_token(request))
            visit = await self._begin_visit(visitor, work, request.query)
            if request.method == "POST":
                await read_body(request)  # it may come slowly: nobody waits for it in a turn
            tag = request.headers.get("If-None-Match")
            answer: web.Response
            is_known = False
            if tag and is_unchanged is not None:
                is_known = await metered(is_unchanged(visit, request, tag), visit.account)
            if is_known:
                answer = web.Response(status=304)
            else:
                answer = await _in_turn(visit, work, partial(respond, visit, request))
            renewed = await self._doors.renew(visitor)
            if renewed is not None:
                answer.headers["X-Token"] = self._doors.token(renewed)
            settings = visit.settings
            if request.method == "POST":  # which may have changed them
                settings = await self._services.members.settings(visit.user)
            answer.headers[SETTINGS_HEADER] = settings_tag(settings)
            if visitor.door == "activity" and request.method == "GET":
                await self._point_to_pressed(visitor, answer)
            return answer

        return handle

    async def _point_to_pressed(self, visitor: Visitor, answer: web.Response) -> None:
        """Have an open page show what its member has pressed in the chat meanwhile, at one of its
        regular requests.
        """
        with suppress(Unavailable):
            destination = await self._doors.wanted(visitor.user)
            if destination:
                answer.headers["X-Open"] = str(destination)

    async def _home_is_unchanged(self, visit: Visit, request: web.Request, tag: str) -> bool:
        content = await self._homes.get(home.HomeKey.of(visit))
        return home.home_tag(visit, content, self._client.version) == tag

    async def _home(self, visit: Visit, request: web.Request) -> object:
        content = await self._homes.get_now(home.HomeKey.of(visit))
        answer = json_answer(await home.home_view(visit, self._blobs))
        answer.headers["ETag"] = home.home_tag(visit, content, self._client.version)
        return answer

    async def _press(self, visit: Visit, request: web.Request) -> object:
        """Do what a button of the chat does; what it leaves to be posted is posted now."""
        body = await read_body(request)

        async def do() -> object:
            return await acts.act(self._handling, visit, self._blobs, body)

        answer = await self._repeats.once(visit.user, body, do)
        if isinstance(answer, dict) and answer["kind"] == "files":
            self._repeats.drop(visit.user, body)
            answer = await in_thread(json_answer, answer)  # there may be megabytes to be packed
        self._post()
        return answer

    async def _challenge(self, visit: Visit, request: web.Request) -> object:
        """Challenge somebody, or anyone."""
        body = await read_body(request)

        async def do() -> object:
            return await challenging.challenge(self._handling, visit, body)

        answer = await self._repeats.once(visit.user, body, do)
        self._post()
        return answer

    async def _language(self, visit: Visit, request: web.Request) -> object:
        """Speak another language with the member, here and in the chat."""
        body = await read_body(request)
        language = text_in(body, "language", LONGEST_LOCALE)
        await self._services.members.change(visit.user, language=language)
        settings = await self._services.members.settings(visit.user)
        return {"kind": "settings", **spoken(Language(language or visit.visitor.locale), settings)}

    async def _settings(self, visit: Visit, request: web.Request) -> object:
        """The page's words and the member's settings, which have changed since it was opened."""
        return {"kind": "settings", **spoken(visit.t, visit.settings)}

    async def _rules(self, visit: Visit, request: web.Request) -> object:
        """How a game is played, or the variant of the match that the member comes from."""
        slug = request.match_info["game"]
        match_id = whole_number(request.query.get("match", ""))
        variant = None
        if match_id:
            with suppress(GameError):
                match = await visit.match(match_id)
                variant = match.options if match.game.slug == slug else None
        return rules.rules_view(visit, self._blobs, slug, variant)

    async def _terms(self, visit: Visit, request: web.Request) -> object:
        """What can be chosen for a match of a game."""
        return terms_view(visit, request.match_info["game"])

    async def _members(self, visit: Visit, request: web.Request) -> object:
        """People whom the member may challenge, by their names."""
        return await challenging.find_people(self._member_search, visit)

    async def _match_is_unchanged(self, visit: Visit, request: web.Request, tag: str) -> bool:
        """Whether that is known; else the whole match is compared."""
        return await self._pulse.is_unchanged(visit, _match_id(request), tag)

    async def _match(self, visit: Visit, request: web.Request) -> object:
        match = await visit.match(_match_id(request))
        page = await read_match(visit, match)
        tag = page.tag(self._client.version)
        self._pulse.remember(visit, match, tag)
        if request.headers.get("If-None-Match") == tag:
            return web.Response(status=304)
        return _tagged(await page.view(self._blobs), tag)

    async def _objection(self, visit: Visit, request: web.Request) -> object:
        """Why what was touched is no move."""
        match = await visit.match(_match_id(request))
        return objection(visit, match, visit.query.get("cell", ""), visit.query.get("from", ""))

    async def _record(self, visit: Visit, request: web.Request) -> object:
        """A match as text."""
        match = await visit.match(_match_id(request))
        record = await self._services.matches.record(match.id)
        return {"name": f"{match.name}-{match.game.slug}.txt", "text": to_text(record)}

    async def _analysis(self, visit: Visit, request: web.Request) -> object:
        match = await visit.match(_match_id(request))
        return await self._analyses.view(visit, self._blobs, match)

    async def _act(self, visit: Visit, request: web.Request) -> object:
        """Do what a player asks for, and show the match afterwards; a stale request is answered
        with how it is now.
        """
        act = request.match_info["act"]
        id = _match_id(request)
        body = await read_body(request)
        try:
            match = await self._perform(visit, id, act, body)
        except Stale:
            match = await visit.match(id)
            self._keep(match)
            view = await match_view(visit, self._blobs, match)
            view["error"] = visit.t(texts.STALE)
            return json_answer(view, 409)
        self._keep(match)
        page = await read_match(visit, match)
        view = await page.view(self._blobs)
        if act == "play":
            self._post()
        tag = page.tag(self._client.version)
        self._pulse.remember(visit, match, tag)
        return _tagged(view, tag)

    async def _perform(self, visit: Visit, id: int, act: str, body: Body) -> Match:
        """A match after an act.

        A choice reads nothing: it is tried on the match as it was after the last act in it. That
        match is only used if it may be seen and if its revision is still the stored one, which the
        store checks; else the match is read anew. Its draft is shown as any: to its mover. Raises
        Refused, Stale.
        """
        recent = self.recent_matches.take(id)
        if recent is not None and act in ("choose", "undo"):
            with suppress(GameError):
                match = await visit.match(recent.at(self._now()))
                return await match_acts.perform(visit, match, act, body)
        match = await visit.match(id)
        if match_acts.is_already_done(match, visit.user, act, body):
            return match
        return await match_acts.perform(visit, match, act, body)

    def _keep(self, match: Match) -> None:
        """Keep a match for the next choice in it.

        Not that of somebody who has deleted their data meanwhile: they were forgotten before.
        """
        if not any(map(self._services.database.deletions.lately, match.seats)):
            self.recent_matches.keep(match)

    async def _think(self, visit: Visit, request: web.Request) -> object:
        """Show a position of the member's own lines, after what is asked for was done to them, or
        of shared ones.
        """
        match = await visit.match(_match_id(request))
        all_shared = await self._services.sharing.find(match)
        shared_lines = all_shared if visit.query.get("shared") == "1" else None
        if request.method == "POST":
            body = await read_body(request)
            result = await thinking.apply_change(visit, match, body)
        else:
            result = await thinking.find_position(visit, match, shared_lines)
        if isinstance(result, Match):
            return await match_view(visit, self._blobs, result)
        has_shared = all_shared is not None
        return thinking.line_view(visit, self._blobs, result, shared_lines, has_shared=has_shared)

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
    # In a thread: packing takes a quarter of a second, in which events of Discord would wait.
    client = await asyncio.to_thread(read_client)
    app = PageServer(handling, client, activity, proxies=proxies).app()
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(listening(app, host, port))
        except OSError as error:
            raise port_refused("WEB_PORT", host, port, error) from None
        log.info("the board's page is served on http://%s:%s", host, port)
        yield


async def _in_turn(visit: Visit, work: Work, answer: Callable[[], Awaitable[T]]) -> T:
    """Answer a member in a turn of theirs, at their expense. Raises LimitReached."""

    async def wait_and_answer() -> T:
        async with visit.turn(work):
            return await answer()

    return await metered(wait_and_answer(), visit.account)


def _browser_language(request: web.Request) -> PageLanguage:
    """The language that a browser asks for first."""
    languages = request.headers.get("Accept-Language", "en-US")[:LONGEST_LANGUAGE]
    first = re.split("[,;]", languages)[0]
    return PageLanguage(first.strip())


def _tagged(view: MatchView, tag: str) -> web.Response:
    """A match as an answer by whose tag the page asks whether anything has changed."""
    answer = json_answer(view)
    answer.headers["ETag"] = tag
    return answer


def _file_answer(request: web.Request, file: ClientFile, cache_control: str) -> web.Response:
    """A file of the client, packed as small as who asks takes it."""
    if takes_brotli(request):
        return packed_answer(file.brotli, file.content_type, cache_control, coding=BROTLI_CODING)
    return packed_answer(file.gzipped, file.content_type, cache_control)


def _bearer_token(request: web.Request) -> str:
    """The token of a request; empty where there is none."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token if scheme == "Bearer" else ""


def _match_id(request: web.Request) -> int:
    return int(request.match_info["match"])


def _status_of(error: GameError) -> int:
    """The HTTP status of a refusal."""
    for kind, status in STATUS.items():
        if isinstance(error, kind):
            return status
    return REFUSED
