"""Puzzles in the store: which one is next, streaks, and the daily one."""

from functools import partial

import pytest

import games
from bot.domain.domain import Domain
from bot.domain.errors import NotFound
from bot.domain.matches import endings
from bot.domain.matches.match import Match
from bot.domain.outbox.service import Outbox
from bot.domain.puzzles.exercises import Missed
from bot.domain.puzzles.progress import BEGINNER, UNCOUNTED, PuzzleStanding, Streak
from bot.domain.puzzles.service import (
    EASIER,
    MOST_POINTS,
    DailyPuzzle,
    Puzzles,
    easier_of_the_day,
    of_the_day,
    puzzle_named,
)
from bot.domain.ratings.glicko import Strength, rate
from bot.domain.servers.service import Servers
from bot.domain.unit_of_work import Database
from bot.store.tables import puzzle_tries
from games.players.puzzles import FIRST, Puzzle, puzzles as puzzles_of
from tests.bot.conftest import ANN, BEN, CAT, HERE, Clock
from tests.bot.domain.matches.helpers import started

LOOP = sorted(puzzles_of("loop"), key=lambda puzzle: (puzzle.rating, puzzle.name))


@pytest.fixture
def puzzles(database: Database) -> Puzzles:
    return Puzzles(database)


async def test_the_next_puzzle_is_one_that_is_not_done(puzzles: Puzzles) -> None:
    assert await puzzles.next_for(ANN.id, "loop") == LOOP[0]
    await puzzles.wrong(ANN.id, LOOP[0], given_up=True)
    assert await puzzles.streak(ANN.id) == Streak()
    assert await puzzles.next_for(ANN.id, "loop") == LOOP[1]
    assert await puzzles.next_for(ANN.id, "loop", exclude=LOOP[1].name) == LOOP[2]
    assert (await puzzles.next_for(ANN.id)).slug != "loop", "the game least practised"
    assert puzzle_named("loop", LOOP[0].name) == LOOP[0]
    with pytest.raises(NotFound):
        puzzle_named("loop", "none")


async def test_what_a_member_has_not_seen_is_found_among_what_they_have(
    puzzles: Puzzles, database: Database, clock: Clock
) -> None:
    # given: Ann has solved all puzzles but two, and Ben these; vigilance has fewer than others
    hex_puzzle = puzzles_of("veloop-hex")[-1]
    vigilance_puzzle = puzzles_of("vigilance")[-1]
    solved_puzzles = [(BEN.id, hex_puzzle), (BEN.id, vigilance_puzzle)]
    for game in games.catalog():
        for puzzle in puzzles_of(game.slug):
            if puzzle not in (hex_puzzle, vigilance_puzzle):
                solved_puzzles.append((ANN.id, puzzle))
    rows = []
    for user, puzzle in solved_puzzles:
        row = {
            "user": user,
            "game": puzzle.slug,
            "puzzle": puzzle.name,
            "wrong": 0,
            "solved_at": clock(),
        }
        rows.append(row)
    async with database.unit_of_work() as work:
        await work.connection.execute(puzzle_tries.insert(), rows)

    await puzzles.wrong(ANN.id, vigilance_puzzle)
    assert await puzzles.next_for(ANN.id) == vigilance_puzzle
    assert await puzzles.next_for(ANN.id, "veloop-hex") == hex_puzzle
    assert await puzzles.next_for(BEN.id, "loop") == LOOP[0]
    await puzzles.wrong(ANN.id, vigilance_puzzle, given_up=True)
    next_puzzle = await puzzles.next_for(ANN.id, "vigilance")
    assert next_puzzle.slug == "vigilance", "they come round again"
    assert await puzzles.done(ANN.id, vigilance_puzzle)
    assert await puzzles.done(BEN.id, vigilance_puzzle)
    assert not await puzzles.done(CAT.id, vigilance_puzzle)


async def practised(puzzles: Puzzles, user: int) -> None:
    """Give as many answers as count for nothing."""
    for number, puzzle in enumerate(LOOP[-UNCOUNTED:]):
        assert not (await puzzles.standing(user, puzzle)).counts
        if number % 2:
            await puzzles.wrong(user, puzzle)
        else:
            await puzzles.solved(user, puzzle)
        standing_then = PuzzleStanding(
            puzzle.rating,
            round(BEGINNER.rating),
            number + 1,
            is_answered=True,
            is_solved=number % 2 == 0,
        )
        assert await puzzles.standing(user, puzzle) == standing_then, "neither rating changes"


