"""Requests note at which version of a match they were made, so that an old one is not taken for a new one."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.add_column("matches", sa.Column("requested", sa.JSON(), nullable=True))


def downgrade() -> None:
    op.drop_column("matches", "requested")
