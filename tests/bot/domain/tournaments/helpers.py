"""Short cuts for tests of tournaments: fields of players, and rounds that are quickly played."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from bot.domain.events import Notice
from bot.domain.matches.service import Matches
from bot.domain.tournaments import Game, Tournament, Tournaments
from bot.domain.values import Person
from tests.bot.conftest import HERE
from tests.bot.domain.matches.helpers import swept

ORGANISER = Person(77, "Olga")


def field(count: int) -> list[Person]:
    """So many people."""
    return [Person(2001 + number, f"P{number + 1}") for number in range(count)]


async def announced(tournaments: Tournaments, kind: str, count: int, **terms: Any) -> Tournament:
    """A tournament for which so many have signed up, in order; not started."""
    terms = {"seeding": "order", "rated": False, **terms}
    made = await tournaments.create(HERE, ORGANISER, kind, "veloop-square", variant="6x6", **terms)
    for person in field(count):
        await tournaments.join(made.tournament.id, person)
    return await tournaments.get(made.tournament.id)


async def begun(tournaments: Tournaments, kind: str, count: int, **terms: Any) -> Tournament:
    """A tournament that has begun, its first matches running."""
    made = await announced(tournaments, kind, count, **terms)
    if kind != "ladder":
        await tournaments.start(made.id, ORGANISER.id)
    await tournaments.work()
    return await tournaments.get(made.id)


async def decide(tournaments: Tournaments, game: Game, result: str) -> None:
    """Let a game end with a result, by resigning or by agreement."""
    matches = tournaments.service
    assert game.match is not None
    match = await matches.get(game.match)
    if result == "1/2":
        await matches.offer_draw(match.id, match.seats[0])
        await matches.answer_draw(match.id, match.seats[1], True)
    else:
        await matches.resign(match.id, match.seats[1 if result == "1-0" else 0])


async def play_round(tournaments: Tournaments, id: int, choose: Callable[[Game], str]) -> None:
    """Decide all games that are being played."""
    for game in await tournaments.games(id):
        if game.result is None and game.match is not None:
            await decide(tournaments, game, choose(game))
    await tournaments.work()


async def played_out(tournaments: Tournaments, id: int, seed: int = 1) -> Tournament:
    """The tournament after its end, with results by chance."""
    rng = random.Random(seed)
    for _ in range(60):
        now = await tournaments.get(id)
        if now.status != "running":
            return now
        await play_round(tournaments, id, lambda game: rng.choice(("1-0", "0-1", "1/2")))
    raise AssertionError("the tournament does not end")


async def whats(matches: Matches) -> list[tuple[str, int | None]]:
    """What was told about tournaments, and whom it pinged."""
    return [(one.payload["what"], one.ping) for one in await told(matches)]


async def told(matches: Matches) -> list[Notice]:
    """Notices about tournaments, struck off with all others."""
    return [one for one in await swept(matches) if one.kind == "tournament"]
