"""Puzzles as members see them."""

import random
from collections.abc import Sequence
from itertools import pairwise

import pytest

import games
from bot.chat.features.learn import puzzles as cards
from bot.chat.features.learn.puzzle_cards import PostPuzzle
from bot.domain.matches.history import follow
from games.core import Move
from games.players.knowledge import knowledge_of
from games.players.puzzles import Puzzle, answers, puzzles
from games.players.solved import best_play, winner
from games.players.solver import Solver
from tests.bot.chat.acting import pick
from tests.bot.chat.conftest import Club, InteractionResult
from tests.bot.chat.reading import buttons, pictures, private, privately_says, says, stored, words
from tests.bot.chat.world import Wire
from tests.sampling import only


def shown(text: str) -> Puzzle:
    """The puzzle on a card."""
    name = text.split("-# Puzzle ")[1].split()[0]
    return next(puzzle for game in games.catalog() for puzzle in puzzles(game.slug) if puzzle.name == name)


@pytest.mark.parametrize("game", only((game.slug for game in games.catalog()), "snipsnip", "loop"))
async def test_a_puzzle_of_every_game_is_solved_by_presses_privately(club: Club, game: str) -> None:
    card = await club.alice.slash("puzzle", game=game)
    assert private(card)
    assert pictures(card)
    puzzle = shown(words(card))
    assert puzzle.slug == game
    line = (*puzzle.solution, *puzzle.line)
    for move, state in zip(line, follow(puzzle.start(), line), strict=False):
        if state.to_move == puzzle.start().to_move:  # the best defence is played at once
            await pick(club.alice, card, move, state)
    says(stored(card), "Solved!", "Day streak: 1", "\n- ")
    assert club.posts() == []


async def test_a_puzzle_says_what_the_signs_on_its_buttons_mean(club: Club) -> None:
    meanings = {"×": "× = stones taken", "+": "+ = more cells sealed off"}
    card, met = await club.alice.slash("puzzle", game="vigilance"), set[str]()
    for _ in range(20):
        signs = {sign for sign in meanings if any(f" {sign}" in label for label in buttons(stored(card)))}
        assert {sign for sign, meaning in meanings.items() if meaning in words(stored(card))} == signs
        met |= signs
        await club.alice.click(card, "Next puzzle")
    assert met == set(meanings)


async def test_a_wrong_move_is_explained_and_can_be_tried_again_by_typing(club: Club) -> None:
    card = await club.alice.slash("puzzle", game="loop")
    puzzle = shown(words(card))
    (wrong,) = turn_but(puzzle, False, random.Random(1)) or ("",)
    assert "❌" in await typed(club, card, [wrong])
    assert "Solved!" in await typed(club, card, puzzle.solution)


async def test_the_next_puzzle_is_another_one_and_a_solution_that_is_shown_does_not_count(club: Club) -> None:
    card = await club.alice.slash("puzzle", game="snipsnip")
    first = shown(words(card))
    await club.alice.click(card, "Next puzzle")
    second = shown(words(stored(card)))
    assert second != first
    await club.alice.click(card, "Give up")
    assert " ".join(second.solution) in words(stored(card))
    assert "Day streak" not in words(stored(card))


SMALL = ("hex34", "mini", "base4")


def turn_but(puzzle: Puzzle, wins: bool, rng: random.Random) -> list[str] | None:
    """A whole turn other than the solution that keeps the win, or one that does not; None if there is none."""
    for _ in range(300):
        state, turn = puzzle.start(), []
        while state.to_move == puzzle.start().to_move:
            move = rng.choice(state.legal_moves())
            turn.append(str(move))
            state = state.play(move)
        solver = Solver(knowledge_of(state.game), puzzle.start().to_move or 0, 20)
        if tuple(turn) == puzzle.solution or state.outcome is not None:
            continue
        if solver.wins(state.position(), puzzle.turns + answers.SLOWER) == wins:
            return turn
    return None


async def opened(club: Club, puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch) -> InteractionResult:
    """A card with this very puzzle."""

    async def given(*_: object, **__: object) -> Puzzle:
        return puzzle

    monkeypatch.setattr(club.services.puzzles, "next_for", given)
    return await club.alice.slash("puzzle", game=puzzle.slug)


async def typed(club: Club, card: InteractionResult, moves: Sequence[str]) -> str:
    await club.alice.actor.submit_modal(await club.alice.click(card, "Type a move"), {"moves": " ".join(moves)})
    await club.thought()
    return words(stored(card))


