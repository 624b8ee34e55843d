"""The tables of matches and challenges. A match is its options and its decisions; all else serves queries."""

from __future__ import annotations

import sqlalchemy as sa

from bot.store.personal import NOBODY, ROW, Category, Rows, Stays

from .columns import Key, Moment, Name, Prose, metadata

played = Rows(Stays.PLAYED)
both = played.about("seat0", "seat1")
recorded = played.about("seat0", "seat1", "imported")

matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", Key, primary_key=True, info=played.nothing()),
    sa.Column("scope", sa.BigInteger, sa.ForeignKey("scopes.id"), nullable=False, info=played.scope()),
    sa.Column("number", sa.Integer, nullable=False, info=played.nothing()),
    sa.Column("channel", sa.BigInteger, nullable=False, info=played.channel()),
    sa.Column("thread", sa.BigInteger, info=played.channel()),
    # What the match is.
    sa.Column("game", sa.String(40), nullable=False, info=played.nothing()),
    sa.Column("options", sa.JSON, nullable=False, info=played.nothing(keys=Category.NOTHING)),
    # separated by spaces
    sa.Column("decisions", sa.Text, nullable=False, server_default="", info=recorded),
    # how many of them the match began with
    sa.Column("given", sa.Integer, nullable=False, server_default="0", info=played.nothing()),
    # who has brought it from a record; its players are then known by name only
    sa.Column("imported", sa.BigInteger, info=played.person(ROW)),
    # Who plays, and on what terms.
    sa.Column("seat0", sa.BigInteger, nullable=False, info=played.person(NOBODY)),
    sa.Column("seat1", sa.BigInteger, nullable=False, info=played.person(NOBODY)),
    sa.Column("name0", Name(100), nullable=False, info=played.name("seat0", "imported")),
    sa.Column("name1", Name(100), nullable=False, info=played.name("seat1", "imported")),
    sa.Column("level", sa.Integer, info=played.nothing()),  # of the computer, where it plays
    sa.Column("rated", sa.Boolean, nullable=False, info=played.nothing()),
    sa.Column("clock", sa.String(60), nullable=False, info=played.nothing()),
    sa.Column("note", Prose, nullable=False, server_default="", info=played.words("seat0", "seat1")),
    # whether lines may be tried on a board while it runs
    sa.Column("explore", sa.Boolean, nullable=False, server_default=sa.true(), info=played.nothing()),
    sa.Column("tournament", Key, info=played.nothing()),  # the one it is played for
    # How it stands: rebuilt by replay from the decisions.
    # see bot.domain.matches.history
    sa.Column("log", sa.Text, nullable=False, server_default="", info=recorded),
    sa.Column("ply", sa.Integer, nullable=False, server_default="0", info=played.nothing()),
    sa.Column("turn", sa.Integer, nullable=False, server_default="1", info=played.nothing()),
    sa.Column("to_move", sa.SmallInteger, info=played.nothing()),
    sa.Column("mover", sa.BigInteger, info=played.person(None)),
    # Guards: ``version`` counts what all can see, ``revision`` every change to the row.
    sa.Column("version", sa.Integer, nullable=False, server_default="1", info=played.nothing()),
    sa.Column("revision", sa.Integer, nullable=False, server_default="1", info=played.guard()),
    sa.Column("status", sa.String(10), nullable=False, server_default="running", info=played.nothing()),
    sa.Column("winner", sa.SmallInteger, info=recorded),
    sa.Column("reason", sa.String(40), info=recorded),
    # What a player has asked of the other (a seat).
    sa.Column("draw_offer", sa.SmallInteger, info=both),
    sa.Column("draw_ply0", sa.Integer, info=played.about("seat0")),  # when each seat last offered one
    sa.Column("draw_ply1", sa.Integer, info=played.about("seat1")),
    sa.Column("takeback_asked", sa.SmallInteger, info=both),
    sa.Column("pause_asked", sa.SmallInteger, info=both),
    sa.Column("abandon_asked", sa.SmallInteger, info=both),
    sa.Column("rematch", Key, info=played.nothing()),
    # the seat whose player has left the server
    sa.Column("gone", sa.SmallInteger, info=both),
    sa.Column("gone_at", Moment, info=both),  # when that was noticed
    # given to each seat
    sa.Column("hints0", sa.Integer, nullable=False, server_default="0", info=played.about("seat0")),
    sa.Column("hints1", sa.Integer, nullable=False, server_default="0", info=played.about("seat1")),
    # Time.
    sa.Column("created_at", Moment, nullable=False, info=recorded),
    sa.Column("moved_at", Moment, nullable=False, info=recorded),
    sa.Column("finished_at", Moment, info=recorded),
    # since when the mover's time runs
    sa.Column("turn_at", Moment, nullable=False, info=both),
    sa.Column("due_at", Moment, info=both),
    sa.Column("bank0", sa.Float, info=played.about("seat0")),  # seconds
    sa.Column("bank1", sa.Float, info=played.about("seat1")),
    sa.Column("wake_at", Moment, info=played.nothing()),  # when a reminder or the end of time is next due
    # how many of those have been
    sa.Column("told", sa.SmallInteger, nullable=False, server_default="0", info=played.nothing()),
    sa.Column("paused_at", Moment, info=both),
    # Silence: see bot.domain.quiet.
    sa.Column("heard_at", Moment, info=both),  # the last word of either player; NULL: when they moved
    sa.Column("reminded", sa.SmallInteger, nullable=False, server_default="0", info=played.nothing()),
    sa.Column("asked_at", Moment, info=played.nothing()),
    sa.Column("other_asked", sa.Boolean, nullable=False, server_default=sa.false(), info=played.nothing()),
    sa.Column("nudged_at", Moment, info=both),
    sa.Column("quiet_wake_at", Moment, info=played.nothing()),
    sa.Column("snoozed0", Moment, info=played.about("seat0")),  # until when each seat wants to hear nothing of it
    sa.Column("snoozed1", Moment, info=played.about("seat1")),
    # what was declined lately: see bot.domain.refusals
    sa.Column("refusals", sa.JSON, info=played.about("seat0", "seat1", keys=Category.PSEUDONYMOUS)),
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
sa.Index(
    "ix_matches_imported",
    matches.c.imported,
    sqlite_where=matches.c.imported.is_not(None),
    postgresql_where=matches.c.imported.is_not(None),
)
sa.Index("ix_matches_scope_finished", matches.c.scope, matches.c.finished_at)
for _name in ("wake", "quiet_wake"):
    sa.Index(
        f"ix_matches_{_name}",
        matches.c[f"{_name}_at"],
        sqlite_where=matches.c[f"{_name}_at"].is_not(None),
        postgresql_where=matches.c[f"{_name}_at"].is_not(None),
    )
