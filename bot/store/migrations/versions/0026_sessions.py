"""Browsers in which members stay at the page."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    op.create_table(
        "page_sessions",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("scope", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("guild", sa.Boolean(), nullable=False),
        sa.Column("locale", sa.String(20), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("browser", sa.String(40), nullable=False),
        sa.Column("begun", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_page_sessions"),
    )
    op.create_index("ix_page_sessions_user", "page_sessions", ["user"])
    op.create_index("ix_page_sessions_scope", "page_sessions", ["scope"])
    op.create_index("ix_page_sessions_until", "page_sessions", ["until"])


def downgrade() -> None:
    op.drop_table("page_sessions")
