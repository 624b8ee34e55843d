"""Whole turns made by pressing alone, as a member on a phone does."""

import re
from random import Random

import pytest

import games
from bot.chat.board.choosing import MOST_CHOICES
from tests.bot.chat.acting import pick, pressable
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.discord_api import walk
from tests.bot.chat.reading import buttons, pictures, private, raw, says, words
from tests.sampling import only

MOST_PARTS = 40
"""As many components as Discord takes in a message."""


async def press_turn(club: Club, player: Member, random: Random) -> str:
    """A random turn by presses, *Move* and *Play* included; gives what was played."""
    answer = await player.click(club.post(), "Move")
    while pressable(answer):
        assert private(answer)
        assert len(list(walk(raw(answer)))) <= MOST_PARTS
        assert len(pressable(answer)) <= MOST_CHOICES + 3
        match = await club.services.matches.get(1)
        draft = match.draft_of(player.id)
        state = draft.state if draft else match.state
        answer = await pick(player, answer, str(random.choice(state.legal_moves())))
    (play,) = [
        label for label in buttons(answer) if label.startswith("Play ") and "draw" not in label
    ]
    await player.click(answer, "Play")
    return play.removeprefix("Play ")


@pytest.mark.slow
@pytest.mark.parametrize("game", only((game.slug for game in games.catalog()), "snipsnip"))
async def test_some_turns_of_every_game_are_played_by_pressing(club: Club, game: str) -> None:
    await club.match(game=game)
    random = Random(4)
    for _ in range(4):
        player = (
            club.alice if (await club.services.matches.get(1)).mover == club.alice.id else club.bob
        )
        assert f"played **{await press_turn(club, player, random)}**" in words(club.post())


@pytest.mark.slow
async def test_swapping_sides_is_one_press_beside_the_cells(club: Club) -> None:
    await club.match("mini", game="loop")
    await club.alice.slash("move", moves="1a1")
    answer = await club.bob.click(club.post(), "Move")
    says(
        answer, "Place a tile in an empty hole.", "-# Or take over 1a1 for White; then Black moves."
    )
    assert "Take over 1a1" in buttons(answer)
    assert "1a2" in buttons(answer)
    (offered,) = await club.bob.actor.autocomplete(club.channel, "move", "moves", "tak")
    assert (offered["name"], offered["value"]) == ("[take over 1a1]", "[swap]")
    answer = await club.bob.click(answer, "Take over 1a1")
    says(answer, "**take over 1a1**?", "Only you can see this for now.")
    await club.bob.click(answer, "Undo take over 1a1")
    await club.bob.slash("move", moves="take over 1a1")
    assert f"⚪ <@{club.bob.id}> took over 1a1 and now plays White" in words(club.post())
    assert "Last: took over 1a1 and now plays White." in pictures(club.post())[0]


@pytest.mark.slow
async def test_sight_lines_are_one_press_away_in_vigilance_and_nowhere_else(club: Club) -> None:
    await club.match("square-3-adjacent", game="vigilance")
    lines = await club.alice.click(await club.alice.click(club.post(), "Move"), "Show sight lines")
    assert "Hide sight lines" in buttons(lines)
    assert pressable(lines)
    board = await club.bob.slash("board", sight=True)
    assert "Hide sight lines" in buttons(board)
    assert "Show sight lines" in buttons(await club.bob.click(board, "Hide sight lines"))
    await club.match(game="veloop-square")
    assert not any(
        "sight" in label for label in buttons(await club.alice.slash("board", match="M2"))
    )


@pytest.mark.slow
async def test_a_forced_capture_is_made_by_itself_and_undone_with_the_stone_that_forced_it(
    club: Club,
) -> None:
    await club.match("hex-2-4", game="snipsnip")
    random = Random(1)
    played = 0
    while not played:
        match = await club.services.matches.get(1)
        assert match.mover is not None
        player = club.alice if match.mover == club.alice.id else club.bob
        forcing = [
            move
            for move in match.state.legal_moves()
            if len(after := match.state.play(move).legal_moves()) == 1 and after[0].kind == "remove"
        ]
        if not forcing:
            await press_turn(club, player, random)
            continue
        answer = await pick(player, await player.click(club.post(), "Move"), str(forcing[0]))
        taken = match.state.play(forcing[0]).legal_moves()[0]
        (undo,) = [label for label in buttons(answer) if label.startswith("Undo")]
        assert undo.startswith(f"Undo {forcing[0]} {taken}")
        back = await player.click(answer, "Undo")
        assert f"m{forcing[0]}" in pressable(back) or any(
            focus.startswith("a") for focus in pressable(back)
        )
        played += 1


@pytest.mark.slow
async def test_arcs_round_what_is_in_danger_are_explained_below_the_board(club: Club) -> None:
    await club.match("hex-2-4", game="snipsnip")
    random = Random(2)
    for _ in range(8):
        match = await club.services.matches.get(1)
        threats = match.state.threats
        assert bool(re.search(r"-# Two thin arcs on .* = .*: ", words(club.post()))) == bool(
            threats
        )
        assert all(cell in words(club.post()) for cell in threats[:8])
        if threats:
            return
        await press_turn(club, club.alice if match.mover == club.alice.id else club.bob, random)
    raise AssertionError("nothing was ever in danger")
