"""A PostgreSQL server for the tests, which are skipped where there is none to be had."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from tools.postgres_server import NoServer, PostgresServer, postgres_server

__all__ = ["PostgresServer", "server"]


@contextmanager
def server() -> Iterator[PostgresServer]:
    """A server with an empty, migrated database on it."""
    with ExitStack() as stack:
        try:
            server = stack.enter_context(postgres_server())
        except NoServer as error:
            pytest.skip(str(error))
        yield server
