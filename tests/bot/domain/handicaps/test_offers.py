"""What makes two members even, and when it is offered to them unasked."""

import asyncio
import dataclasses
from collections.abc import Awaitable, Callable
from datetime import date

import pytest
import sqlalchemy as sa

import games
from bot.domain.domain import Domain
from bot.domain.errors import Refused
from bot.domain.handicaps.suggestion import MonthOfMatches, Suggestion
from bot.domain.matches import endings
from bot.domain.matches.match import Match
from bot.domain.tournaments import organising
from bot.domain.tournaments.tournament import TournamentTerms
from bot.domain.values import EVERYWHERE, Person, Place, Viewer, every_channel
from bot.store.tables import handicap_offers
from games.core import Handicap
from tests.bot.conftest import ANN, BEN, CAT, DAN, HERE, Clock, viewer
from tests.bot.domain.handicaps.helpers import GAME, begun, finished, rated_at
from tests.bot.domain.matches.helpers import cleared, played

ELSEWHERE = Place(800, 801)
UNEVEN = {ANN: 1_700.0, BEN: 1_530.0}
TWO_TURNS = Suggestion(
    Handicap("turns", 2), BEN.id, BEN.id, "ratings", points=160, error=40, matches=0
)


async def suggest(domain: Domain, *, place: Place = HERE, game: str = GAME) -> Suggestion | None:
    kind = games.get(game)
    return await domain.handicaps.suggestion(place.scope, ANN.id, BEN.id, kind, kind.complete({}))


async def won_five(domain: Domain, handicap: str = "") -> Match:
    """The latest of five matches that Ann has won."""
    for _ in range(5):
        match = await finished(domain, handicap, winner=ANN, turns=2)
    return match


async def rows(domain: Domain) -> list[tuple[object, ...]]:
    """The pairs and games of which it is noted that a handicap was offered or declined."""
    columns = handicap_offers.c
    query = sa.select(columns.one, columns.other, columns.game)
    async with domain.database.read() as connection:
        return [tuple(row) for row in await connection.execute(query)]


# ------------------------------------------------------------------------------------- suggestions


async def test_ratings_of_the_place_make_even(domain: Domain) -> None:
    assert await suggest(domain) is None
    await rated_at(domain, UNEVEN, scope=ELSEWHERE.scope)
    assert await suggest(domain) is None, "what is known elsewhere is not used here"
    await rated_at(domain, {ANN: UNEVEN[ANN]})
    assert await suggest(domain) is None
    await rated_at(domain, UNEVEN)
    assert await suggest(domain) == TWO_TURNS
    other_way_round = await domain.handicaps.suggestion(
        HERE.scope, BEN.id, ANN.id, games.get(GAME), games.get(GAME).complete({})
    )
    assert other_way_round == TWO_TURNS
    await rated_at(domain, UNEVEN, settled=False)
    assert await suggest(domain) is None, "one lucky match says nothing"


async def test_a_board_without_extra_turns_gets_hints(domain: Domain) -> None:
    await rated_at(domain, UNEVEN)
    kind = games.get(GAME)
    small = kind.complete({"board": "6x6"})
    hints = await domain.handicaps.suggestion(HERE.scope, ANN.id, BEN.id, kind, small)
    assert hints == Suggestion(Handicap("hints", 10), BEN.id, BEN.id, "ratings")
    await rated_at(domain, UNEVEN, game="loop")
    assert (await suggest(domain, game="loop")) == hints


async def test_where_turns_hold_back_the_stronger_moves_second(domain: Domain) -> None:
    await rated_at(domain, UNEVEN, game="snipsnip")
    suggestion = await suggest(domain, game="snipsnip")
    assert suggestion is not None
    assert (suggestion.handicap, suggestion.second, suggestion.weaker_user) == (
        Handicap("turns", 2),
        ANN.id,
        BEN.id,
    )


async def test_what_is_suggested_can_be_played(domain: Domain) -> None:
    await rated_at(domain, UNEVEN)
    suggestion = await suggest(domain)
    assert suggestion is not None
    options = suggestion.options(games.get(GAME).complete({}))
    offer = await domain.challenges.make(
        HERE, BEN, GAME, opponent=ANN, side=suggestion.side_of(BEN.id), options=options
    )
    match = (await domain.challenges.accept(offer.challenge.id, ANN)).match
    assert (match.seats, match.handicap) == ((ANN.id, BEN.id), suggestion.handicap)


async def test_results_make_even_where_there_are_no_ratings(domain: Domain) -> None:
    await won_five(domain)
    one_turn = Suggestion(Handicap("turns", 1), BEN.id, BEN.id, "results", points=80, error=20)
    assert await suggest(domain) == one_turn
    await won_five(domain, "turns-1")
    suggestion = await suggest(domain)
    assert suggestion is not None
    assert suggestion.handicap == Handicap("turns", 2)


