"""Private cards about members that are posted to the channel, and who may do that how often."""

import discord

from bot.chat.features.profile.profiles import PostProfile
from bot.domain.matches import endings
from bot.domain.values import Place
from tests.bot.chat import discord_api
from tests.bot.chat.acting import rated, started
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import buttons, options, pictures, private, privately_says, raw, says, stored, words
from tests.bot.chat.world import Wire
from tests.bot.domain.matches.helpers import played


async def test_a_profile_is_posted_without_what_only_its_owner_sees(club: Club) -> None:
    await rated(club, club.alice, club.bob)
    shown = await club.alice.slash("profile")
    before = len(club.posts())
    assert not private(await club.alice.click(shown, "Post here"))
    assert len(club.posts()) == before + 1
    says(club.post(), f"Profile of <@{club.alice.id}>", f"Posted by <@{club.alice.id}>")
    assert buttons(club.post()) == ["Match history"]
    assert options(club.post()) == []
    assert "rating of alice" in pictures(club.post())[0]
    assert club.pings() == []


async def test_a_leaderboard_is_posted_without_the_line_of_its_reader(club: Club) -> None:
    await rated(club, club.alice, club.bob)
    shown = await club.bob.slash("leaderboard", game="veloop-square")
    assert "You:" in words(shown)
    await club.bob.click(shown, "Post here")
    said = words(club.post())
    assert "leaderboard" in said
    assert "You:" not in said
    assert "hidden" not in said
    assert private(await club.carol.click(club.post(), "Open leaderboard"))


async def test_two_members_head_to_head(club: Club) -> None:
    await rated(club, club.alice, club.bob)
    await rated(club, club.bob, club.alice, game="loop")
    await rated(club, club.alice, club.bob)
    shown = await club.alice.click(await club.alice.slash("profile", member=club.bob), "Against me")
    assert private(shown)
    said = words(shown)
    assert f"<@{club.alice.id}> against <@{club.bob.id}>" in said
    says(said, f"3 matches: <@{club.alice.id}> won 2, <@{club.bob.id}> won 1, 0 drawn", "**Veloop** – 2 matches: 2–0")
    says(said, "**Loop** – 1 match: 0–1", f"**M3** Veloop · <@{club.alice.id}> won")
    await club.alice.click(shown, "Post here")
    club.posted("won 2", pings=[])
    assert "3 matches, page 1 of 1" in words(await club.alice.click(shown, "Match history"))
    own = await club.alice.slash("profile")
    whom = next(part["custom_id"] for part in discord_api.walk(raw(own)) if part["type"] == 5)
    other = await club.alice.actor.select(stored(own), [club.carol.actor], custom_id=whom)
    assert "haven’t finished a match" in words(other)
    assert "Post here" not in buttons(other)


async def test_matches_of_hidden_channels_are_not_posted(club: Club) -> None:
    hidden = {club.guild.default_role: discord.PermissionOverwrite(view_channel=False)}
    secret = club.guild.create_text_channel("secret", overwrites=hidden)
    await club.env.settle()
    for channel in (secret.id, club.channel.id):
        await finished(club, Place(club.guild.id, channel))
    shown = await club.alice.click(await club.alice.slash("profile", member=club.bob), "Against me")
    says(shown, "2 matches: ", "M1")
    await club.alice.click(shown, "Post here")
    assert "1 match: " in words(club.post())
    assert "M1" not in words(club.post())


async def finished(club: Club, place: Place) -> None:
    """A match that alice wins, in any channel."""
    match = await started(club, "loop", club.bob, place)
    await played(club.services, match.id, 4)
    await club.services.matches.act(match.id, club.bob.id, endings.resign)


async def test_twenty_presses_at_once_post_once(club: Club) -> None:
    await rated(club, club.alice, club.bob)
    wire, source, before = Wire(club), club.post(), len(club.posts())
    pressed = str(PostProfile(club.alice.id, ""))
    for number in range(20):
        wire.press((club.alice, club.bob)[number % 2], pressed, source)
    await club.env.settle()
    assert len(club.posts()) == before + 1


async def test_a_member_posts_three_cards_at_a_time_and_a_channel_takes_six(club: Club) -> None:
    for game in ("loop", "snipsnip", "vigilance", "veloop-square"):
        await rated(club, club.alice, club.bob, game=game)
    said = []
    for game in ("loop", "snipsnip", "vigilance", "veloop-square"):
        said.append(words(await club.carol.click(await club.carol.slash("leaderboard", game=game), "Post here")))
    assert "posted a lot" in said[-1]
    assert all("leaderboard" in one for one in said[:-1])


async def test_nobody_posts_about_somebody_who_has_blocked_them(club: Club) -> None:
    await rated(club, club.alice, club.bob)
    await club.bob.slash("block", member=club.alice)
    refused = await club.alice.click(await club.alice.slash("profile", member=club.bob), "Post here")
    privately_says(refused, "where they read along")
    assert "block" not in words(refused)


async def test_only_where_the_server_has_matches_and_the_member_may_write(club: Club) -> None:
    await rated(club, club.alice, club.bob)
    quiet = {club.guild.default_role: discord.PermissionOverwrite(send_messages=False)}
    place, club.channel = club.place, club.guild.create_text_channel("news", overwrites=quiet)
    await club.env.settle()
    refused = await club.alice.click(await club.alice.slash("profile"), "Post here")
    assert "can’t write in this channel" in words(refused)
    club.channel = club.guild.create_text_channel("chatter")
    await club.env.settle()
    await club.services.servers.change(place, channels=[place.channel])
    assert f"played in <#{place.channel}>" in words(
        await club.alice.click(await club.alice.slash("profile"), "Post here")
    )
