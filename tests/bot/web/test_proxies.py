"""The examples for nginx and Caddy, as they are shipped, pass the page on over TLS."""

from __future__ import annotations

import asyncio
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from bot.web.server import served
from tests.bot.chat.conftest import Club

pytestmark = pytest.mark.slow

DEPLOY = Path(__file__).parents[3] / "deploy"
ADDRESS = "board.example.org"
START_SECONDS = 20.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for the example's address that signs itself, and its key."""
    files = folder / "fullchain.pem", folder / "privkey.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    subject = ["-subj", f"/CN={ADDRESS}", "-addext", f"subjectAltName=DNS:{ADDRESS}"]
    output = ["-out", str(files[0]), "-keyout", str(files[1])]
    subprocess.run([*command, *subject, *output], check=True, capture_output=True)
    return files


def nginx(folder: Path, port: int, *inner_ports: int) -> list[str]:
    chain, key = certificate(folder)
    text = (DEPLOY / "nginx.conf").read_text()
    text = text.replace("listen 443 ", f"listen 127.0.0.1:{port} ")
    servers = [f"server 127.0.0.1:{inner_port};" for inner_port in inner_ports]
    text = text.replace("server 127.0.0.1:8766;", " ".join(servers))
    text = re.sub(r"/etc/letsencrypt/\S+/fullchain.pem", str(chain), text)
    text = re.sub(r"/etc/letsencrypt/\S+/privkey.pem", str(key), text)
    (folder / "loophole.conf").write_text(text)
    temporary = "".join(
        f"{what}_temp_path {folder}/{what};\n"
        for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"pid {folder}/pid;\nerror_log stderr;\ndaemon off;\nevents {{}}\n"
        f"http {{\n{temporary}include {folder}/loophole.conf;\n}}\n"
    )
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, port: int, *inner_ports: int) -> list[str]:
    chain, key = certificate(folder)
    servers = " ".join(f"127.0.0.1:{inner_port}" for inner_port in inner_ports)
    text = (DEPLOY / "Caddyfile").read_text().replace("127.0.0.1:8766 {", f"{servers} {{")
    text = text.replace(
        f"{ADDRESS} {{", f"{ADDRESS}:{port} {{\n\tbind 127.0.0.1\n\ttls {chain} {key}"
    )
    text = (
        "{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system "
        f"{folder}\n}}\n{text}"
    )
    (folder / "Caddyfile").write_text(text)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


PROXIES = {"nginx": nginx, "caddy": caddy}


class Browser:
    """Asks the page at its address through a proxy."""

    def __init__(self, session: aiohttp.ClientSession, port: int) -> None:
        self.session = session
        self.address = f"https://127.0.0.1:{port}"
        self.own = {"Host": ADDRESS, "Origin": f"https://{ADDRESS}"}

    async def get(self, path: str) -> tuple[int, str]:
        request = self.session.get(self.address + path, headers=self.own, server_hostname=ADDRESS)
        async with request as answer:
            return answer.status, await answer.text()

    async def post(self, path: str, body: object) -> tuple[int, str]:
        request = self.session.post(
            self.address + path, json=body, headers=self.own, server_hostname=ADDRESS
        )
        async with request as answer:
            return answer.status, await answer.text()


INSTALLED = [name for name in PROXIES if shutil.which(name)]


@pytest.fixture(params=INSTALLED)
async def browser(
    request: pytest.FixtureRequest, club: Club, tmp_path: Path
) -> AsyncIterator[Browser]:
    inner_port = free_port()
    async with proxied(request.param, club, tmp_path, inner_port, inner_port) as browser:
        yield browser


@asynccontextmanager
async def proxied(
    name: str, club: Club, folder: Path, serving_port: int, *inner_ports: int
) -> AsyncIterator[Browser]:
    """The page behind a web server, which passes requests on to some ports."""
    port = free_port()
    club.services.doors.url = f"https://{ADDRESS}"
    command = PROXIES[name](folder, port, *inner_ports)
    async with served(club.bot.handling, "127.0.0.1", serving_port):
        process = await asyncio.create_subprocess_exec(*command, cwd=folder)
        try:
            await listening(process, port)
            trusting = ssl.create_default_context(cafile=str(folder / "fullchain.pem"))
            connector = aiohttp.TCPConnector(ssl=trusting)
            async with aiohttp.ClientSession(connector=connector) as session:
                yield Browser(session, port)
        finally:
            process.terminate()
            await asyncio.wait_for(process.wait(), START_SECONDS)


async def listening(process: asyncio.subprocess.Process, port: int) -> None:
    """Wait until a proxy takes connections."""
    end = time.monotonic() + START_SECONDS
    while True:
        assert process.returncode is None, "the proxy has ended; it says why above"
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            assert time.monotonic() < end, "the proxy does not start"
            await asyncio.sleep(0.05)


async def test_the_page_and_its_files_come_through_a_proxy(browser: Browser, club: Club) -> None:
    await club.begun()
    status, page = await browser.get("/")
    assert status == 200
    for file in re.findall(r'(?:src|href)="?([^" >]+\.(?:js|css))', page):
        assert (await browser.get("/" + file.lstrip("./")))[0] == 200
    code = await club.services.doors.code(club.alice.id, "link", club.place, "en-US")
    status, session = await browser.post("/api/enter", {"code": code})
    assert status == 200
    assert "Veloop" in session


async def test_what_is_too_large_is_refused(browser: Browser) -> None:
    status, _ = await browser.post("/api/enter", {"code": "x" * 100_000})
    assert status == 413


@pytest.mark.parametrize("name", INSTALLED)
@pytest.mark.parametrize("first", [True, False])
async def test_the_page_is_there_while_one_of_two_processes_is_gone(
    club: Club, tmp_path: Path, name: str, first: bool
) -> None:
    await club.begun()
    serving_port = free_port()
    ports = [serving_port, free_port()]
    if not first:
        ports.reverse()
    async with proxied(name, club, tmp_path, serving_port, *ports) as browser:
        for _ in range(3):
            assert (await browser.get("/"))[0] == 200
            code = await club.services.doors.code(club.alice.id, "link", club.place, "en-US")
            assert (await browser.post("/api/enter", {"code": code}))[0] == 200
