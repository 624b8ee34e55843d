"""Which servers the bot is in, noted as Discord tells it, and again for as long as the database does not take it."""

from __future__ import annotations

from bot.domain.servers.service import Servers


class Membership:
    """Notes servers that the bot enters and leaves."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers
        self._pending: dict[int, bool] = {}

    async def note(self, server: int, *, here: bool) -> None:
        """Note that the bot is in a server or not. Raises Unavailable; ``retry`` then does it."""
        self._pending[server] = here
        await (self._servers.back if here else self._servers.removed)(server)
        if self._pending.get(server) is here:
            del self._pending[server]

    async def retry(self) -> None:
        """Note what could not be noted yet. Raises Unavailable."""
        for server, here in list(self._pending.items()):
            await self.note(server, here=here)
