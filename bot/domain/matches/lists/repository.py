"""Queries for many matches: a member's, those that others may see, those that wait for the computer
or have something due, and those in which a member is to move.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import TypeAlias

import sqlalchemy as sa

from bot.domain.matches.repository import ENDS, MATCH, played_in
from bot.domain.shards import within
from bot.domain.unit_of_work import Row, RowSource
from bot.domain.values import COMPUTER, TEAMS, WORLD, Viewer
from bot.store.tables import matches, scopes, team_lines, team_members, team_votes, teams

MOST_NAMED = 12  # matches listed in an error when several could be meant
MOST_WAITING = 200  # matches that are read for the computer at once
MOST_WOKEN = 100  # matches that are woken at once
_LONG_TEXTS = ("decisions", "log", "note")
SHORT = [*(column for column in matches.c if column.name not in _LONG_TEXTS), ENDS]
"""The columns of ``matches`` without long texts, and the end of the round."""
_USER = sa.bindparam("user", type_=sa.BigInteger)
_USERS = sa.bindparam("users", type_=sa.BigInteger, expanding=True)
_SCOPE = sa.bindparam("scope", type_=sa.BigInteger)
_SEATS = (matches.c.seat0, matches.c.seat1)
_RUNNING = matches.c.finished_at.is_(None)
_OVER = matches.c.finished_at.is_not(None)
_ZERO: sa.ColumnElement[int] = sa.literal_column("0")
"""COMPUTER as a literal: SQLite does not use a partial index for a bound value."""
_SERVER_LEFT = sa.func.coalesce(
    sa.case((matches.c.gone == 0, matches.c.home0), else_=matches.c.home1), matches.c.scope
)
"""The server that the player who is ``gone`` from a match has left."""

Queries: TypeAlias = list[sa.Select[*tuple[object, ...]]]
"""Queries of matches with the same columns, each with an index of its own."""


# ------------------------------------------------------------------------------ a member's matches


def by_seats(
    is_running: bool, place: sa.ColumnElement[int] | None = None, *which: sa.ColumnElement[bool]
) -> Queries:
    """Matches in whose seats ``user`` plays, in a ``place`` if given."""
    status = _RUNNING if is_running else _OVER
    queries: Queries = []
    for seat in (0, 1):
        in_place = sa.true() if place is None else played_in(seat, place)
        query = sa.select(*SHORT, sa.false().label("team"))
        queries.append(query.where(_SEATS[seat] == _USER, in_place, status, *which))
    return queries


def played(is_running: bool, place: sa.ColumnElement[int] | None = None) -> Queries:
    """Matches of ``user``, those of their teams, too: they stand in its seat, to move until they
    have voted.
    """
    status = _RUNNING if is_running else _OVER
    home = sa.case((teams.c.seat == 0, matches.c.home0), else_=matches.c.home1)
    in_place = sa.true() if place is None else sa.or_(matches.c.scope == place, home == place)
    is_member = sa.and_(team_members.c.user == _USER, team_members.c.heard_at.is_not(None))
    of_teams = sa.select(*_columns_of_teams(), sa.true().label("team"))
    of_teams = of_teams.join(teams, teams.c.match == matches.c.id).join(team_members)
    of_teams = of_teams.where(is_member, status, in_place)
    return [*by_seats(is_running, place), of_teams]


def _columns_of_teams() -> list[sa.ColumnElement[object]]:
    """The columns SHORT of a match of a team, with ``user`` in its seat."""
    in_this_turn = sa.and_(
        team_lines.c.team == teams.c.id,
        team_lines.c.version == matches.c.version,
        team_lines.c.turn > 0,
    )
    own_vote = sa.and_(
        team_votes.c.line == team_lines.c.id, team_votes.c.user == _USER, team_votes.c.chosen
    )
    has_voted = sa.exists().where(in_this_turn, own_vote)
    waits = (matches.c.mover == TEAMS - teams.c.id) & ~has_voted
    replacements: dict[str, sa.ColumnElement[object]] = {
        "seat0": sa.case((teams.c.seat == 0, _USER), else_=matches.c.seat0),
        "seat1": sa.case((teams.c.seat == 1, _USER), else_=matches.c.seat1),
        "mover": sa.case((waits, _USER), else_=matches.c.mover),
    }
    columns: list[sa.ColumnElement[object]] = []
    for column in SHORT:
        replacement = replacements.get(column.name, column)
        columns.append(replacement.label(column.name))
    return columns


def ordered(is_running: bool, queries: Queries) -> sa.Select[*tuple[object, ...]]:
    """A page of matches in the order of ``of_member``."""
    own_matches = sa.union_all(*queries).subquery()
    query = sa.select(own_matches)
    if is_running:
        waits = sa.case((own_matches.c.mover == _USER, 0), else_=1)
        due_or_ends = sa.func.coalesce(own_matches.c.due_at, own_matches.c.ends)
        ends_first = own_matches.c.ends < own_matches.c.due_at
        deadline = sa.case((ends_first, own_matches.c.ends), else_=due_or_ends)
        without_deadline = sa.case((deadline.is_(None), 1), else_=0)
        query = query.order_by(
            waits, without_deadline, deadline, own_matches.c.moved_at, own_matches.c.id
        )
    else:
        query = query.order_by(own_matches.c.finished_at.desc())
    most = sa.bindparam("most", type_=sa.Integer)
    return query.limit(most).offset(sa.bindparam("after", type_=sa.Integer))


@cache
def _of_member(is_running: bool, in_scope: bool) -> sa.Select[*tuple[object, ...]]:
    return ordered(is_running, played(is_running, _SCOPE if in_scope else None))


async def of_member(
    reader: RowSource, user: int, scope: int | None, *, is_running: bool, limit: int, offset: int
) -> Sequence[Row]:
    """A member's matches, of one place or all: running ones, those that wait for them first, then
    by due date; or those that are over, the latest first.
    """
    values = {"user": user, "most": limit, "after": offset, "scope": scope}
    return await reader.fetch(_of_member(is_running, scope is not None), values)


@cache
def _revisions() -> sa.Select[int, int, int]:
    queries: list[sa.Select[int, int, int]] = []
    for seat in _SEATS:
        own_matches = sa.select(seat.label("user"), matches.c.id, matches.c.revision)
        queries.append(own_matches.where(seat.in_(_USERS), _RUNNING))
    of_teams = sa.select(team_members.c.user, matches.c.id, matches.c.revision)
    of_teams = of_teams.select_from(matches)
    of_teams = of_teams.join(teams, teams.c.match == matches.c.id).join(team_members)
    queries.append(of_teams.where(team_members.c.user.in_(_USERS), _RUNNING))
    every = sa.union_all(*queries).subquery()
    return sa.select(every.c.user, every.c.id, every.c.revision).order_by(every.c.id)


async def revisions(
    reader: RowSource, users: Collection[int]
) -> Mapping[int, Sequence[tuple[int, int]]]:
    """The ids of the running matches of each of some members, each with a number that grows with
    every change.
    """
    revisions_by_user = defaultdict[int, list[tuple[int, int]]](list)
    for row in await reader.fetch(_revisions(), {"users": [*users]}):
        revisions_by_user[row.user].append((row.id, row.revision))
    return revisions_by_user


async def of_other(
    reader: RowSource, viewer: Viewer, user: int, *, limit: int, offset: int
) -> Sequence[Row]:
    """A user's running matches in the place of a viewer who may see them, as ``of_member``."""
    is_player = sa.or_(*(seat == user for seat in _SEATS))
    is_visible = await visible_to(reader, viewer, _RUNNING, is_player)
    place = sa.literal(viewer.place.scope, sa.BigInteger)
    query = ordered(True, by_seats(True, place, is_visible))
    return await reader.fetch(query, {"user": user, "most": limit, "after": offset})


