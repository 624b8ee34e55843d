"""Tournaments, entrants and pairings as rows of the database."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import TypeAlias

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain import clocks
from bot.domain.errors import NotFound, Stale
from bot.domain.outbox.enqueue import enqueue
from bot.domain.tallies import FIRST_NUMBER
from bot.domain.tournaments.contest import Contest
from bot.domain.tournaments.events import CalendarDue, StandingsChanged
from bot.domain.tournaments.tournament import (
    Entrant,
    Pairing,
    RunningGame,
    Tournament,
    TournamentTerms,
)
from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import COMPUTER, Person
from bot.store.tables import (
    entrants,
    matches,
    outbox,
    pairings,
    scopes,
    tournaments,
)

MOST_DUE = 20  # tournaments that are found at once

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
_SAME_OF_PAIRING = ("round", "board", "leg", "match", "result", "how")
"""Columns that are attributes of a pairing under the same name."""


@dataclass(frozen=True, slots=True)
class TournamentGame:
    """A pairing with the id of its tournament."""

    tournament: int
    pairing: Pairing


@dataclass(frozen=True, slots=True)
class LadderGame:
    """A game on a ladder, against whom it was, and when it ended."""

    tournament: int
    other: int
    settled: datetime


def no_such_tournament() -> NotFound:
    """Error for a tournament that does not exist or may not be seen."""
    return NotFound("that tournament no longer exists")


async def get(connection: AsyncConnection, tournament: int, *, lock: bool = False) -> Tournament:
    """A tournament. Raises NotFound.

    :param lock: it is going to be changed
    """
    query = sa.select(tournaments).where(tournaments.c.id == tournament)
    if lock:
        query = query.with_for_update()
    items = await _read(connection, query)
    if not items:
        raise no_such_tournament()
    return items[0]


async def load(
    connection: AsyncConnection, tournament: int, now: datetime, *, lock: bool = False
) -> Contest:
    """A tournament with its pairings. Raises as ``get``."""
    item = await get(connection, tournament, lock=lock)
    return Contest(item, await pairings_of(connection, tournament), now)


async def numbered(connection: AsyncConnection, scope: int, number: int) -> Tournament | None:
    """The tournament of a server with a number."""
    query = sa.select(tournaments)
    query = query.where(tournaments.c.scope == scope, tournaments.c.number == number)
    items = await _read(connection, query)
    return items[0] if items else None


async def of(
    connection: AsyncConnection, scope: int, is_running: bool, limit: int
) -> tuple[Tournament, ...]:
    """Tournaments of a server that go on or are over, the latest first; no divisions
    of leagues.
    """
    is_over = tournaments.c.finished_at.is_not(None)
    query = sa.select(tournaments).where(
        tournaments.c.scope == scope,
        tournaments.c.organiser != COMPUTER,
        ~is_over if is_running else is_over,
    )
    query = query.order_by(tournaments.c.number.desc()).limit(limit)
    return await _read(connection, query)


async def pairings_of(connection: AsyncConnection, tournament: int) -> list[Pairing]:
    """The pairings of a tournament, by round and board."""
    order = (pairings.c.round, pairings.c.board, pairings.c.leg)
    query = _PAIRINGS.where(pairings.c.tournament == tournament).order_by(*order)
    return [_pairing(row) for row in await connection.execute(query)]


async def pairing_of(connection: AsyncConnection, match: int) -> TournamentGame | None:
    """The pairing of a match; None for a match of no tournament."""
    query = _PAIRINGS.where(pairings.c.match == match)
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else TournamentGame(row.tournament, _pairing(row))


def due_query(now: datetime) -> sa.Select[int]:
    """Gives the tournaments in which something may be due, the longest due first."""
    wake_at = tournaments.c.wake_at
    query = sa.select(tournaments.c.id).join(scopes, scopes.c.id == tournaments.c.scope)
    query = query.where(wake_at.is_not(None), wake_at <= now, scopes.c.removed_at.is_(None))
    return query.order_by(wake_at).limit(MOST_DUE)


async def standings_owed(connection: AsyncConnection, tournament: Tournament) -> bool:
    """Whether a notice about new standings is pending."""
    query = sa.select(outbox.c.payload).where(
        outbox.c.scope == tournament.scope,
        outbox.c.kind == StandingsChanged.kind,
        outbox.c.attempts == 0,
    )
    event = StandingsChanged(tournament.id).payload()
    payloads = (await connection.execute(query)).scalars()
    return any(payload == event for payload in payloads)


async def going_by_creator(connection: AsyncConnection, scope: int) -> Counter[int | None]:
    """The numbers of tournaments of a server that are not over, by the id of their creator; locks
    them until commit.
    """
    # Writing the scope's row keeps others from adding a tournament with the same number.
    row = scopes.update().where(scopes.c.id == scope)
    await connection.execute(row.values(numbers=scopes.c.numbers))
    query = sa.select(tournaments.c.creator)
    query = query.where(tournaments.c.scope == scope, tournaments.c.finished_at.is_(None))
    creators = (await connection.execute(query)).scalars()
    return Counter(creators)


async def add(connection: AsyncConnection, tournament: Tournament) -> Tournament:
    """Store a new tournament, with its id and number, after ``going_by_creator``."""
    number = await _next_number(connection, tournament.scope)
    tournament = replace(tournament, number=number)
    counter = scopes.update().where(scopes.c.id == tournament.scope)
    await connection.execute(counter.values(tournaments=number))
    columns = {**_columns(tournament), "creator": tournament.organiser.id}
    insert = tournaments.insert().values(**columns).returning(tournaments.c.id)
    key = (await connection.execute(insert)).scalar_one()
    return replace(tournament, id=key)


async def _next_number(connection: AsyncConnection, scope: int) -> int:
    """The number of a server's next tournament."""
    numbers = sa.select(sa.func.max(tournaments.c.number)).where(tournaments.c.scope == scope)
    greatest = (await connection.execute(numbers)).scalar_one() or 0
    # The last one is stored as well, since tournaments can be deleted.
    counter = sa.select(scopes.c.tournaments).where(scopes.c.id == scope)
    last_number: int = (await connection.execute(counter)).scalar_one()
    return max(greatest, last_number) + 1


