"""Bringing a database up to date at start, with Alembic's migrations that lie beside this file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

if TYPE_CHECKING:
    from alembic.config import Config

FOLDER = Path(__file__).with_name("migrations")
_LOCK = 0x10091E  # any number that no other program takes on the same server


class TooNew(Exception):
    """The database carries a revision that this program does not know."""


def upgrade(connection: sa.Connection, revision: str = "head") -> None:
    """Migrate within the connection's transaction. Raises TooNew."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    if revision == "head" and _current(connection) == _newest():
        return
    # Alembic makes a start half a second longer, so it is loaded only where there is something to do.
    from alembic import command
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = _config(connection)
    script = ScriptDirectory.from_config(config)
    known = {entry.revision for entry in script.walk_revisions()}
    current = MigrationContext.configure(connection).get_current_heads()
    if not set(current) <= known:
        raise TooNew
    if revision != "head" or set(current) != set(script.get_heads()):
        command.upgrade(config, revision)


def downgrade(connection: sa.Connection, revision: str) -> None:
    """Migrate back within the connection's transaction; ``base`` removes everything."""
    from alembic import command

    command.downgrade(_config(connection), revision)


def _newest() -> str:
    """The newest revision there is: the files of the migrations begin with their numbers."""
    return max(file.name.split("_")[0] for file in (FOLDER / "versions").rglob("0*_*.py"))


def _current(connection: sa.Connection) -> str | None:
    """The revision of the database; None for one that has no tables yet."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return found


def _config(connection: sa.Connection) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("recursive_version_locations", "true")
    config.attributes["connection"] = connection
    return config
