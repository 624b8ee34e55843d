"""Posts that are still needed after they were sent, standing offers, team matches, and matches across servers."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "posts",
        sa.Column("id", KEY, primary_key=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("payload", sa.JSON, nullable=False),
        sa.Column("scope", sa.BigInteger, nullable=False, index=True),
        sa.Column("channel", sa.BigInteger),
        sa.Column("dm", sa.BigInteger),
        sa.Column("ping", sa.BigInteger),
        sa.Column("match", KEY, sa.ForeignKey("matches.id", ondelete="CASCADE"), index=True),
        sa.Column("challenge", KEY, sa.ForeignKey("challenges.id", ondelete="CASCADE"), index=True),
        sa.Column("tournament", KEY, sa.ForeignKey("tournaments.id", ondelete="CASCADE"), index=True),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("place", sa.BigInteger, nullable=False),
        sa.Column("message", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer),
        sa.Column("seen", sa.Integer),
        sa.Column("agreed", sa.Boolean),
        sa.Column("answered_by", sa.BigInteger),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "offers",
        sa.Column("id", KEY, primary_key=True),
        sa.Column("scope", sa.BigInteger, sa.ForeignKey("scopes.id"), nullable=False, index=True),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("maker", sa.BigInteger, nullable=False, index=True),
        sa.Column("maker_name", sa.String(100), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("side", sa.String(6), nullable=False),
        sa.Column("clock", sa.String(60), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("at_once", "near", "least", "again")),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "offer_matches",
        sa.Column("match", KEY, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("offer", KEY, sa.ForeignKey("offers.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("taker", sa.BigInteger, nullable=False, index=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "seekers",
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("scope", sa.BigInteger, sa.ForeignKey("scopes.id"), nullable=False, index=True),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("clock", sa.String(60), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    for name in ("home0", "home1", "room0", "room1"):
        op.add_column("matches", sa.Column(name, sa.BigInteger))

    def of(table: str, name: str, *, key: bool = False, nullable: bool = False) -> sa.Column[int]:
        to = sa.ForeignKey(f"{table}.id", ondelete="CASCADE")
        return sa.Column(name, KEY, to, primary_key=key, nullable=nullable, index=not key)

    def user(name: str = "user", *, key: bool = False, nullable: bool = False) -> sa.Column[int]:
        return sa.Column(name, sa.BigInteger, primary_key=key, nullable=nullable, index=True)

    op.create_table(
        "teams",
        sa.Column("id", KEY, primary_key=True),
        of("matches", "match", nullable=True),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("role", sa.BigInteger),
        user("captain", nullable=True),
        sa.Column("veto", sa.Boolean, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table("team_members", of("teams", "team", key=True), user(key=True), sa.Column("heard_at", sa.BigInteger))
    op.create_table(
        "team_lines",
        sa.Column("id", KEY, primary_key=True),
        of("teams", "team"),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        user(),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("vetoed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("played", sa.Integer),
        sqlite_autoincrement=True,
    )
    chosen = sa.Column("chosen", sa.Boolean, nullable=False)
    op.create_table("team_votes", of("team_lines", "line", key=True), user(key=True), chosen)


def downgrade() -> None:
    for name in ("home0", "home1", "room0", "room1"):
        op.drop_column("matches", name)
    for name in ("team_votes", "team_lines", "team_members", "teams", "seekers", "offer_matches", "offers", "posts"):
        op.drop_table(name)
