"""Requests that were answered: what was asked stays in sight, and no button looks as if it still waited."""

from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import says, words


async def test_a_takeback_of_two_turns_says_so(club: Club) -> None:
    await club.match(variant="8x8, single turns")
    await club.alice.slash("move", moves="e4-d6")
    await club.bob.slash("move", moves=str((await club.services.matches.get(1)).state.legal_moves()[0]))
    await club.alice.slash("match takeback")
    assert "asks to take back **e4-d6** in **M1**, with the answer to it" in words(club.post())
    await club.bob.click(club.post(), "Accept")
    says(club.post(), "the last 2 turns of **M1** are undone. This is the board now.", "to move")


async def test_a_pause_asked_for_before_a_move_is_answered_with_its_button_after_it(club: Club) -> None:
    await club.match(clock="2d")
    await club.alice.slash("match pause")
    asked = club.post()
    await club.alice.slash("move", moves="e4-d6")
    await club.bob.click(asked, "Accept")
    says(next(post for post in club.posts() if post.id == asked.id), "clock paused", "accepted")
    assert (await club.services.matches.get(1)).paused is not None


async def test_a_takeback_against_the_computer_is_one_post_that_names_the_computer(club: Club) -> None:
    await club.alice.slash("play", game="veloop-square", level="novice", side="first")
    await club.alice.slash("move", moves="e4-d6")
    await club.thought()
    before = len(club.posts())
    await club.alice.slash("match takeback")
    (post,) = club.posts()[before:]
    assert "the computer" in words(post).lower()
    assert f"<@{club.alice.id}> agreed" not in words(post)
