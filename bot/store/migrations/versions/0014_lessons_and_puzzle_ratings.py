"""How far each member has come in lessons, and how strong members and puzzles are against each other."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "puzzle_ratings",
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("puzzle", sa.String(length=20), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("volatility", sa.Float(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game", "puzzle", name=op.f("pk_puzzle_ratings")),
    )
    op.create_table(
        "lesson_progress",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("user", "game", name=op.f("pk_lesson_progress")),
    )
    op.add_column("puzzle_streaks", sa.Column("rating", sa.Float(), server_default="1200", nullable=False))
    op.add_column("puzzle_streaks", sa.Column("deviation", sa.Float(), server_default="350", nullable=False))
    op.add_column("puzzle_streaks", sa.Column("volatility", sa.Float(), server_default="0.06", nullable=False))


def downgrade() -> None:
    for column in ("volatility", "deviation", "rating"):
        op.drop_column("puzzle_streaks", column)
    op.drop_table("lesson_progress")
    op.drop_table("puzzle_ratings")
