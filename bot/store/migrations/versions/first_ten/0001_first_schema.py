"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_heartbeat")),
    )
    op.create_table(
        "kept",
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_kept")),
    )
    op.create_table(
        "members",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("vacation_until", sa.BigInteger(), nullable=True),
        sa.Column("vacation_year", sa.Integer(), server_default="0", nullable=False),
        sa.Column("vacation_used", sa.Float(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_members")),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("scope", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=True),
        sa.Column("dm", sa.BigInteger(), nullable=True),
        sa.Column("ping", sa.BigInteger(), nullable=True),
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("challenge", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("interaction", sa.BigInteger(), nullable=True),
        sa.Column("application", sa.BigInteger(), nullable=True),
        sa.Column("token", sa.Text(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("next_try", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_outbox_match"), "outbox", ["match"], unique=False)
    op.create_index(op.f("ix_outbox_next_try"), "outbox", ["next_try"], unique=False)
    op.create_index(op.f("ix_outbox_scope"), "outbox", ["scope"], unique=False)
    op.create_table(
        "scopes",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild", sa.Boolean(), nullable=False),
        sa.Column("numbers", sa.Integer(), server_default="0", nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("removed_at", sa.BigInteger(), nullable=True),
        sa.Column("digest_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_scopes")),
    )
    op.create_index(op.f("ix_scopes_digest_at"), "scopes", ["digest_at"], unique=False)
    op.create_index(op.f("ix_scopes_removed_at"), "scopes", ["removed_at"], unique=False)
    op.create_table(
        "challenges",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("scope", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("maker", sa.BigInteger(), nullable=False),
        sa.Column("maker_name", sa.String(length=100), nullable=False),
        sa.Column("target", sa.BigInteger(), nullable=True),
        sa.Column("target_name", sa.String(length=100), nullable=True),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("side", sa.String(length=6), nullable=False),
        sa.Column("clock", sa.String(length=60), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.Column("status", sa.String(length=10), server_default="open", nullable=False),
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("rematch_of", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("open_until", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["scope"], ["scopes.id"], name=op.f("fk_challenges_scope")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challenges")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_challenges_maker"), "challenges", ["maker"], unique=False)
    op.create_index(
        "ix_challenges_open_until",
        "challenges",
        ["open_until"],
        unique=False,
        sqlite_where=sa.text("open_until IS NOT NULL"),
        postgresql_where=sa.text("open_until IS NOT NULL"),
    )
    op.create_index(op.f("ix_challenges_rematch_of"), "challenges", ["rematch_of"], unique=False)
    op.create_index(op.f("ix_challenges_scope"), "challenges", ["scope"], unique=False)
    op.create_index(op.f("ix_challenges_target"), "challenges", ["target"], unique=False)
    op.create_table(
        "matches",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("scope", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("thread", sa.BigInteger(), nullable=True),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("decisions", sa.Text(), server_default="", nullable=False),
        sa.Column("seat0", sa.BigInteger(), nullable=False),
        sa.Column("seat1", sa.BigInteger(), nullable=False),
        sa.Column("name0", sa.String(length=100), nullable=False),
        sa.Column("name1", sa.String(length=100), nullable=False),
        sa.Column("level", sa.Integer(), nullable=True),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("clock", sa.String(length=60), nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.Column("log", sa.Text(), server_default="", nullable=False),
        sa.Column("ply", sa.Integer(), server_default="0", nullable=False),
        sa.Column("turn", sa.Integer(), server_default="1", nullable=False),
        sa.Column("to_move", sa.SmallInteger(), nullable=True),
        sa.Column("mover", sa.BigInteger(), nullable=True),
        sa.Column("draft", sa.Text(), server_default="", nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("revision", sa.Integer(), server_default="1", nullable=False),
        sa.Column("status", sa.String(length=10), server_default="running", nullable=False),
        sa.Column("winner", sa.SmallInteger(), nullable=True),
        sa.Column("reason", sa.String(length=40), nullable=True),
        sa.Column("draw_offer", sa.SmallInteger(), nullable=True),
        sa.Column("draw_ply0", sa.Integer(), nullable=True),
        sa.Column("draw_ply1", sa.Integer(), nullable=True),
        sa.Column("takeback_asked", sa.SmallInteger(), nullable=True),
        sa.Column("pause_asked", sa.SmallInteger(), nullable=True),
        sa.Column("rematch", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("gone", sa.SmallInteger(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("moved_at", sa.BigInteger(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=True),
        sa.Column("turn_at", sa.BigInteger(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.Column("bank0", sa.Float(), nullable=True),
        sa.Column("bank1", sa.Float(), nullable=True),
        sa.Column("wake_at", sa.BigInteger(), nullable=True),
        sa.Column("told", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("paused_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["scope"], ["scopes.id"], name=op.f("fk_matches_scope")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
        sa.UniqueConstraint("scope", "number", name=op.f("uq_matches_scope_number")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_matches_due",
        "matches",
        ["due_at"],
        unique=False,
        sqlite_where=sa.text("finished_at IS NULL"),
        postgresql_where=sa.text("finished_at IS NULL"),
    )
    op.create_index("ix_matches_history_seat0", "matches", ["seat0", "finished_at"], unique=False)
    op.create_index("ix_matches_history_seat1", "matches", ["seat1", "finished_at"], unique=False)
    op.create_index(
        "ix_matches_running_scope",
        "matches",
        ["scope", "moved_at"],
        unique=False,
        sqlite_where=sa.text("finished_at IS NULL"),
        postgresql_where=sa.text("finished_at IS NULL"),
    )
    op.create_index(
        "ix_matches_running_seat0",
        "matches",
        ["seat0"],
        unique=False,
        sqlite_where=sa.text("finished_at IS NULL"),
        postgresql_where=sa.text("finished_at IS NULL"),
    )
    op.create_index(
        "ix_matches_running_seat1",
        "matches",
        ["seat1"],
        unique=False,
        sqlite_where=sa.text("finished_at IS NULL"),
        postgresql_where=sa.text("finished_at IS NULL"),
    )
    op.create_index("ix_matches_scope_finished", "matches", ["scope", "finished_at"], unique=False)
    op.create_index(
        "ix_matches_wake",
        "matches",
        ["wake_at"],
        unique=False,
        sqlite_where=sa.text("wake_at IS NOT NULL"),
        postgresql_where=sa.text("wake_at IS NOT NULL"),
    )
    op.create_table(
        "conditionals",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("tree", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_conditionals_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "seat", name=op.f("pk_conditionals")),
    )
    op.create_table(
        "followers",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_followers_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "user", name=op.f("pk_followers")),
    )
    op.create_index(op.f("ix_followers_user"), "followers", ["user"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_followers_user"), table_name="followers")
    op.drop_table("followers")
    op.drop_table("conditionals")
    op.drop_index(
        "ix_matches_wake",
        table_name="matches",
        sqlite_where=sa.text("wake_at IS NOT NULL"),
        postgresql_where=sa.text("wake_at IS NOT NULL"),
    )
    op.drop_index("ix_matches_scope_finished", table_name="matches")
    op.drop_index(
        "ix_matches_running_seat1",
        table_name="matches",
        sqlite_where=sa.text("finished_at IS NULL"),
        postgresql_where=sa.text("finished_at IS NULL"),
    )
    op.drop_index(
        "ix_matches_running_seat0",
        table_name="matches",
        sqlite_where=sa.text("finished_at IS NULL"),
        postgresql_where=sa.text("finished_at IS NULL"),
    )
    op.drop_index(
        "ix_matches_running_scope",
        table_name="matches",
        sqlite_where=sa.text("finished_at IS NULL"),
        postgresql_where=sa.text("finished_at IS NULL"),
    )
    op.drop_index("ix_matches_history_seat1", table_name="matches")
    op.drop_index("ix_matches_history_seat0", table_name="matches")
    op.drop_index(
        "ix_matches_due",
        table_name="matches",
        sqlite_where=sa.text("finished_at IS NULL"),
        postgresql_where=sa.text("finished_at IS NULL"),
    )
    op.drop_table("matches")
    op.drop_index(op.f("ix_challenges_target"), table_name="challenges")
    op.drop_index(op.f("ix_challenges_scope"), table_name="challenges")
    op.drop_index(op.f("ix_challenges_rematch_of"), table_name="challenges")
    op.drop_index(
        "ix_challenges_open_until",
        table_name="challenges",
        sqlite_where=sa.text("open_until IS NOT NULL"),
        postgresql_where=sa.text("open_until IS NOT NULL"),
    )
    op.drop_index(op.f("ix_challenges_maker"), table_name="challenges")
    op.drop_table("challenges")
    op.drop_index(op.f("ix_scopes_removed_at"), table_name="scopes")
    op.drop_index(op.f("ix_scopes_digest_at"), table_name="scopes")
    op.drop_table("scopes")
    op.drop_index(op.f("ix_outbox_scope"), table_name="outbox")
    op.drop_index(op.f("ix_outbox_next_try"), table_name="outbox")
    op.drop_index(op.f("ix_outbox_match"), table_name="outbox")
    op.drop_table("outbox")
    op.drop_table("members")
    op.drop_table("kept")
    op.drop_table("heartbeat")
