"""What is on its way when somebody deletes their data is deleted with them, at whatever await that
happens.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import count
from typing import TypeAlias

import pytest
import sqlalchemy as sa

from bot.domain.domain import Domain
from bot.domain.events import DomainEvent, Notice
from bot.domain.matches import agreements, endings
from bot.domain.teams.team import TeamSide
from bot.domain.tournaments import organising
from bot.domain.unit_of_work import of_nobody
from bot.domain.values import InteractionRef, Person, Place
from bot.store import Store
from bot.store.tables import metadata
from games.core import GameError
from games.players.puzzles import puzzles
from tests.bot.conftest import BEN, CAT, HERE
from tests.bot.domain.matches.helpers import cleared, step
from tests.bot.interrupting import Interrupted, OpenTransactions
from tests.sampling import Parameters

pytestmark = [pytest.mark.slow, pytest.mark.mutants]

INTERACTION = InteractionRef(9_000, "token", 8)
EVERY = 4
"""Of how many awaits of a command one is tried, unless all are."""

_numbers = count(1)


class Leaver:
    """A member of whom nothing is known yet, who does one thing and deletes their data
    meanwhile.
    """

    def __init__(self, domain: Domain) -> None:
        self.domain = domain
        self.person = Person(123_456_789_012_000_000 + next(_numbers), f"Zyxwvut{next(_numbers)}")
        self.id = self.person.id

    async def match(self, turns: int = 4) -> int:
        """A match against Ben in which both have moved, and it is the leaver's turn."""
        terms = {"opponent": BEN, "side": "first", "variant": "small"}
        offer = await self.domain.challenges.make(HERE, self.person, "loop", **terms)  # type: ignore[arg-type]
        match = (await self.domain.challenges.accept(offer.challenge.id, BEN)).match
        rng = random.Random(3)
        while match.state.turn <= turns or match.mover != self.id:
            match = (await step(self.domain, match.id, rng, confirm=False)).match
        await cleared(self.domain)
        return match.id


Command: TypeAlias = Callable[
    [Leaver], Awaitable[Callable[[], Awaitable[Notice[DomainEvent] | None]]]
]
"""Gets ready, and gives what is then done, with the notice that it leaves."""


async def resign(leaver: Leaver) -> Callable[[], Awaitable[Notice[DomainEvent] | None]]:
    match = await leaver.match()

    async def act() -> Notice[DomainEvent] | None:
        return (
            await leaver.domain.matches.act(
                match, leaver.id, endings.resign, interaction=INTERACTION
            )
        ).notice

    return act


async def move(leaver: Leaver) -> Callable[[], Awaitable[Notice[DomainEvent] | None]]:
    match = await leaver.match()
    legal = str((await leaver.domain.matches.get(match)).state.legal_moves()[0])

    async def act() -> Notice[DomainEvent] | None:
        return (
            await leaver.domain.matches.play(
                match, leaver.id, legal, interaction=INTERACTION, confirm=False
            )
        ).notice

    return act


async def draw(leaver: Leaver) -> Callable[[], Awaitable[Notice[DomainEvent] | None]]:
    match = await leaver.match()

    async def act() -> Notice[DomainEvent] | None:
        return (
            await leaver.domain.matches.act(
                match, leaver.id, agreements.offer_draw, interaction=INTERACTION
            )
        ).notice

    return act


async def challenge(leaver: Leaver) -> Callable[[], Awaitable[Notice[DomainEvent] | None]]:
    async def act() -> Notice[DomainEvent] | None:
        return (
            await leaver.domain.challenges.make(
                HERE, leaver.person, "loop", opponent=BEN, interaction=INTERACTION
            )
        ).notice

    return act


async def accept(leaver: Leaver) -> Callable[[], Awaitable[Notice[DomainEvent] | None]]:
    offer = await leaver.domain.challenges.make(HERE, CAT, "loop", opponent=leaver.person)

    async def act() -> Notice[DomainEvent] | None:
        return (
            await leaver.domain.challenges.accept(
                offer.challenge.id, leaver.person, interaction=INTERACTION
            )
        ).notice

    return act


