"""The tables of tournaments; standings can be rebuilt from the pairings."""

from __future__ import annotations

import sqlalchemy as sa

from bot.store.personal import NOBODY, Category, Rows, Stays

from .columns import Key, Moment, Name, metadata

played = Rows(Stays.PLAYED)

tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", Key, primary_key=True, info=played.nothing()),
    sa.Column(
        "scope", sa.BigInteger, sa.ForeignKey("scopes.id", ondelete="CASCADE"), nullable=False, info=played.scope()
    ),
    sa.Column("number", sa.Integer, nullable=False, info=played.nothing()),
    sa.Column("channel", sa.BigInteger, nullable=False, info=played.channel()),
    sa.Column("title", Name(100), nullable=False, info=played.words("creator", "organiser")),
    sa.Column("organiser", sa.BigInteger, nullable=False, info=played.person(NOBODY)),
    sa.Column("organiser_name", Name(100), nullable=False, info=played.name("organiser")),
    # Who announced it, for whom it counts while it is not over.
    sa.Column("creator", sa.BigInteger, info=played.person(None)),
    # What is played, and how.
    sa.Column("kind", sa.String(12), nullable=False, info=played.nothing()),
    sa.Column("game", sa.String(40), nullable=False, info=played.nothing()),
    sa.Column("options", sa.JSON, nullable=False, info=played.nothing(keys=Category.NOTHING)),
    sa.Column("clock", sa.String(60), nullable=False, info=played.nothing()),
    sa.Column("rated", sa.Boolean, nullable=False, info=played.nothing()),
    # see bot.domain.tournaments.tournament.Terms
    sa.Column("terms", sa.JSON, nullable=False, info=played.nothing(keys="terms")),
    # How it stands.
    sa.Column("status", sa.String(10), nullable=False, info=played.nothing()),
    sa.Column("round", sa.Integer, nullable=False, server_default="0", info=played.nothing()),
    # 0: not known before it starts
    sa.Column("rounds", sa.Integer, nullable=False, server_default="0", info=played.nothing()),
    sa.Column("version", sa.Integer, nullable=False, server_default="1", info=played.guard()),
    sa.Column("created_at", Moment, nullable=False, info=played.about("organiser")),
    sa.Column("starts_at", Moment, info=played.nothing()),
    sa.Column("ends_at", Moment, info=played.nothing()),  # when the time of the round is over
    sa.Column("warned_at", Moment, info=played.nothing()),  # when that warning was sent
    sa.Column("wake_at", Moment, info=played.nothing()),  # when something is next to be done
    sa.Column("finished_at", Moment, info=played.nothing()),
    sa.Column("post_channel", sa.BigInteger, info=played.channel()),  # the post that shows the standings
    sa.Column("post", sa.BigInteger, info=played.nothing()),
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
        "tournament",
        Key,
        sa.ForeignKey("tournaments.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
        info=played.nothing(),
    ),
    sa.Column("slot", sa.Integer, primary_key=True, autoincrement=False, info=played.nothing()),
    sa.Column("user", sa.BigInteger, nullable=False, index=True, info=played.person(NOBODY)),
    sa.Column("name", Name(100), nullable=False, info=played.name("user")),
    sa.Column("status", sa.String(10), nullable=False, info=played.about("user")),
    sa.Column("checked", sa.Boolean, nullable=False, info=played.about("user")),
    sa.Column("seed", sa.Integer, nullable=False, info=played.about("user")),  # 0: not seeded yet
    sa.Column("joined_at", Moment, nullable=False, info=played.about("user")),
    # who was asked to take the place over, and has not answered
    sa.Column("offered_to", sa.BigInteger, info=played.person(None)),
    sa.Column("offered_name", Name(100), info=played.name("offered_to", instead=None)),
    sa.Column("offered_at", Moment, info=played.about("offered_to", instead=None)),
)
sa.Index(
    "ix_entrants_offered_to",
    entrants.c.offered_to,
    sqlite_where=entrants.c.offered_to.is_not(None),
    postgresql_where=entrants.c.offered_to.is_not(None),
)

# Who plays whom. Slots by seat, the second one empty for a bye; the result once it is known.
pairings = sa.Table(
    "pairings",
    metadata,
    sa.Column("id", Key, primary_key=True, info=played.nothing()),
    sa.Column(
        "tournament", Key, sa.ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False, info=played.nothing()
    ),
    sa.Column("round", sa.Integer, nullable=False, info=played.nothing()),
    sa.Column("board", sa.Integer, nullable=False, info=played.nothing()),
    sa.Column("leg", sa.Integer, nullable=False, info=played.nothing()),
    sa.Column("slot0", sa.Integer, nullable=False, info=played.nothing()),
    sa.Column("slot1", sa.Integer, info=played.nothing()),
    sa.Column("match", Key, sa.ForeignKey("matches.id", ondelete="SET NULL"), unique=True, info=played.nothing()),
    sa.Column("result", sa.String(5), info=played.nothing()),  # 1-0, 0-1, 1/2, 0-0, bye
    sa.Column("how", sa.String(10), info=played.nothing()),  # played, forfeit, settled, bye
    sa.Column("settled_at", Moment, info=played.nothing()),
    sa.Column("ends_at", Moment, info=played.nothing()),  # where a vacation has moved it; else with its round
    sa.UniqueConstraint("tournament", "round", "board", "leg"),
    sqlite_autoincrement=True,
)
