"""A host's machine with the bot on it: what of the bot has to do with files, the database, metrics
and shards.
"""

import logging
import socket
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import aiohttp
from sqlalchemy.engine import URL

from bot import metrics
from bot.domain.domain import Domain
from bot.domain.members.doors import Doors
from bot.domain.privacy.journal import Journal
from bot.ops.copies.backup import Backups
from bot.ops.copies.retention import Retention
from bot.ops.copies.sqlite_files import url_of
from bot.ops.metrics_server import BotStatus, ShardStatus, metrics_served
from bot.ops.only_bot import only_bot
from bot.store import Store
from bot.store.shard_locks import held_shards

from .clock import LOOK, Time

EVERY_HOURS = 24
KEPT = Retention(newest=14, daily=14, weekly=4, monthly=3)
LONGEST_GAP = 2 * LOOK
"""A longer gap is an outage: on ordinary days the bot notes only at each look that it is alive."""
KEY = b"the bot's token, the same on every machine"
SERVING = BotStatus(
    ready=True,
    servers=3,
    shards={0: ShardStatus(True, 0.05)},
    loops={"posts": True},
    thinking=(0, 0),
)


class Machine:
    """A machine: ``data`` is the folder of the database, ``copies`` that of the backups."""

    def __init__(self, time: Time, data: Path, copies: Path) -> None:
        self.time = time
        self.data = data
        self.copies = copies
        self.url: URL = url_of(data / "loophole.db")
        self.deletions = data / "loophole.db.deletions"
        self.port = free_port()
        self.status = SERVING
        self.shards: Sequence[int] | None = None
        self.shard_count: int | None = None
        self._running = AsyncExitStack()

    async def start(self) -> None:
        """Start the bot. Raises StoreError, as where another one runs."""
        async with AsyncExitStack() as stack:
            stack.enter_context(only_bot(self.url))
            store = await Store.open(self.url)
            stack.push_async_callback(store.close)
            await stack.enter_async_context(held_shards(store, self.shards, self.shard_count))
            self.domain = Domain(store, self.time.shown, journal=Journal(self.deletions))
            self.domain.heartbeat.longest_gap = LONGEST_GAP
            self.doors = Doors(KEY, self.domain.database)
            await self.domain.privacy.repeat_deletions()
            metrics.COPY_EVERY.set(EVERY_HOURS * 3600)
            self.backups = self._backups()
            # A step of the story takes no time: each look proves anew that the database is written.
            page = metrics_served(
                "127.0.0.1",
                self.port,
                lambda: self.status,
                self.domain.database,
                proof_seconds=0.0,
            )
            await stack.enter_async_context(page)
            self._running = stack.pop_all()

    async def stop(self) -> None:
        """Stop the bot."""
        await self._running.aclose()

    async def rounds(self, *, posting: bool = True) -> None:
        """What the bot does by itself: it notes that it is alive, looks what is due, and sends
        posts.
        """
        shards = self.shards or (0,)
        count = self.shard_count or 1
        await self.domain.heartbeat.beat(shards, count)
        while await self.domain.matches.wake_due(shards, count):
            pass
        await self.domain.challenges.expire()
        await self.domain.privacy.erase_remains()
        if posting:
            await self.send_posts()

    async def send_posts(self) -> None:
        """Discord takes every post that is due."""
        notices = await self.domain.outbox.claim()
        while notices:
            for notice in notices:
                await self.domain.outbox.done(notice.id)
            notices = await self.domain.outbox.claim()

    def connected(self, is_connected: bool) -> None:
        """Whether Discord's gateway is there."""
        self.status = replace(SERVING, shards={0: ShardStatus(is_connected, 0.05)})

    async def ready(self) -> str:
        """What the page /ready says."""
        url = f"http://127.0.0.1:{self.port}/ready"
        async with aiohttp.ClientSession() as session, session.get(url) as answer:
            return await answer.text()

    def _backups(self) -> Backups:
        return Backups(
            self.url,
            self.copies,
            hours=EVERY_HOURS,
            retention=KEPT,
            steady=self.time.steady,
            now=self.time.shown,
        )


class HostLog(logging.Handler):
    """Keeps what the bot's log says, as the host reads it."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.levelname} {record.getMessage()}")

    def take_lines(self) -> list[str]:
        """The lines since this was last called."""
        lines = self.lines
        self.lines = []
        return lines


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
