"""The tables of ratings, which can be rebuilt from the matches."""

from __future__ import annotations

import sqlalchemy as sa

from bot.store.personal import NOBODY, ROW, Rows, Stays

from .columns import Key, Moment, Name, metadata

rated = Rows(Stays.RATED)
world = Rows(Stays.BELONGS)
played = Rows(Stays.PLAYED)

# How strong a member is at a game in a pool: a server (its id), or all servers together (0).
ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("pool", sa.BigInteger, primary_key=True, autoincrement=False, info=rated.pool()),
    sa.Column("game", sa.String(40), primary_key=True, info=rated.nothing()),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False, info=rated.person(ROW)),
    sa.Column("name", Name(100), nullable=False, info=rated.name("user")),  # as it was in the latest match
    sa.Column("rating", sa.Float, nullable=False, info=rated.about("user")),
    sa.Column("deviation", sa.Float, nullable=False, info=rated.about("user")),
    sa.Column("volatility", sa.Float, nullable=False, info=rated.about("user")),
    sa.Column("at", Moment, nullable=False, info=rated.about("user")),  # when the latest match ended
    sa.Column("match", Key, nullable=False, info=rated.about("user")),
    sa.Column("wins", sa.Integer, nullable=False, info=rated.about("user")),
    sa.Column("losses", sa.Integer, nullable=False, info=rated.about("user")),
    sa.Column("draws", sa.Integer, nullable=False, info=rated.about("user")),
    # from then on the rating is provisional
    sa.Column("settled_until", Moment, nullable=False, info=rated.about("user")),
    sa.Column("listed", sa.Boolean, nullable=False, info=rated.about("user")),  # whether others may see it
    # Of all servers together: it rests on few partners who play few others, so it has no place.
    sa.Column("apart", sa.Boolean, nullable=False, server_default=sa.false(), info=rated.about("user")),
)
sa.Index(
    "ix_ratings_board", ratings.c.pool, ratings.c.game, ratings.c.listed, ratings.c.rating, ratings.c.settled_until
)
sa.Index("ix_ratings_user", ratings.c.user)

# What each rated match did to the rating of the player in a seat.
rating_changes = sa.Table(
    "rating_changes",
    metadata,
    sa.Column("pool", sa.BigInteger, primary_key=True, autoincrement=False, info=rated.pool()),
    # Of a match that may be deleted: results in the world outlive the server on which they were played.
    sa.Column("match", Key, primary_key=True, autoincrement=False, info=rated.about("user")),
    sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False, info=rated.nothing()),
    sa.Column("game", sa.String(40), nullable=False, info=rated.nothing()),
    sa.Column("user", sa.BigInteger, nullable=False, info=rated.person(NOBODY)),
    sa.Column("name", Name(100), nullable=False, info=rated.name("user")),
    sa.Column("at", Moment, nullable=False, info=rated.about("user")),
    sa.Column("score", sa.Float, nullable=False, info=rated.about("user")),  # 1, 0.5 or 0
    # FULL, BOUNDED, NONE or UNDONE
    sa.Column("effect", sa.SmallInteger, nullable=False, server_default="0", info=rated.about("user")),
    sa.Column("rating_before", sa.Float, nullable=False, info=rated.about("user")),
    sa.Column("deviation_before", sa.Float, nullable=False, info=rated.about("user")),
    sa.Column("volatility_before", sa.Float, nullable=False, info=rated.about("user")),
    sa.Column("rating", sa.Float, nullable=False, info=rated.about("user")),
    sa.Column("deviation", sa.Float, nullable=False, info=rated.about("user")),
    sa.Column("volatility", sa.Float, nullable=False, info=rated.about("user")),
)
sa.Index(
    "ix_rating_changes_course",
    rating_changes.c.user,
    rating_changes.c.pool,
    rating_changes.c.game,
    rating_changes.c.at,
    rating_changes.c.match,
)
sa.Index(
    "ix_rating_changes_pool", rating_changes.c.pool, rating_changes.c.game, rating_changes.c.at, rating_changes.c.match
)
sa.Index("ix_rating_changes_match", rating_changes.c.match)

# From where on in the order of its results a pool is still to be rated anew.
recounts = sa.Table(
    "recounts",
    metadata,
    sa.Column("pool", sa.BigInteger, primary_key=True, autoincrement=False, info=rated.pool()),
    sa.Column("game", sa.String(40), primary_key=True, info=rated.nothing()),
    sa.Column("at", Moment, nullable=False, info=rated.nothing()),
    sa.Column("match", Key, nullable=False, info=rated.nothing()),
)

# Who has met enough others that their results count in the world in full, and since when.
world_members = sa.Table(
    "world_members",
    metadata,
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False, info=world.person(ROW)),
    sa.Column("at", Moment, nullable=False, info=world.about("user")),
)

# The loop that has won a match, or none (no cells), by which a season's prettiest one is found.
loops = sa.Table(
    "loops",
    metadata,
    sa.Column(
        "match",
        Key,
        sa.ForeignKey("matches.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
        info=played.nothing(),
    ),
    sa.Column("scope", sa.BigInteger, nullable=False, info=played.scope()),
    sa.Column("at", Moment, nullable=False, info=played.nothing()),  # when the match ended
    sa.Column("cells", sa.Integer, nullable=False, info=played.nothing()),
    sa.Column("ground", sa.Float, nullable=False, info=played.nothing()),
)
sa.Index("ix_loops_scope", loops.c.scope, loops.c.at)
