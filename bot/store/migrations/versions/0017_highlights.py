"""Who follows a match may want its highlights only; a vacation may move the end of a game."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("followers", sa.Column("highlights", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("pairings", sa.Column("ends_at", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    op.drop_column("pairings", "ends_at")
    op.drop_column("followers", "highlights")
