"""Rated matches with a head start: where its worth is known, and what it counts."""

import dataclasses
from collections.abc import Awaitable, Callable

import pytest
import sqlalchemy as sa

from bot.domain.challenges.service import Offered
from bot.domain.domain import Domain
from bot.domain.errors import Refused
from bot.domain.matches import endings
from bot.domain.matches.match import Match
from bot.domain.ratings import numbers
from bot.domain.ratings.glicko import START, Strength, rate
from bot.domain.values import EVERYWHERE, Person
from bot.store.tables import rating_changes, ratings
from games.core import HandicapWorth
from games.registry import GAMES
from tests.bot.conftest import ANN, BEN, CAT, HERE, Clock
from tests.bot.domain.handicaps.helpers import GAME, begun, finished, settled
from tests.bot.domain.matches.helpers import cleared, played

UNKNOWN = "^nobody knows well enough what {} would be worth here, so it can’t be rated"


async def strengths(domain: Domain, match: Match) -> list[Strength]:
    """The players' strengths after a match, by seat."""
    return [change.strength_after for change in await domain.ratings.change(match.id)]


def sure(rating: float) -> Strength:
    """A strength as ``settled`` makes it."""
    return Strength(rating, 60.0, 0.06)


UNEVEN = {ANN: 1_660.0, BEN: 1_500.0}


# ---------------------------------------------------------------------------------- what is rated


async def test_a_known_worth_may_be_rated_and_another_may_not(domain: Domain) -> None:
    await settled(domain, UNEVEN)
    for handicap in ("turns-1", "turns-2"):
        assert (await begun(domain, handicap, rated=True)).rated
    with pytest.raises(Refused, match=UNKNOWN.format("3 extra turns for White")):
        await begun(domain, "turns-3", rated=True)
    with pytest.raises(Refused, match=UNKNOWN.format("1 extra turn for White")):
        await begun(domain, "turns-1", game="loop", rated=True)
    assert not (await begun(domain, "turns-3")).rated


async def test_a_provisional_rating_does_not_tell_who_needs_one(domain: Domain) -> None:
    sentence = "^with 2 extra turns for White a match is rated only if neither of you has"
    with pytest.raises(Refused, match=sentence):
        await begun(domain, "turns-2", rated=True)
    await finished(domain, rated=True)
    with pytest.raises(Refused, match=sentence):
        await begun(domain, "turns-2", rated=True)


@pytest.mark.parametrize(
    ("handicap", "first", "second", "game"),
    [
        ("turns-1", BEN, ANN, GAME),
        ("turns-2", BEN, ANN, GAME),
        ("turns-1", ANN, BEN, "snipsnip"),
        ("turns-3", BEN, ANN, "snipsnip"),
    ],
)
async def test_what_does_not_make_two_more_even_is_not_rated(
    domain: Domain, handicap: str, first: Person, second: Person, game: str
) -> None:
    await settled(domain, {ANN: 1_620.0, BEN: 1_500.0}, game=game)
    why = "^by your ratings .* would not make you more even, so it can’t be rated"
    with pytest.raises(Refused, match=why):
        await begun(domain, handicap, first=first, second=second, game=game, rated=True)
    open_offer = await domain.challenges.make(
        HERE, first, game, side="first", handicap=handicap, rated=True
    )
    with pytest.raises(Refused, match=why):
        await domain.challenges.accept(open_offer.challenge.id, second)
    lobby_offer = await domain.lobby.make(
        HERE, first, game, side="first", handicap=handicap, rated=True
    )
    with pytest.raises(Refused, match=why):
        await domain.lobby.take(lobby_offer.id, second)
    assert not (await begun(domain, handicap, first=first, second=second, game=game)).rated


async def test_taking_the_other_side_in_a_counter_offer_is_not_rated(domain: Domain) -> None:
    await settled(domain, UNEVEN)
    offer = await domain.challenges.make(
        HERE, ANN, GAME, opponent=BEN, side="first", handicap="turns-2", rated=True
    )
    with pytest.raises(Refused, match="would not make you more even"):
        await domain.challenges.counter(offer.challenge.id, BEN, side="first")


