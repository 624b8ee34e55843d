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
    return "d5-e3", (await club.bob.offered())[0]


async def test_a_whole_turn_typed_again_begins_it_anew_and_a_refusal_names_what_is_chosen_already(
    club: Club,
) -> None:
    first, second = await half_a_turn(club)
    assert f"[{first} {second}]" in await club.bob.type("move", "moves", first)
    assert await club.bob.type("move", "moves", f"{first} {second}") == [f"{first} {second}"]
    for typed in (first, "a1-a1", "zz", "d5"):
        privately_says(await club.bob.slash("move", moves=typed), f"ou’ve already chosen {first}: ")
    says(await club.bob.slash("move", moves=f"{first} {second}"), f"played **{first} {second}**")


async def test_another_whole_turn_takes_the_place_of_what_was_chosen(club: Club) -> None:
    first, _ = await half_a_turn(club)
    state = (await club.services.matches.get(1)).state
    other = next(str(move) for move in state.legal_moves() if str(move) != first)
    then = str(state.play(state.parse(other)).legal_moves()[-1])
    says(await club.bob.slash("move", moves=f"{other} {then}"), f"played **{other} {then}**")
    assert first not in words(await club.bob.slash("explore"))


async def test_a_previewed_turn_is_kept_until_another_whole_turn_is_typed(club: Club) -> None:
    first, second = await half_a_turn(club)
    await club.bob.slash("move", moves=f"[{second}]")
    privately_says(
        await club.bob.slash("move", moves=first), f"our turn is complete with {first} {second}"
    )
    privately_says(
        await club.bob.slash("move"), "Only you can see this for now", f"{first} {second}"
    )
    says(await club.bob.slash("move", moves=f"{first} {second}"), f"played **{first} {second}**")


async def test_a_picked_move_is_previewed_whether_it_was_pressed_or_chosen_from_the_list(
    club: Club,
) -> None:
    await club.match()
    (picked, *_) = await club.alice.type("move", "moves", "e4")
    chosen = await club.alice.slash("move", moves=picked, draw=True)
    privately_says(chosen, "Only you can see this for now", "e4-d6")
    pressed = await pick(club.alice, await club.alice.click(chosen, "Undo"), "e4-d6")
    assert words(pressed).startswith(words(chosen).split("\n")[0])
    await club.alice.click(pressed, "Play e4-d6")
    says(club.post(), "played **e4-d6**")


async def test_a_picked_or_pressed_move_is_played_at_once_by_whoever_wants_no_preview(
    club: Club,
) -> None:
    await club.match()
    await club.alice.click(await club.alice.slash("settings"), "Ask before pressed moves: on")
    (picked, *_) = await club.alice.type("move", "moves", "e4")
    says(await club.alice.slash("move", moves=picked), "played **e4-d6**")
    await club.match()
    await pick(club.alice, await club.alice.click(club.post(), "Move"), "e4-d6")
    says(club.post(), "Veloop · M2", "played **e4-d6**")


async def test_a_picked_move_that_several_matches_can_mean_is_previewed_in_the_one_pressed(
    club: Club,
) -> None:
    await club.match()
    (picked, *_) = await club.alice.type("move", "moves", "e4")
    await club.match()
    asked = await club.alice.slash("move", moves=picked)
    assert private(asked)
    assert buttons(asked) == ["e4-d6 in M1", "e4-d6 in M2"]
    privately_says(
        await club.alice.click(asked, "e4-d6 in M2"), "### M2 · ", "Only you can see this for now"
    )
