"""Rated matches as their players see them: agreed on, told with what they did to ratings, and taken back."""

from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import words


async def test_who_resigns_a_rated_match_that_has_hardly_begun_is_told_that_it_is_called_off(club: Club) -> None:
    await club.match(rated=True)
    question = await club.bob.slash("match resign")
    assert "M1 is too short to be rated" in words(question)
    assert "M1 is called off" in words(await club.bob.click(question, "Resign"))
    assert "**Called off**" in words(club.post())
    assert await club.services.ratings.of(club.bob.id, club.guild.id) == ()