@pytest.mark.parametrize("handicap", ["turns-3", "hints-3"])
async def test_no_way_leads_to_a_rated_match_that_may_not_be(domain: Domain, handicap: str) -> None:
    why = "can’t be rated"
    with pytest.raises(Refused, match=why):
        await domain.challenges.make(HERE, ANN, GAME, handicap=handicap, rated=True)
    with pytest.raises(Refused, match=why):
        await domain.lobby.make(HERE, ANN, GAME, handicap=handicap, rated=True)
    unrated = await domain.challenges.make(HERE, ANN, GAME, opponent=BEN, handicap=handicap)
    with pytest.raises(Refused, match=why):
        await domain.challenges.counter(unrated.challenge.id, BEN, rated=True)
    rated = await domain.challenges.make(HERE, ANN, GAME, opponent=BEN, rated=True)
    with pytest.raises(Refused, match=why):
        await domain.challenges.counter(rated.challenge.id, BEN, handicap=handicap)
    with pytest.raises(Refused, match="in a tournament"):
        await domain.tournaments.create(HERE, ANN, "swiss", GAME, variant=f"8x8, {handicap}")


async def test_hints_say_why_they_are_not_rated(domain: Domain) -> None:
    with pytest.raises(
        Refused, match=r"^a match with hints can’t be rated; play it unrated, or without hints$"
    ):
        await begun(domain, "hints-3", rated=True)


