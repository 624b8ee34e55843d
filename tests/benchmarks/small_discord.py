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
START = "2026-01-01T00:00:00+00:00"

# Opcodes of the gateway.
DISPATCH = 0
IDENTIFY = 2

# Types of interactions, of commands' options and of components.
COMMAND = 2
COMPONENT = 3
AUTOCOMPLETE = 4
FORM = 5
SUBCOMMAND_OPTION = 1
TEXT_OPTION = 3
BUTTON = 2
TEXT_INPUT = 4
LABEL = 18

Json = dict[str, Any]


def user(number: int, name: str = "", *, bot: bool = False) -> Json:
    """A user in Discord's format."""
    return {
        "id": str(number),
        "username": name or f"member{number}",
        "discriminator": "0",
        "global_name": None,
        "avatar": None,
        "bot": bot,
        "flags": 0,
        "public_flags": 0,
    }


def member(number: int) -> Json:
    """A member of the server."""
    return {
        "user": user(number),
        "nick": None,
        "avatar": None,
        "roles": [],
        "joined_at": START,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "permissions": PERMISSIONS,
    }


def bot_user() -> Json:
    """The bot itself."""
    return user(APPLICATION, "Loophole", bot=True)


def application() -> Json:
    """The application that the bot belongs to."""
    return {
        "id": str(APPLICATION),
        "name": "Loophole",
        "icon": None,
        "description": "",
        "bot_public": True,
        "verify_key": "00",
        "bot_require_code_grant": False,
        "owner": user(OWNER, "owner"),
        "flags": 0,
    }


def server_of(shard: int, count: int) -> int:
    """The id of a shard's server among ``count`` shards; its channel's is one more."""
    first = GUILD >> 22
    return (first - first % count + shard) << 22


def channel(number: int = CHANNEL) -> Json:
    """A server's one channel."""
    return {
        "id": str(number),
        "type": 0,
        "name": "games",
        "position": 0,
        "permission_overwrites": [],
        "nsfw": False,
    }


