"""Who announced a tournament, and how often a member was challenged lately: what limits are counted by."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tournaments", sa.Column("creator", sa.BigInteger(), nullable=True))
    op.execute("UPDATE tournaments SET creator = organiser WHERE finished_at IS NULL AND organiser > 0")
    op.drop_index("ix_challenges_maker", table_name="challenges")
    op.create_index("ix_challenges_maker", "challenges", ["maker", "created_at"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_challenges_maker", table_name="challenges")
    op.create_index("ix_challenges_maker", "challenges", ["maker"], unique=False)
    op.drop_column("tournaments", "creator")
