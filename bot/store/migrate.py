"""Brings a database up to date at start with the Alembic migrations beside this file."""

from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

from .errors import StoreError

if TYPE_CHECKING:
    from alembic.config import Config

FOLDER = Path(__file__).with_name("migrations")
_LOCK = 0x10091E  # any number that no other program uses on the same server


def upgrade(connection: sa.Connection) -> None:
    """Migrate within the connection's transaction. Raises StoreError."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    known, current = revisions(), None
    if sa.inspect(connection).has_table("alembic_version"):
        current = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    if current not in (*known, None):
        url = connection.engine.url.render_as_string()
        newer = "was made by a newer version of this program; update it, or use another one"
        raise StoreError(f"the database {url} {newer}")
    if current != known[-1]:
        # Importing Alembic takes half a second, so a start without migrations goes without it.
        from alembic import command

        command.upgrade(config(connection), "head")


def revisions() -> list[str]:
    """All revisions, oldest first: the number at the beginning of each migration's file name."""
    return sorted(file.name.split("_")[0] for file in (FOLDER / "versions").glob("*_*.py"))


def config(connection: sa.Connection) -> "Config":
    """What Alembic's commands need to know."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