async def save(connection: AsyncConnection, contest: Contest) -> None:
    """Write what changed, guarded by the version, which stays if only ``wake`` changed.

    Raises Stale.
    """
    original = contest.original
    old_tournament = original.tournament
    updates, additions = _pairing_changes(contest)
    new_tournament = contest.tournament
    is_step = (
        bool(updates or additions)
        or replace(new_tournament, wake=old_tournament.wake) != old_tournament
    )
    if not is_step and new_tournament == old_tournament:
        return
    new_tournament = replace(new_tournament, version=old_tournament.version + is_step)
    contest.tournament = new_tournament
    await _update(connection, old_tournament, new_tournament)
    if new_tournament.finished is not None:
        await _forget_hashed_creator(connection, old_tournament.id)
    await _save_entrants(connection, old_tournament, new_tournament)
    for pairing in updates:
        row = pairings.update().where(pairings.c.id == pairing.id)
        await connection.execute(row.values(**_pairing_columns(pairing)))
    if additions:
        rows = [
            {"tournament": old_tournament.id, **_pairing_columns(pairing)} for pairing in additions
        ]
        await connection.execute(pairings.insert(), rows)


def _pairing_changes(contest: Contest) -> tuple[list[Pairing], list[Pairing]]:
    """The pairings of a contest that were changed, and those that were added."""
    originals = {pairing.id: pairing for pairing in contest.original.pairings}
    updates = list[Pairing]()
    additions = list[Pairing]()
    for pairing in contest.pairings:
        if not pairing.id:
            additions.append(pairing)
        elif pairing != originals[pairing.id]:
            updates.append(pairing)
    return updates, additions


async def _update(
    connection: AsyncConnection, old_tournament: Tournament, new_tournament: Tournament
) -> None:
    """Write the row of a tournament. Raises Stale where it was changed since it was read."""
    row = tournaments.update().where(
        tournaments.c.id == old_tournament.id, tournaments.c.version == old_tournament.version
    )
    result = await connection.execute(row.values(**_columns(new_tournament)))
    if result.rowcount != 1:
        raise Stale("{name} has moved on; look again", name=old_tournament.name)


async def _forget_hashed_creator(connection: AsyncConnection, tournament: int) -> None:
    """Forget the creator who has deleted their data: what is over counts for nobody any more."""
    is_hash = tournaments.c.creator >= FIRST_NUMBER
    row = tournaments.update().where(tournaments.c.id == tournament, is_hash)
    await connection.execute(row.values(creator=None))


async def _save_entrants(
    connection: AsyncConnection, old_tournament: Tournament, new_tournament: Tournament
) -> None:
    """Write the entrants that were changed."""
    removals = set(old_tournament.entrants) - set(new_tournament.entrants)
    additions = set(new_tournament.entrants) - set(old_tournament.entrants)
    if removals:
        slots = [entrant.slot for entrant in removals]
        rows = entrants.delete().where(entrants.c.tournament == old_tournament.id)
        await connection.execute(rows.where(entrants.c.slot.in_(slots)))
    if additions:
        values = [
            {"tournament": old_tournament.id, **_entrant_columns(entrant)} for entrant in additions
        ]
        await connection.execute(entrants.insert(), values)