async def test_who_still_loses_gets_more_than_ratings_say(domain: Domain) -> None:
    await rated_at(domain, {ANN: 1_580.0, BEN: 1_500.0})
    suggestion = await suggest(domain)
    assert suggestion is not None
    assert (suggestion.handicap, suggestion.reason) == (Handicap("turns", 1), "ratings")
    await won_five(domain, "turns-1")
    suggestion = await suggest(domain)
    assert suggestion is not None
    assert (suggestion.handicap, suggestion.reason) == (Handicap("turns", 2), "results")


async def test_nobody_and_the_computer_are_not_made_even(domain: Domain) -> None:
    kind = games.get(GAME)
    for other in (0, -1, ANN.id):
        suggestion = await domain.handicaps.suggestion(
            HERE.scope, ANN.id, other, kind, kind.complete({})
        )
        assert suggestion is None


# -------------------------------------------------------------------------------------- unasked


async def test_who_has_won_the_last_five_is_offered_one_once(domain: Domain, clock: Clock) -> None:
    for _ in range(4):
        match = await finished(domain, winner=ANN, turns=2)
        assert await domain.handicaps.due(match) is None
    match = await finished(domain, winner=ANN, turns=2)
    due = await domain.handicaps.due(match)
    assert due is not None
    assert due.handicap == Handicap("turns", 1)
    assert await domain.handicaps.offer(match) == due
    assert await domain.handicaps.offer(match) == due, "the same post is composed again"
    assert await domain.handicaps.due(match) == due
    later = await finished(domain, winner=ANN, turns=2)
    assert await domain.handicaps.due(later) is None
    assert await domain.handicaps.offer(later) is None
    clock.move(days=30)
    assert await domain.handicaps.offer(later) == due
    assert await rows(domain) == [(ANN.id, BEN.id, GAME)]


async def test_ratings_far_apart_are_offered_one(domain: Domain) -> None:
    match = await finished(domain, winner=BEN, turns=2)
    await rated_at(domain, {ANN: 1_650.0, BEN: 1_500.0})
    assert await domain.handicaps.due(match) is None
    await rated_at(domain, UNEVEN)
    assert await domain.handicaps.due(match) == TWO_TURNS


async def test_who_declines_is_not_asked_again_soon(domain: Domain, clock: Clock) -> None:
    match = await won_five(domain)
    assert await domain.handicaps.offer(match) is not None
    await domain.handicaps.decline(ANN.id, BEN.id, GAME)
    assert await domain.handicaps.due(match) is None
    clock.move(days=89)
    later = await won_five(domain)
    assert await domain.handicaps.offer(later) is None
    clock.move(days=1)
    assert await domain.handicaps.offer(later) is not None
    assert await suggest(domain) is not None, "whoever asks is told all the same"


async def test_one_game_says_nothing_of_another(domain: Domain) -> None:
    await domain.handicaps.decline(ANN.id, BEN.id, "loop")
    match = await won_five(domain)
    assert await domain.handicaps.offer(match) is not None


async def test_what_they_have_just_played_with_is_not_offered(domain: Domain) -> None:
    await rated_at(domain, UNEVEN)
    match = await finished(domain, "turns-2", winner=ANN)
    assert await domain.handicaps.due(match) is None
    match = await finished(domain, "turns-1", winner=ANN)
    assert await domain.handicaps.due(match) == TWO_TURNS


async def test_nothing_is_offered_where_they_did_not_choose_each_other(domain: Domain) -> None:
    await rated_at(domain, UNEVEN)
    match = await finished(domain, winner=ANN)
    for changes in ({"tournament": 1}, {"imported": CAT.id}, {"place": EVERYWHERE}):
        other = dataclasses.replace(match, **changes)  # type: ignore[arg-type]
        assert await domain.handicaps.offer(other) is None
    running_match = await begun(domain)
    assert await domain.handicaps.offer(running_match) is None
    aborted = (await domain.matches.act(running_match.id, ANN.id, endings.abort)).match
    assert await domain.handicaps.offer(aborted) is None
    change = await domain.challenges.play_computer(HERE, ANN, GAME, 0)
    end = await domain.matches.act(change.match.id, ANN.id, endings.resign)
    assert await domain.handicaps.offer(end.match) is None
    assert await rows(domain) == []


async def test_two_of_whom_one_has_blocked_the_other_are_offered_nothing(domain: Domain) -> None:
    match = await won_five(domain)
    await domain.blocks.block(BEN.id, ANN)
    assert await domain.handicaps.offer(match) is None


