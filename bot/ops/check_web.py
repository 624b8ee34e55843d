"""Checks of the ports that the bot listens on, and of the address of its page."""

import asyncio
import errno
import secrets
import socket
import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import aiohttp
from aiohttp import web
from yarl import URL

from bot.ops.check_result import CheckResult
from bot.settings import Settings

SECONDS = 10.0  # how long an answer may take
LOOPBACK_OF = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Where a port is reached that is opened at all addresses of the machine."""
PAGE_MARK = "<title>Loophole</title>"
"""Stands in the page of any version of the bot."""


@dataclass(frozen=True, slots=True)
class Port:
    """A port that the bot listens on.

    :param name: of its setting.
    :param path: where the bot, and no other program, answers with ``mark`` in the text.
    """

    name: str
    host: str
    number: int
    path: str
    mark: str

    @property
    def address(self) -> str:
        """Its address for a program on this machine."""
        host = LOOPBACK_OF.get(self.host, self.host)
        if ":" in host:
            host = f"[{host}]"
        return f"http://{host}:{self.number}"


async def check_web(settings: Settings, *, offline: bool) -> AsyncIterator[CheckResult]:
    """A line for each port, and one for WEB_URL.

    :param offline: whether WEB_URL is not asked for.
    """
    for port in _ports(settings):
        problem = _taken(port)
        runs = problem is not None and await _says(port.address + port.path, port.mark)
        if runs:
            yield CheckResult(True, port.name, f"the bot is there, on {port.number} of {port.host}")
        elif problem is not None:
            yield CheckResult(False, port.name, problem)
        else:
            yield CheckResult(True, port.name, f"{port.number} of {port.host} is free")
        if port.name == "WEB_PORT" and not offline:
            yield await _check_url(settings.web_url, port, problem, runs=runs)


def _ports(settings: Settings) -> Iterator[Port]:
    if settings.metrics_port is not None:
        yield Port(
            "METRICS_PORT",
            host=settings.metrics_host,
            number=settings.metrics_port,
            path="/health",
            mark='"healthy"',
        )
    if settings.web_url:
        yield Port(
            "WEB_PORT",
            host=settings.web_host,
            number=settings.web_port,
            path="/",
            mark=PAGE_MARK,
        )


def _taken(port: Port) -> str | None:
    """Why nobody can listen on a port now; None if one can."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            port.host, port.number, type=socket.SOCK_STREAM
        )[0]
        with socket.socket(family, kind, protocol) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return f"{port.number} of {port.host} is in use by another program; choose another port"
        return f"{port.number} of {port.host} can’t be opened: {error.strerror or error}"
    return None


async def _check_url(url: str, port: Port, problem: str | None, *, runs: bool) -> CheckResult:
    """Whether what members ask for at the page's address arrives at its port."""
    if problem is not None and not runs:
        return CheckResult(False, "WEB_URL", f"{url} can’t be tried, since WEB_PORT can’t be used")
    if runs:
        path = "/"
        mark = port.mark
        answer = await _answer(url + path)
    else:
        mark = secrets.token_hex(16)
        async with _answering(port, mark):
            answer = await _answer(f"{url}/{mark}")
    if isinstance(answer, str):
        return CheckResult(False, "WEB_URL", f"{url} can’t be reached from here: {answer}")
    if answer.origin != str(URL(url).origin()):
        return CheckResult(
            False,
            "WEB_URL",
            f"{url} leads on to {answer.origin}, and members who end up there are refused; set "
            "WEB_URL to the address at which they end up",
        )
    if mark in answer.text:
        return CheckResult(True, "WEB_URL", f"{url} arrives at the bot")
    return CheckResult(
        False,
        "WEB_URL",
        f"{url} is answered by another program (status {answer.status}); let it pass {url} on "
        f"to {port.address}",
    )


@asynccontextmanager
async def _answering(port: Port, word: str) -> AsyncIterator[None]:
    """Answer every request at a port with a word."""

    async def answer(request: web.Request) -> web.Response:
        return web.Response(text=word)

    app = web.Application()
    app.router.add_get("/{path:.*}", answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, port.host, port.number).start()
        yield
    finally:
        await runner.cleanup()


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """An answer over HTTP.

    :param origin: of the address at which it was, after having been led on.
    """

    status: int
    text: str
    origin: str


async def _answer(url: str) -> HttpAnswer | str:
    """The answer at an address, or why there is none."""
    context = ssl.create_default_context()
    try:
        async with (
            asyncio.timeout(SECONDS),
            aiohttp.ClientSession() as session,
            session.get(url, ssl=context) as answer,
        ):
            text = await answer.text(errors="replace")
            return HttpAnswer(answer.status, text, str(answer.url.origin()))
    except TimeoutError:
        return "no answer"
    except (aiohttp.ClientError, OSError) as error:
        return str(error)


async def _says(url: str, mark: str) -> bool:
    answer = await _answer(url)
    return isinstance(answer, HttpAnswer) and mark in answer.text
