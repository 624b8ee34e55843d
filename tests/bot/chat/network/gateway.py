"""A gateway of several sessions and a little of Discord's HTTP, on a port of this machine: what it
knows is SimCord's.

Sessions remember what was sent, so that they can be resumed; connections can be cut, and sessions
forgotten.
"""

import asyncio
import contextlib
import io
import json
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from simcord import intents, interactions
from simcord.backend import Backend, errors, serializers
from simcord.http import router

from .address import answering, as_json, connected, ready

DISPATCH = 0
IDENTIFY = 2
RESUME = 6
RECONNECT = 7
INVALID_SESSION = 9
"""What messages between a bot and the gateway are about, as Discord numbers it."""

COMMAND = 2
COMPONENT = 3
"""Kinds of interactions, as Discord numbers them."""


@dataclass
class Session:
    """What one shard has been told, and by which connection it is told more (None: cut)."""

    name: str
    shard: int
    sent: list[dict[str, Any]] = field(default_factory=list)
    socket: web.WebSocketResponse | None = None


def command_data(name: str, options: Mapping[str, str]) -> dict[str, Any]:
    """The command that an interaction uses, with options that are texts."""
    values = [{"name": option, "type": 3, "value": value} for option, value in options.items()]
    return {"id": "1", "type": 1, "name": name, "options": values}