async def test_one_of_two_at_once_offers_it(
    open_domain: Callable[[], Awaitable[Domain]],
) -> None:
    processes = [await open_domain(), await open_domain()]
    matches = [await won_five(processes[0]), await finished(processes[0], winner=ANN, turns=2)]

    async def offer(number: int) -> Suggestion | None:
        return await processes[number % 2].handicaps.offer(matches[number % 2])

    results = await asyncio.gather(*map(offer, range(10)))
    offered_after = {number % 2 for number, result in enumerate(results) if result is not None}
    assert len(offered_after) == 1
    assert len(await rows(processes[0])) == 1


# ------------------------------------------------------------------------------------ what is kept


async def test_offers_are_forgotten_when_they_no_longer_matter(
    domain: Domain, clock: Clock
) -> None:
    match = await won_five(domain)
    await domain.handicaps.offer(match)
    await domain.handicaps.decline(CAT.id, DAN.id, GAME)
    clock.move(days=80)
    await domain.handicaps.decline(ANN.id, BEN.id, GAME)
    clock.move(days=10)
    assert await domain.handicaps.prune() == 1
    assert await rows(domain) == [(ANN.id, BEN.id, GAME)]
    clock.move(days=80)
    assert await domain.handicaps.prune() == 1
    assert await rows(domain) == []


async def test_they_are_exported_and_deleted_with_either_member(domain: Domain) -> None:
    for deletes in (ANN, BEN):
        await domain.handicaps.decline(ANN.id, BEN.id, GAME)
        for who in (ANN, BEN):
            exported = await domain.privacy.export(who.id)
            [row] = exported["handicap_offers"]  # type: ignore[misc]
            assert isinstance(row, dict)
            assert row["declined_at"] is not None
        [cat] = [await domain.privacy.export(CAT.id)]
        assert cat["handicap_offers"] == []
        await domain.privacy.delete(deletes.id)
        assert await rows(domain) == []


@pytest.mark.parametrize(
    ("deletes", "declines", "days"),
    [(ANN, False, 30), (BEN, True, 90)],
    ids=["stronger, offered", "weaker, declined"],
)
async def test_a_deletion_of_data_does_not_have_them_offered_again(
    domain: Domain, clock: Clock, deletes: Person, declines: bool, days: int
) -> None:
    assert await domain.handicaps.offer(await won_five(domain)) is not None
    if declines:
        await domain.handicaps.decline(BEN.id, ANN.id, GAME)
    await domain.privacy.delete(deletes.id)
    clock.move(days=days - 1)
    later = await won_five(domain)
    assert await domain.handicaps.due(later) is None
    assert await domain.handicaps.offer(later) is None
    clock.move(days=1)
    assert await domain.handicaps.offer(later) is not None


async def test_with_who_has_deleted_their_data_nothing_is_even(domain: Domain) -> None:
    match = await won_five(domain)
    await domain.privacy.delete(BEN.id)
    assert await domain.handicaps.offer(await domain.matches.get(match.id)) is None
    assert await domain.handicaps.even_between(viewer(ANN), ANN.id, BEN.id, GAME) is None
    assert await domain.handicaps.months(viewer(ANN), ANN.id, BEN.id, GAME) == ()


# ------------------------------------------------------------------------------- table of a circle


async def test_anyone_here_sees_what_would_make_two_even(domain: Domain) -> None:
    await rated_at(domain, UNEVEN)
    for who in (ANN, CAT):
        assert await domain.handicaps.even_between(viewer(who), ANN.id, BEN.id, GAME) == TWO_TURNS
    elsewhere = viewer(CAT, ELSEWHERE)
    assert await domain.handicaps.even_between(elsewhere, ANN.id, BEN.id, GAME) is None
    with pytest.raises(Refused, match="choose two different members"):
        await domain.handicaps.even_between(viewer(ANN), ANN.id, ANN.id, GAME)


async def no_channels(scope: int, channels: frozenset[int]) -> frozenset[int]:
    return frozenset()


async def test_results_in_a_hidden_channel_say_nothing_to_others(domain: Domain) -> None:
    await won_five(domain)
    for who, is_visible in ((CAT, False), (ANN, True)):
        elsewhere = Viewer(who.id, HERE, no_channels)
        suggestion = await domain.handicaps.even_between(elsewhere, ANN.id, BEN.id, GAME)
        assert (suggestion is not None) is is_visible


async def test_the_board_of_a_match_in_a_hidden_channel_says_nothing_to_others(
    domain: Domain,
) -> None:
    await rated_at(domain, UNEVEN)
    match = await begun(domain, variant="6x6")
    await played(domain, match.id, 2)
    await domain.matches.act(match.id, ANN.id, endings.resign)
    for_all = Viewer(CAT.id, HERE, no_channels)
    assert await domain.handicaps.even_between(for_all, ANN.id, BEN.id, GAME) == TWO_TURNS


