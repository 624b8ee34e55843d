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
from bot.domain.matches.match import CommandResult, Match
from bot.domain.matches.waiting import commands as waiting
from bot.domain.privacy.rows import EXPORTED_AS
from bot.domain.tournaments import organising
from bot.domain.tournaments.tournament import TournamentTerms
from bot.domain.values import InteractionRef, Person, Place
from bot.store import Store
from bot.store.tables import matches, metadata, tournaments
from games.core import GameError
from games.players.puzzles import puzzles
from games.records import to_text
from tests.bot.conftest import HERE, Clock
from tests.bot.domain.matches.helpers import cleared, step

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
            # What is often done stands more than once.
            self.challenge,
            self.challenge,
            self.challenge,
            self.play,
            self.play,
            self.play,
            self.play,
            self.think,
            self.think,
            self.think,
            self.end,
            self.play_computer,
            self.change_settings,
            self.follow,
            self.prepare,
            self.organise,
            self.offer_place,
            self.solve_puzzle,
            self.ask_for_hint,
            self.offer_draw_and_takeback,
            self.let_time_pass,
            self.share,
            self.import_or_delete_import,
            self.wait,
            self.want_daily_card,
            self.block,
            self.play_on_from_position,
            self.rematch,
            self.decline_handicap,
        ]

    async def go_on(self, count: int) -> None:
        """Do so many acts; some are refused."""
        for _ in range(count):
            act = self.rng.choice(self.acts)
            try:
                await act()
            except GameError:
                continue
        await self.domain.members.store_turns()

    def anybody(self) -> Person:
        """The leaver, twice as often as each of the others."""
        return self.rng.choice(EVERYBODY)

    def one_of_two(self) -> bool:
        return self.rng.random() < 0.5

    async def running_match(self) -> Match:
        """Some match that is being played. Raises GameError."""
        return await self.some_match(matches.c.finished_at.is_(None))

    async def some_match(self, *where: sa.ColumnElement[bool]) -> Match:
        """Some match of which this is so. Raises GameError."""
        query = sa.select(matches.c.id).where(*where).order_by(matches.c.id)
        async with self.domain.database.read() as connection:
            ids = list(await connection.scalars(query))
        if not ids:
            raise GameError("you haven’t finished a match here yet")
        return await self.domain.matches.get(self.rng.choice(ids))

    async def challenge(self) -> None:
        """Challenge somebody, who mostly accepts."""
        maker, taker = self.rng.sample([LEAVER, *OTHERS], 2)
        places = [HERE, HERE, ELSEWHERE]
        places.append(DIRECT if LEAVER in (maker, taker) else HERE)
        offer = await self.domain.challenges.make(
            self.rng.choice(places),
            maker,
            "loop",
            opponent=taker,
            note=NOTE if maker == LEAVER else "hello",
            rated=self.rng.random() < 0.6,
            clock=self.rng.choice(("3d", "none")),
        )
        if self.rng.random() < 0.8:
            await self.domain.challenges.accept(offer.challenge.id, taker)

    async def decline_handicap(self) -> None:
        """Decline a handicap with somebody."""
        user, other = self.rng.sample([LEAVER, *OTHERS], 2)
        await self.domain.handicaps.decline(user.id, other.id, "loop")

    async def play(self) -> None:
        """Play some moves."""
        match = await self.running_match()
        for _ in range(self.rng.randrange(1, 6)):
            await step(self.domain, match.id, self.rng)

    async def end(self) -> None:
        """Resign."""
        match = await self.running_match()
        members = [user for user in match.seats if user]
        await self.domain.matches.act(match.id, self.rng.choice(members), endings.resign)

    async def offer_draw_and_takeback(self) -> None:
        """Offer a draw, and ask for a takeback."""
        match = await self.running_match()
        for command in (agreements.offer_draw, agreements.ask_takeback):
            await self.domain.matches.act(match.id, self.rng.choice(match.seats), command)

    async def play_computer(self) -> None:
        """The leaver begins a match against the computer in direct messages."""
        await self.domain.challenges.play_computer(DIRECT, LEAVER, "loop", 1)

    async def change_settings(self) -> None:
        """Change settings, and go on vacation."""
        who = self.anybody()
        notices = self.rng.choice(("both", "dm", "channel"))
        await self.domain.members.change(who.id, notices=notices, flip=True)
        await self.domain.members.take_vacation(who.id, 0.01)

    async def follow(self) -> None:
        """Follow a match."""
        match = await self.running_match()
        who = self.anybody()
        await self.domain.matches.follow(match.id, who.id, highlights=self.one_of_two())

    async def prepare(self) -> None:
        """Prepare an answer to a move of the opponent."""
        match = await self.running_match()
        if match.to_move is None:
            return
        move = match.state.legal_moves()[0]
        answer = match.state.play(move).legal_moves()[0]
        user = match.seats[1 - match.to_move]
        await self.domain.prepared_moves.add(match.id, user, [str(move), str(answer)])

    async def organise(self) -> None:
        """Begin a tournament."""
        organiser = self.anybody()
        title = TITLE if organiser == LEAVER else "a cup"
        place = self.rng.choice((HERE, HERE, ELSEWHERE))
        change = await self.domain.tournaments.create(
            place, organiser, "round-robin", "loop", TournamentTerms(4), title=title
        )
        tournament = change.tournament.id
        for person in self.rng.sample([LEAVER, *OTHERS], 4):
            await self.domain.tournaments.do(tournament, organising.join, person)
        await self.domain.tournaments.do(tournament, organising.start, organiser.id)

    async def offer_place(self) -> None:
        """Offer somebody the place of an entrant of a tournament."""
        await self.domain.tournaments.work()
        async with self.domain.database.read() as connection:
            ids = list(await connection.scalars(sa.select(tournaments.c.id)))
        if not ids:
            return
        tournament = await self.domain.tournaments.get(self.rng.choice(ids))
        if not tournament.entrants:  # it was just created
            return
        entrant = self.rng.choice(tournament.entrants)
        await self.domain.tournaments.do(
            tournament.id,
            organising.offer_place,
            tournament.organiser.id,
            entrant.user,
            self.anybody(),
        )

    async def solve_puzzle(self) -> None:
        """Try puzzles."""
        puzzle = self.rng.choice(puzzles("loop"))
        step_name = f"{self.rng.randrange(1, 4):08x}"
        await self.domain.puzzles.wrong(self.anybody().id, puzzle)
        await self.domain.puzzles.solved(self.anybody().id, puzzle)
        await self.domain.puzzles.solve_step(self.anybody().id, "loop", step_name)

    async def ask_for_hint(self) -> None:
        """Ask the computer for a hint."""
        question = {"match": 1, "version": 1, "made": []}
        who = self.anybody()
        place = DIRECT if who == LEAVER else ELSEWHERE
        interaction = InteractionRef(9, "token", 8)
        await self.domain.pending_answers.ask("hint", who.id, question, place, "de", interaction)

    async def think(self, who: Person | None = None) -> None:
        """Try a line in a match, one's own or another's, with notes, and prepare it or play it if
        it may be.
        """
        match = await self.running_match()
        user = (who or self.anybody()).id
        note = NOTE if user == LEAVER.id else "hm"
        explorations = self.domain.explorations
        explored = await explorations.begin(match, user)
        for _ in range(self.rng.randrange(1, 4)):
            if explored.state.to_move is None:
                break
            move = str(self.rng.choice(explored.state.legal_moves()))
            explored = await explorations.walk(match.id, user, explored.spot, move)
        await explorations.note(match.id, user, explored.spot, note)
        await explorations.note_match(match.id, user, explored.spot, f"{note} in all")
        if self.one_of_two():
            await explorations.plan(match.id, user, explored.spot, True)
        else:
            await explorations.draft(match.id, user, explored.spot)

    async def share(self, who: Person | None = None) -> None:
        """Share what was tried in a match that is over."""
        match = await self.some_match(matches.c.finished_at.is_not(None))
        user = (who or self.anybody()).id
        await self.domain.sharing.publish(match.id, user)

    async def import_or_delete_import(self) -> None:
        """Import the record of a match, or delete an imported one."""
        who = self.anybody()
        place = DIRECT if who == LEAVER else ELSEWHERE
        if self.rng.random() < 0.3:
            imports = await self.domain.imports.of(place, who.id)
            if imports:
                match, _, _ = self.rng.choice(imports)
                await self.domain.imports.delete(match, who.id)
                return
        match = await self.some_match()
        record = await self.domain.matches.record(match.id)
        await self.domain.imports.add(place, who, read_record(to_text(record)))

    async def wait(self, who: Person | None = None) -> None:
        """Do something about a match in which nobody moves."""
        match = await self.running_match()
        user = who.id if who else self.rng.choice(match.seats)
        commands: tuple[Callable[[Match], CommandResult], ...] = (
            lambda match: waiting.snooze(match, user, 3),
            lambda match: waiting.nudge(match, user),
            lambda match: waiting.play_on(match, user),
            lambda match: agreements.ask_pause(match, user),
            lambda match: agreements.answer("pause", match, user, False),
            lambda match: agreements.ask_abandon(match, user),
            lambda match: agreements.answer("abandon", match, user, False),
        )
        await self.domain.matches.do(match.id, self.rng.choice(commands))

    async def want_daily_card(self) -> None:
        """Ask for a daily card."""
        user = self.anybody().id
        daily = self.rng.choice(("dm", "channel"))
        await self.domain.members.change(user, daily=daily, daily_when="13:00", time_zone="UTC")
        await self.domain.daily_cards.work()

    async def block(self) -> None:
        """Leave somebody alone for a while.

        That others block the leaver is not deleted, so they do not here.
        """
        one, other = self.rng.sample(OTHERS, 2)
        blocker = self.rng.choice((LEAVER, one))
        await self.domain.blocks.block(blocker.id, other)
        if self.rng.random() < 0.7:
            for who in (LEAVER, one):
                await self.domain.blocks.lift(who.id, other.id)

    async def play_on_from_position(self) -> None:
        """Play on from a position of any match against the computer."""
        match = await self.some_match(matches.c.decisions != "")
        who = self.anybody()
        place = DIRECT if who == LEAVER else HERE
        decisions = match.decisions[:-1]
        await self.domain.challenges.play_computer(
            place, who, "loop", 1, options=match.options, initial_decisions=decisions
        )

    async def rematch(self) -> None:
        """Ask for a rematch."""
        match = await self.some_match(
            matches.c.finished_at.is_not(None), matches.c.imported.is_(None)
        )
        members = [user for user in match.seats if user > 0]
        await self.domain.challenges.rematch(match.id, self.rng.choice(members))

    async def let_time_pass(self) -> None:
        """Some hours pass."""
        self.clock.move(hours=self.rng.randrange(1, 60))
        await self.domain.matches.wake_due()
        await self.domain.challenges.expire()
        if self.one_of_two():
            await cleared(self.domain)


