"""Matches that begin at a given position, and those that were brought from a record."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("given", sa.Integer(), server_default="0", nullable=False))
    op.add_column("matches", sa.Column("imported", sa.BigInteger(), nullable=True))
    op.create_index(
        "ix_matches_imported",
        "matches",
        ["imported"],
        sqlite_where=sa.text("imported IS NOT NULL"),
        postgresql_where=sa.text("imported IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_index("ix_matches_imported", table_name="matches")
    op.drop_column("matches", "imported")
    op.drop_column("matches", "given")
