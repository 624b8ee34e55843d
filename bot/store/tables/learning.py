"""The tables of learning: what members have made of puzzles, and what they have asked the computer and wait for."""

from __future__ import annotations

import sqlalchemy as sa

from .columns import Key, Moment, metadata

puzzle_tries = sa.Table(
    "puzzle_tries",
    metadata,
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("puzzle", sa.String(20), primary_key=True),
    sa.Column("wrong", sa.Integer, nullable=False, server_default="0"),
    sa.Column("solved_at", Moment),
)

puzzle_streaks = sa.Table(
    "puzzle_streaks",
    metadata,
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("day", sa.String(10), nullable=False),  # on which a puzzle was solved last, in UTC: 2026-03-02
    sa.Column("days", sa.Integer, nullable=False),  # in a row
    sa.Column("best", sa.Integer, nullable=False),
    sa.Column("solved", sa.Integer, nullable=False),  # puzzles in all
)

# What the computer was asked and has not told yet. The interaction is the one whose answer is to be changed.
pending_answers = sa.Table(
    "errands",
    metadata,
    sa.Column("id", Key, primary_key=True),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("user", sa.BigInteger, nullable=False, index=True),
    sa.Column("about", sa.JSON, nullable=False),
    sa.Column("scope", sa.BigInteger, nullable=False),
    sa.Column("channel", sa.BigInteger, nullable=False),
    sa.Column("locale", sa.String(20), nullable=False),
    sa.Column("interaction", sa.BigInteger, nullable=False),
    sa.Column("application", sa.BigInteger, nullable=False),
    sa.Column("token", sa.Text, nullable=False),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("held_until", Moment, nullable=False, index=True),  # whoever thinks about it puts this off
    sa.Column("tries", sa.Integer, nullable=False),  # how often it was begun
    sa.Column("noted", sa.Boolean, nullable=False, server_default=sa.false()),  # a hint that counts already
    sqlite_autoincrement=True,
)
