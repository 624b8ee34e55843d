"""The tables of tournaments; standings can be rebuilt from the pairings."""

from __future__ import annotations

import sqlalchemy as sa

from .columns import Key, Moment, Name, metadata

tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", Key, primary_key=True),
    sa.Column("scope", sa.BigInteger, sa.ForeignKey("scopes.id", ondelete="CASCADE"), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("channel", sa.BigInteger, nullable=False),
    sa.Column("title", Name(100), nullable=False),
    sa.Column("organiser", sa.BigInteger, nullable=False),
    sa.Column("organiser_name", Name(100), nullable=False),
    sa.Column("creator", sa.BigInteger),  # who announced it, for whom it counts while it is not over
    # What is played, and how.
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("clock", sa.String(60), nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("terms", sa.JSON, nullable=False),  # see bot.domain.tournaments.tournament.Terms
    # How it stands.
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("round", sa.Integer, nullable=False, server_default="0"),
    sa.Column("rounds", sa.Integer, nullable=False, server_default="0"),  # 0: not known before it starts
    sa.Column("version", sa.Integer, nullable=False, server_default="1"),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("starts_at", Moment),
    sa.Column("ends_at", Moment),  # when the time of the round is over
    sa.Column("warned_at", Moment),  # when that was told
    sa.Column("wake_at", Moment),  # when something is next to be done
    sa.Column("finished_at", Moment),
    sa.Column("post_channel", sa.BigInteger),  # the post that shows the standings
    sa.Column("post", sa.BigInteger),
    sa.UniqueConstraint("scope", "number"),
    sqlite_autoincrement=True,
)
sa.Index(
    "ix_tournaments_wake",
    tournaments.c.wake_at,
    sqlite_where=tournaments.c.wake_at.is_not(None),
    postgresql_where=tournaments.c.wake_at.is_not(None),
)

# Who takes part. A slot keeps its results when another member takes it over.
entrants = sa.Table(
    "entrants",
    metadata,
    sa.Column(
        "tournament", Key, sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    ),
    sa.Column("slot", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("user", sa.BigInteger, nullable=False, index=True),
    sa.Column("name", Name(100), nullable=False),
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("checked", sa.Boolean, nullable=False),
    sa.Column("seed", sa.Integer, nullable=False),  # 0: not seeded yet
    sa.Column("joined_at", Moment, nullable=False),
    sa.Column("offered_to", sa.BigInteger),  # who was asked to take the place over, and has not answered
    sa.Column("offered_name", Name(100)),
    sa.Column("offered_at", Moment),
)
sa.Index(
    "ix_entrants_offered_to",
    entrants.c.offered_to,
    sqlite_where=entrants.c.offered_to.is_not(None),
    postgresql_where=entrants.c.offered_to.is_not(None),
)

# Who plays whom. Slots by seat, the second one empty for a bye; a result once there is one.
pairings = sa.Table(
    "pairings",
    metadata,
    sa.Column("id", Key, primary_key=True),
    sa.Column("tournament", Key, sa.ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("board", sa.Integer, nullable=False),
    sa.Column("leg", sa.Integer, nullable=False),
    sa.Column("slot0", sa.Integer, nullable=False),
    sa.Column("slot1", sa.Integer),
    sa.Column("match", Key, sa.ForeignKey("matches.id", ondelete="SET NULL"), unique=True),
    sa.Column("result", sa.String(5)),  # 1-0, 0-1, 1/2, 0-0, bye
    sa.Column("how", sa.String(10)),  # played, forfeit, settled, bye
    sa.Column("settled_at", Moment),
    sa.UniqueConstraint("tournament", "round", "board", "leg"),
    sqlite_autoincrement=True,
)
