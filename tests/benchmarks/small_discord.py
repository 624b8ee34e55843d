"""As much of Discord as the bot needs to serve: its HTTP API and its gateway on a port of this
machine.

Interactions are sent to the bot through the gateway; each answer is timed when the last byte of it
has arrived.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from aiohttp import web

from tests.bot.chat.network.address import answering, as_json, connected, ready

APPLICATION = 1198622483471925248
GUILD = 900_000_000_000_000_000
CHANNEL = 900_000_000_000_000_001
OWNER = 900_000_000_000_000_002
PERMISSIONS = str(1 << 3)
BEGUN = "2026-01-01T00:00:00+00:00"
DISPATCH = 0
IDENTIFY = 2


def user(number: int, name: str = "", *, bot: bool = False) -> dict[str, Any]:
    """A user in Discord's format."""
    named = {
        "username": name or f"member{number}",
        "discriminator": "0",
        "global_name": None,
        "avatar": None,
    }
    return {"id": str(number), **named, "bot": bot, "flags": 0, "public_flags": 0}


def member(number: int) -> dict[str, Any]:
    """A member of the server."""
    plain: dict[str, Any] = {
        "nick": None,
        "avatar": None,
        "roles": [],
        "joined_at": BEGUN,
        "deaf": False,
        "mute": False,
        "flags": 0,
    }
    return {"user": user(number), **plain, "permissions": PERMISSIONS}


def server_of(shard: int, count: int) -> int:
    """The id of a shard's server among ``count`` shards; its channel's is one more."""
    first = GUILD >> 22
    return (first - first % count + shard) << 22


def channel(number: int = CHANNEL) -> dict[str, Any]:
    """A server's one channel."""
    return {
        "id": str(number),
        "type": 0,
        "name": "games",
        "position": 0,
        "permission_overwrites": [],
        "nsfw": False,
    }


def guild(number: int = GUILD) -> dict[str, Any]:
    """A server, as the gateway tells of it."""
    role = {
        "id": str(number),
        "name": "@everyone",
        "color": 0,
        "hoist": False,
        "position": 0,
        "permissions": "0",
    }
    return {
        "id": str(number),
        "name": "Loophole Club",
        "owner_id": str(OWNER),
        "roles": [{**role, "managed": False, "mentionable": False, "flags": 0}],
        "channels": [{**channel(number + 1), "guild_id": str(number)}],
        "members": [member(APPLICATION)],
        "member_count": 10_000,
        "preferred_locale": "en-US",
        "joined_at": BEGUN,
        "large": True,
        "unavailable": False,
        **{
            name: []
            for name in ("emojis", "stickers", "threads", "presences", "voice_states", "features")
        },
        **dict.fromkeys(
            ("verification_level", "default_message_notifications", "mfa_level", "nsfw_level"), 0
        ),
        **dict.fromkeys(
            ("explicit_content_filter", "premium_tier", "system_channel_flags", "afk_timeout"), 0
        ),
    }


@dataclass(slots=True)
class Sent:
    """An answer that has arrived: when (``time.perf_counter``), and its body."""

    at: float
    body: bytes = field(repr=False)

    @property
    def picture(self) -> bool:
        """Whether a picture came with it."""
        return b"\x89PNG" in self.body


