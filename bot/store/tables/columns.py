"""How tables and columns are declared, and types of columns that every database stores alike.

Beside this file, ``# --`` in a table begins a group of columns; any other comment is about the
column below or beside it.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa

from bot.store.personal import Declared, Stays

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Moment(sa.types.TypeDecorator[datetime]):
    """An aware UTC datetime, kept as whole milliseconds since 1970: the same in every database, and
    sums are easy.
    """

    impl = sa.BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> int | None:
        return None if value is None else (value - EPOCH) // timedelta(milliseconds=1)

    def process_result_value(self, value: int | None, dialect: sa.Dialect) -> datetime | None:
        return None if value is None else EPOCH + timedelta(milliseconds=value)


def storable(text: str) -> str:
    """Text from outside without what a database cannot hold: NUL characters, and halves of
    characters.
    """
    return text.replace("\0", "").encode("utf-8", "replace").decode()


class Name(sa.types.TypeDecorator[str]):
    """A short text that somebody chose."""

    impl = sa.String
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: sa.Dialect) -> str | None:
        return None if value is None else storable(value)


class Prose(Name):
    """A longer text that somebody wrote."""

    impl = sa.Text
    cache_ok = True


Key = sa.BigInteger().with_variant(sa.Integer, "sqlite")

metadata = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    }
)


def table(
    name: str, stays: Stays, *items: sa.schema.SchemaItem, sqlite_autoincrement: bool = False
) -> sa.Table:
    """A table whose rows all stay as long."""
    return sa.Table(
        name, metadata, *items, info={"stays": stays}, sqlite_autoincrement=sqlite_autoincrement
    )


def column(
    name: str, kind: Any, says: Declared, *items: sa.schema.SchemaItem, **options: Any
) -> sa.Column[Any]:
    """A column of the SQL type ``kind``, with what it says about people."""
    return sa.Column(name, kind, *items, info={"personal": says}, **options)


def parent(name: str, table: str, says: Declared, **options: Any) -> sa.Column[Any]:
    """A column with the id of a row of another table, together with which the row is deleted."""
    row = sa.ForeignKey(f"{table}.id", ondelete="CASCADE")
    return column(name, Key, says, row, **options)


def partial_index(name: str, *columns: sa.Column[Any], where: sa.ColumnElement[bool]) -> None:
    """Index the rows for which ``where`` is true."""
    sa.Index(name, *columns, sqlite_where=where, postgresql_where=where)
