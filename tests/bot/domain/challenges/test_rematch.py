"""Rematches: with the terms of the match that is over, exchanged sides, and the limits of new
challenges.
"""

import asyncio
from datetime import timedelta

import pytest

from bot.domain.challenges import repository
from bot.domain.challenges.service import Offered
from bot.domain.domain import Domain
from bot.domain.errors import GameError, LimitReached, NotYours, Over, Refused
from bot.domain.matches import endings
from bot.domain.matches.match import Match, StoredResult
from bot.domain.values import COMPUTER, Person, Place
from tests.bot.conftest import ANN, BEN, CAT, HERE, Clock
from tests.bot.domain.matches.helpers import cleared, kinds, played, started, swept

TERMS = {"variant": "6x6, single", "clock": "3d", "explore": False, "rated": True}


async def over(domain: Domain, **terms: object) -> Match:
    """A match that Ann has resigned after some turns."""
    match = await started(domain, **terms)
    await played(domain, match.id, 4)
    await domain.matches.act(match.id, ANN.id, endings.resign)
    await cleared(domain)
    return await domain.matches.get(match.id)


@pytest.mark.some_cases(1)
@pytest.mark.mutants
@pytest.mark.parametrize(("asks", "agrees"), [(ANN, BEN), (BEN, ANN)], ids=["first", "second"])
async def test_a_rematch_has_the_terms_of_the_match_and_the_sides_exchanged(
    domain: Domain, clock: Clock, asks: Person, agrees: Person
) -> None:
    await domain.servers.change(HERE, days=5)
    first = await over(domain, **TERMS)
    await domain.matches.move_to(first.id, HERE.channel, 950)
    proposal = await domain.challenges.rematch(first.id, asks.id)
    assert isinstance(proposal, Offered)
    offer = proposal.challenge
    assert (offer.maker, offer.target, offer.rematch_of) == (asks, agrees, first.id)
    assert (offer.place, offer.note, offer.status) == (Place(HERE.scope, 950), "", "open")
    assert (offer.created_at, offer.expires) == (clock.moment, clock.moment + timedelta(days=5))
    assert kinds(await swept(domain)) == [("challenge", agrees.id)]
    with pytest.raises(Refused, match=rf"^you’ve already offered {agrees.name} a rematch$"):
        await domain.challenges.rematch(first.id, asks.id)
    first_now = await domain.matches.get(first.id)
    change = await domain.challenges.rematch(first.id, agrees.id)
    assert isinstance(change, StoredResult)
    match = change.match
    assert (match.seats, match.names) == ((BEN.id, ANN.id), ("Ben", "Ann"))
    assert (match.options, str(match.clock), match.explore, match.rated) == (
        first.options,
        "3d",
        False,
        True,
    )
    assert (await domain.challenges.get(offer.id)).match == match.id
    rematch = await domain.matches.get(first.id)
    assert (rematch.rematch, rematch.revision) == (match.id, first_now.revision + 1), (
        "its posts lose the button"
    )
    for user in (ANN, BEN):
        with pytest.raises(Over, match=r"^the rematch of M1 has already started: M2$"):
            await domain.challenges.rematch(first.id, user.id)


async def test_who_may_not_ask_for_a_rematch(domain: Domain) -> None:
    match = await started(domain)
    with pytest.raises(Refused, match=r"^M1 is not over yet$"):
        await domain.challenges.rematch(match.id, ANN.id)
    await played(domain, match.id, 4)
    await domain.matches.act(match.id, ANN.id, endings.resign)
    with pytest.raises(NotYours):
        await domain.challenges.rematch(match.id, CAT.id)
    await domain.members.change(BEN.id, challenges=False)
    with pytest.raises(Refused, match=r"^Ben isn’t taking challenges right now$"):
        await domain.challenges.rematch(match.id, ANN.id)
    await domain.challenges.rematch(match.id, BEN.id)
    await domain.privacy.delete(BEN.id)
    with pytest.raises(
        Refused, match=r"^your opponent has deleted their data, so there’s nobody to play$"
    ):
        await domain.challenges.rematch(match.id, ANN.id)


async def test_two_who_ask_at_once_have_one_rematch(domain: Domain) -> None:
    match = await over(domain)
    results = await asyncio.gather(
        domain.challenges.rematch(match.id, ANN.id), domain.challenges.rematch(match.id, BEN.id)
    )
    assert sorted(type(result).__name__ for result in results) == ["Offered", "StoredResult"]
    assert len(await domain.matches.of(ANN.id)) == 1


