"""The schema of 1.0.0, stated in full: later versions of the tables in the program do not change it."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TypeVar

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeEngine

revision = "0001"
down_revision = None

T = TypeVar("T")
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
ID = sa.BigInteger()  # Discord's
MOMENT = sa.BigInteger()  # milliseconds since 1970, UTC
GAME, NAME = sa.String(40), sa.String(100)

NAMES = {kind: f"{kind}_%(table_name)s_%(column_0_N_name)s" for kind in ("ix", "uq", "fk")}
schema = sa.MetaData(naming_convention={"pk": "pk_%(table_name)s", **NAMES})


def columns(
    kind: type[TypeEngine[T]] | TypeEngine[T],
    names: str,
    *,
    default: str | sa.ColumnElement[bool] | None = None,
    of: str = "",
    gone: str | None = None,
) -> Iterator[sa.Column[T]]:
    """Columns of the same kind. Behind a name: ``*`` the primary key, ``?`` may be NULL, ``#`` indexed, ``!`` unique.
    ``of``: ids in that table; ``gone``: what becomes of the row with that of the id."""
    for name, marks in re.findall(r"(\w+)(\W*)", names):
        yield sa.Column(
            name,
            kind,
            *([sa.ForeignKey(f"{of}.id", ondelete=gone)] if of else []),
            primary_key="*" in marks,
            autoincrement=False,
            nullable="?" in marks,
            index="#" in marks,
            unique="!" in marks,
            server_default=default,
        )


def refers(table: str, names: str, gone: str | None = "CASCADE") -> Iterator[sa.Column[int]]:
    return columns(ID if table == "scopes" else KEY, names, of=table, gone=gone)


def partial(name: str, *columns: str, where: str) -> sa.Index:
    postgresql = where.replace("IS 1", "IS true")  # SQLite has 0 and 1 for booleans
    return sa.Index(name, *columns, sqlite_where=sa.text(where), postgresql_where=sa.text(postgresql))


def table(name: str, *items: Iterable[SchemaItem]) -> None:
    sa.Table(name, schema, *chain(*items))


def numbered(name: str, *items: Iterable[SchemaItem]) -> None:
    """A table whose rows are numbered; no number is used again."""
    sa.Table(name, schema, sa.Column("id", KEY, primary_key=True), *chain(*items), sqlite_autoincrement=True)


table("bans", columns(ID, "scope* user*#"), columns(NAME, "name"), columns(MOMENT, "at"))
table("blocks", columns(ID, "user* other*#"), columns(NAME, "name"), columns(MOMENT, "at"))
table("deletions", columns(sa.String(32), "token*"), columns(MOMENT, "at#"))
table(
    "exercises",
    columns(ID, "user* match*"),
    columns(sa.Integer, "at*"),
    columns(sa.JSON, "puzzle"),
    columns(MOMENT, "played_at due_at"),
    columns(sa.Integer, "solved", default="0"),
)
table("heartbeat", columns(sa.Integer, "id*"), columns(MOMENT, "at"))
table("key_values", columns(sa.String(100), "name*"), columns(sa.Text, "value"))
table(
    "league_members",
    columns(ID, "scope*"),
    columns(GAME, "game*"),
    columns(ID, "user*#"),
    columns(NAME, "name"),
    columns(sa.Integer, "at_once place"),
    columns(MOMENT, "joined_at"),
)
table(
    "members",
    columns(ID, "id*"),
    columns(sa.JSON, "settings vacations? moves? answers?"),
    columns(MOMENT, "vacation_until? daily_at?# daily_told?"),
)
numbered(
    "outbox",
    columns(sa.String(20), "kind"),
    columns(ID, "scope# channel? dm? ping? interaction? application?"),
    columns(KEY, "match?# challenge?"),
    columns(sa.JSON, "payload"),
    columns(sa.Text, "token?"),
    columns(MOMENT, "created_at next_try#"),
    columns(sa.Integer, "attempts", default="0"),
)
numbered(
    "pending_answers",
    columns(sa.String(20), "kind locale"),
    columns(ID, "user# scope channel interaction application"),
    columns(sa.JSON, "about"),
    columns(sa.Text, "token"),
    columns(MOMENT, "created_at held_until#"),
    columns(sa.Integer, "tries"),
    columns(sa.Boolean, "noted", default=sa.false()),
)
table(
    "puzzle_ratings",
    columns(GAME, "game*"),
    columns(sa.String(20), "puzzle*"),
    columns(sa.Float, "rating deviation volatility"),
)
table("puzzle_streaks", columns(ID, "user*"), columns(sa.String(10), "day"), columns(sa.Integer, "days best solved"))
table(
    "puzzle_strengths",
    columns(ID, "user*"),
    columns(GAME, "game*"),
    columns(sa.Float, "rating deviation volatility"),
    columns(sa.Integer, "answers"),
)
table(
    "puzzle_tries",
    columns(ID, "user*"),
    columns(GAME, "game*"),
    columns(sa.String(20), "puzzle*"),
    columns(sa.Integer, "wrong", default="0"),
    columns(MOMENT, "solved_at? again_at?"),
    columns(sa.Integer, "points?"),
)
table(
    "ratings",
    columns(ID, "scope*"),
    columns(GAME, "game*"),
    columns(ID, "user*#"),
    columns(NAME, "name"),
    columns(sa.Float, "rating deviation volatility"),
    columns(MOMENT, "at settled_until"),
    columns(sa.Integer, "wins losses draws"),
    [sa.Index("ix_ratings_board", "scope", "game", "rating", "settled_until")],
)
table(
    "scopes",
    columns(ID, "id*"),
    columns(sa.Boolean, "guild"),
    columns(sa.Integer, "numbers", default="0"),
    columns(sa.JSON, "settings"),
    columns(MOMENT, "removed_at?# puzzle_at?#"),
)
numbered(
    "server_log",
    columns(ID, "scope# manager user?"),
    columns(MOMENT, "at"),
    columns(sa.String(20), "action"),
    columns(sa.Integer, "match?"),
    columns(GAME, "game?"),
)
table("shut_outs", columns(ID, "user* server*"), columns(MOMENT, "at"))
table("solved_steps", columns(ID, "user*"), columns(GAME, "game*"), columns(sa.String(8), "step*"))
numbered(
    "challenges",
    refers("scopes", "scope#", gone=None),
    columns(ID, "channel maker target?#"),
    columns(NAME, "maker_name target_name?"),
    columns(GAME, "game"),
    columns(sa.JSON, "options"),
    columns(sa.String(6), "side"),
    columns(sa.String(60), "clock"),
    columns(sa.Boolean, "rated"),
    columns(sa.Text, "note", default=""),
    columns(sa.Boolean, "explore", default=sa.true()),
    columns(sa.String(10), "status", default="open"),
    columns(KEY, "match? rematch_of?# counters?"),
    columns(MOMENT, "created_at expires_at open_until?"),
    [
        sa.Index("ix_challenges_maker", "maker", "created_at"),
        partial("ix_challenges_open_until", "open_until", where="open_until IS NOT NULL"),
    ],
)
table(
    "leagues",
    refers("scopes", "scope*"),
    columns(ID, "channel"),
    columns(sa.Integer, "season told"),
    columns(MOMENT, "starts_at?"),
)
numbered(
    "matches",
    refers("scopes", "scope", gone=None),
    columns(sa.Integer, "number level? pair? draw_ply0? draw_ply1?"),
    columns(ID, "channel thread? imported? seat0 seat1 home0? home1? room0? room1? mover?"),
    columns(GAME, "game reason?"),
    columns(sa.JSON, "options refusals?"),
    columns(sa.Text, "decisions note log", default=""),
    columns(sa.Integer, "given ply hints0 hints1", default="0"),
    columns(NAME, "name0 name1"),
    columns(sa.Boolean, "rated"),
    columns(sa.String(60), "clock"),
    columns(sa.Boolean, "arranged", default=sa.false()),
    columns(sa.Boolean, "explore", default=sa.true()),
    columns(KEY, "tournament? rematch?"),
    columns(sa.Integer, "turn version revision", default="1"),
    columns(sa.SmallInteger, "to_move? winner? draw_offer? takeback_asked? pause_asked? abandon_asked? gone?"),
    columns(sa.String(10), "status", default="running"),
    columns(MOMENT, "gone_at? created_at moved_at finished_at? turn_at due_at?"),
    columns(MOMENT, "wake_at? paused_at? heard_at? asked_at? nudged_at? quiet_wake_at? snoozed0? snoozed1?"),
    columns(sa.Float, "bank0? bank1?"),
    columns(sa.SmallInteger, "told reminded", default="0"),
    [
        sa.UniqueConstraint("scope", "number"),
        partial("ix_matches_across_seat0", "seat0", where="home0 IS NOT NULL"),
        partial("ix_matches_across_seat1", "seat1", where="home0 IS NOT NULL"),
        partial("ix_matches_computer", "mover", where="mover = 0"),
        partial("ix_matches_due", "due_at", where="finished_at IS NULL"),
        sa.Index("ix_matches_history_seat0", "seat0", "finished_at"),
        sa.Index("ix_matches_history_seat1", "seat1", "finished_at"),
        partial("ix_matches_imported", "imported", where="imported IS NOT NULL"),
        partial("ix_matches_offered", "draw_offer", where="draw_offer IS NOT NULL"),
        partial("ix_matches_quiet_wake", "quiet_wake_at", where="quiet_wake_at IS NOT NULL"),
        partial("ix_matches_rated", "game", "finished_at", "id", where="rated IS 1 AND finished_at IS NOT NULL"),
        partial("ix_matches_running_scope", "scope", "moved_at", where="finished_at IS NULL"),
        partial("ix_matches_running_seat0", "seat0", where="finished_at IS NULL"),
        partial("ix_matches_running_seat1", "seat1", where="finished_at IS NULL"),
        sa.Index("ix_matches_scope_finished", "scope", "finished_at"),
        partial("ix_matches_wake", "wake_at", where="wake_at IS NOT NULL"),
    ],
)
numbered(
    "offers",
    refers("scopes", "scope#", gone=None),
    columns(ID, "channel maker#"),
    columns(NAME, "maker_name"),
    columns(GAME, "game"),
    columns(sa.JSON, "options"),
    columns(sa.String(6), "side"),
    columns(sa.String(60), "clock"),
    columns(sa.Boolean, "rated across# team"),
    columns(sa.Integer, "at_once near least again"),
    columns(MOMENT, "created_at"),
)
table(
    "seekers",
    columns(ID, "user* channel"),
    columns(GAME, "game*"),
    refers("scopes", "scope#", gone=None),
    columns(NAME, "name"),
    columns(sa.String(60), "clock"),
    columns(MOMENT, "since"),
)
numbered(
    "tournaments",
    refers("scopes", "scope"),
    columns(sa.Integer, "number"),
    columns(ID, "channel organiser creator? post_channel? post?"),
    columns(NAME, "title organiser_name"),
    columns(sa.String(12), "kind"),
    columns(GAME, "game"),
    columns(sa.JSON, "options terms"),
    columns(sa.String(60), "clock"),
    columns(sa.Boolean, "rated"),
    columns(sa.String(10), "status"),
    columns(sa.Integer, "round rounds", default="0"),
    columns(sa.Integer, "version", default="1"),
    columns(MOMENT, "starts_at? ends_at? warned_at? wake_at? finished_at?"),
    [sa.UniqueConstraint("scope", "number"), partial("ix_tournaments_wake", "wake_at", where="wake_at IS NOT NULL")],
)
table(
    "entrants",
    refers("tournaments", "tournament*"),
    columns(sa.Integer, "slot* seed"),
    columns(ID, "user# offered_to?"),
    columns(NAME, "name"),
    columns(sa.String(10), "status"),
    columns(sa.Boolean, "checked"),
    columns(MOMENT, "joined_at offered_at?"),
    [partial("ix_entrants_offered_to", "offered_to", where="offered_to IS NOT NULL")],
)
table("explorations", refers("matches", "match*"), columns(ID, "user*#"), columns(sa.JSON, "tree"))
table(
    "followers",
    refers("matches", "match*"),
    columns(ID, "user*#"),
    columns(sa.Boolean, "highlights", default=sa.false()),
)
table(
    "league_divisions",
    refers("tournaments", "tournament*"),
    columns(ID, "scope#"),
    columns(GAME, "game"),
    columns(sa.Integer, "season division"),
)
table(
    "loops",
    refers("matches", "match*"),
    columns(ID, "scope"),
    columns(MOMENT, "at"),
    columns(sa.Integer, "cells chance?"),
    columns(sa.Float, "ground"),
    [sa.Index("ix_loops_scope", "scope", "at")],
)
table(
    "offer_matches",
    refers("matches", "match*"),
    refers("offers", "offer#"),
    columns(ID, "taker#"),
    columns(MOMENT, "at"),
)
numbered(
    "pairings",
    refers("tournaments", "tournament"),
    columns(sa.Integer, "round board leg slot0 slot1?"),
    refers("matches", "match?!", gone="SET NULL"),
    columns(sa.String(5), "result?"),
    columns(sa.String(10), "how?"),
    columns(MOMENT, "settled_at? ends_at?"),
    [sa.UniqueConstraint("tournament", "round", "board", "leg")],
)
numbered(
    "posts",
    columns(sa.String(20), "kind"),
    columns(sa.JSON, "payload"),
    columns(ID, "scope# channel? dm? ping? place message answered_by?"),
    refers("matches", "match?#"),
    refers("challenges", "challenge?#"),
    refers("tournaments", "tournament?#"),
    columns(MOMENT, "created_at"),
    columns(sa.Integer, "version? seen?"),
    columns(sa.Boolean, "agreed?"),
)
table(
    "rating_changes",
    refers("matches", "match*"),
    columns(sa.SmallInteger, "seat*"),
    columns(ID, "scope user"),
    columns(GAME, "game"),
    columns(NAME, "name"),
    columns(MOMENT, "at"),
    columns(sa.Float, "score rating_before deviation_before volatility_before rating deviation volatility"),
    [
        sa.Index("ix_rating_changes_course", "user", "scope", "game", "at"),
        sa.Index("ix_rating_changes_scope", "scope", "game", "at"),
    ],
)
numbered(
    "teams",
    refers("matches", "match?#"),
    columns(sa.SmallInteger, "seat"),
    columns(ID, "role? captain?#"),
    columns(sa.Boolean, "veto"),
)
numbered(
    "team_lines",
    refers("teams", "team#"),
    columns(sa.Integer, "version turn played?"),
    columns(sa.Text, "line"),
    columns(ID, "user#"),
    columns(NAME, "name"),
    columns(sa.Boolean, "vetoed", default=sa.false()),
)
table("team_members", refers("teams", "team*"), columns(ID, "user*#"), columns(MOMENT, "heard_at?"))
table("team_votes", refers("team_lines", "line*"), columns(ID, "user*#"), columns(sa.Boolean, "chosen"))


def upgrade() -> None:
    schema.create_all(op.get_bind())


def downgrade() -> None:
    schema.drop_all(op.get_bind())
