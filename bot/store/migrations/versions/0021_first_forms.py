"""What databases lack that were made by an earlier form of the first migration; and a counter of tournaments.

The first migration was still changed after 1.0.0 was announced, until 26 November 2026 06:32 UTC, and migrations 0002
and 0003 were folded into it. A database of those days has its number, but not all of its tables and columns. Numbers
up to 0020 were given to migrations before 1.0.0, so this is the next.

Tournaments are counted as matches are, so that a restored copy can go on with numbers that nobody has seen yet.
"""

from importlib import import_module

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0001"

SCHEMA: sa.MetaData = import_module("bot.store.migrations.versions.0001_schema").schema

LEFT_OVER = {
    "entrants": ("offered_name",),
    "matches": ("other_asked",),
    "puzzle_ratings": ("tries",),
    "puzzle_streaks": ("rating", "deviation", "volatility"),
    "tournaments": ("created_at",),
}
"""Columns of earlier forms that nothing reads."""


def upgrade() -> None:
    connection = op.get_bind()
    _drop_what_nothing_reads(sa.inspect(connection))
    _add_what_is_missing(sa.inspect(connection))
    op.add_column("scopes", sa.Column("tournaments", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("scopes", "tournaments")


def _drop_what_nothing_reads(inspector: sa.Inspector) -> None:
    # How far somebody was in courses that are gone, by numbers that mean nothing in those of today.
    if inspector.has_table("lesson_progress"):
        op.drop_table("lesson_progress")
    # For less than an hour, exercises were stored without the puzzle that they are now.
    if inspector.has_table("exercises") and "puzzle" not in _columns(inspector, "exercises"):
        op.drop_table("exercises")
    for table, names in LEFT_OVER.items():
        for name in _columns(inspector, table).intersection(names):
            op.drop_column(table, name)


def _add_what_is_missing(inspector: sa.Inspector) -> None:
    there = set(inspector.get_table_names())
    for table in SCHEMA.sorted_tables:
        if table.name not in there:
            table.create(op.get_bind())
            continue
        columns = _columns(inspector, table.name)
        for column in table.columns:
            if column.name not in columns:
                op.add_column(table.name, _addable(column))
        indexes = {index["name"] for index in inspector.get_indexes(table.name)}
        for index in table.indexes:
            if index.name not in indexes:
                index.create(op.get_bind())


def _columns(inspector: sa.Inspector, table: str) -> set[str]:
    return {column["name"] for column in inspector.get_columns(table)}


def _addable(column: sa.Column[object]) -> sa.Column[object]:
    """A copy of a column for a table that may have rows: without a default, they are all false in it."""
    default = column.server_default
    if default is None and not column.nullable:
        default = sa.DefaultClause(sa.false())
    return sa.Column(column.name, column.type, nullable=column.nullable, server_default=default)
