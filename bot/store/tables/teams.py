"""The tables of team matches: the sides, their members, the lines that these propose, and their
votes.
"""

import sqlalchemy as sa

from bot.store.personal import NOBODY, NOTHING, ROW, Stays, about, name, person

from .columns import Key, Moment, Name, column, parent, table

teams = table(
    "teams",
    Stays.PLAYED,
    column("id", Key, NOTHING, primary_key=True),
    # NULL only until the match has begun, in the same transaction
    parent("match", "matches", NOTHING, index=True),
    column("seat", sa.SmallInteger, NOTHING, nullable=False),
    column("role", sa.BigInteger, NOTHING),  # whose members may join; the server's own id: everyone
    column("captain", sa.BigInteger, person(None), index=True),
    column("veto", sa.Boolean, NOTHING, nullable=False),
    sqlite_autoincrement=True,
)
team_members = table(
    "team_members",
    Stays.PLAYED,
    parent("team", "teams", NOTHING, primary_key=True),
    column("user", sa.BigInteger, person(ROW), primary_key=True, index=True),
    # when they last did something; NULL: they are invited, or have left
    column("heard_at", Moment, about("user")),
    # whether the first post pings them; NULL: it does not name them
    column("pinged", sa.Boolean, about("user")),
)
team_lines = table(
    "team_lines",
    Stays.PLAYED,
    column("id", Key, NOTHING, primary_key=True),
    parent("team", "teams", NOTHING, nullable=False, index=True),
    column("version", sa.Integer, NOTHING, nullable=False),  # of the match
    column("line", sa.Text, about("user"), nullable=False),  # decisions, or an act such as "resign"
    # how many of them are the turn to play; 0: an act
    column("turn", sa.Integer, NOTHING, nullable=False),
    column("user", sa.BigInteger, person(NOBODY), nullable=False, index=True),
    column("name", Name(100), name("user"), nullable=False),
    column("vetoed", sa.Boolean, NOTHING, nullable=False, server_default=sa.false()),
    column("played", sa.Integer, NOTHING),  # after how many decisions of the match
    sqlite_autoincrement=True,
)
# The lines that a member has opened, and whether they vote for them.
team_votes = table(
    "team_votes",
    Stays.PLAYED,
    parent("line", "team_lines", NOTHING, primary_key=True),
    column("user", sa.BigInteger, person(ROW), primary_key=True, index=True),
    column("chosen", sa.Boolean, about("user"), nullable=False),
)
