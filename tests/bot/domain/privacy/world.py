"""Random histories: members play, think, share, follow, ask, organise, in servers and in private;
one is to leave.
"""

import asyncio
import random
import struct
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from bot.domain.domain import Domain
from bot.domain.imports.record import read_record
from bot.domain.matches import agreements, endings
from bot.domain.matches.exploring.commands import Explored
from bot.domain.matches.match import CommandResult, Match
from bot.domain.matches.waiting import commands as waiting
from bot.domain.privacy.rows import EXPORTED_AS
from bot.domain.tournaments import organising
from bot.domain.tournaments.tournament import Terms
from bot.domain.values import Person, Place, Via
from bot.store import Store
from bot.store.tables import matches, metadata
from games.core import GameError
from games.players.puzzles import puzzles
from games.records import to_text
from tests.bot.conftest import HERE, Clock
from tests.bot.domain.matches.helpers import step, swept

LEAVER = Person(123456789012345678, "Zyxwvut Qqname")
OTHERS = [Person(200 + number, f"other{number}") for number in range(4)]
EVERYBODY = [LEAVER, LEAVER, *OTHERS]
ELSEWHERE = Place(scope=800, channel=801)
DIRECT = Place(scope=555000111222333444, channel=555000111222333444, guild=False)
NOTE = "Notemarker Jabberwock"
TITLE = "Titlemarker Snark"
TEXTS = (str(LEAVER.id), LEAVER.name, NOTE, TITLE, str(DIRECT.scope))
NUMBERS = (LEAVER.id, DIRECT.scope)


