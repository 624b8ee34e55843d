"""The tables of tournaments; standings can be rebuilt from the pairings."""

import sqlalchemy as sa

from bot.store.personal import (
    CHANNEL,
    GUARD,
    HASHED,
    NOBODY,
    NOTHING,
    ROW,
    SCOPE,
    Category,
    Stays,
    about,
    json,
    name,
    person,
    words,
)

from .columns import Key, Moment, Name, column, parent, partial_index, table

tournaments = table(
    "tournaments",
    Stays.PLAYED,
    column("id", Key, NOTHING, primary_key=True),
    column(
        "scope",
        sa.BigInteger,
        SCOPE,
        sa.ForeignKey("scopes.id", ondelete="CASCADE"),
        nullable=False,
    ),
    column("number", sa.Integer, NOTHING, nullable=False),
    column("channel", sa.BigInteger, CHANNEL, nullable=False),
    column("title", Name(100), words("creator", "organiser"), nullable=False),
    column("organiser", sa.BigInteger, person(NOBODY), nullable=False),
    column("organiser_name", Name(100), name("organiser"), nullable=False),
    # who announced it, for whom it counts while it is not over, also once they have deleted their
    # data
    column("creator", sa.BigInteger, person(HASHED)),
    # -- what is played, and how
    column("kind", sa.String(12), NOTHING, nullable=False),
    column("game", sa.String(40), NOTHING, nullable=False),
    column("options", sa.JSON, json(Category.NOTHING), nullable=False),
    column("clock", sa.String(60), NOTHING, nullable=False),
    column("rated", sa.Boolean, NOTHING, nullable=False),
    # see bot.domain.tournaments.tournament.Terms
    column("terms", sa.JSON, json("terms"), nullable=False),
    # -- how it stands
    column("status", sa.String(10), NOTHING, nullable=False),
    column("round", sa.Integer, NOTHING, nullable=False, server_default="0"),
    # 0: not known before it starts
    column("rounds", sa.Integer, NOTHING, nullable=False, server_default="0"),
    column("version", sa.Integer, GUARD, nullable=False, server_default="1"),
    column("starts_at", Moment, NOTHING),
    column("ends_at", Moment, NOTHING),  # when the time of the round is over
    column("warned_at", Moment, NOTHING),  # when that warning was sent
    column("wake_at", Moment, NOTHING),  # when something is next to be done
    column("finished_at", Moment, NOTHING),
    column("post_channel", sa.BigInteger, CHANNEL),  # the post that shows the standings
    column("post", sa.BigInteger, NOTHING),
    sa.UniqueConstraint("scope", "number"),
    sqlite_autoincrement=True,
)
partial_index(
    "ix_tournaments_wake", tournaments.c.wake_at, where=tournaments.c.wake_at.is_not(None)
)

# Who takes part. A slot keeps its results when another member takes it over.
entrants = table(
    "entrants",
    Stays.PLAYED,
    parent("tournament", "tournaments", NOTHING, primary_key=True),
    column("slot", sa.Integer, NOTHING, primary_key=True),
    column("user", sa.BigInteger, person(NOBODY), nullable=False, index=True),
    column("name", Name(100), name("user"), nullable=False),
    column("status", sa.String(10), about("user"), nullable=False),
    column("checked", sa.Boolean, about("user"), nullable=False),
    column("seed", sa.Integer, about("user"), nullable=False),  # 0: not seeded yet
    column("joined_at", Moment, about("user"), nullable=False),
    # who was asked to take it over, or challenged from it
    column("offered_to", sa.BigInteger, person(None)),
    column("offered_at", Moment, about("offered_to", instead=None)),
)
partial_index(
    "ix_entrants_offered_to", entrants.c.offered_to, where=entrants.c.offered_to.is_not(None)
)

# Who plays whom. Slots by seat, the second one empty for a bye; the result once it is known.
pairings = table(
    "pairings",
    Stays.PLAYED,
    column("id", Key, NOTHING, primary_key=True),
    parent("tournament", "tournaments", NOTHING, nullable=False),
    column("round", sa.Integer, NOTHING, nullable=False),
    column("board", sa.Integer, NOTHING, nullable=False),
    column("leg", sa.Integer, NOTHING, nullable=False),
    column("slot0", sa.Integer, NOTHING, nullable=False),
    column("slot1", sa.Integer, NOTHING),
    column("match", Key, NOTHING, sa.ForeignKey("matches.id", ondelete="SET NULL"), unique=True),
    column("result", sa.String(5), NOTHING),  # 1-0, 0-1, 1/2, 0-0, bye
    column("how", sa.String(10), NOTHING),  # played, forfeit, settled, bye
    column("settled_at", Moment, NOTHING),
    column("ends_at", Moment, NOTHING),  # where a vacation has moved it; else with its round
    sa.UniqueConstraint("tournament", "round", "board", "leg"),
    sqlite_autoincrement=True,
)

# The leagues of a server, who is in them, and the round robins that are divisions of a season.
leagues = table(
    "leagues",
    Stays.PLAYED,
    column(
        "scope",
        sa.BigInteger,
        SCOPE,
        sa.ForeignKey("scopes.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    column("channel", sa.BigInteger, CHANNEL, nullable=False),
    column("season", sa.Integer, NOTHING, nullable=False),  # the latest; 0: none yet
    column("told", sa.Integer, NOTHING, nullable=False),  # the latest that is closed
    column("starts_at", Moment, NOTHING),  # the next one
)

league_members = table(
    "league_members",
    Stays.PLAYED,
    column("scope", sa.BigInteger, SCOPE, primary_key=True),
    column("game", sa.String(40), NOTHING, primary_key=True),
    column("user", sa.BigInteger, person(ROW), primary_key=True, index=True),
    column("name", Name(100), name("user"), nullable=False),
    # matches of a season at the same time
    column("at_once", sa.Integer, about("user"), nullable=False),
    # the place in the next season; 0: new
    column("place", sa.Integer, about("user"), nullable=False),
    column("joined_at", Moment, about("user"), nullable=False),
)

league_divisions = table(
    "league_divisions",
    Stays.PLAYED,
    parent("tournament", "tournaments", NOTHING, primary_key=True),
    column("scope", sa.BigInteger, SCOPE, nullable=False, index=True),
    column("game", sa.String(40), NOTHING, nullable=False),
    column("season", sa.Integer, NOTHING, nullable=False),
    column("division", sa.Integer, NOTHING, nullable=False),
)
