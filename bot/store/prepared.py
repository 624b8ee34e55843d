"""Statements that every move needs, compiled once and run past SQLAlchemy's machinery where the database is SQLite.

SQLAlchemy takes ten times as long to run a statement as SQLite does. What it knows is used all the same: it writes the
SQL, and its types turn values into what is stored and back.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, TypeAlias

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from . import local

Processor: TypeAlias = Callable[[Any], Any] | None
_DIALECT = local.Dialect(paramstyle="qmark")
_AGAIN = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_INTERRUPT)


class Prepared:
    """A statement whose values are bound by name; one that gives rows names its columns."""

    def __init__(self, statement: sa.Select[Any] | sa.Insert | sa.Update | sa.Delete) -> None:
        self.statement = statement

    async def rows(self, connection: AsyncConnection, **values: Any) -> list[dict[str, Any]]:
        """The rows, by the names of their columns."""
        driver = _driver(connection)
        if driver is not None and (found := self.at_once(driver, values)) is not None:
            return found
        return [dict(row) for row in (await connection.execute(self.statement, values)).mappings()]

    async def row(self, connection: AsyncConnection, **values: Any) -> dict[str, Any] | None:
        """The only row; None if there is none."""
        found = await self.rows(connection, **values)
        return found[0] if found else None

    async def count(self, connection: AsyncConnection, **values: Any) -> int:
        """How many rows a statement that gives none has changed."""
        driver = _driver(connection)
        if driver is not None:
            return self._run(driver, values)[1]
        return int((await connection.execute(self.statement, values)).rowcount)

    def at_once(self, driver: local.Connection, values: Mapping[str, Any]) -> list[dict[str, Any]] | None:
        """The rows, found at once; None if that cannot be."""
        try:
            found = self._run(driver, values)[0]
        except DBAPIError as error:
            if getattr(error.orig, "sqlite_errorcode", None) in _AGAIN:
                return None
            raise
        return [
            {name: value if read is None else read(value) for (name, read), value in zip(self._reads, row, strict=True)}
            for row in found
        ]

    def _run(self, driver: local.Connection, values: Mapping[str, Any]) -> tuple[list[Any], int]:
        """The rows as they are stored, and how many were changed."""
        sql, writes, fixed = self._sql
        given = {**fixed, **values}
        bound = [given[name] if write is None else write(given[name]) for name, write in writes]
        if not self.statement.is_select:
            driver.set_progress_handler(None, 0)  # breaking off a change would undo the transaction
        try:
            cursor = driver.cursor(sqlite3.Cursor).execute(sql, bound)
            return cursor.fetchall(), cursor.rowcount
        except sqlite3.Error as error:
            raise DBAPIError.instance(sql, None, error, sqlite3.Error) from error

    @cached_property
    def _sql(self) -> tuple[str, list[tuple[str, Processor]], dict[str, Any]]:
        """The SQL; the names of its values in their order, with what turns each into what is stored; those it has."""
        compiled = self.statement.compile(dialect=_DIALECT)
        names = compiled.positiontup or []
        types = {name: compiled.binds[name].type.dialect_impl(_DIALECT) for name in names}
        fixed = {name: compiled.binds[name].value for name in names if not compiled.binds[name].required}
        return str(compiled), [(name, types[name].bind_processor(_DIALECT)) for name in names], fixed

    @cached_property
    def _reads(self) -> list[tuple[str, Processor]]:
        """The names of the columns, with what turns what is stored into a value."""
        columns = self.statement.exported_columns
        return [(str(one.key), one.type.dialect_impl(_DIALECT).result_processor(_DIALECT, None)) for one in columns]


def _driver(connection: AsyncConnection) -> local.Connection | None:
    """The SQLite connection below; None if there is another database."""
    if connection.dialect.name != "sqlite" or connection.sync_connection is None:
        return None
    driver = connection.sync_connection.connection.dbapi_connection
    return driver if isinstance(driver, local.Connection) else None
