"""Ratings and tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "ratings",
        sa.Column("pool", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("volatility", sa.Float(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.Column("settled_until", sa.BigInteger(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("pool", "game", "user", name=op.f("pk_ratings")),
    )
    op.create_index("ix_ratings_board", "ratings", ["pool", "game", "listed", "rating", "settled_until"], unique=False)
    op.create_index("ix_ratings_user", "ratings", ["user"], unique=False)
    op.create_table(
        "tournaments",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("scope", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.String(length=100), nullable=False),
        sa.Column("organiser", sa.BigInteger(), nullable=False),
        sa.Column("organiser_name", sa.String(length=100), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("clock", sa.String(length=60), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("terms", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("round", sa.Integer(), server_default="0", nullable=False),
        sa.Column("rounds", sa.Integer(), server_default="0", nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("starts_at", sa.BigInteger(), nullable=True),
        sa.Column("ends_at", sa.BigInteger(), nullable=True),
        sa.Column("warned_at", sa.BigInteger(), nullable=True),
        sa.Column("wake_at", sa.BigInteger(), nullable=True),
        sa.Column("finished_at", sa.BigInteger(), nullable=True),
        sa.Column("post_channel", sa.BigInteger(), nullable=True),
        sa.Column("post", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["scope"], ["scopes.id"], name=op.f("fk_tournaments_scope"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
        sa.UniqueConstraint("scope", "number", name=op.f("uq_tournaments_scope_number")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_tournaments_wake",
        "tournaments",
        ["wake_at"],
        unique=False,
        sqlite_where=sa.text("wake_at IS NOT NULL"),
        postgresql_where=sa.text("wake_at IS NOT NULL"),
    )
    op.create_table(
        "entrants",
        sa.Column(
            "tournament", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False
        ),
        sa.Column("slot", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("checked", sa.Boolean(), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("joined_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name=op.f("fk_entrants_tournament"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("tournament", "slot", name=op.f("pk_entrants")),
    )
    op.create_index(op.f("ix_entrants_user"), "entrants", ["user"], unique=False)
    op.create_table(
        "pairings",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("tournament", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("leg", sa.Integer(), nullable=False),
        sa.Column("slot0", sa.Integer(), nullable=False),
        sa.Column("slot1", sa.Integer(), nullable=True),
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("result", sa.String(length=5), nullable=True),
        sa.Column("how", sa.String(length=10), nullable=True),
        sa.Column("settled_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_pairings_match"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name=op.f("fk_pairings_tournament"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pairings")),
        sa.UniqueConstraint("match", name=op.f("uq_pairings_match")),
        sa.UniqueConstraint("tournament", "round", "board", "leg", name=op.f("uq_pairings_tournament_round_board_leg")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "rating_changes",
        sa.Column("pool", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("rating_before", sa.Float(), nullable=False),
        sa.Column("deviation_before", sa.Float(), nullable=False),
        sa.Column("volatility_before", sa.Float(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("volatility", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_rating_changes_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("pool", "match", "seat", name=op.f("pk_rating_changes")),
    )
    op.create_index("ix_rating_changes_course", "rating_changes", ["user", "pool", "game", "at", "match"], unique=False)
    op.create_index("ix_rating_changes_match", "rating_changes", ["match"], unique=False)
    op.create_index("ix_rating_changes_pool", "rating_changes", ["pool", "game", "at", "match"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_rating_changes_pool", table_name="rating_changes")
    op.drop_index("ix_rating_changes_match", table_name="rating_changes")
    op.drop_index("ix_rating_changes_course", table_name="rating_changes")
    op.drop_table("rating_changes")
    op.drop_table("pairings")
    op.drop_index(op.f("ix_entrants_user"), table_name="entrants")
    op.drop_table("entrants")
    op.drop_index(
        "ix_tournaments_wake",
        table_name="tournaments",
        sqlite_where=sa.text("wake_at IS NOT NULL"),
        postgresql_where=sa.text("wake_at IS NOT NULL"),
    )
    op.drop_table("tournaments")
    op.drop_index("ix_ratings_user", table_name="ratings")
    op.drop_index("ix_ratings_board", table_name="ratings")
    op.drop_table("ratings")
