"""The tables of blocks, bans and shut-outs, and of what managers did."""

from __future__ import annotations

import sqlalchemy as sa

from bot.store.personal import KEPT, NOBODY, ROW, Rows, Stays

from .columns import Key, Moment, Name, metadata

chosen = Rows(Stays.CHOSEN)
banned = Rows(Stays.BANNED)
shut_out = Rows(Stays.SHUT_OUT)
logged = Rows(Stays.SERVER)

# A member who takes nothing from another one, who does not learn of it. Only the first can delete it.
blocks = sa.Table(
    "blocks",
    metadata,
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False, info=chosen.person(ROW)),
    sa.Column(
        *("other", sa.BigInteger),
        primary_key=True,
        autoincrement=False,
        index=True,
        info=chosen.person(KEPT, secret_to="user"),
    ),
    # of the other, as it was then
    sa.Column("name", Name(100), nullable=False, info=chosen.name("other", secret_to="user")),
    sa.Column("at", Moment, nullable=False, info=chosen.about("user", secret_to="user")),
)

# Members whom a server keeps from using the bot in it. Deleting one's data does not lift that.
bans = sa.Table(
    "bans",
    metadata,
    sa.Column("scope", sa.BigInteger, primary_key=True, autoincrement=False, info=banned.scope()),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False, index=True, info=banned.person(KEPT)),
    sa.Column("name", Name(100), nullable=False, info=banned.name("user")),
    sa.Column("at", Moment, nullable=False, info=banned.about("user")),
)

# Whom the host keeps from using the bot: a user or a server, the other one being 0.
shut_outs = sa.Table(
    "shut_outs",
    metadata,
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False, info=shut_out.person(KEPT)),
    sa.Column("server", sa.BigInteger, primary_key=True, autoincrement=False, info=shut_out.nothing()),
    sa.Column("at", Moment, nullable=False, info=shut_out.about("user")),
)

# What the managers of a server changed in its ratings: the result of a match (by its number) or a member's rating.
server_log = sa.Table(
    "server_log",
    metadata,
    sa.Column("id", Key, primary_key=True, info=logged.nothing()),
    sa.Column("scope", sa.BigInteger, nullable=False, index=True, info=logged.scope()),
    sa.Column("at", Moment, nullable=False, info=logged.about("manager")),
    sa.Column("manager", sa.BigInteger, nullable=False, info=logged.person(NOBODY)),
    sa.Column("action", sa.String(20), nullable=False, info=logged.about("manager")),  # undone or reset
    sa.Column("match", sa.Integer, info=logged.nothing()),
    sa.Column("user", sa.BigInteger, info=logged.person(NOBODY)),
    sa.Column("game", sa.String(40), info=logged.nothing()),
)
