"""The tables of who wants nothing to do with whom, and of who is kept from using the bot."""

from __future__ import annotations

import sqlalchemy as sa

from .columns import Moment, Name, metadata

# A member who takes nothing from another one.
blocks = sa.Table(
    "blocks",
    metadata,
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("other", sa.BigInteger, primary_key=True, autoincrement=False, index=True),
    sa.Column("name", Name(100), nullable=False),  # of the other, as it was then
    sa.Column("at", Moment, nullable=False),
)

# Who is kept from using the bot: a user in a server, everywhere (scope 0), or everybody in a server (user 0).
exclusions = sa.Table(
    "exclusions",
    metadata,
    sa.Column("scope", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False, index=True),
    sa.Column("name", Name(100), nullable=False, server_default=""),
    sa.Column("at", Moment, nullable=False, index=True),
)