async def challenged(leaver: Leaver) -> Callable[[], Awaitable[Notice[DomainEvent] | None]]:
    """Another member challenges the leaver."""

    async def act() -> Notice[DomainEvent] | None:
        leaver.domain.database.begin_request(CAT.id)
        other = Person(CAT.id + leaver.id % 10_000, "Another")  # who has challenged nobody yet
        return (
            await leaver.domain.challenges.make(
                HERE, other, "loop", opponent=leaver.person, interaction=INTERACTION
            )
        ).notice

    return act


async def team(leaver: Leaver) -> Callable[[], Awaitable[Notice[DomainEvent] | None]]:
    async def act() -> Notice[DomainEvent] | None:
        sides = [TeamSide((BEN.id,), None, False)]
        return (
            await leaver.domain.teams.start(
                HERE, leaver.person, "loop", sides, "", "", "novice", INTERACTION
            )
        ).notice

    return act


async def settings(leaver: Leaver) -> Callable[[], Awaitable[Notice[DomainEvent] | None]]:
    async def act() -> None:
        await leaver.domain.members.change(leaver.id, flip=True)
        await leaver.domain.members.take_vacation(leaver.id, 2)

    return act


async def follow(leaver: Leaver) -> Callable[[], Awaitable[Notice[DomainEvent] | None]]:
    match = (await leaver.domain.challenges.play_computer(HERE, BEN, "loop", 1)).match

    async def act() -> None:
        await leaver.domain.matches.follow(match.id, leaver.id)

    return act


async def ask(leaver: Leaver) -> Callable[[], Awaitable[Notice[DomainEvent] | None]]:
    async def act() -> None:
        await leaver.domain.pending_answers.ask(
            "hint", leaver.id, {"match": 1, "made": []}, HERE, "en", INTERACTION
        )

    return act


async def offer(leaver: Leaver) -> Callable[[], Awaitable[Notice[DomainEvent] | None]]:
    async def act() -> None:
        await leaver.domain.lobby.make(HERE, leaver.person, "loop")

    return act


async def solve(leaver: Leaver) -> Callable[[], Awaitable[Notice[DomainEvent] | None]]:
    (puzzle, *_) = puzzles("loop")

    async def act() -> None:
        await leaver.domain.puzzles.wrong(leaver.id, puzzle)
        await leaver.domain.puzzles.solved(leaver.id, puzzle)

    return act


async def organise(leaver: Leaver) -> Callable[[], Awaitable[Notice[DomainEvent] | None]]:
    async def act() -> Notice[DomainEvent] | None:
        place = Place(leaver.id - 1, 5)
        creation = await leaver.domain.tournaments.create(
            place, leaver.person, "swiss", "loop", interaction=INTERACTION
        )
        await leaver.domain.tournaments.do(creation.tournament.id, organising.join, leaver.person)
        return creation.notice

    return act


async def think(leaver: Leaver) -> Callable[[], Awaitable[Notice[DomainEvent] | None]]:
    match = await leaver.match()

    async def act() -> None:
        explored = await leaver.domain.explorations.begin(
            await leaver.domain.matches.get(match), leaver.id
        )
        move = str(explored.state.legal_moves()[0])
        explored = await leaver.domain.explorations.walk(match, leaver.id, explored.spot, move)
        await leaver.domain.explorations.note(match, leaver.id, explored.spot, "a note")

    return act


async def block(leaver: Leaver) -> Callable[[], Awaitable[Notice[DomainEvent] | None]]:
    async def act() -> None:
        await leaver.domain.blocks.block(leaver.id, CAT)
        await leaver.domain.blocks.lift(leaver.id, CAT.id)

    return act


COMMANDS: tuple[Command, ...] = (
    resign,
    move,
    draw,
    challenge,
    accept,
    challenged,
    team,
    settings,
    follow,
    ask,
    offer,
    solve,
    organise,
    think,
    block,
)


