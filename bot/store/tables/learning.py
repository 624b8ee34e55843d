"""The tables of learning: puzzles, lessons, and what members have asked the computer and wait
for.
"""

import sqlalchemy as sa

from bot.store.personal import (
    CHANNEL,
    CREDENTIAL,
    NOTHING,
    ROW,
    SCOPE,
    Category,
    Stays,
    about,
    json,
    person,
)

from .columns import Key, Moment, column, table

puzzle_tries = table(
    "puzzle_tries",
    Stays.CHOSEN,
    column("user", sa.BigInteger, person(ROW), primary_key=True),
    column("game", sa.String(40), NOTHING, primary_key=True),
    column("puzzle", sa.String(20), about("user"), primary_key=True),
    column("wrong", sa.Integer, about("user"), nullable=False, server_default="0"),
    column("solved_at", Moment, about("user")),
    # by which the first answer changed the rating; NULL: it did not count
    column("points", sa.Integer, about("user")),
    column("again_at", Moment, about("user")),  # when one that was missed comes round again
)

puzzle_streaks = table(
    "puzzle_streaks",
    Stays.CHOSEN,
    column("user", sa.BigInteger, person(ROW), primary_key=True, autoincrement=False),
    # on which a puzzle was solved last, in UTC: 2026-03-02
    column("day", sa.String(10), about("user"), nullable=False),
    column("days", sa.Integer, about("user"), nullable=False),  # in a row
    column("best", sa.Integer, about("user"), nullable=False),
    column("solved", sa.Integer, about("user"), nullable=False),  # puzzles in all
)

# How strong members are at the puzzles of a game, won and lost against puzzles.
puzzle_strengths = table(
    "puzzle_strengths",
    Stays.CHOSEN,
    column("user", sa.BigInteger, person(ROW), primary_key=True),
    column("game", sa.String(40), NOTHING, primary_key=True),
    column("rating", sa.Float, about("user"), nullable=False),
    column("deviation", sa.Float, about("user"), nullable=False),
    column("volatility", sa.Float, about("user"), nullable=False),
    # puzzles answered for the first time
    column("answers", sa.Integer, about("user"), nullable=False),
)

# How hard each puzzle has turned out to be; one that nobody has tried has no row.
puzzle_ratings = table(
    "puzzle_ratings",
    Stays.SERVICE,
    column("game", sa.String(40), NOTHING, primary_key=True),
    column("puzzle", sa.String(20), NOTHING, primary_key=True),
    column("rating", sa.Float, NOTHING, nullable=False),
    column("deviation", sa.Float, NOTHING, nullable=False),
    column("volatility", sa.Float, NOTHING, nullable=False),
)

# What members missed in their own matches, to be solved again.
exercises = table(
    "exercises",
    Stays.CHOSEN,
    column("user", sa.BigInteger, person(ROW), primary_key=True),
    column("match", sa.BigInteger, about("user"), primary_key=True),
    column("at", sa.Integer, about("user"), primary_key=True),  # decisions before it
    column("puzzle", sa.JSON, json(Category.PSEUDONYMOUS, "user"), nullable=False),
    column("played_at", Moment, about("user"), nullable=False),
    # times since it was missed
    column("solved", sa.Integer, about("user"), nullable=False, server_default="0"),
    column("due_at", Moment, about("user"), nullable=False),
)

# Steps of courses; ``step`` is the key of one (``games.teaching.CourseStep``).
solved_steps = table(
    "solved_steps",
    Stays.CHOSEN,
    column("user", sa.BigInteger, person(ROW), primary_key=True),
    column("game", sa.String(40), NOTHING, primary_key=True),
    column("step", sa.String(8), about("user"), primary_key=True),
)

# Questions that the computer has not answered yet. The interaction is the one whose answer is to be
# changed.
pending_answers = table(
    "pending_answers",
    Stays.ASKED,
    column("id", Key, NOTHING, primary_key=True),
    column("kind", sa.String(20), about("user"), nullable=False),
    column("user", sa.BigInteger, person(ROW), nullable=False, index=True),
    column("about", sa.JSON, json("questions", "user"), nullable=False),
    column("scope", sa.BigInteger, SCOPE, nullable=False),
    column("channel", sa.BigInteger, CHANNEL, nullable=False),
    column("locale", sa.String(20), about("user"), nullable=False),
    column("interaction", sa.BigInteger, about("user"), nullable=False),
    column("application", sa.BigInteger, NOTHING, nullable=False),
    column("token", sa.Text, CREDENTIAL, nullable=False),
    column("created_at", Moment, about("user"), nullable=False),
    # moved on by the process that has claimed it
    column("held_until", Moment, NOTHING, nullable=False, index=True),
    column("tries", sa.Integer, NOTHING, nullable=False),  # how often it was begun
    # a hint that counts already
    column("noted", sa.Boolean, NOTHING, nullable=False, server_default=sa.false()),
    sqlite_autoincrement=True,
)