class Gateway:
    """Discord, as far as bots that start, listen, answer and post need it; any number of them may
    be connected.
    """

    def __init__(self, shards: int = 1, backend: Backend | None = None) -> None:
        self.backend = backend or Backend()
        self.backend.subscribers.append(self._tell)
        self.shards = shards
        self.sessions: dict[str, Session] = {}
        self.away = False  # whether it takes no connections
        self.silent = False  # whether it takes connections, and then begins no session
        self.mute = False  # whether it says nothing at all to who connects
        # Connections that it took while it was silent.
        self._unheard: set[web.WebSocketResponse] = set()
        self.heard: Counter[str] = Counter()
        self.requests: list[tuple[str, str]] = []
        self.address = ""
        self._pushing: set[asyncio.Task[None]] = set()

    # -------------------------------------------------------------------------------------- members

    def command(self, user: int, channel: int, name: str, **options: str) -> Any:
        """A member uses a command whose options are texts; gives what SimCord notes about it."""
        record, payload = interactions.base_payload(
            self.backend,
            type=COMMAND,
            channel_id=channel,
            guild_id=self.backend.get_channel(channel).guild_id,
            user_id=user,
            data=command_data(name, options),
        )
        self._tell("INTERACTION_CREATE", payload)
        return record

    def posts(self, channel: int) -> list[str]:
        """What everyone in a channel can read, each post as one text."""
        messages = sorted(
            self.backend.messages.get(channel, {}).values(), key=lambda message: message.id
        )
        return [
            json.dumps(message.components, ensure_ascii=False)
            for message in messages
            if not message.is_ephemeral
        ]

    # -------------------------------------------------------------------------------------- trouble

    async def cut(self, *, forget: bool = False, polite: bool = False) -> None:
        """Cut every connection; ``forget`` the sessions too.

        ``polite``: ask the bots to come again.
        """
        for unheard in self._unheard:
            await unheard.close(code=4000)
        self._unheard.clear()
        for session in list(self.sessions.values()):
            socket = session.socket
            session.socket = None
            if forget:
                del self.sessions[session.name]
            if socket is not None and polite:
                await socket.send_json({"op": RECONNECT, "d": None})
            elif socket is not None:
                await socket.close(code=4000)

    @property
    def connected(self) -> set[int]:
        """The shards that hear now what happens."""
        return {session.shard for session in self.sessions.values() if session.socket is not None}

    # ---------------------------------------------------------------------------------- the gateway

    async def gateway(self, request: web.Request) -> web.StreamResponse:
        """One connection of one shard."""
        if self.away:
            return web.Response(status=503)
        if self.mute:
            await asyncio.Event().wait()
        socket = web.WebSocketResponse(max_msg_size=0)
        session: Session | None = None
        async for message in connected(request, socket):
            if self.silent:
                self._unheard.add(socket)
                continue
            if message["op"] == IDENTIFY:
                self.heard["identify"] += 1
                session = await self._identified(socket, message["d"].get("shard", [0, 1]))
            elif message["op"] == RESUME:
                session = self.sessions.get(message["d"]["session_id"])
                self.heard["resume" if session else "invalid session"] += 1
                if session is None:
                    await socket.send_json({"op": INVALID_SESSION, "d": False})
                    continue
                session.socket = socket
                for event in session.sent[message["d"]["seq"] :]:
                    await socket.send_json(event)
                await self._send(session, "RESUMED", {})
        if session is not None and session.socket is socket:
            self._ended(session)
        return socket

    def _ended(self, session: Session) -> None:
        session.socket = None

    async def _identified(self, socket: web.WebSocketResponse, shard: list[int]) -> Session:
        session = Session(f"session-{self.heard['identify']}", shard[0], socket=socket)
        self.sessions[session.name] = session
        guilds = [
            guild for guild in self.backend.guilds.values() if self.shard_of(guild.id) == shard[0]
        ]
        names = [guild.id for guild in guilds]
        bot = dict(serializers.user_payload(self.backend.bot_user))
        greeting = ready(self.address, self.backend.application_id, bot, names, shard, session.name)
        await self._send(session, "READY", greeting)
        for guild in guilds:
            await self._send(
                session, "GUILD_CREATE", serializers.guild_create_payload(self.backend, guild)
            )
        return session

    def shard_of(self, guild: int) -> int:
        """The shard that hears of a server."""
        return (guild >> 22) % self.shards

    def _tell(self, event: str, payload: Mapping[str, Any]) -> None:
        """Tell the shard of a server what happens in it, now or when it resumes its session."""
        # The bot declares no other intent.
        if intents.required_intent(event, payload) not in (None, "guilds"):
            return
        guild = payload.get("guild_id")
        if guild is None and event.startswith("GUILD_"):
            guild = payload.get("id")
        shard = self.shard_of(int(guild or 0))
        for session in self.sessions.values():
            if session.shard == shard:
                self.tell_session(session, event, payload)

    def tell_session(self, session: Session, event: str, payload: Mapping[str, Any]) -> None:
        """Add an event to a session, and send it if somebody is connected."""
        message = {"op": DISPATCH, "t": event, "s": len(session.sent) + 1, "d": payload}
        session.sent.append(message)
        if session.socket is not None:
            push = asyncio.ensure_future(self._push(session.socket, message))
            self._pushing.add(push)
            push.add_done_callback(self._pushing.discard)

    async def _push(self, socket: web.WebSocketResponse, message: dict[str, Any]) -> None:
        with contextlib.suppress(ConnectionError, RuntimeError):
            await socket.send_json(message)

    async def _send(self, session: Session, event: str, payload: Mapping[str, Any]) -> None:
        """Tell a session, and let the event go out."""
        self.tell_session(session, event, payload)
        await asyncio.sleep(0)

    # ----------------------------------------------------------------------------------------- HTTP

    async def api(self, request: web.Request) -> web.StreamResponse:
        """Answer a request as SimCord does."""
        path = "/" + request.match_info["path"]
        self.requests.append((request.method, path))
        if path == "/gateway/bot":
            limits = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
            url = self.address.replace("http", "ws") + "/gateway"
            return as_json({"url": url, "shards": self.shards, "session_start_limit": limits})
        body, files = await body_of(request)
        try:
            answer = self.dispatch(request, path, body, files)
        except errors.BackendError as error:
            return as_json(error.to_json(), error.status)
        if answer is None:
            return web.Response(status=204)
        return as_json(answer)

    def dispatch(self, request: web.Request, path: str, body: Any, files: list["File"]) -> Any:
        """What SimCord answers to a request, having done it. Raises BackendError."""
        return router.dispatch(
            self.backend,
            request.method,
            path,
            json=body,
            params=dict(request.query),
            files=files,
        )


@dataclass
class File:
    """A file that was sent along, as SimCord takes it."""

    filename: str
    fp: io.BytesIO
    description: str | None = None


async def body_of(request: web.Request) -> tuple[Any, list[File]]:
    """The JSON body of a request, and the files that came with it."""
    if request.content_type != "multipart/form-data":
        if not request.can_read_body:
            return None, []
        return await request.json(), []
    form = await request.post()
    body = json.loads(str(form["payload_json"]))
    # An answer to an interaction has its message, and so its attachments, under "data".
    attachments = body.get("attachments") or body.get("data", {}).get("attachments") or []
    descriptions = {str(item["id"]): item.get("description") for item in attachments}
    files = []
    for name, part in form.items():
        if isinstance(part, web.FileField):
            id = name.removeprefix("files[").removesuffix("]")
            content = io.BytesIO(part.file.read())
            files.append(File(part.filename, content, descriptions.get(id)))
    return body, files


@contextlib.asynccontextmanager
async def running_gateway(shards: int = 1) -> AsyncIterator[Gateway]:
    """A gateway that answers on a port of this machine, its ``address``."""
    server = Gateway(shards)
    async with answering(server.gateway, server.api) as server.address:
        yield server
