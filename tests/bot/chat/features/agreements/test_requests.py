"""Requests that were answered: what was asked stays in sight, and no button looks as if it still waited."""

from tests.bot.chat.acting import sure
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import buttons, says, words
from tests.bot.domain.matches.helpers import played


async def test_a_takeback_against_the_computer_is_one_post_that_names_the_computer(club: Club) -> None:
    await club.alice.slash("play", game="veloop-square", level="novice", side="first")
    await club.alice.slash("move", moves="e4-d6")
    await club.thought()
    before = len(club.posts())
    await club.alice.slash("match takeback")
    (post,) = club.posts()[before:]
    assert "the computer" in words(post).lower()
    assert f"<@{club.alice.id}> agreed" not in words(post)


async def test_a_cancelled_result_is_taken_off_the_post_of_the_end(club: Club) -> None:
    match = await club.match(variant="8x8, single turns")
    await played(club.services, match, 4)
    await club.bot.delivery.flush()
    await sure(club.alice, await club.alice.slash("match resign"))
    await club.env.advance_time(3)
    end = club.post()
    says(end, "**wins**")
    await club.alice.slash("match takeback", match="M1")
    assert "asks to cancel the result of **M1**" in words(club.post())
    await sure(club.bob, await club.bob.slash("match takeback", match="M1"))
    await club.env.advance_time(3)
    shown = next(post for post in club.posts() if post.id == end.id)
    assert "**wins**" not in words(shown)
    assert "no longer counts" in words(shown)
    assert "Offer rematch" not in buttons(shown)
