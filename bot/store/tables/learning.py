"""The tables of learning: puzzles, lessons, and what members have asked the computer and wait for."""

from __future__ import annotations

import sqlalchemy as sa

from bot.store.personal import ROW, Rows, Stays

from .columns import Key, Moment, metadata

practised = Rows(Stays.CHOSEN)
asked = Rows(Stays.ASKED)
measured = Rows(Stays.SERVICE)

puzzle_tries = sa.Table(
    "puzzle_tries",
    metadata,
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False, info=practised.person(ROW)),
    sa.Column("game", sa.String(40), primary_key=True, info=practised.nothing()),
    sa.Column("puzzle", sa.String(20), primary_key=True, info=practised.about("user")),
    sa.Column("wrong", sa.Integer, nullable=False, server_default="0", info=practised.about("user")),
    sa.Column("solved_at", Moment, info=practised.about("user")),
)

puzzle_streaks = sa.Table(
    "puzzle_streaks",
    metadata,
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False, info=practised.person(ROW)),
    # on which a puzzle was solved last, in UTC: 2026-03-02
    sa.Column("day", sa.String(10), nullable=False, info=practised.about("user")),
    sa.Column("days", sa.Integer, nullable=False, info=practised.about("user")),  # in a row
    sa.Column("best", sa.Integer, nullable=False, info=practised.about("user")),
    sa.Column("solved", sa.Integer, nullable=False, info=practised.about("user")),  # puzzles in all
    # won and lost against puzzles
    sa.Column("rating", sa.Float, nullable=False, server_default="1200", info=practised.about("user")),
    sa.Column("deviation", sa.Float, nullable=False, server_default="350", info=practised.about("user")),
    sa.Column("volatility", sa.Float, nullable=False, server_default="0.06", info=practised.about("user")),
)

# How hard each puzzle has turned out to be; one that nobody has tried has no row.
puzzle_ratings = sa.Table(
    "puzzle_ratings",
    metadata,
    sa.Column("game", sa.String(40), primary_key=True, info=measured.nothing()),
    sa.Column("puzzle", sa.String(20), primary_key=True, info=measured.nothing()),
    sa.Column("rating", sa.Float, nullable=False, info=measured.nothing()),
    sa.Column("deviation", sa.Float, nullable=False, info=measured.nothing()),
    sa.Column("volatility", sa.Float, nullable=False, info=measured.nothing()),
    sa.Column("tries", sa.Integer, nullable=False, info=measured.nothing()),
)

lesson_progress = sa.Table(
    "lesson_progress",
    metadata,
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False, info=practised.person(ROW)),
    sa.Column("game", sa.String(40), primary_key=True, info=practised.nothing()),
    sa.Column("step", sa.Integer, nullable=False, info=practised.about("user")),  # where to go on, from 0
    sa.Column("done", sa.Integer, nullable=False, info=practised.about("user")),  # the most steps ever done
)

# Questions that the computer has not answered yet. The interaction is the one whose answer is to be changed.
pending_answers = sa.Table(
    "pending_answers",
    metadata,
    sa.Column("id", Key, primary_key=True, info=asked.nothing()),
    sa.Column("kind", sa.String(20), nullable=False, info=asked.about("user")),
    sa.Column("user", sa.BigInteger, nullable=False, index=True, info=asked.person(ROW)),
    sa.Column("about", sa.JSON, nullable=False, info=asked.about("user", keys="questions")),
    sa.Column("scope", sa.BigInteger, nullable=False, info=asked.scope()),
    sa.Column("channel", sa.BigInteger, nullable=False, info=asked.channel()),
    sa.Column("locale", sa.String(20), nullable=False, info=asked.about("user")),
    sa.Column("interaction", sa.BigInteger, nullable=False, info=asked.about("user")),
    sa.Column("application", sa.BigInteger, nullable=False, info=asked.nothing()),
    sa.Column("token", sa.Text, nullable=False, info=asked.credential("user")),
    sa.Column("created_at", Moment, nullable=False, info=asked.about("user")),
    # moved on by the process that has claimed it
    sa.Column("held_until", Moment, nullable=False, index=True, info=asked.nothing()),
    sa.Column("tries", sa.Integer, nullable=False, info=asked.nothing()),  # how often it was begun
    # a hint that counts already
    sa.Column("noted", sa.Boolean, nullable=False, server_default=sa.false(), info=asked.nothing()),
    sqlite_autoincrement=True,
)
