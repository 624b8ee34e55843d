"""Tournaments, entrants and pairings as rows of the database."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from typing import TypeAlias

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain import clocks
from bot.domain.errors import NotFound, Stale
from bot.domain.outbox import enqueue
from bot.domain.tallies import FIRST_NUMBER
from bot.domain.tournaments.contest import Contest
from bot.domain.tournaments.events import CalendarDue, StandingsChanged
from bot.domain.tournaments.tournament import Entrant, Pairing, RunningGame, Terms, Tournament
from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import COMPUTER, Person
from bot.store.tables import (
    entrants,
    league_members,
    matches,
    outbox,
    pairings,
    scopes,
    tournaments,
)

Row: TypeAlias = sa.Row[tuple[object, ...]]
_PLAIN = (
    "id",
    "number",
    "scope",
    "channel",
    "kind",
    "options",
    "rated",
    "status",
    "round",
    "rounds",
    "version",
)
_MOMENTS = ("starts", "ends", "finished", "warned", "wake")
_COLUMNS = {**{name: name for name in _PLAIN}, **{name: f"{name}_at" for name in _MOMENTS}}
"""The columns of those fields of a tournament that are stored as they are."""
_GAME = ("number", "status", "seat0", "seat1", "to_move", "turn", "due_at", "paused_at")
_PAIRINGS = sa.select(pairings, *(matches.c[name] for name in _GAME))
_PAIRINGS = _PAIRINGS.outerjoin(matches, matches.c.id == pairings.c.match)
_PLACE = (
    "slot",
    "user",
    "name",
    "status",
    "checked",
    "seed",
    "joined_at",
    "offered_to",
    "offered_at",
)
_ENTRANT = tuple(entrants.c[name] for name in _PLACE)


def no_such_tournament() -> NotFound:
    """Error for a tournament that does not exist or may not be seen."""
    return NotFound("that tournament no longer exists")


async def get(connection: AsyncConnection, tournament: int, *, lock: bool = False) -> Tournament:
    """A tournament. ``lock``: it is going to be changed. Raises NotFound."""
    query = sa.select(tournaments).where(tournaments.c.id == tournament)
    items = await _read(connection, query.with_for_update() if lock else query)
    if not items:
        raise no_such_tournament()
    return items[0]


async def load(
    connection: AsyncConnection, tournament: int, now: datetime, *, lock: bool = False
) -> Contest:
    """A tournament with its pairings. Raises as ``get``."""
    return Contest(
        await get(connection, tournament, lock=lock), await pairings_of(connection, tournament), now
    )


async def numbered(connection: AsyncConnection, scope: int, number: int) -> Tournament | None:
    """The tournament of a server with a number."""
    query = sa.select(tournaments).where(
        tournaments.c.scope == scope, tournaments.c.number == number
    )
    return next(iter(await _read(connection, query)), None)


async def of(
    connection: AsyncConnection, scope: int, running: bool, limit: int
) -> tuple[Tournament, ...]:
    """Tournaments of a server that go on (``running``) or are over, the latest first; no divisions
    of leagues.
    """
    over = tournaments.c.finished_at
    ended = over.is_(None) if running else over.is_not(None)
    query = sa.select(tournaments).where(
        tournaments.c.scope == scope, tournaments.c.organiser != COMPUTER, ended
    )
    return await _read(connection, query.order_by(tournaments.c.number.desc()).limit(limit))


async def pairings_of(connection: AsyncConnection, tournament: int) -> list[Pairing]:
    """The pairings of a tournament, by round and board."""
    query = _PAIRINGS.where(pairings.c.tournament == tournament).order_by(
        pairings.c.round, pairings.c.board, pairings.c.leg
    )
    return [_pairing(row) for row in await connection.execute(query)]


async def pairing_of(connection: AsyncConnection, match: int) -> tuple[int, Pairing] | None:
    """The pairing of a match, and the id of its tournament; None for other matches."""
    row = (await connection.execute(_PAIRINGS.where(pairings.c.match == match))).one_or_none()
    return None if row is None else (row.tournament, _pairing(row))


def due(now: datetime) -> sa.Select[int]:
    """Tournaments in which something may be due, the longest due first."""
    return (
        sa.select(tournaments.c.id)
        .join(scopes, scopes.c.id == tournaments.c.scope)
        .where(
            tournaments.c.wake_at.is_not(None),
            tournaments.c.wake_at <= now,
            scopes.c.removed_at.is_(None),
        )
        .order_by(tournaments.c.wake_at)
        .limit(20)
    )


async def standings_owed(connection: AsyncConnection, tournament: Tournament) -> bool:
    """Whether a notice about new standings is pending."""
    query = sa.select(outbox.c.payload).where(
        outbox.c.scope == tournament.scope,
        outbox.c.kind == StandingsChanged.kind,
        outbox.c.attempts == 0,
    )
    event = StandingsChanged(tournament.id).payload()
    return any(payload == event for payload in (await connection.execute(query)).scalars())


async def going_by_creator(connection: AsyncConnection, scope: int) -> Counter[int | None]:
    """The numbers of tournaments of a server that are not over, by the id of their creator; locks
    them until commit.
    """
    # Writing the scope's row keeps others from adding a tournament with the same number.
    await connection.execute(
        scopes.update().where(scopes.c.id == scope).values(numbers=scopes.c.numbers)
    )
    going = sa.select(tournaments.c.creator).where(
        tournaments.c.scope == scope, tournaments.c.finished_at.is_(None)
    )
    return Counter((await connection.execute(going)).scalars())


async def at_once(connection: AsyncConnection, tournament: Tournament) -> dict[int, int]:
    """How many matches of a division its members like to play at a time, by user id."""
    member = league_members.c
    query = sa.select(member.user, member.at_once).where(member.scope == tournament.scope)
    return {
        row.user: row.at_once
        for row in await connection.execute(query.where(member.game == tournament.game.slug))
    }


async def add(connection: AsyncConnection, tournament: Tournament) -> Tournament:
    """Store a new tournament, with its id and number, after ``going_by_creator``."""
    mine = scopes.c.id == tournament.scope
    there = sa.select(sa.func.max(tournaments.c.number)).where(
        tournaments.c.scope == tournament.scope
    )
    last = (await connection.execute(there)).scalar_one() or 0
    counted = (await connection.execute(sa.select(scopes.c.tournaments).where(mine))).scalar_one()
    tournament = replace(tournament, number=max(last, counted) + 1)
    await connection.execute(scopes.update().where(mine).values(tournaments=tournament.number))
    columns = {**_columns(tournament), "creator": tournament.organiser.id}
    added = tournaments.insert().values(**columns).returning(tournaments.c.id)
    return replace(tournament, id=(await connection.execute(added)).scalar_one())


async def save(connection: AsyncConnection, contest: Contest) -> None:
    """Write what changed, guarded by the version, which stays if only ``wake`` changed.

    Raises Stale.
    """
    (old, old_pairings), new = contest.stored, contest.tournament
    known = {pairing.id: pairing for pairing in old_pairings}
    changed = [
        pairing for pairing in contest.pairings if pairing.id and pairing != known[pairing.id]
    ]
    added = [
        {"tournament": old.id, **_pairing_columns(pairing)}
        for pairing in contest.pairings
        if not pairing.id
    ]
    step = bool(changed or added) or replace(new, wake=old.wake) != old
    if not step and new == old:
        return
    contest.tournament = new = replace(new, version=old.version + step)
    where = (tournaments.c.id == old.id, tournaments.c.version == old.version)
    result = await connection.execute(tournaments.update().where(*where).values(**_columns(new)))
    if result.rowcount != 1:
        raise Stale("{name} has moved on; look again", name=old.name)
    # it counts for nobody any more, nor for who has deleted their data
    if new.finished is not None:
        hashed = tournaments.c.id == old.id, tournaments.c.creator >= FIRST_NUMBER
        await connection.execute(tournaments.update().where(*hashed).values(creator=None))
    gone = set(old.entrants) - set(new.entrants)
    entered = set(new.entrants) - set(old.entrants)
    if gone:
        slots = entrants.c.slot.in_([entrant.slot for entrant in gone])
        await connection.execute(entrants.delete().where(entrants.c.tournament == old.id, slots))
    if entered:
        rows = [dict(zip(_PLACE, asdict(entrant).values(), strict=True)) for entrant in entered]
        await connection.execute(entrants.insert(), [{"tournament": old.id, **row} for row in rows])
    for pairing in changed:
        where_id = pairings.c.id == pairing.id
        await connection.execute(
            pairings.update().where(where_id).values(**_pairing_columns(pairing))
        )
    if added:
        await connection.execute(pairings.insert(), added)


async def met_on_ladders(
    work: UnitOfWork, user: int, since: datetime
) -> list[tuple[int, int, datetime]]:
    """The ladders on which a person has played since a moment, against whom, and when each of those
    games ended.
    """
    one = entrants.alias()
    other = entrants.alias()
    slots = sa.or_(
        sa.and_(pairings.c.slot0 == one.c.slot, pairings.c.slot1 == other.c.slot),
        sa.and_(pairings.c.slot1 == one.c.slot, pairings.c.slot0 == other.c.slot),
    )
    query = (
        sa.select(pairings.c.tournament, other.c.user, pairings.c.settled_at)
        .join(tournaments, tournaments.c.id == pairings.c.tournament)
        .join(one, one.c.tournament == pairings.c.tournament)
        .join(other, other.c.tournament == pairings.c.tournament)
        .where(tournaments.c.kind == "ladder", slots, one.c.user == user, other.c.user > 0)
        .where(pairings.c.settled_at > since)
    )
    return [
        (row.tournament, row.user, row.settled_at) for row in await work.connection.execute(query)
    ]


async def servers_of_creator(work: UnitOfWork, user: int) -> Sequence[int]:
    """The servers in which a tournament goes on that a person has announced."""
    query = sa.select(tournaments.c.scope).where(
        tournaments.c.creator == user, tournaments.c.finished_at.is_(None)
    )
    return (await work.connection.execute(query.distinct())).scalars().all()


async def replace_creator(
    work: UnitOfWork, scope: int | None, user: int, stands_for: int | None
) -> None:
    """Put a number in the place of who has announced what goes on in a server, or everything
    anywhere (None), and take away the titles, which are their words.
    """
    mine = [tournaments.c.creator == user]
    if scope is not None:
        mine += [tournaments.c.scope == scope, tournaments.c.finished_at.is_(None)]
    values = {"creator": stands_for, "title": "", "version": tournaments.c.version + 1}
    await work.connection.execute(tournaments.update().where(*mine).values(values))


async def leave_all(work: UnitOfWork, user: int) -> None:
    """Remove a person from tournaments that have not begun, and withdraw them from running ones.

    The games played against them stay. What the person wrote as a title is taken out of matches and
    server events.
    """
    connection = work.connection
    mine = entrants.c.user == user
    organised = sa.select(tournaments.c.id).where(
        sa.or_(tournaments.c.organiser == user, tournaments.c.creator == user)
    )
    servers = sa.select(tournaments.c.scope).where(tournaments.c.id.in_(organised))
    played = sa.and_(matches.c.scope.in_(servers), matches.c.tournament.in_(organised))
    await connection.execute(
        matches.update().where(played).values(note="", revision=matches.c.revision + 1)
    )
    shown = sa.select(tournaments.c.id, tournaments.c.scope, tournaments.c.channel)
    shown = shown.where(tournaments.c.id.in_(organised), tournaments.c.finished_at.is_(None))
    for row in (await connection.execute(shown)).all():
        await enqueue(work, CalendarDue(row.id), scope=row.scope, channel=row.channel)
    early = sa.select(tournaments.c.id).where(tournaments.c.status.in_(("signup", "checkin")))
    running = sa.select(tournaments.c.id).where(tournaments.c.status == "running")
    touched = tournaments.c.id.in_(sa.select(entrants.c.tournament).where(mine))
    step = tournaments.update().where(touched, tournaments.c.status == "running")
    await connection.execute(step.values(version=tournaments.c.version + 1, wake_at=work.now))
    await connection.execute(entrants.delete().where(mine, entrants.c.tournament.in_(early)))
    await connection.execute(
        entrants.update().where(mine, entrants.c.tournament.in_(running)).values(status="out")
    )


async def shift(
    connection: AsyncConnection, start: datetime, now: datetime, inside: sa.Select[int] | None
) -> None:
    """Extend rounds and check-ins that ran at ``start`` by the time since; ``inside``: of these
    scopes only.
    """
    here = () if inside is None else (tournaments.c.scope.in_(inside),)
    running = tournaments.c.status == "running", *here

    def later(column: sa.Column[datetime]) -> dict[str, sa.ColumnElement[int]]:
        return {
            column.name: sa.type_coerce(column, sa.BigInteger)
            + (now - start) // timedelta(milliseconds=1)
        }

    ends = tournaments.c.ends_at
    starts = tournaments.c.starts_at
    own = pairings.c.ends_at
    await connection.execute(tournaments.update().where(ends > start, *running).values(later(ends)))
    checking_in = tournaments.c.status == "checkin", *here
    await connection.execute(
        tournaments.update().where(starts > start, *checking_in).values(later(starts))
    )
    played = (
        pairings.c.tournament.in_(sa.select(tournaments.c.id).where(*running)),
        pairings.c.result.is_(None),
    )
    await connection.execute(pairings.update().where(own > start, *played).values(later(own)))


async def _read(
    connection: AsyncConnection, query: sa.Select[tuple[object, ...]]
) -> tuple[Tournament, ...]:
    """Tournaments with their entrants."""
    rows = (await connection.execute(query)).all()
    listed = sa.select(entrants.c.tournament, *_ENTRANT).order_by(entrants.c.slot)
    listed = listed.where(entrants.c.tournament.in_([row.id for row in rows]))
    inside: dict[int, list[Entrant]] = {}
    for tournament, *columns in (await connection.execute(listed)) if rows else ():
        inside.setdefault(tournament, []).append(Entrant(*columns))
    return tuple(_tournament(row, inside.get(row.id, ())) for row in rows)


def _tournament(row: Row, inside: Iterable[Entrant]) -> Tournament:
    game = games.get(row.game)
    return Tournament(
        **{name: row._mapping[column] for name, column in _COLUMNS.items()},
        title=row.title or game.name,
        organiser=Person(row.organiser, row.organiser_name),
        game=game,
        clock=clocks.parse(row.clock),
        terms=Terms(**row.terms),
        entrants=tuple(inside),
        post=None if row.post is None else (row.post_channel, row.post),
    )


def _columns(tournament: Tournament) -> dict[str, object]:
    """The columns of a tournament but for the id and the post, which is noted by itself."""
    return {
        **{column: getattr(tournament, name) for name, column in _COLUMNS.items() if name != "id"},
        "title": tournament.title,
        "game": tournament.game.slug,
        "options": dict(tournament.options),
        "clock": str(tournament.clock),
        "organiser": tournament.organiser.id,
        "organiser_name": tournament.organiser.name,
        "terms": asdict(tournament.terms),
    }


def _pairing(row: Row) -> Pairing:
    game = None
    if row.status == "running" and row.result is None:
        game = RunningGame((row.seat0, row.seat1), row.to_move, row.turn, row.due_at, row.paused_at)
    drawn = (row.round, row.board, (row.slot0, row.slot1), row.leg, row.id)
    return Pairing(
        *drawn, row.match, row.result, row.how, row.settled_at, row.ends_at, row.number, game
    )


def _pairing_columns(pairing: Pairing) -> dict[str, object]:
    slots = {"slot0": pairing.slots[0], "slot1": pairing.slots[1]}
    same = {
        name: getattr(pairing, name) for name in ("round", "board", "leg", "match", "result", "how")
    }
    return {**same, **slots, "settled_at": pairing.settled, "ends_at": pairing.ends}
