"""What a match is played for, and since when a player is gone: what decides whether and when its result counts."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("matches", sa.Column("tournament", _KEY, nullable=True))
    op.add_column("matches", sa.Column("gone_at", sa.BigInteger(), nullable=True))
    op.execute(
        "UPDATE matches SET tournament = (SELECT p.tournament FROM pairings p WHERE p.match = matches.id) "
        "WHERE id IN (SELECT match FROM pairings WHERE match IS NOT NULL)"
    )


def downgrade() -> None:
    op.drop_column("matches", "gone_at")
    op.drop_column("matches", "tournament")
