"""The tables of ratings, and of the loops that won matches."""

from __future__ import annotations

import sqlalchemy as sa

from bot.store.personal import NOBODY, ROW, Rows, Stays

from .columns import Key, Moment, Name, metadata

rated = Rows(Stays.RATED)
played = Rows(Stays.PLAYED)

# A member's rating at a game on a server or, outside servers, in a private channel.
ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("scope", sa.BigInteger, primary_key=True, autoincrement=False, info=rated.scope()),
    sa.Column("game", sa.String(40), primary_key=True, info=rated.nothing()),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False, info=rated.person(ROW)),
    sa.Column("name", Name(100), nullable=False, info=rated.name("user")),  # as it was in the latest match
    sa.Column("rating", sa.Float, nullable=False, info=rated.about("user")),
    sa.Column("deviation", sa.Float, nullable=False, info=rated.about("user")),
    sa.Column("volatility", sa.Float, nullable=False, info=rated.about("user")),
    sa.Column("at", Moment, nullable=False, info=rated.about("user")),  # when the latest match was rated
    sa.Column("wins", sa.Integer, nullable=False, info=rated.about("user")),
    sa.Column("losses", sa.Integer, nullable=False, info=rated.about("user")),
    sa.Column("draws", sa.Integer, nullable=False, info=rated.about("user")),
    # from then on the rating is provisional
    sa.Column("settled_until", Moment, nullable=False, info=rated.about("user")),
)
sa.Index("ix_ratings_board", ratings.c.scope, ratings.c.game, ratings.c.rating, ratings.c.settled_until)
sa.Index("ix_ratings_user", ratings.c.user)

# What each rated match changed in the rating of the player in a seat. NOBODY: the rating was deleted or reset.
rating_changes = sa.Table(
    "rating_changes",
    metadata,
    sa.Column(
        "match",
        Key,
        sa.ForeignKey("matches.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
        info=rated.about("user"),
    ),
    sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False, info=rated.nothing()),
    sa.Column("scope", sa.BigInteger, nullable=False, info=rated.scope()),
    sa.Column("game", sa.String(40), nullable=False, info=rated.nothing()),
    sa.Column("user", sa.BigInteger, nullable=False, info=rated.person(NOBODY)),
    sa.Column("name", Name(100), nullable=False, info=rated.name("user")),
    sa.Column("at", Moment, nullable=False, info=rated.about("user")),  # increases from match to match of a player
    sa.Column("score", sa.Float, nullable=False, info=rated.about("user")),  # 1, 0.5 or 0
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
    rating_changes.c.scope,
    rating_changes.c.game,
    rating_changes.c.at,
)
sa.Index("ix_rating_changes_scope", rating_changes.c.scope, rating_changes.c.game, rating_changes.c.at)

# The loop that has won a match, or none (no cells), from which a season's prettiest is chosen.
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
