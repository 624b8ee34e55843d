"""What a head start is worth now: measured, and moved by what came of people's matches."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
import sqlalchemy as sa
from hypothesis import given, strategies as st

import games
from bot.domain.domain import Domain
from bot.domain.handicaps import service
from bot.domain.handicaps.worth import (
    LEARNT_FROM,
    MOST_CORRECTION,
    PeoplesResults,
    WorthNow,
    worth_now,
)
from bot.domain.matches import endings
from bot.domain.values import Person, Place
from bot.store.tables import handicap_results, tallies
from games.core import HANDICAP, HandicapWorth
from tests.bot.conftest import ANN, BEN, CAT, HERE, Clock
from tests.bot.domain.handicaps.helpers import GAME, begun, finished, rated_at, settled
from tests.bot.domain.matches.helpers import after_turns

worths = st.builds(HandicapWorth, st.integers(-400, 400), st.integers(1, 120))


@st.composite
def results(draw: st.DrawFn) -> PeoplesResults:
    matches = draw(st.integers(LEARNT_FROM, 5_000))
    score = draw(st.floats(0, matches))
    return PeoplesResults(matches, score, draw(st.floats(0, matches)))


# -------------------------------------------------------------------------------------- correction


@given(worths, st.integers(0, LEARNT_FROM - 1), st.floats(0, 1))
def test_a_few_matches_correct_nothing(measure: HandicapWorth, matches: int, share: float) -> None:
    people = PeoplesResults(matches, share * matches, matches / 2)
    assert worth_now(measure, people) == WorthNow(measure.points, measure.error, 0)


@given(worths, results())
def test_a_correction_is_bounded_and_goes_where_people_say(
    measure: HandicapWorth, people: PeoplesResults
) -> None:
    now = worth_now(measure, people)
    change = now.points - measure.points
    assert abs(change) <= MOST_CORRECTION
    assert abs(change) <= measure.error, "nobody bends a worth by more than its error"
    assert now.error <= measure.error
    assert now.matches == people.matches
    if change:
        assert (change > 0) == (people.score > people.expected_score)


@given(worths, st.integers(LEARNT_FROM, 2_000))
def test_results_as_expected_change_nothing_but_the_error(
    measure: HandicapWorth, matches: int
) -> None:
    now = worth_now(measure, PeoplesResults(matches, matches * 0.6, matches * 0.6))
    assert now.points == measure.points
    assert now.error <= measure.error


def test_many_people_make_an_uncertain_worth_ratable() -> None:
    measure = HandicapWorth(150, 60)
    assert not worth_now(measure, PeoplesResults()).ratable
    many = worth_now(measure, PeoplesResults(400, 220, 200))
    assert many == WorthNow(170, 40, 400)
    assert many.ratable


def test_fifty_who_lose_on_purpose_bend_a_well_measured_worth_little() -> None:
    bent = worth_now(HandicapWorth(150, 20), PeoplesResults(50, 0, 25))
    assert 150 - bent.points < 10


# ---------------------------------------------------------------------------------------- counting


async def counted(domain: Domain) -> list[tuple[object, ...]]:
    """What came of head starts: variant, turns, points, matches, score, expected score."""
    columns = handicap_results.c
    query = sa.select(
        columns.variant, columns.turns, columns.points, columns.matches, columns.score
    ).order_by(columns.turns)
    async with domain.database.read() as connection:
        return [tuple(row) for row in await connection.execute(query)]


async def expected(domain: Domain) -> float:
    """The sum of all expected scores."""
    async with domain.database.read() as connection:
        total = await connection.scalar(sa.select(sa.func.sum(handicap_results.c.expected)))
    return float(total or 0)


async def test_a_match_of_two_with_settled_ratings_counts(domain: Domain) -> None:
    await rated_at(domain, {ANN: 1660.0, BEN: 1500.0})
    await finished(domain, "turns-2", winner=BEN)
    assert await counted(domain) == [("8x8 double", 2, 160, 1, 1.0)]
    assert await expected(domain) == pytest.approx(0.5), "160 points ahead of 160 points more"
    await finished(domain, "turns-2", winner=None)
    await finished(domain, "turns-1", winner=ANN)
    assert await counted(domain) == [
        ("8x8 double", 1, 80, 1, 0.0),
        ("8x8 double", 2, 160, 2, 1.5),
    ]
    assert 1.3 < await expected(domain) < 1.5


async def test_what_says_nothing_of_strength_does_not_count(domain: Domain) -> None:
    await rated_at(domain, {ANN: 1660.0, BEN: 1500.0})
    await finished(domain, "", winner=BEN)
    await finished(domain, "hints-3", winner=BEN)
    await finished(domain, "turns-2", winner=BEN, turns=3)
    match = await begun(domain, "turns-2")
    await domain.matches.act(match.id, ANN.id, endings.abort)
    await finished(domain, "turns-1", game="loop", winner=BEN)
    change = await domain.challenges.play_computer(
        HERE, ANN, GAME, 0, side="first", handicap="turns-1"
    )
    await domain.matches.act(change.match.id, ANN.id, endings.resign)
    assert await counted(domain) == []


async def test_without_settled_ratings_there_is_nothing_to_expect(domain: Domain) -> None:
    await finished(domain, "turns-2", winner=BEN)
    await rated_at(domain, {ANN: 1660.0}, settled=True)
    await finished(domain, "turns-2", winner=BEN)
    await rated_at(domain, {BEN: 1500.0}, settled=False)
    await finished(domain, "turns-2", winner=BEN)
    await rated_at(domain, {BEN: 1500.0}, scope=800)
    await finished(domain, "turns-2", winner=BEN)
    assert await counted(domain) == []


async def test_two_and_a_place_count_only_so_often_a_year(
    domain: Domain, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MOST_OF_PAIR", 2)
    monkeypatch.setattr(service, "MOST_OF_PLACE", 3)
    people = {ANN: 1600.0, BEN: 1500.0, CAT: 1500.0}
    elsewhere = Place(800, 801)
    await rated_at(domain, people)
    await rated_at(domain, people, scope=elsewhere.scope)

    async def count_of(second: Person, place: Place = HERE) -> int:
        await finished(domain, "turns-2", winner=ANN, second=second, place=place)
        [row] = await counted(domain)
        return int(str(row[3]))

    assert [await count_of(BEN) for _ in range(3)] == [1, 2, 2]
    assert [await count_of(CAT) for _ in range(2)] == [3, 3]
    assert await count_of(BEN, elsewhere) == 3, "the same two are the same two elsewhere"
    assert await count_of(CAT, elsewhere) == 4
    clock.move(days=366)
    await domain.tallies.prune()
    await rated_at(domain, people)
    assert await count_of(BEN) == 5


async def test_nobody_can_be_read_from_what_was_counted(domain: Domain) -> None:
    # Ids as long as Discord's, which aren't found by chance among the digits of a hash.
    winner = Person(845_199_318_507_520_193, "Zyxwvut Winner")
    loser = Person(845_199_318_507_520_451, "Zyxwvut Loser")
    place = Place(scope=733_018_264_911_175_682, channel=733_018_264_911_175_690)
    await rated_at(domain, {winner: 1600.0, loser: 1500.0}, scope=place.scope)
    await finished(domain, "turns-2", winner=winner, first=winner, second=loser, place=place)
    async with domain.database.read() as connection:
        rows = (await connection.execute(sa.select(handicap_results))).all()
        subjects = (await connection.execute(sa.select(tallies.c.subject))).scalars().all()
    assert rows
    assert subjects
    text = f"{rows} {subjects}"
    for word in (winner.id, loser.id, place.scope, winner.name, loser.name):
        assert str(word) not in text
    for who in (winner, loser):
        exported = await domain.privacy.export(who.id)
        assert "handicap_results" not in exported
        await domain.privacy.delete(who.id)
    assert len(await counted(domain)) == 1


async def test_matches_that_end_at_once_are_counted_one_by_one(
    open_domain: Callable[[], Awaitable[Domain]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MOST_OF_PAIR", 3)
    processes = [await open_domain(), await open_domain()]
    await rated_at(processes[0], {ANN: 1600.0, BEN: 1500.0})
    matches = []
    for _ in range(6):
        match = await begun(processes[0], "turns-2")
        matches.append(await after_turns(processes[0], match.id, 4))

    async def resign(number: int) -> None:
        process = processes[number % 2]
        await process.matches.act(matches[number].id, BEN.id, endings.resign)

    await asyncio.gather(*map(resign, range(6)))
    assert await counted(processes[0]) == [("8x8 double", 2, 160, 3, 0.0)]


async def test_people_correct_the_worth_that_is_told_and_rated(domain: Domain) -> None:
    game = games.get(GAME)
    options = game.complete({HANDICAP: "turns-3"})
    assert await domain.handicaps.worth(game, options) == WorthNow(220, 60)
    await stored(domain, 3, 220, matches=49, score=30.0, expected_score=24.5)
    assert await domain.handicaps.worth(game, options) == WorthNow(220, 60)
    await stored(domain, 2, 160, matches=400, score=100.0, expected_score=200.0)
    await stored(domain, 3, 219, matches=400, score=100.0, expected_score=200.0)
    assert await domain.handicaps.worth(game, options) == WorthNow(220, 60), "of another measure"
    async with domain.database.unit_of_work() as work:
        await work.connection.execute(handicap_results.delete())
    await stored(domain, 3, 220, matches=400, score=220.0, expected_score=200.0)
    now = await domain.handicaps.worth(game, options)
    assert now == WorthNow(240, 40, 400)
    assert await domain.handicaps.worths(game, game.complete({})) == {
        1: WorthNow(80, 20),
        2: WorthNow(160, 40),
        3: WorthNow(240, 40, 400),
    }
    await settled(domain, {ANN: 1_750.0, BEN: 1_500.0})
    match = await finished(domain, "turns-3", turns=6, rated=True, winner=None)
    changes = await domain.ratings.change(match.id)
    assert [change.head_start for change in changes] == [240, 240]


async def stored(
    domain: Domain, turns: int, points: int, *, matches: int, score: float, expected_score: float
) -> None:
    """So many matches with a head start have come to so much."""
    async with domain.database.unit_of_work() as work:
        row = handicap_results.insert().values(
            game=GAME,
            variant="8x8 double",
            turns=turns,
            points=points,
            matches=matches,
            score=score,
            expected=expected_score,
        )
        await work.connection.execute(row)


async def test_a_board_without_extra_turns_has_no_worths(domain: Domain) -> None:
    game = games.get(GAME)
    for options in ({"board": "6x6"}, {"board": "6x6", HANDICAP: "hints-3"}):
        complete_options = game.complete(options)
        assert await domain.handicaps.worths(game, complete_options) == {}
        assert await domain.handicaps.worth(game, complete_options) is None
    unmeasured = replace(game, head_starts=())
    assert await domain.handicaps.worths(unmeasured, game.complete({})) == {}