@pytest.mark.parametrize("game", ["veloop-hex", "loop", "loops-n-leaps"])
async def test_a_wrong_answer_is_refuted_on_the_board(club: Club, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = next(puzzle for puzzle in puzzles(game) if puzzle.turns == 2 and puzzle.options["board"] in SMALL)
    turn = turn_but(puzzle, False, random.Random(1))
    assert turn is not None
    card = await opened(club, puzzle, monkeypatch)
    said = (await typed(club, card, turn)).split("\n")[0]
    assert "❌" in said
    answer = said.split(" is met by **")[1].split("**")[0]
    state = follow(puzzle.start(), [*turn, *answer.split()])[-1]
    solver = Solver(knowledge_of(state.game), puzzle.start().to_move or 0, 20)
    assert not solver.wins(state.position(), 1)
    assert "to move and force a win" in words(stored(card))
    assert puzzle.solution[0] not in said


async def test_any_win_is_right_and_met_by_the_best_defence(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(2)
    turns = ((puzzle, turn_but(puzzle, True, rng)) for puzzle in puzzles("snipsnip") if puzzle.turns >= 3)
    puzzle, turn = next((puzzle, turn) for puzzle, turn in turns if turn is not None)
    said = await typed(club, await opened(club, puzzle, monkeypatch), turn)
    assert "✅" in said
    assert "The best defence is **" in said or "Solved!" in said
    answer = said.split("The best defence is **")[1].split("**")[0]
    state = follow(puzzle.start(), [*turn, *answer.split()])[-1]
    assert state.to_move == puzzle.start().to_move
    assert Solver(knowledge_of(state.game), state.to_move or 0, 20).wins(state.position(), 40)


async def test_a_win_that_a_certificate_alone_decides_is_right_and_not_called_the_fastest(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cards, "JUDGE_SECONDS", 0.0)  # search decides nothing in no time
    puzzle = next(puzzle for puzzle in puzzles("veloop-hex") if kept_by_certificate(puzzle) is not None)
    turn = kept_by_certificate(puzzle)
    said = await typed(club, await opened(club, puzzle, monkeypatch), [str(turn)])
    assert f"✅ **{turn}** wins too, though not the fastest way." in said
    assert "Solved!" not in said
    assert "best defence" not in said
    (answer,) = said.split("Your opponent answers **")[1].split("**")[0].split()
    after = follow(puzzle.start(), [str(turn), answer])[-1]
    assert winner(after) == after.to_move == puzzle.start().to_move


def kept_by_certificate(puzzle: Puzzle) -> Move | None:
    """A turn other than the solution that does not end the match, but wins by a certificate; None if there is none."""
    state = puzzle.start()
    if best_play(puzzle.slug, state.options) is None or winner(state) != state.to_move:
        return None
    others = (move for move in state.legal_moves() if str(move) not in puzzle.solution)
    ends = ((move, state.play(move)) for move in others)
    return next(
        (
            move
            for move, after in ends
            if after.outcome is None and answers.verdict(after, puzzle.turns - 1, 0.0).certified
        ),
        None,
    )


async def test_a_turn_of_several_decisions_is_made_and_taken_back(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = next(puzzle for puzzle in puzzles("vigilance") if len(puzzle.solution) == 2)
    card = await opened(club, puzzle, monkeypatch)
    said = await typed(club, card, puzzle.solution[:1])
    assert f"So far: **{puzzle.solution[0]}**" in said
    await club.alice.click(card, "Back to the turn")
    assert "So far" not in words(stored(card))
    for move in puzzle.solution:
        said = await typed(club, card, [move])
    assert "Solved!" in said or "The best defence" in said


async def test_reasons_that_come_late_do_not_push_away_the_next_puzzle(club: Club) -> None:
    card = await club.alice.slash("puzzle", game="snipsnip")
    await club.alice.click(card, "Give up")
    await club.alice.click(card, "Next puzzle")
    await club.thought()
    assert "to move and" in words(stored(card))


@pytest.mark.slow
async def test_who_skips_puzzles_sees_all_of_a_game_from_easy_to_hard(club: Club) -> None:
    given = [await club.services.puzzles.next_for(club.alice.id, "loop")]
    await club.services.puzzles.solved(club.alice.id, given[0])
    for _ in range(len(puzzles("loop")) - 1):
        given.append(await club.services.puzzles.next_for(club.alice.id, "loop", but=given[-1].name))
    assert {puzzle.name for puzzle in given} == {puzzle.name for puzzle in puzzles("loop")}
    ratings = [puzzle.rating for puzzle in given]
    assert sum(one > other for one, other in pairwise(ratings)) <= 2, "from easy to hard, then round again"
    assert await club.services.puzzles.next_for(club.alice.id, "loop", but=given[-1].name) == given[1]


async def test_a_server_that_wants_it_gets_a_puzzle_every_day_that_each_solves_alone(club: Club) -> None:
    await club.services.servers.change(club.place, puzzles=club.channel.id)
    club.env.backend.advance_clock(12 * 3600)
    for _ in range(2):
        await club.services.puzzles.daily()
        await club.bot.delivery.flush()
    (post,) = club.posts()
    assert "Daily puzzle" in words(post)
    assert buttons(post) == ["Solve"]
    assert club.pings() == []
    card = await club.bob.click(post, "Solve")
    privately_says(card, "to move and")
    same = await club.carol.slash("puzzle", today=True)
    assert "Daily puzzle" in words(card)
    assert words(same) == words(card)


async def test_a_solved_puzzle_is_posted_without_its_solution(club: Club) -> None:
    puzzle = puzzles("loop")[0]
    await club.services.puzzles.solved(club.alice.id, puzzle)
    await club.alice.slash("play", game="loop")
    source, before = club.post(), len(club.posts())
    for member in (club.bob, club.alice):  # bob has not solved it
        Wire(club).press(member, str(PostPuzzle(puzzle.slug, puzzle.name)), source)
    await club.env.settle()
    assert len(club.posts()) == before + 1
    said = words(club.post())
    assert f"<@{club.alice.id}> has solved this. Can you?" in said
    assert puzzle.solution[0] not in said
    assert buttons(club.post()) == ["Solve"]