async def test_after_ten_answers_the_first_to_each_puzzle_changes_two_ratings_of_its_game(
    puzzles: Puzzles,
) -> None:
    hard = Strength(float(LOOP[0].rating), 350.0, 0.06)
    other = LOOP[1]
    for user, score in ((ANN.id, 1.0), (BEN.id, 0.0)):
        await practised(puzzles, user)
        assert (await puzzles.standing(user, LOOP[0])).counts
        if score:
            await puzzles.solved(user, LOOP[0])
        else:
            await puzzles.wrong(user, LOOP[0])
        points = round(rate(BEGINNER, [(hard, score)], periods=0.0).rating - BEGINNER.rating)
        points = max(-MOST_POINTS, min(MOST_POINTS, points))
        hard = rate(hard, [(BEGINNER, 1.0 - score)], periods=0.0)
        await puzzles.wrong(user, LOOP[0], given_up=True)
        own = round(BEGINNER.rating) + points
        standing_then = PuzzleStanding(
            round(hard.rating), own, UNCOUNTED + 1, is_answered=True, points=points
        )
        assert await puzzles.standing(user, LOOP[0]) == standing_then
        assert await puzzles.standing(user, other) == PuzzleStanding(
            other.rating, own, UNCOUNTED + 1
        )
        elsewhere = puzzles_of("vigilance")[0]
        assert await puzzles.standing(user, elsewhere) == PuzzleStanding(
            elsewhere.rating, round(BEGINNER.rating)
        )


async def test_no_puzzle_changes_a_rating_by_more_than_it_may(puzzles: Puzzles) -> None:
    await practised(puzzles, ANN.id)
    for puzzle, answer in ((LOOP[0], puzzles.wrong), (LOOP[-UNCOUNTED - 1], puzzles.solved)):
        old = (await puzzles.standing(ANN.id, puzzle)).own_rating
        await answer(ANN.id, puzzle)
        new = await puzzles.standing(ANN.id, puzzle)
        assert new.own_rating - old == new.points
        assert abs(new.points or 0) == MOST_POINTS


async def test_a_puzzle_that_was_missed_comes_round_again_until_it_is_solved_at_once(
    puzzles: Puzzles, clock: Clock
) -> None:
    await puzzles.wrong(ANN.id, LOOP[5])
    await puzzles.solved(ANN.id, LOOP[5])
    for answer in (partial(puzzles.wrong, given_up=True), puzzles.wrong, puzzles.solved):
        assert await puzzles.next_for(ANN.id, "loop") == LOOP[0]
        clock.move(days=3)
        assert await puzzles.next_for(ANN.id) == await puzzles.next_for(ANN.id, "loop") == LOOP[5]
        assert await puzzles.next_for(ANN.id, "loop", exclude=LOOP[5].name) == LOOP[6]
        assert (await puzzles.next_for(ANN.id, "vigilance")).slug == "vigilance"
        assert (await puzzles.standing(ANN.id, LOOP[5])).again
        await answer(ANN.id, LOOP[5])
        assert not (await puzzles.standing(ANN.id, LOOP[5])).again
    clock.move(days=3)
    assert await puzzles.next_for(ANN.id, "loop") == LOOP[0]


async def test_a_puzzle_is_solved_until_it_is_missed_again(puzzles: Puzzles, clock: Clock) -> None:
    async def is_solved(puzzle: Puzzle) -> bool:
        standing = await puzzles.standing(ANN.id, puzzle)
        assert isinstance(standing, PuzzleStanding)
        return standing.is_solved

    at_once, at_last, given_up = LOOP[:3]
    assert not await is_solved(at_once)
    await puzzles.solved(ANN.id, at_once)
    await puzzles.wrong(ANN.id, at_last)
    assert not await is_solved(at_last)
    clock.move(hours=1)
    await puzzles.solved(ANN.id, at_last)
    await puzzles.wrong(ANN.id, given_up, given_up=True)
    assert await is_solved(at_once)
    assert await is_solved(at_last)
    assert not await is_solved(given_up)

    clock.move(days=3)
    assert await is_solved(at_once)
    assert not await is_solved(at_last), "it has come round"
    await puzzles.wrong(ANN.id, at_last)
    assert not await is_solved(at_last)
    clock.move(days=3)
    await puzzles.solved(ANN.id, at_last)
    await puzzles.solved(ANN.id, given_up)
    assert await is_solved(at_last)
    assert await is_solved(given_up)


