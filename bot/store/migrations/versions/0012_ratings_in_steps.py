"""Results that outlive their matches, recounts that go on where they stopped, and who belongs to the world."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_FOREIGN_KEY = "fk_rating_changes_match"
_RATED = {"sqlite": "rated IS 1 AND finished_at IS NOT NULL", "postgresql": "rated IS true AND finished_at IS NOT NULL"}


def upgrade() -> None:
    with op.batch_alter_table("rating_changes", recreate="auto") as table:
        table.add_column(sa.Column("effect", sa.SmallInteger(), server_default="0", nullable=False))
        table.drop_constraint(_FOREIGN_KEY, type_="foreignkey")
    op.create_table(
        "recounts",
        sa.Column("pool", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("match", _KEY, nullable=False),
        sa.PrimaryKeyConstraint("pool", "game", name=op.f("pk_recounts")),
    )
    op.create_table(
        "world_members",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user", name=op.f("pk_world_members")),
    )
    op.create_index(
        "ix_matches_rated",
        "matches",
        ["game", "finished_at", "id"],
        unique=False,
        sqlite_where=sa.text(_RATED["sqlite"]),
        postgresql_where=sa.text(_RATED["postgresql"]),
    )


def downgrade() -> None:
    op.drop_index("ix_matches_rated", table_name="matches")
    op.drop_table("world_members")
    op.drop_table("recounts")
    op.execute("DELETE FROM rating_changes WHERE match NOT IN (SELECT id FROM matches)")
    with op.batch_alter_table("rating_changes", recreate="auto") as table:
        table.drop_column("effect")
        table.create_foreign_key(_FOREIGN_KEY, "matches", ["match"], ["id"], ondelete="CASCADE")
