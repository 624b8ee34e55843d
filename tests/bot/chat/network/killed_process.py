"""The bot as it runs on Discord, in a hurry and with another Discord; its arguments are DATABASE, ADDRESS and BEGAN."""

import asyncio
import logging
import sys

from bot.app import Bot
from bot.chat.discord import reply
from bot.store import Store

from .address import discord_at
from .discord_server import ANSWER_SECONDS
from .hurry import HurriedClock, HurriedLoop, hurry


async def main(database: str, clock: HurriedClock) -> None:
    bot = Bot(await Store.open(database), clock.now, monotonic=lambda: clock.now().timestamp(), shard_count=1)
    async with bot.client:
        await bot.client.start("token")


if __name__ == "__main__":
    database, address, began = sys.argv[1:]
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    reply.DEFER_AFTER = ANSWER_SECONDS * 2 / 3
    clock = HurriedClock(float(began))
    hurry(clock)
    with discord_at(address), asyncio.Runner(loop_factory=HurriedLoop) as runner:
        runner.run(main(database, clock))