class History:
    """Members act at random, as ``seed`` says."""

    def __init__(self, domain: Domain, clock: Clock, seed: int) -> None:
        self.domain = domain
        self.clock = clock
        self.rng = random.Random(seed)
        self.acts: list[Callable[[], Awaitable[object]]] = [
            *[self.challenge] * 3,
            *[self.play] * 4,
            *(
                self.end,
                self.computer,
                self.settings,
                self.follow,
                self.prepare,
                self.organise,
                self.tournament,
            ),
            *(self.puzzle, self.ask, self.agree, self.time_passes),
            *[self.think] * 3,
            *(self.share, self.bring, self.wait, self.card, self.block, self.from_here, self.again),
        ]

    async def go_on(self, count: int) -> None:
        """So many acts; some are refused."""
        for _ in range(count):
            try:
                await self.rng.choice(self.acts)()
            except GameError:
                continue
        await self.domain.members.store_turns()

    def who(self) -> Person:
        return self.rng.choice(EVERYBODY)

    async def running(self) -> Match:
        """Some match that is being played. Raises GameError."""
        return await self.some(matches.c.finished_at.is_(None))

    async def some(self, *where: sa.ColumnElement[bool]) -> Match:
        """Some match of which this is so. Raises GameError."""
        async with self.domain.database.read() as connection:
            query = sa.select(matches.c.id).where(*where).order_by(matches.c.id)
            ids = (await connection.execute(query)).scalars().all()
        if not ids:
            raise GameError("you haven’t finished a match here yet")
        return await self.domain.matches.get(self.rng.choice(ids))

    async def challenge(self) -> None:
        maker, taker = self.rng.sample([LEAVER, *OTHERS], 2)
        place = self.rng.choice(
            (HERE, HERE, ELSEWHERE, DIRECT if LEAVER in (maker, taker) else HERE)
        )
        terms: dict[str, Any] = {
            "rated": self.rng.random() < 0.6,
            "clock": self.rng.choice(("3d", "none")),
        }
        note = NOTE if maker == LEAVER else "hello"
        made = await self.domain.challenges.make(
            place, maker, "loop", opponent=taker, note=note, **terms
        )
        if self.rng.random() < 0.8:
            await self.domain.challenges.accept(made.challenge.id, taker)

    async def play(self) -> None:
        match = await self.running()
        for _ in range(self.rng.randrange(1, 6)):
            await step(self.domain, match.id, self.rng)

    async def end(self) -> None:
        match = await self.running()
        await self.domain.matches.act(
            match.id, self.rng.choice([user for user in match.seats if user]), endings.resign
        )

    async def agree(self) -> None:
        match = await self.running()
        await self.domain.matches.act(match.id, self.rng.choice(match.seats), agreements.offer_draw)
        await self.domain.matches.act(
            match.id, self.rng.choice(match.seats), agreements.ask_takeback
        )

    async def computer(self) -> None:
        await self.domain.challenges.play_computer(DIRECT, LEAVER, "loop", 1)

    async def settings(self) -> None:
        who = self.who()
        await self.domain.members.change(
            who.id, notices=self.rng.choice(("both", "dm", "channel")), flip=True
        )
        await self.domain.members.take_vacation(who.id, 0.01)

    async def follow(self) -> None:
        match = await self.running()
        await self.domain.matches.follow(
            match.id, self.who().id, highlights=self.rng.random() < 0.5
        )

    async def prepare(self) -> None:
        match = await self.running()
        if match.to_move is not None:
            line = [str(match.state.legal_moves()[0])]
            line.append(str(match.state.play(match.state.legal_moves()[0]).legal_moves()[0]))
            await self.domain.prepared_moves.add(match.id, match.seats[1 - match.to_move], line)

    async def organise(self) -> None:
        organiser = self.who()
        title = TITLE if organiser == LEAVER else "a cup"
        place = self.rng.choice((HERE, HERE, ELSEWHERE))
        made = await self.domain.tournaments.create(
            place, organiser, "round-robin", "loop", Terms(4), title=title
        )
        for person in self.rng.sample([LEAVER, *OTHERS], 4):
            await self.domain.tournaments.do(made.tournament.id, organising.join, person)
        await self.domain.tournaments.do(made.tournament.id, organising.start, organiser.id)

    async def tournament(self) -> None:
        await self.domain.tournaments.work()
        async with self.domain.database.read() as connection:
            query = sa.select(
                metadata.tables["tournaments"].c.id, metadata.tables["tournaments"].c.organiser
            )
            found = (await connection.execute(query)).all()
        row = self.rng.choice(found) if found else None
        # not just created
        if row is not None and (entrants := (await self.domain.tournaments.get(row.id)).entrants):
            out = self.rng.choice(entrants)
            await self.domain.tournaments.do(
                row.id, organising.offer_place, row.organiser, out.user, self.who()
            )

    async def puzzle(self) -> None:
        puzzle = self.rng.choice(puzzles("loop"))
        await self.domain.puzzles.wrong(self.who().id, puzzle)
        await self.domain.puzzles.solved(self.who().id, puzzle)
        await self.domain.puzzles.solve_step(
            self.who().id, "loop", f"{self.rng.randrange(1, 4):08x}"
        )

    async def ask(self) -> None:
        about = {"match": 1, "version": 1, "made": []}
        who = self.who()
        place = DIRECT if who == LEAVER else ELSEWHERE
        await self.domain.pending_answers.ask(
            "hint", who.id, about, place, "de", Via(9, "token", 8)
        )

    async def think(self, who: Person | None = None) -> None:
        """Try a line in a match, one's own or another's, with notes, and prepare it or play it if
        it may be.
        """
        match = await self.running()
        who = who or self.who()
        lines = self.domain.explorations
        note = NOTE if who == LEAVER else "hm"
        thought = await lines.begin(match, who.id)
        for _ in range(self.rng.randrange(1, 4)):
            if thought.state.to_move is None:
                break
            move = str(self.rng.choice(thought.state.legal_moves()))
            thought = await lines.walk(match.id, who.id, thought.spot, move)
        await lines.note(match.id, who.id, thought.spot, note)
        await lines.note_match(match.id, who.id, thought.spot, f"{note} in all")
        await (
            lines.plan(match.id, who.id, thought.spot, True)
            if self.rng.random() < 0.5
            else self._draft(thought, who)
        )

    async def _draft(self, thought: Explored, who: Person) -> None:
        await self.domain.explorations.draft(thought.match.id, who.id, thought.spot)

    async def share(self, who: Person | None = None) -> None:
        match = await self.some(matches.c.finished_at.is_not(None))
        await self.domain.sharing.publish(match.id, (who or self.who()).id)

    async def bring(self) -> None:
        """Bring the record of a match, or delete one that was brought."""
        who = self.who()
        place = DIRECT if who == LEAVER else ELSEWHERE
        if self.rng.random() < 0.3 and (brought := await self.domain.imports.of(place, who.id)):
            await self.domain.imports.delete(self.rng.choice(brought)[0], who.id)
            return
        record = await self.domain.matches.record((await self.some()).id)
        await self.domain.imports.add(place, who, read_record(to_text(record)))

    async def wait(self, who: Person | None = None) -> None:
        match = await self.running()
        user = who.id if who else self.rng.choice(match.seats)
        acts: tuple[Callable[[Match], CommandResult], ...] = (
            lambda found: waiting.snooze(found, user, 3),
            lambda found: waiting.nudge(found, user),
            lambda found: waiting.play_on(found, user),
            lambda found: agreements.ask_pause(found, user),
            lambda found: agreements.answer("pause", found, user, False),
            lambda found: agreements.ask_abandon(found, user),
            lambda found: agreements.answer("abandon", found, user, False),
        )
        await self.domain.matches.do(match.id, self.rng.choice(acts))

    async def card(self) -> None:
        daily = self.rng.choice(("dm", "channel"))
        await self.domain.members.change(
            self.who().id, daily=daily, daily_when="13:00", time_zone="UTC"
        )
        await self.domain.daily_cards.work()

    async def block(self) -> None:
        """Leave somebody alone for a while.

        That others block the leaver is not deleted, so they do not here.
        """
        one, other = self.rng.sample(OTHERS, 2)
        await self.domain.blocks.block(self.rng.choice((LEAVER, one)).id, other)
        if self.rng.random() < 0.7:
            for who in (LEAVER, one):
                await self.domain.blocks.lift(who.id, other.id)

    async def from_here(self) -> None:
        """Play on from a position of any match against the computer."""
        match = await self.some(matches.c.decisions != "")
        who = self.who()
        place = DIRECT if who == LEAVER else HERE
        given = match.decisions[:-1]
        await self.domain.challenges.play_computer(
            place, who, "loop", 1, options=match.options, initial_decisions=given
        )

    async def again(self) -> None:
        match = await self.some(matches.c.finished_at.is_not(None), matches.c.imported.is_(None))
        await self.domain.challenges.rematch(
            match.id, self.rng.choice([user for user in match.seats if user > 0])
        )

    async def time_passes(self) -> None:
        self.clock.move(hours=self.rng.randrange(1, 60))
        await self.domain.matches.wake_due()
        await self.domain.challenges.expire()
        if self.rng.random() < 0.5:
            await swept(self.domain)


