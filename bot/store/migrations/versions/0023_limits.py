"""What limits count beyond a deletion; whom the first post of a team match pings; followers' notices; what managers
did to tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.BigInteger()  # milliseconds since 1970, UTC


def upgrade() -> None:
    op.create_table(
        "tallies",
        sa.Column("id", KEY, nullable=False),
        sa.Column("subject", sa.String(32), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("until", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tallies"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tallies_subject", "tallies", ["subject"])
    op.create_index("ix_tallies_until", "tallies", ["until"])
    op.add_column("team_members", sa.Column("pinged", sa.Boolean()))
    team_members = sa.table("team_members", sa.column("pinged", sa.Boolean()))
    op.execute(team_members.update().values(pinged=True))
    op.add_column("outbox", sa.Column("followed", sa.Boolean(), nullable=False, server_default=sa.false()))
    outbox = sa.table("outbox", sa.column("followed", sa.Boolean()), sa.column("payload", sa.JSON()))
    op.execute(outbox.update().where(outbox.c.payload["followed"].as_boolean()).values(followed=True))
    op.add_column("server_log", sa.Column("tournament", sa.Integer()))


def downgrade() -> None:
    op.drop_column("server_log", "tournament")
    op.drop_column("outbox", "followed")
    op.drop_column("team_members", "pinged")
    op.drop_table("tallies")
