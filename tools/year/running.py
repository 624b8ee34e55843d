"""Running the simulated server on a database file of its own."""

import random
import tempfile
from unittest.mock import patch

from bot.domain.domain import Domain
from bot.domain.matches import outages
from bot.store import Store, sqlite

from .ledger import Ledger
from .server import STEP, Server
from .visits import Moment


async def simulate(size: int, days: int, seed: int = 1) -> Ledger:
    """Simulate ``size`` members over ``days``."""
    pragmas = (*sqlite.PRAGMAS, "synchronous = OFF")
    # The bot beats once a step here, not every few seconds: an outage is more than a step without it.
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.object(outages, "OUTAGE", 2 * STEP),
        patch.object(sqlite, "PRAGMAS", pragmas),
    ):
        clock = Moment()
        store = await Store.open(f"sqlite+aiosqlite:///{folder}/year.db")
        try:
            services = Domain(store, clock, random.Random(seed))
            return await Server(services, clock, size, days, seed).run()
        finally:
            await store.close()
