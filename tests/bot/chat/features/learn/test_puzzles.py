"""Puzzles as members see them."""

import random
from collections.abc import Iterable, Sequence

import pytest

import games
from bot.chat.features.learn.puzzle_cards import PostPuzzle
from bot.domain.matches.history import follow
from bot.domain.puzzles.progress import UNCOUNTED
from bot.domain.puzzles.service import easier_of_the_day
from games.core import State
from games.players.claims import JudgedTurn
from games.players.ideas import idea
from games.players.knowledge import knowledge_of
from games.players.puzzles import Puzzle, answers, main_idea, number_of, puzzles
from games.players.solver import Solver
from games.players.turning import exercise
from tests.bot.chat.acting import pick, random_match, started
from tests.bot.chat.conftest import Club, InteractionResult
from tests.bot.chat.reading import buttons, pictures, private, privately_says, says, stored, words
from tests.bot.chat.world import Wire
from tests.sampling import only


def puzzle_of(text: str) -> Puzzle:
    """The puzzle that the words of a card are about: its game, and its number in it."""
    name = text.split("### 🧩 ")[1].split("\n")[0].removeprefix("Daily puzzle: ").split(" · ")[0]
    (game,) = [game for game in games.catalog() if game.name == name]
    number = int(text.split("-# Puzzle ")[1].split()[0])
    return puzzles(game.slug)[number - 1]


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("game", only((game.slug for game in games.catalog()), "snipsnip", "loop"))
async def test_a_puzzle_of_every_game_is_solved_by_presses_privately(club: Club, game: str) -> None:
    card = await club.alice.slash("puzzle", game=game)
    assert private(card)
    assert pictures(card)
    puzzle = puzzle_of(words(card))
    assert puzzle.slug == game
    line = (*puzzle.solution, *puzzle.line)
    for move, state in zip(line, follow(puzzle.start(), line), strict=False):
        if state.to_move == puzzle.start().to_move:  # the best defence is played at once
            await pick(club.alice, card, move, state)
    says(stored(card), "Solved!", "Day streak: 1", "\n- ")
    assert club.posts() == []


