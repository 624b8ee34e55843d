"""Vacations with their start and end, so that days can be counted in any year and not by the calendar."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_MEMBERS = sa.table(
    "members",
    sa.column("id", sa.BigInteger),
    sa.column("vacation_until", sa.BigInteger),
    sa.column("vacation_used", sa.Float),
    sa.column("vacations", sa.JSON),
)


def upgrade() -> None:
    op.add_column("members", sa.Column("vacations", sa.JSON(), nullable=True))
    connection, own = op.get_bind(), _MEMBERS.c
    taken = sa.select(own.id, own.vacation_until, own.vacation_used)
    for row in connection.execute(taken.where(own.vacation_used > 0, own.vacation_until.is_not(None))).all():
        # When the days were taken is not known: as if in one go, up to the end of the latest vacation.
        spans = [[int(row.vacation_until - row.vacation_used * 1000), row.vacation_until]]
        connection.execute(_MEMBERS.update().where(own.id == row.id).values(vacations=spans))
    op.drop_column("members", "vacation_used")
    op.drop_column("members", "vacation_year")


def downgrade() -> None:
    op.add_column("members", sa.Column("vacation_year", sa.Integer(), server_default="0", nullable=False))
    op.add_column("members", sa.Column("vacation_used", sa.Float(), server_default="0", nullable=False))
    op.drop_column("members", "vacations")