async def traces(store: Store) -> list[str]:
    """Where in the rows something of the leaver is found."""
    lines = []
    async with store.read() as connection:
        for table in metadata.sorted_tables:
            result = await connection.execute(sa.select(table))
            for row in result.mappings():
                for name, value in row.items():
                    if any(text in str(value) for text in TEXTS):
                        lines.append(f"{table.name}.{name}: {value!r}")
    return lines


async def traces_in(folder: Path) -> list[str]:
    """In which files of a folder something of the leaver is found, as text or as a number."""
    needles = {text: text.encode() for text in TEXTS}
    for number in NUMBERS:
        needles[f"{number} as a number"] = struct.pack(">q", number)

    def search() -> list[str]:
        lines = []
        for file in folder.iterdir():
            data = file.read_bytes() if file.is_file() else b""
            lines += [f"{file.name}: {what}" for what, needle in needles.items() if needle in data]
        return lines

    return await asyncio.to_thread(search)


async def about_leaver(store: Store) -> dict[str, list[dict[str, Any]]]:
    """Every row in which the leaver's id stands, wherever, by table; what the export is compared
    with.
    """
    rows_by_table: dict[str, list[dict[str, Any]]] = {}
    async with store.read() as connection:
        for table in metadata.sorted_tables:
            result = await connection.execute(sa.select(table).order_by(*table.primary_key))
            rows = []
            for row in result.mappings():
                if any(str(LEAVER.id) in str(value) for value in row.values()):
                    rows.append(dict(row))
            if rows:
                rows_by_table[EXPORTED_AS.get(table.name, table.name)] = rows
    return rows_by_table
