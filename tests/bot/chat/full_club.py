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
FINISHED = 300
"""Matches that alice has finished."""
RUNNING = 30
"""Matches that alice plays."""
RATED = 300
"""Members of a leaderboard."""
ENTRANTS = 40
"""Members in a tournament."""
OF_MANAGERS = (
    "server",
    "ShowLog",
    "PostSeason",
    "ChangeServer",
    "tournament start",
    "tournament close",
)
"""Commands and presses of who manages the server, beside those of moderation."""

Row: TypeAlias = dict[str, Any]
Sample: TypeAlias = "tuple[Press, list[str] | dict[str, str] | None]"
"""A press, with what is chosen in a menu or typed into a form."""


def add_copies(
    database: sqlite3.Connection,
    table: str,
    where: str,
    change: Callable[[int, Row], Row],
    count: int,
) -> None:
    """Add copies of a row, each with changes; ``change`` gets the copy's number and the row."""
    database.row_factory = sqlite3.Row
    row = dict(database.execute(f"SELECT * FROM {table} WHERE {where}").fetchone())
    marks = ",".join("?" * len(row))
    copies = []
    for number in range(count):
        copy = {**row, **change(number, row)}
        copies.append(tuple(copy.values()))
    database.executemany(f"INSERT INTO {table} VALUES ({marks})", copies)


