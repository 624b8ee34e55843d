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


@dataclass
class Session:
    """What one shard has been told, and by which connection it is told more (None: cut)."""

    name: str
    shard: int
    sent: list[dict[str, Any]] = field(default_factory=list)
    socket: web.WebSocketResponse | None = None


class Gateway:
    """Discord, as far as bots that start, listen, answer and post need it; any number of them may
    be connected.
    """

    def __init__(self, shards: int = 1, backend: Backend | None = None) -> None:
        self.backend = backend or Backend()
        self.backend.subscribers.append(self._tell)
        self.shards = shards
        self.sessions: dict[str, Session] = {}
        self.away = False
        self.silent = False  # whether it takes connections, and then begins no session
        self.mute = False  # whether it says nothing at all to who connects
        # connections that it took while it was silent
        self._unheard: set[web.WebSocketResponse] = set()
        self.heard: Counter[str] = Counter()
        self.requests: list[tuple[str, str]] = []
        self.address = ""
        self._pushing: set[asyncio.Task[None]] = set()

    # -------------------------------------------------------------------------------------- members

    def command(self, user: int, channel: int, name: str, **options: str) -> Any:
        """A member uses a command whose options are texts; gives what SimCord notes about it."""
        given = [{"name": option, "type": 3, "value": value} for option, value in options.items()]
        record, payload = interactions.base_payload(
            self.backend,
            type=2,
            channel_id=channel,
            guild_id=self.backend.get_channel(channel).guild_id,
            user_id=user,
            data={"id": "1", "type": 1, "name": name, "options": given},
        )
        self._tell("INTERACTION_CREATE", payload)
        return record

    def posts(self, channel: int) -> list[str]:
        """What everyone in a channel can read, each post as one text."""
        there = sorted(
            self.backend.messages.get(channel, {}).values(), key=lambda message: message.id
        )
        return [
            json.dumps(message.components, ensure_ascii=False)
            for message in there
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
        async for said in connected(request, socket):
            if self.silent:
                self._unheard.add(socket)
                continue
            if said["op"] == IDENTIFY:
                self.heard["identify"] += 1
                session = await self._identified(socket, said["d"].get("shard", [0, 1]))
            elif said["op"] == RESUME:
                session = self.sessions.get(said["d"]["session_id"])
                self.heard["resume" if session else "invalid session"] += 1
                if session is None:
                    await socket.send_json({"op": INVALID_SESSION, "d": False})
                    continue
                session.socket = socket
                for event in session.sent[said["d"]["seq"] :]:
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
        # the bot declares no other
        if intents.required_intent(event, payload) not in (None, "guilds"):
            return
        guild = payload.get("guild_id") or (
            payload.get("id") if event.startswith("GUILD_") else None
        )
        shard = self.shard_of(int(guild or 0))
        for session in self.sessions.values():
            if session.shard == shard:
                self._note(session, event, payload)

    def _note(self, session: Session, event: str, payload: Mapping[str, Any]) -> dict[str, Any]:
        noted = {"op": DISPATCH, "t": event, "s": len(session.sent) + 1, "d": payload}
        session.sent.append(noted)
        if session.socket is not None:
            pushing = asyncio.ensure_future(self._push(session.socket, noted))
            self._pushing.add(pushing)
            pushing.add_done_callback(self._pushing.discard)
        return noted

    async def _push(self, socket: web.WebSocketResponse, event: dict[str, Any]) -> None:
        with contextlib.suppress(ConnectionError, RuntimeError):
            await socket.send_json(event)

    async def _send(self, session: Session, event: str, payload: Mapping[str, Any]) -> None:
        self._note(session, event, payload)
        await asyncio.sleep(0)

    # ----------------------------------------------------------------------------------------- HTTP

    async def api(self, request: web.Request) -> web.StreamResponse:
        path = "/" + request.match_info["path"]
        self.requests.append((request.method, path))
        if path == "/gateway/bot":
            limits = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
            url = self.address.replace("http", "ws") + "/gateway"
            return as_json({"url": url, "shards": self.shards, "session_start_limit": limits})
        body, files = await body_of(request)
        try:
            found = router.dispatch(
                self.backend,
                request.method,
                path,
                json=body,
                params=dict(request.query),
                files=files,
            )
        except errors.BackendError as error:
            return as_json(error.to_json(), error.status)
        return web.Response(status=204) if found is None else as_json(found)


@dataclass
class File:
    """A file that was sent along, as SimCord takes it."""

    filename: str
    fp: io.BytesIO
    description: str | None = None


async def body_of(request: web.Request) -> tuple[Any, list[File]]:
    """The JSON body of a request, and the files that came with it."""
    if request.content_type != "multipart/form-data":
        return (await request.json() if request.can_read_body else None), []
    form = await request.post()
    body = json.loads(str(form["payload_json"]))
    described = body.get("attachments") or body.get("data", {}).get("attachments") or []
    texts = {str(item["id"]): item.get("description") for item in described}
    files = []
    for name, part in form.items():
        if isinstance(part, web.FileField):
            files.append(
                File(
                    part.filename, io.BytesIO(part.file.read()), texts.get(name[len("files[") : -1])
                )
            )
    return body, files


@contextlib.asynccontextmanager
async def running_gateway(shards: int = 1) -> AsyncIterator[Gateway]:
    """A running one; ``address`` is where it is."""
    found = Gateway(shards)
    async with answering(found.gateway, found.api) as found.address:
        yield found
