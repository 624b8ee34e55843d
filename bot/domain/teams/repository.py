"""The rows of team matches: sides, their members, and their lines and votes."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.matches.match import Match
from bot.domain.teams.team import ProposedLine, Team, TeamSide
from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import TEAMS, WORLD
from bot.store import insert_new, key_of
from bot.store.tables import bans, matches, members, team_lines, team_members, team_votes, teams

MOST_DUE = 50  # sides out of time that are found at once


async def sides_led(connection: AsyncConnection, user: int) -> int:
    """How many sides a member leads in running matches."""
    is_running = matches.c.finished_at.is_(None)
    query = sa.select(teams.c.id).join(matches).where(teams.c.captain == user, is_running)
    return len((await connection.execute(query)).all())


async def add(work: UnitOfWork, seat: int, side: TeamSide, captain: int | None) -> int:
    """Store a new side of a match that is not stored yet; returns its id."""
    values = {"seat": seat, "role": side.role, "captain": captain, "veto": side.veto}
    return key_of(await work.connection.execute(teams.insert(), values))


async def add_member(
    work: UnitOfWork, team: int, user: int, latest: datetime | None, may_ping: bool | None
) -> None:
    """Store that a member may join a side.

    :param latest: when they last did something; None: they are invited
    :param may_ping: whether the first post pings them; None: it does not name them
    """
    await insert_new(
        work.connection, team_members, team=team, user=user, heard_at=latest, pinged=may_ping
    )


async def join(connection: AsyncConnection, team: int, user: int) -> None:
    """Store that a member belongs to a side, whether or not they were invited."""
    await insert_new(connection, team_members, team=team, user=user)


async def note_match(work: UnitOfWork, match: Match) -> None:
    """Note which match its sides play."""
    ids = [TEAMS - seat for seat in match.seats]
    sides = teams.update().where(teams.c.id.in_(ids))
    await work.connection.execute(sides.values(match=match.id))


async def record_activity(
    connection: AsyncConnection, team: int, user: int, latest: datetime | None
) -> None:
    """Store when a member last did something for a side; None: they have left it."""
    is_row = (team_members.c.team == team, team_members.c.user == user)
    row = team_members.update().where(*is_row)
    await connection.execute(row.values(heard_at=latest))


async def set_captain(connection: AsyncConnection, team: int, captain: int | None) -> None:
    """Store who leads a side."""
    row = teams.update().where(teams.c.id == team)
    await connection.execute(row.values(captain=captain))


async def add_line(
    connection: AsyncConnection,
    team: Team,
    version: int,
    user: int,
    name: str,
    decisions: Sequence[str],
    turn: int,
) -> ProposedLine:
    """Store a line or an act that a member proposes.

    :param version: of the match
    :param turn: how many of the decisions are to be played; 0: the only one is an act
    """
    values = {
        "team": team.id,
        "version": version,
        "line": " ".join(decisions),
        "turn": turn,
        "user": user,
        "name": name,
    }
    key = key_of(await connection.execute(team_lines.insert().values(values)))
    return ProposedLine(key, tuple(decisions), turn, user)


async def veto(connection: AsyncConnection, line: int) -> None:
    """Store that a captain has vetoed a line."""
    row = team_lines.update().where(team_lines.c.id == line)
    await connection.execute(row.values(vetoed=True))


async def note_played(connection: AsyncConnection, line: int, ply: int) -> None:
    """Store that a line was played, after how many decisions of the match."""
    row = team_lines.update().where(team_lines.c.id == line)
    await connection.execute(row.values(played=ply))


async def delete_line(connection: AsyncConnection, line: int) -> None:
    """Delete a line with its votes."""
    await connection.execute(team_lines.delete().where(team_lines.c.id == line))


async def open_line(connection: AsyncConnection, line: int, user: int) -> None:
    """Store that a member has opened a line."""
    await insert_new(connection, team_votes, line=line, user=user, chosen=False)


async def vote(
    connection: AsyncConnection, line: int, user: int, lines: Sequence[int], *, in_favour: bool
) -> None:
    """Store whether a member is for a line, and that they are for no other one of ``lines``."""
    await open_line(connection, line, user)
    update = team_votes.update().where(team_votes.c.user == user, team_votes.c.line.in_(lines))
    for_this = sa.and_(team_votes.c.line == line, sa.literal(in_favour))
    await connection.execute(update.values(chosen=for_this))


def due_query(now: datetime) -> sa.Select[int]:
    """Gives the running matches in which the time of a side is over that has voted for a line."""
    in_this_turn = sa.and_(
        team_lines.c.team == teams.c.id, team_lines.c.version == matches.c.version
    )
    is_running = (matches.c.finished_at.is_(None), matches.c.paused_at.is_(None))
    is_due = (matches.c.mover < TEAMS, matches.c.due_at <= now)
    has_votes = (team_votes.c.chosen, team_lines.c.turn > 0, ~team_lines.c.vetoed)
    query = sa.select(matches.c.id).join(teams, teams.c.match == matches.c.id)
    query = query.join(team_lines, in_this_turn).join(team_votes)
    query = query.where(*is_running, *is_due, *has_votes)
    return query.distinct().limit(MOST_DUE)


def invited_query(match: Match, scope: int) -> sa.Select[int]:
    """Gives whom the first post in a server about a match pings: who is invited, or belongs to a
    side.
    """
    may_ping = team_members.c.pinged | team_members.c.heard_at.is_not(None)
    return _with_posts(_people(match, scope)).where(may_ping)


def members_query(match: Match, scope: int, users: Collection[int]) -> sa.Select[int]:
    """Gives whom a later post in a server pings: the members of the sides of ``users``."""
    team_ids = [TEAMS - user for user in users]
    is_member = team_members.c.heard_at.is_not(None)
    return _with_posts(_people(match, scope)).where(is_member, teams.c.id.in_(team_ids))


def named_query(match: Match, scope: int) -> sa.Select[int]:
    """Gives whom the first post in a server about a match names."""
    is_named = team_members.c.pinged.is_not(None) | team_members.c.heard_at.is_not(None)
    return _people(match, scope).where(is_named)


def _people(match: Match, scope: int) -> sa.Select[int]:
    """Gives the people of the sides of a match that play in a server, invited or not."""
    query = sa.select(team_members.c.user).join(teams).where(teams.c.match == match.id)
    query = query.order_by(team_members.c.user)
    if match.scope != WORLD:
        return query
    seats = [seat for seat, home in enumerate(match.servers) if home == scope]
    return query.where(teams.c.seat.in_(seats))


def _with_posts(people: sa.Select[int]) -> sa.Select[int]:
    """Those of ``people`` who want to be pinged by posts in channels."""
    setting = sa.func.coalesce(members.c.settings["notices"].as_string(), "channel")
    people = people.outerjoin(members, members.c.id == team_members.c.user)
    return people.where(setting.in_(("channel", "both")))


async def teams_of(connection: AsyncConnection, match: Match) -> tuple[Team, ...]:
    """The sides of a match that are teams, by seat."""
    people = await _people_of(connection, match)
    lines = await _lines_of(connection, match)
    query = sa.select(teams).where(teams.c.match == match.id).order_by(teams.c.seat)
    sides = list[Team]()
    for row in await connection.execute(query):
        own_people = people.get(row.id, {})
        members = {user: latest for user, latest in own_people.items() if latest}
        own_lines = [_counted(line, members.keys()) for line in lines.get(row.id, ())]
        sides.append(
            Team(
                id=row.id,
                seat=row.seat,
                role=row.role,
                captain=row.captain,
                veto=row.veto,
                people=own_people,
                members=members,
                lines=own_lines,
            )
        )
    return tuple(sides)


async def _people_of(
    connection: AsyncConnection, match: Match
) -> dict[int, dict[int, datetime | None]]:
    """When the people of each side last did something, without those who are banned."""
    servers = [side.scope for side in match.sides]
    ban_query = sa.select(bans.c.user).where(bans.c.scope.in_(servers))
    query = sa.select(team_members).join(teams)
    query = query.where(teams.c.match == match.id, team_members.c.user.not_in(ban_query))
    people: dict[int, dict[int, datetime | None]] = {}
    for row in await connection.execute(query):
        members_of_team = people.setdefault(row.team, {})
        members_of_team[row.user] = row.heard_at
    return people


async def _lines_of(connection: AsyncConnection, match: Match) -> dict[int, list[ProposedLine]]:
    """The lines of each side in this turn, in order, with all who opened them or voted."""
    query = sa.select(team_lines, team_votes.c.user.label("voter"), team_votes.c.chosen)
    query = query.join(teams).outerjoin(team_votes, team_votes.c.line == team_lines.c.id)
    query = query.where(teams.c.match == match.id, team_lines.c.version == match.version)
    lines: dict[int, dict[int, ProposedLine]] = {}
    for row in await connection.execute(query.order_by(team_lines.c.id)):
        by_id = lines.setdefault(row.team, {})
        line = by_id.get(row.id)
        if line is None:
            decisions = tuple(row.line.split())
            line = ProposedLine(row.id, decisions, row.turn, row.user, row.vetoed)
        if row.voter is not None:
            line = replace(line, readers=line.readers | {row.voter})
        if row.chosen:
            line = replace(line, votes=line.votes | {row.voter})
        by_id[row.id] = line
    return {team: list(by_id.values()) for team, by_id in lines.items()}


def _counted(line: ProposedLine, members: Collection[int]) -> ProposedLine:
    """A line with the votes that count: of members, and none for a vetoed one."""
    if line.vetoed:
        return replace(line, votes=frozenset())
    return replace(line, votes=line.votes.intersection(members))
