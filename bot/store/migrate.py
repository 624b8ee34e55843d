"""Brings a database up to date at start with the Alembic migrations beside this file."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from .errors import StoreError, no_database
from .tables import metadata

if TYPE_CHECKING:
    from alembic.config import Config

FOLDER = Path(__file__).with_name("migrations")
_LOCK = 0x10091E  # any number that no other program uses on the same server

FIRST = "0001"
FOLDED = ("0002", "0003")
"""Migrations that were folded into the first one. Migration 0021 adds what their databases lack."""
BEFORE_1_0_0 = tuple(f"{number:04}" for number in range(4, 21))
"""Migrations from before 1.0.0. No number here or in FOLDED is given to a migration again."""


class Condition(Enum):
    """How a database stands to the tables of this program, in words behind its name."""

    EMPTY = "tables will be created at the first start"
    CURRENT = "tables up to date"
    OLDER = "tables of an older version"
    NEWER = "was made by a newer version of this program; update it, or use another one"
    TOO_OLD = (
        "was made before version 1.0.0, and no version can bring its tables up to date; use "
        "another one"
    )
    FOREIGN = "belongs to another program; use another one"


@dataclass(frozen=True, slots=True)
class SchemaState:
    """The condition of a database and its revision, which is None where there are no tables."""

    revision: str | None
    condition: Condition

    @property
    def usable(self) -> bool:
        """Whether this program can work with it, after migrations if need be."""
        return self.condition in (Condition.EMPTY, Condition.CURRENT, Condition.OLDER)


def schema_state(connection: sa.Connection) -> SchemaState:
    """How a database stands to the tables of this program; nothing is changed."""
    inspector = sa.inspect(connection)
    revision: str | None = None
    if inspector.has_table("alembic_version"):
        revision = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return SchemaState(revision, _condition(inspector, revision))


def _condition(inspector: sa.Inspector, revision: str | None) -> Condition:
    numbers = revisions()
    if revision is None:
        return Condition.EMPTY
    if not (revision.isdecimal() and len(revision) == len(FIRST)):
        return Condition.FOREIGN
    if revision in BEFORE_1_0_0:
        return Condition.TOO_OLD
    if revision == FIRST or revision in FOLDED:
        # The first numbers were given twice; the earlier databases have no deletions yet.
        if not inspector.has_table("deletions"):
            return Condition.TOO_OLD
    elif revision not in numbers:
        return Condition.NEWER
    return Condition.CURRENT if revision == numbers[-1] else Condition.OLDER


def upgrade(connection: sa.Connection, *, create: bool = True) -> None:
    """Migrate within the connection's transaction.

    :param create: also where there are no tables yet.
    :raises StoreError: if no migration brings the database up to date.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    state = schema_state(connection)
    where = connection.engine.url.render_as_string()
    if not state.usable:
        raise StoreError(f"the database {where} {state.condition.value}")
    if state.condition is Condition.CURRENT:
        return
    if state.condition is Condition.EMPTY and not create:
        raise no_database(where)
    # Importing Alembic takes half a second, so a start without migrations goes without it.
    from alembic import command

    if state.revision in FOLDED:
        connection.execute(
            sa.text("UPDATE alembic_version SET version_num = :first"), {"first": FIRST}
        )
    command.upgrade(config(connection), "head")


def missing_parts(connection: sa.Connection) -> list[str]:
    """What a database lacks of the tables of this program, such as "column loops.chance"."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    context = MigrationContext.configure(connection, opts={"compare_type": True})
    differences = compare_metadata(context, metadata)
    words = list[str]()
    for difference in differences:
        words += _in_words(difference)
    return words


def _in_words(difference: Any) -> Iterator[str]:
    """A difference that Alembic found, in words; none for what is there besides."""
    if isinstance(difference, list):  # several of one column
        for part in difference:
            yield from _in_words(part)
        return
    kind, *objects = difference
    match kind:
        case "add_table":
            yield f"table {objects[0].name}"
        case "add_column":
            yield f"column {objects[1]}.{objects[2].name}"
        case "add_index":
            yield f"index {objects[0].name}"
        case "add_constraint" | "add_fk":
            yield f"constraint {objects[0].name}"
        case "modify_type" | "modify_nullable":
            yield f"{kind.removeprefix('modify_')} of column {objects[1]}.{objects[2]}"


def revisions() -> list[str]:
    """All revisions, oldest first: the number at the beginning of each migration's file name."""
    files = (FOLDER / "versions").glob("*_*.py")
    return sorted(file.name.split("_")[0] for file in files)


def config(connection: sa.Connection) -> "Config":
    """What Alembic's commands need to know."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
