"""A database as a large club has it: matches of all games, many of them in their middle, and moves
to go on with.
"""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import games
from bot.domain.domain import Domain
from bot.domain.matches.history import Entry, History, given
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
    typed: str


def recorded(
    game: games.Game, rng: random.Random, **options: str
) -> tuple[list[Stand], dict[str, Any]]:
    """How a random match stands before each of its turns, and what is stored of it at its end."""
    began = datetime.now(UTC) - timedelta(hours=1)
    history = given(game.start(**options), (), began)
    at = int(began.timestamp())
    stands = []
    while (seat := history.state.to_move) is not None:
        states = [history.state]
        while states[-1].to_move == seat and states[-1].legal_moves() != (PASS,):
            states.append(states[-1].play(rng.choice(states[-1].legal_moves())))
        typed = " ".join(str(state.last_move) for state in states[1:])
        stands.append(Stand({**_columns(history), "to_move": seat}, seat, typed))
        _pass(states, seat)
        entries = [Entry(len(states) - 1, "played", at)]
        while made := _pass(states, states[-1].to_move):
            entries.append(Entry(made, "passed", at))
        history = history.extended(states, entries)
    return stands, _columns(history)


def _pass(states: list[State], seat: int | None) -> int:
    """Add the passes that a seat is forced to make; how many they are."""
    before = len(states)
    while states[-1].to_move == seat and states[-1].legal_moves() == (PASS,):
        states.append(states[-1].play(PASS))
    return len(states) - before


def _columns(history: History) -> dict[str, Any]:
    plain = {"ply": history.state.ply, "turn": history.state.turn}
    return {"decisions": history.text, "log": history.log, **plain}


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
        return self.seats[self.ahead[0].seat], self.ahead[0].typed


async def full_store(
    database: Path, *, running: int, finished: int, seed: int = 1
) -> list[Running]:
    """Fill an empty database with matches; gives those that run.

    Each member plays in two of them.

    ``finished`` is rounded up to tens of thousands.
    """
    rng = random.Random(seed)
    templates = await _templates(database)
    games_played = [
        (game.slug, *recorded(game, rng)) for game in games.catalog() for _ in range(RECORDED)
    ]
    going: list[Running] = []

    def rows() -> Iterator[tuple[Any, ...]]:
        for n in range(running + min(finished, 1) * FINISHED):
            slug, stands, end = rng.choice(games_played)
            row = {**templates[slug], "id": n + 1, "number": n + 1}
            if n < running:
                seats = (FIRST_MEMBER + n, FIRST_MEMBER + (n + 1) % running)
                middle = rng.randrange(len(stands) // 4, 3 * len(stands) // 4)
                stand = stands[middle]
                going.append(Running(n + 1, seats, stands[middle:]))
                row |= {**stand.columns, "mover": seats[stand.seat], "finished_at": None}
            else:
                first = FIRST_MEMBER + rng.randrange(max(running, 2))
                seats = (first, first + 1)
                over = {
                    "status": "finished",
                    "mover": None,
                    "to_move": None,
                    "due_at": None,
                    "wake_at": None,
                }
                row |= {
                    **end,
                    **over,
                    "winner": n % 2,
                    "reason": "resigned",
                    "finished_at": row["created_at"] + n,
                }
            yield tuple({**row, "seat0": seats[0], "seat1": seats[1]}.values())

    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("DELETE FROM matches")
        connection.execute("DELETE FROM outbox")
        marks = ",".join("?" * len(next(iter(templates.values()))))
        connection.executemany(f"INSERT INTO matches VALUES ({marks})", rows())
        copied = ", ".join(
            f"{name} + :further" if name in ("id", "number") else name for name in templates["loop"]
        )
        for further in range(FINISHED, finished, FINISHED):
            query = (
                f"INSERT INTO matches SELECT {copied} FROM matches WHERE id > :first AND id "
                "<= :last"
            )
            connection.execute(
                query, {"further": further, "first": running, "last": running + FINISHED}
            )
        connection.execute("UPDATE scopes SET numbers = (SELECT max(number) FROM matches)")
        connection.execute("ANALYZE")
    return going


async def _templates(database: Path) -> dict[str, dict[str, Any]]:
    """A row of each game as the service makes it."""
    store = await Store.open(f"sqlite+aiosqlite:///{database}")
    domain = Domain(store)
    first = Person(1, "Ann")
    second = Person(2, "Ben")
    for game in games.catalog():
        offered = await domain.challenges.make(
            Place(GUILD, CHANNEL), first, game.slug, opponent=second, side="first"
        )
        await domain.challenges.accept(offered.challenge.id, second)
    await store.close()
    with closing(sqlite3.connect(database)) as connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(matches)")]
        rows = [
            dict(zip(columns, row, strict=True))
            for row in connection.execute("SELECT * FROM matches")
        ]
    return {row["game"]: row for row in rows}
