"""Where discord.py finds Discord: elsewhere, for tests and benchmarks. It has no public way to say so.

If it looked elsewhere, nothing here would ever be connected.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import discord.gateway
import discord.http
import yarl


@contextmanager
def discord_at(address: str) -> Iterator[None]:
    """Take what is at an address, such as ``http://127.0.0.1:8080``, for Discord's HTTP API and gateway."""
    route, socket = discord.http.Route, discord.gateway.DiscordWebSocket
    before = route.BASE, socket.DEFAULT_GATEWAY
    route.BASE = f"{address}/api/v10"
    socket.DEFAULT_GATEWAY = yarl.URL(address.replace("http", "ws")).with_path("/gateway")
    try:
        yield
    finally:
        route.BASE, socket.DEFAULT_GATEWAY = before
