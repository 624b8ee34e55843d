"""What Discord says of members and is told of them: who has opened the page as an Activity, and linked roles."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import cast
from urllib.parse import urlencode

import aiohttp
import orjson
from aiohttp import web
from discord.http import Route

from bot.chat.language import texts
from bot.chat.language.i18n import Language
from bot.domain.members.doors import NoEntry
from bot.domain.values import Person, Place
from bot.web.misset import Mistakes
from games.core import _ as _

log = logging.getLogger(__name__)

LANGUAGES = ("de", "fr", "es-ES", "ja", "pt-BR")
SECONDS = 10.0  # that Discord may take for all its answers
AT_ONCE = 4  # members whom Discord is asked about
MOST_WAITING = 100
NOT_ENTERED = _("open the board again from Discord")
_SAID = ("name", "description")
_CODE = re.compile(r"[\w.-]{1,200}", re.ASCII)


class SecretRefused(NoEntry):
    """Discord does not know the application by this secret."""


class Activity:
    """Asks Discord with the bot's ``token`` and its application's client ``secret``."""

    def __init__(self, application: int, secret: str, token: str) -> None:
        self.application = application
        self.origin = f"https://{application}.discordsays.com"
        self._secret = secret
        self._token = token
        self.mistakes = Mistakes()
        self._asking = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0

    async def enters(self, code: object, instance: object) -> tuple[Person, Place, str]:
        """The member who let Discord make ``code`` and is in the Activity's ``instance``, its place, their language.
        The member's token is used once and kept nowhere. Raises NoEntry, HTTPServiceUnavailable."""
        path = f"/applications/{self.application}/activity-instances/{_plain(instance)}"
        async with self._session() as session:
            _, who, locale = await self._member(session, code)
            there = await _asked(session, "GET", path, headers={"Authorization": f"Bot {self._token}"})
        if str(who.id) not in map(str, cast("list[object]", there["users"])) or there["instance_id"] != instance:
            raise NoEntry(NOT_ENTERED)
        where = cast("Mapping[str, str]", there["location"])
        channel, guild = int(where["channel_id"]), where["kind"] == "gc"
        return who, Place(int(where["guild_id"]) if guild else channel, channel, guild), locale

    def authorize(self, url: str) -> str:
        """Where a member lets Discord make the code for ``link``, and is sent to ``url`` with it."""
        asked = {"client_id": self.application, "redirect_uri": url, "response_type": "code"}
        return f"https://discord.com/oauth2/authorize?{urlencode(asked | {'scope': 'identify role_connections.write'})}"

    @asynccontextmanager
    async def link(self, code: str, url: str) -> AsyncIterator[tuple[int, str, dict[str, int]]]:
        """Tell Discord what is put into the mapping about the member who let it make ``code``: their id, language, and
        the mapping are given. Their token is used here and kept nowhere. Raises NoEntry, HTTPServiceUnavailable."""
        async with self._session() as session:
            bearer, who, locale = await self._member(session, code, redirect_uri=url)
            values = dict[str, int]()
            yield who.id, locale, values
            told = {"platform_name": "Loophole", "metadata": values}
            path = f"/users/@me/applications/{self.application}/role-connection"
            await _asked(session, "PUT", path, json=told, headers=bearer)

    async def register(self) -> None:
        """Tell Discord by what servers may give roles. Raises nothing: it is told again at the next start."""
        fields = [
            {"type": 2, "key": key, "name": name, "description": name}  # 2: at least the server's number
            | {f"{part}_localizations": {code: Language(code).label(name) for code in LANGUAGES} for part in _SAID}
            for key, name in texts.LINKED.items()
        ]
        path = f"/applications/{self.application}/role-connections/metadata"
        try:
            async with self._session() as session:
                await _asked(session, "PUT", path, json=fields, headers={"Authorization": f"Bot {self._token}"})
        except (NoEntry, web.HTTPServiceUnavailable) as error:
            log.warning("Discord does not take the fields of linked roles: %s", error or type(error).__name__)

    @asynccontextmanager
    async def _session(self) -> AsyncIterator[aiohttp.ClientSession]:
        """Ask Discord, for some members at a time. Raises HTTPServiceUnavailable."""
        if self._waiting >= MOST_WAITING:
            raise web.HTTPServiceUnavailable
        self._waiting += 1
        try:
            async with asyncio.timeout(SECONDS), self._asking, aiohttp.ClientSession() as session:
                yield session
        except (aiohttp.ClientError, OSError, TimeoutError):
            raise web.HTTPServiceUnavailable from None
        finally:
            self._waiting -= 1

    async def _member(
        self, session: aiohttp.ClientSession, code: object, **more: str
    ) -> tuple[Mapping[str, str], Person, str]:
        """The header with the token of the member who let Discord make ``code``, their id and language."""
        client = {"client_id": str(self.application), "client_secret": self._secret}
        form = {"grant_type": "authorization_code", "code": _plain(code), **client, **more}
        try:
            granted = await _asked(session, "POST", "/oauth2/token", data=form)
        except SecretRefused:
            raise self.mistakes.secret() from None
        bearer = {"Authorization": f"Bearer {granted['access_token']}"}
        member = await _asked(session, "GET", "/users/@me", headers=bearer)
        who = Person(int(str(member["id"])), str(member.get("global_name") or member.get("username") or ""))
        return bearer, who, str(member.get("locale") or "en-US")


def _plain(value: object) -> str:
    """A code or an instance's id, which may stand in an address. Raises NoEntry for what is none."""
    if not isinstance(value, str) or not _CODE.fullmatch(value):
        raise NoEntry(NOT_ENTERED)
    return value


async def _asked(
    session: aiohttp.ClientSession,
    method: str,
    path: str,
    *,
    data: Mapping[str, str] | None = None,
    json: object = None,
    headers: Mapping[str, str] | None = None,
) -> Mapping[str, object]:
    """What Discord answers. Raises NoEntry where it refuses, ClientError where it cannot answer now."""
    async with session.request(
        method, f"{Route.BASE}{path}", data=data, json=json, headers=headers, allow_redirects=False
    ) as answer:
        if answer.status in (400, 401, 403, 404):
            raise await _refusal(answer)
        answer.raise_for_status()
        return cast("Mapping[str, object]", orjson.loads(await answer.read()))


async def _refusal(answer: aiohttp.ClientResponse) -> NoEntry:
    """What Discord's refusal means. Raises ClientError."""
    wrong_client = b'"invalid_client"' in await answer.read()
    return SecretRefused(NOT_ENTERED) if wrong_client else NoEntry(NOT_ENTERED)
