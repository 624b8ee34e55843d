"""What players have declined lately, and when a member's daily card came last; servers have no daily list."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("refusals", sa.JSON()))
    op.add_column("members", sa.Column("daily_told", sa.BigInteger()))
    op.drop_index("ix_scopes_digest_at", "scopes")
    op.drop_column("scopes", "digest_at")


def downgrade() -> None:
    op.add_column("scopes", sa.Column("digest_at", sa.BigInteger()))
    op.create_index("ix_scopes_digest_at", "scopes", ["digest_at"])
    op.drop_column("members", "daily_told")
    op.drop_column("matches", "refusals")
