"""Bringing a database up to date at start, with Alembic's migrations that lie beside this file."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

FOLDER = Path(__file__).with_name("migrations")
_LOCK = 0x10091E  # any number that no other program takes on the same server


class TooNew(Exception):
    """The database carries a revision that this program does not know."""


def upgrade(connection: sa.Connection, revision: str = "head") -> None:
    """Migrate within the connection's transaction. Raises TooNew."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
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
    command.downgrade(_config(connection), revision)


def _config(connection: sa.Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
