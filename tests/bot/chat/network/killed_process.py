"""The bot as it runs on Discord, in a hurry and with another Discord; its arguments are DATABASE, ADDRESS and BEGAN."""

from __future__ import annotations

import asyncio
import logging
import sys

import discord.gateway
import discord.http
import yarl

from bot.app import opened
from bot.chat.kit import reply as answers

from .discord_server import ANSWER_SECONDS
from .hurry import HurriedClock, HurriedLoop, hurry


async def main(database: str, clock: HurriedClock) -> None:
    async with opened(database, clock.now, shard_count=1) as bot, bot:
        await bot.start("token")


if __name__ == "__main__":
    database, address, began = sys.argv[1:]
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    discord.http.Route.BASE = f"{address}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address.replace("http", "ws")).with_path("/gateway")
    answers.DEFER_AFTER = ANSWER_SECONDS * 2 / 3
    clock = HurriedClock(float(began))
    hurry(clock)
    with asyncio.Runner(loop_factory=HurriedLoop) as runner:
        runner.run(main(database, clock))
