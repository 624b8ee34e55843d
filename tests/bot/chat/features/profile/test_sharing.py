"""Private cards about members that are posted to the channel, and who may do that how often."""

import discord
import pytest

from bot.chat.features.profile.profiles import PostProfile
from bot.domain.matches import endings
from bot.domain.values import Place
from tests.bot.chat.acting import rated, started
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import privately_says, says, words
from tests.bot.chat.world import Wire
from tests.bot.domain.matches.helpers import played


async def test_matches_of_hidden_channels_are_not_posted(club: Club) -> None:
    overwrites = {club.guild.default_role: discord.PermissionOverwrite(view_channel=False)}
    secret = club.guild.create_text_channel("secret", overwrites=overwrites)
    await club.env.settle()
    for channel in (secret.id, club.channel.id):
        await finished(club, Place(club.guild.id, channel))
    answer = await club.alice.click(
        await club.alice.slash("profile", member=club.bob), "Against me"
    )
    says(answer, "2 matches: ", "M1")
    await club.alice.click(answer, "Post here")
    assert "1 match: " in words(club.post())
    assert "M1" not in words(club.post())


async def finished(club: Club, place: Place) -> None:
    """A match that alice wins, in any channel."""
    match = await started(club, "loop", club.bob, place)
    await played(club.services, match.id, 4)
    await club.services.matches.act(match.id, club.bob.id, endings.resign)


@pytest.mark.slow
async def test_twenty_presses_at_once_post_once(club: Club) -> None:
    await rated(club, club.alice, club.bob)
    wire = Wire(club)
    source = club.post()
    count = len(club.posts())
    press = str(PostProfile(club.alice.id, ""))
    for number in range(20):
        wire.press((club.alice, club.bob)[number % 2], press, source)
    await club.env.settle()
    assert len(club.posts()) == count + 1


@pytest.mark.slow
async def test_a_member_posts_three_cards_at_a_time_and_a_channel_takes_six(club: Club) -> None:
    for game in ("loop", "snipsnip", "vigilance", "veloop-square"):
        await rated(club, club.alice, club.bob, game=game)
    texts_of_answers = []
    for game in ("loop", "snipsnip", "vigilance", "veloop-square"):
        texts_of_answers.append(
            words(
                await club.carol.click(
                    await club.carol.slash("leaderboard", game=game), "Post here"
                )
            )
        )
    assert "posted a lot" in texts_of_answers[-1]
    assert all("leaderboard" in one for one in texts_of_answers[:-1])


async def test_nobody_posts_about_somebody_who_has_blocked_them(club: Club) -> None:
    await rated(club, club.alice, club.bob)
    await club.bob.slash("block", member=club.alice)
    answer = await club.alice.click(await club.alice.slash("profile", member=club.bob), "Post here")
    privately_says(answer, "where they read along")
    assert "block" not in words(answer)


async def test_only_where_the_server_has_matches_and_the_member_may_write(club: Club) -> None:
    await rated(club, club.alice, club.bob)
    quiet = {club.guild.default_role: discord.PermissionOverwrite(send_messages=False)}
    place = club.place
    club.channel = club.guild.create_text_channel("news", overwrites=quiet)
    await club.env.settle()
    answer = await club.alice.click(await club.alice.slash("profile"), "Post here")
    assert "can’t write in this channel" in words(answer)
    club.channel = club.guild.create_text_channel("chatter")
    await club.env.settle()
    await club.services.servers.change(place, channels=[place.channel])
    assert f"played in <#{place.channel}>" in words(
        await club.alice.click(await club.alice.slash("profile"), "Post here")
    )
