"""Challenges: who can make, take, decline and withdraw what, and what is told to whom."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

import games
from bot.domain.domain import Domain
from bot.domain.errors import LimitReached, NotYours, Over, Refused
from bot.domain.values import Person, Place, Via
from games import BadOption, GameError, UnknownGame
from tests.bot.conftest import ANN, BEN, CAT, DAN, HERE, Clock, viewer
from tests.bot.domain.matches.helpers import kinds, started, swept


async def test_a_challenge_that_is_accepted_becomes_a_match_with_its_terms(domain: Domain) -> None:
    offered = await domain.challenges.make(
        HERE, ANN, "veloop-square", opponent=BEN, variant="6x6, single", side="second", clock="3 days", note=" hi\nyou "
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
    assert kinds(await swept(domain)) == [("challenge", BEN.id), ("started", ANN.id)]


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


async def test_only_the_one_challenged_accepts_or_declines_and_only_the_maker_withdraws(domain: Domain) -> None:
    challenges = domain.challenges
    one = (await challenges.make(HERE, ANN, "veloop-square", opponent=BEN)).challenge.id
    with pytest.raises(NotYours, match="for Ben"):
        await challenges.accept(one, CAT)
    with pytest.raises(NotYours, match="for Ben"):
        await challenges.decline(one, CAT)
    with pytest.raises(NotYours, match="your own"):
        await challenges.accept(one, ANN)
    with pytest.raises(NotYours, match="only Ann"):
        await challenges.withdraw(one, BEN)
    assert (await challenges.decline(one, BEN)).challenge.status == "declined"
    for late in (challenges.decline(one, BEN), challenges.accept(one, BEN), challenges.withdraw(one, ANN)):
        with pytest.raises(Over, match="declined"):
            await late
    two = (await challenges.make(HERE, ANN, "veloop-square")).challenge.id
    with pytest.raises(Refused, match="open challenge"):
        await challenges.decline(two, BEN)
    assert (await challenges.withdraw(two, ANN)).challenge.status == "withdrawn"
    told = kinds(await swept(domain))
    assert told == [("challenge", BEN.id), ("declined", ANN.id), ("challenge", None), ("withdrawn", None)]


@pytest.mark.parametrize(
    ("terms", "error", "words"),
    [
        ({"opponent": ANN}, Refused, "can’t challenge yourself"),
        (
            {"variant": "19x19"},
            BadOption,
            "“19x19” isn’t a variant of Veloop; choose from 8x8, 5x5, 6x6, 12x12; double turns, single turns",
        ),
        ({"variant": "hex34"}, BadOption, "“hex34” isn’t a variant"),
        ({"variant": "8x8 12x12"}, BadOption, "8x8 or 12x12, not both"),
        ({"variant": "x" * 6000}, BadOption, "isn’t a variant"),
        ({"note": "x" * 6000}, Refused, "the limit is 300 characters"),
        ({"side": "left"}, Refused, "random, first or second"),
        ({"clock": "soon"}, Refused, "1d, 2d, 3d, 7d or 14d"),
        ({"clock": "x" * 6000}, Refused, "1d, 2d, 3d, 7d or 14d"),
        ({"options": {"board": "9x9"}}, BadOption, "9x9"),
    ],
)
async def test_what_cannot_be_asked_for_is_refused_with_what_can(
    domain: Domain, terms: dict[str, object], error: type[GameError], words: str
) -> None:
    with pytest.raises(error) as caught:
        await domain.challenges.make(HERE, ANN, "veloop-square", **{"opponent": BEN, **terms})  # type: ignore[arg-type]
    assert words in str(caught.value)
    assert len(str(caught.value)) < 600
    assert await domain.outbox.depth() == 0


async def test_an_unknown_game_is_named_with_the_nearest(domain: Domain) -> None:
    with pytest.raises(UnknownGame, match="veloop-square"):
        await domain.challenges.make(HERE, ANN, "veloop-sqare")


async def test_open_challenges_are_listed_until_they_run_out(domain: Domain, clock: Clock) -> None:
    one = (await domain.challenges.make(HERE, ANN, "veloop-square")).challenge
    await domain.challenges.make(HERE, ANN, "veloop-hex", opponent=CAT)
    assert [found.id for found in await domain.challenges.open(viewer(DAN))] == [one.id]
    assert len(await domain.challenges.open(viewer(CAT))) == 2
    assert await domain.challenges.open(viewer(DAN, Place(HERE.scope + 1, 1))) == ()
    clock.move(days=14)
    assert await domain.challenges.open(viewer(CAT)) == ()
    with pytest.raises(Over, match="expired"):
        await domain.challenges.accept(one.id, BEN)


async def test_a_member_can_have_only_so_many_challenges_open(domain: Domain) -> None:
    for _ in range(10):
        await domain.challenges.make(HERE, ANN, "veloop-square")
    with pytest.raises(LimitReached, match="10 open challenges"):
        await domain.challenges.make(HERE, ANN, "veloop-square")
    await domain.challenges.make(HERE, BEN, "veloop-square")


async def test_a_member_can_have_only_so_many_matches_running(domain: Domain) -> None:
    for _ in range(20):
        await started(domain)
    with pytest.raises(LimitReached, match="the limit of 20"):
        await domain.challenges.make(HERE, ANN, "veloop-square")
    offered = await domain.challenges.make(HERE, CAT, "veloop-square", opponent=ANN)
    with pytest.raises(LimitReached, match="the limit of 20"):
        await domain.challenges.accept(offered.challenge.id, ANN)


async def test_a_counter_offer_takes_the_place_of_the_challenge_with_sides_exchanged(domain: Domain) -> None:
    first = (await domain.challenges.make(HERE, ANN, "veloop-square", opponent=BEN, side="first")).challenge
    with pytest.raises(NotYours):
        await domain.challenges.counter(first.id, CAT, variant="6x6")
    countered = await domain.challenges.counter(first.id, BEN, variant="6x6")
    assert countered.notice is not None
    assert countered.notice.event.payload()["instead_of"] == first.id
    assert (countered.challenge.side, countered.challenge.options["board"]) == ("second", "6x6")
    assert (await domain.challenges.get(first.id)).status == "countered"
    with pytest.raises(Over, match="answered with a counter-offer"):
        await domain.challenges.accept(first.id, BEN)
    match = (await domain.challenges.accept(countered.challenge.id, ANN)).match
    assert match.seats == (ANN.id, BEN.id)


async def test_the_computer_plays_at_once(domain: Domain) -> None:
    change = await domain.challenges.play_computer(HERE, ANN, "veloop-square", 3, side="second")
    assert change.match.seats == (0, ANN.id)
    assert (change.match.level, change.match.mover, change.match.rated) == (3, 0, False)
    await domain.matches.play(change.match.id, 0, "e4-d6")
    assert [notice.ping for notice in await swept(domain)][-1] == ANN.id


async def test_a_post_that_answers_an_interaction_is_held_for_whoever_answers_it(domain: Domain) -> None:
    via = Via(interaction=5, token="secret", application=6)
    offered = await domain.challenges.make(HERE, ANN, "veloop-square", opponent=BEN, via=via)
    assert offered.notice is not None
    assert (offered.notice.via, offered.notice.attempts) == (via, 1)
    assert await domain.outbox.claim() == []


async def test_long_and_odd_names_are_kept_in_one_line(domain: Domain) -> None:
    maker = Person(5, "a\nb " + "x" * 500)
    offered = await domain.challenges.make(HERE, maker, "veloop-square")
    assert offered.challenge.maker.name.startswith("a b x")
    assert len(offered.challenge.maker.name) == 100


@pytest.mark.parametrize(
    ("slug", "text"),
    [
        ("veloop-square", "8x8, double turns"),
        ("snipsnip", "hexagon 2-4, smallest group wins, diagonal capture"),
        ("vigilance", "8x8 in 8 directions, captures on"),
        ("loop", "standard pyramid, full pyramid is a draw"),
    ],
)
def test_variants_read_as_people_speak(slug: str, text: str) -> None:
    from bot.domain import variants

    game = games.get(slug)
    assert variants.text(game, game.start().options) == text
    assert variants.parse(game, text) == dict(game.start().options)


@pytest.mark.parametrize("game", games.catalog(), ids=lambda game: game.slug)
async def test_every_variant_offered_while_typing_can_be_played(domain: Domain, game: games.Game) -> None:
    from bot.domain import variants

    for text in variants.complete(game, "", most=8):
        offered = await domain.challenges.make(HERE, ANN, game.slug, variant=text)
        assert variants.text(game, offered.challenge.options) == text
        await domain.challenges.withdraw(offered.challenge.id, ANN)


async def test_what_no_database_can_hold_is_left_out_of_names_and_notes(domain: Domain) -> None:
    maker = Person(ANN.id, "An\0n \ud83d")
    offered = await domain.challenges.make(HERE, maker, "veloop-hex", note="half \udc4d of\0 it")
    kept = await domain.challenges.get(offered.challenge.id)
    assert (kept.maker.name, kept.note) == ("Ann ?", "half ? of it")
