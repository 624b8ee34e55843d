"""Discord over real HTTP and a real gateway, on a port of this machine, with all the troubles that
networks have.

What it knows and how it answers is SimCord's; what SimCord leaves out is here: that a message sent
again with the same nonce is the first one, and in which order a channel is paged. It outlives the
bots that are connected with it.
"""

import asyncio
import contextlib
import enum
import random
import re
from collections.abc import AsyncIterator
from typing import Any

from aiohttp import web
from simcord import interactions
from simcord.backend import Backend, errors, serializers
from simcord.backend.models import Message
from simcord.http import router

from .address import answering, as_json
from .gateway import COMMAND, COMPONENT, File, Gateway, Session, body_of, command_data
from .hurry import HurriedClock

ANSWER_SECONDS = 15
"""For so long an interaction can be answered: longer than Discord's three seconds, for only waiting
is hurried here, not work.
"""
NONCE_SECONDS = 180
"""For so long a nonce is remembered: Discord says “a few minutes”."""
DISCORD_EPOCH = 1_420_070_400_000
"""When the times begin that are in Discord's ids, in milliseconds."""


class Trouble(enum.Enum):
    """What becomes of a request."""

    NONE = "it goes well"
    LIMITED = "429 with a wait"
    LIMITED_EVERYWHERE = "429 for the whole bot"
    BANNED = "429 from the wall in front of Discord, which tells no wait"
    FAILED = "5xx, and nothing was done"
    FAILED_AFTER = "5xx although it was done"
    CUT = "the connection is cut, and nothing was done"
    CUT_AFTER = "the connection is cut although it was done"
    HANGS = "there is no answer"

    @property
    def done(self) -> bool:
        """Whether what was asked for is done."""
        return self in (Trouble.NONE, Trouble.FAILED_AFTER, Trouble.CUT_AFTER)


WEIGHTS = {
    Trouble.NONE: 850,
    Trouble.LIMITED: 20,
    Trouble.LIMITED_EVERYWHERE: 4,
    Trouble.BANNED: 10,
    Trouble.FAILED: 25,
    Trouble.FAILED_AFTER: 25,
    Trouble.CUT: 30,
    Trouble.CUT_AFTER: 30,
    Trouble.HANGS: 6,
}
WAITS = (2, 20, 90, 600)
"""Seconds to wait that a 429 tells."""


