"""Discord as an Activity meets it: whose a code is, who is in an instance, the client round the
page, its proxy.
"""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from aiohttp import web
from jsonschema_rs import Draft202012Validator

from tests.bot.chat import discord_api

SECRET = "s" * 32
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789AB"
CLIENT = Path(__file__).with_name("discord.html")
POLICY = (  # of the proxy
    "default-src 'self'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' "
    "data:; frame-ancestors https://discord.com"
)


class Discord:
    """The parts of Discord's API that an Activity's server asks, and what surrounds its page.

    ``trouble``: what is answered instead, by the path's end; ``retry_after``: with it. ``slow``:
    seconds that every answer takes. ``asked``: the paths of all requests.
    """

    def __init__(self, application: int) -> None:
        self.application = application
        self.origin = f"https://{application}.discordsays.com"
        self.codes: dict[str, int] = {}
        self.tokens: dict[str, int] = {}
        self.instances: dict[str, dict[str, Any]] = {}
        self.trouble: dict[str, int] = {}
        self.retry_after = ""
        self.slow = 0.0
        self.asked: list[str] = []
        self.locale = "de"
        self.fields: list[dict[str, Any]] = []
        self.connected: dict[int, dict[str, int]] = {}

    def app(self) -> web.Application:
        app = web.Application(middlewares=[self._troubled])
        app.router.add_post("/api/v10/oauth2/token", self._token)
        app.router.add_get("/api/v10/users/@me", self._me)
        app.router.add_put(
            "/api/v10/users/@me/applications/{application}/role-connection", self._connect
        )
        app.router.add_put(
            "/api/v10/applications/{application}/role-connections/metadata", self._fields
        )
        app.router.add_get(
            "/api/v10/applications/{application}/activity-instances/{instance}", self._instance
        )
        return app

    def code(self, user: int) -> str:
        """What Discord's client gives the page for its member."""
        code = secrets.token_urlsafe(22)
        self.codes[code] = user
        return code

    def launched(self, channel: int, guild: int | None, *users: int) -> str:
        """An instance of the Activity with these members in it."""
        kind = "pc" if guild is None else "gc"
        name = f"i-{secrets.randbits(60)}-{kind}-{guild or 0}-{channel}"
        place = {"id": f"{kind}-{channel}", "kind": kind, "channel_id": str(channel)}
        if guild is not None:
            place["guild_id"] = str(guild)
        self.instances[name] = {
            "application_id": str(self.application),
            "instance_id": name,
            "launch_id": str(secrets.randbits(60)),
            "location": place,
            "users": [str(user) for user in users],
        }
        return name

    def client(self, source: str, code: str, frame: str) -> str:
        """The page of Discord's client round a frame."""
        claims = {
            "ORIGIN": self.origin,
            "CLIENT_ID": str(self.application),
            "FRAME_ID": frame,
            "CODE": code,
        }
        page = CLIENT.read_text().replace("SOURCE", source.replace("&", "&amp;"))
        for name, value in claims.items():
            page = page.replace(f'"{name}"', f'"{value}"')
        return page

    def source(self, instance: str, frame: str, **more: str) -> str:
        """The address in the frame."""
        location = self.instances[instance]["location"]
        request_data = {
            "instance_id": instance,
            "location_id": location["id"],
            "frame_id": frame,
            "platform": "desktop",
        }
        query = {**request_data, "channel_id": location["channel_id"], **more}
        return f"{self.origin}/?{urlencode(query)}"

    @web.middleware
    async def _troubled(self, request: web.Request, handler: Any) -> web.StreamResponse:
        status = next(
            (status for end, status in self.trouble.items() if request.path.endswith(end)), 0
        )
        self.asked.append(request.path)
        if self.slow:
            await asyncio.sleep(self.slow)
        if not status:
            return await handler(request)
        headers = {"Retry-After": self.retry_after} if self.retry_after else None
        return web.json_response({"message": "trouble", "code": 0}, status=status, headers=headers)

    async def _token(self, request: web.Request) -> web.Response:
        assert request.content_type == "application/x-www-form-urlencoded"
        form = dict(await request.post())
        assert form.pop("grant_type") == "authorization_code"
        user = self.codes.pop(str(form.pop("code")), 0)
        if (
            form.pop("redirect_uri", "https://board.example.org/linked-roles")
            != "https://board.example.org/linked-roles"
        ):
            return web.json_response({"error": "invalid_request"}, status=400)
        if form != {"client_id": str(self.application), "client_secret": SECRET}:
            return web.json_response({"error": "invalid_client"}, status=401)
        if not user:
            return web.json_response({"error": "invalid_grant"}, status=400)
        token = secrets.token_urlsafe(22)
        self.tokens[token] = user
        kind = {
            "token_type": "Bearer",
            "expires_in": 604800,
            "refresh_token": "r",
            "scope": "identify",
        }
        return web.json_response({"access_token": token, **kind})

    async def _me(self, request: web.Request) -> web.Response:
        user = self.tokens.get(request.headers.get("Authorization", "").removeprefix("Bearer "))
        if user is None:
            return web.json_response({"message": "401: Unauthorized", "code": 0}, status=401)
        member_data = {
            "username": "m",
            "discriminator": "0",
            "avatar": None,
            "public_flags": 0,
            "flags": 0,
        }
        more = {
            "mfa_enabled": False,
            "locale": self.locale,
            "global_name": None,
            "email": None,
            "verified": True,
        }
        return _described("UserPIIResponse", {"id": str(user), **member_data, **more})

    async def _fields(self, request: web.Request) -> web.Response:
        assert request.headers["Authorization"] == f"Bot {TOKEN}"
        self.fields = await request.json()
        return web.json_response(self.fields)

    async def _connect(self, request: web.Request) -> web.Response:
        user = self.tokens[request.headers["Authorization"].removeprefix("Bearer ")]
        self.connected[user] = (await request.json())["metadata"]
        return web.json_response({})

    async def _instance(self, request: web.Request) -> web.Response:
        if request.headers.get("Authorization") != f"Bot {TOKEN}":
            return web.json_response({"message": "401: Unauthorized", "code": 0}, status=401)
        instance = self.instances.get(request.match_info["instance"])
        if instance is None or request.match_info["application"] != str(self.application):
            return web.json_response(
                {"message": "Unknown Activity Instance", "code": 10_000}, status=404
            )
        return _described("EmbeddedActivityInstance", instance)


def _described(schema: str, content: dict[str, Any]) -> web.Response:
    """An answer that is as Discord's description says."""
    ref = {"$ref": f"urn:discord#/components/schemas/{schema}"}
    problems = [
        error.message
        for error in Draft202012Validator(ref, registry=discord_api.registry()).iter_errors(content)
    ]
    assert not problems
    return web.json_response(content)