@pytest.mark.parametrize("game", only((game.slug for game in games.catalog()), "loop"))
async def test_nothing_on_a_card_gives_the_answer_away(
    club: Club, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_threats = [puzzle for puzzle in puzzles(game)[:100] if puzzle.start().threats]
    assert with_threats or game.startswith("veloop")
    for puzzle in with_threats[:2]:
        card = await card_of(club, puzzle, monkeypatch)
        for way in ("Think", "Back to puzzle"):
            (alt,) = pictures(stored(card))
            assert "In danger" not in alt
            assert "would win" not in alt
            for label in buttons(stored(card)):
                assert " ×" not in label
                assert " +" not in label
            await club.alice.click(card, way)


async def test_a_puzzle_shows_the_whole_turn_that_leads_to_it(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = next(puzzle for puzzle in puzzles("vigilance") if "-" in puzzle.moves[-2])
    card = await card_of(club, puzzle, monkeypatch)
    (alt,) = pictures(stored(card))
    slide, placement = puzzle.moves[-2:]
    assert f"Last: {slide} {placement}." in alt


async def test_a_puzzle_is_known_by_number_and_by_its_idea_once_it_is_solved(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = next(puzzle for puzzle in puzzles("loop") if puzzle.turns == 1)
    number = number_of(puzzle)
    main = idea("loop", main_idea(puzzle))
    assert main is not None
    name = f"{main.name} (puzzle {number})"

    card = await card_of(club, puzzle, monkeypatch)
    says(card, f"Puzzle {number}\n")
    await club.alice.click(card, "Think")
    says(stored(card), f"Puzzle {number} · Think board")
    await club.alice.click(card, "Back to puzzle")
    for text in (words(stored(card)), *pictures(stored(card)), *buttons(stored(card))):
        assert main.name not in text
        assert puzzle.name not in text

    says(await type_moves(club, card, puzzle.solution), f"Solved! {name}")
    second_card = await card_of(club, puzzle, monkeypatch)
    says(second_card, f"Loop · {name}\n")
    assert puzzle.name not in words(second_card)
    await club.alice.click(second_card, "Give up")
    third = await card_of(club, puzzle, monkeypatch)
    says(third, f"Loop · Puzzle {number}\n")


async def test_a_wrong_move_is_explained_and_can_be_tried_again_by_typing(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_one_turn = [puzzle for puzzle in puzzles("loop") if puzzle.turns == 1]
    puzzle, wrong_turn = with_wrong_turn(of_one_turn)
    card = await card_of(club, puzzle, monkeypatch)
    assert "❌" in await type_moves(club, card, wrong_turn)
    assert "Solved!" in await type_moves(club, card, puzzle.solution)


async def test_the_next_puzzle_is_another_one_and_a_solution_that_is_shown_does_not_count(
    club: Club,
) -> None:
    card = await club.alice.slash("puzzle", game="snipsnip")
    first = puzzle_of(words(card))
    await club.alice.click(card, "Next puzzle")
    second = puzzle_of(words(stored(card)))
    assert second != first
    await club.alice.click(card, "Give up")
    assert " ".join(second.solution) in words(stored(card))
    assert "Day streak" not in words(stored(card))
    await club.alice.click(card, "Next puzzle")
    await club.thought()
    assert "to move and" in words(stored(card)), "reasons that come late do not push it away"


def with_wrong_turn(candidates: Iterable[Puzzle]) -> tuple[Puzzle, list[str]]:
    """The first puzzle in which a turn is found that gives the win away, and that turn."""
    for puzzle in candidates:
        turn = wrong_turn_of(puzzle, random.Random(1))
        if turn is not None:
            return puzzle, turn
    raise AssertionError("no puzzle with a wrong turn")


def wrong_turn_of(puzzle: Puzzle, rng: random.Random) -> list[str] | None:
    """A whole turn that does not keep the win; None if random ones all keep it."""
    start = puzzle.start()
    assert start.to_move is not None
    for _ in range(300):
        state = start
        turn = []
        while state.to_move == start.to_move:
            move = rng.choice(state.legal_moves())
            turn.append(str(move))
            state = state.play(move)
        if tuple(turn) == puzzle.solution or state.outcome is not None:
            continue
        solver = Solver(knowledge_of(state.game), start.to_move, 20)
        if not solver.wins(state.position(), puzzle.turns + answers.SLOWER):
            return turn
    return None


async def card_of(club: Club, puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch) -> InteractionResult:
    """The card with which alice is given a puzzle."""

    async def next_for(*_: object, **__: object) -> Puzzle:
        return puzzle

    monkeypatch.setattr(club.services.puzzles, "next_for", next_for)
    return await club.alice.slash("puzzle", game=puzzle.slug)


async def type_moves(club: Club, card: InteractionResult, moves: Sequence[str]) -> str:
    """Answer a puzzle by typing; gives the words of the card after that."""
    form = await club.alice.click(card, "Type a move")
    await club.alice.actor.submit_modal(form, {"moves": " ".join(moves)})
    await club.thought()
    return words(stored(card))


@pytest.mark.slow
@pytest.mark.parametrize("game", only(["veloop-hex", "loop", "loops-n-leaps"], "loop"))
async def test_a_wrong_answer_is_refuted_on_the_board(
    club: Club, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_two_turns = [puzzle for puzzle in puzzles(game) if puzzle.turns == 2]
    of_two_turns.sort(key=lambda puzzle: (len(puzzle.start().board), -len(puzzle.moves)))
    puzzle, wrong_turn = with_wrong_turn(of_two_turns)
    card = await card_of(club, puzzle, monkeypatch)

    text = await type_moves(club, card, wrong_turn)
    verdict = text.split("\n")[0]
    assert "❌" in verdict
    assert "to move and force a win" in text
    assert puzzle.solution[0] not in verdict

    answer = verdict.split(" is met by **")[1].split("**")[0]
    start = puzzle.start()
    state = follow(start, [*wrong_turn, *answer.split()])[-1]
    solver = Solver(knowledge_of(state.game), start.to_move or 0, 20)
    assert not solver.wins(state.position(), 1)


@pytest.mark.slow
async def test_a_turn_of_several_decisions_is_made_and_taken_back(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = next(puzzle for puzzle in puzzles("vigilance") if len(puzzle.solution) == 2)
    card = await card_of(club, puzzle, monkeypatch)
    text = await type_moves(club, card, puzzle.solution[:1])
    assert f"So far: **{puzzle.solution[0]}**" in text
    await club.alice.click(card, "Back to the turn")
    assert "So far" not in words(stored(card))
    for move in puzzle.solution:
        text = await type_moves(club, card, [move])
    assert "Solved!" in text or "The best defence" in text


@pytest.mark.slow
async def test_the_card_says_what_an_answer_costs_and_then_what_it_has_changed_and_why(
    club: Club,
) -> None:
    last_puzzles = puzzles("loop")[-UNCOUNTED:]
    for number, puzzle in enumerate(last_puzzles, 1):
        card = await club.alice.slash("puzzle", game="loop")
        says(card, f"Answer {number} of your first 10 in Loop: these don’t change your rating.")
        assert "Give up" in buttons(card)
        await club.services.puzzles.wrong(club.alice.id, puzzle)
    card = await club.alice.slash("puzzle", game="loop")
    says(card, "Your first answer counts, 60 points at most; giving up counts as wrong.")
    await club.alice.click(card, "Give up (costs rating)")
    says(stored(card), "yours 11", " from your rating: not right at the first try.")
    card = await club.alice.slash("puzzle", game="loop")
    await club.services.puzzles.solved(club.alice.id, puzzle_of(words(card)))
    await club.alice.click(card, "Give up (costs rating)")
    says(stored(card), " to your rating: right at the first try.")


@pytest.mark.slow
async def test_what_was_missed_in_ones_own_match_is_an_exercise_for_oneself_alone(
    club: Club,
) -> None:
    states, task = match_with_exercise()
    moves = [str(state.last_move) for state in states[1:]]
    match = await started(
        club, "veloop-square", club.bob, variant="5x5, single turns", side="first"
    )
    for state, move in zip(states, moves, strict=False):
        mover = club.alice if state.to_move == 0 else club.bob
        await club.services.matches.play(match.id, mover.id, move)
    member = club.alice
    other = club.bob
    if task.start().to_move == 1:
        member = club.bob
        other = club.alice
    privately_says(await member.slash("puzzle", mine=True), "There’s nothing to practise")

    match = await club.services.matches.get(match.id)
    await club.services.puzzles.exercises.keep(member.id, match, [task])
    card = await member.slash("puzzle", mine=True)
    privately_says(
        card,
        "from your match of ",
        "play so that your opponent can’t ",
        "Solved 0 of 2 times",
        "only you see it",
    )

    club.env.backend.advance_clock(24 * 3600)
    await club.restart()
    form = await member.click(card, "Type a move")
    await member.actor.submit_modal(form, {"moves": moves[-2]})
    await club.thought()
    says(stored(card), "❌")
    form = await member.click(card, "Type a move")
    await member.actor.submit_modal(form, {"moves": task.solution[0]})
    says(stored(card), "Solved!", "Solved 0 of 2 times")
    assert "Post here" not in buttons(stored(card))

    heading = "What you missed in your matches"
    own_profile = words(await member.slash("profile", member=member.actor.user))
    assert (heading in own_profile) == bool(task.ideas)
    other_profile = words(await other.slash("profile", member=other.actor.user))
    assert heading not in other_profile


def match_with_exercise() -> tuple[list[State], Puzzle]:
    """The states of a match whose loser missed a saving move in the last turn but one, and an
    exercise about that.
    """
    rng = random.Random(5)
    while True:
        states = random_match("veloop-square", rng, board="5x5", turns="single")
        moves = [str(state.last_move) for state in states[1:]]
        task = exercise(JudgedTurn((states[-3], states[-2])), moves[:-2], 2.0)
        if task is not None and task.saves:
            return states, task


@pytest.mark.slow
async def test_a_server_that_wants_it_gets_a_puzzle_every_day_that_each_solves_alone(
    club: Club,
) -> None:
    await club.services.servers.change(club.place, puzzles=club.channel.id)
    club.env.backend.advance_clock(12 * 3600)
    for _ in range(2):
        await club.services.puzzles.daily()
        await club.bot.delivery.flush()
    (post,) = club.posts()
    assert "Daily puzzle" in words(post)
    assert buttons(post) == ["Solve", "Easier one"]
    assert club.pings() == []
    card = await club.bob.click(post, "Solve")
    privately_says(card, "to move and")
    same = await club.carol.slash("puzzle", today=True)
    assert "Daily puzzle" in words(card)
    assert words(same) == words(card)
    await club.carol.click(same, "Easier one")
    assert puzzle_of(words(stored(same))) == easier_of_the_day(club.services.now())


async def test_a_solved_puzzle_is_posted_without_its_solution(club: Club) -> None:
    puzzle = puzzles("loop")[0]
    await club.services.puzzles.solved(club.alice.id, puzzle)
    await club.alice.slash("play", game="loop")
    source = club.post()
    count = len(club.posts())
    custom_id = str(PostPuzzle(puzzle.slug, puzzle.name))
    wire = Wire(club)
    wire.press(club.bob, custom_id, source)  # who has not solved it
    wire.press(club.alice, custom_id, source)
    await club.env.settle()
    assert len(club.posts()) == count + 1
    post = club.post()
    says(
        post, f"<@{club.alice.id}> has solved this. Can you?", f"Loop · Puzzle {number_of(puzzle)}"
    )
    assert puzzle.name not in words(post)
    assert puzzle.solution[0] not in words(post)
    assert buttons(post) == ["Solve"]
