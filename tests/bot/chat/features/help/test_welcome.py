"""What this is, how to begin and how each game is played, to members who ask and in servers new to
the bot.
"""

import pytest

import games
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import buttons, pictures, private, says, words


@pytest.mark.slow
async def test_rules_and_help(club: Club) -> None:
    for game in games.catalog():
        card = await club.carol.slash("rules", game=game.slug)
        assert private(card)
        assert game.name in words(card)
        assert f"**Aim.** {game.aim()}" in words(card)
        pages = 1
        while "Next page" in buttons(card):
            card = await club.carol.click(card, "Next page")
            pages += 1
        says(card, f"{pages} of {pages}", "Writing moves")
        *_, boards = pictures(card)
        (board,) = (option for option in game.options if option.name == "board")
        assert [str(board.phrase(choice)) for choice in board.choices] == boards.split(", ")
    card = await club.carol.slash("help")
    assert [game.name for game in games.catalog()] == next(iter(pictures(card))).split(", ")
    card, rules = await club.carol.slash("help"), await club.carol.click(card, "SnipSnip")
    says(rules, "### SnipSnip · rules · 1 of")
    await club.carol.click(await club.carol.click(card, "Play the computer"), "Veloop Hex")
    says(club.post(), "### Veloop Hex · M1")
    assert "`/play`" in words(card)
    assert all(f"**{game.name}**: {game.aim()}" in words(card) for game in games.catalog())


async def test_a_server_that_is_new_to_the_bot_is_told_how_to_begin(club: Club) -> None:
    other = club.env.create_guild("Another club")
    channel = other.create_text_channel("general")
    guild = club.bot.client.get_guild(other.id)
    assert guild is not None
    await club.bot.client.on_guild_join(guild)
    assert "Your first match" in words(channel.history()[-1])
    assert buttons(channel.history()[-1]) == [
        *(game.name for game in games.catalog()),
        "Play the computer",
    ]


async def test_the_rules_are_a_press_away_from_a_challenge_and_from_its_board(club: Club) -> None:
    challenge = await club.alice.slash("play", game="loop", opponent=club.bob)
    says(await club.bob.click(challenge, "Rules"), "### Loop · rules · 1 of")
    await club.bob.click(challenge, "Accept")
    says(await club.bob.click(club.post(), "Rules"), "### Loop · rules · 1 of")


async def test_no_word_of_welcome_where_the_bot_may_not_post(club: Club) -> None:
    other = club.env.create_guild("A silent club")
    guild = club.bot.client.get_guild(other.id)
    assert guild is not None
    await club.bot.client.on_guild_join(guild)


async def test_members_read_who_hosts_the_bot_where_a_host_gives_a_name(club: Club) -> None:
    commands = "help", "privacy export", "privacy delete"
    for command in commands:
        assert "hosted by" not in words(await club.alice.slash(command))
    await club.restart(hosted_by="Ann Example, ann@example.org")
    for command in commands:
        says(await club.alice.slash(command), "This bot is hosted by Ann Example, ann@example.org.")
