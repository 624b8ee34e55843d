"""The tables of puzzles: what each member has tried and solved, and for how many days in a row."""

from __future__ import annotations

import sqlalchemy as sa

from .tables import Moment, metadata

tries = sa.Table(
    "puzzle_tries",
    metadata,
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("puzzle", sa.String(20), primary_key=True),
    sa.Column("wrong", sa.Integer, nullable=False, server_default="0"),
    sa.Column("solved_at", Moment),
)

streaks = sa.Table(
    "puzzle_streaks",
    metadata,
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("day", sa.String(10), nullable=False),  # on which a puzzle was solved last, in UTC: 2026-03-02
    sa.Column("days", sa.Integer, nullable=False),  # in a row
    sa.Column("best", sa.Integer, nullable=False),
    sa.Column("solved", sa.Integer, nullable=False),  # puzzles in all
)
