"""Figures, health and readiness over HTTP: ``/metrics`` for Prometheus, ``/health`` and ``/ready`` for keepers."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

import aiohttp
import prometheus_client
import sqlalchemy as sa
from aiohttp import web

from bot import metrics
from bot.store.tables import outbox
from games.core import GameError

if TYPE_CHECKING:
    from bot.chat.client import Bot

log = logging.getLogger(__name__)

ANSWER_SECONDS = 2.0
"""For so long the database may think before the bot is called not ready."""


class PortTaken(Exception):
    """The port for figures cannot be opened; the text is one line for the host."""


@asynccontextmanager
async def watched(bot: Bot, host: str, port: int | None) -> AsyncIterator[None]:
    """Show the figures of a bot, which is not started yet, on a port; without one only count them. Raises PortTaken."""
    metrics.BUILD.labels(_version()).set(1)
    bot.http.http_trace = _requests()
    if port is None:
        yield
        return
    page = Page(bot)
    app = web.Application()
    app.add_routes([web.get("/metrics", page.metrics), web.get("/health", page.health), web.get("/ready", page.ready)])
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            raise PortTaken(
                f"METRICS_PORT cannot be used: port {port} of {host} cannot be opened: {error.strerror or error}"
            ) from None
        log.info("figures are on http://%s:%s/metrics", host, port)
        yield
    finally:
        await runner.cleanup()


class Page:
    """Answers requests about one bot."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    async def metrics(self, request: web.Request) -> web.Response:
        """Everything that is counted, and how things stand now."""
        metrics.SERVERS.set(len(self.bot.guilds))
        for number, shard in self.bot.shards.items():
            metrics.GATEWAY.labels(number).set(not shard.is_closed())
            metrics.GATEWAY_LATENCY.labels(number).set(shard.latency)
        waiting, running = self.bot.thinkers.load
        metrics.THINKING.labels("waiting").set(waiting)
        metrics.THINKING.labels("running").set(running)
        depth, age = await self._owed()
        metrics.OUTBOX.set(depth)
        metrics.OUTBOX_AGE.set(age)
        body = prometheus_client.generate_latest()
        return web.Response(body=body, headers={"Content-Type": prometheus_client.CONTENT_TYPE_LATEST})

    async def health(self, request: web.Request) -> web.Response:
        """200 while the process is worth keeping: it answers, and its rounds go on. Else it should be started anew."""
        loops = {"posts": self.bot.round, "chores": self.bot.chores}
        started = self.bot.is_ready()
        parts = {name: "ok" if loop.is_running() or not started else "stopped" for name, loop in loops.items()}
        return _report("healthy", parts)

    async def ready(self, request: web.Request) -> web.Response:
        """200 while members are served: every shard is connected, and the database answers."""
        bot = self.bot
        down = [number for number, shard in bot.shards.items() if shard.is_closed()]
        gateway = "ok" if bot.is_ready() and not down else f"shards {down} are away" if down else "not connected yet"
        depth, _ = await self._owed()
        return _report("ready", {"gateway": gateway, "database": "does not answer" if math.isnan(depth) else "ok"})

    async def _owed(self) -> tuple[float, float]:
        """How many posts are owed, and the age of the oldest in seconds; not a number while the database is away."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS), self.bot.matches.store.read() as connection:
                query = sa.select(sa.func.count(), sa.func.min(outbox.c.created_at)).select_from(outbox)
                depth, oldest = (await connection.execute(query)).one()
        except (GameError, TimeoutError, sa.exc.SQLAlchemyError):
            return math.nan, math.nan
        now = self.bot.matches.now()
        return float(depth), 0.0 if oldest is None else max(0.0, (now - oldest).total_seconds())


def _report(what: str, parts: dict[str, str]) -> web.Response:
    good = all(state == "ok" for state in parts.values())
    return web.json_response({what: good, **parts}, status=200 if good else 503)


def _requests() -> aiohttp.TraceConfig:
    """Times every request to Discord."""
    trace = aiohttp.TraceConfig()

    async def start(session: Any, context: Any, params: Any) -> None:
        context.since = asyncio.get_running_loop().time()

    def over(context: Any, method: str, status: int) -> None:
        seconds = asyncio.get_running_loop().time() - context.since
        metrics.REQUESTS.labels(method, str(status)).observe(seconds)

    async def end(session: Any, context: Any, params: aiohttp.TraceRequestEndParams) -> None:
        over(context, params.method, params.response.status)

    async def failed(session: Any, context: Any, params: aiohttp.TraceRequestExceptionParams) -> None:
        over(context, params.method, 0)

    trace.on_request_start.append(start)
    trace.on_request_end.append(end)
    trace.on_request_exception.append(failed)
    return trace


def _version() -> str:
    try:
        return version("loophole")
    except PackageNotFoundError:
        return "unpackaged"