async def running_in(
    reader: RowSource, viewer: Viewer, *, limit: int, offset: int
) -> Sequence[Row]:
    """Running matches in the place of a viewer who may see them, the latest move first."""
    is_visible = await visible_to(reader, viewer, _RUNNING)
    query = sa.select(*SHORT).where(_RUNNING, is_visible)
    query = query.order_by(matches.c.moved_at.desc(), matches.c.id.desc())
    return await reader.fetch(query.limit(limit).offset(offset))


async def visible_to(
    reader: RowSource, viewer: Viewer, *which: sa.ColumnElement[bool]
) -> sa.ColumnElement[bool]:
    """The condition for those of some matches that a viewer may see in their place, as
    ``Match.seen_by`` says; may ask Discord.
    """
    scope = viewer.place.scope
    in_place = matches.c.scope == scope
    is_across = matches.c.scope == WORLD
    sides_in_place = [is_across & (matches.c[f"home{seat}"] == scope) for seat in (0, 1)]
    channels = sa.union(
        sa.select(matches.c.channel.label("channel")).where(in_place, *which),
        sa.select(matches.c.room0).where(sides_in_place[0], *which),
        sa.select(matches.c.room1).where(sides_in_place[1], *which),
    )
    rows = await reader.fetch(sa.select(channels.subquery()))
    visible_channels = await viewer.channels({row.channel for row in rows})
    plays = sa.or_(*(seat == viewer.user for seat in _SEATS))
    conditions: list[sa.ColumnElement[bool]] = [
        in_place & (plays | matches.c.channel.in_(visible_channels))
    ]
    for seat, player in enumerate(_SEATS):
        # Across servers a player sees the match on their own side.
        opponent = _SEATS[1 - seat]
        watches = matches.c[f"room{seat}"].in_(visible_channels) & (opponent != viewer.user)
        conditions.append(sides_in_place[seat] & ((player == viewer.user) | watches))
    return sa.or_(*conditions)


