"""Puzzles as members see them."""

from __future__ import annotations

import json

import pytest

import games
from bot.domain.matches.history import follow
from bot.domain.values import Place
from games.players.knowledge import knowledge_of
from games.players.puzzles import Puzzle, puzzles
from games.players.solver import Solver
from tests.bot.chat.acting import pick
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import buttons, pictures, private, stored, words


def shown(text: str) -> Puzzle:
    """The puzzle on a card."""
    name = text.split("puzzle ")[1].split()[0]
    return next(puzzle for game in games.catalog() for puzzle in puzzles(game.slug) if puzzle.name == name)


@pytest.mark.parametrize("game", [game.slug for game in games.catalog()])
async def test_a_puzzle_of_every_game_is_solved_by_presses_privately(club: Club, game: str) -> None:
    card = await club.alice.slash("puzzle", game=game)
    assert private(card)
    assert pictures(card)
    puzzle = shown(words(card))
    assert puzzle.slug == game
    for move, state in zip(puzzle.solution, follow(puzzle.start(), puzzle.solution), strict=False):
        await pick(club.alice, card, move, state)
    assert "Solved!" in words(stored(card))
    assert "Day streak: 1" in words(stored(card))
    await club.thought()
    assert "\n- " in words(stored(card))
    assert club.posts() == []


async def test_a_wrong_move_is_explained_and_can_be_tried_again_by_typing(club: Club) -> None:
    card = await club.alice.slash("puzzle", game="loop")
    puzzle = shown(words(card))
    wrong = next(str(move) for move in puzzle.start().legal_moves() if str(move) != puzzle.solution[0])
    for typed, said in ((wrong, "❌"), ("zz9", "⚠️"), (puzzle.solution[0], "Solved!")):
        form = await club.alice.click(card, "Type a move")
        await club.alice.actor.submit_modal(form, {"moves": typed})
        assert said in words(stored(card))


async def test_the_next_puzzle_is_another_one_and_a_solution_that_is_shown_does_not_count(club: Club) -> None:
    card = await club.alice.slash("puzzle", game="snipsnip")
    first = shown(words(card))
    await club.alice.click(card, "Next puzzle")
    second = shown(words(stored(card)))
    assert second != first
    await club.alice.click(card, "Show solution")
    assert " ".join(second.solution) in words(stored(card))
    assert "Day streak" not in words(stored(card))


@pytest.mark.parametrize("game", [game.slug for game in games.catalog() if game.slug != "vigilance"])
async def test_a_wrong_answer_to_a_puzzle_of_two_turns_is_told_what_it_overlooks(club: Club, game: str) -> None:
    for short in puzzles(game):
        if short.turns == 1:
            await club.services.puzzles.solved(club.alice.id, short)
    card = await club.alice.slash("puzzle", game=game)
    puzzle = shown(words(card))
    turn, state = [], puzzle.start()
    while state.to_move == puzzle.start().to_move:
        move = next(move for move in reversed(state.legal_moves()) if str(move) not in puzzle.solution)
        turn.append(str(move))
        state = state.play(move)
    form = await club.alice.click(card, "Type a move")
    await club.alice.actor.submit_modal(form, {"moves": " ".join(turn)})
    await club.thought()
    said = words(stored(card)).split("\n")[0]
    assert "❌ " in said
    answer = said.split(" is met by **")[1].split("**")[0]
    for text in answer.split():
        state = state.play(state.parse(text))
    solver = Solver(knowledge_of(state.game), puzzle.start().to_move or 0)
    assert not solver.wins(state.position(), 1)
    assert "There’s only one way" in words(stored(card))


async def test_reasons_that_come_late_do_not_push_away_the_next_puzzle(club: Club) -> None:
    card = await club.alice.slash("puzzle", game="snipsnip")
    await club.alice.click(card, "Show solution")
    await club.alice.click(card, "Next puzzle")
    await club.thought()
    assert "There’s only one way" in words(stored(card))


async def test_who_skips_puzzles_sees_all_of_a_game_the_short_ones_first(club: Club) -> None:
    found = [await club.services.puzzles.next_for(club.alice.id, "loop")]
    await club.services.puzzles.solved(club.alice.id, found[0])
    for _ in range(len(puzzles("loop")) - 1):
        found.append(await club.services.puzzles.next_for(club.alice.id, "loop", but=found[-1].name))
    assert {puzzle.name for puzzle in found} == {puzzle.name for puzzle in puzzles("loop")}
    assert [puzzle.turns for puzzle in found] == sorted(puzzle.turns for puzzle in found)
    again = await club.services.puzzles.next_for(club.alice.id, "loop", but=found[-1].name)
    assert again == found[1]


async def test_days_in_a_row_are_counted_and_a_day_without_ends_them(club: Club) -> None:
    for day, days in ((0, 1), (0, 1), (1, 2), (1, 3), (2, 1)):
        club.env.backend.advance_clock(day * 86_400)
        puzzle = await club.services.puzzles.next_for(club.alice.id, "loop")
        streak = await club.services.puzzles.solved(club.alice.id, puzzle)
        assert streak.days == days
    assert streak == (1, 3, 5)
    again = await club.services.puzzles.solved(club.alice.id, puzzle)
    assert again.solved == 5


async def test_what_is_kept_of_puzzles_is_exported_and_deleted(club: Club) -> None:
    puzzle = await club.services.puzzles.next_for(club.alice.id, "loop")
    await club.services.puzzles.wrong(club.alice.id, puzzle)
    await club.services.puzzles.solved(club.alice.id, puzzle)
    data = await club.services.privacy.export(club.alice.id)
    assert json.loads(json.dumps(data))["puzzle_tries"][0]["wrong"] == 1
    assert data["puzzle_streaks"][0]["solved"] == 1
    await club.services.privacy.delete(club.alice.id)
    data = await club.services.privacy.export(club.alice.id)
    assert data["puzzle_tries"] == []


async def test_a_server_that_wants_it_gets_a_puzzle_every_day_that_each_solves_alone(club: Club) -> None:
    place = Place(club.guild.id, club.channel.id)
    await club.services.servers.change(place, puzzles=club.channel.id)
    noon = 12 * 3600
    club.env.backend.advance_clock(noon)
    await club.services.puzzles.daily()
    await club.services.delivery.flush(club.services)
    await club.services.puzzles.daily()
    await club.services.delivery.flush(club.services)
    (post,) = club.posts()
    assert "Daily puzzle" in words(post)
    assert buttons(post) == ["Solve"]
    assert club.pings() == []
    card = await club.bob.click(post, "Solve")
    assert private(card)
    assert "There’s only one way" in words(card)
    same = await club.carol.slash("puzzle", today=True)
    assert shown(words(same)) == shown(words(card))


async def test_the_daily_puzzle_says_that_it_is(club: Club) -> None:
    assert "### 🧩 Daily puzzle:" in words(await club.alice.slash("puzzle", today=True))
