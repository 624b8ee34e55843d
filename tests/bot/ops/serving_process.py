"""One of several processes on one database: plays, sends what is owed, and does what falls due, for a few seconds.

Arguments: URL FOLDER SEED SECONDS. ``FOLDER/sent`` stands for Discord; ``FOLDER/acknowledged`` for what players were
told is stored.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from bot.domain.matches import due as clock
from bot.domain.matches.service import Matches
from bot.store import Store
from games import GameError


def append(file: TextIO, *parts: object) -> None:
    """Write a line in one go, so that lines of several processes do not mix."""
    os.write(file.fileno(), (" ".join(map(str, parts)) + "\n").encode())


async def play(matches: Matches, folder: Path, rng: random.Random, until: float) -> None:
    """Play in whatever match; somebody else may be doing so in the same at this moment."""
    with (folder / "acknowledged").open("a") as acknowledged:
        while time.monotonic() < until:
            running = [found.id for found in await matches.of(1001)]
            if not running:
                return
            match = await matches.get(rng.choice(running))
            if match.mover is None:
                continue
            try:
                played = await matches.play(match.id, match.mover, str(rng.choice(match.state.legal_moves())))
            except GameError:
                continue
            if played.complete:
                append(acknowledged, match.id, played.match.state.ply)


async def send(matches: Matches, folder: Path, finished: asyncio.Event) -> None:
    """Send what is owed; once nobody here makes more, until nothing is."""
    with (folder / "sent").open("a") as sent:
        while True:
            # Asked before, or what was stored between the two questions would stay behind.
            last = finished.is_set()
            notices = await matches.outbox.claim(3)
            if last and not notices:
                return
            for notice in notices:
                append(sent, notice.id, notice.kind, notice.match, notice.attempts)
                await matches.outbox.done(notice.id)
            await asyncio.sleep(0.002)


async def chores(matches: Matches, until: float) -> None:
    """Do what falls due, far oftener than the bot does."""
    while time.monotonic() < until:
        await clock.work(matches)
        await asyncio.sleep(0.01)


async def main(url: str, folder: Path, seed: int, seconds: float) -> None:
    store = await Store.open(url)
    matches = Matches(store, lambda: datetime.now(UTC))
    rng = random.Random(seed)
    until = time.monotonic() + seconds
    finished = asyncio.Event()
    sending = asyncio.create_task(send(matches, folder, finished))
    await asyncio.gather(*(play(matches, folder, rng, until) for _ in range(4)), chores(matches, until))
    finished.set()
    await sending
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])))
