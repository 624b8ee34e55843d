"""The lock by which at most one running bot uses a file of SQLite."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.engine import URL

from bot.disk import OWNER_ONLY
from bot.store import StoreError

try:
    import fcntl
except ImportError:  # a system without such locks
    fcntl = None  # type: ignore[assignment]


@contextmanager
def only_bot(url: URL) -> Iterator[None]:
    """Be the only bot on the database in the block.

    Raises StoreError where another one runs on its file. The lock is on a file of its own, as the
    database's may be replaced; the system frees it when a process dies. Several bots may share a
    PostgreSQL, each with its own shards (``bot.store.shard_locks``).
    """
    path = Path(os.path.realpath(str(url.database)))
    if fcntl is None or url.get_backend_name() != "sqlite" or os.path.isdir(path):
        yield
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(f"{path}-lock", os.O_RDWR | os.O_CREAT, OWNER_ONLY)
    except OSError:
        yield  # opening the database tells what is wrong with its folder
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        raise StoreError(
            f"another bot is running on {path}; stop it first, or set DATABASE_URL to another file"
        ) from None
    except OSError:
        pass  # a file system that has no locks
    try:
        yield
    finally:
        os.close(handle)