async def test_an_offer_that_is_accepted_like_any_challenge_is_the_rematch(domain: Domain) -> None:
    match = await over(domain)
    offer = await domain.challenges.rematch(match.id, BEN.id)
    assert isinstance(offer, Offered)
    change = await domain.challenges.accept(offer.challenge.id, ANN)
    assert (await domain.matches.get(match.id)).rematch == change.match.id


@pytest.mark.mutants
async def test_an_offer_is_shown_while_somebody_answers_it(domain: Domain) -> None:
    match = await over(domain)
    await domain.challenges.rematch(match.id, BEN.id)
    async with domain.database.unit_of_work() as work, asyncio.timeout(5):
        await repository.rematch_offer(work.connection, match.id, work.now, lock=True)
        assert await domain.challenges.open_rematch(match.id) is not None


async def test_a_rematch_of_a_pair_is_not_that_of_a_pair_elsewhere_with_the_same_numbers(
    domain: Domain,
) -> None:
    pairs = []
    for place in (HERE, Place(800, 801)):
        first = await started(domain, place=place, side="both", variant="6x6, single")
        second = await domain.matches.half(first)
        assert second is not None
        for match in (first, second):
            await played(domain, match.id, 4)
            await domain.matches.act(match.id, ANN.id, endings.resign)
        pairs.append((first.id, second.id))
    here, elsewhere = pairs
    await domain.challenges.rematch(here[0], BEN.id)
    for match_id in here:
        assert await domain.challenges.open_rematch(match_id) is not None
    for match_id in elsewhere:
        assert await domain.challenges.open_rematch(match_id) is None


async def test_an_offer_that_has_expired_can_be_made_again(domain: Domain, clock: Clock) -> None:
    match = await over(domain)
    await domain.challenges.rematch(match.id, ANN.id)
    clock.move(days=14)
    rematch = await domain.challenges.rematch(match.id, ANN.id)
    assert isinstance(rematch, Offered)


async def test_a_rematch_keeps_to_the_limits_of_challenges_and_matches(domain: Domain) -> None:
    match = await over(domain, rated=True)
    await domain.servers.change(HERE, matches=1, rated=1)
    offer = await domain.challenges.rematch(match.id, ANN.id)
    assert isinstance(offer, Offered)
    assert not offer.challenge.rated, "the rated match of this month was the one that is over"
    for _ in range(2):
        await domain.challenges.withdraw(offer.challenge.id, ANN)
        offer = await domain.challenges.rematch(match.id, ANN.id)
        assert isinstance(offer, Offered)
    await domain.challenges.play_computer(HERE, BEN, "loop", 0)
    with pytest.raises(LimitReached, match=r"^you’ve reached the limit of 1 running matches"):
        await domain.challenges.rematch(match.id, BEN.id)
    await domain.challenges.withdraw(offer.challenge.id, ANN)
    with pytest.raises(LimitReached, match=r"^Ben hasn’t taken your last 3 challenges"):
        await domain.challenges.rematch(match.id, ANN.id)
    with pytest.raises(LimitReached, match=r"^you’ve reached the limit of 1 running matches"):
        await domain.challenges.rematch(match.id, BEN.id)


@pytest.mark.parametrize("side", ["first", "second"])
async def test_against_the_computer_a_rematch_begins_at_once(domain: Domain, side: str) -> None:
    first = (
        await domain.challenges.play_computer(HERE, ANN, "loop", 2, side=side, explore=False)
    ).match
    await domain.matches.act(first.id, ANN.id, endings.resign)
    rematch = await domain.challenges.rematch(first.id, ANN.id)
    assert isinstance(rematch, StoredResult)
    match = rematch.match
    assert match.seats == ((COMPUTER, ANN.id) if side == "first" else (ANN.id, COMPUTER))
    assert (match.names.index("Loophole"), match.level, match.explore) == (
        match.seats.index(COMPUTER),
        2,
        False,
    )
    assert (await domain.matches.get(first.id)).rematch == match.id
    await domain.servers.change(HERE, matches=1)
    with pytest.raises(GameError):
        await domain.challenges.rematch(first.id, ANN.id)
