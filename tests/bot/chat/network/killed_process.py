"""The bot as it runs on Discord, in a hurry and with another Discord; its arguments are DATABASE,
ADDRESS, BEGAN, SHARD and SHARDS.
"""

import asyncio
import logging
import sys

from bot.app import Bot
from bot.chat.discord import reply
from bot.store import Store, access, engine, postgres

from .address import discord_at
from .discord_server import ANSWER_SECONDS
from .hurry import SPEED, HurriedClock, HurriedLoop, hurry


def give_the_database_its_time() -> None:
    """Let its answers take as long as they may: they are the work of another process, which nothing
    hurries.
    """
    engine.STATEMENT_SECONDS *= SPEED
    engine.ALONE_SECONDS *= SPEED
    engine.LOOKING_SECONDS *= SPEED
    access.SLOT_SECONDS *= SPEED
    postgres.CONNECT_SECONDS *= SPEED


async def main(database: str, clock: HurriedClock, shard: int, shards: int) -> None:
    store = await Store.open(database)

    def monotonic() -> float:
        return clock.now().timestamp()

    bot = Bot(store, clock.now, monotonic=monotonic, shard_count=shards, shard_ids=[shard])
    async with bot.client:
        await bot.client.start("token")


if __name__ == "__main__":
    database, address, began, *shard = sys.argv[1:]
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    reply.DEFER_AFTER = ANSWER_SECONDS * 2 / 3
    clock = HurriedClock(float(began))
    hurry(clock)
    give_the_database_its_time()
    with discord_at(address), asyncio.Runner(loop_factory=HurriedLoop) as runner:
        runner.run(main(database, clock, *map(int, shard)))