# ------------------------------------------------------------------------ which match is meant


@cache
def _fitting(status: str, in_scope: bool) -> sa.Select[*tuple[object, ...]]:
    over_since = matches.c.finished_at
    candidates: list[sa.Select[int]] = []
    for seat in (0, 1):
        in_place = played_in(seat, _SCOPE) if in_scope else sa.true()
        query = sa.select(matches.c.id).where(_SEATS[seat] == _USER, in_place)
        if status != "finished":
            candidates.append(query.where(_RUNNING))
        if status != "running":
            latest_end = query.where(_OVER).order_by(over_since.desc()).limit(1)
            candidates.append(sa.select(latest_end.subquery()))
    first = (
        over_since.is_(None),
        matches.c.scope == _SCOPE,
        matches.c.mover == _USER,
        matches.c.due_at.is_not(None),
    )
    order = [sa.case((condition, 0), else_=1) for condition in first]
    query = MATCH.where(matches.c.id.in_(sa.union_all(*candidates)))
    query = query.order_by(*order, matches.c.due_at, matches.c.moved_at, matches.c.id)
    return query.limit(MOST_NAMED + 1)


async def fitting(
    reader: RowSource, user: int, scope: int, *, status: str, in_scope: bool
) -> Sequence[Row]:
    """Rows of matches that a member may mean: running ones, those of a place first, then as in
    ``of_member``, one more than are named; and the latest finished one of each seat.

    :param in_scope: none of other places.
    """
    return await reader.fetch(_fitting(status, in_scope), {"user": user, "scope": scope})


async def numbered(
    reader: RowSource, user: int, number: int, *, across_servers: bool
) -> Sequence[int]:
    """The ids of up to two matches that a member plays under a number.

    :param across_servers: those across servers; else those of any place.
    """
    plays = sa.or_(*(seat == user for seat in _SEATS))
    is_across = matches.c.scope == WORLD
    query = sa.select(matches.c.id).where(matches.c.number == number, plays)
    rows = await reader.fetch(query.where(is_across == across_servers).limit(2))
    return [row.id for row in rows]


async def proposed_turns(reader: RowSource, ids: Sequence[int]) -> Mapping[int, Mapping[int, str]]:
    """Who proposed the turns of teams: names by match, and by the ply at which the turn began."""
    names = defaultdict[int, dict[int, str]](dict)
    if not ids:
        return names
    query = sa.select(teams.c.match, team_lines.c.played, team_lines.c.name)
    query = query.select_from(team_lines).join(teams)
    query = query.where(teams.c.match.in_(ids), team_lines.c.played.is_not(None))
    for row in await reader.fetch(query.order_by(team_lines.c.id)):
        names[row.match][row.played] = row.name
    return names


# ------------------------------------------------------------------------------ members to move

_NAMED = sa.bindparam("named", type_=sa.BigInteger)
_WAITS = (matches.c.mover == _USER, _RUNNING, matches.c.paused_at.is_(None))
_MINE = sa.union_all(*(sa.select(matches.c.id).where(seat == _USER, *_WAITS) for seat in _SEATS))
_HERE = sa.or_(matches.c.scope == _SCOPE, matches.c.home0 == _SCOPE, matches.c.home1 == _SCOPE)
_IS_NAMED = sa.and_(
    matches.c.scope == _NAMED, matches.c.number == sa.bindparam("number", type_=sa.Integer)
)
_FIRST = [
    sa.case((condition, 0), else_=1)
    for condition in (_IS_NAMED, _HERE, matches.c.due_at.is_not(None))
]
_RECENT = matches.c.finished_at > sa.bindparam("recent")
_RECENT_ENDS = sa.union_all(
    *(sa.select(matches.c.finished_at).where(seat == _USER, _RECENT) for seat in _SEATS)
).subquery()
_LATEST_END = sa.select(sa.func.max(_RECENT_ENDS.c.finished_at)).scalar_subquery()
_TO_MOVE = (
    MATCH.add_columns(_LATEST_END.label("ended"))
    .where(matches.c.id.in_(_MINE))
    .order_by(*_FIRST, matches.c.due_at, matches.c.moved_at, matches.c.id)
    .limit(sa.bindparam("most", type_=sa.Integer))
)


