"""Counter-offers know the open challenge they answer, which closes when one of them is accepted."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("challenges", sa.Column("counters", sa.BigInteger().with_variant(sa.Integer, "sqlite")))


def downgrade() -> None:
    op.drop_column("challenges", "counters")
