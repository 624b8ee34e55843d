"""The world of ``world.py`` after years of play, and one interaction of every kind with it."""

import json
import random
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import games
from bot.chat.discord.press import PRESSES, Press
from bot.domain.explorations import tree as explorations
from bot.domain.explorations.repository import stored
from bot.domain.explorations.tree import Exploration
from games.core import State
from games.players.puzzles import puzzles
from tests.benchmarks.full_store import random_match
from tests.walk.script import command, lines

from .conftest import Club, Member
from .world import World

DATA = Path(__file__).parents[2] / "data"
FINISHED = 6_000
RUNNING = 30
RATED = 2_000
ENTRANTS = 40
"""Matches that alice has finished and plays, members of each leaderboard, and of a tournament."""

Row: TypeAlias = dict[str, Any]
Sample: TypeAlias = "tuple[Press, list[str] | dict[str, str] | None]"
"""A press, with what is chosen in a menu or typed into a form."""


def copied(
    database: sqlite3.Connection,
    table: str,
    where: str,
    change: Callable[[int, Row], Row],
    times: int,
) -> None:
    """Add copies of a row, each with changes."""
    database.row_factory = sqlite3.Row
    row = dict(database.execute(f"SELECT * FROM {table} WHERE {where}").fetchone())
    marks = ",".join("?" * len(row))
    rows = ([*{**row, **change(n, row)}.values()] for n in range(times))
    database.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)


