"""A process in which twenty members press all that has a limit, at once; its arguments are URL, SEED and SECONDS.

They are the same members in every process, in one server. What fails but for a refusal is printed, a line each, and at
the end how many requests were served and how many reached a limit.
"""

import asyncio
import random
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable

import sqlalchemy as sa

from bot.domain.domain import Domain
from bot.domain.errors import LimitReached, Refused
from bot.domain.imports.record import read_record
from bot.domain.matches import endings
from bot.domain.matches.match import Match
from bot.domain.matches.waiting import commands as waiting
from bot.domain.tournaments import organising
from bot.domain.tournaments.tournament import Terms
from bot.domain.values import Person, Place, Via
from bot.store import Store, Unavailable
from bot.store.tables import challenges, matches, tournaments
from games.core import GameError
from games.records import to_text

PLACE = Place(scope=900, channel=901)
PEOPLE = [Person(3000 + number, f"P{number}") for number in range(20)]
GAME, VARIANT = "veloop-square", "6x6"
AT_ONCE = 10


class Pressing:
    """Members who do something at random, and what came of it."""

    def __init__(self, domain: Domain, seed: int) -> None:
        self.domain = domain
        self.rng = random.Random(seed)
        self.count: Counter[str] = Counter()
        self.acts: list[Callable[[], Awaitable[object]]] = [
            *[self.challenge] * 5,
            *[self.accept] * 6,
            *[self.match] * 6,
            *(self.withdraw, self.ask, self.follow, self.announce, self.join, self.join, self.start, self.work),
            *(self.settle, self.tell, self.daily, self.seek, self.seek, self.pair),
            *(self.think, self.think, self.prepare, self.share, self.bring, self.nudge),
        ]

    async def go_on(self, until: float) -> None:
        """One request after the other until a moment of the clock ``time.time``."""
        while time.time() < until:
            act = self.rng.choice(self.acts)
            try:
                await act()
            except Unavailable as error:
                self.failed(act.__name__, error)
            except GameError as error:
                self.count["limited"] += isinstance(error, LimitReached)
            except Exception as error:
                self.failed(act.__name__, error)
            else:
                self.count["served"] += 1

    def failed(self, act: str, error: Exception) -> None:
        print(f"failed: {act}: {type(error).__name__}: {error.__cause__ or error}".replace("\n", " "), flush=True)

    def who(self) -> Person:
        return self.rng.choice(PEOPLE)

    async def some(self, column: sa.Column[int], *where: sa.ColumnElement[bool]) -> int:
        """An id of something there is. Raises Refused."""
        async with self.domain.database.read() as connection:
            values = (await connection.execute(sa.select(column).where(*where))).scalars().all()
        if not values:
            raise Refused("there is none")
        return self.rng.choice(values)

    async def challenge(self) -> None:
        # Few of them make most challenges, so that limits are reached.
        maker, other = self.rng.choice(PEOPLE[:4]), self.who()
        opponent = None if other == maker or self.rng.random() < 0.4 else other
        terms = {"variant": VARIANT, "rated": opponent is not None}
        await self.domain.challenges.make(PLACE, maker, GAME, opponent=opponent, **terms)

    async def accept(self) -> None:
        challenge = await self.some(challenges.c.id, challenges.c.open_until.is_not(None))
        target = (await self.domain.challenges.get(challenge)).target
        await self.domain.challenges.accept(challenge, target or self.who())

    async def withdraw(self) -> None:
        challenge = await self.some(challenges.c.id, challenges.c.open_until.is_not(None))
        await self.domain.challenges.withdraw(challenge, (await self.domain.challenges.get(challenge)).maker)

    async def match(self) -> None:
        """Play a match for a few turns, or to its end; both processes may be at it."""
        match = await self.domain.matches.get(await self.some(matches.c.id, matches.c.finished_at.is_(None)))
        for _ in range(self.rng.randrange(2, 14)):
            if match.mover is None:
                return
            match = await self.decided(match, match.mover)
        await self.domain.matches.act(match.id, self.rng.choice(match.seats), endings.resign)

    async def decided(self, match: Match, mover: int) -> Match:
        draft = await self.domain.matches.draft(match.id, mover)
        legal = (draft.state if draft else match.state).legal_moves()
        return (await self.domain.matches.play(match.id, mover, str(self.rng.choice(legal)))).match

    async def ask(self) -> None:
        via = Via(1, "token", 2)
        await self.domain.pending_answers.ask("hint", self.who().id, {}, PLACE, "en", via)

    async def follow(self) -> None:
        await self.domain.matches.follow(await self.some(matches.c.id), self.who().id)

    async def announce(self) -> None:
        title = f"Cup {self.rng.random()}"
        organiser, terms = self.rng.choice(PEOPLE[:8]), Terms(players=6, rounds=2)
        await self.domain.tournaments.create(PLACE, organiser, "swiss", GAME, terms, title=title, variant=VARIANT)

    async def join(self) -> None:
        await self.domain.tournaments.do(await self.some(tournaments.c.id), organising.join, self.who())

    async def start(self) -> None:
        tournament = await self.domain.tournaments.get(await self.some(tournaments.c.id))
        await self.domain.tournaments.do(tournament.id, organising.start, tournament.organiser)

    async def settle(self) -> None:
        tournament = await self.domain.tournaments.get(await self.some(tournaments.c.id))
        games = [game for game in await self.domain.tournaments.games(tournament.id) if game.result is None]
        if games:
            await self.domain.tournaments.settle(tournament.id, tournament.organiser, self.rng.choice(games).id, "1-0")

    async def seek(self) -> None:
        """Look for an opponent; half of the members are in another server."""
        who = self.who()
        place = Place(800, 801) if who.id % 2 else PLACE
        await self.domain.members.change(who.id, across="named")
        await self.domain.servers.change(place, across=True)
        await self.domain.pairing.seek(place, who, GAME)

    async def pair(self) -> None:
        await self.domain.pairing.pair()

    async def think(self) -> None:
        """Try a line in a match, note something, and perhaps make it a conditional move."""
        match, who = await self.domain.matches.get(await self.some(matches.c.id)), self.who()
        thought = await self.domain.explorations.begin(match, who.id)
        for _ in range(4):
            if thought.state.to_move is not None:
                move = str(self.rng.choice(thought.state.legal_moves()))
                thought = await self.domain.explorations.walk(match.id, who.id, thought.spot, move)
        await self.domain.explorations.note(match.id, who.id, thought.spot, "why not")

    async def prepare(self) -> None:
        match = await self.domain.matches.get(await self.some(matches.c.id, matches.c.finished_at.is_(None)))
        if match.mover is None:  # the other process has ended it meanwhile
            return
        theirs = self.rng.choice(match.state.legal_moves())
        after = match.state.play(theirs)
        mine = str(self.rng.choice(after.legal_moves()))
        await self.domain.prepared_moves.add(match.id, match.opponent(match.mover), [str(theirs), mine])

    async def share(self) -> None:
        await self.domain.sharing.publish(await self.some(matches.c.id), self.who().id)

    async def bring(self) -> None:
        """Import a record, or begin a match against the computer with its moves."""
        record = await self.domain.matches.record(await self.some(matches.c.id, matches.c.ply > 2))
        record_read = read_record(to_text(record))
        if self.rng.random() < 0.7:
            await self.domain.imports.add(PLACE, self.rng.choice(PEOPLE[:2]), record_read)
        else:
            terms = {"options": record_read.options, "given": record_read.decisions[:2]}
            await self.domain.challenges.play_computer(PLACE, self.who(), record_read.slug, 0, **terms)

    async def nudge(self) -> None:
        match = await self.domain.matches.get(await self.some(matches.c.id, matches.c.finished_at.is_(None)))
        user = self.rng.choice(match.seats)
        await self.domain.matches.do(match.id, lambda match: waiting.nudge(match, user))

    async def daily(self) -> None:
        when = f"{self.rng.randrange(24)}:00"
        await self.domain.members.change(self.who().id, daily="channel", daily_when=when)
        await self.domain.daily_cards.work()

    async def work(self) -> None:
        await self.domain.tournaments.work()

    async def tell(self) -> None:
        for notice in await self.domain.outbox.claim():
            await self.domain.outbox.done(notice.id)


async def main(url: str, seed: int, seconds: float) -> None:
    store = await Store.open(url)
    pressing = Pressing(Domain(store), seed)
    print("pressing", flush=True)
    until = time.time() + seconds
    await asyncio.gather(*(pressing.go_on(until) for _ in range(AT_ONCE)))
    print(f"done: {pressing.count['served']} {pressing.count['limited']}", flush=True)
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))
