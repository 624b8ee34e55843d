"""What a host reads off the running bot: its figures, whether it lives, and whether members are served."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot import metrics
from bot.chat.client import Bot
from bot.domain.matches.service import Matches
from bot.ops.files import path_of
from bot.ops.server import PortTaken, watched
from tests.bot.chat.conftest import Club
from tests.bot.ops.helpers import ROOT


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Seen:
    """The figures of a page, by name and labels."""

    def __init__(self, text: str) -> None:
        self.samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]

    def get(self, name: str, /, **labels: str) -> float:
        return sum(
            sample.value
            for sample in self.samples
            if sample.name == f"loophole_{name}" and labels.items() <= sample.labels.items()
        )


class Page:
    """The figures of a bot as they are fetched."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"

    async def figures(self) -> Seen:
        async with aiohttp.ClientSession() as session, session.get(f"{self.url}/metrics") as answer:
            assert answer.status == 200
            return Seen(await answer.text())

    async def state(self, path: str) -> tuple[int, dict[str, object]]:
        async with aiohttp.ClientSession() as session, session.get(f"{self.url}/{path}") as answer:
            return answer.status, await answer.json()


@pytest.fixture
async def club(tmp_path: Path, template: Path) -> AsyncIterator[Club]:
    opened = Club(shutil.copy(template, tmp_path / "loophole.db"))
    await opened.open()
    yield opened
    await opened.close()


@pytest.fixture
async def page(club: Club) -> AsyncIterator[Page]:
    port = free_port()
    async with watched(club.bot, "127.0.0.1", port):
        yield Page(port)


async def test_what_members_do_is_counted(club: Club, page: Page) -> None:
    before = await page.figures()
    await club.match()
    await club.alice.slash("move", moves="e4-d6")
    await club.bob.slash("move", moves="nonsense")
    await club.bob.type("move", "moves", "e")
    after = await page.figures()

    def more(name: str, /, **labels: str) -> float:
        return after.get(name, **labels) - before.get(name, **labels)

    assert more("interaction_seconds_count", name="/play", outcome="ok") == 1
    assert more("interaction_seconds_count", name="button accept", outcome="ok") == 1
    assert more("interaction_seconds_count", name="/move", outcome="ok") == 1
    assert more("interaction_seconds_count", name="/move", outcome="refused") == 1
    assert more("autocomplete_seconds_count", of="moves") == 1
    assert more("render_seconds_count", kind="board") >= 2
    assert more("database_seconds_count", kind="write") >= 3
    assert after.get("servers") == 1
    assert after.get("gateway_up", shard="0") == 1
    assert after.get("outbox_notices") == 0
    assert any(sample.name == "process_resident_memory_bytes" for sample in after.samples)


async def test_what_the_computer_is_to_think_out_is_seen(club: Club, page: Page) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def think() -> None:
        begun.set()
        go_on.wait(10)

    for owner in range(3):
        club.bot.thinkers.submit(owner, think, seconds=1)
    await asyncio.to_thread(begun.wait, 10)
    figures = await page.figures()
    go_on.set()
    assert figures.get("thinking_tasks", state="running") == 1
    assert figures.get("thinking_tasks", state="waiting") == 2


async def test_pages_tell_nothing_of_anybody_and_no_secret(club: Club, page: Page) -> None:
    club.bot.http.token = "MTE5ODYyMjQ4MzQ3MTkyNTI0OA.G0aAbC.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    await club.match()
    await club.alice.slash("move", moves="nonsense")
    async with aiohttp.ClientSession() as session:
        for path in ("metrics", "health", "ready"):
            async with session.get(f"{page.url}/{path}") as answer:
                text = await answer.text()
            for private in (
                club.bot.http.token,
                str(club.alice.id),
                str(club.guild.id),
                "alice",
                club.bot.matches.store.url.database,
            ):
                assert str(private) not in text, f"{path} tells {private}"


async def test_what_is_owed_is_seen_with_its_age(club: Club, page: Page) -> None:
    await club.match()
    with closing(sqlite3.connect(club.bot.matches.store.url.database or "")) as other:
        columns = "kind, scope, payload, created_at, next_try"
        late = int((club.now().timestamp() - 90) * 1000)
        other.execute(f"INSERT INTO outbox ({columns}) VALUES ('turn', 1, '{{}}', {late}, {late + 10**9})")
        other.commit()
    figures = await page.figures()
    assert figures.get("outbox_notices") == 1
    assert figures.get("outbox_oldest_seconds") == pytest.approx(90, abs=30)


