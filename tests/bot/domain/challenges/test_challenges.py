"""Challenges: who can make, take, decline and withdraw what, and what is told to whom."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from bot.domain.challenges import repository
from bot.domain.challenges.challenge import Challenge
from bot.domain.challenges.events import ChallengeCountered
from bot.domain.challenges.service import Offered
from bot.domain.domain import Domain
from bot.domain.errors import LimitReached, NotFound, NotYours, Over, Refused
from bot.domain.matches import endings
from bot.domain.matches.match import Match, StoredResult
from bot.domain.values import COMPUTER, InteractionRef, Person, Place, Viewer
from games import BadOption
from tests.bot.conftest import ANN, BEN, CAT, DAN, HERE, Clock, viewer
from tests.bot.domain.matches.helpers import cleared, kinds, swept


async def made(domain: Domain, maker: Person, game: str = "loop", **terms: Any) -> Challenge:
    """A new challenge in the usual place."""
    offer = await domain.challenges.make(HERE, maker, game, **terms)
    return offer.challenge


async def test_a_challenge_that_is_accepted_becomes_a_match_with_its_terms(domain: Domain) -> None:
    challenge = await made(
        domain,
        ANN,
        "veloop-square",
        opponent=BEN,
        variant="6x6, single",
        side="second",
        clock="3d",
        note=" hi\nyou ",
    )
    assert (challenge.status, challenge.note) == ("open", "hi you")
    match = (await domain.challenges.accept(challenge.id, BEN)).match
    assert match.name == "M1"
    assert match.options == {"board": "6x6", "turns": "single"}
    assert match.seats == (BEN.id, ANN.id)
    assert match.names == ("Ben", "Ann")
    assert match.mover == BEN.id
    assert str(match.clock) == "3d"
    assert (await domain.challenges.get(challenge.id)).match == match.id

    challenge_notice, start_notice = await swept(domain)
    assert kinds([challenge_notice, start_notice]) == [("challenge", BEN.id), ("started", ANN.id)]
    assert (challenge_notice.match, challenge_notice.challenge) == (None, challenge.id)
    assert (start_notice.match, start_notice.challenge) == (match.id, None)


async def test_names_of_matches_are_counted_by_server(domain: Domain) -> None:
    elsewhere = Place(scope=77, channel=78)
    names = []
    for place in (HERE, elsewhere, HERE):
        offer = await domain.challenges.make(place, ANN, "veloop-hex", opponent=BEN)
        change = await domain.challenges.accept(offer.challenge.id, BEN)
        names.append(change.match.name)
    assert names == ["M1", "M1", "M2"]


async def test_of_three_who_take_an_open_challenge_at_once_one_gets_it(
    domain: Domain, open_domain: Callable[[], Awaitable[Domain]]
) -> None:
    other_process = await open_domain()
    for _ in range(5):
        challenge = await made(domain, ANN)
        results = await asyncio.gather(
            domain.challenges.accept(challenge.id, BEN),
            domain.challenges.accept(challenge.id, CAT),
            other_process.challenges.accept(challenge.id, DAN),
            return_exceptions=True,
        )
        refusals = [result for result in results if isinstance(result, Over)]
        assert len(refusals) == 2, results
        assert str(refusals[0]) == "someone has already accepted this challenge"
    assert len(await domain.matches.of(ANN.id)) == 5


async def test_only_the_member_challenged_accepts_or_declines_and_only_the_maker_withdraws(
    domain: Domain,
) -> None:
    challenges = domain.challenges
    to_ben = (await made(domain, ANN, opponent=BEN)).id
    for answer in (challenges.accept, challenges.decline, challenges.counter):
        with pytest.raises(NotYours, match=r"^this challenge is for Ben$"):
            await answer(to_ben, CAT)
    own = r"^this is your own challenge; wait for someone to accept it$"
    with pytest.raises(NotYours, match=own):
        await challenges.accept(to_ben, ANN)
    with pytest.raises(NotYours, match=r"^only Ann can withdraw this challenge$"):
        await challenges.withdraw(to_ben, BEN)

    result = await challenges.decline(to_ben, BEN)
    assert result.challenge.status == "declined"
    for act, who in (
        (challenges.decline, BEN),
        (challenges.accept, BEN),
        (challenges.withdraw, ANN),
    ):
        with pytest.raises(Over, match=r"^this challenge was declined$"):
            await act(to_ben, who)
    assert kinds(await swept(domain)) == [("challenge", BEN.id), ("declined", ANN.id)]


async def test_an_open_challenge_is_countered_or_withdrawn_but_not_declined(
    domain: Domain,
) -> None:
    challenges = domain.challenges
    to_anyone = (await made(domain, ANN)).id
    nothing_to_decline = r"^this is an open challenge, so there’s nothing to decline$"
    with pytest.raises(Refused, match=nothing_to_decline):
        await challenges.decline(to_anyone, BEN)
    with pytest.raises(NotYours, match=r"^this is your own challenge"):
        await challenges.counter(to_anyone, ANN)
    with pytest.raises(Refused, match=r"^that’s the same offer; change something, or accept it$"):
        await challenges.counter(to_anyone, BEN, note="the same")

    counter_offer = await challenges.counter(to_anyone, BEN, clock="2d")
    assert counter_offer.challenge.target == ANN
    assert (await challenges.get(to_anyone)).status == "open"

    withdrawn = await challenges.withdraw(to_anyone, ANN)
    assert withdrawn.challenge.status == "withdrawn"
    assert (await challenges.get(to_anyone)).status == "withdrawn"
    with pytest.raises(Over, match=r"^this challenge was withdrawn$"):
        await challenges.accept(to_anyone, BEN)
    assert kinds(await swept(domain)) == [("challenge", None), ("countered", ANN.id)]


async def test_terms_come_from_the_server_if_the_member_names_none(
    domain: Domain, clock: Clock
) -> None:
    await domain.servers.change(HERE, clock="3d", days=2)
    challenge = await made(domain, ANN)
    assert str(challenge.clock) == "3d"
    assert challenge.side == "random"
    assert challenge.rated is False
    assert challenge.note == ""
    assert challenge.explore is True
    assert challenge.created_at == clock.moment
    assert challenge.expires == clock.moment + timedelta(days=2)


async def test_terms_come_from_the_member(domain: Domain) -> None:
    await domain.servers.change(HERE, clock="3d", days=2)
    challenge = await made(domain, ANN, clock="none", side=" First ", note="x" * 300, explore=False)
    assert str(challenge.clock) == "none"
    assert challenge.side == "first"
    assert challenge.note == "x" * 300
    assert challenge.explore is False
    assert await domain.challenges.get(challenge.id) == challenge

    # what is named as an option comes before a variant
    challenge = await made(domain, ANN, "veloop-square", variant="6x6", options={"turns": "single"})
    assert challenge.options == {"board": "8x8", "turns": "single"}


async def test_what_cannot_be_asked_for_is_refused_with_what_can(domain: Domain) -> None:
    boards = (
        "“19x19” isn’t a variant of Veloop; choose from 8x8, 5x5, 6x6, 12x12; double turns, single "
        "turns"
    )
    for terms, error, words in (
        ({"opponent": ANN}, Refused, "can’t challenge yourself"),
        ({"variant": "19x19"}, BadOption, boards),
        ({"variant": "hex34"}, BadOption, "“hex34” isn’t a variant"),
        ({"variant": "8x8 12x12"}, BadOption, "Board can be 8x8 or 12x12, not both"),
        ({"variant": "x" * 6000}, BadOption, "isn’t a variant"),
        ({"note": "x" * 301}, Refused, "the message is too long; the limit is 300 characters"),
        ({"side": "left"}, Refused, "the side can be random, first, second or both"),
        ({"clock": "soon"}, Refused, "1, 2, 3, 7 or 14 days"),
        ({"clock": "x" * 6000}, Refused, "1, 2, 3, 7 or 14 days"),
        ({"options": {"board": "9x9"}}, BadOption, "9x9"),
    ):
        with pytest.raises(error) as refusal:
            await made(domain, ANN, "veloop-square", **{"opponent": BEN, **terms})
        assert words in str(refusal.value)
        assert len(str(refusal.value)) < 600
    assert await domain.outbox.depth() == 0


async def test_who_turned_notices_of_turns_off_is_still_challenged(domain: Domain) -> None:
    await domain.members.change(BEN.id, notices="none")
    offer = await domain.challenges.make(HERE, ANN, "veloop-square", opponent=BEN)
    assert offer.notice.ping == BEN.id
    await domain.challenges.accept(offer.challenge.id, BEN)
    _, *later = await swept(domain)
    assert BEN.id not in [notice.ping for notice in later], "but not to their turns"


async def test_a_challenge_ends_once(domain: Domain) -> None:
    challenge = await made(domain, ANN)
    async with domain.database.unit_of_work() as work:
        await repository.end(work, challenge.ended("declined"))
        with pytest.raises(Over, match=r"^this challenge is no longer open$"):
            await repository.end(work, challenge.ended("withdrawn"))
    assert (await domain.challenges.get(challenge.id)).status == "declined"


async def test_open_challenges_are_listed_until_they_expire(domain: Domain, clock: Clock) -> None:
    to_anyone = await made(domain, ANN)
    to_cat = await made(domain, ANN, opponent=CAT)

    async def ids(who: Person, place: Place = HERE, **page: int) -> list[int]:
        challenges = await domain.challenges.open(viewer(who, place), **page)
        return [challenge.id for challenge in challenges]

    assert await ids(DAN) == [to_anyone.id]
    assert await ids(CAT) == [to_cat.id, to_anyone.id]
    assert await ids(ANN) == [to_cat.id, to_anyone.id]
    assert await ids(CAT, limit=1) == [to_cat.id]
    assert await ids(CAT, limit=1, offset=1) == [to_anyone.id]
    assert await ids(DAN, Place(HERE.scope + 1, 1)) == []

    clock.move(days=14)
    assert await ids(CAT) == []
    with pytest.raises(Over, match=r"^this challenge has expired$"):
        await domain.challenges.accept(to_anyone.id, BEN)


async def test_an_expired_challenge_is_closed_once_and_only_its_maker_hears_of_it(
    domain: Domain, clock: Clock
) -> None:
    await domain.members.change(BEN.id, notices="dm")
    await made(domain, ANN, opponent=BEN)
    of_ben = await made(domain, BEN)
    await cleared(domain)
    clock.move(days=14, milliseconds=-1)
    assert await domain.challenges.expire() == 0
    clock.move(milliseconds=1)
    assert await domain.challenges.expire(limit=1) == 1
    assert await domain.challenges.expire() == 1
    assert await domain.challenges.expire() == 0
    assert (await domain.challenges.get(of_ben.id)).status == "expired"

    notices = await swept(domain)
    assert kinds(notices) == [("expired", ANN.id), ("expired", BEN.id)]
    assert [notice.dm for notice in notices] == [None, BEN.id]


async def test_notes_are_cleared_from_a_members_open_challenges_in_one_server(
    domain: Domain,
) -> None:
    rude = await made(domain, ANN, note="rude")
    empty = await made(domain, ANN, note="")
    of_ben = await made(domain, BEN, note="kind")
    other_server = Place(HERE.scope + 1, 5)
    elsewhere = await domain.challenges.make(other_server, ANN, "loop", note="far")
    withdrawn = await made(domain, ANN, note="old")
    await domain.challenges.withdraw(withdrawn.id, ANN)

    assert await domain.challenges.clear_notes(HERE.scope, ANN.id) == 1
    for challenge, note in (
        (rude, ""),
        (empty, ""),
        (of_ben, "kind"),
        (elsewhere.challenge, "far"),
        (withdrawn, "old"),
    ):
        assert (await domain.challenges.get(challenge.id)).note == note


async def test_only_who_may_view_the_channel_or_takes_part_sees_a_challenge(domain: Domain) -> None:
    async def no_channel(scope: int, channels: Collection[int]) -> Collection[int]:
        return ()

    to_ben = await made(domain, ANN, opponent=BEN)
    for who in (ANN, BEN):
        assert await domain.challenges.shown(Viewer(who.id, HERE, no_channel), to_ben.id) == to_ben
    assert await domain.challenges.shown(viewer(CAT), to_ben.id) == to_ben
    with pytest.raises(NotFound, match=r"^that challenge no longer exists$"):
        await domain.challenges.shown(Viewer(CAT.id, HERE, no_channel), to_ben.id)
    with pytest.raises(NotFound, match=r"^that challenge no longer exists$"):
        await domain.challenges.shown(viewer(ANN), 99)


async def test_a_counter_offer_replaces_the_challenge_and_keeps_what_it_does_not_change(
    domain: Domain, clock: Clock
) -> None:
    terms = {"variant": "6x6", "side": "first", "clock": "2d", "rated": True, "note": "first"}
    first = await made(domain, ANN, "veloop-square", opponent=BEN, **terms)
    clock.move(days=1)

    counter_offer = await domain.challenges.counter(first.id, BEN, clock="7d")
    second = counter_offer.challenge
    assert isinstance(counter_offer.notice.event, ChallengeCountered)
    assert (second.maker, second.target) == (BEN, ANN)
    assert (second.side, second.note) == ("second", "")
    assert (second.options, str(second.clock), second.rated) == (first.options, "7d", True)
    assert second.created_at == clock.moment
    assert second.expires == clock.moment + timedelta(days=14)
    assert (await domain.challenges.get(first.id)).status == "countered"
    with pytest.raises(Over, match=r"^this challenge was answered with a counter-offer$"):
        await domain.challenges.accept(first.id, BEN)

    counter_offer = await domain.challenges.counter(
        second.id, ANN, variant="5x5", side="second", clock="none", rated=False, note="so?"
    )
    third = counter_offer.challenge
    assert third.options["board"] == "5x5"
    assert (third.side, str(third.clock)) == ("second", "none")
    assert (third.rated, third.note) == (False, "so?")
    change = await domain.challenges.accept(third.id, BEN)
    assert change.match.seats == (BEN.id, ANN.id)
    assert kinds(await swept(domain)) == [
        ("challenge", BEN.id),
        ("countered", ANN.id),
        ("countered", BEN.id),
        ("started", ANN.id),
    ]


async def test_an_open_challenge_closes_with_a_counter_offer_to_it_that_is_taken(
    domain: Domain,
) -> None:
    first = await made(domain, ANN)
    counter_offer = await domain.challenges.counter(first.id, BEN, clock="3d")
    change = await domain.challenges.accept(counter_offer.challenge.id, ANN)
    first = await domain.challenges.get(first.id)
    assert (first.status, first.match) == ("countered", change.match.id)
    assert await domain.challenges.open(viewer(DAN)) == ()


async def test_an_open_challenge_that_was_taken_stays_so_when_a_counter_offer_to_it_is_taken(
    domain: Domain,
) -> None:
    first = await made(domain, ANN)
    counter_offer = await domain.challenges.counter(first.id, BEN, clock="3d")
    by_cat = await domain.challenges.accept(first.id, CAT)
    await domain.challenges.accept(counter_offer.challenge.id, ANN)
    first = await domain.challenges.get(first.id)
    assert (first.status, first.match) == ("taken", by_cat.match.id)
    assert await domain.challenges.open(viewer(DAN)) == ()


async def test_a_counter_offer_keeps_to_limits(domain: Domain) -> None:
    to_ben = await made(domain, ANN, opponent=BEN)
    for _ in range(10):
        await made(domain, BEN)
    with pytest.raises(LimitReached, match="10 open challenges"):
        await domain.challenges.counter(to_ben.id, BEN)

    await domain.servers.change(HERE, matches=1)
    await domain.challenges.play_computer(HERE, CAT, "loop", 0)
    to_cat = await made(domain, DAN, opponent=CAT)
    with pytest.raises(LimitReached, match="limit of 1 running matches"):
        await domain.challenges.counter(to_cat.id, CAT)
    assert (await domain.challenges.get(to_cat.id)).status == "open"


@pytest.mark.parametrize(
    ("side", "seats"), [("first", (ANN.id, COMPUTER)), ("second", (COMPUTER, ANN.id))]
)
async def test_the_computer_plays_at_once(
    domain: Domain, side: str, seats: tuple[int, int]
) -> None:
    change = await domain.challenges.play_computer(
        HERE,
        ANN,
        "veloop-square",
        3,
        side=side,
        variant="6x6",
        explore=False,
        computer="Robo",
    )
    match = change.match
    assert match.seats == seats
    assert sorted(match.names) == ["Ann", "Robo"]
    assert (match.level, match.rated, match.explore) == (3, False, False)
    assert str(match.clock) == "none"
    assert match.options["board"] == "6x6"


async def test_a_move_of_the_computer_pings_the_member(domain: Domain) -> None:
    change = await domain.challenges.play_computer(HERE, ANN, "veloop-square", 3, side="second")
    move = str(change.match.state.legal_moves()[0])
    await domain.matches.play(change.match.id, COMPUTER, move)
    *_, last = await swept(domain)
    assert last.ping == ANN.id


async def test_a_match_against_the_computer_may_begin_in_a_position_but_not_in_one_that_is_over(
    domain: Domain,
) -> None:
    decisions = ("1d4", "1d3", "1c4", "1g5", "1c3", "1h5", "1d2", "1i4", "1e2", "1i3")
    begin = partial(domain.challenges.play_computer, HERE, ANN, "loop", 0, side="first", options={})
    match = (await begin(initial_decisions=decisions)).match
    assert (match.decisions, match.mover) == (decisions, ANN.id)
    with pytest.raises(Refused, match=r"^the match is over in that position$"):
        await begin(initial_decisions=(*decisions, "1e3"))


async def test_a_random_side_is_drawn_for_either_player(domain: Domain) -> None:
    first_players = set()
    for _ in range(12):
        change = await domain.challenges.play_computer(HERE, ANN, "loop", 0)
        first_players.add(change.match.seats[0])
    assert first_players == {ANN.id, COMPUTER}


async def test_a_post_that_answers_an_interaction_is_held_for_whoever_answers_it(
    domain: Domain,
) -> None:
    interaction = InteractionRef(id=5, token="secret", application=6)
    offer = await domain.challenges.make(
        HERE, ANN, "veloop-square", opponent=BEN, interaction=interaction
    )
    assert (offer.notice.interaction, offer.notice.attempts) == (interaction, 1)
    assert await domain.outbox.claim() == []


async def test_long_names_are_cut_to_one_line(domain: Domain) -> None:
    challenge = await made(domain, Person(5, "a\nb " + "x" * 500))
    assert challenge.maker.name.startswith("a b x")
    assert len(challenge.maker.name) == 100


async def test_names_and_notes_are_stored_without_what_no_database_can_store(
    domain: Domain,
) -> None:
    odd = await made(domain, Person(ANN.id, "An\0n \ud83d"), note="half \udc4d of\0 it")
    challenge = await domain.challenges.get(odd.id)
    assert challenge.maker.name == "Ann ?"
    assert challenge.note == "half ? of it"


async def test_a_rated_match_has_a_clock(domain: Domain) -> None:
    challenge = await made(domain, ANN, opponent=BEN, rated=True)
    assert str(challenge.clock) == "3d"
    with pytest.raises(Refused, match="a rated match needs a time limit"):
        await made(domain, ANN, opponent=BEN, rated=True, clock="none")

    unrated_offer = await made(domain, ANN, opponent=BEN)
    assert not unrated_offer.clock
    with pytest.raises(Refused, match="a rated match needs a time limit"):
        await domain.challenges.counter(unrated_offer.id, BEN, clock="none", rated=True)
    counter_offer = await domain.challenges.counter(unrated_offer.id, BEN, rated=True)
    assert str(counter_offer.challenge.clock) == "3d"


async def pair(domain: Domain) -> tuple[Match, Match]:
    """Two rated matches of Ann and Ben with sides exchanged."""
    challenge = await made(domain, BEN, opponent=ANN, side="both", clock="2d", rated=True)
    first = (await domain.challenges.accept(challenge.id, ANN)).match
    second = await domain.matches.half(first)
    return first, second


async def test_a_pair_is_two_matches_with_sides_exchanged(domain: Domain) -> None:
    first, second = await pair(domain)
    assert (first.name, second.name) == ("M1", "M2")
    assert second.seats == first.seats[::-1]
    for match in (first, second):
        assert match.rated
        assert str(match.clock) == "2d"
    half = await domain.matches.half(second)
    assert half is not None
    assert half.id == first.id

    # Each is called once to where they begin, but not who got the first match as the answer.
    pings = {notice.ping for notice in await swept(domain) if notice.match}
    movers = {first.mover, second.mover}
    if first.mover == ANN.id:
        movers.remove(ANN.id)
    assert pings - {None} == movers


async def test_a_counter_offer_to_a_pair_is_a_pair(domain: Domain) -> None:
    challenge = await made(domain, ANN, opponent=BEN, side="both", clock="3d", rated=True)
    counter_offer = await domain.challenges.counter(challenge.id, BEN, clock="2d")
    assert counter_offer.challenge.side == "both"


async def test_both_matches_of_a_pair_count_toward_limits(domain: Domain) -> None:
    await domain.servers.change(HERE, matches=2)
    await pair(domain)
    single = await made(domain, CAT, opponent=ANN)
    with pytest.raises(LimitReached, match="limit of 2 running matches"):
        await domain.challenges.accept(single.id, ANN)
    await domain.servers.change(HERE, rated=1, matches=9)
    with pytest.raises(LimitReached, match="month’s limit of 1 rated"):
        await made(domain, BEN, opponent=CAT, side="both", clock="3d", rated=True)


async def test_a_pair_is_played_again_together_and_once(domain: Domain) -> None:
    challenges = domain.challenges
    first, second = await pair(domain)
    await domain.matches.act(first.id, ANN.id, endings.abort)
    with pytest.raises(Refused, match=r"^M2, the other match of the pair, is not over yet$"):
        await challenges.rematch(first.id, ANN.id)
    await domain.matches.act(second.id, BEN.id, endings.abort)

    offer = await challenges.rematch(second.id, ANN.id)
    assert isinstance(offer, Offered)
    assert offer.challenge.side == "both"
    change = await challenges.rematch(first.id, BEN.id)
    assert isinstance(change, StoredResult)
    assert (change.match.name, change.match.pair) == ("M3", 4)
    for match in (first, second):
        with pytest.raises(Over, match="M3"):
            await challenges.rematch(match.id, BEN.id)


async def test_what_is_solved_is_never_rated(domain: Domain) -> None:
    terms = {"opponent": BEN, "variant": "hexagon 3"}
    with pytest.raises(Refused, match=r"^this board is solved, so it can’t be rated"):
        await made(domain, ANN, "veloop-hex", rated=True, **terms)
    challenge = await made(domain, ANN, "veloop-hex", **terms)
    with pytest.raises(Refused, match="solved"):
        await domain.challenges.counter(challenge.id, BEN, rated=True)
    with pytest.raises(Refused, match=r"^this board is solved, so it’s not for tournaments"):
        await domain.tournaments.create(HERE, ANN, "swiss", "veloop-hex", variant="hexagon 3")


async def test_open_challenges_are_found_for_several_members_and_places_at_once(
    domain: Domain,
) -> None:
    elsewhere = Place(scope=77, channel=78)
    to_ben = await made(domain, ANN, opponent=BEN)
    to_anyone = await made(domain, CAT)
    other = (await domain.challenges.make(elsewhere, DAN, "loop")).challenge
    found = await domain.challenges.open_to({BEN.id}, ())
    assert [challenge.id for challenge in found] == [to_ben.id]
    found = await domain.challenges.open_to({BEN.id, DAN.id}, {HERE.scope})
    assert [challenge.id for challenge in found] == [to_ben.id, to_anyone.id, other.id]
    concerning_ben = [item.id for item in found if item.concerns(BEN.id, HERE.scope)]
    assert concerning_ben == [to_ben.id, to_anyone.id]
    await domain.challenges.decline(to_ben.id, BEN)
    assert await domain.challenges.open_to({ANN.id, BEN.id}, ()) == []


async def test_revisions_of_running_matches_are_found_for_several_members_at_once(
    domain: Domain,
) -> None:
    challenge = await made(domain, ANN, opponent=BEN, side="first")
    match = (await domain.challenges.accept(challenge.id, BEN)).match
    revisions = await domain.matches.revisions_of_members({ANN.id, BEN.id, CAT.id})
    assert revisions == {ANN.id: [(match.id, 1)], BEN.id: [(match.id, 1)]}
    await domain.matches.act(match, BEN.id, endings.resign)
    assert await domain.matches.revisions_of_members({ANN.id, BEN.id}) == {}