async def done(
    leaver: Leaver, act: Callable[[], Awaitable[Notice[DomainEvent] | None]], asks: bool
) -> None:
    """A command as the bot carries it out: it is stored, its post is sent, and where that stands is
    stored too.
    """
    domain = leaver.domain
    domain.database.begin_request(leaver.id)
    with suppress(GameError):
        notice = await act()
        with of_nobody():
            if notice is not None and asks:
                await domain.posts.register(notice, HERE.channel, 77)
            elif notice is not None:
                domain.posts.turn_posted(
                    notice, vars(notice.event).get("version", 1), HERE.channel, 77
                )
                await domain.outbox.done(notice.id)
    with of_nobody():
        await domain.posts.store_turns()
        await domain.members.store_turns()


async def where_found(store: Store, *needles: str) -> list[str]:
    """The tables in which an id or a name stands, in whatever column."""
    places = []
    async with store.read() as connection:
        for table in metadata.sorted_tables:
            rows = (await connection.execute(sa.select(table))).all()
            places += [
                f"{table.name}: {row}"
                for row in rows
                if any(needle in str(row) for needle in needles)
            ]
    return places


@pytest.fixture
def transactions(domain: Domain, monkeypatch: pytest.MonkeyPatch) -> OpenTransactions:
    """The transactions of ``domain``."""
    return OpenTransactions(domain.database.store, monkeypatch)


def awaits(every: int) -> Iterator[int]:
    return iter(range(1, 2_000, every))


async def deleted_at_each_await(
    domain: Domain,
    transactions: OpenTransactions,
    command: Command,
    asks: bool,
    every: int,
) -> int:
    """Delete the data of a member at the awaits of what they do, one time at each; how many awaits
    there are.
    """
    for point in awaits(every):
        leaver = Leaver(domain)
        act = await command(leaver)
        delete = partial(domain.privacy.delete, leaver.id)
        run = Interrupted(done(leaver, act, asks), point, delete, transactions)
        await asyncio.create_task(_of(run))
        await run.ended()
        if not run.reached:
            return point
        await domain.posts.store_turns()
        await domain.members.store_turns()
        assert await where_found(domain.database.store, str(leaver.id), leaver.person.name) == [], (
            f"await {point}"
        )
    raise AssertionError("it never ends")


async def _of(run: Interrupted[None]) -> None:
    await run


def databases_and_commands() -> Iterator[Parameters]:
    """Every command on SQLite, every third one on PostgreSQL too."""
    for engine, commands in (("sqlite", COMMANDS), ("postgres", COMMANDS[::3])):
        for command in commands:
            yield pytest.param(engine, command, id=f"{engine}-{command.__name__}")


@pytest.mark.mutants
@pytest.mark.parametrize(("engine", "command"), list(databases_and_commands()), indirect=["engine"])
async def test_a_deletion_amid_a_command_leaves_nothing(
    domain: Domain, transactions: OpenTransactions, command: Command
) -> None:
    asks = command in (draw, challenge, challenged)
    count = await deleted_at_each_await(domain, transactions, command, asks, EVERY)
    assert count > 1


@pytest.mark.exhaustive
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
async def test_a_deletion_at_every_await_of_a_command_leaves_nothing(
    domain: Domain, transactions: OpenTransactions, command: Command
) -> None:
    asks = command in (draw, challenge, challenged)
    assert await deleted_at_each_await(domain, transactions, command, asks, 1) > 1


async def test_who_deletes_their_data_after_the_post_of_their_last_turn_is_not_stored_with_it(
    domain: Domain,
) -> None:
    leaver = Leaver(domain)
    act = await resign(leaver)
    notice = await act()
    assert notice is not None
    domain.posts.turn_posted(notice, 3, HERE.channel, 77)
    await domain.privacy.delete(leaver.id)
    await domain.posts.store_turns()
    assert await where_found(domain.database.store, str(leaver.id)) == []
    assert await domain.database.has(sa.select(metadata.tables["posts"].c.id)), (
        "the post is still known"
    )


async def test_what_is_asked_after_a_deletion_is_done(domain: Domain) -> None:
    leaver = Leaver(domain)
    domain.database.begin_request(leaver.id)
    await domain.privacy.delete(leaver.id)
    with pytest.raises(GameError, match="you’ve just deleted your data, so this wasn’t done"):
        await domain.members.change(leaver.id, flip=True)
    domain.database.begin_request(leaver.id)
    await domain.members.change(leaver.id, flip=True)
