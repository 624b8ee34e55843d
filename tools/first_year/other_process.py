"""A second process of the bot on a server's database, with its own shards: ``… ADDRESS PORT SHARDS
COUNT MOMENT``.

It says that it serves, or in one line why not, and goes on until it is killed.
"""

import asyncio
import logging
import sys
from datetime import datetime, timedelta
from time import monotonic

from bot.domain.domain import Domain
from bot.ops.metrics_server import BotStatus, ShardStatus, metrics_served
from bot.store import Store, StoreError
from bot.store.shard_locks import held_shards

SERVES = "serves"


async def serve(address: str, port: int, shards: list[int], count: int, moment: datetime) -> None:
    """Be the process with these shards.

    ``moment``: what the machine's clock shows now. Raises StoreError.
    """
    start = monotonic()
    status = BotStatus(
        ready=True,
        servers=3,
        shards={shard: ShardStatus(True, 0.05) for shard in shards},
        loops={"posts": True},
        thinking=(0, 0),
    )
    store = await Store.open(address)
    try:
        async with held_shards(store, shards, count):
            domain = Domain(store, lambda: moment + timedelta(seconds=monotonic() - start))
            await domain.heartbeat.beat(shards, count)
            async with metrics_served("127.0.0.1", port, lambda: status, domain.database):
                print(SERVES, flush=True)
                await asyncio.Event().wait()
    finally:
        await store.close()


def main() -> int:
    """1 if the process may not run."""
    logging.disable(logging.WARNING)
    address, port, shards, count, moment = sys.argv[1:]
    numbers = [int(shard) for shard in shards.split(",")]
    try:
        asyncio.run(serve(address, int(port), numbers, int(count), datetime.fromisoformat(moment)))
    except StoreError as error:
        print(error, flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
