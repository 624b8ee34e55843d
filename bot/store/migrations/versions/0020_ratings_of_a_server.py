"""Ratings of each server alone, and the log of its managers."""

import sqlalchemy as sa
from alembic import op

from bot.store.tables import rating_changes, ratings, server_log

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None
OLD = sa.MetaData()
# How strong a member is at a game in a pool: a server (its id), or all servers together (0).
sa.Table(
    "ratings",
    OLD,
    sa.Column("pool", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("match", sa.BigInteger, nullable=False),
    sa.Column("wins", sa.Integer, nullable=False),
    sa.Column("losses", sa.Integer, nullable=False),
    sa.Column("draws", sa.Integer, nullable=False),
    sa.Column("settled_until", sa.BigInteger, nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("apart", sa.Boolean, nullable=False, server_default=sa.false()),
)
sa.Index(
    "ix_ratings_board",
    OLD.tables["ratings"].c.pool,
    OLD.tables["ratings"].c.game,
    OLD.tables["ratings"].c.listed,
    OLD.tables["ratings"].c.rating,
    OLD.tables["ratings"].c.settled_until,
)
sa.Index("ix_ratings_user", OLD.tables["ratings"].c.user)

sa.Table(
    "rating_changes",
    OLD,
    sa.Column("pool", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("match", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("user", sa.BigInteger, nullable=False),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("score", sa.Float, nullable=False),
    sa.Column("effect", sa.SmallInteger, nullable=False, server_default="0"),
    sa.Column("rating_before", sa.Float, nullable=False),
    sa.Column("deviation_before", sa.Float, nullable=False),
    sa.Column("volatility_before", sa.Float, nullable=False),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
)
sa.Index(
    "ix_rating_changes_course",
    OLD.tables["rating_changes"].c.user,
    OLD.tables["rating_changes"].c.pool,
    OLD.tables["rating_changes"].c.game,
    OLD.tables["rating_changes"].c.at,
    OLD.tables["rating_changes"].c.match,
)
sa.Index(
    "ix_rating_changes_pool",
    OLD.tables["rating_changes"].c.pool,
    OLD.tables["rating_changes"].c.game,
    OLD.tables["rating_changes"].c.at,
    OLD.tables["rating_changes"].c.match,
)
sa.Index("ix_rating_changes_match", OLD.tables["rating_changes"].c.match)

sa.Table(
    "recounts",
    OLD,
    sa.Column("pool", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("match", sa.BigInteger, nullable=False),
)

sa.Table(
    "world_members",
    OLD,
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)


def upgrade() -> None:
    OLD.drop_all(op.get_bind())
    for new in (ratings, rating_changes, server_log):
        new.create(op.get_bind())


def downgrade() -> None:
    for new in (ratings, rating_changes, server_log):
        new.drop(op.get_bind())
    OLD.create_all(op.get_bind())
