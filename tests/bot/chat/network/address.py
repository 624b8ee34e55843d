"""Where discord.py finds Discord: elsewhere, for tests and benchmarks.

It has no public way to say so.

If it looked elsewhere, nothing here would ever be connected. And what is found there: a gateway and
an HTTP API.
"""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import discord.gateway
import discord.http
import yarl
from aiohttp import WSMsgType, web

HEARTBEAT = 1
HELLO = 10
HEARTBEAT_ACK = 11

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@contextmanager
def discord_at(address: str) -> Iterator[None]:
    """Take what is at an address, such as ``http://127.0.0.1:8080``, for Discord's HTTP API and
    gateway.
    """
    route = discord.http.Route
    socket = discord.gateway.DiscordWebSocket
    addresses = route.BASE, socket.DEFAULT_GATEWAY
    route.BASE = f"{address}/api/v10"
    socket.DEFAULT_GATEWAY = yarl.URL(address.replace("http", "ws")).with_path("/gateway")
    try:
        yield
    finally:
        route.BASE, socket.DEFAULT_GATEWAY = addresses


@asynccontextmanager
async def answering(gateway: Handler, api: Handler) -> AsyncIterator[str]:
    """Answer what is asked of Discord on a port of this machine, whose address is given."""
    app = web.Application(client_max_size=1 << 25)
    app.add_routes([web.get("/gateway", gateway), web.get("/gateway/", gateway)])
    app.add_routes([web.route("*", "/api/v10/{path:.*}", api)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    try:
        yield f"http://{host}:{port}"
    finally:
        await runner.cleanup()


async def connected(
    request: web.Request, socket: web.WebSocketResponse
) -> AsyncIterator[dict[str, Any]]:
    """Greet a bot that connects with the gateway, and give all that it says but its heartbeats,
    which are answered.
    """
    await socket.prepare(request)
    await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": 41_250}})
    async for message in socket:
        if message.type is not WSMsgType.TEXT:
            continue
        event = json.loads(message.data)
        if event["op"] == HEARTBEAT:
            await socket.send_json({"op": HEARTBEAT_ACK})
        else:
            yield event


def ready(
    address: str,
    application: int,
    bot: dict[str, Any],
    guilds: Iterable[int],
    shard: list[int],
    name: str = "session",
) -> dict[str, Any]:
    """What the gateway says to a shard that has identified itself: ``shard`` of how many, and its
    servers' ids.
    """
    return {
        "v": 10,
        "user": bot,
        "guilds": [{"id": str(guild), "unavailable": True} for guild in guilds],
        "session_id": name,
        "resume_gateway_url": address.replace("http", "ws") + "/gateway",
        "shard": shard,
        "application": {"id": str(application), "flags": 0},
    }


def as_json(data: Any, status: int = 200, **headers: str) -> web.Response:
    """A response as Discord writes them: discord.py reads as JSON only what names no character
    set.
    """
    headers = {"Content-Type": "application/json", **headers}
    return web.Response(body=json.dumps(data).encode(), status=status, headers=headers)
