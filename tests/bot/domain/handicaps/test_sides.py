"""Who has a handicap, from the challenge to the rematch."""

import pytest

from bot.domain.challenges.approaches import MOST_REJECTED
from bot.domain.challenges.service import Offered
from bot.domain.domain import Domain
from bot.domain.errors import Refused
from bot.domain.handicaps.suggestion import Suggestion
from bot.domain.matches import endings
from bot.domain.matches.match import StoredResult
from bot.domain.teams.team import TeamSide
from bot.domain.values import COMPUTER, InteractionRef, Person
from games.core import HANDICAP, BadOption, Handicap
from tests.bot.conftest import ANN, BEN, CAT, DAN, HERE, viewer
from tests.bot.domain.handicaps.helpers import GAME, begun, finished
from tests.bot.domain.matches.helpers import cleared

HANDICAPS = ("turns-2", "hints-3")
each_handicap = pytest.mark.parametrize("handicap", HANDICAPS)


@each_handicap
async def test_the_second_side_of_a_challenge_has_it(domain: Domain, handicap: str) -> None:
    for side, seats in (("first", (ANN.id, BEN.id)), ("second", (BEN.id, ANN.id))):
        offer = await domain.challenges.make(
            HERE, ANN, GAME, opponent=BEN, side=side, handicap=handicap
        )
        challenge = await domain.challenges.get(offer.challenge.id)
        assert challenge.options[HANDICAP] == handicap
        match = (await domain.challenges.accept(challenge.id, BEN)).match
        assert match.seats == seats
        assert str((await domain.matches.get(match.id)).handicap) == handicap


async def test_a_head_start_is_on_the_board(domain: Domain) -> None:
    match = await begun(domain, "turns-2")
    assert match.state.has_head_start
    assert (match.state.ply, match.mover) == (0, ANN.id)
    assert match.history.decisions == ()
    match_read = await domain.matches.get(match.id)
    assert match_read.state.pieces() == match.state.pieces()
    assert (await domain.matches.record(match.id)).options[HANDICAP] == "turns-2"


async def test_options_may_name_it_and_the_word_is_stronger(domain: Domain) -> None:
    for options, handicap, result in (
        ({HANDICAP: "turns-1"}, "", "turns-1"),
        ({HANDICAP: "turns-1"}, "turns-3", "turns-3"),
        ({HANDICAP: "turns-1"}, "none", None),
        ({}, "none", None),
    ):
        offer = await domain.challenges.make(HERE, ANN, GAME, options=options, handicap=handicap)
        assert offer.challenge.options.get(HANDICAP) == result


async def test_what_a_game_or_a_board_does_not_offer_is_refused(domain: Domain) -> None:
    with pytest.raises(BadOption, match=r"^Handicap of Veloop can’t be “turns-9”"):
        await domain.challenges.make(HERE, ANN, GAME, handicap="turns-9")
    with pytest.raises(BadOption, match="has no extra turns on this board"):
        await domain.challenges.make(HERE, ANN, GAME, variant="6x6", handicap="turns-1")
    with pytest.raises(BadOption, match="has no extra turns on this board"):
        await domain.lobby.make(HERE, ANN, GAME, variant="6x6", handicap="turns-1")


@each_handicap
async def test_a_pair_of_matches_has_none(domain: Domain, handicap: str) -> None:
    sentence = (
        r"^a handicap is for one of you; choose a side, or play two matches with sides swapped, "
        r"without a handicap$"
    )
    with pytest.raises(Refused, match=sentence):
        await domain.challenges.make(HERE, ANN, GAME, side="both", handicap=handicap)
    with pytest.raises(Refused, match=sentence):
        await domain.lobby.make(HERE, ANN, GAME, side="both", handicap=handicap)
    pair = await domain.challenges.make(HERE, ANN, GAME, opponent=BEN, side="both")
    with pytest.raises(Refused, match=sentence):
        await domain.challenges.counter(pair.challenge.id, BEN, handicap=handicap)
    one = await domain.challenges.make(HERE, ANN, GAME, opponent=BEN, handicap=handicap)
    with pytest.raises(Refused, match=sentence):
        await domain.challenges.counter(one.challenge.id, BEN, side="both")


# ----------------------------------------------------------------------------------- counter-offers


@each_handicap
async def test_a_counter_offer_keeps_it_and_its_side(domain: Domain, handicap: str) -> None:
    offer = await domain.challenges.make(
        HERE, ANN, GAME, opponent=BEN, side="first", handicap=handicap
    )
    answer = (await domain.challenges.counter(offer.challenge.id, BEN, clock="2d")).challenge
    assert (answer.options[HANDICAP], answer.side) == (handicap, "second")
    match = (await domain.challenges.accept(answer.id, ANN)).match
    assert (match.seats, str(match.handicap)) == ((ANN.id, BEN.id), handicap)


async def test_a_counter_offer_changes_it_alone_or_the_board_alone(domain: Domain) -> None:
    async def countered(**terms: str) -> str | None:
        offer = await domain.challenges.make(
            HERE, ANN, GAME, opponent=BEN, side="first", handicap="turns-2"
        )
        answer = await domain.challenges.counter(offer.challenge.id, BEN, **terms)
        await domain.challenges.withdraw(answer.challenge.id, BEN)
        return answer.challenge.options.get(HANDICAP)

    assert await countered(handicap="turns-3") == "turns-3"
    assert await countered(handicap="none") is None
    assert await countered(variant="12x12") == "turns-2"
    assert await countered(variant="12x12", handicap="hints-6") == "hints-6"
    assert await countered(variant="6x6", handicap="none") is None
    assert await countered(variant="8x8, turns-1") == "turns-1"
    with pytest.raises(BadOption, match="choose hints, or another board"):
        await countered(variant="6x6")


