"""The tables of servers, of members, and of the service itself: notices, and what it must remember."""

from __future__ import annotations

import sqlalchemy as sa

from bot.store.personal import ROW, Category, Rows, Stays

from .columns import Key, Moment, metadata

server = Rows(Stays.SERVER)
chosen = Rows(Stays.CHOSEN)
notice = Rows(Stays.OWED)
service = Rows(Stays.SERVICE)
noted = Rows(Stays.TOKENS)

# A server, or a private channel outside servers: where match numbers are counted.
scopes = sa.Table(
    "scopes",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False, info=server.scope()),
    sa.Column("guild", sa.Boolean, nullable=False, info=server.nothing()),
    # the last match number given
    sa.Column("numbers", sa.Integer, nullable=False, server_default="0", info=server.nothing()),
    sa.Column("settings", sa.JSON, nullable=False, info=server.nothing(keys="server settings")),
    sa.Column("removed_at", Moment, index=True, info=server.nothing()),  # when the bot was removed from it
    sa.Column("puzzle_at", Moment, index=True, info=server.nothing()),  # when the next daily puzzle is due
)

members = sa.Table(
    "members",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False, info=chosen.person(ROW)),
    sa.Column("settings", sa.JSON, nullable=False, info=chosen.about("id", keys="member settings")),
    sa.Column("vacation_until", Moment, info=chosen.about("id")),
    # of the last year: [[start, end], …], milliseconds since 1970
    sa.Column("vacations", sa.JSON, info=chosen.about("id", keys=Category.PSEUDONYMOUS)),
    # how many were made lately in each hour of the day, in UTC
    sa.Column("moves", sa.JSON, info=chosen.about("id", keys=Category.PSEUDONYMOUS)),
    sa.Column("answers", sa.JSON, info=chosen.about("id", keys=Category.PSEUDONYMOUS)),  # seconds that the latest took
    sa.Column("daily_at", Moment, index=True, info=chosen.about("id")),  # when the next daily list is due
    sa.Column("daily_told", Moment, info=chosen.about("id")),  # when the latest one was put out
)

# Notices still to be sent. Ids are never used twice: they are the nonces of messages.
outbox = sa.Table(
    "outbox",
    metadata,
    sa.Column("id", Key, primary_key=True, info=notice.nothing()),
    sa.Column("kind", sa.String(20), nullable=False, info=notice.nothing()),
    sa.Column("scope", sa.BigInteger, nullable=False, index=True, info=notice.scope()),
    sa.Column("channel", sa.BigInteger, info=notice.channel()),
    sa.Column("dm", sa.BigInteger, info=notice.person(ROW)),  # to this user instead of to the channel
    sa.Column("ping", sa.BigInteger, info=notice.person(None)),
    sa.Column("match", Key, index=True, info=notice.nothing()),
    sa.Column("challenge", Key, info=notice.nothing()),
    sa.Column("payload", sa.JSON, nullable=False, info=notice.about(keys="events")),
    sa.Column("interaction", sa.BigInteger, info=notice.nothing()),
    sa.Column("application", sa.BigInteger, info=notice.nothing()),
    sa.Column("token", sa.Text, info=notice.credential()),
    sa.Column("created_at", Moment, nullable=False, info=notice.nothing()),
    sa.Column("attempts", sa.Integer, nullable=False, server_default="0", info=notice.nothing()),
    # moved on by the sender that has claimed it
    sa.Column("next_try", Moment, nullable=False, index=True, info=notice.nothing()),
    sqlite_autoincrement=True,
)

# When the bot was last alive, and when each shard was last connected (its number and 1).
heartbeat = sa.Table(
    "heartbeat",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False, info=service.nothing()),
    sa.Column("at", Moment, nullable=False, info=service.nothing()),
)

# The deletions that were made in this database, by the random numbers under which they are noted outside of it.
deletions = sa.Table(
    "deletions",
    metadata,
    sa.Column("token", sa.String(32), primary_key=True, info=noted.nothing()),
    sa.Column("at", Moment, nullable=False, index=True, info=noted.nothing()),
)

# Small things the service itself must remember, such as the commands it has registered.
key_values = sa.Table(
    "key_values",
    metadata,
    sa.Column("name", sa.String(100), primary_key=True, info=service.nothing()),
    sa.Column("value", sa.Text, nullable=False, info=service.nothing()),
)
