"""Statements that every move needs: compiled once, and sent to SQLite in one go.

SQLAlchemy takes longer to run a statement than SQLite does, and crosses to aiosqlite's thread four times for one that
gives rows. What it knows is used all the same: it writes the SQL, and its types turn values into what is stored and
back.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any, TypeAlias

import aiosqlite
import sqlalchemy as sa
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

Processor: TypeAlias = Callable[[Any], Any] | None
_DIALECT = sqlite.dialect(paramstyle="qmark")


class Prepared:
    """A statement that gives rows, its values bound by name. One that changes rows returns a column of each."""

    def __init__(self, statement: sa.Select[Any] | sa.Insert | sa.Update | sa.Delete) -> None:
        self.statement = statement

    async def rows(self, connection: AsyncConnection, **values: Any) -> list[dict[str, Any]]:
        """The rows, by the names of their columns."""
        driver = await sqlite_of(connection)
        if driver is not None:
            return await self.found(driver, **values)
        return [dict(row) for row in (await connection.execute(self.statement, values)).mappings()]

    async def row(self, connection: AsyncConnection, **values: Any) -> dict[str, Any] | None:
        """The only row; None if there is none."""
        rows = await self.rows(connection, **values)
        return rows[0] if rows else None

    async def found(self, driver: aiosqlite.Connection, **values: Any) -> list[dict[str, Any]]:
        """The rows, asked of SQLite itself."""
        with self._bound(values) as (sql, bound):
            rows = await driver.execute_fetchall(sql, bound)
        return [
            {name: value if read is None else read(value) for (name, read), value in zip(self._reads, row, strict=True)}
            for row in rows
        ]

    @contextmanager
    def _bound(self, values: dict[str, Any]) -> Iterator[tuple[str, list[Any]]]:
        """The SQL with its values in their order. What SQLite raises in the block is raised as SQLAlchemy would."""
        sql, writes, fixed = self._sql
        given = {**fixed, **values}
        try:
            yield sql, [given[name] if write is None else write(given[name]) for name, write in writes]
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


async def sqlite_of(connection: AsyncConnection) -> aiosqlite.Connection | None:
    """The SQLite connection below; None if there is another database."""
    driver = (await connection.get_raw_connection()).driver_connection
    return driver if isinstance(driver, aiosqlite.Connection) else None
