"""Whole turns made by pressing alone, as a member on a phone does."""

import re
from random import Random

import pytest

import games
from bot.chat.board.choosing import MOST_CHOICES
from games import Move, State
from tests.bot.chat.acting import pick, pressable
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.discord_api import walk
from tests.bot.chat.reading import buttons, pictures, private, raw, says, words
from tests.sampling import only

MOST_PARTS = 40
"""As many components as Discord takes in a message."""


async def press_turn(club: Club, player: Member, random: Random) -> str:
    """A random turn by presses, *Move* and *Play* included; gives what was played."""
    card = await player.click(club.post(), "Move")
    while pressable(card):
        assert private(card)
        assert len(list(walk(raw(card)))) <= MOST_PARTS
        assert len(pressable(card)) <= MOST_CHOICES + 3
        match = await club.services.matches.get(1)
        draft = match.draft_of(player.id)
        state = match.state if draft is None else draft.state
        move = random.choice(state.legal_moves())
        card = await pick(player, card, str(move))
    (label,) = [
        label for label in buttons(card) if label.startswith("Play ") and "draw" not in label
    ]
    await player.click(card, "Play")
    return label.removeprefix("Play ")


async def mover_of(club: Club) -> Member:
    """Who is to move in M1."""
    match = await club.services.matches.get(1)
    return club.alice if match.mover == club.alice.id else club.bob


@pytest.mark.slow
@pytest.mark.parametrize("game", only((game.slug for game in games.catalog()), "snipsnip"))
async def test_some_turns_of_every_game_are_played_by_pressing(club: Club, game: str) -> None:
    await club.match(game=game)
    random = Random(4)
    for _ in range(4):
        turn = await press_turn(club, await mover_of(club), random)
        says(club.post(), f"played **{turn}**")


@pytest.mark.slow
async def test_swapping_sides_is_one_press_beside_the_cells(club: Club) -> None:
    await club.match("mini", game="loop")
    await club.alice.slash("move", moves="1a1")
    answer = await club.bob.click(club.post(), "Move")
    says(
        answer, "Place a tile on an empty cell.", "-# Or take over 1a1 for White; then Black moves."
    )
    assert "Take over 1a1" in buttons(answer)
    assert "1a2" in buttons(answer)
    (choice,) = await club.bob.actor.autocomplete(club.channel, "move", "moves", "tak")
    assert (choice["name"], choice["value"]) == ("[take over 1a1]", "[swap]")
    answer = await club.bob.click(answer, "Take over 1a1")
    says(answer, "**take over 1a1**?", "Only you can see this for now.")
    await club.bob.click(answer, "Undo take over 1a1")
    await club.bob.slash("move", moves="take over 1a1")
    assert f"⚪ <@{club.bob.id}> took over 1a1 and now plays White" in words(club.post())
    assert "Last: took over 1a1 and now plays White." in pictures(club.post())[0]


@pytest.mark.slow
async def test_sight_lines_are_one_press_away_in_vigilance_and_nowhere_else(club: Club) -> None:
    await club.match("square-3-adjacent", game="vigilance")
    card = await club.alice.click(club.post(), "Move")
    card = await club.alice.click(card, "Show sight lines")
    assert "Hide sight lines" in buttons(card)
    assert pressable(card)
    board = await club.bob.slash("board", sight=True)
    assert "Hide sight lines" in buttons(board)
    board = await club.bob.click(board, "Hide sight lines")
    assert "Show sight lines" in buttons(board)

    await club.match(game="veloop-square")
    board = await club.alice.slash("board", match="M2")
    for label in buttons(board):
        assert "sight" not in label


@pytest.mark.slow
async def test_a_forced_capture_is_made_by_itself_and_undone_with_the_stone_that_forced_it(
    club: Club,
) -> None:
    await club.match("hex-2-4", game="snipsnip")
    random = Random(1)
    state = (await club.services.matches.get(1)).state
    while not forcing_moves(state):
        await press_turn(club, await mover_of(club), random)
        state = (await club.services.matches.get(1)).state
    move = forcing_moves(state)[0]
    (capture,) = state.play(move).legal_moves()

    player = await mover_of(club)
    card = await player.click(club.post(), "Move")
    card = await pick(player, card, str(move))
    (label,) = [label for label in buttons(card) if label.startswith("Undo")]
    assert label.startswith(f"Undo {move} {capture}")
    card = await player.click(card, "Undo")
    choices = pressable(card)
    assert f"m{move}" in choices or any(choice.startswith("a") for choice in choices)


def forcing_moves(state: State) -> list[Move]:
    """The moves that leave nothing but the removal of one stone."""
    moves = []
    for move in state.legal_moves():
        legal = state.play(move).legal_moves()
        if len(legal) == 1 and legal[0].kind == "remove":
            moves.append(move)
    return moves


@pytest.mark.slow
async def test_arcs_round_what_is_in_danger_are_explained_below_the_board(club: Club) -> None:
    await club.match("hex-2-4", game="snipsnip")
    random = Random(2)
    for _ in range(8):
        threats = (await club.services.matches.get(1)).state.threats
        text = words(club.post())
        explanation = re.search(r"-# Two thin arcs on .* = .*: ", text)
        assert bool(explanation) == bool(threats)
        if threats:
            says(text, *threats[:8])
            return
        await press_turn(club, await mover_of(club), random)
    raise AssertionError("nothing was ever in danger")
