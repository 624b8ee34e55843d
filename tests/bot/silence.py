"""A PostgreSQL that stops answering: what stands between it and the bot passes nothing on any
more.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import pytest
from sqlalchemy.engine import make_url

from bot.store import Store, engine

LIMIT = 1.5
"""Seconds after which a statement is given up by who is impatient. One that is answered does not
take as long, even where other programs have the machine.
"""


@contextmanager
def impatient(store: Store) -> Iterator[None]:
    """A store gives up statements sooner in the block, but not what a test does before and after
    it, for which a busy machine may need longer.
    """
    with pytest.MonkeyPatch.context() as patch:
        for transactions in (store._writes, store._unflushed, store._reads, store._fetches):
            patch.setattr(transactions, "seconds", LIMIT)
        patch.setattr(engine, "LOOKING_SECONDS", LIMIT)
        yield


class Silence:
    """Passes on what bot and server say to each other until the bot says ``word``; ``passed``: it
    is carried out.

    From then on no connection gets an answer; with ``only_one`` the others do.
    """

    def __init__(self, server: str) -> None:
        self.url = make_url(server)
        self.word: bytes | None = None
        self.passed = self.only_one = False
        self.silent = False

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        host = str(self.url.query.get("host") or self.url.host)
        port = self.url.port or 5432
        connect = (
            asyncio.open_unix_connection(f"{host}/.s.PGSQL.{port}")
            if host.startswith("/")
            else asyncio.open_connection(host, port)
        )
        answers, server = await connect
        is_cut = is_named = False

        async def pass_on(
            source: asyncio.StreamReader, goal: asyncio.StreamWriter, *, from_client: bool
        ) -> None:
            nonlocal is_cut, is_named
            with contextlib.suppress(ConnectionError):
                while data := await source.read(1 << 16):
                    # A driver first names a statement and, once it is understood, has it carried
                    # out.
                    is_done = from_client and is_named and self.passed
                    is_named = is_named or (
                        from_client and self.word is not None and self.word in data
                    )
                    if is_done and not is_cut:
                        goal.write(data)
                    if is_done or (is_named and not self.passed and not is_cut):
                        is_cut = True
                        self.word = None
                        self.silent = not self.only_one
                    if not is_cut and not self.silent:
                        goal.write(data)
                goal.close()

        await asyncio.gather(
            pass_on(reader, server, from_client=True), pass_on(answers, writer, from_client=False)
        )


@asynccontextmanager
async def silence(server: str) -> AsyncIterator[tuple[Silence, str]]:
    """What can fall silent in front of the database at an address, and its own address."""
    proxy = Silence(server)
    listening = await asyncio.start_server(proxy.connected, "127.0.0.1", 0)
    host, port = listening.sockets[0].getsockname()[:2]
    url = proxy.url.difference_update_query(["host"]).set(host=host, port=port)
    try:
        yield proxy, url.render_as_string(hide_password=False)
    finally:
        listening.close()
