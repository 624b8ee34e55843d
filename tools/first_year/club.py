"""The members of a club who play through the year, and a book of what the bot has acknowledged to
them.
"""

import random
from dataclasses import dataclass, field

from bot.domain.domain import Domain
from bot.domain.matches.match import Match
from bot.domain.values import Person, Place

HERE = Place(scope=900, channel=901)
TERMS = (
    ("loop", "mini", ""),
    ("snipsnip", "ortho-5", ""),
    ("snipsnip", "ortho-5", "hints-3"),
    ("veloop-square", "8x8, single turns", ""),
    ("veloop-square", "8x8", "turns-2"),
)
"""What is played: a game, its variant, and the handicap."""
NAMES = ("Ada", "Bruno", "Chiyo", "Dov", "Edda", "Femi", "Gül", "Hana")
RUNNING = 5
"""How many matches are under way at once."""


@dataclass
class Book:
    """What was acknowledged: the decisions of each match by its id, and every number that was
    given.
    """

    decisions: dict[int, tuple[str, ...]] = field(default_factory=dict)
    numbers: dict[int, int] = field(default_factory=dict)  # by id

    def copy(self) -> "Book":
        """The book as of now."""
        return Book(dict(self.decisions), dict(self.numbers))

    def note(self, match: Match) -> None:
        """Note what a member was told of a match."""
        self.decisions[match.id] = match.decisions
        self.numbers[match.id] = match.number

    def count(self) -> int:
        """How many decisions were acknowledged."""
        return sum(len(decisions) for decisions in self.decisions.values())


class Club:
    """Members who play with each other. ``book``: what a database that lost nothing has."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.members = [Person(7001 + number, name) for number, name in enumerate(NAMES)]
        self.book = Book()
        self.given: set[int] = set()  # numbers of matches that were ever read by somebody
        self.twice: list[int] = []  # numbers that were given twice
        self.running: list[int] = []

    async def play(self, domain: Domain, turns: int) -> int:
        """Play so many turns, beginning matches where few are under way; how many decisions were
        acknowledged.

        Raises Unavailable.
        """
        old_count = self.book.count()
        for _ in range(turns):
            if len(self.running) < RUNNING:
                await self.begin(domain)
            await self._turn(domain, self.rng.choice(self.running))
        return self.book.count() - old_count

    async def begin(self, domain: Domain) -> None:
        """Two members begin a match."""
        game, variant, handicap = self.rng.choice(TERMS)
        maker, opponent = self.rng.sample(self.members, 2)
        offer = await domain.challenges.make(
            HERE,
            maker,
            game,
            opponent=opponent,
            variant=variant,
            handicap=handicap,
            clock="none",
        )
        match = (await domain.challenges.accept(offer.challenge.id, opponent)).match
        if match.number in self.given:
            self.twice.append(match.number)
        self.given.add(match.number)
        self.book.note(match)
        self.running.append(match.id)

    async def leave(self, domain: Domain, member: Person) -> None:
        """A member has all of their data deleted, and is not seen again."""
        await domain.privacy.delete(member.id)
        self.members.remove(member)
        await self.look(domain)

    async def look(self, domain: Domain) -> None:
        """See which of the matches are still under way."""
        matches = [await domain.matches.get(match) for match in self.running]
        self.running = [match.id for match in matches if match.mover is not None]

    async def lost_in(self, domain: Domain, book: Book) -> list[str]:
        """What of a book a database does not have as it is noted."""
        losses = []
        for number, decisions in book.decisions.items():
            match = await domain.matches.get(number)
            if match.decisions != decisions:
                losses.append(
                    f"match {number}: {len(decisions)} decisions acknowledged, "
                    f"{len(match.decisions)} stored"
                )
            if match.number != book.numbers[number]:
                losses.append(f"match {number} was M{book.numbers[number]} and is {match.name}")
        return losses

    def go_back_to(self, book: Book) -> int:
        """The database is an older one: its state is the members' from now on; how many decisions
        are lost.
        """
        loss = self.book.count() - book.count()
        self.book = book.copy()
        self.running = [match for match in self.running if match in book.decisions]
        return loss

    async def _turn(self, domain: Domain, number: int) -> None:
        """Whoever is to move in a match plays a turn at random."""
        match = await domain.matches.get(number)
        if match.mover is None:
            self.running.remove(number)
            return
        state = match.state
        seat = state.to_move
        words = []
        while state.to_move == seat and seat is not None:
            move = self.rng.choice(state.legal_moves())
            words.append(str(move))
            state = state.play(move)
        result = (
            await domain.matches.play(match, match.mover, " ".join(words), confirm=False)
        ).match
        self.book.note(result)
        if result.mover is None:
            self.running.remove(number)