class FullWorld(World):
    """The world with very much in it."""

    def __init__(self, club: Club) -> None:
        super().__init__(club)
        self.long = 0
        """The id of a match of very many decisions in which alice is to move."""
        self.over = 0
        """The id of the same match, finished."""
        self.typed = ""
        """What alice played next in the long match."""
        self.ply = 0
        self.version = 1
        self.crowd = 10_000
        """The id of the first of many members."""

    async def fill(self) -> None:
        await super().fill()
        self.boss = self.club.boss()
        await self.club.services.servers.change(self.club.place, across=True)
        await self.club.env.settle()
        path = self.club.database.removeprefix("sqlite+aiosqlite:///")
        with closing(sqlite3.connect(path)) as database:
            self._add_matches(database)
            self._add_ratings(database)
            self._add_entrants(database)
            database.commit()
            database.execute("ANALYZE")

    def _add_ratings(self, database: sqlite3.Connection) -> None:
        """Many members on the server's leaderboard."""
        alice = self.club.alice.id
        where = f"game = 'loop' AND scope = {self.club.guild.id} AND user = {alice}"

        def change(number: int, row: Row) -> Row:
            rating = 1000 + number % 900 / 2
            return {"user": self.crowd + number, "name": f"member {number}", "rating": rating}

        add_copies(database, "ratings", where, change, RATED)

    def _add_entrants(self, database: sqlite3.Connection) -> None:
        """Many members in a tournament."""
        where = f"tournament = {self.signup} AND user = {self.club.alice.id}"

        def change(number: int, row: Row) -> Row:
            return {"slot": 100 + number, "user": self.crowd + number, "name": f"member {number}"}

        add_copies(database, "entrants", where, change, ENTRANTS)

    def _add_matches(self, database: sqlite3.Connection) -> None:
        """The long match, running and finished, each with a full tree of lines; and many others."""
        rng = random.Random(4)
        game = games.get("vigilance")
        board = {"board": "hex-xxl"}
        start = game.start(**board)
        template = random_match(game, rng, **board)
        end = template.end
        stand = [stand for stand in template.stands if len(stand.moves.split()) > 3][-1]
        self.typed = stand.moves
        self.ply = stand.columns["ply"]
        kind = {"game": game.slug, "options": json.dumps(dict(start.options)), "rated": 0}
        self.long = self._add_long_match(database, {**kind, **stand.columns}, stand.seat)
        self.over = self._add_finished_match(database, {**kind, **end})

        trunk = tuple(stand.columns["decisions"].split())
        tree = full_tree(games.replay(game.slug, board, trunk), trunk, rng)
        self._add_tree(database, self.long, tree)
        whole_tree = tree.at(end["decisions"].split(), lambda: start)
        self._add_tree(database, self.over, replace(whole_tree, opened=True))

        self._add_running_matches(database)
        last = self._add_finished_matches(database)
        database.execute("UPDATE scopes SET numbers = ?", (last,))

    def _copy_match(
        self,
        database: sqlite3.Connection,
        source: int,
        change: Callable[[int, Row], Row],
        count: int = 1,
    ) -> int:
        """Add copies of a match with ids and numbers of their own; gives the last of these."""
        (last,) = database.execute("SELECT max(id) FROM matches").fetchone()

        def numbered(number: int, row: Row) -> Row:
            id = last + 1 + number
            return {"id": id, "number": id, **change(number, row)}

        add_copies(database, "matches", f"id = {source}", numbered, count)
        return int(last) + count

    def _add_long_match(self, database: sqlite3.Connection, columns: Row, seat: int) -> int:
        """A match in which alice, in that seat, is to move."""
        alice = self.club.alice.id
        bob = self.club.bob.id
        seats = (alice, bob) if seat == 0 else (bob, alice)
        values = {**columns, "seat0": seats[0], "seat1": seats[1], "mover": alice}
        return self._copy_match(database, self.running, lambda number, row: values)

    def _add_finished_match(self, database: sqlite3.Connection, columns: Row) -> int:
        values: Row = {
            **columns,
            "status": "finished",
            "mover": None,
            "to_move": None,
            "due_at": None,
            "wake_at": None,
            "winner": 0,
            "reason": "resigned",
            "seat0": self.club.alice.id,
            "seat1": self.club.bob.id,
        }
        return self._copy_match(database, self.finished, lambda number, row: values)

    def _add_tree(self, database: sqlite3.Connection, match: int, tree: Exploration) -> None:
        row = (match, self.club.alice.id, json.dumps(stored(tree)))
        database.execute('INSERT INTO explorations (match, "user", tree) VALUES (?, ?, ?)', row)

    def _add_running_matches(self, database: sqlite3.Connection) -> None:
        """Matches in which alice is to move."""
        alice = self.club.alice.id

        def change(number: int, row: Row) -> Row:
            return {"seat0": alice, "seat1": self.crowd + number, "mover": alice, "to_move": 0}

        self._copy_match(database, self.running, change, RUNNING)

    def _add_finished_matches(self, database: sqlite3.Connection) -> int:
        """Matches of alice against fifty others; gives the id of the last one."""

        def change(number: int, row: Row) -> Row:
            return {
                "seat0": self.club.alice.id,
                "seat1": self.crowd + number % 50,
                "finished_at": row["finished_at"] + number % 1000,
            }

        return self._copy_match(database, self.finished, change, FINISHED)

    def commands(self) -> Mapping[str, list[Row]]:
        """What is filled into each command, those last that leave the least to the others."""
        names = {**vars(self)}
        for name in ("bob", "carol", "dave"):
            names[name] = getattr(self.club, name).id
        samples: dict[str, list[Row]] = {}
        for line in lines(DATA / "commands.txt"):
            catalog = games.catalog()
            if "{game}" not in line:
                catalog = catalog[:1]
            for game in catalog:
                name, options = command(line.format(**names, game=game.slug))
                samples.setdefault(name, []).append(options)
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

    def sender(self, name: str) -> Member:
        """Who uses a command or a press: for the most part alice."""
        if name in OF_MANAGERS or name.startswith("moderate "):
            return self.boss
        if name.endswith(("eChallenge", "tChallenge", "Counter", "AnswerAgreement", "TakeOffer")):
            return self.club.bob
        if name in ("FollowMatch", "FollowHighlights", "FollowHere"):
            return self.club.dave
        return self.club.alice

    def presses(self) -> Iterator[Sample]:
        """Every press there is, those last that leave the least to the others."""
        names: dict[str, Any] = {press.__name__: press for press in PRESSES.values()}
        names |= vars(self)
        names |= {
            "puzzle": a_puzzle(),
            "alice": self.club.alice.id,
            "bob": self.club.bob.id,
            "carol": self.club.carol.id,
            "guild": self.club.guild.id,
            "most_plies": explorations.LONGEST_LINE,
            "most_nodes": explorations.MOST_NODES,
            "swiss": self.signup,
            "first": self.typed.split()[0],
        }
        for line in lines(DATA / "presses.txt"):
            sample = line.removeprefix("each game: ")
            catalog = games.catalog()
            if sample == line:
                catalog = catalog[:1]
            for game in catalog:
                result = eval(sample, {**names, "game": game.slug})
                yield result if isinstance(result, tuple) else (result, None)


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
    first_line = tree.line(tree.after(tree.nodes[30]))
    return tree.with_plans(node.id for node in first_line if node.seat == root.to_move)


def a_puzzle() -> tuple[str, str]:
    """The game and name of a puzzle."""
    puzzle = puzzles("vigilance")[0]
    return puzzle.slug, puzzle.name