async def to_move(reader: RowSource, **values: object) -> Sequence[Row]:
    """Rows of the matches in which ``user`` is to move, with when their latest match has ended.

    :param values: ``user``; their ``scope``, whose matches come first; ``named`` and ``number`` of
        a match that comes before all; how many at ``most``; and since when an end is ``recent``.
    """
    return await reader.fetch(_TO_MOVE, values)


# ----------------------------------------------------------------------------- what falls due


async def waiting_for_computer(reader: RowSource) -> Sequence[Row]:
    """Rows of the matches where the computer has to move or answer an offer, the longest waiting
    first, members in turn.
    """
    moved_at = matches.c.moved_at
    member = matches.c.seat0 + matches.c.seat1 - COMPUTER
    turn = sa.func.row_number().over(partition_by=member, order_by=(moved_at, matches.c.id))
    columns = ("id", "version", "seat0", "seat1", "scope", "mover", "draw_offer")
    query: sa.Select[*tuple[object, ...]] = sa.select(
        *(matches.c[name] for name in columns), scopes.c.guild
    )
    query = query.join(scopes, scopes.c.id == matches.c.scope)
    query = query.where(_RUNNING, matches.c.paused_at.is_(None), scopes.c.removed_at.is_(None))
    query = query.where(matches.c.level.is_not(None))
    query = query.order_by(turn, moved_at, matches.c.id).limit(MOST_WAITING)
    to_move = await reader.fetch(query.where(matches.c.mover == _ZERO))
    has_offer = matches.c.draw_offer.is_not(None)
    to_answer = await reader.fetch(query.where(has_offer, matches.c.mover != COMPUTER))
    return [*to_move, *to_answer]


async def long_absent(
    reader: RowSource, cutoff: datetime, shards: Collection[int], count: int
) -> Sequence[int]:
    """The ids of rated matches whose player had left by ``cutoff``.

    :param shards: whose servers are looked at, of ``count`` in all.
    """
    counts = (matches.c.rated, matches.c.tournament.is_(None))
    query = sa.select(matches.c.id).join(scopes, scopes.c.id == _SERVER_LEFT)
    query = query.where(_RUNNING, matches.c.gone_at <= cutoff, *counts)
    query = query.where(scopes.c.removed_at.is_(None), *within(shards, count))
    rows = await reader.fetch(query.limit(MOST_WOKEN))
    return [row.id for row in rows]


async def absent_players(reader: RowSource) -> set[tuple[int, int]]:
    """The servers of running matches with the players who have left them."""
    server = _SERVER_LEFT.label("server")
    is_absent = matches.c.gone.is_not(None)
    query = sa.select(server, *_SEATS, matches.c.gone).where(_RUNNING, is_absent)
    absent = set[tuple[int, int]]()
    for row in await reader.fetch(query):
        seats = (row.seat0, row.seat1)
        absent.add((row.server, seats[row.gone]))
    return absent


async def due(
    reader: RowSource, now: datetime, shards: Collection[int], count: int
) -> Sequence[int]:
    """The ids of matches with something due by time, in servers of ``shards``, of ``count``, that
    have the bot.
    """
    query = sa.select(matches.c.id).join(scopes, scopes.c.id == matches.c.scope)
    query = query.where(scopes.c.removed_at.is_(None), *within(shards, count))
    query = query.limit(MOST_WOKEN)
    ids = dict[int, None]()
    # Two queries, each with its own index.
    for wake in (matches.c.wake_at, matches.c.quiet_wake_at):
        is_due = (wake.is_not(None), wake <= now)
        rows = await reader.fetch(query.where(*is_due).order_by(wake))
        ids |= dict.fromkeys(row.id for row in rows)
    return [*ids][:MOST_WOKEN]
