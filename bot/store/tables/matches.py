"""The tables of matches and challenges. A match is its options and its decisions; all else serves queries."""

from __future__ import annotations

import sqlalchemy as sa

from .columns import Key, Moment, Name, Prose, metadata

matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", Key, primary_key=True),
    sa.Column("scope", sa.BigInteger, sa.ForeignKey("scopes.id"), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("channel", sa.BigInteger, nullable=False),
    sa.Column("thread", sa.BigInteger),
    # What the match is.
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("decisions", sa.Text, nullable=False, server_default=""),  # separated by spaces
    # Who plays, and on what terms.
    sa.Column("seat0", sa.BigInteger, nullable=False),
    sa.Column("seat1", sa.BigInteger, nullable=False),
    sa.Column("name0", Name(100), nullable=False),
    sa.Column("name1", Name(100), nullable=False),
    sa.Column("level", sa.Integer),  # of the computer, where it plays
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("clock", sa.String(60), nullable=False),
    sa.Column("note", Prose, nullable=False, server_default=""),
    sa.Column("tournament", Key),  # the one it is played for
    # How it stands: rebuilt by replay from the decisions.
    sa.Column("log", sa.Text, nullable=False, server_default=""),  # see bot.domain.matches.history
    sa.Column("ply", sa.Integer, nullable=False, server_default="0"),
    sa.Column("turn", sa.Integer, nullable=False, server_default="1"),
    sa.Column("to_move", sa.SmallInteger),
    sa.Column("mover", sa.BigInteger),
    sa.Column("draft", sa.Text, nullable=False, server_default=""),
    # Guards: ``version`` counts what all can see, ``revision`` every change to the row.
    sa.Column("version", sa.Integer, nullable=False, server_default="1"),
    sa.Column("revision", sa.Integer, nullable=False, server_default="1"),
    sa.Column("status", sa.String(10), nullable=False, server_default="running"),
    sa.Column("winner", sa.SmallInteger),
    sa.Column("reason", sa.String(40)),
    # What a player has asked of the other (a seat).
    sa.Column("draw_offer", sa.SmallInteger),
    sa.Column("draw_ply0", sa.Integer),  # when each seat last offered one
    sa.Column("draw_ply1", sa.Integer),
    sa.Column("takeback_asked", sa.SmallInteger),
    sa.Column("pause_asked", sa.SmallInteger),
    sa.Column("rematch", Key),
    sa.Column("gone", sa.SmallInteger),  # the seat whose player has left the server
    sa.Column("gone_at", Moment),  # when that was noticed
    sa.Column("hints0", sa.Integer, nullable=False, server_default="0"),  # given to each seat
    sa.Column("hints1", sa.Integer, nullable=False, server_default="0"),
    # Time.
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("moved_at", Moment, nullable=False),
    sa.Column("finished_at", Moment),
    sa.Column("turn_at", Moment, nullable=False),  # since when the mover's time runs
    sa.Column("due_at", Moment),
    sa.Column("bank0", sa.Float),  # seconds
    sa.Column("bank1", sa.Float),
    sa.Column("wake_at", Moment),  # when a reminder or the end of time is next to be told
    sa.Column("told", sa.SmallInteger, nullable=False, server_default="0"),  # how many of those have been
    sa.Column("paused_at", Moment),
    sa.UniqueConstraint("scope", "number"),
    sqlite_autoincrement=True,
)
for _seat in ("seat0", "seat1"):
    # Partial on a test for NULL, not on a status: SQLite uses such an index also where values are bound later.
    sa.Index(
        f"ix_matches_running_{_seat}",
        matches.c[_seat],
        sqlite_where=matches.c.finished_at.is_(None),
        postgresql_where=matches.c.finished_at.is_(None),
    )
    sa.Index(f"ix_matches_history_{_seat}", matches.c[_seat], matches.c.finished_at)
for _name, _columns in (("running_scope", ("scope", "moved_at")), ("due", ("due_at",))):
    sa.Index(
        f"ix_matches_{_name}",
        *(matches.c[_column] for _column in _columns),
        sqlite_where=matches.c.finished_at.is_(None),
        postgresql_where=matches.c.finished_at.is_(None),
    )
_rated = sa.and_(matches.c.rated.is_(True), matches.c.finished_at.is_not(None))
sa.Index(
    "ix_matches_rated",
    *(matches.c[_name] for _name in ("game", "finished_at", "id")),
    sqlite_where=_rated,
    postgresql_where=_rated,
)
sa.Index("ix_matches_scope_finished", matches.c.scope, matches.c.finished_at)
sa.Index(
    "ix_matches_wake",
    matches.c.wake_at,
    sqlite_where=matches.c.wake_at.is_not(None),
    postgresql_where=matches.c.wake_at.is_not(None),
)
for _name, _column, _condition in (
    ("computer", "mover", matches.c.mover == sa.literal_column("0")),  # what the computer owes
    ("offered", "draw_offer", matches.c.draw_offer.is_not(None)),
):
    sa.Index(f"ix_matches_{_name}", matches.c[_column], sqlite_where=_condition, postgresql_where=_condition)

challenges = sa.Table(
    "challenges",
    metadata,
    sa.Column("id", Key, primary_key=True),
    sa.Column("scope", sa.BigInteger, sa.ForeignKey("scopes.id"), nullable=False, index=True),
    sa.Column("channel", sa.BigInteger, nullable=False),
    sa.Column("maker", sa.BigInteger, nullable=False),
    sa.Column("maker_name", Name(100), nullable=False),
    sa.Column("target", sa.BigInteger, index=True),  # NULL: open to anyone
    sa.Column("target_name", Name(100)),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("side", sa.String(6), nullable=False),
    sa.Column("clock", sa.String(60), nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("note", Prose, nullable=False, server_default=""),
    sa.Column("status", sa.String(10), nullable=False, server_default="open"),
    sa.Column("match", Key),  # what came of it
    sa.Column("rematch_of", Key, index=True),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("expires_at", Moment, nullable=False),
    sa.Column("open_until", Moment),  # expires_at while it is open, else NULL
    sqlite_autoincrement=True,
)
sa.Index("ix_challenges_maker", challenges.c.maker, challenges.c.created_at)
sa.Index(
    "ix_challenges_open_until",
    challenges.c.open_until,
    sqlite_where=challenges.c.open_until.is_not(None),
    postgresql_where=challenges.c.open_until.is_not(None),
)

# Answers a player has prepared, as a tree; secret to that seat.
conditionals = sa.Table(
    "conditionals",
    metadata,
    sa.Column("match", Key, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("tree", sa.JSON, nullable=False),
)

followers = sa.Table(
    "followers",
    metadata,
    sa.Column("match", Key, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False, index=True),
)