async def test_it_is_for_the_board_they_played_last(domain: Domain) -> None:
    await rated_at(domain, UNEVEN)
    offer = await domain.challenges.make(HERE, ANN, GAME, opponent=BEN, variant="6x6")
    match = (await domain.challenges.accept(offer.challenge.id, BEN)).match
    await played(domain, match.id, 2)
    await domain.matches.act(match.id, ANN.id, endings.resign)
    suggestion = await domain.handicaps.even_between(viewer(ANN), ANN.id, BEN.id, GAME)
    assert suggestion is not None
    assert suggestion.handicap == Handicap("hints", 10)


async def test_months_show_how_one_has_closed_in(domain: Domain, clock: Clock) -> None:
    await finished(domain, "turns-3", winner=ANN)
    await finished(domain, "turns-3", winner=BEN)
    clock.move(days=31)
    await finished(domain, "turns-1", winner=BEN)
    months = await domain.handicaps.months(viewer(BEN), BEN.id, ANN.id, GAME)
    assert months == (
        MonthOfMatches(date(2026, 3, 1), Handicap("turns", 3), BEN.id, 1, 1, 0),
        MonthOfMatches(date(2026, 4, 1), Handicap("turns", 1), BEN.id, 1, 0, 0),
    )
    with pytest.raises(Refused, match="choose two different members"):
        await domain.handicaps.months(viewer(ANN), ANN.id, ANN.id, GAME)


async def test_months_show_nobody_what_they_may_not_see(domain: Domain) -> None:
    await finished(domain, "turns-3", winner=ANN)
    await finished(domain, "turns-1", winner=ANN, place=ELSEWHERE)

    async def sees(who: Viewer) -> list[str]:
        months = await domain.handicaps.months(who, ANN.id, BEN.id, GAME)
        return [str(month.handicap) for month in months]

    assert await sees(viewer(ANN)) == ["turns-3"]
    assert await sees(viewer(CAT)) == ["turns-3"]
    assert await sees(viewer(CAT, ELSEWHERE)) == ["turns-1"]
    outside = Place(ANN.id, 77, False)
    assert await sees(Viewer(ANN.id, outside, every_channel)) == ["turns-3", "turns-1"]
    assert await sees(Viewer(CAT.id, outside, every_channel)) == []


# ------------------------------------------------------------------------------------- tournaments


async def tournament(domain: Domain, **terms: bool) -> list[Match]:
    """The matches of the first round of Ann, the stronger, and Ben."""
    change = await domain.tournaments.create(
        HERE,
        CAT,
        "round-robin",
        GAME,
        TournamentTerms(players=2, cycles=2, **terms),  # type: ignore[arg-type]
        variant="8x8",
        moderator=True,
    )
    id = change.tournament.id
    for who in (ANN, BEN):
        await domain.tournaments.do(id, organising.join, who)
    await domain.tournaments.do(id, organising.start, CAT.id)
    await domain.tournaments.work()
    await cleared(domain)
    matches = []
    for pairing in await domain.tournaments.games(id):
        if pairing.match is not None:
            match = await domain.matches.get(pairing.match)
            entrants = (await domain.tournaments.get(id)).entrants
            users = {entrant.slot: entrant.user for entrant in entrants}
            assert tuple(users[slot] for slot in pairing.slots if slot is not None) == match.seats
            matches.append(match)
    return matches


async def test_in_a_tournament_with_handicaps_each_match_is_made_even(domain: Domain) -> None:
    await rated_at(domain, UNEVEN)
    for match in await tournament(domain, together=True, handicap=True):
        assert (match.seats, str(match.handicap)) == ((ANN.id, BEN.id), "turns-2")
        assert match.rated


async def test_without_the_choice_a_tournament_has_none(domain: Domain) -> None:
    await rated_at(domain, UNEVEN)
    matches = await tournament(domain, together=True)
    assert {match.seats for match in matches} == {(ANN.id, BEN.id), (BEN.id, ANN.id)}
    assert {match.handicap for match in matches} == {None}


async def test_who_are_even_play_a_tournament_as_ever(domain: Domain) -> None:
    matches = await tournament(domain, together=True, handicap=True)
    assert {match.seats for match in matches} == {(ANN.id, BEN.id), (BEN.id, ANN.id)}
    assert {match.handicap for match in matches} == {None}


async def test_pairs_of_matches_have_no_handicap(domain: Domain) -> None:
    with pytest.raises(Refused, match="choose that or pairs of matches"):
        await tournament(domain, pairs=True, handicap=True)