async def test_what_is_known_less_well_meanwhile_is_refused_when_it_is_accepted(
    domain: Domain,
    open_domain: Callable[[], Awaitable[Domain]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await settled(domain, UNEVEN)
    await settled(domain, {ANN: 1_660.0, CAT: 1_500.0})
    offer = await domain.challenges.make(
        HERE, ANN, GAME, opponent=BEN, side="first", handicap="turns-1", rated=True
    )
    match = await finished(domain, "turns-1", rated=True, first=ANN, second=CAT)
    less_known(monkeypatch)
    with pytest.raises(Refused, match=UNKNOWN.format("1 extra turn for White")):
        await domain.challenges.accept(offer.challenge.id, BEN)
    newer = await open_domain()
    rematch = await newer.challenges.rematch(match.id, CAT.id)
    assert isinstance(rematch, Offered)
    assert not rematch.challenge.rated


def less_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the worths of Veloop's extra turns are known within 90 points."""
    game = GAMES[GAME]
    starts = []
    for variant, start in game.head_starts:
        worths = tuple(HandicapWorth(worth.points, 90) for worth in start.worths)
        starts.append((variant, dataclasses.replace(start, worths=worths)))
    monkeypatch.setitem(GAMES, GAME, dataclasses.replace(game, head_starts=tuple(starts)))


# ----------------------------------------------------------------------------------- what it counts


@pytest.mark.parametrize("winner", [ANN, BEN, None], ids=["first", "second", "drawn"])
async def test_each_is_rated_as_if_the_second_side_were_so_much_stronger(
    domain: Domain, winner: Person | None
) -> None:
    await settled(domain, UNEVEN)
    match = await finished(domain, "turns-2", rated=True, winner=winner)
    score = 0.5 if winner is None else float(winner == ANN)
    first, second = await strengths(domain, match)
    assert first == pytest.approx(rate(sure(1660), [(sure(1660), score)], periods=0))
    assert second == pytest.approx(rate(sure(1500), [(sure(1500), 1 - score)], periods=0))
    assert first.rating - 1660 == pytest.approx(1500 - second.rating)


async def test_what_holds_a_side_back_counts_for_it(domain: Domain) -> None:
    await settled(domain, UNEVEN, game="snipsnip")
    match = await finished(
        domain, "turns-1", first=BEN, second=ANN, game="snipsnip", rated=True, winner=BEN
    )
    first, second = await strengths(domain, match)
    assert first == pytest.approx(rate(sure(1500), [(sure(1570), 1.0)], periods=0))
    assert second == pytest.approx(rate(sure(1660), [(sure(1590), 0.0)], periods=0))


async def test_the_worth_at_the_end_is_stored_and_counts_when_matches_are_rated_again(
    domain: Domain, monkeypatch: pytest.MonkeyPatch
) -> None:
    await settled(domain, UNEVEN)
    match = await finished(domain, rated=True, winner=BEN)
    later = await finished(domain, "turns-1", rated=True, winner=BEN)
    game = GAMES[GAME]
    monkeypatch.setitem(GAMES, GAME, dataclasses.replace(game, head_starts=()))
    await domain.ratings.undo(match.id, CAT.id)
    first, second = await strengths(domain, later)
    assert first == pytest.approx(rate(sure(1660), [(sure(1580), 0.0)], periods=0))
    assert second == pytest.approx(rate(sure(1500), [(sure(1580), 1.0)], periods=0))
    async with domain.database.read() as connection:
        query = sa.select(rating_changes.c.head_start_points, rating_changes.c.match)
        rows = (await connection.execute(query)).all()
        rated_rows = (await connection.execute(sa.select(ratings.c.user, ratings.c.rating))).all()
    assert {row[0] for row in rows if row[1] == later.id} == {80}
    assert {row[0] for row in rows if row[1] != later.id} == {0}
    assert dict(map(tuple, rated_rows)) == pytest.approx(
        {ANN.id: first.rating, BEN.id: second.rating}
    )


async def test_an_undone_match_with_a_head_start_leaves_no_trace(domain: Domain) -> None:
    await settled(domain, UNEVEN)
    match = await finished(domain, "turns-2", rated=True, winner=BEN)
    await domain.ratings.undo(match.id, CAT.id)
    assert await domain.ratings.change(match.id) == []
    [rating] = await domain.ratings.of(BEN.id, HERE.scope)
    assert rating.rating == 1_500


async def test_matches_without_one_count_as_ever(domain: Domain, clock: Clock) -> None:
    match = await finished(domain, rated=True, winner=BEN)
    first, second = await strengths(domain, match)
    assert first == pytest.approx(rate(START, [(START, 0.0)], periods=0))
    assert second == pytest.approx(rate(START, [(START, 1.0)], periods=0))


async def test_who_deletes_their_data_loses_as_in_any_rated_match(domain: Domain) -> None:
    await settled(domain, UNEVEN)
    match = await begun(domain, "turns-2", rated=True)
    await played(domain, match.id, 4)
    await domain.privacy.delete(ANN.id)
    await cleared(domain)
    [rating] = await domain.ratings.of(BEN.id, HERE.scope)
    new_strength = rate(sure(1500), [(sure(1500), 1.0)], periods=0)
    assert rating.rating == pytest.approx(new_strength.rating)


async def test_who_calls_off_a_match_too_early_gains_nothing_by_the_head_start(
    domain: Domain,
) -> None:
    await settled(domain, UNEVEN)
    match = await begun(domain, "turns-2", rated=True)
    await played(domain, match.id, 3)
    end = await domain.matches.act(match.id, ANN.id, endings.resign)
    assert end.match.status == "aborted"
    assert await domain.ratings.change(match.id) == []


async def test_pairings_across_servers_have_none(domain: Domain) -> None:
    elsewhere = dataclasses.replace(HERE, scope=800, channel=801)
    for who, place in ((ANN, HERE), (BEN, elsewhere)):
        await domain.servers.change(place, across=True)
        await domain.members.change(who.id, across="named")
        await domain.pairing.seek(place, who, GAME)
    assert await domain.pairing.pair() == 1
    [summary] = await domain.matches.of(ANN.id)
    match = await domain.matches.get(summary.id)
    assert (match.scope, match.handicap) == (EVERYWHERE.scope, None)


async def test_matches_with_a_handicap_say_nothing_of_the_board(
    domain: Domain, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numbers, "FEWEST", 1)
    await finished(domain, "turns-2", winner=BEN)
    await finished(domain, "hints-3", winner=BEN)
    await finished(domain, winner=ANN)
    [board] = await domain.ratings.numbers(HERE.scope)
    assert (board.matches, board.first) == (1, 1)
