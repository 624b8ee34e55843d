"""Puzzles in the store: which one is next, streaks, and the daily one."""

import pytest

import games
from bot.domain.errors import NotFound
from bot.domain.outbox import Outbox
from bot.domain.puzzles.events import DailyPuzzle
from bot.domain.puzzles.service import BEGINNER, EASIER, Progress, Puzzles, Streak, of_the_day, puzzle_named
from bot.domain.ratings.glicko import Strength, rate
from bot.domain.servers.service import Servers
from bot.domain.unit_of_work import Database
from bot.store.tables import puzzle_tries
from games.players.puzzles import puzzles as puzzles_of
from tests.bot.conftest import ANN, BEN, CAT, HERE, Clock

LOOP = [
    puzzle
    for puzzle in sorted(puzzles_of("loop"), key=lambda puzzle: (puzzle.rating, puzzle.name))
    if puzzle.rating >= BEGINNER.rating - EASIER
]


@pytest.fixture
def puzzles(database: Database) -> Puzzles:
    return Puzzles(database)


async def test_the_next_puzzle_is_one_that_is_not_done(puzzles: Puzzles) -> None:
    assert await puzzles.next_for(ANN.id, "loop") == LOOP[0]
    await puzzles.given_up(ANN.id, LOOP[0])
    assert await puzzles.streak(ANN.id) == Streak()
    assert (await puzzles.next_for(ANN.id, "loop")).rating < LOOP[0].rating, "who gives up is given easier ones"
    assert await puzzles.next_for(ANN.id, "loop", but=LOOP[1].name) == LOOP[2]
    assert (await puzzles.next_for(ANN.id)).slug != "loop", "the game least practised"
    assert puzzle_named("loop", LOOP[0].name) == LOOP[0]
    with pytest.raises(NotFound):
        puzzle_named("loop", "none")


async def test_what_a_member_has_not_seen_is_found_among_what_they_have(
    puzzles: Puzzles, database: Database, clock: Clock
) -> None:
    left = {slug: puzzles_of(slug)[-1] for slug in ("veloop-hex", "vigilance")}  # vigilance has fewer
    own = [(ANN.id, puzzle) for game in games.catalog() for puzzle in puzzles_of(game.slug)]
    rows = [
        {"user": user, "game": puzzle.slug, "puzzle": puzzle.name, "wrong": 0, "solved_at": clock()}
        for user, puzzle in (*own, *((BEN.id, puzzle) for puzzle in left.values()))
        if user == BEN.id or puzzle not in left.values()
    ]
    async with database.unit_of_work() as work:
        await work.connection.execute(puzzle_tries.insert(), rows)
    await puzzles.wrong(ANN.id, left["vigilance"])
    assert await puzzles.next_for(ANN.id) == left["vigilance"]
    assert await puzzles.next_for(ANN.id, "veloop-hex") == left["veloop-hex"]
    assert await puzzles.next_for(BEN.id, "loop") == LOOP[0]
    await puzzles.given_up(ANN.id, left["vigilance"])
    assert (await puzzles.next_for(ANN.id, "vigilance")).slug == "vigilance", "they come round again"
    assert [await puzzles.done(user, left["vigilance"]) for user in (ANN.id, BEN.id, CAT.id)] == [True, True, False]


async def test_the_first_answer_of_each_member_changes_two_ratings(puzzles: Puzzles) -> None:
    hard, other, own = Strength(float(LOOP[0].rating), 350.0, 0.06), LOOP[1], BEGINNER
    assert await puzzles.ratings(ANN.id, LOOP[0]) == (LOOP[0].rating, 1200)
    for user, score in ((ANN.id, 1.0), (BEN.id, 0.0)):
        answered = puzzles.solved if score else puzzles.wrong
        await answered(user, LOOP[0])
        own = rate(BEGINNER, [(hard, score)], periods=0.0)
        hard = rate(hard, [(BEGINNER, 1.0 - score)], periods=0.0)
        await puzzles.given_up(user, LOOP[0])
        assert await puzzles.ratings(user, LOOP[0]) == (round(hard.rating), round(own.rating))
        assert await puzzles.ratings(user, other) == (other.rating, round(own.rating))


async def test_days_in_a_row_are_counted_and_each_puzzle_once(puzzles: Puzzles, clock: Clock) -> None:
    assert await puzzles.streak(ANN.id) == Streak()
    assert await puzzles.solved(ANN.id, LOOP[0]) == Streak(1, 1, 1)
    assert await puzzles.solved(ANN.id, LOOP[0]) == Streak(1, 1, 1)
    assert await puzzles.solved(ANN.id, LOOP[1]) == Streak(1, 1, 2)
    clock.move(days=1)
    assert await puzzles.solved(ANN.id, LOOP[2]) == Streak(2, 2, 3)
    await puzzles.given_up(ANN.id, LOOP[3])
    assert await puzzles.solved(ANN.id, LOOP[3]) == Streak(2, 2, 3), "a solution that was shown does not count"
    clock.move(days=1)
    assert await puzzles.streak(ANN.id) == Streak(2, 2, 3)
    clock.move(days=1)
    assert await puzzles.streak(ANN.id) == Streak(0, 2, 3)
    assert await puzzles.solved(ANN.id, LOOP[4]) == Streak(1, 2, 4)


async def test_a_server_that_wants_it_is_told_the_puzzle_of_the_day_once(
    puzzles: Puzzles, database: Database, clock: Clock
) -> None:
    outbox, servers = Outbox(database), Servers(database)
    await servers.change(HERE, puzzles=77)
    assert await puzzles.daily() == 0
    clock.move(days=1)
    assert [await puzzles.daily() for _ in range(2)] == [1, 0]
    (notice,) = await outbox.claim()
    puzzle = of_the_day(clock.moment)
    assert (notice.event, notice.channel) == (DailyPuzzle(puzzle.slug, puzzle.name), 77)
    await servers.change(HERE, puzzles=0)
    clock.move(days=1)
    assert await puzzles.daily() == 0


async def test_lessons_are_taken_up_where_they_were_left(puzzles: Puzzles) -> None:
    assert await puzzles.progress(ANN.id, "loop") == Progress()
    await puzzles.go_on(ANN.id, "loop", 3)
    await puzzles.go_on(ANN.id, "loop", 1)
    assert await puzzles.progress(ANN.id, "loop") == Progress(1, 3)
    assert await puzzles.progress(ANN.id, "vigilance") == Progress()
