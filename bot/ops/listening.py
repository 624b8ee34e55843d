"""How the bot listens for HTTP: strangers cannot make it inflate, wait, or log errors."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from aiohttp import web
from aiohttp.http import HttpProcessingError

log = logging.getLogger(__name__)

# after which a connection without a request is closed; a web server before it has 60
IDLE_SECONDS = 75.0
UNREAD_SECONDS = 1.0  # for the rest of a request that was refused, before its connection is closed
MOST_CONNECTIONS = 500


class _Requests(logging.Filter):
    """What aiohttp logs of requests: one line at DEBUG for what is no HTTP, since strangers send
    whatever they like."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if not isinstance(error, HttpProcessingError):
            return True
        log.debug("a request that is no HTTP: %s", type(error).__name__)
        return False


_REQUESTS = logging.getLogger(f"{__name__}.requests")
_REQUESTS.addFilter(_Requests())


def runner_of(app: web.Application) -> web.AppRunner:
    """What serves an application."""
    return web.AppRunner(
        app,
        access_log=None,
        logger=_REQUESTS,
        auto_decompress=False,  # nothing of ours sends anything compressed
        keepalive_timeout=IDLE_SECONDS,
        lingering_time=UNREAD_SECONDS,
    )


class _RefusedConnection(asyncio.Protocol):
    """A connection that is closed at once."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        transport.abort()


@asynccontextmanager
async def listening(app: web.Application, host: str, port: int) -> AsyncIterator[None]:
    """Serve an application at an address. Raises OSError where that cannot be used."""
    runner = runner_of(app)
    await runner.setup()
    try:
        server = await asyncio.get_running_loop().create_server(
            _at_most(runner, MOST_CONNECTIONS), host, port
        )
        try:
            yield
        finally:
            server.close()
    finally:
        await runner.cleanup()


def _at_most(runner: web.AppRunner, most: int) -> Callable[[], asyncio.Protocol]:
    """Serves as many connections at once: each takes a file of the process, which the database and
    Discord need too."""
    server = runner.server
    assert server is not None

    def connected() -> asyncio.Protocol:
        return _RefusedConnection() if len(server.connections) >= most else server()

    return connected
