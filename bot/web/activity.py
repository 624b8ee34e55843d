"""What Discord says of members and is told of them: who has opened the page as an Activity, and
linked roles."""

import logging
import math
import re
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import cast
from urllib.parse import urlencode

import aiohttp
import orjson
from discord.http import Route

from bot.chat.language import texts
from bot.chat.language.i18n import Language
from bot.domain.members.doors import NoEntry
from bot.domain.values import Person, Place
from bot.web.misconfiguration import Mistakes
from bot.web.queues import DISCORD_AWAY, DoorQueue, NotNow
from games.core import _ as _

log = logging.getLogger(__name__)

LANGUAGES = ("de", "fr", "es-ES", "ja", "pt-BR")
NOT_ENTERED = _("open the board again from Discord")
UNTOLD_PAUSE = 60.0  # seconds, where Discord does not tell how long it will not be asked
LONGEST_PAUSE = 86_400.0
MOST_KNOWN = 1_000  # instances
BELIEVED_SECONDS = 10.0  # for which it is believed what Discord said of an instance
AT_LEAST = 2  # how Discord compares a member's number with a server's, among its types
_CODE = re.compile(r"[\w-]{10,100}", re.ASCII)
# The launch and the place: a channel of a server (gc, with the server's id before its own), or a
# private one (pc).
_INSTANCE = re.compile(r"i-[0-9]{1,20}-[a-z]{2}(-[0-9]{1,20}){1,2}", re.ASCII)


Instance = Mapping[str, object]
"""What Discord says of an instance of the Activity: one that is open in a channel."""


@dataclass(frozen=True, slots=True)
class NamedMember:
    """A member whom Discord has named.

    :param bearer: the header with a token that is theirs.
    :param locale: of their Discord.
    """

    bearer: Mapping[str, str]
    person: Person
    locale: str


@dataclass(frozen=True, slots=True)
class ActivityMember:
    """A member who is in the Activity, in the channel ``place``."""

    person: Person
    place: Place
    locale: str


@dataclass(frozen=True, slots=True)
class _KnownInstance:
    """What Discord said of an instance, and when by the monotonic clock."""

    instance: Instance
    since: float


@dataclass(frozen=True, slots=True)
class Linking:
    """A member who links roles, the locale of their Discord, and what it is told about them."""

    user: int
    locale: str
    values: dict[str, int] = field(default_factory=dict)


class SecretRefused(NoEntry):
    """Discord does not know the application by this secret."""


