"""SIGKILL at any moment: acknowledged moves are stored, and every turn is queued or delivered exactly once."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

import games
from bot.domain.domain import Domain
from bot.store import Store
from tests.bot.conftest import Clock
from tests.bot.domain.matches.helpers import started

ROOT = Path(__file__).parents[4]
KILLS = 2


def said(tmp_path: Path) -> str:
    """What the processes have acknowledged so far."""
    file = tmp_path / "acknowledged"
    return file.read_text() if file.exists() else ""


@pytest.mark.slow
async def test_a_killed_process_loses_nothing_and_tells_nothing_twice(tmp_path: Path, clock: Clock) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/loophole.db"
    store = await Store.open(url)
    domain = Domain(store, clock)
    ids = [(await started(domain, "veloop-square", variant=f"12x12, {turns}")).id for turns in ("single", "double") * 2]
    await store.close()
    rng = random.Random(os.urandom(4))
    for seed in range(KILLS):
        command = [sys.executable, "-m", "tests.bot.domain.matches.playing_process", url, str(tmp_path), str(seed)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:  # noqa: ASYNC220
            assert process.stdout is not None
            assert process.stdout.readline() == b"playing\n"
            # Once, something has been acknowledged for certain: on a busy machine that may take a while.
            started_at = time.monotonic()
            while seed == 0 and not said(tmp_path) and time.monotonic() - started_at < 30:
                time.sleep(0.01)  # noqa: ASYNC251
            time.sleep(rng.uniform(0.0, 0.4))  # noqa: ASYNC251
            process.kill()
    store = await Store.open(url)
    domain = Domain(store, clock)
    clock.move(days=9999)
    acknowledged = [line.split() for line in said(tmp_path).splitlines()]
    assert acknowledged
    for match in ids:
        now = await domain.matches.get(match)
        games.replay(now.game.slug, now.options, now.decisions)
        assert now.state.ply >= max((int(ply) for id, ply in acknowledged if int(id) == match), default=0)
        assert sum(len(turn.decisions) for turn in await domain.matches.turns(match)) == now.state.ply
    sent = (tmp_path / "sent").read_text().split() if (tmp_path / "sent").exists() else []
    queued = []
    while notices := await domain.outbox.claim():
        for notice in notices:
            if notice.attempts == 1 or str(notice.id) not in sent:
                queued.append(str(notice.id))
            await domain.outbox.done(notice.id)
    delivered = sent + queued
    assert len(set(delivered)) == len(delivered), "a notice went out twice"
    versions = sum([(await domain.matches.get(match)).version - 1 for match in ids])
    assert len(delivered) == versions, "a notice went missing"
    await store.close()
