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
from typing import NamedTuple, cast
from urllib.parse import urlencode

import aiohttp
import orjson
from discord.http import Route

from bot.chat.language import texts
from bot.chat.language.i18n import Language
from bot.domain.members.doors import NoEntry
from bot.domain.values import Person, Place
from bot.web.misset import Mistakes
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
_SAID = ("name", "description")
_CODE = re.compile(r"[\w-]{10,100}", re.ASCII)
# The launch and the place: a channel of a server (gc, with the server's id before its own), or a
# private one (pc).
_INSTANCE = re.compile(r"i-[0-9]{1,20}-[a-z]{2}(-[0-9]{1,20}){1,2}", re.ASCII)


class Entered(NamedTuple):
    """A member whom Discord has named, with a token that is theirs."""

    bearer: Mapping[str, str]
    person: Person
    locale: str


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
        self._known: OrderedDict[str, tuple[float, Mapping[str, object]]] = OrderedDict()
        """What Discord said of instances, and when: whose members cost it one request in some
        seconds together."""
        self.mistakes = Mistakes()

    async def enters(
        self, code: object, instance: object, sender: int
    ) -> tuple[Person, Place, str]:
        """The member who let Discord make ``code`` and is in the Activity's ``instance``, its
        place, their language.

        The instance comes first: who is in none that runs makes the bot exchange no code. The
        member's token is used once and kept nowhere. Raises NoEntry, NotNow.
        """
        code = _formed(_CODE, code)
        instance = _formed(_INSTANCE, instance)
        async with self._session(self._instances, sender, known=instance in self._known) as session:
            there = self._known_lately(instance) or await self._instance(session, instance)
        async with self._session(self._codes, hash(instance)) as session:
            member = await self._member(session, code)
            if not _is_in(member.person, there):  # they may have come in since
                there = await self._instance(session, instance)
            if not _is_in(member.person, there):
                raise NoEntry(NOT_ENTERED)
        where = cast("Mapping[str, str]", there["location"])
        channel = int(where["channel_id"])
        guild = where["kind"] == "gc"
        scope = int(where["guild_id"]) if guild else channel
        return member.person, Place(scope, channel, guild), member.locale

    def authorize(self, url: str, state: str) -> str:
        """Where a member lets Discord make the code for ``link``, and is sent to ``url`` with it
        and the state."""
        asked = {
            "client_id": self.application,
            "redirect_uri": url,
            "response_type": "code",
            "state": state,
            "scope": "identify role_connections.write",
        }
        return f"https://discord.com/oauth2/authorize?{urlencode(asked)}"

    @asynccontextmanager
    async def link(self, code: str, url: str, sender: int) -> AsyncIterator[Linking]:
        """Tell Discord what is put into ``values`` about the member who let it make ``code``.

        Their token is used here and kept nowhere. Raises NoEntry, NotNow.
        """
        code = _formed(_CODE, code)
        async with self._session(self._links, sender) as session:
            member = await self._member(session, code, redirect_uri=url)
            linking = Linking(member.person.id, member.locale)
            yield linking
            told = {"platform_name": "Loophole", "metadata": linking.values}
            path = f"/users/@me/applications/{self.application}/role-connection"
            await self._asked(session, "PUT", path, json=told, headers=member.bearer)

    async def register(self) -> None:
        """Tell Discord by what servers may give roles.

        Raises nothing: it is told again at the next start.
        """
        fields = [
            {"type": AT_LEAST, "key": key, "name": name, "description": name}
            | {
                f"{part}_localizations": {code: Language(code).label(name) for code in LANGUAGES}
                for part in _SAID
            }
            for key, name in texts.LINKED.items()
        ]
        path = f"/applications/{self.application}/role-connections/metadata"
        try:
            async with self._session(self._links, 0) as session:
                await self._asked(session, "PUT", path, json=fields, headers=self._as_bot)
        except (NoEntry, NotNow) as error:
            log.warning("Discord does not take the fields of linked roles: %s", error)

    @property
    def _as_bot(self) -> Mapping[str, str]:
        return {"Authorization": f"Bot {self._token}"}

    @asynccontextmanager
    async def _session(
        self, queue: DoorQueue, sender: int, *, known: bool = False
    ) -> AsyncIterator[aiohttp.ClientSession]:
        """Ask Discord when it is the sender's turn. Raises NotNow."""
        try:
            async with queue.turn(sender, known=known), aiohttp.ClientSession() as session:
                yield session
        except (aiohttp.ClientError, OSError, TimeoutError, orjson.JSONDecodeError):
            raise NotNow(DISCORD_AWAY) from None

    async def _instance(
        self, session: aiohttp.ClientSession, instance: str
    ) -> Mapping[str, object]:
        """What Discord says of an instance of the Activity. Raises NoEntry where there is none."""
        path = f"/applications/{self.application}/activity-instances/{instance}"
        there = await self._asked(session, "GET", path, headers=self._as_bot)
        if there["instance_id"] != instance:
            raise NoEntry(NOT_ENTERED)
        self._known[instance] = self._monotonic(), there
        self._known.move_to_end(instance)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return there

    def _known_lately(self, instance: str) -> Mapping[str, object] | None:
        asked_at, there = self._known.get(instance, (-math.inf, {}))
        return there if self._monotonic() - asked_at < BELIEVED_SECONDS else None

    async def _member(self, session: aiohttp.ClientSession, code: str, **more: str) -> Entered:
        """The member who let Discord make ``code``. Raises NoEntry."""
        client = {"client_id": str(self.application), "client_secret": self._secret}
        form = {"grant_type": "authorization_code", "code": code, **client, **more}
        try:
            granted = await self._asked(session, "POST", "/oauth2/token", data=form)
        except SecretRefused:
            raise self.mistakes.secret() from None
        bearer = {"Authorization": f"Bearer {granted['access_token']}"}
        member = await self._asked(session, "GET", "/users/@me", headers=bearer)
        person = Person(
            int(str(member["id"])), str(member.get("global_name") or member.get("username") or "")
        )
        return Entered(bearer, person, str(member.get("locale") or "en-US"))

    async def _asked(
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
            if answer.status == 429 or (answer.status == 503 and "Retry-After" in answer.headers):
                self._pause(answer.headers.get("Retry-After", ""))
                raise NotNow(DISCORD_AWAY)
            if answer.status in (400, 401, 403, 404):
                raise await _refusal(answer)
            answer.raise_for_status()
            return cast("Mapping[str, object]", orjson.loads(await answer.read()))

    def _pause(self, retry_after: str) -> None:
        """Ask nothing for as long as Discord says, in seconds."""
        try:
            seconds = float(retry_after)
        except ValueError:
            seconds = UNTOLD_PAUSE
        if not 0 <= seconds <= LONGEST_PAUSE:
            seconds = UNTOLD_PAUSE if math.isnan(seconds) or seconds < 0 else LONGEST_PAUSE
        self._paused_until = max(self._paused_until, self._monotonic() + seconds)
        log.warning("Discord is not asked about who comes to the page for %.0f seconds", seconds)


def _is_in(person: Person, instance: Mapping[str, object]) -> bool:
    return str(person.id) in map(str, cast("list[object]", instance["users"]))


def _formed(form: re.Pattern[str], value: object) -> str:
    """A code or an instance's id, which stands in a request to Discord.

    Raises NoEntry for what has not its form.
    """
    if not isinstance(value, str) or not form.fullmatch(value):
        raise NoEntry(NOT_ENTERED)
    return value


async def _refusal(answer: aiohttp.ClientResponse) -> NoEntry:
    """What Discord's refusal means. Raises ClientError."""
    wrong_client = b'"invalid_client"' in await answer.read()
    return SecretRefused(NOT_ENTERED) if wrong_client else NoEntry(NOT_ENTERED)
