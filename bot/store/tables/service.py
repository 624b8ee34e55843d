"""The tables of servers, of members, and of the service itself: what is still to be told, and what it must remember."""

from __future__ import annotations

import sqlalchemy as sa

from .columns import Key, Moment, metadata

# A server, or a private channel outside servers: where match numbers are counted.
scopes = sa.Table(
    "scopes",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("guild", sa.Boolean, nullable=False),
    sa.Column("numbers", sa.Integer, nullable=False, server_default="0"),  # the last match number given
    sa.Column("settings", sa.JSON, nullable=False),
    sa.Column("removed_at", Moment, index=True),  # when the bot was removed from it
    sa.Column("digest_at", Moment, index=True),  # when the next daily list of matches is due
    sa.Column("puzzle_at", Moment, index=True),  # when the next daily puzzle is due
)

members = sa.Table(
    "members",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("settings", sa.JSON, nullable=False),
    sa.Column("vacation_until", Moment),
    sa.Column("vacations", sa.JSON),  # of the last year: [[start, end], …], milliseconds since 1970
    sa.Column("moves", sa.JSON),  # how many were made lately in each hour of the day, in UTC
    sa.Column("answers", sa.JSON),  # how long the latest took, in seconds
    sa.Column("daily_at", Moment, index=True),  # when the next daily list is due
)

# What is still to be told to people. Ids are never used twice: they are the nonces of messages.
outbox = sa.Table(
    "outbox",
    metadata,
    sa.Column("id", Key, primary_key=True),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("scope", sa.BigInteger, nullable=False, index=True),
    sa.Column("channel", sa.BigInteger),
    sa.Column("dm", sa.BigInteger),  # to this user instead of to the channel
    sa.Column("ping", sa.BigInteger),
    sa.Column("match", Key, index=True),
    sa.Column("challenge", Key),
    sa.Column("payload", sa.JSON, nullable=False),
    sa.Column("interaction", sa.BigInteger),
    sa.Column("application", sa.BigInteger),
    sa.Column("token", sa.Text),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
    sa.Column("next_try", Moment, nullable=False, index=True),  # a sender that holds it puts this off
    sqlite_autoincrement=True,
)

# When the bot was last alive, and when each shard was last connected (its number and 1).
heartbeat = sa.Table(
    "heartbeat",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", Moment, nullable=False),
)

# Small things the service itself must remember, such as the commands it has registered.
key_values = sa.Table(
    "kept",
    metadata,
    sa.Column("name", sa.String(100), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
