"""Rated matches as their players see them: agreed on, told with what they did to ratings, and taken back."""

from tests.bot.chat.acting import begin, rated, sure
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import buttons, private, says, words
from tests.bot.domain.ratings.helpers import rating_of


async def test_a_rated_match_says_so_from_the_challenge_to_the_end(club: Club) -> None:
    card = await club.alice.slash("play", game="veloop-square", opponent=club.bob, side="first", rated=True)
    assert "· rated" in words(card)
    await club.bob.click(card, "Accept")
    assert "· rated" in words(club.post())
    await begin(club)
    await club.bob.click(await club.bob.slash("match resign"), "Resign")
    says(club.post(), f"⚫ <@{club.alice.id}> 1500 → 1662? (+162)", f"⚪ <@{club.bob.id}> 1500 → 1338? (−162)")
    assert "1500 → 1662?" in words(await club.carol.slash("match show", match="M1"))


async def test_who_resigns_a_rated_match_that_has_hardly_begun_is_told_that_it_is_called_off(club: Club) -> None:
    await club.match(rated=True)
    question = await club.bob.slash("match resign")
    assert "M1 is too short to be rated" in words(question)
    assert "M1 is called off" in words(await club.bob.click(question, "Resign"))
    assert "**Called off**" in words(club.post())
    assert await club.services.ratings.of(club.bob.id, club.guild.id) == ()


async def test_a_friendly_match_says_nothing_of_ratings(club: Club) -> None:
    await club.match()
    assert "rated" not in words(club.post())
    await club.bob.click(await club.bob.slash("match resign"), "Resign")
    assert "→" not in words(club.post())


async def test_a_result_is_taken_back_by_both_players_and_counts_for_nothing(club: Club) -> None:
    await rated(club, club.alice, club.bob)
    assert private(await club.alice.click(await club.alice.click(club.post(), "⋯"), "Ask to cancel result"))
    club.posted(f"<@{club.alice.id}> asks to cancel the result of **M1**", pings=[club.bob])
    await sure(club.bob, await club.bob.click(club.post(), "Accept"))
    club.posted("the result of **M1** is cancelled", pings=[club.alice])
    assert buttons(club.post()) == ["Board"]
    assert await rating_of(club.services.ratings, club.alice.id, "veloop-square", club.guild.id) is None
    assert "no result to cancel" in words(await club.alice.slash("match takeback", match="M1"))


async def test_a_result_stands_when_the_other_player_wants_it_to(club: Club) -> None:
    await rated(club, club.alice, club.bob)
    await club.carol.click(await club.bob.slash("match takeback", match="M1"), "Accept")
    await club.alice.click(club.post(), "Decline")
    assert "declined to cancel the result of **M1**" in words(club.post())
    rating = await rating_of(club.services.ratings, club.alice.id, "veloop-square", club.guild.id)
    assert rating.wins == 1
