"""Helpers for tests of tournaments: entrants, and rounds with given results."""

import random
from collections.abc import Callable
from dataclasses import fields
from functools import partial
from typing import Any

from bot.domain.domain import Domain
from bot.domain.events import Notice
from bot.domain.matches import agreements, endings
from bot.domain.tournaments import organising
from bot.domain.tournaments.events import TournamentEvent
from bot.domain.tournaments.service import Tournaments
from bot.domain.tournaments.tournament import Pairing, Tournament, TournamentTerms
from bot.domain.values import Person, Place
from tests.bot.conftest import HERE
from tests.bot.domain.matches.helpers import swept

ORGANISER = Person(77, "Olga")


def field(count: int) -> list[Person]:
    """``count`` members."""
    return [Person(2001 + number, f"P{number + 1}") for number in range(count)]


async def announcements(
    domain: Domain,
    kind: str,
    count: int,
    *,
    place: Place = HERE,
    organiser: Person = ORGANISER,
    **values: Any,
) -> Tournament:
    """A tournament with entrants, in order; not started.

    :param values: terms, and what else ``Tournaments.create`` takes
    """
    values = {"seeding": "order", "rated": False, "players": 0, **values}
    names = [term.name for term in fields(TournamentTerms) if term.name in values]
    terms = TournamentTerms(**{name: values.pop(name) for name in names})
    creation = await domain.tournaments.create(
        place, organiser, kind, "veloop-square", terms, variant="6x6", **values
    )
    id = creation.tournament.id
    for person in field(count):
        await domain.tournaments.do(id, organising.join, person)
    return await domain.tournaments.get(id)


async def begun(domain: Domain, kind: str, count: int, **terms: Any) -> Tournament:
    """A tournament that has begun, its first matches running."""
    tournament = await announcements(domain, kind, count, **terms)
    if kind != "ladder":
        await domain.tournaments.do(tournament.id, organising.start, tournament.organiser.id)
    await domain.tournaments.work()
    return await domain.tournaments.get(tournament.id)


async def after_replacement(domain: Domain, id: int, out: int, person: Person) -> Tournament:
    """The tournament after ``person`` has replaced the member ``out``."""
    offer = await domain.tournaments.do(id, organising.offer_place, ORGANISER.id, out, person)
    entrants = offer.tournament.entrants
    (slot,) = [entrant.slot for entrant in entrants if entrant.offered_to == person.id]
    change = await domain.tournaments.do(id, organising.accept_place, slot, person)
    return change.tournament


async def met(tournaments: Tournaments, id: int, who: Person, opponent: Person) -> None:
    """A challenge on a ladder that is accepted; also one that was made before a crash."""
    entrant = (await tournaments.get(id)).entrant(who.id)
    assert entrant is not None
    if entrant.offered_to != opponent.id:
        await tournaments.do(id, organising.challenge, who, opponent.id)
    await tournaments.do(id, organising.accept_place, entrant.slot, opponent)


async def decide(domain: Domain, game: Pairing, result: str) -> None:
    """End a game with a result, by resigning or by agreement."""
    assert game.match is not None
    match = await domain.matches.get(game.match)
    first, second = match.seats
    if result == "1/2":
        await domain.matches.act(match.id, first, agreements.offer_draw)
        accept = partial(agreements.answer, "draw", user=second, yes=True)
        await domain.matches.do(match.id, accept)
    else:
        loser = second if result == "1-0" else first
        await domain.matches.act(match.id, loser, endings.resign)


async def play_round(domain: Domain, id: int, choose: Callable[[Pairing], str]) -> None:
    """End all running games."""
    for game in await domain.tournaments.games(id):
        if game.result is None and game.match is not None:
            await decide(domain, game, choose(game))
    await domain.tournaments.work()


async def played_to_the_end(domain: Domain, id: int, seed: int = 1) -> Tournament:
    """The tournament after its end, with random results."""
    rng = random.Random(seed)
    for _ in range(60):
        now = await domain.tournaments.get(id)
        if now.status != "running":
            return now
        await play_round(domain, id, lambda game: rng.choice(("1-0", "0-1", "1/2")))
    raise AssertionError("the tournament does not end")


async def events_and_pings(domain: Domain) -> list[tuple[str, int | None]]:
    """The events of tournaments and the members they ping."""
    return [(notice.event.what, notice.ping) for notice in await notices(domain)]


async def notices(domain: Domain) -> list[Notice[TournamentEvent]]:
    """Notices about tournaments, delivered with all others."""
    return [notice for notice in await swept(domain) if isinstance(notice.event, TournamentEvent)]
