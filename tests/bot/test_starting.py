"""What a host sees when something is set up wrongly: one line that says what, and an exit status
that is not 0.
"""

import json
import os
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0
"""Seconds after which a process is given up that does not do what it should. How long that takes on
a busy machine is not tested.
"""
TOKEN = "MTE5ODYyMjQ4MzQ3MTkyNTI0OA.G0aAbC.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"


def free_port() -> int:
    """A port of this machine that nobody uses: on the usual one somebody may be playing."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def start(folder: Path, **settings: str) -> subprocess.Popen[str]:
    env = {
        name: os.environ[name]
        for name in ("PATH", "HOME", "LANG", "VIRTUAL_ENV")
        if name in os.environ
    }
    env |= {
        "PYTHONPATH": str(ROOT),
        "PYTHONUNBUFFERED": "1",
        "SANDBOX_PORT": str(free_port()),
        **settings,
    }
    return subprocess.Popen(
        [sys.executable, "-m", "bot"],
        cwd=folder,
        env=env,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def complaint(folder: Path, **settings: str) -> tuple[int, str]:
    """The exit status and what is said; no traceback, one line."""
    process = start(folder, **settings)
    out, err = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in out + err
    lines = [line for line in err.splitlines() if line.startswith("loophole: ")]
    assert len(lines) == 1, err
    return process.returncode, lines[0]


@pytest.mark.parametrize(
    ("settings", "status", "words"),
    [
        ({"DISCORD_TOKEN": "abc"}, 2, "DISCORD_TOKEN cannot be used"),
        pytest.param(
            {"DATABASE_URL": "sqlite+aiosqlite:////proc/nowhere/x.db"},
            1,
            "the folder /proc/nowhere cannot be made",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_setting_that_cannot_be_is_named(
    tmp_path: Path, settings: dict[str, str], status: int, words: str
) -> None:
    code, line = complaint(tmp_path, **settings)
    assert code == status
    assert words in line


def tomorrow() -> str:
    """The day after today, as the sandbox says it."""
    return (datetime.now(UTC) + timedelta(days=1)).strftime("%A %d %B")


@pytest.mark.slow
def test_the_sandbox_opens_on_its_port_stops_cleanly_and_says_when_the_port_is_taken(
    tmp_path: Path,
) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        code, line = complaint(tmp_path, SANDBOX_PORT=str(port))
        assert code == 1
        assert f"port {port} is in use" in line
    metrics = free_port()
    settings = {"LOG_FORMAT": "json", "BACKUP_FOLDER": "copies"}
    process = start(tmp_path, SANDBOX_PORT=str(port), METRICS_PORT=str(metrics), **settings)
    lines: list[str] = []
    begin = time.monotonic()
    while not any("Ctrl-C" in text for text in lines) and time.monotonic() - begin < PATIENCE:
        lines.append(process.stdout.readline())
    address = next(
        word for text in lines for word in text.split() if word.startswith("http://127.0.0.1")
    )
    assert address.startswith(f"http://127.0.0.1:{port}/#")
    with urllib.request.urlopen(address.partition("#")[0], timeout=PATIENCE) as page:
        assert page.status == 200
    with urllib.request.urlopen(f"http://127.0.0.1:{metrics}/ready", timeout=PATIENCE) as answer:
        assert json.load(answer)["ready"]
    while not list(tmp_path.glob("copies/loophole-*.db")) and time.monotonic() - begin < PATIENCE:
        time.sleep(0.1)
    days = [tomorrow()]
    process.stdin.write("+1d\n")
    process.stdin.flush()
    notice_line = process.stdout.readline()
    days.append(tomorrow())  # another one about midnight
    assert any(day in notice_line for day in days), notice_line
    process.terminate()
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    entries = [json.loads(line) for line in (out + err).splitlines() if line.startswith("{")]
    # The offline Discord works on the same loop, and may hold it up.
    assert {entry["level"] for entry in entries if entry["logger"] != "bot.ops.watchdog"} == {
        "INFO"
    }
    [copy] = tmp_path.glob("copies/*")
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT count(*) FROM matches").fetchone() == (0,)
    assert (tmp_path / "data" / "loophole.db").exists()