for _name, _column, _condition in (
    ("computer", "mover", matches.c.mover == sa.literal_column("0")),  # matches waiting for the computer
    ("offered", "draw_offer", matches.c.draw_offer.is_not(None)),
):
    sa.Index(f"ix_matches_{_name}", matches.c[_column], sqlite_where=_condition, postgresql_where=_condition)

challenges = sa.Table(
    "challenges",
    metadata,
    sa.Column("id", Key, primary_key=True, info=played.nothing()),
    sa.Column("scope", sa.BigInteger, sa.ForeignKey("scopes.id"), nullable=False, index=True, info=played.scope()),
    sa.Column("channel", sa.BigInteger, nullable=False, info=played.channel()),
    sa.Column("maker", sa.BigInteger, nullable=False, info=played.person(ROW)),
    sa.Column("maker_name", Name(100), nullable=False, info=played.name("maker")),
    sa.Column("target", sa.BigInteger, index=True, info=played.person(ROW)),  # NULL: open to anyone
    sa.Column("target_name", Name(100), info=played.name("target")),
    sa.Column("game", sa.String(40), nullable=False, info=played.nothing()),
    sa.Column("options", sa.JSON, nullable=False, info=played.nothing(keys=Category.NOTHING)),
    sa.Column("side", sa.String(6), nullable=False, info=played.about("maker")),
    sa.Column("clock", sa.String(60), nullable=False, info=played.nothing()),
    sa.Column("rated", sa.Boolean, nullable=False, info=played.nothing()),
    sa.Column("note", Prose, nullable=False, server_default="", info=played.words("maker")),
    sa.Column("explore", sa.Boolean, nullable=False, server_default=sa.true(), info=played.nothing()),
    sa.Column("status", sa.String(10), nullable=False, server_default="open", info=played.nothing()),
    sa.Column("match", Key, info=played.nothing()),  # what came of it
    sa.Column("rematch_of", Key, index=True, info=played.nothing()),
    sa.Column("created_at", Moment, nullable=False, info=played.about("maker")),
    sa.Column("expires_at", Moment, nullable=False, info=played.nothing()),
    sa.Column("open_until", Moment, info=played.nothing()),  # expires_at while it is open, else NULL
    sqlite_autoincrement=True,
)
sa.Index("ix_challenges_maker", challenges.c.maker, challenges.c.created_at)
sa.Index(
    "ix_challenges_open_until",
    challenges.c.open_until,
    sqlite_where=challenges.c.open_until.is_not(None),
    postgresql_where=challenges.c.open_until.is_not(None),
)

# The lines that a member has thought through in a match: the turn they are about to make, prepared answers, notes.
# Secret to that member until the match is over and they share it, or add a line of it to what others have shared.
explorations = sa.Table(
    "explorations",
    metadata,
    sa.Column(
        "match",
        Key,
        sa.ForeignKey("matches.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
        info=played.about("user"),
    ),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False, index=True, info=played.person(ROW)),
    # see bot.domain.explorations.tree
    sa.Column("tree", sa.JSON, nullable=False, info=played.about("user", keys=Category.WORDS)),
)

followers = sa.Table(
    "followers",
    metadata,
    sa.Column(
        "match",
        Key,
        sa.ForeignKey("matches.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
        info=played.about("user"),
    ),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False, index=True, info=played.person(ROW)),
    sa.Column("highlights", sa.Boolean, nullable=False, server_default=sa.false(), info=played.about("user")),
)
