"""Posts that are still needed after they were sent."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "posts",
        sa.Column("id", KEY, primary_key=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("payload", sa.JSON, nullable=False),
        sa.Column("scope", sa.BigInteger, nullable=False, index=True),
        sa.Column("channel", sa.BigInteger),
        sa.Column("dm", sa.BigInteger),
        sa.Column("ping", sa.BigInteger),
        sa.Column("match", KEY, sa.ForeignKey("matches.id", ondelete="CASCADE"), index=True),
        sa.Column("challenge", KEY, sa.ForeignKey("challenges.id", ondelete="CASCADE"), index=True),
        sa.Column("tournament", KEY, sa.ForeignKey("tournaments.id", ondelete="CASCADE"), index=True),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("place", sa.BigInteger, nullable=False),
        sa.Column("message", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer),
        sa.Column("seen", sa.Integer),
        sa.Column("agreed", sa.Boolean),
        sa.Column("answered_by", sa.BigInteger),
        sqlite_autoincrement=True,
    )


def downgrade() -> None:
    op.drop_table("posts")
