"""The tables of servers, of members, and of the service itself: notices, and what it must
remember.
"""

import sqlalchemy as sa

from bot.store.personal import (
    CHANNEL,
    CREDENTIAL,
    KEYED,
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
)

from .columns import Key, Moment, Name, column, parent, table

# A server, or a private channel outside servers: where match numbers are counted.
scopes = table(
    "scopes",
    Stays.SERVER,
    column("id", sa.BigInteger, SCOPE, primary_key=True, autoincrement=False),
    column("guild", sa.Boolean, NOTHING, nullable=False),
    # the last match number given
    column("numbers", sa.Integer, NOTHING, nullable=False, server_default="0"),
    # the last tournament number given; lower, where tournaments are from before it was counted
    column("tournaments", sa.Integer, NOTHING, nullable=False, server_default="0"),
    column("settings", sa.JSON, json("server settings"), nullable=False),
    column("removed_at", Moment, NOTHING, index=True),  # when the bot was removed from it
    column("puzzle_at", Moment, NOTHING, index=True),  # when the next daily puzzle is due
)

members = table(
    "members",
    Stays.CHOSEN,
    column("id", sa.BigInteger, person(ROW), primary_key=True, autoincrement=False),
    column("settings", sa.JSON, json("member settings", "id"), nullable=False),
    column("vacation_until", Moment, about("id")),
    # of the last year: [[start, end], …], milliseconds since 1970
    column("vacations", sa.JSON, json(Category.PSEUDONYMOUS, "id")),
    # how many were made lately in each hour of the day, in UTC
    column("moves", sa.JSON, json(Category.PSEUDONYMOUS, "id")),
    column("answers", sa.JSON, json(Category.PSEUDONYMOUS, "id")),  # seconds that the latest took
    column("daily_at", Moment, about("id"), index=True),  # when the next daily list is due
    column("daily_told", Moment, about("id")),  # when the latest one was put out
)

# Notices still to be sent. Ids are never used twice: they are the nonces of messages.
outbox = table(
    "outbox",
    Stays.OWED,
    column("id", Key, NOTHING, primary_key=True),
    column("kind", sa.String(20), NOTHING, nullable=False),
    column("scope", sa.BigInteger, SCOPE, nullable=False, index=True),
    column("channel", sa.BigInteger, CHANNEL),
    column("dm", sa.BigInteger, person(ROW)),  # to this user instead of to the channel
    column("ping", sa.BigInteger, person(None)),
    column("match", Key, NOTHING, index=True),
    column("challenge", Key, NOTHING),
    column("payload", sa.JSON, json("events"), nullable=False),
    # the only person whom it names; NULL: it names nobody; 0: several, or it is not known whom
    column("named", sa.BigInteger, person(NOBODY), server_default="0"),
    column("interaction", sa.BigInteger, NOTHING),
    column("application", sa.BigInteger, NOTHING),
    column("token", sa.Text, CREDENTIAL),
    column("created_at", Moment, NOTHING, nullable=False),
    column("attempts", sa.Integer, NOTHING, nullable=False, server_default="0"),
    # moved on by the sender that has claimed it
    column("next_try", Moment, NOTHING, nullable=False, index=True),
    # to somebody who follows the match
    column("followed", sa.Boolean, NOTHING, nullable=False, server_default=sa.false()),
    sqlite_autoincrement=True,
)

# Posts that were sent and are still needed: those that ask something, until it is settled, and the
# post of the latest turn of each match.
posts = table(
    "posts",
    Stays.PLAYED,
    column("id", Key, NOTHING, primary_key=True),
    column("kind", sa.String(20), NOTHING, nullable=False),
    column("payload", sa.JSON, json("events"), nullable=False),
    # as in the outbox
    column("named", sa.BigInteger, person(NOBODY), server_default="0", index=True),
    column("scope", sa.BigInteger, SCOPE, nullable=False, index=True),
    column("channel", sa.BigInteger, CHANNEL),
    column("dm", sa.BigInteger, person(ROW), index=True),
    column("ping", sa.BigInteger, person(None), index=True),
    parent("match", "matches", NOTHING, index=True),
    parent("challenge", "challenges", NOTHING, index=True),
    parent("tournament", "tournaments", NOTHING, index=True),
    column("created_at", Moment, NOTHING, nullable=False),
    # the channel with the message, also a direct one
    column("place", sa.BigInteger, CHANNEL, nullable=False),
    column("message", sa.BigInteger, NOTHING, nullable=False),
    column("version", sa.Integer, NOTHING),  # of the match whose turn it shows
    # the revision of what it is about with which it was last compared; NULL: it asks nothing
    column("seen", sa.Integer, NOTHING),
    # how it was answered, where that does not show otherwise
    column("agreed", sa.Boolean, about("answered_by")),
    column("answered_by", sa.BigInteger, person(NOBODY), index=True),
    sqlite_autoincrement=True,
)

