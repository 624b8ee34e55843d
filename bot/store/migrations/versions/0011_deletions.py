"""The deletions that were made in a database, so that they are made again in an older copy of it."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "deletions",
        sa.Column("token", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_deletions")),
    )
    op.create_index(op.f("ix_deletions_at"), "deletions", ["at"])


def downgrade() -> None:
    op.drop_table("deletions")
