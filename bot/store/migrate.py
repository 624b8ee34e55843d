"""Brings a database up to date at start with the Alembic migrations beside this file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

if TYPE_CHECKING:
    from alembic.config import Config

FOLDER = Path(__file__).with_name("migrations")
_LOCK = 0x10091E  # any number that no other program uses on the same server


class TooNew(Exception):
    """The database has a revision that this program does not know."""


def upgrade(connection: sa.Connection, revision: str = "head") -> None:
    """Migrate within the connection's transaction. Raises TooNew."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    known, current = revisions(), current_revision(connection)
    if current not in (*known, None):
        raise TooNew
    if current != (known[-1] if revision == "head" else revision):
        # Importing Alembic takes half a second, so a start without migrations goes without it.
        from alembic import command

        command.upgrade(_config(connection), revision)


def downgrade(connection: sa.Connection, revision: str) -> None:
    """Migrate back within the connection's transaction; ``base`` removes everything."""
    from alembic import command

    command.downgrade(_config(connection), revision)


def revisions() -> list[str]:
    """All revisions, oldest first: the number at the beginning of each migration's file name."""
    return sorted(file.name.split("_")[0] for file in (FOLDER / "versions").glob("*_*.py"))


def current_revision(connection: sa.Connection) -> str | None:
    """The revision of the database; None if it has no tables yet."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return revision


def _config(connection: sa.Connection) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
