"""Addresses of databases: what a host may write, and what it means."""

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from games.core.errors import brief

from . import postgres
from .errors import StoreError

DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
}
EXAMPLES = (
    "sqlite+aiosqlite:///data/loophole.db or postgresql+asyncpg://user:password@host/database"
)


def check_url(text: str) -> URL:
    """The address of a database, its driver filled in.

    Raises StoreError, without repeating what may be a password.
    """
    text = text.strip()
    if text.partition("?")[0].count("@") > 1:
        raise StoreError(
            "an @ in its user or password is written %40 (and : %3A, / %2F, % %25); it may be "
            f"{EXAMPLES}"
        )
    try:
        url = make_url(text)
    except ArgumentError:
        raise StoreError(f"it may be {EXAMPLES}") from None
    except ValueError:
        raise StoreError(
            f"the port behind its host must be a number; it may be {EXAMPLES}"
        ) from None
    driver = DRIVERS.get(url.drivername, url.drivername)
    if driver not in DRIVERS.values():
        raise StoreError(f"there is no support for “{brief(url.drivername)}”; it may be {EXAMPLES}")
    # A user and password given as parameters move to their usual places, where they are hidden.
    credentials = {}
    for name in ("user", "password"):
        value = url.query.get(name)
        if isinstance(value, str):
            credentials[name] = value
    user = credentials.get("user", url.username)
    password = credentials.get("password", url.password)
    url = url.difference_update_query(credentials)
    url = url.set(drivername=driver, username=user, password=password)
    if url.get_backend_name() == "sqlite":
        return _checked_file(url)
    if not url.database:
        raise StoreError(f"the name of the database is missing at the end; it may be {EXAMPLES}")
    if url.port is not None and not 0 < url.port < 1 << 16:
        raise StoreError(f"the port behind its host may be 1 to 65535; it may be {EXAMPLES}")
    return postgres.check_parameters(url)


def _checked_file(url: URL) -> URL:
    if not url.database or url.database == ":memory:" or url.host:
        raise StoreError(
            f"SQLite needs a file that stays (three slashes before its path); it may be {EXAMPLES}"
        )
    if url.query:
        raise StoreError(
            "a SQLite file has no parameters, and ? in its name is written %3F; it may be "
            f"{EXAMPLES}"
        )
    return url
