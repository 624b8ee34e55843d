"""Offers that stand: taken again and again on their conditions, withdrawn, and told in the morning."""

import asyncio
from datetime import timedelta
from functools import partial

import pytest

from bot.domain.challenges.lobby import MOST_OFFERS, LobbyCard
from bot.domain.domain import Domain
from bot.domain.errors import LimitReached, NotFound, NotYours, Refused
from bot.domain.matches import endings
from tests.bot.conftest import ANN, BEN, CAT, DAN, HERE, Clock, viewer
from tests.bot.domain.matches.helpers import swept
from tests.bot.domain.ratings.helpers import ended


async def test_an_offer_stays_and_opens_again_when_a_match_ends(domain: Domain) -> None:
    offer = await domain.lobby.make(HERE, ANN, "snipsnip", clock="3d", side="first", at_once=2)
    first = (await domain.lobby.take(offer.id, BEN)).match
    assert (first.seats, str(first.clock), first.rated, first.game.slug) == ((ANN.id, BEN.id), "3d", False, "snipsnip")
    assert [notice.ping for notice in await swept(domain)] == [ANN.id]
    both = await asyncio.gather(*(domain.lobby.take(offer.id, who) for who in (CAT, DAN)), return_exceptions=True)
    assert [str(error) for error in both if isinstance(error, Refused)] == [
        "Ann is already playing as many of these as they like"
    ]
    (mine,) = await domain.lobby.listed(viewer(ANN))
    assert (mine.offer.running, mine.offer.at_once) == (2, 2)
    await domain.matches.act(first.id, BEN.id, endings.resign)
    assert (await domain.lobby.take(offer.id, BEN)).match.id != first.id
    with pytest.raises(NotYours, match="your own offer"):
        await domain.lobby.take(offer.id, ANN)
    with pytest.raises(NotYours, match="only Ann"):
        await domain.lobby.withdraw(offer.id, BEN)
    await domain.lobby.withdraw(offer.id, ANN)
    for late in (domain.lobby.take(offer.id, BEN), domain.lobby.withdraw(offer.id, ANN)):
        with pytest.raises(NotFound, match="withdrawn"):
            await late
    assert len(await domain.matches.of(ANN.id)) == 2, "its matches go on"


@pytest.mark.parametrize(
    ("condition", "why"),
    [
        ({"least": 2}, "this offer is for members with 2 finished matches here"),
        ({"near": 250}, "this offer is for ratings of 1088 to 1588"),
    ],
)
async def test_conditions_on_who_takes_it(domain: Domain, condition: dict[str, int], why: str) -> None:
    await ended(domain, BEN, ANN)
    offer = await domain.lobby.make(HERE, ANN, "veloop-square", **condition)
    with pytest.raises(Refused, match=f"^{why}$"):
        await domain.lobby.take(offer.id, BEN)
    (seen,) = await domain.lobby.listed(viewer(BEN))
    assert str(seen.why) == why
    await ended(domain, ANN, BEN)
    await domain.lobby.take(offer.id, BEN)


async def test_not_the_same_member_again_so_soon_and_nobody_while_its_maker_is_away(
    domain: Domain, clock: Clock
) -> None:
    offer = await domain.lobby.make(HERE, ANN, "loop", at_once=5, again=14)
    await domain.lobby.take(offer.id, BEN)
    with pytest.raises(Refused, match="within the last 14 days"):
        await domain.lobby.take(offer.id, BEN)
    clock.move(days=14)
    await domain.lobby.take(offer.id, BEN)
    await domain.members.take_vacation(ANN.id, 3)
    with pytest.raises(Refused, match="Ann is away"):
        await domain.lobby.take(offer.id, CAT)


async def test_limits_bans_blocks_and_deletion(domain: Domain) -> None:
    await domain.servers.change(HERE, matches=1)
    first, *_ = [await domain.lobby.make(HERE, ANN, "loop", at_once=2) for _ in range(MOST_OFFERS)]
    with pytest.raises(LimitReached, match=f"limit of {MOST_OFFERS} offers"):
        await domain.lobby.make(HERE, ANN, "loop")
    for terms in ({"at_once": 11}, {"near": -1}, {"variant": "nonsense"}, {"rated": True, "clock": "none"}):
        with pytest.raises(Refused if "variant" not in terms else ValueError):
            await domain.lobby.make(HERE, BEN, "loop", **terms)  # type: ignore[arg-type]
    match = (await domain.lobby.take(first.id, BEN)).match
    with pytest.raises(LimitReached, match="Ann has reached the limit of 1 running matches"):
        await domain.lobby.take(first.id, CAT)
    await domain.matches.act(match.id, BEN.id, endings.resign)
    await domain.blocks.block(CAT.id, ANN)
    assert await domain.lobby.listed(viewer(CAT)) == []
    with pytest.raises(Refused, match="you’ve blocked Ann"):
        await domain.lobby.take(first.id, CAT)
    exported = await domain.privacy.export(ANN.id)
    assert len(exported["offers"]) == MOST_OFFERS
    assert [row["taker"] for row in (await domain.privacy.export(BEN.id))["offer_matches"]] == [BEN.id]
    await domain.privacy.delete(BEN.id)
    await domain.exclusions.ban(HERE, DAN.id, ANN)
    assert await domain.lobby.listed(viewer(BEN)) == []


async def test_a_card_in_the_morning_tells_of_new_offers_once(domain: Domain, clock: Clock) -> None:
    await domain.members.change(BEN.id, lobby=[HERE.scope], daily_when="8:30")
    await domain.lobby.make(HERE, BEN, "loop")

    async def cards() -> list[tuple[int | None, int]]:
        due = (await domain.members.get(BEN.id)).daily_at
        clock.moment = due + timedelta(minutes=1)
        await domain.daily_cards.work()
        return [(notice.dm, notice.scope) for notice in await swept(domain) if isinstance(notice.event, LobbyCard)]

    assert await cards() == [], "one’s own is no news"
    offer = await domain.lobby.make(HERE, ANN, "loop")
    assert await cards() == [(BEN.id, HERE.scope)]
    assert await cards() == []
    since = offer.created - timedelta(seconds=1)
    listed = partial(domain.lobby.listed, viewer(BEN), since)
    assert [found.offer.id for found in await listed()] == [offer.id]
    await domain.lobby.take(offer.id, CAT)
    assert await listed() == []
