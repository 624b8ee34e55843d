"""The tables of who wants nothing to do with whom, and of who is kept from using the bot."""

from __future__ import annotations

import sqlalchemy as sa

from bot.store.personal import KEPT, ROW, Rows, Stays

from .columns import Moment, Name, metadata

chosen = Rows(Stays.CHOSEN)
banned = Rows(Stays.BANNED)
shut_out = Rows(Stays.SHUT_OUT)

# A member who takes nothing from another one, who is not told. It is the member's own: the other cannot delete it.
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
