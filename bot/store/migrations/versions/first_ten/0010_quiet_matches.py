"""How long matches have been quiet, what players want to hear of them, and when members are awake."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_MATCHES = ("heard_at", "asked_at", "nudged_at", "quiet_wake_at", "snoozed0", "snoozed1")


def upgrade() -> None:
    for name in _MATCHES:
        op.add_column("matches", sa.Column(name, sa.BigInteger()))
    op.add_column("matches", sa.Column("abandon_asked", sa.SmallInteger()))
    op.add_column("matches", sa.Column("reminded", sa.SmallInteger(), server_default="0", nullable=False))
    op.add_column("matches", sa.Column("other_asked", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("members", sa.Column("moves", sa.JSON()))
    op.add_column("members", sa.Column("answers", sa.JSON()))
    op.add_column("members", sa.Column("daily_at", sa.BigInteger()))
    op.create_index("ix_members_daily_at", "members", ["daily_at"])
    woken = sa.text("quiet_wake_at IS NOT NULL")
    op.create_index("ix_matches_quiet_wake", "matches", ["quiet_wake_at"], sqlite_where=woken, postgresql_where=woken)
    # Those that have been running are looked at soon, and are planned anew then.
    op.execute("UPDATE matches SET quiet_wake_at = moved_at WHERE finished_at IS NULL")


def downgrade() -> None:
    op.drop_index("ix_matches_quiet_wake", "matches")
    op.drop_index("ix_members_daily_at", "members")
    for name in ("daily_at", "answers", "moves"):
        op.drop_column("members", name)
    for name in ("other_asked", "reminded", "abandon_asked", *_MATCHES):
        op.drop_column("matches", name)
