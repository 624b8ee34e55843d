"""Challenges: who can make, take, decline and withdraw what, and what is told to whom."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from datetime import timedelta
from functools import partial

import pytest

from bot.domain.challenges import repository
from bot.domain.challenges.events import ChallengeCountered
from bot.domain.challenges.service import Offered
from bot.domain.domain import Domain
from bot.domain.errors import LimitReached, NotFound, NotYours, Over, Refused
from bot.domain.matches import endings
from bot.domain.matches.match import StoredResult
from bot.domain.values import COMPUTER, Person, Place, Via, Viewer
from games import BadOption
from tests.bot.conftest import ANN, BEN, CAT, DAN, HERE, Clock, viewer
from tests.bot.domain.matches.helpers import kinds, swept


async def test_a_challenge_that_is_accepted_becomes_a_match_with_its_terms(domain: Domain) -> None:
    offered = await domain.challenges.make(
        HERE,
        ANN,
        "veloop-square",
        opponent=BEN,
        variant="6x6, single",
        side="second",
        clock="3d",
        note=" hi\nyou ",
    )
    assert (offered.challenge.status, offered.challenge.note) == ("open", "hi you")
    match = (await domain.challenges.accept(offered.challenge.id, BEN)).match
    assert match.name == "M1"
    assert match.options == {"board": "6x6", "turns": "single"}
    assert match.seats == (BEN.id, ANN.id)
    assert match.names == ("Ben", "Ann")
    assert match.mover == BEN.id
    assert str(match.clock) == "3d"
    assert (await domain.challenges.get(offered.challenge.id)).match == match.id
    notices = await swept(domain)
    assert kinds(notices) == [("challenge", BEN.id), ("started", ANN.id)]
    assert [(notice.match, notice.challenge) for notice in notices] == [
        (None, offered.challenge.id),
        (match.id, None),
    ]


async def test_names_of_matches_are_counted_by_server(domain: Domain) -> None:
    elsewhere = Place(scope=77, channel=78)
    names = []
    for place in (HERE, elsewhere, HERE):
        offered = await domain.challenges.make(place, ANN, "veloop-hex", opponent=BEN)
        names.append((await domain.challenges.accept(offered.challenge.id, BEN)).match.name)
    assert names == ["M1", "M1", "M2"]


async def test_of_two_who_take_an_open_challenge_at_once_one_gets_it(
    domain: Domain, opened: Callable[[], Awaitable[Domain]]
) -> None:
    other_process = await opened()
    for _ in range(5):
        offered = await domain.challenges.make(HERE, ANN, "veloop-square")
        results = await asyncio.gather(
            domain.challenges.accept(offered.challenge.id, BEN),
            domain.challenges.accept(offered.challenge.id, CAT),
            other_process.challenges.accept(offered.challenge.id, DAN),
            return_exceptions=True,
        )
        lost = [result for result in results if isinstance(result, Over)]
        assert len(lost) == 2, results
        assert str(lost[0]) == "someone has already accepted this challenge"
    assert len(await domain.matches.of(ANN.id)) == 5


async def test_only_the_member_challenged_accepts_or_declines_and_only_the_maker_withdraws(
    domain: Domain,
) -> None:
    challenges = domain.challenges
    to_ben = (await challenges.make(HERE, ANN, "veloop-square", opponent=BEN)).challenge.id
    for answer in (
        challenges.accept(to_ben, CAT),
        challenges.decline(to_ben, CAT),
        challenges.counter(to_ben, CAT),
    ):
        with pytest.raises(NotYours, match=r"^this challenge is for Ben$"):
            await answer
    with pytest.raises(
        NotYours, match=r"^this is your own challenge; wait for someone to accept it$"
    ):
        await challenges.accept(to_ben, ANN)
    with pytest.raises(NotYours, match=r"^only Ann can withdraw this challenge$"):
        await challenges.withdraw(to_ben, BEN)
    assert (await challenges.decline(to_ben, BEN)).challenge.status == "declined"
    for late in (
        challenges.decline(to_ben, BEN),
        challenges.accept(to_ben, BEN),
        challenges.withdraw(to_ben, ANN),
    ):
        with pytest.raises(Over, match=r"^this challenge was declined$"):
            await late
    to_anyone = (await challenges.make(HERE, ANN, "veloop-square")).challenge.id
    with pytest.raises(
        Refused, match=r"^this is an open challenge, so there’s nothing to decline$"
    ):
        await challenges.decline(to_anyone, BEN)
    with pytest.raises(NotYours, match=r"^this is your own challenge"):
        await challenges.counter(to_anyone, ANN)
    with pytest.raises(Refused, match=r"^that’s the same offer; change something, or accept it$"):
        await challenges.counter(to_anyone, BEN, note="the same")
    assert (await challenges.counter(to_anyone, BEN, clock="2d")).challenge.target == ANN
    assert (await challenges.get(to_anyone)).status == "open"
    withdrawn = await challenges.withdraw(to_anyone, ANN)
    assert withdrawn.challenge.status == (await challenges.get(to_anyone)).status == "withdrawn"
    with pytest.raises(Over, match=r"^this challenge was withdrawn$"):
        await challenges.accept(to_anyone, BEN)
    sent = kinds(await swept(domain))
    to_ann = [("declined", ANN.id), ("challenge", None), ("countered", ANN.id)]
    assert sent == [("challenge", BEN.id), *to_ann]


async def test_terms_come_from_the_member_else_from_the_server(
    domain: Domain, clock: Clock
) -> None:
    await domain.servers.change(HERE, clock="3d", days=2)
    make = domain.challenges.make
    plain = (await make(HERE, ANN, "veloop-square")).challenge
    assert (str(plain.clock), plain.side, plain.rated, plain.note, plain.explore) == (
        "3d",
        "random",
        False,
        "",
        True,
    )
    assert (plain.created, plain.expires) == (clock.moment, clock.moment + timedelta(days=2))
    own = (
        await make(
            HERE, ANN, "veloop-square", clock="none", side=" First ", note="x" * 300, explore=False
        )
    ).challenge
    assert (str(own.clock), own.side, len(own.note), own.explore) == ("none", "first", 300, False)
    assert await domain.challenges.get(own.id) == own
    chosen = await make(HERE, ANN, "veloop-square", variant="6x6", options={"turns": "single"})
    assert chosen.challenge.options == {"board": "8x8", "turns": "single"}


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
        with pytest.raises(error) as caught:
            await domain.challenges.make(HERE, ANN, "veloop-square", **{"opponent": BEN, **terms})  # type: ignore[arg-type]
        assert words in str(caught.value)
        assert len(str(caught.value)) < 600
    assert await domain.outbox.depth() == 0


async def test_who_turned_notices_of_turns_off_is_still_challenged(domain: Domain) -> None:
    await domain.members.change(BEN.id, notices="none")
    offered = await domain.challenges.make(HERE, ANN, "veloop-square", opponent=BEN)
    assert offered.notice.ping == BEN.id
    await domain.challenges.accept(offered.challenge.id, BEN)
    assert BEN.id not in [notice.ping for notice in (await swept(domain))[1:]], (
        "but not to their turns"
    )


async def test_a_challenge_ends_once(domain: Domain) -> None:
    made = (await domain.challenges.make(HERE, ANN, "loop")).challenge
    async with domain.database.unit_of_work() as work:
        await repository.end(work, made.ended("declined"))
        with pytest.raises(Over, match=r"^this challenge is no longer open$"):
            await repository.end(work, made.ended("withdrawn"))
    assert (await domain.challenges.get(made.id)).status == "declined"


async def test_open_challenges_are_listed_until_they_expire(domain: Domain, clock: Clock) -> None:
    to_anyone = (await domain.challenges.make(HERE, ANN, "veloop-square")).challenge
    to_cat = (await domain.challenges.make(HERE, ANN, "veloop-hex", opponent=CAT)).challenge

    async def listed(who: Person, place: Place = HERE, **page: int) -> list[int]:
        return [item.id for item in await domain.challenges.open(viewer(who, place), **page)]

    assert await listed(DAN) == [to_anyone.id]
    assert await listed(CAT) == await listed(ANN) == [to_cat.id, to_anyone.id]
    assert (await listed(CAT, limit=1), await listed(CAT, limit=1, offset=1)) == (
        [to_cat.id],
        [to_anyone.id],
    )
    assert await listed(DAN, Place(HERE.scope + 1, 1)) == []
    clock.move(days=14)
    assert await listed(CAT) == []
    with pytest.raises(Over, match=r"^this challenge has expired$"):
        await domain.challenges.accept(to_anyone.id, BEN)


async def test_an_expired_challenge_is_closed_once_and_only_its_maker_hears_of_it(
    domain: Domain, clock: Clock
) -> None:
    await domain.members.change(BEN.id, notices="dm")
    await domain.challenges.make(HERE, ANN, "loop", opponent=BEN)
    made = (await domain.challenges.make(HERE, BEN, "loop")).challenge
    await swept(domain)
    clock.move(days=14, milliseconds=-1)
    assert await domain.challenges.expire() == 0
    clock.move(milliseconds=1)
    assert await domain.challenges.expire(limit=1) == 1
    assert await domain.challenges.expire() == 1
    assert await domain.challenges.expire() == 0
    assert (await domain.challenges.get(made.id)).status == "expired"
    expired = await swept(domain)
    told = [(notice.event.kind, notice.dm, notice.ping) for notice in expired]
    assert told == [("expired", None, ANN.id), ("expired", BEN.id, BEN.id)]


async def test_notes_are_cleared_from_a_members_open_challenges_in_one_server(
    domain: Domain,
) -> None:
    elsewhere = Place(HERE.scope + 1, 5)
    made = [
        (await domain.challenges.make(place, who, "loop", note=note)).challenge.id
        for place, who, note in (
            (HERE, ANN, "rude"),
            (HERE, ANN, ""),
            (HERE, BEN, "kind"),
            (elsewhere, ANN, "far"),
        )
    ]
    closed = (await domain.challenges.make(HERE, ANN, "loop", note="old")).challenge.id
    await domain.challenges.withdraw(closed, ANN)
    assert await domain.challenges.clear_notes(HERE.scope, ANN.id) == 1
    assert [(await domain.challenges.get(number)).note for number in (*made, closed)] == [
        "",
        "",
        "kind",
        "far",
        "old",
    ]


async def test_only_who_may_view_the_channel_or_takes_part_sees_a_challenge(domain: Domain) -> None:
    async def no_channel(scope: int, channels: Collection[int]) -> Collection[int]:
        return ()

    to_ben = (await domain.challenges.make(HERE, ANN, "loop", opponent=BEN)).challenge
    for who in (ANN, BEN):
        assert await domain.challenges.shown(Viewer(who.id, HERE, no_channel), to_ben.id) == to_ben
    assert await domain.challenges.shown(viewer(CAT), to_ben.id) == to_ben
    for hidden, number in ((Viewer(CAT.id, HERE, no_channel), to_ben.id), (viewer(ANN), 99)):
        with pytest.raises(NotFound, match=r"^that challenge no longer exists$"):
            await domain.challenges.shown(hidden, number)


async def test_a_counter_offer_replaces_the_challenge_and_keeps_what_it_does_not_change(
    domain: Domain, clock: Clock
) -> None:
    terms = {"variant": "6x6", "side": "first", "clock": "2d", "rated": True, "note": "first"}
    first = (
        await domain.challenges.make(HERE, ANN, "veloop-square", opponent=BEN, **terms)
    ).challenge  # type: ignore[arg-type]
    clock.move(days=1)
    countered = await domain.challenges.counter(first.id, BEN, clock="7d")
    answer = countered.challenge
    assert isinstance(countered.notice.event, ChallengeCountered)
    assert (answer.maker, answer.target, answer.side, answer.note) == (BEN, ANN, "second", "")
    assert (answer.options, str(answer.clock), answer.rated) == (first.options, "7d", True)
    assert (answer.created, answer.expires) == (clock.moment, clock.moment + timedelta(days=14))
    assert (await domain.challenges.get(first.id)).status == "countered"
    with pytest.raises(Over, match=r"^this challenge was answered with a counter-offer$"):
        await domain.challenges.accept(first.id, BEN)
    again = await domain.challenges.counter(
        answer.id, ANN, variant="5x5", side="second", clock="none", rated=False, note="so?"
    )
    last = again.challenge
    said = last.options["board"], last.side, str(last.clock), last.rated, last.note
    assert said == ("5x5", "second", "none", False, "so?")
    assert (await domain.challenges.accept(last.id, BEN)).match.seats == (BEN.id, ANN.id)
    sent = ("challenge", BEN.id), ("countered", ANN.id), ("countered", BEN.id), ("started", ANN.id)
    assert kinds(await swept(domain)) == [*sent]


async def test_an_open_challenge_closes_with_a_counter_offer_to_it_that_is_taken(
    domain: Domain,
) -> None:
    for taken in (False, True):
        first = (await domain.challenges.make(HERE, ANN, "loop")).challenge.id
        countered = (await domain.challenges.counter(first, BEN, clock="3d")).challenge.id
        by_cat = (await domain.challenges.accept(first, CAT)).match.id if taken else None
        match = (await domain.challenges.accept(countered, ANN)).match.id
        closed = await domain.challenges.get(first)
        assert (closed.status, closed.match) == (
            ("taken", by_cat) if taken else ("countered", match)
        )
        assert await domain.challenges.open(viewer(DAN)) == ()


async def test_a_counter_offer_keeps_to_blocks_and_limits(domain: Domain) -> None:
    made = [
        (await domain.challenges.make(HERE, ANN, "loop", opponent=BEN)).challenge.id
        for _ in range(3)
    ]
    for _ in range(10):
        await domain.challenges.make(HERE, BEN, "loop")
    with pytest.raises(LimitReached, match="10 open challenges"):
        await domain.challenges.counter(made[0], BEN)
    await domain.servers.change(HERE, matches=1)
    await domain.challenges.play_computer(HERE, CAT, "loop", 0)
    to_cat = (await domain.challenges.make(HERE, DAN, "loop", opponent=CAT)).challenge.id
    with pytest.raises(LimitReached, match="limit of 1 running matches"):
        await domain.challenges.counter(to_cat, CAT)
    assert (await domain.challenges.get(to_cat)).status == "open"


@pytest.mark.parametrize("side", ["first", "second"])
async def test_the_computer_plays_at_once(domain: Domain, side: str) -> None:
    match = (
        await domain.challenges.play_computer(
            *(HERE, ANN, "veloop-square", 3),
            side=side,
            variant="6x6",
            explore=False,
            computer="Robo",
        )
    ).match
    assert match.seats == ((ANN.id, COMPUTER) if side == "first" else (COMPUTER, ANN.id))
    assert sorted(match.names) == ["Ann", "Robo"]
    assert (match.level, match.rated, match.explore, str(match.clock)) == (3, False, False, "none")
    assert match.options["board"] == "6x6"
    if side == "second":
        await domain.matches.play(match.id, COMPUTER, str(match.state.legal_moves()[0]))
        assert [notice.ping for notice in await swept(domain)][-1] == ANN.id


async def test_a_match_against_the_computer_may_begin_in_a_position_but_not_in_one_that_is_over(
    domain: Domain,
) -> None:
    given = "1d4", "1d3", "1c4", "1g5", "1c3", "1h5", "1d2", "1i4", "1e2", "1i3"
    begin = partial(domain.challenges.play_computer, HERE, ANN, "loop", 0, side="first", options={})
    match = (await begin(initial_decisions=given)).match
    assert (match.decisions, match.mover) == (given, ANN.id)
    with pytest.raises(Refused, match=r"^the match is over in that position$"):
        await begin(initial_decisions=(*given, "1e3"))


async def test_a_random_side_is_drawn_for_either_player(domain: Domain) -> None:
    matches = [
        (await domain.challenges.play_computer(HERE, ANN, "loop", 0)).match for _ in range(12)
    ]
    assert {match.seats[0] for match in matches} == {ANN.id, COMPUTER}


async def test_a_post_that_answers_an_interaction_is_held_for_whoever_answers_it(
    domain: Domain,
) -> None:
    via = Via(interaction=5, token="secret", application=6)
    offered = await domain.challenges.make(HERE, ANN, "veloop-square", opponent=BEN, via=via)
    assert (offered.notice.via, offered.notice.attempts) == (via, 1)
    assert await domain.outbox.claim() == []


async def test_long_and_odd_names_and_notes_are_kept_in_one_line(domain: Domain) -> None:
    maker = Person(5, "a\nb " + "x" * 500)
    offered = await domain.challenges.make(HERE, maker, "veloop-square")
    odd = await domain.challenges.make(
        HERE, Person(ANN.id, "An\0n \ud83d"), "loop", note="half \udc4d of\0 it"
    )
    kept = await domain.challenges.get(odd.challenge.id)
    assert (kept.maker.name, kept.note) == ("Ann ?", "half ? of it"), (
        "without what no database can store"
    )
    assert offered.challenge.maker.name.startswith("a b x")
    assert len(offered.challenge.maker.name) == 100


async def test_a_rated_match_has_a_clock(domain: Domain) -> None:
    offered = await domain.challenges.make(HERE, ANN, "loop", opponent=BEN, rated=True)
    assert str(offered.challenge.clock) == "3d"
    with pytest.raises(Refused, match="a rated match needs a time limit"):
        await domain.challenges.make(HERE, ANN, "loop", opponent=BEN, rated=True, clock="none")
    unrated = (await domain.challenges.make(HERE, ANN, "loop", opponent=BEN)).challenge
    assert not unrated.clock
    with pytest.raises(Refused, match="a rated match needs a time limit"):
        await domain.challenges.counter(unrated.id, BEN, clock="none", rated=True)
    assert (
        str((await domain.challenges.counter(unrated.id, BEN, rated=True)).challenge.clock) == "3d"
    )


async def test_a_pair_is_two_matches_with_sides_exchanged_that_are_played_again_together(
    domain: Domain,
) -> None:
    challenges = domain.challenges
    matches = domain.matches
    await domain.servers.change(HERE, matches=2)
    offered = await challenges.make(
        HERE, ANN, "loop", opponent=BEN, side="both", clock="3d", rated=True
    )
    countered = await challenges.counter(offered.challenge.id, BEN, clock="2d")
    assert countered.challenge.side == "both"
    first = (await challenges.accept(countered.challenge.id, ANN)).match
    second = await matches.half(first)
    assert (back := await matches.half(second)) is not None
    assert back.id == first.id
    assert (first.name, second.name, second.seats) == ("M1", "M2", first.seats[::-1])
    assert all(match.rated and str(match.clock) == "2d" for match in (first, second))
    # Each is called once to where they begin, but not who got the first match as the answer.
    called = {match.mover for match in (first, second)} - {
        ANN.id if first.mover == ANN.id else None
    }
    assert {notice.ping for notice in await swept(domain) if notice.match} - {None} == called
    single = await challenges.make(HERE, CAT, "loop", opponent=ANN)
    with pytest.raises(LimitReached, match="limit of 2 running matches"):
        await challenges.accept(single.challenge.id, ANN)
    await matches.act(first.id, ANN.id, endings.abort)
    with pytest.raises(Refused, match=r"^M2, the other match of the pair, is not over yet$"):
        await challenges.rematch(first.id, ANN.id)
    await matches.act(second.id, BEN.id, endings.abort)
    again = await challenges.rematch(second.id, ANN.id)
    assert isinstance(again, Offered)
    assert again.challenge.side == "both"
    begun = await challenges.rematch(first.id, BEN.id)
    assert isinstance(begun, StoredResult)
    assert (begun.match.name, begun.match.pair) == ("M3", 4)
    for over in (first, second):
        with pytest.raises(Over, match="M3"):
            await challenges.rematch(over.id, BEN.id)
    await domain.servers.change(HERE, rated=1, matches=9)
    with pytest.raises(LimitReached, match="month’s limit of 1 rated"):
        await challenges.make(HERE, BEN, "loop", opponent=ANN, side="both", clock="3d", rated=True)


async def test_what_is_solved_is_never_rated(domain: Domain) -> None:
    solved = {"opponent": BEN, "variant": "hexagon 3"}
    with pytest.raises(Refused, match=r"^this board is solved, so it can’t be rated"):
        await domain.challenges.make(HERE, ANN, "veloop-hex", rated=True, **solved)  # type: ignore[arg-type]
    made = await domain.challenges.make(HERE, ANN, "veloop-hex", **solved)  # type: ignore[arg-type]
    with pytest.raises(Refused, match="solved"):
        await domain.challenges.counter(made.challenge.id, BEN, rated=True)
    with pytest.raises(Refused, match=r"^this board is solved, so it’s not for tournaments"):
        await domain.tournaments.create(HERE, ANN, "swiss", "veloop-hex", variant="hexagon 3")
