"""What head starts were worth in rated matches, what came of them, and to whom one was offered."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.BigInteger()  # milliseconds since 1970, UTC


def upgrade() -> None:
    op.add_column(
        "rating_changes",
        sa.Column("head_start_points", sa.Integer(), nullable=False, server_default="0"),
    )
    op.create_table(
        "handicap_results",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("variant", sa.String(100), nullable=False),
        sa.Column("turns", sa.SmallInteger(), nullable=False, autoincrement=False),
        sa.Column("points", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("expected", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("game", "variant", "turns", "points", name="pk_handicap_results"),
    )
    op.create_table(
        "handicap_offers",
        sa.Column("one", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("other", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("match", KEY),
        sa.Column("offered_at", MOMENT),
        sa.Column("declined_at", MOMENT),
        sa.PrimaryKeyConstraint("one", "other", "game", name="pk_handicap_offers"),
    )
    op.create_index("ix_handicap_offers_other", "handicap_offers", ["other"])
    op.create_index("ix_handicap_offers_offered_at", "handicap_offers", ["offered_at"])
    op.create_index("ix_handicap_offers_declined_at", "handicap_offers", ["declined_at"])


def downgrade() -> None:
    op.drop_table("handicap_offers")
    op.drop_table("handicap_results")
    op.drop_column("rating_changes", "head_start_points")
