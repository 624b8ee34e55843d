"""The tables of who wants nothing to do with whom, and of who is kept from using the bot."""

from __future__ import annotations

import sqlalchemy as sa

from bot.store.personal import KEPT, ROW, Rows, Stays

from .columns import Moment, Name, metadata

chosen = Rows(Stays.CHOSEN)
lifted = Rows(Stays.LIFTED)

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

# Who is kept from using the bot: a user in a server, everywhere (scope 0), or everybody in a server (user 0). It is not
# lifted by deleting one's data.
exclusions = sa.Table(
    "exclusions",
    metadata,
    sa.Column("scope", sa.BigInteger, primary_key=True, autoincrement=False, info=lifted.scope()),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False, index=True, info=lifted.person(KEPT)),
    sa.Column("name", Name(100), nullable=False, server_default="", info=lifted.name("user")),
    sa.Column("at", Moment, nullable=False, index=True, info=lifted.about("user")),
)
