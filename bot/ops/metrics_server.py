"""Metrics, health and readiness over HTTP: ``/metrics``, ``/health`` and ``/ready``."""

import asyncio
import logging
import math
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from types import SimpleNamespace

import prometheus_client
from aiohttp import (
    ClientSession,
    TraceConfig,
    TraceRequestEndParams,
    TraceRequestExceptionParams,
    TraceRequestStartParams,
    web,
)
from sqlalchemy.exc import SQLAlchemyError

from bot import metrics
from bot.domain.outbox.service import Backlog, Outbox
from bot.domain.unit_of_work import Database
from bot.ops import port_refused
from bot.ops.listening import runner_of
from bot.store import Unavailable
from bot.store.errors import cause
from bot.store.key_value import try_to_write
from games.version import VERSION

log = logging.getLogger(__name__)

# how long the database may take to answer before the bot counts as not ready
DATABASE_SECONDS = 2.0
PROOF_SECONDS = 10.0
# seconds without an answer of Discord to a request after which the host is told
SILENT_SECONDS = 25.0
TOLD_SECONDS = 60.0  # and how often
OK = "ok"


@dataclass(frozen=True, slots=True)
class ShardStatus:
    """One connection to Discord's gateway; ``latency`` of its latest heartbeat in seconds."""

    connected: bool
    latency: float


@dataclass(frozen=True, slots=True)
class BotStatus:
    """The state of the bot.

    ``ready``: Discord has announced all servers. ``loops``: whether each repeating job, by name,
    is running. ``thinking``: the computer's tasks waiting and running. ``waiting_for``: what of
    Discord or the database could not be reached yet, and why.
    """

    ready: bool
    servers: int
    shards: Mapping[int, ShardStatus]
    loops: Mapping[str, bool]
    thinking: tuple[int, int]
    waiting_for: str = ""


@asynccontextmanager
async def metrics_served(
    host: str,
    port: int | None,
    status: Callable[[], BotStatus],
    database: Database,
    *,
    proof_seconds: float = PROOF_SECONDS,
) -> AsyncIterator[None]:
    """Serve the metrics of a bot, which need not be started yet; without a port only count.

    :param status: gives the state of the bot now.
    :param proof_seconds: for how long it counts as proved that the database can be written.

    Raises Failed.
    """
    metrics.BUILD.labels(VERSION).set(1)
    if port is None:
        yield
        return
    pages = _MetricsPages(status, database, proof_seconds)
    runner = runner_of(_application(pages))
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            raise port_refused("METRICS_PORT", host, port, error) from None
        log.info("figures are on http://%s:%s/metrics", host, port)
        yield
    finally:
        await runner.cleanup()


def _application(pages: "_MetricsPages") -> web.Application:
    app = web.Application()
    app.add_routes(
        [
            web.get("/metrics", pages.metrics),
            web.get("/health", pages.health),
            web.get("/ready", pages.ready),
        ]
    )
    return app


