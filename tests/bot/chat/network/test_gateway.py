"""Whatever becomes of the connection with Discord, nothing is missed, told twice, or charged to
anybody's clock.
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
        running = asyncio.create_task(bot.client.start("token"))

        async def stop() -> None:
            if not bot.client.is_closed():
                await bot.client.close()
            await asyncio.wait({running})

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
        offered = await challenges.make(
            place, self.alice, "veloop-square", opponent=self.bob, side="first", **terms
        )
        match = (await challenges.accept(offered.challenge.id, self.bob)).match
        await self.flush()
        return match.id

    async def flush(self) -> None:
        """All bots send what is owed, at the same time."""
        await asyncio.gather(*(bot.delivery.flush() for bot in self.bots))

    async def passes(self, **span: float) -> None:
        """Time passes, in which every bot does what it does every few seconds."""
        left = timedelta(**span)
        while left > timedelta(0):
            self.clock.moment += min(left, timedelta(minutes=2))
            left -= timedelta(minutes=2)
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
    async with running_gateway(shards) as found:
        made = Scene(found, url, clock)
        with discord_at(found.address):
            try:
                yield made
            finally:
                await made.close()


@pytest.fixture
async def one(
    prepared: str, clock: Clock, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[Scene]:
    """A bot on one shard."""
    async with scene(prepared, clock) as made:
        await made.start()
        yield made
    _nothing_failed(caplog)


@pytest.fixture
async def two(
    prepared: str, clock: Clock, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[Scene]:
    """Two processes with a shard each, on one database."""
    async with scene(prepared, clock, 2) as made:
        await made.start(0)
        await made.start(1)
        yield made
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


@pytest.mark.slow
async def test_what_happened_while_a_connection_was_cut_is_heard_when_it_is_taken_up_again(
    one: Scene,
) -> None:
    here = one.places[0]
    await one.match(here, variant="12x12, single turns")
    service = one.matches
    for ply, polite in enumerate((False, True)):
        await one.discord.cut(polite=polite)
        now = await service.get(1)
        missed = one.discord.command(
            now.mover or 0, here.channel, "move", moves=str(now.state.legal_moves()[0])
        )
        await until(lambda record=missed: record.responded)
        now = await service.get(1)
        assert now.state.ply == ply + 1
        assert one.told(here, f"played **{now.decisions[-1]}**") == 1
    assert one.discord.heard["resume"] == 2
    assert one.discord.heard["identify"] == 1


@pytest.mark.slow
async def test_an_hour_without_the_gateway_costs_nobody_time_and_all_is_told_once(
    one: Scene,
) -> None:
    here = one.places[0]
    service = one.matches
    timed = await one.match(here, clock="1d", variant="12x12, single turns")
    banked = await one.match(here, clock="2d+0h")
    await one.later(hours=17, minutes=30)
    before = [(await service.get(match)).due for match in (timed, banked)]
    told = one.discord.posts(here.channel)
    one.discord.away = True
    await one.discord.cut(forget=True)
    await until(lambda: one.bots[0].client.shards[0].is_closed())
    # Half an hour before a reminder is due: nobody is told to do what they cannot do.
    await one.passes(hours=1)
    assert len(one.discord.posts(here.channel)) == len(told)  # a card may still get its link
    one.discord.away = False
    await until(lambda: one.discord.connected == {0})
    await until(lambda: not one.bots[0].client.shards[0].is_closed())
    await one.passes(seconds=1)
    after = [(await service.get(match)).due for match in (timed, banked)]
    for old, new in zip(before, after, strict=True):
        assert timedelta(minutes=58) <= new - old <= timedelta(minutes=62)
    await one.passes(hours=1)
    new = [post for post in one.discord.posts(here.channel) if post not in told and "M1" in post]
    # its card may only now have got its link
    reminders = [post for post in new if "### Challenge" not in post]
    assert len(reminders) == 1
    assert f"<@{one.alice.id}>" in reminders[0]


@pytest.mark.slow
async def test_what_was_owed_when_the_gateway_went_away_is_posted_once(one: Scene) -> None:
    here = one.places[0]
    service = one.matches
    await one.match(here, variant="12x12, single turns")
    one.discord.away = True
    await one.discord.cut(forget=True)
    text = str((await service.get(1)).state.legal_moves()[0])
    await service.play(1, one.alice.id, text)
    await one.passes(minutes=20)
    one.discord.away = False
    await until(lambda: one.discord.connected == {0})
    await one.passes(minutes=10)
    assert one.told(here, f"played **{text}**") == 1


@pytest.mark.slow
async def test_a_shard_that_is_away_alone_costs_its_players_no_time(two: Scene) -> None:
    for place in two.places:
        await two.match(place, clock="1d")
    here, there = [(await two.matches.get(number)).due for number in (1, 2)]
    assert here is not None
    await two.passes(minutes=4)
    two.discord.away = True
    (session,) = [one for one in two.discord.sessions.values() if one.shard == 1]
    await session.socket.close(code=4000)
    await until(lambda: two.bots[1].client.shards[1].is_closed())
    await two.passes(hours=1)
    two.discord.away = False
    await until(lambda: two.discord.connected == {0, 1})
    await two.passes(minutes=2)
    assert (await two.matches.get(1)).due == here
    now = (await two.matches.get(2)).due
    assert timedelta(hours=1) <= now - there <= timedelta(hours=1, minutes=4)
