"""Moves made by menus, and what is offered with them."""

import pytest

import games
from bot.chat.board.choosing import next_stone
from tests.bot.chat.acting import pick
from tests.bot.chat.board.test_pickers import position
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import buttons, pictures, private, says, words


async def test_the_menu_shows_whose_stone_is_placed_next(club: Club) -> None:
    await club.match("square-3-adjacent", game="vigilance")
    assert "🔴 **d5** – and then?" in words(await club.alice.slash("move", moves="d5"))
    assert "⚪ **d5 d3** – and then?" in words(await club.alice.slash("move", moves="d3"))


def test_the_next_stone_is_the_movers_own_but_for_a_pie() -> None:
    assert next_stone(position("vigilance", "d5", "d3")) == 1
    assert next_stone(position("vigilance", "d5", "d3", "f7")) == 1
    for game in games.catalog():
        if game.slug != "vigilance":
            assert next_stone(game.start()) == 0
            second = game.start().play(game.start().legal_moves()[0])
            assert next_stone(second) == second.to_move


@pytest.mark.slow
async def test_a_draw_is_offered_with_a_turn_made_by_presses(club: Club) -> None:
    """In the first turns nobody thinks of one, and it is not offered beside the move."""
    await club.match("8x8, single turns")
    card = await club.alice.click(club.post(), "Move")
    card = await pick(club.alice, card, "e4-d6")
    assert "Play and offer draw" not in buttons(card)
    await club.alice.click(card, "Play e4-d6")
    for turn in range(2, games.get("veloop-square").draw_from):
        player = club.alice if turn % 2 else club.bob
        await player.slash("move", moves=(await player.offered())[-1])
    (move, *_) = await club.bob.offered()
    card = await pick(club.bob, await club.bob.click(club.post(), "Move"), move)
    await club.bob.click(card, "Play and offer draw")
    assert f"<@{club.bob.id}> offers a draw" in words(club.post())
    await club.alice.click(await club.alice.slash("settings"), "Ask before typed moves")
    (move, *_) = (await club.services.matches.get(1)).state.legal_moves()
    card = await club.alice.slash("move", moves=str(move), draw=True)
    assert "With a draw offer." in words(card)
    assert "Play and offer draw" not in buttons(card)


async def test_another_match_that_waits_is_pointed_out(club: Club) -> None:
    await club.match()
    await club.match()
    (hint,) = (await club.alice.slash("move", moves="e4-d6", match="M1")).followups
    assert hint.ephemeral
    assert "your turn in **M2**" in words(hint)
    assert "M2 · your turn" in words(await club.alice.click(hint, "Move in M2"))


async def test_the_first_half_of_a_double_turn_can_be_taken_back_until_the_second_is_made(
    club: Club,
) -> None:
    await club.match()
    await club.alice.slash("move", moves="e4-d6")
    half = await club.bob.slash("move", moves="d5-e3")
    assert "Undo d5-e3" in buttons(half)
    card_after_undo = await club.bob.click(half, "Undo d5-e3")
    assert private(card_after_undo)
    assert "d5-e3" not in words(card_after_undo)
    answer = await pick(club.bob, card_after_undo, "d5-c7")
    legal = await club.bob.offered()
    preview = await pick(club.bob, answer, legal[0])
    assert f"Play d5-c7 {legal[0]}" in buttons(preview)
    preview = await pick(club.bob, await club.bob.click(preview, f"Undo {legal[0]}"), legal[1])
    await club.bob.click(preview, f"Play d5-c7 {legal[1]}")
    assert f"played **d5-c7 {legal[1]}**" in words(club.post())


async def test_menus_that_were_opened_twice_do_not_play_twice(club: Club) -> None:
    await club.match()
    await club.alice.slash("move", moves="e4-d6")
    one = await club.bob.click(club.post(), "Move")
    other = await club.bob.click(club.post(), "Move")
    await pick(club.bob, one, "d5-e3")
    late = await pick(club.bob, other, "d5-c7")
    says(late, "M1 has moved on", "d5-e3")
    assert "d5-c7" not in words(late)


async def test_a_preview_says_of_nobody_that_they_are_to_move(club: Club) -> None:
    await club.match("8x8, single turns")
    card = await club.alice.click(club.post(), "Move")
    assert "Black to move." in pictures(card)[0]
    preview = await pick(club.alice, card, "e4-d6")
    assert "to move" not in pictures(preview)[0]
    assert "Last: e4-d6." in pictures(preview)[0]
