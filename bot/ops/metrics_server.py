"""Metrics, health and readiness over HTTP: ``/metrics``, ``/health`` and ``/ready``."""

import asyncio
import logging
import math
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from types import SimpleNamespace

import prometheus_client
import sqlalchemy as sa
from aiohttp import (
    ClientSession,
    TraceConfig,
    TraceRequestEndParams,
    TraceRequestExceptionParams,
    TraceRequestStartParams,
    web,
)

from bot import metrics
from bot.domain.unit_of_work import Database
from bot.ops import Failed
from bot.ops.listening import runner_of
from bot.store.tables import outbox
from games.core import GameError
from games.version import VERSION

log = logging.getLogger(__name__)

DATABASE_SECONDS = 2.0  # how long the database may take to answer before the bot counts as not ready


@dataclass(frozen=True, slots=True)
class ShardStatus:
    """One connection to Discord's gateway; ``latency`` of its latest heartbeat in seconds."""

    connected: bool
    latency: float


@dataclass(frozen=True, slots=True)
class BotStatus:
    """The state of the bot. ``started``: Discord has announced all servers. ``loops``: whether each repeating job, by
    name, is running. ``thinking``: the computer's tasks waiting and running. ``waiting_for``: what of Discord could not
    be reached yet, and why."""

    started: bool
    servers: int
    shards: Mapping[int, ShardStatus]
    loops: Mapping[str, bool]
    thinking: tuple[int, int]
    waiting_for: str = ""


@asynccontextmanager
async def metrics_served(
    host: str, port: int | None, status: Callable[[], BotStatus], database: Database
) -> AsyncIterator[None]:
    """Serve the metrics of a bot, which need not be started yet; without a port only count. Raises Failed."""
    metrics.BUILD.labels(VERSION).set(1)
    if port is None:
        yield
        return
    pages = _Pages(status, database)
    app = web.Application()
    app.add_routes(
        [web.get("/metrics", pages.metrics), web.get("/health", pages.health), web.get("/ready", pages.ready)]
    )
    runner = runner_of(app)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            raise Failed(
                f"METRICS_PORT cannot be used: port {port} of {host} cannot be opened: {error.strerror or error}"
            ) from None
        log.info("figures are on http://%s:%s/metrics", host, port)
        yield
    finally:
        await runner.cleanup()


class _Pages:
    """Answers requests about one bot."""

    def __init__(self, status: Callable[[], BotStatus], database: Database) -> None:
        self._status = status
        self._database = database

    async def metrics(self, request: web.Request) -> web.Response:
        """All counters, and gauges of this moment."""
        status = self._status()
        metrics.SERVERS.set(status.servers)
        for number, shard in status.shards.items():
            metrics.GATEWAY.labels(number).set(shard.connected)
            metrics.GATEWAY_LATENCY.labels(number).set(shard.latency)
        for state, tasks in zip(("waiting", "running"), status.thinking, strict=True):
            metrics.THINKING.labels(state).set(tasks)
        depth, age = await self._pending()
        metrics.OUTBOX.set(depth)
        metrics.OUTBOX_AGE.set(age)
        body = prometheus_client.generate_latest()
        return web.Response(body=body, headers={"Content-Type": prometheus_client.CONTENT_TYPE_LATEST})

    async def health(self, request: web.Request) -> web.Response:
        """200 while the process is worth keeping: it answers, and its loops run. Else it should be restarted."""
        status = self._status()
        parts = {name: "ok" if runs or not status.started else "stopped" for name, runs in status.loops.items()}
        return _report("healthy", parts)

    async def ready(self, request: web.Request) -> web.Response:
        """200 while members are served: every shard is connected, and the database answers."""
        status = self._status()
        down = [number for number, shard in status.shards.items() if not shard.connected]
        gateway = "ok" if status.started and not down else f"shards {down} are away" if down else "not connected yet"
        if status.waiting_for:
            gateway = f"waiting for {status.waiting_for}"
        depth, _ = await self._pending()
        return _report("ready", {"gateway": gateway, "database": "does not answer" if math.isnan(depth) else "ok"})

    async def _pending(self) -> tuple[float, float]:
        """The number of unsent posts and the age of the oldest in seconds; NaN while the database is away."""
        query = sa.select(sa.func.count(), sa.func.min(outbox.c.created_at)).select_from(outbox)
        try:
            async with asyncio.timeout(DATABASE_SECONDS), self._database.read() as connection:
                depth, oldest = (await connection.execute(query)).one()
        except (GameError, TimeoutError, sa.exc.SQLAlchemyError):
            return math.nan, math.nan
        now = self._database.now()
        return float(depth), 0.0 if oldest is None else max(0.0, (now - oldest).total_seconds())


def _report(what: str, parts: dict[str, str]) -> web.Response:
    good = all(state == "ok" for state in parts.values())
    return web.json_response({what: good, **parts}, status=200 if good else 503)


def request_times() -> TraceConfig:
    """Times every request to Discord; to be given to the client as its ``http_trace``."""
    trace = TraceConfig()

    async def start(_: ClientSession, context: SimpleNamespace, params: TraceRequestStartParams) -> None:
        context.since = asyncio.get_running_loop().time()

    async def end(
        _: ClientSession, context: SimpleNamespace, params: TraceRequestEndParams | TraceRequestExceptionParams
    ) -> None:
        seconds = asyncio.get_running_loop().time() - context.since
        answer = params.response if isinstance(params, TraceRequestEndParams) else params.exception
        metrics.REQUESTS.labels(params.method, str(getattr(answer, "status", 0))).observe(seconds)

    trace.on_request_start.append(start)
    trace.on_request_end.append(end)
    trace.on_request_exception.append(end)
    return trace