def note_post(tournament: int, channel: int, post: int) -> sa.Update:
    """The statement that stores where the standings were last posted."""
    row = tournaments.update().where(tournaments.c.id == tournament)
    return row.values(post_channel=channel, post=post)


async def met_on_ladders(work: UnitOfWork, user: int, start_time: datetime) -> list[LadderGame]:
    """The games that a person has played on ladders since a moment."""
    own_entrants = entrants.alias()
    other = entrants.alias()
    own_first = sa.and_(pairings.c.slot0 == own_entrants.c.slot, pairings.c.slot1 == other.c.slot)
    other_first = sa.and_(pairings.c.slot1 == own_entrants.c.slot, pairings.c.slot0 == other.c.slot)
    settled_at = pairings.c.settled_at
    query = sa.select(pairings.c.tournament, other.c.user, settled_at)
    query = (
        query.join(tournaments, tournaments.c.id == pairings.c.tournament)
        .join(own_entrants, own_entrants.c.tournament == pairings.c.tournament)
        .join(other, other.c.tournament == pairings.c.tournament)
    )
    query = query.where(tournaments.c.kind == "ladder", settled_at > start_time)
    query = query.where(
        sa.or_(own_first, other_first), own_entrants.c.user == user, other.c.user > 0
    )
    rows = await work.connection.execute(query)
    return [LadderGame(row.tournament, row.user, row.settled_at) for row in rows]


async def servers_of_creator(work: UnitOfWork, user: int) -> Sequence[int]:
    """The servers in which a tournament goes on that a person has announced."""
    query = sa.select(tournaments.c.scope).distinct()
    query = query.where(tournaments.c.creator == user, tournaments.c.finished_at.is_(None))
    return (await work.connection.execute(query)).scalars().all()


async def replace_creator(
    work: UnitOfWork, scope: int | None, user: int, stands_for: int | None
) -> None:
    """Put a number in the place of who has announced what goes on in a server, or everything
    anywhere (None), and take away the titles, which are their words.
    """
    update = tournaments.update().where(tournaments.c.creator == user)
    if scope is not None:
        update = update.where(tournaments.c.scope == scope, tournaments.c.finished_at.is_(None))
    values = {"creator": stands_for, "title": "", "version": tournaments.c.version + 1}
    await work.connection.execute(update.values(values))


async def leave_all(work: UnitOfWork, user: int) -> None:
    """Remove a person from tournaments that have not begun, and withdraw them from running ones.

    The games played against them stay. What the person wrote as a title is taken out of matches and
    server events.
    """
    connection = work.connection
    await _clear_titles(work, user)
    is_own = entrants.c.user == user
    is_running = tournaments.c.status == "running"
    own_tournaments = sa.select(entrants.c.tournament).where(is_own)
    own_running = tournaments.update().where(tournaments.c.id.in_(own_tournaments), is_running)
    new_version = tournaments.c.version + 1
    await connection.execute(own_running.values(version=new_version, wake_at=work.now))
    is_early = tournaments.c.status.in_(("signup", "checkin"))
    early = sa.select(tournaments.c.id).where(is_early)
    await connection.execute(entrants.delete().where(is_own, entrants.c.tournament.in_(early)))
    running_tournaments = sa.select(tournaments.c.id).where(is_running)
    places = entrants.update().where(is_own, entrants.c.tournament.in_(running_tournaments))
    await connection.execute(places.values(status="out"))


async def _clear_titles(work: UnitOfWork, user: int) -> None:
    """Take the titles that a person wrote out of the notes of matches and of server events."""
    connection = work.connection
    is_own = sa.or_(tournaments.c.organiser == user, tournaments.c.creator == user)
    ids = sa.select(tournaments.c.id).where(is_own)
    servers = sa.select(tournaments.c.scope).where(is_own)
    their_matches = matches.update().where(
        matches.c.scope.in_(servers), matches.c.tournament.in_(ids)
    )
    new_revision = matches.c.revision + 1
    await connection.execute(their_matches.values(note="", revision=new_revision))
    columns = (tournaments.c.id, tournaments.c.scope, tournaments.c.channel)
    open_tournaments = sa.select(*columns).where(is_own, tournaments.c.finished_at.is_(None))
    for row in (await connection.execute(open_tournaments)).all():
        await enqueue(work, CalendarDue(row.id), scope=row.scope, channel=row.channel)