class Activity:
    """Asks Discord with the bot's ``token`` and its application's client ``secret``.

    Where Discord says for how long it will not be asked, it is not.

    :param monotonic: seconds of a clock that is never set back.
    """

    def __init__(
        self,
        application: int,
        secret: str,
        token: str,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.application = application
        self.origin = f"https://{application}.discordsays.com"
        self._secret = secret
        self._token = token
        self._monotonic = monotonic
        self._paused_until = -math.inf
        self._instances = DoorQueue(monotonic)
        self._codes = DoorQueue(monotonic)
        self._links = DoorQueue(monotonic)
        self._known: OrderedDict[str, _KnownInstance] = OrderedDict()
        """Instances by id: all members of one cost Discord one request in some seconds."""
        self.mistakes = Mistakes()

    async def enter(self, code: object, instance_id: object, sender: int) -> ActivityMember:
        """The member who let Discord make ``code`` and is in an instance of the Activity.

        The instance comes first: who is in none that runs makes the bot exchange no code. The
        member's token is used once and kept nowhere. Raises NoEntry, NotNow.

        :param sender: the number of who sends the request.
        """
        code = _require_form(_CODE, code)
        id = _require_form(_INSTANCE, instance_id)
        async with self._session(self._instances, sender, is_known=id in self._known) as session:
            instance = self._known_lately(id) or await self._instance(session, id)
        async with self._session(self._codes, hash(id)) as session:
            member = await self._member(session, code)
            if not _is_in(member.person, instance):  # they may have come in since
                instance = await self._instance(session, id)
            if not _is_in(member.person, instance):
                raise NoEntry(NOT_ENTERED)
        return ActivityMember(member.person, _place_of(instance), member.locale)

    def authorize(self, url: str, state: str) -> str:
        """Where a member lets Discord make the code for ``link``, and is sent to ``url`` with it
        and the state."""
        query = {
            "client_id": self.application,
            "redirect_uri": url,
            "response_type": "code",
            "state": state,
            "scope": "identify role_connections.write",
        }
        return f"https://discord.com/oauth2/authorize?{urlencode(query)}"

    @asynccontextmanager
    async def link(self, code: str, url: str, sender: int) -> AsyncIterator[Linking]:
        """Tell Discord what is put into ``values`` about the member who let it make ``code``.

        Their token is used here and kept nowhere. Raises NoEntry, NotNow.
        """
        code = _require_form(_CODE, code)
        async with self._session(self._links, sender) as session:
            member = await self._member(session, code, redirect_uri=url)
            linking = Linking(member.person.id, member.locale)
            yield linking
            connection = {"platform_name": "Loophole", "metadata": linking.values}
            path = f"/users/@me/applications/{self.application}/role-connection"
            await self._request(session, "PUT", path, json=connection, headers=member.bearer)

    async def register(self) -> None:
        """Tell Discord by what servers may give roles.

        Raises nothing: it is told again at the next start.
        """
        fields = [_linked_field(key, name) for key, name in texts.LINKED.items()]
        path = f"/applications/{self.application}/role-connections/metadata"
        try:
            async with self._session(self._links, 0) as session:
                await self._request(session, "PUT", path, json=fields, headers=self._as_bot)
        except (NoEntry, NotNow) as error:
            log.warning("Discord does not take the fields of linked roles: %s", error)

    @property
    def _as_bot(self) -> Mapping[str, str]:
        return {"Authorization": f"Bot {self._token}"}

    @asynccontextmanager
    async def _session(
        self, queue: DoorQueue, sender: int, *, is_known: bool = False
    ) -> AsyncIterator[aiohttp.ClientSession]:
        """Ask Discord when it is the sender's turn. Raises NotNow."""
        try:
            async with queue.turn(sender, is_known=is_known), aiohttp.ClientSession() as session:
                yield session
        except (aiohttp.ClientError, OSError, TimeoutError, orjson.JSONDecodeError):
            raise NotNow(DISCORD_AWAY) from None

    async def _instance(self, session: aiohttp.ClientSession, id: str) -> Instance:
        """What Discord says of an instance of the Activity. Raises NoEntry where there is none."""
        path = f"/applications/{self.application}/activity-instances/{id}"
        instance = await self._request(session, "GET", path, headers=self._as_bot)
        _require_fields(instance, "instance_id", "users", "location")
        if instance["instance_id"] != id:
            raise NoEntry(NOT_ENTERED)
        self._known[id] = _KnownInstance(instance, self._monotonic())
        self._known.move_to_end(id)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return instance

    def _known_lately(self, id: str) -> Instance | None:
        answer = self._known.get(id)
        if answer is None or self._monotonic() - answer.since >= BELIEVED_SECONDS:
            return None
        return answer.instance

    async def _member(self, session: aiohttp.ClientSession, code: str, **more: str) -> NamedMember:
        """The member who let Discord make ``code``. Raises NoEntry."""
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "client_id": str(self.application),
            "client_secret": self._secret,
            **more,
        }
        try:
            grant = await self._request(session, "POST", "/oauth2/token", data=form)
        except SecretRefused:
            raise self.mistakes.secret() from None
        _require_fields(grant, "access_token")
        bearer = {"Authorization": f"Bearer {grant['access_token']}"}
        user = await self._request(session, "GET", "/users/@me", headers=bearer)
        _require_fields(user, "id")
        name = user.get("global_name") or user.get("username") or ""
        person = Person(int(str(user["id"])), str(name))
        return NamedMember(bearer, person, str(user.get("locale") or "en-US"))

    async def _request(
        self,
        session: aiohttp.ClientSession,
        method: str,
        path: str,
        *,
        data: Mapping[str, str] | None = None,
        json: object = None,
        headers: Mapping[str, str] | None = None,
    ) -> Mapping[str, object]:
        """What Discord answers.

        Raises NoEntry where it refuses, NotNow and ClientError where it cannot answer now.
        """
        if self._monotonic() < self._paused_until:
            raise NotNow(DISCORD_AWAY)
        async with session.request(
            method,
            f"{Route.BASE}{path}",
            data=data,
            json=json,
            headers=headers,
            allow_redirects=False,
        ) as answer:
            retry_after = answer.headers.get("Retry-After")
            if answer.status == 429 or (answer.status == 503 and retry_after is not None):
                self._pause(retry_after or "")
                raise NotNow(DISCORD_AWAY)
            if answer.status in (400, 401, 403, 404):
                raise await _refusal(answer)
            answer.raise_for_status()
            return cast("Mapping[str, object]", orjson.loads(await answer.read()))

    def _pause(self, retry_after: str) -> None:
        """Ask nothing for as long as Discord says, in seconds."""
        seconds = _pause_seconds(retry_after)
        self._paused_until = max(self._paused_until, self._monotonic() + seconds)
        log.warning("Discord is not asked about who comes to the page for %.0f seconds", seconds)


def _require_fields(answer: object, *names: str) -> None:
    """Raises NotNow for an answer without some fields: it is not Discord's."""
    if not isinstance(answer, dict) or not answer.keys() >= set(names):
        raise NotNow(DISCORD_AWAY)


def _pause_seconds(retry_after: str) -> float:
    """The seconds in a header of Discord's; what cannot be right is replaced."""
    try:
        seconds = float(retry_after)
    except ValueError:
        return UNTOLD_PAUSE
    if math.isnan(seconds) or seconds < 0:
        return UNTOLD_PAUSE
    return min(seconds, LONGEST_PAUSE)


def _linked_field(key: str, name: str) -> dict[str, object]:
    """What Discord shows in all languages of a field by which servers may give roles."""
    localizations = {code: Language(code).label(name) for code in LANGUAGES}
    return {
        "type": AT_LEAST,
        "key": key,
        "name": name,
        "description": name,
        "name_localizations": localizations,
        "description_localizations": localizations,
    }


def _is_in(person: Person, instance: Instance) -> bool:
    return str(person.id) in map(str, cast("list[object]", instance["users"]))


def _place_of(instance: Instance) -> Place:
    """The channel in which an instance is open: a server's, or a private one."""
    location = cast("Mapping[str, str]", instance["location"])
    channel = int(location["channel_id"])
    if location["kind"] == "gc":
        return Place(int(location["guild_id"]), channel, guild=True)
    return Place(channel, channel, guild=False)


def _require_form(form: re.Pattern[str], value: object) -> str:
    """A code or an instance's id, which stands in a request to Discord.

    Raises NoEntry for what has not its form.
    """
    if not isinstance(value, str) or not form.fullmatch(value):
        raise NoEntry(NOT_ENTERED)
    return value


async def _refusal(answer: aiohttp.ClientResponse) -> NoEntry:
    """What Discord's refusal means. Raises ClientError."""
    if b'"invalid_client"' in await answer.read():
        return SecretRefused(NOT_ENTERED)
    return NoEntry(NOT_ENTERED)
