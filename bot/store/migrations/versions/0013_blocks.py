"""Who wants nothing to do with whom, and who is kept from using the bot."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "blocks",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("other", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user", "other", name="pk_blocks"),
    )
    op.create_index("ix_blocks_other", "blocks", ["other"])
    op.create_table(
        "bans",
        sa.Column("scope", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("scope", "user", name="pk_bans"),
    )
    op.create_index("ix_bans_user", "bans", ["user"])
    op.create_table(
        "shut_outs",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("server", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user", "server", name="pk_shut_outs"),
    )


def downgrade() -> None:
    op.drop_table("shut_outs")
    op.drop_table("bans")
    op.drop_table("blocks")
