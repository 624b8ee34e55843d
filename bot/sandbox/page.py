"""The sandbox's page: SimCord's Preview, with every channel, thread and direct message one link
away.

A Preview shows one channel, and may not be framed. So each channel gets a Preview of its own when
somebody opens it, and this server stands before them all, at one address. What comes after its #
says which channel, and who looks: SimCord's script sends that with every request, and loads the
page anew when it changes.
"""

import asyncio
import io
import json
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import simcord
from aiohttp import ClientSession, ClientTimeout, web
from PIL import Image
from simcord import SetupError
from simcord.preview import Preview

from bot.app import Bot
from bot.domain.values import Place
from bot.ops.listening import runner_of
from bot.web.client_files import read_client
from bot.web.server import PageServer
from games.core.numbers import whole_number

SECRET = "X-Simcord-Capability"
"""The header in which the page sends what stands after the # of its address:
``secret.channel.member``.
"""
MEDIA = "X-Simcord-Media-Metadata"
STILL = json.dumps({"mediaKind": "image", "frames": 1, "duration": 0})
"""The header that says what a picture is, and what it says of one that does not move."""
HERE = Path(__file__).parent
OURS = {"/page.js": "text/javascript", "/page.css": "text/css"}
HEAD = (
    b'<link rel="stylesheet" href="/page.css"><script type="module" src="/page.js"></script></head>'
)
UNUSED_SECONDS = 600.0  # after how long a Preview that no tab asks for is closed
LARGEST = 32 << 20
NOT_PASSED_ON = {
    "host",
    "origin",
    "content-length",
    "content-encoding",
    "transfer-encoding",
    "connection",
    "date",
}


@dataclass(frozen=True, slots=True)
class OpenChannel:
    """A channel that can be opened, a sign and a name for it, and who may open it."""

    channel: simcord.ChannelHandle
    mark: str
    name: str
    viewers: Sequence[Any]


