"""Links to the page in the database, so that they work in every process that shares it."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.create_table(
        "page_links",
        sa.Column("code", sa.String(64), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("door", sa.String(20), nullable=False),
        sa.Column("scope", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("guild", sa.Boolean(), nullable=False),
        sa.Column("locale", sa.String(20), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("target", sa.String(100), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_page_links"),
    )
    op.create_index("ix_page_links_user", "page_links", ["user"])
    op.create_index("ix_page_links_scope", "page_links", ["scope"])
    op.create_index("ix_page_links_until", "page_links", ["until"])
    op.create_table(
        "page_openings",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("target", sa.String(100), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user", name="pk_page_openings"),
    )
    op.create_index("ix_page_openings_until", "page_openings", ["until"])


def downgrade() -> None:
    op.drop_table("page_openings")
    op.drop_table("page_links")
