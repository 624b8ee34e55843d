"""Replacements in tournaments: nobody plays without having accepted."""

import pytest

from bot.domain.domain import Domain
from bot.domain.errors import NotYours, Refused
from bot.domain.tournaments import organising
from tests.bot.conftest import ANN, BEN, Clock
from tests.bot.domain.tournaments.helpers import (
    ORGANISER,
    after_replacement,
    begun,
    events_and_pings,
)


async def test_an_offered_place_changes_nothing_until_it_is_accepted(domain: Domain) -> None:
    made = await begun(domain, "round-robin", 2, rated=True)
    (game,) = await domain.tournaments.games(made.id)
    out = made.slot(1).user
    await events_and_pings(domain)
    await domain.tournaments.do(made.id, organising.offer_place, ORGANISER.id, out, ANN)
    await domain.tournaments.work()
    assert await events_and_pings(domain) == [("offered", ANN.id)]
    assert await domain.tournaments.games(made.id) == (game,)
    assert (await domain.tournaments.get(made.id)).slot(1).user == out
    assert (await domain.tournaments.get(made.id)).entrant(ANN.id) is None
    assert ANN.id not in (await domain.matches.get(game.match or 0)).seats
    with pytest.raises(Refused, match="has already been asked"):
        await domain.tournaments.do(made.id, organising.offer_place, ORGANISER.id, out, ANN)
    for who in (BEN, ORGANISER):
        with pytest.raises(NotYours, match="no longer offered to you"):
            await domain.tournaments.do(made.id, organising.accept_place, 1, who)
    await domain.tournaments.do(made.id, organising.accept_place, 1, ANN)
    (game,) = await domain.tournaments.games(made.id)
    match = await domain.matches.get(game.match or 0)
    assert ANN.id in match.seats
    assert match.rated


async def test_a_declined_or_expired_offer_cannot_be_accepted(domain: Domain, clock: Clock) -> None:
    made = await begun(domain, "round-robin", 3)
    await domain.tournaments.do(made.id, organising.offer_place, ORGANISER.id, made.slot(1).user, ANN)
    await events_and_pings(domain)
    await domain.tournaments.do(made.id, organising.decline_place, 1, ANN)
    assert await events_and_pings(domain) == [("refused", ORGANISER.id)]
    with pytest.raises(NotYours):
        await domain.tournaments.do(made.id, organising.accept_place, 1, ANN)
    await domain.tournaments.do(made.id, organising.offer_place, ORGANISER.id, made.slot(1).user, ANN)
    clock.move(days=3)
    with pytest.raises(NotYours):
        await domain.tournaments.do(made.id, organising.accept_place, 1, ANN)
    assert (await after_replacement(domain, made.id, made.slot(1).user, ANN)).slot(1).user == ANN.id


async def test_only_the_latest_offer_of_a_place_can_be_accepted(domain: Domain) -> None:
    made = await begun(domain, "round-robin", 3)
    for person in (ANN, BEN):
        await domain.tournaments.do(made.id, organising.offer_place, ORGANISER.id, made.slot(1).user, person)
    with pytest.raises(NotYours):
        await domain.tournaments.do(made.id, organising.accept_place, 1, ANN)
    await domain.tournaments.do(made.id, organising.accept_place, 1, BEN)
