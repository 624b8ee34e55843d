"""The bot as a host starts it, in a process of its own, with another Discord."""

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

from ...test_starting import ROOT, TOKEN

KEPT = ("PATH", "HOME", "LANG", "VIRTUAL_ENV")
"""What the process keeps of the environment of the tests."""


async def start_bot(
    address: str, database: Path, *, settings: dict[str, str] | None = None, **terms: Any
) -> asyncio.subprocess.Process:
    """Start the bot on an SQLite database.

    :param address: where it finds Discord, such as ``http://127.0.0.1:8080``
    :param settings: variables of its environment, besides those that every bot has
    :param terms: passed on to ``asyncio.create_subprocess_exec``, such as ``stderr``
    """
    environment = {name: os.environ[name] for name in KEPT if name in os.environ}
    environment["PYTHONPATH"] = str(ROOT)
    environment["DISCORD_TOKEN"] = TOKEN
    environment["DATABASE_URL"] = f"sqlite+aiosqlite:///{database}"
    if settings is not None:
        environment.update(settings)
    command = (sys.executable, "-m", "tests.bot.chat.network.served_process", address)
    return await asyncio.create_subprocess_exec(*command, cwd=ROOT, env=environment, **terms)