class FullWorld(World):
    """The world with very much in it; ``long`` is a match of very many decisions in which alice is
    to move.
    """

    def __init__(self, club: Club) -> None:
        super().__init__(club)
        self.long = 0
        self.ply = 0
        self.version = 1
        self.crowd = 10_000  # the first of many members

    async def fill(self) -> None:
        await super().fill()
        self.boss = self.club.boss()
        await self.club.services.servers.change(self.club.place, across=True)
        await self.club.env.settle()
        alice = self.club.alice.id
        bob = self.club.bob.id
        with closing(
            sqlite3.connect(self.club.database.removeprefix("sqlite+aiosqlite:///"))
        ) as database:
            self._matches(database, alice, bob)
            copied(
                database,
                "ratings",
                f"game = 'loop' AND scope = {self.club.guild.id} AND user = {alice}",
                lambda n, row: {
                    "user": self.crowd + n,
                    "name": f"member {n}",
                    "rating": 1000 + n % 900 / 2,
                },
                RATED,
            )
            copied(
                database,
                "entrants",
                f"tournament = {self.signup} AND user = {alice}",
                lambda n, row: {"slot": 100 + n, "user": self.crowd + n, "name": f"member {n}"},
                ENTRANTS,
            )
            database.commit()
            database.execute("ANALYZE")

    def _matches(self, database: sqlite3.Connection, alice: int, bob: int) -> None:
        (last,) = database.execute("SELECT max(id) FROM matches").fetchone()
        rng = random.Random(4)
        game = games.get("vigilance")
        board = {"board": "hex-xxl"}
        template = random_match(game, rng, **board)
        end = template.end
        stand = next(stand for stand in reversed(template.stands) if len(stand.moves.split()) > 3)
        plain = {
            "game": game.slug,
            "options": json.dumps(dict(game.start(**board).options)),
            "rated": 0,
        }
        seats = (alice, bob) if stand.seat == 0 else (bob, alice)

        def add(where: str, change: Callable[[int, Row], Row], times: int) -> None:
            nonlocal last
            first = last + 1
            copied(
                database,
                "matches",
                where,
                lambda n, row: {"id": first + n, "number": first + n, **change(n, row)},
                times,
            )
            last += times

        running = f"id = {self.running}"
        sides = {"seat0": seats[0], "seat1": seats[1], "mover": alice}
        add(running, lambda n, row: {**plain, **stand.columns, **sides}, 1)
        self.long = last
        self.ply = stand.columns["ply"]
        self.typed = stand.moves
        over: Row = {
            "status": "finished",
            "mover": None,
            "to_move": None,
            "due_at": None,
            "wake_at": None,
        }
        over |= {"winner": 0, "reason": "resigned", "seat0": alice, "seat1": bob}
        ended = f"id = {self.finished}"
        add(ended, lambda n, row: {**plain, **end, **over}, 1)
        self.over = last
        made = tuple(stand.columns["decisions"].split())
        tree = full_tree(games.replay(game.slug, board, made), made, rng)
        shown = replace(tree.at(end["decisions"].split(), lambda: game.start(**board)), opened=True)
        for match, found in ((self.long, tree), (self.over, shown)):
            row = match, alice, json.dumps(stored(found))
            database.execute('INSERT INTO explorations (match, "user", tree) VALUES (?, ?, ?)', row)
        add(
            running,
            lambda n, row: {"seat0": alice, "seat1": self.crowd + n, "mover": alice, "to_move": 0},
            RUNNING,
        )
        add(
            ended,
            lambda n, row: {
                "seat0": alice,
                "seat1": self.crowd + n % 50,
                "finished_at": row["finished_at"] + n % 1000,
            },
            FINISHED,
        )
        database.execute("UPDATE scopes SET numbers = ?", (last,))

    def commands(self) -> Mapping[str, list[Row]]:
        """What is filled into each command, those last that leave the least to the others."""
        members = {name: getattr(self.club, name).id for name in ("bob", "carol", "dave")}
        samples = dict[str, list[Row]]()
        for line in lines(DATA / "commands.txt"):
            for game in games.catalog() if "{game}" in line else games.catalog()[:1]:
                name, typed = command(line.format(**vars(self), **members, game=game.slug))
                samples.setdefault(name, []).append(typed)
        return samples

    def typing(self) -> Mapping[str, list[str]]:
        """What is typed into each option that offers something."""
        return {
            "moves": [
                "",
                self.typed,
                f"{self.typed} zz",
                f"{self.typed} " * 30,
                "x " * 199,
                "a1 " * 133,
            ],
            "match": ["", "M1", "9"],
            "variant": ["", "hex", "double"],
            "clock": ["", "3d"],
            "tournament": ["", "T"],
            "starts": ["", "sunday 18:00"],
            "when": ["", "tomorrow"],
            "member": ["", "c"],
        }

    def sender(self, what: str) -> Member:
        """Who does something: for the most part alice."""
        if what.startswith("moderate "):
            return self.boss
        if what in (
            "server",
            "ShowLog",
            "PostSeason",
            "ChangeServer",
            "tournament start",
            "tournament close",
        ):
            return self.boss
        if what.endswith(("eChallenge", "tChallenge", "Counter", "AnswerAgreement", "TakeOffer")):
            return self.club.bob
        return (
            self.club.dave
            if what in ("FollowMatch", "FollowHighlights", "FollowHere")
            else self.club.alice
        )

    def presses(self) -> Iterator[Sample]:
        """Every press there is, those last that leave the least to the others."""
        known = {press.__name__: press for press in PRESSES.values()} | {
            "puzzle": a_puzzle(),
            **vars(self),
        }
        known |= {name: getattr(self.club, name).id for name in ("alice", "bob", "carol", "guild")}
        known |= {"most_plies": explorations.LONGEST_LINE, "most_nodes": explorations.MOST_NODES}
        known |= {"swiss": self.signup, "first": self.typed.split()[0]}
        for line in lines(DATA / "presses.txt"):
            sample = line.removeprefix("each game: ")
            for game in games.catalog() if sample != line else games.catalog()[:1]:
                made = eval(sample, known | {"game": game.slug})
                yield made if isinstance(made, tuple) else (made, None)


def full_tree(state: State, trunk: tuple[str, ...], rng: random.Random) -> Exploration:
    """As many lines as a tree holds, each as long as one may be, the first of them prepared."""
    tree = Exploration(trunk=trunk)
    root = state
    while len(tree.nodes) + explorations.LONGEST_LINE <= explorations.MOST_NODES:
        spot = tree.now
        state = root
        while len(tree.line(spot)) < explorations.LONGEST_LINE and state.to_move is not None:
            move = rng.choice(state.legal_moves())
            tree, spot = tree.with_child(spot, state.to_move, str(move))
            state = state.play(move)
    return tree.with_plans(
        node.id for node in tree.line(tree.after(tree.nodes[30])) if node.seat == root.to_move
    )


def a_puzzle() -> tuple[str, str]:
    """The game and name of a puzzle."""
    found = puzzles("vigilance")[0]
    return found.slug, found.name
