"""What this is, how to begin and how each game is played, to members who ask and in servers new to the bot."""

import games
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import buttons, pictures, private, says, words


async def test_rules_and_help(club: Club) -> None:
    for game in games.catalog():
        card = await club.carol.slash("rules", game=game.slug)
        assert private(card)
        assert game.name in words(card)
        assert f"**Aim.** {game.aim}" in words(card)
        pages = 1
        while "Next page" in buttons(card):
            card = await club.carol.click(card, "Next page")
            pages += 1
        says(card, f"{pages} of {pages}", "Typing moves")
        assert len(pictures(card)) == 1
    card = await club.carol.slash("help")
    assert "`/play`" in words(card)
    assert all(f"**{game.name}**: {game.aim}" in words(card) for game in games.catalog())


async def test_a_server_that_is_new_to_the_bot_is_told_how_to_begin(club: Club) -> None:
    other = club.env.create_guild("Another club")
    channel = other.create_text_channel("general")
    guild = club.bot.client.get_guild(other.id)
    assert guild is not None
    await club.bot.client.on_guild_join(guild)
    assert "Your first match" in words(channel.history()[-1])
    assert not buttons(channel.history()[-1])


async def test_no_word_of_welcome_where_the_bot_may_not_post(club: Club) -> None:
    other = club.env.create_guild("A silent club")
    guild = club.bot.client.get_guild(other.id)
    assert guild is not None
    await club.bot.client.on_guild_join(guild)