class SmallDiscord:
    """The server side. ``requests`` counts what was asked of it by method and kind of path."""

    def __init__(self) -> None:
        self.answers: dict[int, asyncio.Future[Sent]] = {}
        self.requests: dict[str, int] = {}
        self.ready = asyncio.Event()
        self.address = ""
        self._ids = count(1_300_000_000_000_000_000)
        self._sequence = count(1)
        self._sockets: dict[int, web.WebSocketResponse] = {}  # by shard
        self.elsewhere: dict[int, int] = {}
        """The servers of members who are in another than the others, by their ids."""
        self.shards = 1

    async def enter(self, servers: Iterable[int]) -> None:
        """Add the bot to more servers."""
        for server in servers:
            await self._tell(self._sockets[0], "GUILD_CREATE", guild(server))

    async def interact(
        self, who: int, kind: int, data: dict[str, Any], shard: int = 0, **more: Any
    ) -> asyncio.Future[Sent]:
        """Send an interaction of a member to the bot; gives what will be its first answer."""
        place = server_of(shard, self.shards) if self.shards > 1 else self.elsewhere.get(who, GUILD)
        number = next(self._ids)
        answer: asyncio.Future[Sent] = asyncio.get_running_loop().create_future()
        self.answers[number] = answer
        interaction = {
            "id": str(number),
            "application_id": str(APPLICATION),
            "type": kind,
            "token": f"token-of-{number}",
            "version": 1,
            "data": data,
            "guild_id": str(place),
            "channel_id": str(place + 1),
            "channel": {**channel(place + 1), "guild_id": str(place), "permissions": PERMISSIONS},
            "member": member(who),
            "locale": "en-US",
            "guild_locale": "en-US",
            "app_permissions": PERMISSIONS,
            "entitlements": [],
            "authorizing_integration_owners": {},
            "context": 0,
            "attachment_size_limit": 10_485_760,
            **more,
        }
        await self._tell(self._sockets[shard], "INTERACTION_CREATE", interaction)
        return answer

    async def slash(
        self, who: int, command: str, shard: int = 0, **options: str
    ) -> asyncio.Future[Sent]:
        """A member of the server of a shard uses a command, such as ``match show``, whose options
        are texts.
        """
        given: list[dict[str, Any]] = [
            {"name": name, "type": 3, "value": value} for name, value in options.items()
        ]
        name, _, inner = command.partition(" ")
        if inner:
            given = [{"name": inner, "type": 1, "options": given}]
        return await self.interact(
            who, 2, {"id": "1", "type": 1, "name": name, "options": given}, shard
        )

    async def press(self, who: int, custom_id: str) -> asyncio.Future[Sent]:
        """A member presses a button."""
        part = {"custom_id": custom_id, "component_type": 2, "id": 1}
        return await self.interact(who, 3, part, message=self._message())

    async def form(self, who: int, custom_id: str, **typed: str) -> asyncio.Future[Sent]:
        """A member sends a form."""
        fields = [
            {
                "type": 18,
                "id": number,
                "component": {"type": 4, "id": 50 + number, "custom_id": name, "value": value},
            }
            for number, (name, value) in enumerate(typed.items())
        ]
        return await self.interact(
            who, 5, {"custom_id": custom_id, "components": fields}, message=self._message()
        )

    async def typing(self, who: int, command: str, option: str, text: str) -> asyncio.Future[Sent]:
        """A member types into an option of a command."""
        given = [{"name": option, "type": 3, "value": text, "focused": True}]
        return await self.interact(
            who, 4, {"id": "1", "type": 1, "name": command, "options": given}
        )

    async def quiet(self) -> None:
        """Wait until nothing has been asked for half a second: answers are followed by other
        things.
        """
        before: dict[str, int] = {}
        while before != self.requests:
            before = dict(self.requests)
            await asyncio.sleep(0.5)

    async def _tell(self, socket: web.WebSocketResponse, event: str, data: dict[str, Any]) -> None:
        await socket.send_str(
            json.dumps({"op": DISPATCH, "t": event, "s": next(self._sequence), "d": data})
        )

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        """A connection of the bot's."""
        socket = web.WebSocketResponse(max_msg_size=0)
        async for said in connected(request, socket):
            if said["op"] == IDENTIFY:
                shard, self.shards = said["d"].get("shard", [0, 1])
                self._sockets[shard] = socket
                place = server_of(shard, self.shards) if self.shards > 1 else GUILD
                bot = user(APPLICATION, "Loophole", bot=True)
                await self._tell(
                    socket,
                    "READY",
                    ready(self.address, APPLICATION, bot, [place], [shard, self.shards]),
                )
                await self._tell(socket, "GUILD_CREATE", guild(place))
                self.ready.set()
        return socket

    async def api(self, request: web.Request) -> web.StreamResponse:
        """A request: first answers to interactions, messages, and what is asked for at the start
        and about members.
        """
        body = await request.read()
        parts = request.match_info["path"].split("/")
        answer: Any = {}
        match parts:
            case ["interactions", number, _, "callback"]:
                self._count("answer")
                waiting = self.answers.pop(int(number), None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(Sent(time.perf_counter(), body))
                answer = {
                    "interaction": {"id": number, "type": 2},
                    "resource": {"type": 4, "message": self._message()},
                }
                return as_json(answer)
            case ["users", "@me", "channels"]:
                self._count("direct")
                to = json.loads(body)["recipient_id"]
                return as_json(
                    {"id": str(next(self._ids)), "type": 1, "recipients": [user(int(to))]}
                )
            case ["webhooks", *_] | ["channels", _, "messages"]:
                self._count("message")
                return as_json(self._message())
            case ["gateway", "bot"]:
                limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 16}
                url = self.address.replace("http", "ws") + "/gateway"
                answer = {"url": url, "shards": 1, "session_start_limit": limit}
            case ["users", "@me"]:
                answer = user(APPLICATION, "Loophole", bot=True)
            case ["oauth2", "applications", "@me"]:
                plain = {
                    "name": "Loophole",
                    "icon": None,
                    "description": "",
                    "bot_public": True,
                    "verify_key": "00",
                }
                owner = user(OWNER, "owner")
                answer = {
                    "id": str(APPLICATION),
                    **plain,
                    "bot_require_code_grant": False,
                    "owner": owner,
                    "flags": 0,
                }
            case ["applications", _, "commands"]:
                plain = {"application_id": str(APPLICATION), "version": "1", "description": ""}
                answer = [
                    {**plain, **command, "id": str(next(self._ids))}
                    for command in json.loads(body or "[]")
                ]
            case ["guilds", _, "members", number]:
                answer = member(int(number))
        self._count(request.method)
        return as_json(answer)

    def _count(self, what: str) -> None:
        self.requests[what] = self.requests.get(what, 0) + 1

    def _message(self) -> dict[str, Any]:
        return {
            "id": str(next(self._ids)),
            "channel_id": str(CHANNEL),
            "author": user(APPLICATION, "Loophole", bot=True),
            "content": "",
            "timestamp": BEGUN,
            "edited_timestamp": None,
            "type": 20,
            **dict.fromkeys(("tts", "mention_everyone", "pinned"), False),
            **{
                name: []
                for name in ("mentions", "mention_roles", "attachments", "embeds", "components")
            },
        }


@asynccontextmanager
async def small_discord() -> AsyncIterator[SmallDiscord]:
    """A running one; ``address`` is where its HTTP API is."""
    here = SmallDiscord()
    async with answering(here.gateway, here.api) as here.address:
        yield here