# Links to the page that were not used yet.
page_links = table(
    "page_links",
    Stays.OPENING,
    # a keyed hash of what is in the link
    column("code", sa.String(64), CREDENTIAL, primary_key=True),
    column("user", sa.BigInteger, person(ROW), nullable=False, index=True),
    column("door", sa.String(20), NOTHING, nullable=False),
    column("scope", sa.BigInteger, SCOPE, nullable=False, index=True),
    column("channel", sa.BigInteger, CHANNEL, nullable=False),
    column("guild", sa.Boolean, NOTHING, nullable=False),
    column("locale", sa.String(20), about("user"), nullable=False),
    column("name", Name(100), name("user"), nullable=False),
    # the match that is shown first, or the custom id of what opens a card; 0: what waits
    column("target", sa.String(100), about("user"), nullable=False),
    column("until", Moment, NOTHING, nullable=False, index=True),
)

# What members are to see who have just been shown the page inside Discord, or have it open there.
page_openings = table(
    "page_openings",
    Stays.OPENING,
    column("user", sa.BigInteger, person(ROW), primary_key=True, autoincrement=False),
    column("target", sa.String(100), about("user"), nullable=False),  # as in page_links
    column("until", Moment, NOTHING, nullable=False, index=True),
)

# Browsers in which members stay at the page.
page_sessions = table(
    "page_sessions",
    Stays.SESSION,
    # a keyed hash of what the browser keeps
    column("key", sa.String(64), CREDENTIAL, primary_key=True),
    column("user", sa.BigInteger, person(ROW), nullable=False, index=True),
    column("scope", sa.BigInteger, SCOPE, nullable=False, index=True),
    column("channel", sa.BigInteger, CHANNEL, nullable=False),
    column("guild", sa.Boolean, NOTHING, nullable=False),
    column("locale", sa.String(20), about("user"), nullable=False),
    column("name", Name(100), name("user"), nullable=False),
    # such as “Firefox on Android”
    column("browser", Name(40), about("user"), nullable=False),
    column("begun", Moment, about("user"), nullable=False),
    column("until", Moment, NOTHING, nullable=False, index=True),
)

# When the bot was last alive, and when each shard was last connected
# (``bot.domain.matches.outages``).
heartbeat = table(
    "heartbeat",
    Stays.SERVICE,
    column("id", sa.Integer, NOTHING, primary_key=True, autoincrement=False),
    column("at", Moment, NOTHING, nullable=False),
)

# The deletions that were made in this database, by the random numbers under which they are noted
# outside of it.
deletions = table(
    "deletions",
    Stays.TOKENS,
    column("token", sa.String(32), NOTHING, primary_key=True),
    column("at", Moment, NOTHING, nullable=False, index=True),
)

# What limits count that no other row tells: see bot.domain.tallies. Who was counted cannot be read
# from it.
tallies = table(
    "tallies",
    Stays.COUNTED,
    column("id", Key, NOTHING, primary_key=True),
    column("subject", sa.String(32), KEYED, nullable=False, index=True),
    column("at", Moment, NOTHING, nullable=False),
    # from then on no limit looks back on it
    column("until", Moment, NOTHING, nullable=False, index=True),
    sqlite_autoincrement=True,
)

# Small things the service itself must remember, such as the commands it has registered.
key_values = table(
    "key_values",
    Stays.SERVICE,
    column("name", sa.String(100), NOTHING, primary_key=True),
    column("value", sa.Text, NOTHING, nullable=False),
)
