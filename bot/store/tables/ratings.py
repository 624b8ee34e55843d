"""The tables of ratings, and of the loops that won matches."""

import sqlalchemy as sa

from bot.store.personal import NOBODY, NOTHING, ROW, SCOPE, Stays, about, name, person

from .columns import Key, Moment, Name, column, parent, table

# A member's rating at a game on a server or, outside servers, in a private channel.
ratings = table(
    "ratings",
    Stays.RATED,
    column("scope", sa.BigInteger, SCOPE, primary_key=True),
    column("game", sa.String(40), NOTHING, primary_key=True),
    column("user", sa.BigInteger, person(ROW), primary_key=True),
    column("name", Name(100), name("user"), nullable=False),  # as it was in the latest match
    column("rating", sa.Float, about("user"), nullable=False),
    column("deviation", sa.Float, about("user"), nullable=False),
    column("volatility", sa.Float, about("user"), nullable=False),
    column("at", Moment, about("user"), nullable=False),  # when the latest match was rated
    column("wins", sa.Integer, about("user"), nullable=False),
    column("losses", sa.Integer, about("user"), nullable=False),
    column("draws", sa.Integer, about("user"), nullable=False),
    # from then on the rating is provisional
    column("settled_until", Moment, about("user"), nullable=False),
)
sa.Index(
    "ix_ratings_board", ratings.c.scope, ratings.c.game, ratings.c.rating, ratings.c.settled_until
)
sa.Index("ix_ratings_user", ratings.c.user)

# What each rated match changed in the rating of the player in a seat. NOBODY: the rating was
# deleted or reset.
rating_changes = table(
    "rating_changes",
    Stays.RATED,
    parent("match", "matches", about("user"), primary_key=True),
    column("seat", sa.SmallInteger, NOTHING, primary_key=True),
    column("scope", sa.BigInteger, SCOPE, nullable=False),
    column("game", sa.String(40), NOTHING, nullable=False),
    column("user", sa.BigInteger, person(NOBODY), nullable=False),
    column("name", Name(100), name("user"), nullable=False),
    # increases from match to match of a player
    column("at", Moment, about("user"), nullable=False),
    column("score", sa.Float, about("user"), nullable=False),  # 1, 0.5 or 0
    column("rating_before", sa.Float, about("user"), nullable=False),
    column("deviation_before", sa.Float, about("user"), nullable=False),
    column("volatility_before", sa.Float, about("user"), nullable=False),
    column("rating", sa.Float, about("user"), nullable=False),
    column("deviation", sa.Float, about("user"), nullable=False),
    column("volatility", sa.Float, about("user"), nullable=False),
    # what a head start was worth to the second side at the end of the match, in rating points
    column("head_start_points", sa.Integer, NOTHING, nullable=False, server_default="0"),
)
sa.Index(
    "ix_rating_changes_course",
    *(rating_changes.c[name] for name in ("user", "scope", "game", "at")),
)
sa.Index(
    "ix_rating_changes_scope", rating_changes.c.scope, rating_changes.c.game, rating_changes.c.at
)

# What came of people's matches with a head start, in all places together: no person is named.
handicap_results = table(
    "handicap_results",
    Stays.SERVICE,
    column("game", sa.String(40), NOTHING, primary_key=True),
    column("variant", sa.String(100), NOTHING, primary_key=True),
    column("turns", sa.SmallInteger, NOTHING, primary_key=True, autoincrement=False),
    # the measured worth by which the score was expected: a new measure begins anew
    column("points", sa.Integer, NOTHING, primary_key=True, autoincrement=False),
    column("matches", sa.Integer, NOTHING, nullable=False),
    column("score", sa.Float, NOTHING, nullable=False),  # of the second side
    column("expected", sa.Float, NOTHING, nullable=False),
)

# When a handicap was offered unasked to two members, and when one of them declined it.
handicap_offers = table(
    "handicap_offers",
    Stays.OFFERED,
    column("one", sa.BigInteger, person(ROW), primary_key=True, autoincrement=False),
    column("other", sa.BigInteger, person(ROW), primary_key=True, index=True, autoincrement=False),
    column("game", sa.String(40), NOTHING, primary_key=True),
    column("match", Key, NOTHING),  # after which it was offered
    column("offered_at", Moment, about("one", "other"), index=True),
    column("declined_at", Moment, about("one", "other"), index=True),
)

# Of a won match what a season's prettiest loop and greatest comeback are chosen by.
loops = table(
    "loops",
    Stays.PLAYED,
    parent("match", "matches", NOTHING, primary_key=True),
    column("scope", sa.BigInteger, SCOPE, nullable=False),
    column("at", Moment, NOTHING, nullable=False),  # when the match ended
    column("cells", sa.Integer, NOTHING, nullable=False),  # of the loop that won it; 0: none did
    column("ground", sa.Float, NOTHING, nullable=False),
    # the least that the winner had, in percent; NULL: not judged
    column("chance", sa.Integer, NOTHING),
)
sa.Index("ix_loops_scope", loops.c.scope, loops.c.at)
