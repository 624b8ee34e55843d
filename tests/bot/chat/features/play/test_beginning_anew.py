"""Turns of which a part is chosen already: gone on with, or begun anew by typing all of it; and
what was picked.
"""

import pytest

from tests.bot.chat.acting import pick
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import buttons, private, privately_says, says, words

pytestmark = pytest.mark.slow


async def half_a_turn(club: Club) -> tuple[str, str]:
    """A match in which bob has chosen the first of two moves; that one, and a second."""
    await club.match()
    await club.alice.slash("move", moves="e4-d6")
    await club.bob.slash("move", moves="d5-e3")
    moves = await club.bob.offered()
    return "d5-e3", moves[0]


async def test_a_whole_turn_typed_again_begins_it_anew_and_a_refusal_names_what_is_chosen_already(
    club: Club,
) -> None:
    first, second = await half_a_turn(club)
    assert f"[{first} {second}]" in await club.bob.type("move", "moves", first)
    assert await club.bob.type("move", "moves", f"{first} {second}") == [f"{first} {second}"]
    for text in (first, "a1-a1", "zz", "d5"):
        refusal = await club.bob.slash("move", moves=text)
        privately_says(refusal, f"ou’ve already chosen {first}: ")
    says(await club.bob.slash("move", moves=f"{first} {second}"), f"played **{first} {second}**")


async def test_another_whole_turn_takes_the_place_of_what_was_chosen(club: Club) -> None:
    first, _ = await half_a_turn(club)
    state = (await club.services.matches.get(1)).state
    other = next(move for move in state.legal_moves() if str(move) != first)
    turn = f"{other} {state.play(other).legal_moves()[-1]}"
    says(await club.bob.slash("move", moves=turn), f"played **{turn}**")
    assert first not in words(await club.bob.slash("explore"))


async def test_a_previewed_turn_is_kept_until_another_whole_turn_is_typed(club: Club) -> None:
    first, second = await half_a_turn(club)
    await club.bob.slash("move", moves=f"[{second}]")
    turn = f"{first} {second}"
    refusal = await club.bob.slash("move", moves=first)
    privately_says(refusal, f"our turn is complete with {turn}")
    preview = await club.bob.slash("move")
    privately_says(preview, "Only you can see this for now", turn)
    says(await club.bob.slash("move", moves=turn), f"played **{turn}**")


async def test_a_picked_move_is_previewed_whether_it_was_pressed_or_chosen_from_the_list(
    club: Club,
) -> None:
    await club.match()
    choices = await club.alice.type("move", "moves", "e4")
    preview = await club.alice.slash("move", moves=choices[0], draw=True)
    privately_says(preview, "Only you can see this for now", "e4-d6")
    picker = await club.alice.click(preview, "Undo")
    preview_of_press = await pick(club.alice, picker, "e4-d6")
    assert words(preview_of_press).startswith(words(preview).split("\n")[0])
    await club.alice.click(preview_of_press, "Play e4-d6")
    says(club.post(), "played **e4-d6**")


async def test_a_picked_or_pressed_move_is_played_at_once_by_whoever_wants_no_preview(
    club: Club,
) -> None:
    await club.match()
    settings = await club.alice.slash("settings")
    await club.alice.click(settings, "Ask before pressed moves: on")
    choices = await club.alice.type("move", "moves", "e4")
    says(await club.alice.slash("move", moves=choices[0]), "played **e4-d6**")
    await club.match()
    picker = await club.alice.click(club.post(), "Move")
    await pick(club.alice, picker, "e4-d6")
    says(club.post(), "Veloop · M2", "played **e4-d6**")


async def test_a_picked_move_that_several_matches_can_mean_is_previewed_in_the_one_pressed(
    club: Club,
) -> None:
    await club.match()
    choices = await club.alice.type("move", "moves", "e4")
    await club.match()
    question = await club.alice.slash("move", moves=choices[0])
    assert private(question)
    assert buttons(question) == ["e4-d6 in M1", "e4-d6 in M2"]
    preview = await club.alice.click(question, "e4-d6 in M2")
    privately_says(preview, "### M2 · ", "Only you can see this for now")
