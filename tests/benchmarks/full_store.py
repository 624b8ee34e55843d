"""A database as a large club has it: matches of all games, many of them in their middle, and moves
to go on with.
"""

import random
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import games
from bot.domain.domain import Domain
from bot.domain.matches.history import History, StoredTurn, given
from bot.domain.values import Person, Place
from bot.store import Store
from games.core import PASS, State

from .small_discord import CHANNEL, GUILD

RECORDED = 20
"""Random matches of each game, of which all others are copies."""
FINISHED = 10_000
"""Finished matches that are made one by one; further ones are copies of these."""
FIRST_MEMBER = 10_000


@dataclass(frozen=True, slots=True)
class Stand:
    """A match after a number of turns: what is stored of it, and what the player to move types
    next.
    """

    columns: dict[str, Any]
    seat: int
    moves: str


@dataclass(frozen=True, slots=True)
class Template:
    """A random match of a game: how it stands before each turn, and what is stored at its end."""

    slug: str
    stands: list[Stand]
    end: dict[str, Any]


def random_match(game: games.Game, rng: random.Random, **options: str) -> Template:
    """A random match that began an hour ago."""
    start = datetime.now(UTC) - timedelta(hours=1)
    second = int(start.timestamp())
    history = given(game.start(**options), (), start)
    stands = []
    while history.state.to_move is not None:
        seat = history.state.to_move
        states = [history.state]
        while states[-1].to_move == seat and states[-1].legal_moves() != (PASS,):
            states.append(states[-1].play(rng.choice(states[-1].legal_moves())))
        moves = " ".join(str(state.last_move) for state in states[1:])
        stands.append(Stand({**_columns(history), "to_move": seat}, seat, moves))
        _pass(states, seat)
        entries = [StoredTurn(len(states) - 1, "played", second)]
        passes = _pass(states, states[-1].to_move)
        while passes:
            entries.append(StoredTurn(passes, "passed", second))
            passes = _pass(states, states[-1].to_move)
        history = history.extended(states, entries)
    return Template(game.slug, stands, _columns(history))


def _pass(states: list[State], seat: int | None) -> int:
    """Add the passes that a seat is forced to make; how many they are."""
    passes = 0
    while states[-1].to_move == seat and states[-1].legal_moves() == (PASS,):
        states.append(states[-1].play(PASS))
        passes += 1
    return passes


def _columns(history: History) -> dict[str, Any]:
    """What is stored of the decisions of a match."""
    return {
        "decisions": history.text,
        "log": history.log,
        "ply": history.state.ply,
        "turn": history.state.turn,
    }


@dataclass(slots=True)
class Running:
    """A stored match that goes on: its number, its players by seat, and how it goes on from where
    it stands.
    """

    number: int
    seats: tuple[int, int]
    ahead: list[Stand]

    def turn(self) -> tuple[int, str]:
        """Who is to move, and what that member types."""
        stand = self.ahead[0]
        return self.seats[stand.seat], stand.moves


async def full_store(
    database: Path, *, running: int, finished: int, seed: int = 1
) -> list[Running]:
    """Fill an empty database with matches; gives those that run.

    Each member plays in two of them.

    ``finished`` is rounded up to tens of thousands.
    """
    rng = random.Random(seed)
    rows_of = await _rows_as_made(database)
    templates = [random_match(game, rng) for game in games.catalog() for _ in range(RECORDED)]
    matches: list[Running] = []
    rows: list[dict[str, Any]] = []
    for number in range(1, running + 1):
        template = rng.choice(templates)
        seats = (FIRST_MEMBER + number - 1, FIRST_MEMBER + number % running)
        match = _running(template, number, seats, rng)
        matches.append(match)
        rows.append(_running_row(rows_of[template.slug], match))
    if finished:
        for number in range(running + 1, running + FINISHED + 1):
            template = rng.choice(templates)
            first = FIRST_MEMBER + rng.randrange(max(running, 2))
            row = rows_of[template.slug]
            rows.append(_finished_row(row, template, number, (first, first + 1)))
    _write(database, rows)
    _copy_finished(database, running, finished, list(rows_of["loop"]))
    return matches


def _running(
    template: Template, number: int, seats: tuple[int, int], rng: random.Random
) -> Running:
    """A copy of a match somewhere in its middle."""
    count = len(template.stands)
    middle = rng.randrange(count // 4, 3 * count // 4)
    return Running(number, seats, template.stands[middle:])


def _running_row(row: dict[str, Any], match: Running) -> dict[str, Any]:
    """What is stored of a running match, by a row of its game as the service makes it."""
    stand = match.ahead[0]
    return {
        **row,
        **stand.columns,
        "id": match.number,
        "number": match.number,
        "mover": match.seats[stand.seat],
        "finished_at": None,
        "seat0": match.seats[0],
        "seat1": match.seats[1],
    }


def _finished_row(
    row: dict[str, Any], template: Template, number: int, seats: tuple[int, int]
) -> dict[str, Any]:
    """What is stored of a finished match, by a row of its game as the service makes it."""
    return {
        **row,
        **template.end,
        "id": number,
        "number": number,
        "status": "finished",
        "mover": None,
        "to_move": None,
        "due_at": None,
        "wake_at": None,
        "winner": number % 2,
        "reason": "resigned",
        "finished_at": row["created_at"] + number,
        "seat0": seats[0],
        "seat1": seats[1],
    }


def _write(database: Path, rows: list[dict[str, Any]]) -> None:
    """Put these matches in the place of those that there are."""
    marks = ",".join("?" * len(rows[0]))
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("DELETE FROM matches")
        connection.execute("DELETE FROM outbox")
        connection.executemany(
            f"INSERT INTO matches VALUES ({marks})", (tuple(row.values()) for row in rows)
        )


def _copy_finished(database: Path, running: int, finished: int, columns: list[str]) -> None:
    """Copy the finished matches until there are as many as wanted."""
    values = [f"{name} + :further" if name in ("id", "number") else name for name in columns]
    query = (
        f"INSERT INTO matches SELECT {', '.join(values)} FROM matches "
        "WHERE id > :first AND id <= :last"
    )
    with closing(sqlite3.connect(database)) as connection, connection:
        for further in range(FINISHED, finished, FINISHED):
            numbers = {"further": further, "first": running, "last": running + FINISHED}
            connection.execute(query, numbers)
        connection.execute("UPDATE scopes SET numbers = (SELECT max(number) FROM matches)")
        connection.execute("ANALYZE")


async def _rows_as_made(database: Path) -> dict[str, dict[str, Any]]:
    """A row of each game as the service makes it, by its slug."""
    store = await Store.open(f"sqlite+aiosqlite:///{database}")
    challenges = Domain(store).challenges
    place = Place(GUILD, CHANNEL)
    first = Person(1, "Ann")
    second = Person(2, "Ben")
    for game in games.catalog():
        offer = await challenges.make(place, first, game.slug, opponent=second, side="first")
        await challenges.accept(offer.challenge.id, second)
    await store.close()
    with closing(sqlite3.connect(database)) as connection:
        connection.row_factory = sqlite3.Row
        rows = connection.execute("SELECT * FROM matches").fetchall()
    return {row["game"]: dict(row) for row in rows}
