"""The tables of blocks, bans and shut-outs, and of what managers did."""

import sqlalchemy as sa

from bot.store.personal import HASHED, KEPT, NOBODY, NOTHING, ROW, SCOPE, Stays, about, name, person

from .columns import Key, Moment, Name, column, table

# A member who takes nothing from another one, who does not learn of it. Only the first can delete
# it.
blocks = table(
    "blocks",
    Stays.CHOSEN,
    column("user", sa.BigInteger, person(ROW), primary_key=True),
    column("other", sa.BigInteger, person(HASHED, secret_to="user"), primary_key=True, index=True),
    # of the other, as it was then
    column("name", Name(100), name("other", secret_to="user"), nullable=False),
    column("at", Moment, about("user", secret_to="user"), nullable=False),
)

# Members whom a server keeps from using the bot in it. Deleting one's data does not lift that.
bans = table(
    "bans",
    Stays.BANNED,
    column("scope", sa.BigInteger, SCOPE, primary_key=True),
    column("user", sa.BigInteger, person(KEPT), primary_key=True, index=True),
    column("name", Name(100), name("user"), nullable=False),
    column("at", Moment, about("user"), nullable=False),
)

# Whom the host keeps from using the bot: a user or a server, the other one being 0.
shut_outs = table(
    "shut_outs",
    Stays.SHUT_OUT,
    column("user", sa.BigInteger, person(KEPT), primary_key=True),
    column("server", sa.BigInteger, NOTHING, primary_key=True),
    column("at", Moment, about("user"), nullable=False),
)

# What the managers of a server did: to a match or a tournament (by its number), or to a member.
server_log = table(
    "server_log",
    Stays.SERVER,
    column("id", Key, NOTHING, primary_key=True),
    column("scope", sa.BigInteger, SCOPE, nullable=False, index=True),
    column("at", Moment, about("manager"), nullable=False),
    column("manager", sa.BigInteger, person(NOBODY), nullable=False),
    column("action", sa.String(20), about("manager"), nullable=False),  # see bot.domain.servers.log
    column("match", sa.Integer, NOTHING),
    column("user", sa.BigInteger, person(NOBODY)),
    column("game", sa.String(40), NOTHING),
    column("tournament", sa.Integer, NOTHING),
    sqlite_autoincrement=True,
)