class _MetricsPages:
    """Answers requests about one bot."""

    def __init__(
        self, status: Callable[[], BotStatus], database: Database, proof_seconds: float
    ) -> None:
        self._status = status
        self._database = database
        self._outbox = Outbox(database)
        self._proof_seconds = proof_seconds
        # when (monotonic) the database was last written as proof that it can be
        self._proved_at = -math.inf

    async def metrics(self, request: web.Request) -> web.Response:
        """All counters, and gauges of this moment."""
        status = self._status()
        metrics.SERVERS.set(status.servers)
        for number, shard in status.shards.items():
            metrics.GATEWAY.labels(number).set(shard.connected)
            metrics.GATEWAY_LATENCY.labels(number).set(shard.latency)
        for state, tasks in zip(("waiting", "running"), status.thinking, strict=True):
            metrics.THINKING.labels(state).set(tasks)
        backlog = await self._backlog()
        metrics.OUTBOX.set(math.nan if backlog is None else backlog.notices)
        metrics.OUTBOX_AGE.set(math.nan if backlog is None else backlog.overdue.total_seconds())
        metrics.READY.labels("gateway").set(_gateway(status) == OK)
        metrics.READY.labels("database").set(await self._written(backlog) == OK)
        body = prometheus_client.generate_latest()
        return web.Response(
            body=body, headers={"Content-Type": prometheus_client.CONTENT_TYPE_LATEST}
        )

    async def health(self, request: web.Request) -> web.Response:
        """200 while the process is worth keeping: it answers, and its loops run.

        Else it should be restarted.
        """
        status = self._status()
        parts = {}
        for name, runs in status.loops.items():
            parts[name] = OK if runs or not status.ready else "stopped"
        return _report("healthy", parts)

    async def ready(self, request: web.Request) -> web.Response:
        """200 while members are served: every shard is connected, and the database can be read and
        written.
        """
        database = await self._written(await self._backlog())
        return _report("ready", {"gateway": _gateway(self._status()), "database": database})

    async def _backlog(self) -> Backlog | None:
        """What is still to be sent; None while the database does not answer."""
        try:
            async with asyncio.timeout(DATABASE_SECONDS):
                return await self._outbox.backlog()
        except (Unavailable, TimeoutError, SQLAlchemyError):
            return None

    async def _written(self, backlog: Backlog | None) -> str:
        """Whether the database serves members.

        Reading alone is no proof: with a full disk it can still be read.
        """
        if backlog is None:
            return "does not answer"
        proof_age = time.monotonic() - self._proved_at
        if self._database.store.refused_write or proof_age > self._proof_seconds:
            try:
                async with asyncio.timeout(DATABASE_SECONDS):
                    await try_to_write(self._database.store, self._database.now())
            except TimeoutError:
                return f"cannot be written: no answer within {DATABASE_SECONDS:.0f} s"
            except Unavailable as error:
                return f"cannot be written: {cause(error.__cause__ or error)}"
            self._proved_at = time.monotonic()
        return OK


def _gateway(status: BotStatus) -> str:
    """Whether Discord tells the bot what members do."""
    if status.waiting_for:
        return f"waiting for {status.waiting_for}"
    offline_shards = [number for number, shard in status.shards.items() if not shard.connected]
    if not status.ready:
        return "not connected yet"
    return f"shards {offline_shards} are away" if offline_shards else OK


def _report(what: str, parts: dict[str, str]) -> web.Response:
    is_good = all(state == OK for state in parts.values())
    return web.json_response({what: is_good, **parts}, status=200 if is_good else 503)


def request_times() -> TraceConfig:
    """Times every request to Discord, and tells the host once a minute while one has no answer, as
    behind a firewall that drops packets; to be given to the client as its ``http_trace``.
    """
    trace = TraceConfig()
    last_warning = -math.inf

    def silent() -> None:
        nonlocal last_warning
        now = time.monotonic()
        if now - last_warning >= TOLD_SECONDS:
            last_warning = now
            log.warning(
                "Discord cannot be reached: a request has had no answer for %.0f s", SILENT_SECONDS
            )

    async def start(
        _: ClientSession, context: SimpleNamespace, params: TraceRequestStartParams
    ) -> None:
        loop = asyncio.get_running_loop()
        context.since = loop.time()
        context.late = loop.call_later(SILENT_SECONDS, silent)

    async def end(
        _: ClientSession,
        context: SimpleNamespace,
        params: TraceRequestEndParams | TraceRequestExceptionParams,
    ) -> None:
        context.late.cancel()
        seconds = asyncio.get_running_loop().time() - context.since
        answer = params.response if isinstance(params, TraceRequestEndParams) else params.exception
        metrics.REQUESTS.labels(params.method, str(getattr(answer, "status", 0))).observe(seconds)

    trace.on_request_start.append(start)
    trace.on_request_end.append(end)
    trace.on_request_exception.append(end)
    return trace
