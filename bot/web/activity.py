"""The door inside Discord: who has opened the page as an Activity, and where, by Discord's own word alone."""

import asyncio
import re
from collections.abc import Mapping
from typing import cast

import aiohttp
import orjson
from aiohttp import web
from discord.http import Route

from bot.domain.members.doors import NoEntry
from bot.domain.values import Place

SECONDS = 10.0  # that Discord may take for all its answers
AT_ONCE = 4  # members whom Discord is asked about
MOST_WAITING = 100
_CODE = re.compile(r"[\w.-]{1,200}", re.ASCII)


class Activity:
    """Asks Discord with the bot's ``token`` and its application's client ``secret``."""

    def __init__(self, application: int, secret: str, token: str) -> None:
        self.application = application
        self.origin = f"https://{application}.discordsays.com"
        self._secret = secret
        self._token = token
        self._asking = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0

    async def enters(self, code: object, instance: object) -> tuple[int, Place, str]:
        """The member who let Discord make ``code`` and is in the Activity's ``instance``, its place, their language.
        The member's token is used once and kept nowhere. Raises NoEntry, HTTPServiceUnavailable."""
        if not (
            isinstance(code, str) and isinstance(instance, str) and _CODE.fullmatch(code) and _CODE.fullmatch(instance)
        ):
            raise NoEntry("open the board again from Discord")
        if self._waiting >= MOST_WAITING:
            raise web.HTTPServiceUnavailable
        self._waiting += 1
        try:
            async with asyncio.timeout(SECONDS), self._asking, aiohttp.ClientSession() as session:
                return await self._enters(session, code, instance)
        except (aiohttp.ClientError, OSError, TimeoutError):
            raise web.HTTPServiceUnavailable from None
        finally:
            self._waiting -= 1

    async def _enters(self, session: aiohttp.ClientSession, code: str, instance: str) -> tuple[int, Place, str]:
        form = {"grant_type": "authorization_code", "code": code}
        client = {"client_id": str(self.application), "client_secret": self._secret}
        granted = await _asked(session, "POST", "/oauth2/token", data=form | client)
        bearer = {"Authorization": f"Bearer {granted['access_token']}"}
        member = await _asked(session, "GET", "/users/@me", headers=bearer)
        path = f"/applications/{self.application}/activity-instances/{instance}"
        there = await _asked(session, "GET", path, headers={"Authorization": f"Bot {self._token}"})
        user, where = str(member["id"]), cast("Mapping[str, str]", there["location"])
        if user not in map(str, cast("list[object]", there["users"])) or there["instance_id"] != instance:
            raise NoEntry("open the board again from Discord")
        channel = int(where["channel_id"])
        guild = where["kind"] == "gc"
        place = Place(int(where["guild_id"]) if guild else channel, channel, guild)
        return int(user), place, str(member.get("locale") or "en-US")


async def _asked(
    session: aiohttp.ClientSession,
    method: str,
    path: str,
    *,
    data: Mapping[str, str] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Mapping[str, object]:
    """What Discord answers. Raises NoEntry where it refuses, ClientError where it cannot answer now."""
    async with session.request(
        method, f"{Route.BASE}{path}", data=data, headers=headers, allow_redirects=False
    ) as answer:
        if answer.status in (400, 401, 403, 404):
            raise NoEntry("open the board again from Discord")
        answer.raise_for_status()
        return cast("Mapping[str, object]", orjson.loads(await answer.read()))
