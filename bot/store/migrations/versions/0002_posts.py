"""Posts that are still needed after they were sent, and standing offers."""

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
    op.create_table(
        "offers",
        sa.Column("id", KEY, primary_key=True),
        sa.Column("scope", sa.BigInteger, sa.ForeignKey("scopes.id"), nullable=False, index=True),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("maker", sa.BigInteger, nullable=False, index=True),
        sa.Column("maker_name", sa.String(100), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("side", sa.String(6), nullable=False),
        sa.Column("clock", sa.String(60), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("at_once", "near", "least", "again")),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "offer_matches",
        sa.Column("match", KEY, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("offer", KEY, sa.ForeignKey("offers.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("taker", sa.BigInteger, nullable=False, index=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    for name in ("offer_matches", "offers", "posts"):
        op.drop_table(name)