async def traces(store: Store) -> list[str]:
    """Where in the rows something of the leaver is found."""
    found = []
    async with store.read() as connection:
        for table in metadata.sorted_tables:
            for row in (await connection.execute(sa.select(table))).mappings():
                found += [
                    f"{table.name}.{name}: {value!r}"
                    for name, value in row.items()
                    if any(text in str(value) for text in TEXTS)
                ]
    return found


async def traces_in(folder: Path) -> list[str]:
    """In which files of a folder something of the leaver is found, as text or as a number."""
    needles = {text: text.encode() for text in TEXTS} | {
        f"{one} as a number": struct.pack(">q", one) for one in NUMBERS
    }

    def search() -> list[str]:
        files = [(file, file.read_bytes()) for file in folder.iterdir() if file.is_file()]
        return [
            f"{file.name}: {what}"
            for file, data in files
            for what, needle in needles.items()
            if needle in data
        ]

    return await asyncio.to_thread(search)


async def about_leaver(store: Store) -> dict[str, list[dict[str, Any]]]:
    """Every row in which the leaver's id stands, wherever, by table; what the export is compared
    with.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    async with store.read() as connection:
        for table in metadata.sorted_tables:
            rows = (
                (await connection.execute(sa.select(table).order_by(*table.primary_key)))
                .mappings()
                .all()
            )
            mine = [
                dict(row)
                for row in rows
                if any(str(LEAVER.id) in str(value) for value in row.values())
            ]
            if mine:
                found[EXPORTED_AS.get(table.name, table.name)] = mine
    return found
