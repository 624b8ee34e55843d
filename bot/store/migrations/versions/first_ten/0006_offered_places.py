"""Places in tournaments that somebody is asked to take over, and may accept."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("entrants", sa.Column("offered_to", sa.BigInteger(), nullable=True))
    op.add_column("entrants", sa.Column("offered_name", sa.String(length=100), nullable=True))
    op.add_column("entrants", sa.Column("offered_at", sa.BigInteger(), nullable=True))
    op.create_index(
        "ix_entrants_offered_to",
        "entrants",
        ["offered_to"],
        sqlite_where=sa.text("offered_to IS NOT NULL"),
        postgresql_where=sa.text("offered_to IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_index("ix_entrants_offered_to", table_name="entrants")
    op.drop_column("entrants", "offered_at")
    op.drop_column("entrants", "offered_name")
    op.drop_column("entrants", "offered_to")
