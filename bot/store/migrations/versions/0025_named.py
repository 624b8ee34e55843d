"""Whom a notice names, so that what is kept of a person is found by index."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"

NAMES_NOBODY = ("turn", "started", "quiet")  # kinds of events whose fields never hold a person
INDEXED = ("named", "dm", "ping", "answered_by")  # columns of posts


def upgrade() -> None:
    for name in ("outbox", "posts"):
        op.add_column(name, sa.Column("named", sa.BigInteger(), nullable=True, server_default="0"))
        table = sa.table(name, sa.column("named"), sa.column("kind"))
        op.execute(table.update().where(table.c.kind.in_(NAMES_NOBODY)).values(named=None))
    for column in INDEXED:
        op.create_index(f"ix_posts_{column}", "posts", [column])


def downgrade() -> None:
    for column in INDEXED:
        op.drop_index(f"ix_posts_{column}", "posts")
    for name in ("outbox", "posts"):
        op.drop_column(name, "named")