class SandboxPage:
    """Serves the Previews of all channels of one guild from one port, until ``close``."""

    def __init__(
        self,
        env: simcord.Env,
        channel: simcord.ChannelHandle,
        secret: str,
        zone: str,
        bot: Bot | None = None,
    ) -> None:
        self._env = env
        self._channel = channel
        self._secret = secret
        self._zone = zone
        self._bot = bot
        self.targets: dict[int, tuple[int | dict[str, str], int]] = {}
        """Of each member, the match or what asks for the card that was opened last, and how many
        before.
        """
        self._members: Sequence[simcord.MemberActor] = ()
        self._previews: dict[int, Preview] = {}
        self._asked: dict[int, float] = {}
        # length of the transcript when each Preview was last drawn
        self._shown: dict[int, int] = {}
        self.turn = asyncio.Lock()  # keeps actions on the page out: SimCord refuses what overlaps
        self._runner: web.AppRunner | None = None
        self._client: ClientSession | None = None
        self.url = ""

    async def open(self, members: Sequence[simcord.MemberActor], port: int) -> None:
        """Serve on this port of the machine. Raises OSError if it is in use."""
        self._members = members
        self._client = ClientSession(timeout=ClientTimeout(total=None), auto_decompress=True)
        app = web.Application(client_max_size=LARGEST)
        app.router.add_get("/", self._index)
        app.router.add_get("/channels.json", self._list)
        for path in OURS:
            app.router.add_get(path, self._own)
        if self._bot is not None:
            app.router.add_post("/enter.json", self._enter)
            client = await asyncio.to_thread(read_client)
            server = PageServer(
                self._bot.handling, client, ancestors="'self'", turn=lambda: self.turn
            )
            app.add_subapp("/board/", server.app())
        app.router.add_route("*", "/{path:.*}", self._pass_on)
        self._runner = runner_of(app)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", port).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}/#{self._secret}"
        await self._preview(self._channel.id)

    async def close(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()
        if self._client is not None:
            await self._client.close()
        for preview in self._previews.values():
            await preview.close()

    async def refresh(self) -> None:
        """Draw anew each open Preview in whose channel something happened. Within ``turn``."""
        for channel, preview in list(self._previews.items()):
            if (
                channel != self._channel.id
                and time.monotonic() - self._asked[channel] > UNUSED_SECONDS
            ):
                await self._previews.pop(channel).close()
            elif _is_open(preview) and self._shown[channel] < len(self._env.backend.transcript):
                # Only then: what is being chosen on a page is lost when the page is drawn anew.
                await preview.refresh()
                self._shown[channel] = len(self._env.backend.transcript)

    def places(self) -> Iterator[OpenChannel]:
        """What can be opened: the channel, its threads, and direct messages."""
        yield OpenChannel(self._channel, "#", str(self._channel.name), self._members)
        for thread in reversed(self._channel.threads):
            viewers = [member for member in self._members if _may_see(thread, member)]
            if viewers:
                yield OpenChannel(thread, "🧵", str(thread.name), viewers)
        for member in self._members:
            direct = member.user.dm_channel
            if direct.last_message is not None:
                yield OpenChannel(direct, "✉", member.user.name, [member.user])

    async def _preview(self, channel: int) -> Preview:
        """The Preview of a channel; of the first channel if that one is gone, as after a
        restart.
        """
        preview = self._previews.get(channel)
        if preview is None or not _is_open(preview):
            async with self.turn:
                first, *others = self.places()
                place = next((place for place in others if place.channel.id == channel), first)
                channel = place.channel.id
                preview = self._previews.get(channel)
                if preview is None or not _is_open(preview):
                    self._acts(None)
                    preview = self._env.preview(
                        place.channel, viewers=place.viewers, layout="channel", timezone=self._zone
                    )
                    self._previews[channel] = await preview.__aenter__()
                    self._shown[channel] = len(self._env.backend.transcript)
        self._asked[channel] = time.monotonic()
        return preview

    def _acts(self, preview: Preview | None) -> None:
        """Make a Preview active: SimCord knows one, though each has its own port.

        Held by tests/bot/sandbox.
        """
        self._env._preview = preview

    async def _index(self, request: web.Request) -> web.Response:
        answer = await self._ask(await self._preview(self._channel.id), request, b"", {})
        assert isinstance(answer.body, bytes)
        answer.body = answer.body.replace(b"</head>", HEAD, 1)
        return answer

    async def _own(self, request: web.Request) -> web.Response:
        text = (HERE / request.path[1:]).read_text(encoding="utf-8")
        return web.Response(
            text=text, content_type=OURS[request.path], headers={"Cache-Control": "no-store"}
        )

    async def _list(self, request: web.Request) -> web.Response:
        _, viewer = self._address(request)
        user = whole_number(viewer, 20) or 0
        places = []
        for place in self.places():
            last_message = place.channel.last_message
            row = {
                "mark": place.mark,
                "name": place.name,
                "id": str(place.channel.id),
                "last": str(last_message.id if last_message else 0),
                "viewers": [str(member.id) for member in place.viewers],
            }
            places.append(row)
        content = {"places": places, "wanted": self.targets.get(user)}
        return web.json_response(content, headers={"Cache-Control": "no-store"})

    async def _enter(self, request: web.Request) -> web.Response:
        """A code with which the member whom the address names enters the page with the board."""
        _, viewer = self._address(request)
        member = next((member for member in self._members if str(member.id) == viewer), None)
        if member is None or self._bot is None:
            raise web.HTTPNotFound
        (guild,) = self._bot.client.guilds
        target, _ = self.targets.get(member.id, (0, 0))
        place = Place(guild.id, self._channel.id)
        match = target if isinstance(target, int) else 0
        code = await self._bot.services.doors.code(
            member.id, "sandbox", place, "en-US", match, member.name
        )
        return web.json_response({"code": code}, headers={"Cache-Control": "no-store"})

    def _address(self, request: web.Request) -> tuple[int, str]:
        """The channel and the member that the address names; 0 and nothing if none."""
        secret, _, place = request.headers.get(SECRET, "").partition(".")
        sent_secret = secret.encode("utf-8", "surrogateescape")
        if not secrets.compare_digest(sent_secret, self._secret.encode()):
            raise web.HTTPUnauthorized
        channel, _, viewer = place.partition(".")
        return whole_number(channel, 19) or 0, viewer

    async def _pass_on(self, request: web.Request) -> web.Response:
        """Pass a request on to the Preview it is for, and its answer back."""
        if not request.path.startswith("/api/"):
            return await self._ask(await self._preview(self._channel.id), request, b"", {})
        channel, viewer = self._address(request)
        preview = await self._preview(channel)
        body = await request.read()
        if request.path == "/api/pages":
            is_viewer = viewer in {str(member.id) for member in preview.viewers}
            body = json.dumps({"viewer_id": viewer} if is_viewer else {}).encode()
        more = {SECRET: preview.capability}
        if request.path.startswith("/api/assets/") and not request.query:
            picture = await self._still(preview, request, more)
            return picture or await self._ask(preview, request, body, more)
        if request.path != "/api/action":
            return await self._ask(preview, request, body, more)
        async with self.turn:
            self._acts(preview)
            answer = await self._ask(preview, request, body, more)
            self._shown[preview.channel.id] = len(self._env.backend.transcript)
            return answer

    async def _still(
        self, preview: Preview, request: web.Request, more: dict[str, str]
    ) -> web.Response | None:
        """A picture of one frame as it was posted, which SimCord still decides who may see; None of
        anything else.

        To show it, SimCord would start a program that looks through it, one after another, again
        for everybody who looks: after fifty posts switching members took ten seconds.
        """
        answer = await self._ask(preview, request, b"", more, query="?download=1")
        if answer.status != 200 or answer.content_type != "image/png":
            return None
        assert isinstance(answer.body, bytes)
        with Image.open(io.BytesIO(answer.body)) as image:
            if getattr(image, "n_frames", 1) > 1:
                return None
            width, height = image.size
        answer.headers["Content-Disposition"] = "inline"
        answer.headers[MEDIA] = STILL
        answer.headers["X-Display-Width"] = str(width)
        answer.headers["X-Display-Height"] = str(height)
        return answer

    async def _ask(
        self,
        preview: Preview,
        request: web.Request,
        body: bytes,
        more: dict[str, str],
        query: str = "",
    ) -> web.Response:
        """The answer of a Preview to a request.

        :param more: further headers.
        :param query: what is added to the address.
        """
        assert self._client is not None
        headers = _headers_to_pass_on(request.headers) | more
        url = preview.url.partition("/#")[0] + request.path_qs + query
        exchange = self._client.request(request.method, url, data=body or None, headers=headers)
        async with exchange as answer:
            return web.Response(
                status=answer.status,
                body=await answer.read(),
                headers=_headers_to_pass_on(answer.headers),
            )


def _headers_to_pass_on(headers: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name.lower() not in NOT_PASSED_ON}


def _is_open(preview: Preview) -> bool:
    """False once its session was ended on the page."""
    try:
        return bool(preview.url)
    except SetupError:
        return False


def _may_see(thread: simcord.ChannelHandle, member: simcord.MemberActor) -> bool:
    try:
        thread.history(viewer=member)
    except SetupError:
        return False
    return True
