"""A process that plays and announces until it is killed; its arguments are URL, FOLDER and SEED.

It writes each move that is stored to ``FOLDER/acknowledged``, and sends notices by appending their ids to
``FOLDER/sent``, which stands for Discord: what is in there, people have seen.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
from pathlib import Path
from typing import TextIO

from bot.domain.domain import Domain
from bot.store import Store


def append(file: TextIO, line: str) -> None:
    """Write a line in one go."""
    os.write(file.fileno(), f"{line}\n".encode())


async def announce(domain: Domain, folder: Path) -> None:
    """Send what is due; what may have been sent before is looked up first."""
    with (folder / "sent").open("a") as sent:
        while True:
            for notice in await domain.outbox.claim():
                seen = notice.attempts > 1 and f"{notice.id}" in (folder / "sent").read_text().split()
                if not seen:
                    append(sent, str(notice.id))
                await domain.outbox.done(notice.id)
            await asyncio.sleep(0.001)


async def play(domain: Domain, match: int, folder: Path, rng: random.Random) -> None:
    """Play random decisions and note each once it is stored."""
    with (folder / "acknowledged").open("a") as acknowledged:
        while (now := await domain.matches.get(match)).mover is not None:
            draft = await domain.matches.draft(match, now.mover)
            move = rng.choice((draft.state if draft else now.state).legal_moves())
            result = await domain.matches.play(match, now.mover, str(move))
            if result.complete:
                append(acknowledged, f"{match} {result.match.state.ply}")


async def main(url: str, folder: Path, seed: int) -> None:
    store = await Store.open(url)
    domain = Domain(store)
    await domain.outbox.release()
    rng = random.Random(seed)
    running = [summary.id for summary in await domain.matches.of(1001)]
    print("playing", flush=True)
    sender = asyncio.create_task(announce(domain, folder))
    await asyncio.gather(*(play(domain, match, folder, rng) for match in running))
    await sender


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])))