async def test_the_first_puzzles_come_in_their_order_until_as_many_are_answered(
    puzzles: Puzzles,
) -> None:
    for puzzle in puzzles_of("loop")[:FIRST]:
        assert await puzzles.next_for(ANN.id, "loop") == puzzle
        await puzzles.solved(ANN.id, puzzle)
    later_puzzle = await puzzles.next_for(ANN.id, "loop")
    standing = await puzzles.standing(ANN.id, later_puzzle)
    assert isinstance(standing, PuzzleStanding)
    assert standing.puzzle >= standing.own_rating - EASIER


def test_the_puzzle_of_every_day_has_an_easy_one_beside_it(clock: Clock) -> None:
    for _ in range(30):
        clock.move(days=1)
        daily = of_the_day(clock.moment)
        easier = easier_of_the_day(clock.moment)
        shorter = [puzzle for puzzle in puzzles_of(daily.slug) if puzzle.turns < easier.turns]
        assert len(shorter) <= len(puzzles_of(daily.slug)) / 5
        assert easier != daily


async def test_days_in_a_row_are_counted_and_each_puzzle_once(
    puzzles: Puzzles, clock: Clock
) -> None:
    assert await puzzles.streak(ANN.id) == Streak()
    assert await puzzles.solved(ANN.id, LOOP[0]) == Streak(1, 1, 1)
    assert await puzzles.solved(ANN.id, LOOP[0]) == Streak(1, 1, 1)
    assert await puzzles.solved(ANN.id, LOOP[1]) == Streak(1, 1, 2)
    clock.move(days=1)
    assert await puzzles.solved(ANN.id, LOOP[2]) == Streak(2, 2, 3)
    await puzzles.wrong(ANN.id, LOOP[3], given_up=True)
    assert await puzzles.solved(ANN.id, LOOP[3]) == Streak(2, 2, 3), (
        "a solution that was shown does not count"
    )
    clock.move(days=1)
    assert await puzzles.streak(ANN.id) == Streak(2, 2, 3)
    clock.move(days=1)
    assert await puzzles.streak(ANN.id) == Streak(0, 2, 3)
    assert await puzzles.solved(ANN.id, LOOP[4]) == Streak(1, 2, 4)


async def test_a_server_that_wants_it_is_told_the_puzzle_of_the_day_once(
    puzzles: Puzzles, database: Database, clock: Clock
) -> None:
    outbox = Outbox(database)
    servers = Servers(database)
    await servers.change(HERE, puzzles=77)
    assert await puzzles.daily() == 0
    clock.move(days=1)
    assert [await puzzles.daily() for _ in range(2)] == [1, 0]
    (notice,) = await outbox.claim()
    puzzle = of_the_day(clock.moment)
    easier = easier_of_the_day(clock.moment)
    assert (notice.event, notice.channel) == (
        DailyPuzzle(puzzle.slug, puzzle.name, easier.name),
        77,
    )
    await servers.change(HERE, puzzles=0)
    clock.move(days=1)
    assert await puzzles.daily() == 0


def task(moves: tuple[str, ...], *ideas: str) -> Puzzle:
    """A puzzle from a match, after some of its moves."""
    return Puzzle(
        "", "veloop-square", {"turns": "single"}, moves, 0, ("b2-d3",), (), ideas, saves=1
    )


async def finished_match(domain: Domain) -> Match:
    """A match that Ben has resigned after a turn each."""
    match = await started(domain, variant="single turns")
    await domain.matches.play(match.id, ANN.id, "e4-d6")
    await domain.matches.play(match.id, BEN.id, "d5-c7")
    change = await domain.matches.act(match.id, BEN.id, endings.resign)
    return change.match


