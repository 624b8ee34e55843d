"""The computer as a player, hints, and puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

OFFERED = sa.text("draw_offer IS NOT NULL")
COMPUTERS = sa.text("mover = 0")


def upgrade() -> None:
    op.create_table(
        "puzzle_tries",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("puzzle", sa.String(length=20), nullable=False),
        sa.Column("wrong", sa.Integer(), server_default="0", nullable=False),
        sa.Column("solved_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("user", "game", "puzzle", name=op.f("pk_puzzle_tries")),
    )
    op.create_table(
        "puzzle_streaks",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("user", name=op.f("pk_puzzle_streaks")),
    )
    op.add_column("matches", sa.Column("hints0", sa.Integer(), server_default="0", nullable=False))
    op.add_column("matches", sa.Column("hints1", sa.Integer(), server_default="0", nullable=False))
    op.add_column("scopes", sa.Column("puzzle_at", sa.BigInteger(), nullable=True))
    op.create_index(op.f("ix_scopes_puzzle_at"), "scopes", ["puzzle_at"])
    op.create_index("ix_matches_computer", "matches", ["mover"], sqlite_where=COMPUTERS, postgresql_where=COMPUTERS)
    op.create_index("ix_matches_offered", "matches", ["draw_offer"], sqlite_where=OFFERED, postgresql_where=OFFERED)


def downgrade() -> None:
    op.drop_index("ix_matches_offered", table_name="matches", sqlite_where=OFFERED, postgresql_where=OFFERED)
    op.drop_index("ix_matches_computer", table_name="matches", sqlite_where=COMPUTERS, postgresql_where=COMPUTERS)
    op.drop_index(op.f("ix_scopes_puzzle_at"), table_name="scopes")
    op.drop_column("scopes", "puzzle_at")
    op.drop_column("matches", "hints1")
    op.drop_column("matches", "hints0")
    op.drop_table("puzzle_streaks")
    op.drop_table("puzzle_tries")
