"""Tournaments, entrants and pairings as rows of the database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, fields, replace
from datetime import datetime, timedelta
from typing import TypeAlias

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain import clocks
from bot.domain.errors import NotFound, Stale
from bot.domain.tournaments.contest import Contest
from bot.domain.tournaments.events import StandingsChanged
from bot.domain.tournaments.tournament import Entrant, Pairing, Terms, Tournament, usual_title
from bot.domain.tournaments.verdicts import RunningGame
from bot.domain.values import Person
from bot.store.tables import entrants, matches, outbox, pairings, scopes, tournaments

Row: TypeAlias = sa.Row[tuple[object, ...]]
_TERMS = {field.name for field in fields(Terms)}
_TOURNAMENTS = sa.select(tournaments, scopes.c.guild).join(scopes, scopes.c.id == tournaments.c.scope)
_GAME = tuple(matches.c[name] for name in ("id", "seat0", "seat1", "to_move", "turn", "paused_at", "due_at"))
_PLACE = ("slot", "user", "name", "status", "checked", "seed", "joined_at", "offered_to", "offered_name", "offered_at")
_ENTRANT = tuple(entrants.c[name] for name in _PLACE)


def no_such_tournament() -> NotFound:
    """What somebody is told of a tournament that there is not, and of one that is not theirs to see."""
    return NotFound("that tournament no longer exists")


async def get(connection: AsyncConnection, tournament: int, *, lock: bool = False) -> Tournament:
    """A tournament. ``lock``: it is going to be changed. Raises NotFound."""
    query = _TOURNAMENTS.where(tournaments.c.id == tournament)
    found = await _read(connection, query.with_for_update(of=tournaments) if lock else query)
    if not found:
        raise no_such_tournament()
    return found[0]


async def load(connection: AsyncConnection, tournament: int, now: datetime, *, lock: bool = False) -> Contest:
    """A tournament with its pairings. Raises as ``get``."""
    return Contest(await get(connection, tournament, lock=lock), await pairings_of(connection, tournament), now)


async def numbered(connection: AsyncConnection, scope: int, number: int) -> Tournament | None:
    """The tournament with a number on a server."""
    query = _TOURNAMENTS.where(tournaments.c.scope == scope, tournaments.c.number == number)
    return next(iter(await _read(connection, query)), None)


async def of(connection: AsyncConnection, scope: int, running: bool, limit: int) -> tuple[Tournament, ...]:
    """Tournaments of a server that are not over, or that are; the latest first."""
    over = tournaments.c.finished_at
    query = _TOURNAMENTS.where(tournaments.c.scope == scope, over.is_(None) if running else over.is_not(None))
    return await _read(connection, query.order_by(tournaments.c.number.desc()).limit(limit))


async def pairings_of(connection: AsyncConnection, tournament: int) -> list[Pairing]:
    """The pairings of a tournament, by round and board."""
    query = (
        sa.select(pairings)
        .where(pairings.c.tournament == tournament)
        .order_by(pairings.c.round, pairings.c.board, pairings.c.leg)
    )
    return [_pairing(row) for row in await connection.execute(query)]


async def pairing_of(connection: AsyncConnection, match: int) -> tuple[int, Pairing] | None:
    """The pairing of a match, and the id of its tournament; None for other matches."""
    row = (await connection.execute(sa.select(pairings).where(pairings.c.match == match))).one_or_none()
    return None if row is None else (row.tournament, _pairing(row))


async def match_numbers(connection: AsyncConnection, tournament: int) -> dict[int, int]:
    """The numbers of all matches of a tournament, by their ids."""
    query = (
        sa.select(matches.c.id, matches.c.number)
        .join(pairings, pairings.c.match == matches.c.id)
        .where(pairings.c.tournament == tournament)
    )
    return {row.id: row.number for row in await connection.execute(query)}


async def running_games(connection: AsyncConnection, tournament: int) -> dict[int, RunningGame]:
    """How far the matches are that are being played, by the ids of their pairings."""
    query = (
        sa.select(pairings.c.id.label("pairing"), *_GAME)
        .join(matches, matches.c.id == pairings.c.match)
        .where(pairings.c.tournament == tournament, pairings.c.result.is_(None), matches.c.status == "running")
    )
    return {
        row.pairing: RunningGame(
            row.id,
            (row.seat0, row.seat1),
            row.to_move,
            row.turn,
            None if row.paused_at is not None else row.due_at,
            row.paused_at,
        )
        for row in await connection.execute(query)
    }


async def first_due(connection: AsyncConnection, tournament: int) -> datetime | None:
    """When the first turn is due in the games that are being played."""
    query = (
        sa.select(sa.func.min(matches.c.due_at))
        .join(pairings, pairings.c.match == matches.c.id)
        .where(pairings.c.tournament == tournament, pairings.c.result.is_(None), matches.c.paused_at.is_(None))
    )
    found: datetime | None = (await connection.execute(query)).scalar_one_or_none()
    return found


def due(now: datetime) -> sa.Select[int]:
    """Tournaments in which something may be due, those that have waited longest first."""
    return (
        sa.select(tournaments.c.id)
        .join(scopes, scopes.c.id == tournaments.c.scope)
        .where(tournaments.c.wake_at.is_not(None), tournaments.c.wake_at <= now, scopes.c.removed_at.is_(None))
        .order_by(tournaments.c.wake_at)
        .limit(20)
    )


async def standings_owed(connection: AsyncConnection, tournament: Tournament) -> bool:
    """Whether people are still to be told that results have come in."""
    query = sa.select(outbox.c.payload).where(
        outbox.c.scope == tournament.scope, outbox.c.kind == StandingsChanged.kind, outbox.c.attempts == 0
    )
    event = StandingsChanged(tournament.id).payload()
    return any(payload == event for payload in (await connection.execute(query)).scalars())


async def going_by_creator(connection: AsyncConnection, scope: int) -> Counter[int | None]:
    """How many tournaments of a server are not over, by who announced them; nobody adds one in this transaction."""
    # Writing the scope's row keeps others from adding one, and from giving the same number.
    await connection.execute(scopes.update().where(scopes.c.id == scope).values(numbers=scopes.c.numbers))
    going = sa.select(tournaments.c.creator).where(tournaments.c.scope == scope, tournaments.c.finished_at.is_(None))
    return Counter((await connection.execute(going)).scalars())


async def add(connection: AsyncConnection, tournament: Tournament) -> Tournament:
    """Store a new tournament, with its id and number, after ``going_by_creator``."""
    mine = tournaments.c.scope == tournament.scope
    last = await connection.execute(sa.select(sa.func.max(tournaments.c.number)).where(mine))
    tournament = replace(tournament, number=(last.scalar_one() or 0) + 1)
    columns = {**_columns(tournament), "creator": tournament.organiser.id}
    added = tournaments.insert().values(**columns).returning(tournaments.c.id)
    return replace(tournament, id=(await connection.execute(added)).scalar_one())


async def save(connection: AsyncConnection, contest: Contest) -> None:
    """Write what is different from what was loaded, guarded by the version. Raises Stale.

    When to look again is nothing anybody sees: if only that has changed, the version stays.
    """
    (old, old_pairings), new = contest.stored, contest.tournament
    known = {one.id: one for one in old_pairings}
    changed = [one for one in contest.pairings if one.id and one != known[one.id]]
    added = [one for one in contest.pairings if not one.id]
    step = bool(changed or added) or replace(new, wake=old.wake) != old
    if not step and new == old:
        return
    contest.tournament = new = replace(new, version=old.version + step)
    where = (tournaments.c.id == old.id, tournaments.c.version == old.version)
    result = await connection.execute(tournaments.update().where(*where).values(**_columns(new)))
    if result.rowcount != 1:
        raise Stale("{name} has moved on; look again", name=old.name)
    if new.entrants != old.entrants:
        await _save_entrants(connection, old, new)
    for one in changed:
        await connection.execute(pairings.update().where(pairings.c.id == one.id).values(**_places(one)))
    if added:
        await connection.execute(pairings.insert(), [{"tournament": old.id, **_places(one)} for one in added])


async def _save_entrants(connection: AsyncConnection, old: Tournament, new: Tournament) -> None:
    before, after = ({one.slot: one for one in item.entrants} for item in (old, new))
    mine = entrants.c.tournament == old.id
    if gone := before.keys() - after.keys():
        await connection.execute(entrants.delete().where(mine, entrants.c.slot.in_(gone)))
    for slot, one in after.items():
        if before.get(slot) == one:
            continue
        columns = dict(zip(_PLACE, asdict(one).values(), strict=True))
        if slot in before:
            await connection.execute(entrants.update().where(mine, entrants.c.slot == slot).values(**columns))
        else:
            await connection.execute(entrants.insert().values(tournament=old.id, **columns))


async def shift(connection: AsyncConnection, start: datetime, now: datetime, inside: sa.Select[int] | None) -> None:
    """Let rounds and check-ins that ran at a moment last longer by what has passed since; ``inside`` some scopes."""
    here = () if inside is None else (tournaments.c.scope.in_(inside),)
    running = tournaments.c.status == "running", *here

    def later(column: sa.Column[datetime]) -> dict[str, sa.ColumnElement[int]]:
        return {column.name: sa.type_coerce(column, sa.BigInteger) + (now - start) // timedelta(milliseconds=1)}

    ends, starts, own = tournaments.c.ends_at, tournaments.c.starts_at, pairings.c.ends_at
    await connection.execute(tournaments.update().where(ends > start, *running).values(later(ends)))
    checking_in = tournaments.c.status == "checkin", *here
    await connection.execute(tournaments.update().where(starts > start, *checking_in).values(later(starts)))
    played = pairings.c.tournament.in_(sa.select(tournaments.c.id).where(*running)), pairings.c.result.is_(None)
    await connection.execute(pairings.update().where(own > start, *played).values(later(own)))


async def shown(connection: AsyncConnection, tournament: int, channel: int, post: int) -> None:
    """Note where the standings were last posted."""
    where = tournaments.c.id == tournament
    await connection.execute(tournaments.update().where(where).values(post_channel=channel, post=post))


async def _read(connection: AsyncConnection, query: sa.Select[tuple[object, ...]]) -> tuple[Tournament, ...]:
    """Tournaments with their entrants."""
    rows = (await connection.execute(query)).all()
    listed = sa.select(entrants.c.tournament, *_ENTRANT).order_by(entrants.c.slot)
    listed = listed.where(entrants.c.tournament.in_([row.id for row in rows]))
    inside: dict[int, list[Entrant]] = {}
    for tournament, *columns in (await connection.execute(listed)) if rows else ():
        inside.setdefault(tournament, []).append(Entrant(*columns))
    return tuple(_tournament(row, inside.get(row.id, ())) for row in rows)


def _tournament(row: Row, inside: Iterable[Entrant]) -> Tournament:
    """A row of ``tournaments``, with ``guild``."""
    return Tournament(
        id=row.id,
        number=row.number,
        scope=row.scope,
        guild=row.guild,
        channel=row.channel,
        title=row.title or usual_title(games.get(row.game), row.kind),
        organiser=Person(row.organiser, row.organiser_name),
        kind=row.kind,
        game=games.get(row.game),
        options=row.options,
        clock=clocks.parse(row.clock),
        rated=row.rated,
        terms=Terms(**{name: value for name, value in row.terms.items() if name in _TERMS}),
        status=row.status,
        round=row.round,
        rounds=row.rounds,
        version=row.version,
        created=row.created_at,
        starts=row.starts_at,
        ends=row.ends_at,
        finished=row.finished_at,
        entrants=tuple(inside),
        post=None if row.post is None else (row.post_channel, row.post),
        warned=row.warned_at,
        wake=row.wake_at,
    )


def _columns(tournament: Tournament) -> dict[str, object]:
    """The columns of a tournament, but for the post, which is noted by itself."""
    return {
        "scope": tournament.scope,
        "number": tournament.number,
        "channel": tournament.channel,
        "title": tournament.title,
        "kind": tournament.kind,
        "game": tournament.game.slug,
        "options": dict(tournament.options),
        "clock": str(tournament.clock),
        "rated": tournament.rated,
        "created_at": tournament.created,
        "organiser": tournament.organiser.id,
        "organiser_name": tournament.organiser.name,
        "terms": asdict(tournament.terms),
        "status": tournament.status,
        "round": tournament.round,
        "rounds": tournament.rounds,
        "version": tournament.version,
        "starts_at": tournament.starts,
        "ends_at": tournament.ends,
        "warned_at": tournament.warned,
        "wake_at": tournament.wake,
        "finished_at": tournament.finished,
    }


def _pairing(row: Row) -> Pairing:
    slots = (row.slot0, row.slot1)
    found = (row.match, row.result, row.how, row.settled_at, row.ends_at)
    return Pairing(row.id, row.round, row.board, row.leg, slots, *found)


def _places(pairing: Pairing) -> dict[str, object]:
    """The columns of a pairing."""
    return {
        "round": pairing.round,
        "board": pairing.board,
        "leg": pairing.leg,
        "slot0": pairing.slots[0],
        "slot1": pairing.slots[1],
        "match": pairing.match,
        "result": pairing.result,
        "how": pairing.how,
        "settled_at": pairing.settled,
        "ends_at": pairing.ends,
    }
