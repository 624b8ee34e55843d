"""The schema of 1.0.0, stated in full: later versions of the tables in the program do not change it."""

from collections.abc import Callable, Iterator

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")
MOMENT = sa.BigInteger  # milliseconds since 1970, UTC

NAMES = {kind: f"{kind}_%(table_name)s_%(column_0_N_name)s" for kind in ("ix", "uq", "fk")}
schema = sa.MetaData(naming_convention={"pk": "pk_%(table_name)s", **NAMES})


def table(name: str, *columns: sa.schema.SchemaItem, sqlite_autoincrement: bool = False) -> None:
    sa.Table(name, schema, *columns, sqlite_autoincrement=sqlite_autoincrement)


def columns(names: str, column: Callable[[str], sa.schema.SchemaItem]) -> Iterator[sa.schema.SchemaItem]:
    """Columns of the same kind, by their names."""
    return map(column, names.split())


def partial(name: str, *columns: str, where: str) -> sa.Index:
    postgresql = where.replace("IS 1", "IS true")  # SQLite has 0 and 1 for booleans
    return sa.Index(name, *columns, sqlite_where=sa.text(where), postgresql_where=sa.text(postgresql))


table(
    "bans",
    sa.Column("scope", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False, index=True),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("at", MOMENT, nullable=False),
)
table(
    "blocks",
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("other", sa.BigInteger, primary_key=True, autoincrement=False, index=True),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("at", MOMENT, nullable=False),
)
table(
    "deletions",
    sa.Column("token", sa.String(32), primary_key=True),
    sa.Column("at", MOMENT, nullable=False, index=True),
)
table(
    "heartbeat",
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", MOMENT, nullable=False),
)
table("key_values", sa.Column("name", sa.String(100), primary_key=True), sa.Column("value", sa.Text, nullable=False))
table(
    "members",
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("settings", sa.JSON, nullable=False),
    sa.Column("vacation_until", MOMENT),
    *columns("vacations moves answers", lambda name: sa.Column(name, sa.JSON)),
    sa.Column("daily_at", MOMENT, index=True),
    sa.Column("daily_told", MOMENT),
)
table(
    "outbox",
    sa.Column("id", KEY, primary_key=True),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("scope", sa.BigInteger, nullable=False, index=True),
    *columns("channel dm ping", lambda name: sa.Column(name, sa.BigInteger)),
    sa.Column("match", KEY, index=True),
    sa.Column("challenge", KEY),
    sa.Column("payload", sa.JSON, nullable=False),
    *columns("interaction application", lambda name: sa.Column(name, sa.BigInteger)),
    sa.Column("token", sa.Text),
    sa.Column("created_at", MOMENT, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
    sa.Column("next_try", MOMENT, nullable=False, index=True),
    sqlite_autoincrement=True,
)
table(
    "exercises",
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("match", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("puzzle", sa.JSON, nullable=False),
    *columns("played_at due_at", lambda name: sa.Column(name, MOMENT, nullable=False)),
    sa.Column("solved", sa.Integer, nullable=False, server_default="0"),
)
table(
    "pending_answers",
    sa.Column("id", KEY, primary_key=True),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("user", sa.BigInteger, nullable=False, index=True),
    sa.Column("about", sa.JSON, nullable=False),
    *columns("scope channel", lambda name: sa.Column(name, sa.BigInteger, nullable=False)),
    sa.Column("locale", sa.String(20), nullable=False),
    *columns("interaction application", lambda name: sa.Column(name, sa.BigInteger, nullable=False)),
    sa.Column("token", sa.Text, nullable=False),
    sa.Column("created_at", MOMENT, nullable=False),
    sa.Column("held_until", MOMENT, nullable=False, index=True),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("noted", sa.Boolean, nullable=False, server_default=sa.false()),
    sqlite_autoincrement=True,
)
table(
    "puzzle_ratings",
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("puzzle", sa.String(20), primary_key=True),
    *columns("rating deviation volatility", lambda name: sa.Column(name, sa.Float, nullable=False)),
)
table(
    "puzzle_streaks",
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("day", sa.String(10), nullable=False),
    *columns("days best solved", lambda name: sa.Column(name, sa.Integer, nullable=False)),
)
table(
    "puzzle_strengths",
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("game", sa.String(40), primary_key=True),
    *columns("rating deviation volatility", lambda name: sa.Column(name, sa.Float, nullable=False)),
    sa.Column("answers", sa.Integer, nullable=False),
)
table(
    "puzzle_tries",
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("puzzle", sa.String(20), primary_key=True),
    sa.Column("wrong", sa.Integer, nullable=False, server_default="0"),
    sa.Column("solved_at", MOMENT),
    sa.Column("points", sa.Integer),
    sa.Column("again_at", MOMENT),
)
table(
    "ratings",
    sa.Column("scope", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("name", sa.String(100), nullable=False),
    *columns("rating deviation volatility", lambda name: sa.Column(name, sa.Float, nullable=False)),
    sa.Column("at", MOMENT, nullable=False),
    *columns("wins losses draws", lambda name: sa.Column(name, sa.Integer, nullable=False)),
    sa.Column("settled_until", MOMENT, nullable=False),
    sa.Index("ix_ratings_board", "scope", "game", "rating", "settled_until"),
    sa.Index("ix_ratings_user", "user"),
)
table(
    "scopes",
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("guild", sa.Boolean, nullable=False),
    sa.Column("numbers", sa.Integer, nullable=False, server_default="0"),
    sa.Column("settings", sa.JSON, nullable=False),
    *columns("removed_at puzzle_at", lambda name: sa.Column(name, MOMENT, index=True)),
)
table(
    "server_log",
    sa.Column("id", KEY, primary_key=True),
    sa.Column("scope", sa.BigInteger, nullable=False, index=True),
    sa.Column("at", MOMENT, nullable=False),
    sa.Column("manager", sa.BigInteger, nullable=False),
    sa.Column("action", sa.String(20), nullable=False),
    sa.Column("match", sa.Integer),
    sa.Column("user", sa.BigInteger),
    sa.Column("game", sa.String(40)),
)
table(
    "shut_outs",
    *columns("user server", lambda name: sa.Column(name, sa.BigInteger, primary_key=True, autoincrement=False)),
    sa.Column("at", MOMENT, nullable=False),
)
table(
    "solved_steps",
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("step", sa.String(8), primary_key=True),
)
table(
    "challenges",
    sa.Column("id", KEY, primary_key=True),
    sa.Column("scope", sa.BigInteger, sa.ForeignKey("scopes.id"), nullable=False, index=True),
    *columns("channel maker", lambda name: sa.Column(name, sa.BigInteger, nullable=False)),
    sa.Column("maker_name", sa.String(100), nullable=False),
    sa.Column("target", sa.BigInteger, index=True),
    sa.Column("target_name", sa.String(100)),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("side", sa.String(6), nullable=False),
    sa.Column("clock", sa.String(60), nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("note", sa.Text, nullable=False, server_default=""),
    sa.Column("explore", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("status", sa.String(10), nullable=False, server_default="open"),
    sa.Column("match", KEY),
    sa.Column("rematch_of", KEY, index=True),
    *columns("created_at expires_at", lambda name: sa.Column(name, MOMENT, nullable=False)),
    sa.Column("open_until", MOMENT),
    sa.Column("counters", KEY),
    sa.Index("ix_challenges_maker", "maker", "created_at"),
    partial("ix_challenges_open_until", "open_until", where="open_until IS NOT NULL"),
    sqlite_autoincrement=True,
)
table(
    "matches",
    sa.Column("id", KEY, primary_key=True),
    sa.Column("scope", sa.BigInteger, sa.ForeignKey("scopes.id"), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("channel", sa.BigInteger, nullable=False),
    sa.Column("thread", sa.BigInteger),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("decisions", sa.Text, nullable=False, server_default=""),
    sa.Column("given", sa.Integer, nullable=False, server_default="0"),
    sa.Column("imported", sa.BigInteger),
    *columns("seat0 seat1", lambda name: sa.Column(name, sa.BigInteger, nullable=False)),
    *columns("name0 name1", lambda name: sa.Column(name, sa.String(100), nullable=False)),
    sa.Column("level", sa.Integer),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("clock", sa.String(60), nullable=False),
    sa.Column("note", sa.Text, nullable=False, server_default=""),
    sa.Column("explore", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("tournament", KEY),
    sa.Column("pair", sa.Integer),
    sa.Column("log", sa.Text, nullable=False, server_default=""),
    sa.Column("ply", sa.Integer, nullable=False, server_default="0"),
    sa.Column("turn", sa.Integer, nullable=False, server_default="1"),
    sa.Column("to_move", sa.SmallInteger),
    sa.Column("mover", sa.BigInteger),
    *columns("version revision", lambda name: sa.Column(name, sa.Integer, nullable=False, server_default="1")),
    sa.Column("status", sa.String(10), nullable=False, server_default="running"),
    sa.Column("winner", sa.SmallInteger),
    sa.Column("reason", sa.String(40)),
    sa.Column("draw_offer", sa.SmallInteger),
    *columns("draw_ply0 draw_ply1", lambda name: sa.Column(name, sa.Integer)),
    *columns("takeback_asked pause_asked abandon_asked", lambda name: sa.Column(name, sa.SmallInteger)),
    sa.Column("rematch", KEY),
    sa.Column("gone", sa.SmallInteger),
    sa.Column("gone_at", MOMENT),
    *columns("hints0 hints1", lambda name: sa.Column(name, sa.Integer, nullable=False, server_default="0")),
    *columns("created_at moved_at", lambda name: sa.Column(name, MOMENT, nullable=False)),
    sa.Column("finished_at", MOMENT),
    sa.Column("turn_at", MOMENT, nullable=False),
    sa.Column("due_at", MOMENT),
    *columns("bank0 bank1", lambda name: sa.Column(name, sa.Float)),
    sa.Column("wake_at", MOMENT),
    sa.Column("told", sa.SmallInteger, nullable=False, server_default="0"),
    *columns("paused_at heard_at", lambda name: sa.Column(name, MOMENT)),
    sa.Column("reminded", sa.SmallInteger, nullable=False, server_default="0"),
    sa.Column("asked_at", MOMENT),
    *columns("nudged_at quiet_wake_at snoozed0 snoozed1", lambda name: sa.Column(name, MOMENT)),
    sa.Column("refusals", sa.JSON),
    sa.UniqueConstraint("scope", "number"),
    partial("ix_matches_computer", "mover", where="mover = 0"),
    partial("ix_matches_due", "due_at", where="finished_at IS NULL"),
    sa.Index("ix_matches_history_seat0", "seat0", "finished_at"),
    sa.Index("ix_matches_history_seat1", "seat1", "finished_at"),
    partial("ix_matches_imported", "imported", where="imported IS NOT NULL"),
    partial("ix_matches_offered", "draw_offer", where="draw_offer IS NOT NULL"),
    partial("ix_matches_quiet_wake", "quiet_wake_at", where="quiet_wake_at IS NOT NULL"),
    partial("ix_matches_rated", "game", "finished_at", "id", where="rated IS 1 AND finished_at IS NOT NULL"),
    partial("ix_matches_running_scope", "scope", "moved_at", where="finished_at IS NULL"),
    partial("ix_matches_running_seat0", "seat0", where="finished_at IS NULL"),
    partial("ix_matches_running_seat1", "seat1", where="finished_at IS NULL"),
    sa.Index("ix_matches_scope_finished", "scope", "finished_at"),
    partial("ix_matches_wake", "wake_at", where="wake_at IS NOT NULL"),
    sqlite_autoincrement=True,
)
table(
    "tournaments",
    sa.Column("id", KEY, primary_key=True),
    sa.Column("scope", sa.BigInteger, sa.ForeignKey("scopes.id", ondelete="CASCADE"), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("channel", sa.BigInteger, nullable=False),
    sa.Column("title", sa.String(100), nullable=False),
    sa.Column("organiser", sa.BigInteger, nullable=False),
    sa.Column("organiser_name", sa.String(100), nullable=False),
    sa.Column("creator", sa.BigInteger),
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("clock", sa.String(60), nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("terms", sa.JSON, nullable=False),
    sa.Column("status", sa.String(10), nullable=False),
    *columns("round rounds", lambda name: sa.Column(name, sa.Integer, nullable=False, server_default="0")),
    sa.Column("version", sa.Integer, nullable=False, server_default="1"),
    *columns("starts_at ends_at warned_at wake_at finished_at", lambda name: sa.Column(name, MOMENT)),
    *columns("post_channel post", lambda name: sa.Column(name, sa.BigInteger)),
    sa.UniqueConstraint("scope", "number"),
    partial("ix_tournaments_wake", "wake_at", where="wake_at IS NOT NULL"),
    sqlite_autoincrement=True,
)
table(
    "leagues",
    sa.Column("scope", sa.BigInteger, sa.ForeignKey("scopes.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("channel", sa.BigInteger, nullable=False),
    *columns("season told", lambda name: sa.Column(name, sa.Integer, nullable=False)),
    sa.Column("starts_at", MOMENT),
)
table(
    "league_members",
    sa.Column("scope", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False, index=True),
    sa.Column("name", sa.String(100), nullable=False),
    *columns("at_once place", lambda name: sa.Column(name, sa.Integer, nullable=False)),
    sa.Column("joined_at", MOMENT, nullable=False),
)
table(
    "league_divisions",
    sa.Column("tournament", KEY, sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("scope", sa.BigInteger, nullable=False, index=True),
    sa.Column("game", sa.String(40), nullable=False),
    *columns("season division", lambda name: sa.Column(name, sa.Integer, nullable=False)),
)
table(
    "entrants",
    sa.Column(
        "tournament", KEY, sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    ),
    sa.Column("slot", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("user", sa.BigInteger, nullable=False, index=True),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("checked", sa.Boolean, nullable=False),
    sa.Column("seed", sa.Integer, nullable=False),
    sa.Column("joined_at", MOMENT, nullable=False),
    sa.Column("offered_to", sa.BigInteger),
    sa.Column("offered_at", MOMENT),
    partial("ix_entrants_offered_to", "offered_to", where="offered_to IS NOT NULL"),
)
table(
    "explorations",
    sa.Column("match", KEY, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False, index=True),
    sa.Column("tree", sa.JSON, nullable=False),
)
table(
    "followers",
    sa.Column("match", KEY, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False, index=True),
    sa.Column("highlights", sa.Boolean, nullable=False, server_default=sa.false()),
)
table(
    "loops",
    sa.Column("match", KEY, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    sa.Column("scope", sa.BigInteger, nullable=False),
    sa.Column("at", MOMENT, nullable=False),
    sa.Column("cells", sa.Integer, nullable=False),
    sa.Column("ground", sa.Float, nullable=False),
    sa.Index("ix_loops_scope", "scope", "at"),
)
table(
    "pairings",
    sa.Column("id", KEY, primary_key=True),
    sa.Column("tournament", KEY, sa.ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
    *columns("round board leg slot0", lambda name: sa.Column(name, sa.Integer, nullable=False)),
    sa.Column("slot1", sa.Integer),
    sa.Column("match", KEY, sa.ForeignKey("matches.id", ondelete="SET NULL"), unique=True),
    sa.Column("result", sa.String(5)),
    sa.Column("how", sa.String(10)),
    *columns("settled_at ends_at", lambda name: sa.Column(name, MOMENT)),
    sa.UniqueConstraint("tournament", "round", "board", "leg"),
    sqlite_autoincrement=True,
)
table(
    "rating_changes",
    sa.Column("match", KEY, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("scope", sa.BigInteger, nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("user", sa.BigInteger, nullable=False),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("at", MOMENT, nullable=False),
    sa.Column("score", sa.Float, nullable=False),
    *columns(
        "rating_before deviation_before volatility_before", lambda name: sa.Column(name, sa.Float, nullable=False)
    ),
    *columns("rating deviation volatility", lambda name: sa.Column(name, sa.Float, nullable=False)),
    sa.Index("ix_rating_changes_course", "user", "scope", "game", "at"),
    sa.Index("ix_rating_changes_scope", "scope", "game", "at"),
)


def upgrade() -> None:
    schema.create_all(op.get_bind())


def downgrade() -> None:
    schema.drop_all(op.get_bind())
