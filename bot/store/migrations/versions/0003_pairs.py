"""Pairs of matches: each names the other."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("matches", sa.Column("pair", sa.Integer))


def downgrade() -> None:
    op.drop_column("matches", "pair")
