"""What members have asked the computer and wait for."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "errands",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("about", sa.JSON(), nullable=False),
        sa.Column("scope", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("locale", sa.String(length=20), nullable=False),
        sa.Column("interaction", sa.BigInteger(), nullable=False),
        sa.Column("application", sa.BigInteger(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("held_until", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("noted", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_errands")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_errands_user"), "errands", ["user"])
    op.create_index(op.f("ix_errands_held_until"), "errands", ["held_until"])


def downgrade() -> None:
    op.drop_index(op.f("ix_errands_held_until"), table_name="errands")
    op.drop_index(op.f("ix_errands_user"), table_name="errands")
    op.drop_table("errands")