async def shift(
    connection: AsyncConnection, start: datetime, now: datetime, in_scopes: sa.Select[int] | None
) -> None:
    """Extend rounds and check-ins that ran at ``start`` by the time since.

    :param in_scopes: gives the ids of the scopes of these only; None: of all
    """
    milliseconds = (now - start) // timedelta(milliseconds=1)

    def later(column: sa.Column[datetime]) -> dict[str, sa.ColumnElement[int]]:
        return {column.name: sa.type_coerce(column, sa.BigInteger) + milliseconds}

    in_scope = sa.true() if in_scopes is None else tournaments.c.scope.in_(in_scopes)
    is_running = sa.and_(in_scope, tournaments.c.status == "running")
    round_end = tournaments.c.ends_at
    rounds = tournaments.update().where(is_running, round_end > start)
    await connection.execute(rounds.values(later(round_end)))
    is_checking_in = sa.and_(in_scope, tournaments.c.status == "checkin")
    tournament_start = tournaments.c.starts_at
    check_ins = tournaments.update().where(is_checking_in, tournament_start > start)
    await connection.execute(check_ins.values(later(tournament_start)))
    game_end = pairings.c.ends_at
    running_ids = sa.select(tournaments.c.id).where(is_running)
    open_games = pairings.update().where(
        game_end > start, pairings.c.tournament.in_(running_ids), pairings.c.result.is_(None)
    )
    await connection.execute(open_games.values(later(game_end)))


async def _read(
    connection: AsyncConnection, query: sa.Select[tuple[object, ...]]
) -> tuple[Tournament, ...]:
    """Tournaments with their entrants."""
    rows = (await connection.execute(query)).all()
    if not rows:
        return ()
    ids = [row.id for row in rows]
    places = sa.select(entrants).where(entrants.c.tournament.in_(ids))
    by_tournament: dict[int, list[Entrant]] = {}
    for row in await connection.execute(places.order_by(entrants.c.slot)):
        by_tournament.setdefault(row.tournament, []).append(_entrant(row))
    return tuple(_tournament(row, by_tournament.get(row.id, ())) for row in rows)


def _tournament(row: Row, entrants: Iterable[Entrant]) -> Tournament:
    columns = row._mapping
    values = {name: columns[column] for name, column in _COLUMNS.items()}
    game = games.get(row.game)
    post = None
    if row.post is not None:
        post = (row.post_channel, row.post)
    return Tournament(
        **values,
        title=row.title or game.name,
        organiser=Person(row.organiser, row.organiser_name),
        game=game,
        clock=clocks.parse(row.clock),
        terms=TournamentTerms(**row.terms),
        entrants=tuple(entrants),
        post=post,
    )


def _columns(tournament: Tournament) -> dict[str, object]:
    """The columns of a tournament but for the id and the post, which is noted by itself."""
    columns: dict[str, object] = {}
    for name, column in _COLUMNS.items():
        if name != "id":
            columns[column] = getattr(tournament, name)
    organiser = tournament.organiser
    return columns | {
        "title": tournament.title,
        "game": tournament.game.slug,
        "options": dict(tournament.options),
        "clock": str(tournament.clock),
        "organiser": organiser.id,
        "organiser_name": organiser.name,
        "terms": asdict(tournament.terms),
    }


def _entrant(row: Row) -> Entrant:
    return Entrant(
        slot=row.slot,
        user=row.user,
        name=row.name,
        status=row.status,
        checked=row.checked,
        seed=row.seed,
        joined_at=row.joined_at,
        offered_to=row.offered_to,
        offered_at=row.offered_at,
    )


def _entrant_columns(entrant: Entrant) -> dict[str, object]:
    return {
        "slot": entrant.slot,
        "user": entrant.user,
        "name": entrant.name,
        "status": entrant.status,
        "checked": entrant.checked,
        "seed": entrant.seed,
        "joined_at": entrant.joined_at,
        "offered_to": entrant.offered_to,
        "offered_at": entrant.offered_at,
    }


def _pairing(row: Row) -> Pairing:
    game = None
    if row.status == "running" and row.result is None:
        seats = (row.seat0, row.seat1)
        game = RunningGame(seats, row.to_move, row.turn, row.due_at, row.paused_at)
    columns = row._mapping
    values = {name: columns[name] for name in _SAME_OF_PAIRING}
    return Pairing(
        **values,
        id=row.id,
        slots=(row.slot0, row.slot1),
        settled=row.settled_at,
        ends=row.ends_at,
        number=row.number,
        game=game,
    )


def _pairing_columns(pairing: Pairing) -> dict[str, object]:
    first, second = pairing.slots
    values = {name: getattr(pairing, name) for name in _SAME_OF_PAIRING}
    return {
        **values,
        "slot0": first,
        "slot1": second,
        "settled_at": pairing.settled,
        "ends_at": pairing.ends,
    }
