"""One of several processes on one database: plays, sends what is owed, and does what falls due, for a few seconds.

Arguments: URL FOLDER SEED SECONDS. ``FOLDER/sent`` stands for Discord; ``FOLDER/acknowledged`` for what players were
told is stored.
"""

import asyncio
import os
import random
import sys
import time
from pathlib import Path
from typing import TextIO

from bot.domain.domain import Domain
from bot.store import Store
from games import GameError


def append(file: TextIO, *parts: object) -> None:
    """Write a line in one go, so that lines of several processes do not mix."""
    os.write(file.fileno(), (" ".join(map(str, parts)) + "\n").encode())


async def play(domain: Domain, folder: Path, rng: random.Random, until: float) -> None:
    """Play in whatever match; somebody else may be doing so in the same at this moment."""
    with (folder / "acknowledged").open("a") as acknowledged:
        while time.monotonic() < until:
            running = [found.id for found in await domain.matches.of(1001)]
            if not running:
                return
            match = await domain.matches.get(rng.choice(running))
            if match.mover is None:
                continue
            try:
                played = await domain.matches.play(match.id, match.mover, str(rng.choice(match.state.legal_moves())))
            except GameError:
                continue
            if played.complete:
                append(acknowledged, match.id, played.match.state.ply)


async def send(domain: Domain, folder: Path, finished: asyncio.Event) -> None:
    """Send what is owed; once nobody here makes more, until nothing is."""
    with (folder / "sent").open("a") as sent:
        while True:
            # Asked before, or what was stored between the two questions would stay behind.
            last = finished.is_set()
            notices = await domain.outbox.claim(3)
            if last and not notices:
                return
            for notice in notices:
                append(sent, notice.id, notice.event.kind, notice.match, notice.attempts)
                await domain.outbox.done(notice.id)
            await asyncio.sleep(0.002)


async def chores(domain: Domain, until: float) -> None:
    """Do what falls due, far oftener than the bot does."""
    while time.monotonic() < until:
        await domain.heartbeat.beat()
        await domain.matches.wake_due()
        await domain.challenges.expire(20)
        await domain.daily_cards.work()
        await asyncio.sleep(0.01)


async def main(url: str, folder: Path, seed: int, seconds: float) -> None:
    store = await Store.open(url)
    domain = Domain(store)
    rng = random.Random(seed)
    until = time.monotonic() + seconds
    finished = asyncio.Event()
    sending = asyncio.create_task(send(domain, folder, finished))
    await asyncio.gather(*(play(domain, folder, rng, until) for _ in range(4)), chores(domain, until))
    finished.set()
    await sending
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])))