class DiscordServer(Gateway):
    """Knows one state of the world; a bot at a time is connected with each of its shards.

    ``rng``: trouble is drawn by it, if any.
    """

    def __init__(self, clock: HurriedClock, shards: int = 1) -> None:
        super().__init__(shards, Backend(clock=clock))  # type: ignore[arg-type]
        self.clock = clock
        self.rng: random.Random | None = None
        self.drawn = 0  # requests for which trouble was drawn
        self.troubles = dict.fromkeys(Trouble, 0)
        self.ready = asyncio.Event()
        self._answers: dict[str, asyncio.Future[None]] = {}
        self._nonces: dict[tuple[int, str], int] = {}

    def messages(self, channel: int) -> list[Message]:
        """What everybody can read in a channel, the oldest first."""
        messages = self.backend.messages[channel].values()
        public = [message for message in messages if not message.is_ephemeral]
        return sorted(public, key=lambda message: message.id)

    async def _identified(self, socket: web.WebSocketResponse, shard: list[int]) -> Session:
        session = await super()._identified(socket, shard)
        if len(self.connected) == self.shards:
            self.ready.set()
        return session

    def _ended(self, session: Session) -> None:
        super()._ended(session)
        self.ready.clear()

    # --------------------------------------------------------------------------------- interactions

    async def slash(
        self, user: int, channel: int, name: str, seconds: float, **options: str
    ) -> Message | None:
        """A member uses a command whose options are texts, and waits so long for an answer; None if
        none came.
        """
        return await self._interact(user, channel, COMMAND, command_data(name, options), seconds)

    async def click(
        self, user: int, message: Message, custom_id: str, seconds: float
    ) -> Message | None:
        """A member presses a button on a message, and waits so long for an answer; None if none
        came.
        """
        data = {"custom_id": custom_id, "component_type": 2}
        return await self._interact(user, message.channel_id, COMPONENT, data, seconds, message)

    async def _interact(
        self,
        user: int,
        channel: int,
        kind: int,
        data: dict[str, Any],
        seconds: float,
        source: Message | None = None,
    ) -> Message | None:
        """The message that the member is shown as an answer; None if none came."""
        guild = self.backend.get_channel(channel).guild_id
        record, payload = interactions.base_payload(
            self.backend, type=kind, channel_id=channel, guild_id=guild, user_id=user, data=data
        )
        record.initial_response_deadline = self.backend.iso_after(ANSWER_SECONDS)
        if source is not None:
            record.source_message_id = source.id
            payload["message"] = dict(serializers.message_payload(self.backend, source))
        answer = asyncio.get_running_loop().create_future()
        self._answers[record.token] = answer
        self._tell("INTERACTION_CREATE", payload)
        await asyncio.wait({answer}, timeout=seconds)
        del self._answers[record.token]
        if not record.responded or record.loading:
            return None
        return self.backend.messages[channel].get(record.message_id or 0)

    # ----------------------------------------------------------------------------------------- HTTP

    async def api(self, request: web.Request) -> web.StreamResponse:
        """A request of the bot's, if all goes well; otherwise trouble."""
        path = "/" + request.match_info["path"]
        body, files = await body_of(request)
        trouble = self._trouble(path)
        self.troubles[trouble] += 1
        response = web.Response()
        if trouble.done:
            response = self._answer(request, path, body, files)
        elif trouble is not Trouble.FAILED:
            self._let_go(path)
        match trouble:
            case Trouble.CUT | Trouble.CUT_AFTER:
                request.transport.abort()
            case Trouble.HANGS:
                await asyncio.sleep(60)
            case Trouble.FAILED | Trouble.FAILED_AFTER:
                return web.Response(status=random.choice((500, 502, 503, 504)), text="upstream")
            case Trouble.BANNED:
                return web.Response(status=429, text="error code: 1015")
            case Trouble.LIMITED | Trouble.LIMITED_EVERYWHERE:
                return self._limit(everywhere=trouble is Trouble.LIMITED_EVERYWHERE)
        return response

    def _limit(self, *, everywhere: bool) -> web.Response:
        """Tell the bot to wait with such requests, or with all."""
        seconds = self.rng.choice(WAITS)
        wait = {"message": "slowly", "retry_after": seconds, "global": everywhere}
        return as_json(wait, 429, Via="1.1 google")

    def _trouble(self, path: str) -> Trouble:
        """Whatever is asked for at the start goes well: a bot that cannot start is tested
        elsewhere.
        """
        if self.rng is None or not re.match(r"/(interactions|webhooks|channels|guilds)/", path):
            return Trouble.NONE
        self.drawn += 1
        return self.rng.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]

    def _answer(
        self, request: web.Request, path: str, body: Any, files: list[File]
    ) -> web.Response:
        """Do what is asked for, and answer as Discord does."""
        try:
            answer = self._known(request, path, body)
            if not answer:
                answer = self.dispatch(request, path, body, files)
        except (router.RouteNotImplemented, router.UnsupportedField):
            raise
        except errors.BackendError as error:
            return as_json(error.to_json(), error.status)
        if isinstance(body, dict) and body.get("enforce_nonce"):
            key = (int(answer["channel_id"]), body["nonce"])
            self._nonces[key] = int(answer["id"])
        self._answered(path)
        if answer is None:
            return web.Response(status=204)
        return as_json(answer)

    def _known(self, request: web.Request, path: str, body: Any) -> Any:
        """What SimCord would answer otherwise than Discord."""
        match = re.fullmatch(r"/channels/(\d+)/messages", path)
        if match is None:
            return None
        channel = int(match[1])
        if request.method == "GET" and "after" in request.query:
            return self._page(channel, request)
        if request.method == "POST" and body.get("enforce_nonce"):
            return self._sent_again(channel, body["nonce"])
        return None

    def _page(self, channel: int, request: web.Request) -> list[Any]:
        """The next messages of a channel, the newest of them first."""
        first = int(request.query["after"])
        limit = int(request.query.get("limit", 50))
        messages = [message for message in self.messages(channel) if message.id > first][:limit]
        messages.reverse()
        return [serializers.message_payload(self.backend, message) for message in messages]

    def _sent_again(self, channel: int, nonce: str) -> Any:
        """The message that was lately sent with the same nonce; None if there is none."""
        message_id = self._nonces.get((channel, nonce), 0)
        message = self.backend.messages[channel].get(message_id)
        milliseconds = int(self.clock.now().timestamp() * 1000) - DISCORD_EPOCH
        oldest_id = (milliseconds - NONCE_SECONDS * 1000) << 22
        if message is None or message.id <= oldest_id:
            return None
        return serializers.message_payload(self.backend, message)

    def _answered(self, path: str) -> None:
        """Let a member go on who has been waiting for this answer."""
        token = next((token for token in self._answers if token in path), None)
        if token is not None:
            record = self.backend.interactions[self.backend.interaction_tokens[token]]
            if not record.deferred or path.endswith("@original"):
                self._let_go(path)

    def _let_go(self, path: str) -> None:
        """Let the member go on whose interaction this request belongs to: nothing more will come
        soon.
        """
        for token, answer in self._answers.items():
            if token in path and not answer.done():
                answer.set_result(None)


@contextlib.asynccontextmanager
async def discord_server(clock: HurriedClock, shards: int = 1) -> AsyncIterator[DiscordServer]:
    """A server that answers on a port of this machine, its ``address``."""
    server = DiscordServer(clock, shards)
    async with answering(server.gateway, server.api) as server.address:
        yield server