async def test_a_counter_offer_with_the_same_handicap_is_the_same_offer(domain: Domain) -> None:
    offer = await domain.challenges.make(
        HERE, ANN, GAME, opponent=BEN, side="first", handicap="turns-2"
    )
    with pytest.raises(Refused, match="that’s the same offer"):
        await domain.challenges.counter(offer.challenge.id, BEN, handicap="turns-2")


# ---------------------------------------------------------------------------------------- rematches


@each_handicap
@pytest.mark.parametrize("asks", [ANN, BEN], ids=["first", "second"])
async def test_in_a_rematch_the_same_member_has_it(
    domain: Domain, handicap: str, asks: Person
) -> None:
    match = await finished(domain, handicap)
    agrees = BEN if asks == ANN else ANN
    for _ in range(2):
        offer = await domain.challenges.rematch(match.id, asks.id)
        assert isinstance(offer, Offered)
        assert str(Handicap.of(offer.challenge.options)) == handicap
        change = await domain.challenges.rematch(match.id, agrees.id)
        assert isinstance(change, StoredResult)
        match = change.match
        assert (match.seats, str(match.handicap)) == ((ANN.id, BEN.id), handicap)
        await domain.matches.act(match.id, ANN.id, endings.abort)


async def test_without_a_handicap_a_rematch_exchanges_the_sides(domain: Domain) -> None:
    match = await finished(domain)
    await domain.challenges.rematch(match.id, ANN.id)
    change = await domain.challenges.rematch(match.id, BEN.id)
    assert isinstance(change, StoredResult)
    assert change.match.seats == (BEN.id, ANN.id)


# ----------------------------------------------------------------------------------- the computer


@pytest.mark.parametrize("side", ["first", "second"])
async def test_against_the_computer_either_may_have_turns(domain: Domain, side: str) -> None:
    change = await domain.challenges.play_computer(
        HERE, ANN, GAME, 1, side=side, handicap="turns-1"
    )
    match = change.match
    assert match.seats == ((ANN.id, COMPUTER) if side == "first" else (COMPUTER, ANN.id))
    assert match.state.has_head_start
    await domain.matches.act(match.id, ANN.id, endings.resign)
    rematch = await domain.challenges.rematch(match.id, ANN.id)
    assert isinstance(rematch, StoredResult)
    assert (rematch.match.seats, rematch.match.handicap) == (match.seats, match.handicap)


async def test_against_the_computer_hints_are_for_the_member(domain: Domain) -> None:
    for side in ("random", "second"):
        change = await domain.challenges.play_computer(
            HERE, ANN, GAME, 1, side=side, handicap="hints-3"
        )
        assert change.match.seats == (COMPUTER, ANN.id)
    with pytest.raises(Refused, match=r"^hints are for the second side; take"):
        await domain.challenges.play_computer(HERE, ANN, GAME, 1, side="first", handicap="hints-3")


# ---------------------------------------------------------------------------------------- the lobby


@each_handicap
async def test_an_offer_of_the_lobby_has_it(domain: Domain, handicap: str) -> None:
    offer = await domain.lobby.make(HERE, ANN, GAME, side="first", handicap=handicap)
    [entry] = await domain.lobby.listed(viewer(BEN))
    assert entry.offer.options[HANDICAP] == handicap
    match = (await domain.lobby.take(offer.id, BEN)).match
    assert (match.seats, str(match.handicap)) == ((ANN.id, BEN.id), handicap)
    await cleared(domain)


# ------------------------------------------------------------------------------------------- teams


async def test_a_team_has_turns_and_no_hints(domain: Domain) -> None:
    sides = [
        TeamSide((ANN.id, BEN.id), None, veto=False),
        TeamSide((CAT.id, DAN.id), None, veto=False),
    ]
    interaction = InteractionRef(1, "token", 2)
    with pytest.raises(Refused, match=r"^a team has no hints"):
        await domain.teams.start(HERE, ANN, GAME, sides, "8x8, hints-3", "", "", interaction)
    change = await domain.teams.start(HERE, ANN, GAME, sides, "8x8, turns-1", "", "", interaction)
    assert change.match.state.has_head_start


async def test_a_maker_who_makes_it_even_is_not_rejected_by_that(domain: Domain) -> None:
    even = Suggestion(Handicap("turns", 2), BEN.id, BEN.id, "results")
    for _ in range(MOST_REJECTED - 1):
        offer = await domain.challenges.make(HERE, ANN, GAME, opponent=BEN)
        await domain.challenges.withdraw(offer.challenge.id, ANN)
    offer = await domain.challenges.make(HERE, ANN, GAME, opponent=BEN)
    again = await domain.challenges.make_even(offer.challenge.id, ANN, even)
    assert again.challenge.options[HANDICAP] == "turns-2"
    assert (await domain.challenges.get(offer.challenge.id)).status == "withdrawn"


async def test_a_challenge_stays_that_cannot_be_made_even(domain: Domain) -> None:
    even = Suggestion(Handicap("turns", 2), BEN.id, BEN.id, "results")
    offer = await domain.challenges.make(HERE, ANN, GAME, opponent=BEN)
    await domain.members.change(BEN.id, challenges=False)
    with pytest.raises(Refused, match="isn’t taking challenges"):
        await domain.challenges.make_even(offer.challenge.id, ANN, even)
    assert (await domain.challenges.get(offer.challenge.id)).status == "open"