async def test_what_a_member_missed_is_kept_of_their_own_turns_and_for_them_alone(
    domain: Domain,
) -> None:
    match = await finished_match(domain)
    exercises = domain.puzzles.exercises
    for _ in range(2):
        own = task((), "fork", "edge")
        opponents = task(("e4-d6",), "quiet")
        await exercises.keep(ANN.id, match, [own, opponents])
        await exercises.keep(CAT.id, match, [task((), "fork")])
    with pytest.raises(NotFound):
        await exercises.next_for(CAT.id)
    with pytest.raises(NotFound):
        await exercises.next_for(ANN.id, "loop")
    puzzle = await exercises.next_for(ANN.id)
    assert puzzle.moves == ()
    assert puzzle.saves == 1
    assert puzzle.options["turns"] == "single"
    assert await domain.puzzles.named(ANN.id, puzzle.slug, puzzle.name) == puzzle
    with pytest.raises(NotFound):
        await domain.puzzles.named(BEN.id, puzzle.slug, puzzle.name)
    export = await domain.privacy.export(ANN.id)
    assert len(export["exercises"]) == 1


async def test_what_a_member_missed_comes_round_until_solved_twice(
    domain: Domain, clock: Clock
) -> None:
    match = await finished_match(domain)
    exercises = domain.puzzles.exercises
    await exercises.keep(ANN.id, match, [task((), "fork", "edge")])
    puzzle = await exercises.next_for(ANN.id)
    for days, answer, is_solved in (
        (0, domain.puzzles.solved, 0),  # not due yet
        (1, domain.puzzles.solved, 1),
        (2, domain.puzzles.solved, 1),
        (1, domain.puzzles.wrong, 0),
        (1, domain.puzzles.solved, 1),
        (3, partial(domain.puzzles.wrong, given_up=True), 0),
        (1, domain.puzzles.solved, 1),
        (3, domain.puzzles.solved, 2),
    ):
        clock.move(days=days)
        await answer(ANN.id, puzzle)
        _, exercise = await exercises.named(ANN.id, puzzle.name)
        assert exercise.times_solved == is_solved
    with pytest.raises(NotFound):
        await exercises.next_for(ANN.id)
    assert await domain.puzzles.streak(ANN.id) == Streak()

    assert await exercises.missed(ANN.id) == [
        Missed("veloop-square", "edge", 1, 0),
        Missed("veloop-square", "fork", 1, 0),
    ]
    clock.move(days=25)
    assert await exercises.missed(ANN.id) == [
        Missed("veloop-square", "edge", 0, 1),
        Missed("veloop-square", "fork", 0, 1),
    ]


async def test_the_latest_of_what_a_member_missed_comes_first(domain: Domain, clock: Clock) -> None:
    match = await finished_match(domain)
    exercises = domain.puzzles.exercises
    longer = list(match.decisions)
    for _ in range(2):
        state = games.replay(match.game.slug, match.options, longer)
        longer.append(str(state.legal_moves()[0]))
    for moves in (tuple(longer), match.decisions):
        await exercises.keep(ANN.id, match, [task(moves)])
        clock.move(hours=1)
    first = f"{match.id}x4"
    second = f"{match.id}x2"
    assert (await exercises.next_for(ANN.id)).name == first
    assert (await exercises.next_for(ANN.id, exclude=first)).name == second
    await exercises.answered(ANN.id, first, right=False)
    next_due = await exercises.next_for(ANN.id, "veloop-square")
    assert next_due.name == second


async def test_what_a_member_missed_is_exported_and_deleted(domain: Domain) -> None:
    match = await finished_match(domain)
    await domain.puzzles.exercises.keep(ANN.id, match, [task((), "fork", "edge")])
    export = await domain.privacy.export(ANN.id)
    assert [row["puzzle"]["ideas"] for row in export["exercises"]] == ["fork edge"]
    await domain.privacy.delete(ANN.id)
    assert await domain.puzzles.exercises.missed(ANN.id) == []


async def test_a_step_of_a_course_is_solved_once_by_each_member(puzzles: Puzzles) -> None:
    for step in ("0a", "0b", "0a"):
        await puzzles.solve_step(ANN.id, "loop", step)
    assert await puzzles.solved_steps(ANN.id, "loop") == {"0a", "0b"}
    assert not await puzzles.solved_steps(ANN.id, "vigilance") | await puzzles.solved_steps(
        BEN.id, "loop"
    )