def everyone(guild: int) -> Json:
    """The role of all members of a server, which may do nothing by itself."""
    return {
        "id": str(guild),
        "name": "@everyone",
        "color": 0,
        "hoist": False,
        "position": 0,
        "permissions": "0",
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def guild(number: int = GUILD) -> Json:
    """A server, as the gateway tells of it."""
    return {
        "id": str(number),
        "name": "Loophole Club",
        "owner_id": str(OWNER),
        "roles": [everyone(number)],
        "channels": [{**channel(number + 1), "guild_id": str(number)}],
        "members": [member(APPLICATION)],
        "member_count": 10_000,
        "preferred_locale": "en-US",
        "joined_at": START,
        "large": True,
        "unavailable": False,
        "emojis": [],
        "stickers": [],
        "threads": [],
        "presences": [],
        "voice_states": [],
        "features": [],
        "verification_level": 0,
        "default_message_notifications": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "explicit_content_filter": 0,
        "premium_tier": 0,
        "system_channel_flags": 0,
        "afk_timeout": 0,
    }


def text_option(name: str, value: str) -> Json:
    """What is typed into an option of a command."""
    return {"name": name, "type": TEXT_OPTION, "value": value}


@dataclass(slots=True)
class Answer:
    """An answer that has arrived: when (``time.perf_counter``), and its body."""

    arrival: float
    body: bytes = field(repr=False)

    @property
    def picture(self) -> bool:
        """Whether a picture came with it."""
        return b"\x89PNG" in self.body


class SmallDiscord:
    """The server side. ``requests`` counts what was asked of it by method and kind of path."""

    def __init__(self) -> None:
        self.answers: dict[int, asyncio.Future[Answer]] = {}
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
        self, who: int, kind: int, data: Json, shard: int = 0, message: Json | None = None
    ) -> asyncio.Future[Answer]:
        """Send an interaction of a member to the bot; gives what will be its first answer.

        :param message: the message whose button is pressed, or from which a form was opened.
        """
        place = self._place_of(who, shard)
        number = next(self._ids)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
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
        }
        if message is not None:
            interaction["message"] = message
        await self._tell(self._sockets[shard], "INTERACTION_CREATE", interaction)
        return answer

    def _place_of(self, who: int, shard: int) -> int:
        """The server in which a member acts."""
        if self.shards > 1:
            return server_of(shard, self.shards)
        return self.elsewhere.get(who, GUILD)

    async def slash(
        self, who: int, command: str, shard: int = 0, **options: str
    ) -> asyncio.Future[Answer]:
        """A member of the server of a shard uses a command, such as ``match show``, whose options
        are texts.
        """
        values = [text_option(name, value) for name, value in options.items()]
        name, _, inner = command.partition(" ")
        if inner:
            values = [{"name": inner, "type": SUBCOMMAND_OPTION, "options": values}]
        data = {"id": "1", "type": 1, "name": name, "options": values}
        return await self.interact(who, COMMAND, data, shard)

    async def press(self, who: int, custom_id: str) -> asyncio.Future[Answer]:
        """A member presses a button."""
        data = {"custom_id": custom_id, "component_type": BUTTON, "id": 1}
        return await self.interact(who, COMPONENT, data, message=self._message())

    async def form(self, who: int, custom_id: str, **values: str) -> asyncio.Future[Answer]:
        """A member sends a form with values by the names of its fields."""
        fields = []
        for number, (name, value) in enumerate(values.items()):
            field = {"type": TEXT_INPUT, "id": 50 + number, "custom_id": name, "value": value}
            fields.append({"type": LABEL, "id": number, "component": field})
        data = {"custom_id": custom_id, "components": fields}
        return await self.interact(who, FORM, data, message=self._message())

    async def typing(
        self, who: int, command: str, option: str, text: str
    ) -> asyncio.Future[Answer]:
        """A member types into an option of a command."""
        value = {**text_option(option, text), "focused": True}
        data = {"id": "1", "type": 1, "name": command, "options": [value]}
        return await self.interact(who, AUTOCOMPLETE, data)

    async def quiet(self) -> None:
        """Wait until nothing has been asked for half a second: answers are followed by other
        things.
        """
        earlier: dict[str, int] = {}
        while earlier != self.requests:
            earlier = dict(self.requests)
            await asyncio.sleep(0.5)

    async def _tell(self, socket: web.WebSocketResponse, event: str, data: Json) -> None:
        frame = {"op": DISPATCH, "t": event, "s": next(self._sequence), "d": data}
        await socket.send_str(json.dumps(frame))

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        """A connection of the bot's."""
        socket = web.WebSocketResponse(max_msg_size=0)
        async for frame in connected(request, socket):
            if frame["op"] == IDENTIFY:
                await self._greet(socket, frame["d"])
        return socket

    async def _greet(self, socket: web.WebSocketResponse, identity: Json) -> None:
        """Tell a shard that says who it is what it serves."""
        shard, self.shards = identity.get("shard", [0, 1])
        self._sockets[shard] = socket
        place = server_of(shard, self.shards) if self.shards > 1 else GUILD
        shards = [shard, self.shards]
        greeting = ready(self.address, APPLICATION, bot_user(), [place], shards)
        await self._tell(socket, "READY", greeting)
        await self._tell(socket, "GUILD_CREATE", guild(place))
        self.ready.set()

    async def api(self, request: web.Request) -> web.StreamResponse:
        """A request: answers to interactions and messages first, then what is asked for at the
        start and about members.
        """
        body = await request.read()
        match request.match_info["path"].split("/"):
            case ["interactions", number, _, "callback"]:
                self._count("answer")
                return as_json(self._take_answer(int(number), body))
            case ["users", "@me", "channels"]:
                self._count("direct")
                return as_json(self._direct_channel(json.loads(body)))
            case ["webhooks", *_] | ["channels", _, "messages"]:
                self._count("message")
                return as_json(self._message())
            case path:
                self._count(request.method)
                return as_json(self._answer_to(path, body))

    def _take_answer(self, number: int, body: bytes) -> Json:
        """Note the first answer to an interaction."""
        answer = self.answers.pop(number, None)
        if answer is not None and not answer.done():
            answer.set_result(Answer(time.perf_counter(), body))
        return {
            "interaction": {"id": str(number), "type": COMMAND},
            "resource": {"type": 4, "message": self._message()},
        }

    def _direct_channel(self, request: Json) -> Json:
        """The channel for direct messages to a member."""
        recipient = user(int(request["recipient_id"]))
        return {"id": str(next(self._ids)), "type": 1, "recipients": [recipient]}

    def _answer_to(self, path: list[str], body: bytes) -> Any:
        """What is answered to requests other than messages."""
        match path:
            case ["gateway", "bot"]:
                return self._gateway_address()
            case ["users", "@me"]:
                return bot_user()
            case ["oauth2", "applications", "@me"]:
                return application()
            case ["applications", _, "commands"]:
                return [self._command(command) for command in json.loads(body or "[]")]
            case ["guilds", _, "members", number]:
                return member(int(number))
        return {}

    def _gateway_address(self) -> Json:
        return {
            "url": self.address.replace("http", "ws") + "/gateway",
            "shards": 1,
            "session_start_limit": {
                "total": 1000,
                "remaining": 1000,
                "reset_after": 0,
                "max_concurrency": 16,
            },
        }

    def _command(self, command: Json) -> Json:
        """A command as it is registered."""
        return {
            "application_id": str(APPLICATION),
            "version": "1",
            "description": "",
            **command,
            "id": str(next(self._ids)),
        }

    def _count(self, what: str) -> None:
        self.requests[what] = self.requests.get(what, 0) + 1

    def _message(self) -> Json:
        return {
            "id": str(next(self._ids)),
            "channel_id": str(CHANNEL),
            "author": bot_user(),
            "content": "",
            "timestamp": START,
            "edited_timestamp": None,
            "type": 20,
            "tts": False,
            "mention_everyone": False,
            "pinned": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "components": [],
        }


@asynccontextmanager
async def small_discord() -> AsyncIterator[SmallDiscord]:
    """A running one; ``address`` is where its HTTP API is."""
    discord = SmallDiscord()
    async with answering(discord.gateway, discord.api) as discord.address:
        yield discord