async def test_a_bot_that_serves_is_alive_and_ready(page: Page) -> None:
    assert await page.state("health") == (200, {"healthy": True, "posts": "ok", "chores": "ok"})
    assert await page.state("ready") == (200, {"ready": True, "gateway": "ok", "database": "ok"})


async def test_a_round_that_has_stopped_is_a_reason_to_start_anew(club: Club, page: Page) -> None:
    club.bot.round.stop()
    club.bot.round.cancel()
    status, said = await page.state("health")
    assert (status, said["posts"], said["chores"]) == (503, "stopped", "ok")


async def test_without_its_database_the_bot_is_alive_but_not_ready(club: Club, page: Page) -> None:
    file = path_of(club.bot.matches.store.url)
    await club.bot.matches.store.close()
    file.unlink()
    file.mkdir()
    assert (await page.state("ready"))[1]["database"] == "does not answer"
    assert (await page.state("ready"))[0] == 503
    assert (await page.state("health"))[0] == 200
    assert (await page.figures()).get("gateway_up") == 1, "figures are told all the same"
    file.rmdir()
    assert (await page.state("ready"))[0] == 503, "a file without tables is no database either"


async def test_before_discord_is_reached_the_bot_is_not_ready(matches: Matches) -> None:
    port = free_port()
    async with Bot(matches) as bot, watched(bot, "127.0.0.1", port):
        assert await Page(port).state("ready") == (
            503,
            {"ready": False, "gateway": "not connected yet", "database": "ok"},
        )


async def test_a_port_that_is_taken_is_told(club: Club, page: Page) -> None:
    port = int(page.url.rpartition(":")[2])
    with pytest.raises(PortTaken, match=f"METRICS_PORT cannot be used: port {port} of 127.0.0.1 cannot be opened"):
        async with watched(club.bot, "127.0.0.1", port):
            pass


def test_names_that_come_from_outside_are_not_kept_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "_names", set())
    kept = {metrics.named(f"button {number}") for number in range(1000)}
    assert len(kept) == metrics.MOST_NAMES + 1
    assert metrics.named("button 3") == "button 3"


# ------------------------------------------------------------------------------------------ as a host runs the program


@contextmanager
def running(folder: Path, **settings: str) -> Iterator[subprocess.Popen[str]]:
    """The program in the sandbox, from when it is ready until it is told to stop."""
    port = free_port()
    env = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "VIRTUAL_ENV") if name in os.environ}
    env |= {"PYTHONPATH": str(ROOT), "SANDBOX_PORT": str(free_port()), "METRICS_PORT": str(port), **settings}
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "bot"], cwd=folder, env=env, stdout=log, stderr=log, text=True
        )
        try:
            started = time.monotonic()
            while True:
                assert process.poll() is None, (folder / "log").read_text()
                assert time.monotonic() - started < 60, (folder / "log").read_text()
                try:
                    with urllib.request.urlopen(f"http://127.0.0.1:{port}/ready", timeout=5) as answer:
                        assert json.load(answer)["ready"]
                        break
                except (urllib.error.URLError, OSError):
                    time.sleep(0.1)
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
                assert Seen(answer.read().decode()).get("info") == 1
            yield process
            process.send_signal(signal.SIGTERM)
            assert process.wait(20) == 0
        finally:
            process.kill()
            process.wait()


def test_a_host_runs_it_watches_it_and_finds_copies(tmp_path: Path) -> None:
    with running(tmp_path, LOG_FORMAT="json", LOG_LEVEL="DEBUG", BACKUP_FOLDER="copies"):
        started = time.monotonic()
        while not list(tmp_path.glob("copies/loophole-*.db")) and time.monotonic() - started < 20:
            time.sleep(0.1)
    [copy] = tmp_path.glob("copies/*")
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT count(*) FROM matches").fetchone() == (0,)
    said = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines() if line.startswith("{")]
    assert {"bot.watch.server", "bot.admin.backup"} <= {entry["logger"] for entry in said}
    assert not [entry for entry in said if entry["level"] in ("WARNING", "ERROR", "CRITICAL")]
    assert "INSERT" not in (tmp_path / "log").read_text()
