"""The tables of matches and challenges.

A match is its options and its decisions; all else serves queries.
"""

import sqlalchemy as sa

from bot.store.personal import (
    CHANNEL,
    GUARD,
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

from .columns import Key, Moment, Name, Prose, column, parent, partial_index, table

about_players = about("seat0", "seat1")
about_players_or_importer = about("seat0", "seat1", "imported")

matches = table(
    "matches",
    Stays.PLAYED,
    column("id", Key, NOTHING, primary_key=True),
    column("scope", sa.BigInteger, SCOPE, sa.ForeignKey("scopes.id"), nullable=False),
    column("number", sa.Integer, NOTHING, nullable=False),
    column("channel", sa.BigInteger, CHANNEL, nullable=False),
    column("thread", sa.BigInteger, CHANNEL),
    # -- what the match is
    column("game", sa.String(40), NOTHING, nullable=False),
    column("options", sa.JSON, json(Category.NOTHING), nullable=False),
    # separated by spaces
    column("decisions", sa.Text, about_players_or_importer, nullable=False, server_default=""),
    # how many of them the match began with
    column("given", sa.Integer, NOTHING, nullable=False, server_default="0"),
    # who has brought it from a record; its players are then known by name only
    column("imported", sa.BigInteger, person(ROW)),
    # -- who plays, and on what terms
    column("seat0", sa.BigInteger, person(NOBODY), nullable=False),
    column("seat1", sa.BigInteger, person(NOBODY), nullable=False),
    column("name0", Name(100), name("seat0", "imported"), nullable=False),
    column("name1", Name(100), name("seat1", "imported"), nullable=False),
    column("level", sa.Integer, NOTHING),  # of the computer, where it plays
    column("rated", sa.Boolean, NOTHING, nullable=False),
    column("clock", sa.String(60), NOTHING, nullable=False),
    column("note", Prose, words("seat0", "seat1"), nullable=False, server_default=""),
    # whether lines may be tried on a board while it runs
    column("explore", sa.Boolean, NOTHING, nullable=False, server_default=sa.true()),
    column("tournament", Key, NOTHING),  # the one it is played for
    # -- across servers, where each seat plays: its server and a channel there
    column("home0", sa.BigInteger, about("seat0")),
    column("home1", sa.BigInteger, about("seat1")),
    column("room0", sa.BigInteger, about("seat0")),
    column("room1", sa.BigInteger, about("seat1")),
    # across servers: its players have chosen each other, so it counts for nothing
    column("arranged", sa.Boolean, NOTHING, nullable=False, server_default=sa.false()),
    column("pair", sa.Integer, NOTHING),  # the number of the other match, with sides exchanged
    # -- how it stands, rebuilt by replay from the decisions
    # see bot.domain.matches.history
    column("log", sa.Text, about_players_or_importer, nullable=False, server_default=""),
    column("ply", sa.Integer, NOTHING, nullable=False, server_default="0"),
    column("turn", sa.Integer, NOTHING, nullable=False, server_default="1"),
    column("to_move", sa.SmallInteger, NOTHING),
    column("mover", sa.BigInteger, person(None, beside=("seat0", "seat1"))),
    # -- guards: ``version`` counts what all can see, ``revision`` every change to the row
    column("version", sa.Integer, NOTHING, nullable=False, server_default="1"),
    column("revision", sa.Integer, GUARD, nullable=False, server_default="1"),
    column("status", sa.String(10), NOTHING, nullable=False, server_default="running"),
    column("winner", sa.SmallInteger, about_players_or_importer),
    column("reason", sa.String(40), about_players_or_importer),
    # -- what a player has asked of the other (a seat), and who has left
    column("draw_offer", sa.SmallInteger, about_players),
    column("draw_ply0", sa.Integer, about("seat0")),  # when each seat last offered one
    column("draw_ply1", sa.Integer, about("seat1")),
    column("takeback_asked", sa.SmallInteger, about_players),
    column("pause_asked", sa.SmallInteger, about_players),
    column("abandon_asked", sa.SmallInteger, about_players),
    # the version at which each of these was asked, by its name
    column("requested", sa.JSON, json(Category.NOTHING)),
    column("rematch", Key, NOTHING),
    column("gone", sa.SmallInteger, about_players),  # the seat whose player has left the server
    column("gone_at", Moment, about_players),  # when that was noticed
    # hints given to each seat
    column("hints0", sa.Integer, about("seat0"), nullable=False, server_default="0"),
    column("hints1", sa.Integer, about("seat1"), nullable=False, server_default="0"),
    # -- time
    column("created_at", Moment, about_players_or_importer, nullable=False),
    column("moved_at", Moment, about_players_or_importer, nullable=False),
    column("finished_at", Moment, about_players_or_importer),
    column("turn_at", Moment, about_players, nullable=False),  # since when the mover's time runs
    column("due_at", Moment, about_players),
    column("bank0", sa.Float, about("seat0")),  # seconds
    column("bank1", sa.Float, about("seat1")),
    column("wake_at", Moment, NOTHING),  # when a reminder or the end of time is next due
    # how many of those have been
    column("told", sa.SmallInteger, NOTHING, nullable=False, server_default="0"),
    column("paused_at", Moment, about_players),
    # -- silence: see bot.domain.quiet
    # the last word of either player; NULL: when they moved
    column("heard_at", Moment, about_players),
    column("reminded", sa.SmallInteger, NOTHING, nullable=False, server_default="0"),
    column("asked_at", Moment, NOTHING),
    column("nudged_at", Moment, about_players),
    column("quiet_wake_at", Moment, NOTHING),
    column("snoozed0", Moment, about("seat0")),  # until when each seat wants to hear nothing of it
    column("snoozed1", Moment, about("seat1")),
    # what was declined lately: see bot.domain.refusals
    column("refusals", sa.JSON, json(Category.PSEUDONYMOUS, "seat0", "seat1")),
    sa.UniqueConstraint("scope", "number"),
    sqlite_autoincrement=True,
)
# Partial on a test for NULL, not on a status: SQLite uses such an index also where values are bound
# later.
_is_running = matches.c.finished_at.is_(None)
_is_across = matches.c.home0.is_not(None)
_is_rated = sa.and_(matches.c.rated.is_(True), matches.c.finished_at.is_not(None))
partial_index("ix_matches_running_seat0", matches.c.seat0, where=_is_running)
partial_index("ix_matches_running_seat1", matches.c.seat1, where=_is_running)
partial_index("ix_matches_running_scope", matches.c.scope, matches.c.moved_at, where=_is_running)
partial_index("ix_matches_across_seat0", matches.c.seat0, where=_is_across)
partial_index("ix_matches_across_seat1", matches.c.seat1, where=_is_across)
partial_index("ix_matches_due", matches.c.due_at, where=_is_running)
partial_index(
    "ix_matches_rated", matches.c.game, matches.c.finished_at, matches.c.id, where=_is_rated
)
partial_index("ix_matches_imported", matches.c.imported, where=matches.c.imported.is_not(None))
partial_index("ix_matches_wake", matches.c.wake_at, where=matches.c.wake_at.is_not(None))
partial_index(
    "ix_matches_quiet_wake", matches.c.quiet_wake_at, where=matches.c.quiet_wake_at.is_not(None)
)
partial_index("ix_matches_offered", matches.c.draw_offer, where=matches.c.draw_offer.is_not(None))
# Matches that wait for the computer.
partial_index(
    "ix_matches_computer", matches.c.mover, where=matches.c.mover == sa.literal_column("0")
)
sa.Index("ix_matches_history_seat0", matches.c.seat0, matches.c.finished_at)
sa.Index("ix_matches_history_seat1", matches.c.seat1, matches.c.finished_at)
sa.Index("ix_matches_scope_finished", matches.c.scope, matches.c.finished_at)

challenges = table(
    "challenges",
    Stays.PLAYED,
    column("id", Key, NOTHING, primary_key=True),
    column("scope", sa.BigInteger, SCOPE, sa.ForeignKey("scopes.id"), nullable=False, index=True),
    column("channel", sa.BigInteger, CHANNEL, nullable=False),
    column("maker", sa.BigInteger, person(ROW), nullable=False),
    column("maker_name", Name(100), name("maker"), nullable=False),
    column("target", sa.BigInteger, person(ROW), index=True),  # NULL: open to anyone
    column("target_name", Name(100), name("target")),
    column("game", sa.String(40), NOTHING, nullable=False),
    column("options", sa.JSON, json(Category.NOTHING), nullable=False),
    column("side", sa.String(6), about("maker"), nullable=False),
    column("clock", sa.String(60), NOTHING, nullable=False),
    column("rated", sa.Boolean, NOTHING, nullable=False),
    column("note", Prose, words("maker"), nullable=False, server_default=""),
    column("explore", sa.Boolean, NOTHING, nullable=False, server_default=sa.true()),
    column("status", sa.String(10), NOTHING, nullable=False, server_default="open"),
    column("match", Key, NOTHING),  # what came of it
    column("rematch_of", Key, NOTHING, index=True),
    column("counters", Key, NOTHING),  # the open challenge that this counter-offer answers
    column("created_at", Moment, about("maker"), nullable=False),
    column("expires_at", Moment, NOTHING, nullable=False),
    column("open_until", Moment, NOTHING),  # expires_at while it is open, else NULL
    sqlite_autoincrement=True,
)
sa.Index("ix_challenges_maker", challenges.c.maker, challenges.c.created_at)
partial_index(
    "ix_challenges_open_until", challenges.c.open_until, where=challenges.c.open_until.is_not(None)
)

# Offers that stand until they are withdrawn: see bot.domain.challenges.lobby.
offers = table(
    "offers",
    Stays.PLAYED,
    column("id", Key, NOTHING, primary_key=True),
    column("scope", sa.BigInteger, SCOPE, sa.ForeignKey("scopes.id"), nullable=False, index=True),
    column("channel", sa.BigInteger, CHANNEL, nullable=False),
    column("maker", sa.BigInteger, person(ROW), nullable=False, index=True),
    column("maker_name", Name(100), name("maker"), nullable=False),
    column("game", sa.String(40), NOTHING, nullable=False),
    column("options", sa.JSON, json(Category.NOTHING), nullable=False),
    column("side", sa.String(6), about("maker"), nullable=False),
    column("clock", sa.String(60), NOTHING, nullable=False),
    column("rated", sa.Boolean, NOTHING, nullable=False),
    # members of other servers may take it
    column("across", sa.Boolean, about("maker"), nullable=False, index=True),
    # for a match of two servers' teams: no longer offered, and such a row is not shown
    column("team", sa.Boolean, about("maker"), nullable=False),
    # matches that may run at the same time
    column("at_once", sa.Integer, about("maker"), nullable=False),
    # -- conditions on who takes it; 0: none
    column("near", sa.Integer, about("maker"), nullable=False),  # points between the ratings
    column("least", sa.Integer, about("maker"), nullable=False),  # finished matches
    # days since the latest one of the same member
    column("again", sa.Integer, about("maker"), nullable=False),
    column("created_at", Moment, about("maker"), nullable=False),
    sqlite_autoincrement=True,
)

# The matches that standing offers have led to.
offer_matches = table(
    "offer_matches",
    Stays.PLAYED,
    parent("match", "matches", NOTHING, primary_key=True),
    parent("offer", "offers", NOTHING, nullable=False, index=True),
    column("taker", sa.BigInteger, person(ROW), nullable=False, index=True),
    column("at", Moment, about("taker"), nullable=False),
)

# Members who look for opponents across servers: see bot.domain.challenges.pairing.
seekers = table(
    "seekers",
    Stays.PLAYED,
    column("user", sa.BigInteger, person(ROW), primary_key=True, autoincrement=False),
    column("game", sa.String(40), NOTHING, primary_key=True),
    column("scope", sa.BigInteger, SCOPE, sa.ForeignKey("scopes.id"), nullable=False, index=True),
    column("channel", sa.BigInteger, CHANNEL, nullable=False),
    column("name", Name(100), name("user"), nullable=False),
    column("clock", sa.String(60), about("user"), nullable=False),
    column("since", Moment, about("user"), nullable=False),
)

# The lines that a member has thought through in a match: the turn they are about to make, prepared
# answers, notes. Secret to that member until the match is over and they share it, or add a line of
# it to what others have shared.
explorations = table(
    "explorations",
    Stays.PLAYED,
    parent("match", "matches", about("user"), primary_key=True),
    column("user", sa.BigInteger, person(ROW), primary_key=True, index=True),
    # see bot.domain.explorations.tree
    column("tree", sa.JSON, json(Category.WORDS, "user"), nullable=False),
)

followers = table(
    "followers",
    Stays.PLAYED,
    parent("match", "matches", about("user"), primary_key=True),
    column("user", sa.BigInteger, person(ROW), primary_key=True, index=True),
    column("highlights", sa.Boolean, about("user"), nullable=False, server_default=sa.false()),
)
