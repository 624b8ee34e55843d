"""Bots that are really connected with a gateway: two members, a server for each shard, and a clock
that the tests move.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from typing import Any

import discord.backoff
import pytest

from bot.app import Bot
from bot.chat.client import Client
from bot.chat.discord.feature import CHORES_SECONDS
from bot.chat.features import FEATURES
from bot.domain.matches.service import Matches
from bot.domain.values import Person, Place
from bot.store import Store
from bot.store.tables import heartbeat
from bot.workers.pool import THREADS, Workers

from ...conftest import Clock
from .address import discord_at
from .gateway import Gateway, running_gateway

CHORES = [job for feature in FEATURES for job in feature.jobs if job.seconds == CHORES_SECONDS]
PATIENCE = 20
"""Seconds after which a test gives up on waiting."""


async def until(what: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not what():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


class Scene:
    """Bots on one database, connected with one gateway; alice and bob on a server of each shard."""

    def __init__(self, discord: Gateway, url: str, clock: Clock) -> None:
        self.discord = discord
        self.url = url
        self.clock = clock
        self.bots: list[Bot] = []
        backend = discord.backend
        self.alice, self.bob = (
            Person(backend.make_user(name).id, name) for name in ("alice", "bob")
        )
        self.places = [self.place(shard) for shard in range(discord.shards)]
        self._running = AsyncExitStack()

    def place(self, shard: int) -> Place:
        """A channel of a new server of a shard, in which everybody is."""
        backend = self.discord.backend
        guild = backend.create_guild(
            f"Shard {shard}", shard_id=shard, shard_count=self.discord.shards
        )
        channel = backend.create_channel(guild.id, "games")
        for user in (self.alice.id, self.bob.id, backend.bot_user.id):
            if user not in guild.members:
                backend.add_member(guild.id, user)
        return Place(guild.id, channel.id)

    async def start(self, *shards: int) -> Bot:
        """Another process, for these shards or for all."""
        store = await Store.open(self.url)
        self._running.push_async_callback(store.close)
        bot = Bot(
            store,
            self.clock,
            monotonic=lambda: self.clock.moment.timestamp(),
            shard_count=self.discord.shards,
            shard_ids=shards or None,
            workers=Workers(THREADS),
            key=b"token",
        )
        self.bots.append(bot)
        client_task = asyncio.create_task(bot.client.start("token"))

        async def stop() -> None:
            if not bot.client.is_closed():
                await bot.client.close()
            await asyncio.wait({client_task})

        self._running.push_async_callback(stop)
        await until(bot.client.is_ready)
        return bot

    async def stop(self, bot: Bot) -> None:
        """A process ends."""
        self.bots.remove(bot)
        await bot.client.close()

    @property
    def matches(self) -> Matches:
        """Those of the first process; all have the same."""
        return self.bots[0].services.matches

    async def match(self, place: Place, **terms: Any) -> int:
        """A match of alice, who moves first, and bob; its first board is posted."""
        challenges = self.bots[0].services.challenges
        offer = await challenges.make(
            place, self.alice, "veloop-square", opponent=self.bob, side="first", **terms
        )
        match = (await challenges.accept(offer.challenge.id, self.bob)).match
        await self.flush()
        return match.id

    async def flush(self) -> None:
        """All bots send what is owed, at the same time."""
        await asyncio.gather(*(bot.delivery.flush() for bot in self.bots))

    async def passes(self, **span: float) -> None:
        """Time passes, in which every bot does what it does every few seconds."""
        span_left = timedelta(**span)
        while span_left > timedelta(0):
            self.clock.moment += min(span_left, timedelta(minutes=2))
            span_left -= timedelta(minutes=2)
            for job in CHORES:
                await asyncio.gather(*(job.run(bot.services) for bot in self.bots))
            await self.flush()

    async def later(self, **span: float) -> None:
        """Much later; the bots were there all the time."""
        self.clock.move(**span)
        async with self.bots[0].store.write() as connection:
            await connection.execute(heartbeat.update().values(at=self.clock.moment))

    def told(self, place: Place, words: str) -> int:
        """How many posts in a channel say that."""
        return sum(words in post for post in self.discord.posts(place.channel))

    async def close(self) -> None:
        await self._running.aclose()


@asynccontextmanager
async def scene(url: str, clock: Clock, shards: int = 1) -> AsyncIterator[Scene]:
    async with running_gateway(shards) as server:
        new_scene = Scene(server, url, clock)
        with discord_at(server.address):
            try:
                yield new_scene
            finally:
                await new_scene.close()


@pytest.fixture
async def one(
    database_url: str, clock: Clock, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[Scene]:
    """A bot on one shard."""
    async with scene(database_url, clock) as new_scene:
        await new_scene.start()
        yield new_scene
    _nothing_failed(caplog)


@pytest.fixture
async def two(
    database_url: str, clock: Clock, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[Scene]:
    """Two processes with a shard each, on one database."""
    async with scene(database_url, clock, 2) as new_scene:
        await new_scene.start(0)
        await new_scene.start(1)
        yield new_scene
    _nothing_failed(caplog)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py waits for some seconds before it connects again, so as not to be a burden to
    Discord.
    """

    async def at_once(*_: object, **__: object) -> None:
        pass

    monkeypatch.setattr(discord.backoff.ExponentialBackoff, "delay", lambda _: 0.05)
    monkeypatch.setattr(Client, "before_identify_hook", at_once)


def _nothing_failed(caplog: pytest.LogCaptureFixture) -> None:
    trouble = [entry for entry in caplog.get_records("call") if entry.levelno >= logging.ERROR]
    # discord.py tells of a connection that was refused as an error.
    ours = [
        f"{entry.name}: {entry.getMessage()}"
        for entry in trouble
        if entry.name not in ("discord.client", "discord.shard")
    ]
    assert not ours
